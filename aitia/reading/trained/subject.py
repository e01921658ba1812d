"""Whether a page is about the arms and the outcome of a question at all, by words and meaning.

A reader that learned from questions on their own papers takes a neighbour's result for the answer: another
trial's operating time, another drug's fractures. Here nothing of what the page says is read, only whether it
speaks of what is asked. Exchanging the question's arms changes nothing. And of a question that names one arm
alone it takes any treatment for that arm that the page mentions, all patients' morphine in a trial of
antiemetics: what it mentions without comparing it is told by words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from aitia.reading.paper.arms import control_words, stems
from aitia.reading.trained.blend import NO_COMPARATOR, spelled_out
from aitia.reading.trained.layout import AskedOutcome
from aitia.reading.trained.marks import FIRST_ARM, SECOND_ARM, THE_OUTCOME, Text, mark
from aitia.reading.trained.network import Page
from aitia.reading.trained.order import Embed
from aitia.reading.trained.results import LACK
from aitia.words.conditions import conditions_in, is_on
from aitia.words.names import has_kinds, is_substance, kinds_in, other_names, same_thing
from aitia.words.people import are_told_of, people_in

Vector = NDArray[np.float64]
AN_ARM_ALL_THE_SAME = 0.11
"""The probability that what is told to be mentioned alone is an arm all the same, were half of what is asked
about one: of 1,623 arms of learned pages .07 are taken for such, of 320 other treatments named there .67."""
NEVER_SAID = 0.012
"""The probability that a known drug that the page never names, by any of its names, is an arm for all that,
were half of what is asked about one: .012 of 778 such arms of labelled pages, .995 of 2,334 on others."""
OTHER_PEOPLE = 0.1
"""The odds that a paper reports what is asked of people with a disease, or of a kind of people, that it never
speaks of, over those else: .02 of reported training questions that name a disease are such, of near misses
.22; of those that name a kind .002 of 2,345, .06 of 1,906 near misses, .34 of 624 that a search brought."""
_MOST_STEMS = 5_000
_LIKE = 0.5
_A_LITTLE_LIKE = 0.3
_TITLE_HEAD = re.compile(r"(?i)\s(?:on|for|in|among)\s")
_BACKGROUND = re.compile(
    r"(?i)\b(?:added|add-on|adjunct\w*|in addition)(?: therapy| treatment)? to\b.*|\bon top of\b.*|"
    r"\b(?:inadequately|poorly|insufficiently|not adequately) controlled (?:with|on|by)\b.*"
)
"""What all patients of a trial get ("dapagliflozin add-on to metformin")."""
_UNNAMED = (0.234, 0.827, 0.307, 0.231, 0.296)
"""Of the arm that a question's own page names less well, on average over what was learned from."""


def subject_features(
    asked: AskedOutcome, intervention: str, comparator: str, page: Page, embed: Embed
) -> Vector:
    """Thirteen numbers: of the arm that the page names better and of the other how near it is to the page's
    own arm and to the title, how much of it and how often the page says, and whether it is a control; of the
    outcome the last three without that. `intervention` and `comparator` are the page's own names. An arm that
    the question does not name is taken for one that fits as such arms do."""
    arms = (asked.intervention, asked.comparator)
    own = (intervention or "none", comparator or "none")
    vectors = embed([name or "none" for name in (*arms, asked.outcome, *own, page.text.title)])
    title = vectors[:3] @ vectors[5]
    near = _nearest(vectors[:2] @ vectors[3:5].T)
    tokens = mark(page.text, page.context, asked).tokens
    told = [float(np.log1p((tokens == code).sum())) for code in (FIRST_ARM, SECOND_ARM, THE_OUTCOME)]
    words = stems(f"{page.text.title} {page.text.whole}", _MOST_STEMS)
    said = [_share(name, words) for name in (*arms, asked.outcome)]
    rows = [
        (float(near[k]), told[k], said[k], float(control_words(arms[k]) > 0), float(title[k]))
        for k in range(2)
    ]
    named = [row for row, arm in zip(rows, arms, strict=True) if arm != NO_COMPARATOR]
    better, other, *_ = (*sorted(named, key=lambda row: (-(row[0] + row[2]), row)), _UNNAMED, _UNNAMED)
    return np.array([*better, *other, told[2], said[2], float(title[2])])


def about(features: Vector, weights: Sequence[float]) -> float:
    """Log odds that the page is about what is asked: a constant and a weight for each feature."""
    return float(weights[0] + features @ np.asarray(weights[1:]))


def _nearest(table: Vector) -> Vector:
    """How near each arm is to the page's arm that it stands for, by whichever order fits better."""
    straight, turned = table.diagonal(), table[:, ::-1].diagonal()
    result: Vector = straight if straight.sum() >= turned.sum() else turned
    return result


def _share(name: str, words: frozenset[str]) -> float:
    own = stems(name)
    return len(own & words) / max(1, len(own))


def is_only_mentioned(asked: AskedOutcome, intervention: str, comparator: str, text: Text) -> bool:
    """Whether the page speaks of what a question without a comparator asks about, or of a kind of it, and
    compares something else: neither of its own arms (`intervention`, `comparator`) is called so or is a kind
    of it, nor does the title begin with it; or what it compares was added to it. False where the page's arms
    are not known."""
    name = spelled_out(asked.intervention, text.abbreviations)
    arms = [spelled_out(arm, text.abbreviations) for arm in (intervention, comparator) if arm]
    own = stems(name)
    if asked.comparator != NO_COMPARATOR or not intervention or not own or control_words(name):
        return False
    said = own <= stems(text.whole, _MOST_STEMS) or (has_kinds(name) and bool(kinds_in(name, text.whole)))
    head = _TITLE_HEAD.split(text.title)[0]
    if not said:
        return False
    background = (_BACKGROUND.search(one) for one in (*arms, head))
    if any(own <= stems(found.group()) for found in background if found):
        return True
    return not own <= stems(head) and not any(own & stems(arm) or is_like(name, arm) for arm in (*arms, head))


def is_never_said(asked: AskedOutcome, intervention: str, comparator: str, text: Text) -> bool:
    """Whether an arm that is asked about is a known drug, or a class of them, that the page names nowhere: by
    no name, by no kind, and neither its arms (`intervention`, `comparator`) nor how its title begins are like
    it (a title's "analgesic requirement" is an outcome, and no analgesic)."""
    own = (intervention, comparator, _TITLE_HEAD.split(text.title)[0])
    named = (name for name in (asked.intervention, asked.comparator) if name != NO_COMPARATOR)
    return any(_lacks(name, own, text) for name in named)


def is_on_other_people(asked: AskedOutcome, text: Text) -> bool:
    """Whether a question is asked of people with a disease, and the page speaks of none that it names: by no
    word of it, other name, kind or class; or of children, people after surgery and the like, and the page has
    no word of them."""
    people = spelled_out(asked.population, text.abbreviations)
    conditions = () if LACK.search(people) else conditions_in(people)
    if conditions and not any(is_on(condition, text.whole) for condition in conditions):
        return True
    whole = f"{text.title}. {text.whole}"
    return any(not are_told_of(kind, whole) for kind in people_in(people, asked.outcome))


def _lacks(name: str, own: Sequence[str], text: Text) -> bool:
    name = spelled_out(name, text.abbreviations)
    if control_words(name) or not is_substance(name):
        return False
    whole = f"{text.title}. {text.whole}"
    if stems(name) <= stems(whole, _MOST_STEMS) or kinds_in(name, whole):
        return False
    if any(re.search(rf"(?i)(?<!\w){re.escape(other)}(?!\w)", whole) for other in other_names(name)):
        return False
    pairs = (pair for one in own if one for pair in ((name, one), (one, name)))
    return max((same_thing(*pair) for pair in pairs), default=0.0) < _A_LITTLE_LIKE


def is_like(name: str, arm: str) -> bool:
    """Whether a vocabulary knows an arm for the same as a name, for its class or for a kind of it."""
    return max(same_thing(name, arm), same_thing(arm, name)) >= _LIKE or bool(kinds_in(name, arm))
