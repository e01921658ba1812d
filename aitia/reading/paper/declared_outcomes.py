"""What a paper means by "the primary outcome", "either outcome" or "the above parameters"."""

from __future__ import annotations

import re
from collections.abc import Sequence

_KINDS = "primary|secondary|main|principal|adverse|poor|unfavou?rable|good|favou?rable|composite"
_THING = r"(?:outcomes?|end ?-?points?)"
_OF = (
    r"(?: measures?| variables?| criteri(?:on|a)| events?)?(?: of (?:efficacy|interest|the (?:study|trial)))?"
)
_DECLARED = re.compile(
    rf"(?i)\b(?P<kind>{_KINDS}) (?P<thing>{_THING}){_OF}"
    r"(?::| (?:was|were) defined as| was| were| is| are| included?| comprised|, which (?:was|were)|,) "
    r"(?:the )?(?P<what>[a-z][^.;]{2,300})"
)
_NAMED_AFTER = re.compile(
    rf"(?i)(?P<what>[a-z][^.;:]{{2,150}}?) (?:was|were) (?:chosen as |used as |defined as )?(?:the |our |a )?"
    rf"(?P<kind>{_KINDS}) (?P<thing>{_THING})"
)
_RESULT = re.compile(
    r"(?i)\b(?:differ|significan|higher|lower|greater|fewer|increas|reduc|decreas|improv|similar|achieved|"
    r"occurred|observed|met|reached|\d+(?:\.\d+)? ?%)"
)
_BACKWARD = re.compile(
    r"\b(?:the|these|those|all|any of the) ?(?:above|these|aforementioned|other)?[ -]?(?:mentioned )?"
    r"(?:parameters|outcomes|variables|measures|end ?points)\b"
)
_POINTS_BACK = re.compile(r"\b(?:above|aforementioned|these|those)\b")
_WHOLE = (
    "either outcome",
    "both outcome",
    "any outcome",
    "all outcome",
    "outcome measure",
    "any of the outcome",
)
_REFERENCE = re.compile(
    rf"(?i)\b(?:(?:{_KINDS}) {_THING}|(?:either|both|any|all) (?:of the )?outcomes?|outcome measures?)\b|"
    + _BACKWARD.pattern
)
_RISK_FACTOR = re.compile(r"(?i)\b(?:risk factors?|predict\w*|prognostic|determinants?)\b")
_LONGEST = 300


def declared_outcomes(sentences: Sequence[str]) -> dict[str, str]:
    """How a paper's own names for its outcomes are to be read: each name to the words that declare it.

    Names stand in the singular, in lower case and with a capital. A reference to "the above parameters" is
    read as the sentence before it.
    """
    found: dict[str, str] = {}
    for number, sentence in enumerate(sentences):
        match = _DECLARED.search(sentence[:1500]) or _NAMED_AFTER.search(sentence[:1500])
        if match and not _RESULT.search(match["what"]):
            found.setdefault(_singular(f"{match['kind']} {match['thing']}"), match["what"][:_LONGEST])
        for back in _BACKWARD.finditer(sentence[:1500]):
            if number and _POINTS_BACK.search(back.group()):
                found.setdefault(back.group().rstrip("s"), sentences[number - 1][:_LONGEST])
    everything = " ".join(found.values())[: 2 * _LONGEST]
    if everything:
        found |= {name: everything for name in _WHOLE if name not in found}
    return found | {name[0].upper() + name[1:]: what for name, what in found.items()}


def _singular(name: str) -> str:
    return name.lower().rstrip("s")


def outcome_reference(sentence: str) -> str:
    """The words by which a sentence speaks of a declared outcome; "" without, or where it tells of causes."""
    match = _REFERENCE.search(sentence[:1500])
    return match.group() if match and not speaks_of_causes(sentence) else ""


def speaks_of_causes(sentence: str) -> bool:
    """Whether a sentence tells what predicts an outcome rather than what an arm did to it."""
    return _RISK_FACTOR.search(sentence[:1500]) is not None
