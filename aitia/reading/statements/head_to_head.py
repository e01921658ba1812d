"""What a treatment was compared with where a question asks about it alone: nothing, or another treatment.

"Does ondansetron reduce vomiting?" asks about ondansetron against none. Where it was compared with
palonosetron "more vomiting" says that the other is better, and nothing of that.
"""

from __future__ import annotations

import re

from aitia.model.claim import Claim
from aitia.question.arms import is_inactive
from aitia.question.specification import Question
from aitia.reading.paper.arms import control_words, is_a_time
from aitia.words.names import is_substance, kinds_in, same_thing

_SAME = 0.6
_NOTHING = re.compile(r"(?i)\b(?:placebo|sham|dummy|nothing|untreated|saline|water|vehicle|excipients?|no)\b")
_ADDED_TO = re.compile(r"(?i)\b(?:alone|only|without)\b")
_HOW = re.compile(
    r"(?i)\b(?:\d[\d.,/]*|mg|mcg|µg|μg|g|kg|ml|iu|%|at|of|and|the|dose|single|low|high|standard|conventional|oral"
    r"|intravenous|iv|intramuscular|intrathecal|topical|inhaled|daily|weekly|group|arm|injections?|infusions?"
    r"|tablets?|therapy|treatment|monotherapy|hydrochloride|sodium|cream|gel)\b|[^\w\s-]"
)
"""How a drug is given: of no matter for which it is."""


def is_nothing(name: str) -> bool:
    """Whether an arm's name says that nothing acts in it, which "control" and "usual care" leave open."""
    return _NOTHING.search(name) is not None


def rival_of(question: Question, claim: Claim) -> str | None:
    """The other known drug or substance that a claim compares with, where the question names no comparator or
    an inactive one; None where it compares with nothing, or with what is no known drug."""
    other = claim.comparator or ""
    if not other or not is_inactive(question.comparator):
        return None
    if is_nothing(other) or _ADDED_TO.search(other) or control_words(other) or is_a_time(other):
        return None
    plain = " ".join(_HOW.sub(" ", other).split())
    if not plain or not is_substance(plain):
        return None
    asked = question.intervention
    is_form = same_thing(asked, plain) >= _SAME or kinds_in(asked, plain) or kinds_in(plain, asked)
    return None if is_form else other
