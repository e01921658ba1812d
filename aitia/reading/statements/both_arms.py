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


def changes_both(text: str, first: str, second: str) -> bool:
    """Whether a sentence tells of both arms, by their names `first` and `second` or by none, and compares
    nothing, not even their percentages: "both drugs reduced weight". Where it names one of them both groups
    may be anybody's ("zinc shortened colds in both groups")."""
    if _BOTH.search(text) is None or _COMPARES.search(text) or is_a_time(first) or is_a_time(second):
        return False
    said = stems(text)
    named = [bool(own & said) for own in (stems(first) - stems(second), stems(second) - stems(first)) if own]
    return len(named) == 2 and named[0] == named[1]
