"""Changes in both arms: what fell with A and with B alike is no effect of A."""

from __future__ import annotations

import re

from aitia.reading.paper.arms import is_a_time, stems

_BOTH = re.compile(
    r"(?i)\b(?:both|all|each|either)(?: of)?(?: the)?(?: (?:two|three|four|\d))?(?: [\w-]{1,30}){0,3}? "
    r"(?:groups?|arms?|treatments?|drugs?|regimens?|therapies|interventions?|methods?|techniques?|"
    r"diets|programmes?|programs?)\b"
)
_COMPARES = re.compile(
    r"(?i)\b(?:than|compared|comparison|versus|vs\.?|differ\w*|between|similar\w*|superior\w*|inferior\w*|"
    r"comparable|equal\w*|greater|larger|more|less|smaller|lower|higher|better|worse|longer|shorter|fewer|"
    r"faster|closer|nearer|sooner|earlier|relative to|favou?r\w*|whereas|while|but|only|however|"
    r"most|least|best|worst|\w{2,20}(?:h|w|g|t|n|l)est)\b|%"
)

_NO_DIFFERENCE = re.compile(
    r"(?i)\bno (?:statistically |clinically )?(?:significant )?(?:[\w-]+ ){0,2}differences?\b|"
    r"\b(?:did|do|does|was|were) not (?:[\w-]+ ){0,2}(?:differ|different)\b"
)
_WAY = re.compile(
    r"(?i)\b(?:more|less|fewer|greater|higher|lower|larger|smaller|longer|shorter|better|worse|faster|slower|"
    r"superior|inferior|except|highest|lowest|most|least|favou?r\w*|increas\w*|decreas\w*|reduc\w*|improv\w*|declin\w*|fell|rose)\b"
)
_CLAUSE = re.compile(r"(?i)[,;] |\b(?:but|although|however|though|whereas|while)\b")


def denies_a_difference(text: str) -> bool:
    """Whether all that a sentence says of its arms is that they do not differ: "both groups improved, but
    there was no significant difference between them"."""
    parts = [part for part in _CLAUSE.split(text) if part.strip()]
    denied = [part for part in parts if _NO_DIFFERENCE.search(part)]
    others = [part for part in parts if part not in denied and not _tells_of_both(part)]
    return bool(denied) and not any(_WAY.search(part) for part in (*denied, *others))


def _tells_of_both(text: str) -> bool:
    return _BOTH.search(text) is not None and _COMPARES.search(text) is None


def changes_both(text: str, first: str, second: str) -> bool:
    """Whether a sentence tells of both arms, by their names `first` and `second` or by none, and compares
    nothing, not even their percentages: "both drugs reduced weight". Where it names one of them both groups
    may be anybody's ("zinc shortened colds in both groups")."""
    if not _tells_of_both(text) or is_a_time(first) or is_a_time(second):
        return False
    said = stems(text)
    named = [bool(own & said) for own in (stems(first) - stems(second), stems(second) - stems(first)) if own]
    return len(named) == 2 and named[0] == named[1]
