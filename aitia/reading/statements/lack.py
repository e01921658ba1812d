"""The lack of an intervention: "vitamin D deficiency", "when vitamin D was low"."""

from __future__ import annotations

import re

from aitia.reading.paper.arms import stems
from aitia.words.everyday import everyday_names
from aitia.words.names import other_names

_LOW_EXPOSURE = re.compile(
    r"(?i)\b(?:low(?:er)?|deficien\w*|insufficien\w*|inadequa\w*|lack of|absence of|without|withholding|"
    r"withdrawal of|stopping|discontinu\w+ of|non-?use|poor|depleted|reduced)\b"
)
_LOW_DOSE = re.compile(r"(?i)\blow(?:er)?[\s-]+dos")
_FOLLOWING_LACK = re.compile(
    r"(?i)\s?(?:\w+\s)?(?:deficien|insufficien|withdrawal|discontinu|depletion)\w*|"
    r"\s(?:(?:levels?|status|concentrations?) )?(?:was|were|is|are) (?:\w+ )?"
    r"(?P<how>low|deficient|insufficient|inadequate)\b"
)
_LACK_BEFORE = re.compile(
    r"(?i)\b(?:low(?:er)?|deficient|insufficient|inadequate|lack of|absence of)\s"
    r"(?:(?!(?:with|in|for|after|on|by|than|at|to|from|under|during|among)\s)\w+\s)?$"
)
_GIVEN = re.compile(
    r"(?i)\b(?:supplement|treat|therap|replac|replet|correct|receiv|g[ai]ve|giving|dos(?:e|ing)|administ|placebo|"
    r"prescri|intake|improv)"
)
_WINDOW = 40


def is_low_exposure(cause: str, intervention: str) -> bool:
    """Whether a cause is the lack of the intervention ("vitamin D deficiency"): its direction is turned."""
    if _LOW_EXPOSURE.search(intervention):
        return False
    wanted = _stems_of(intervention)
    places = [m.span() for m in re.finditer(r"[\w()-]+", cause) if stems(m.group()) & wanted]
    if not places:
        return False
    before = cause[max(0, places[0][0] - 25) : places[0][0]]
    after = cause[places[-1][1] : places[-1][1] + _WINDOW]
    return bool(
        (_LOW_EXPOSURE.search(before) and not _LOW_DOSE.search(cause)) or _FOLLOWING_LACK.match(after)
    )


def named_lack(text: str, name: str) -> str | None:
    """A name for the lack of something, in the words of a sentence that calls it `name`.

    "Iron deficiency", or "low iron" where iron "was low". None where the sentence also speaks of the thing or
    of giving it, and where it does not mention it.
    """
    if _GIVEN.search(text) or not name:
        return None
    lacks = []
    for mention in re.finditer(rf"(?i)\b{re.escape(name)}\b", text):
        behind = _FOLLOWING_LACK.match(text, mention.end())
        before = _LACK_BEFORE.search(text[max(0, mention.start() - _WINDOW) : mention.start()])
        if behind is not None and behind["how"]:
            lacks.append(f"{behind['how']} {mention.group()}")
        elif behind is not None:
            lacks.append(text[mention.start() : behind.end()])
        elif before is not None:
            lacks.append(before.group() + mention.group())
        else:
            return None
    return lacks[0] if lacks else None


def lack_named_in(text: str, intervention: str) -> str | None:
    """A name for the lack of an intervention ("low 25(OH)D"), by any of its names, in a sentence that tells
    of that alone."""
    if not is_low_exposure(text, intervention):
        return None
    names = (intervention, *other_names(intervention))
    return next((lack for name in names if (lack := named_lack(text, name))), None)


def _stems_of(term: str) -> frozenset[str]:
    return frozenset().union(stems(term), *(stems(name) for name in everyday_names(term)))
