"""Whether printed numbers say what was read of a sentence: numbers that do not are of something else."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aitia.model.claim import EffectEstimate
from aitia.model.scales import Direction
from aitia.reading.numbers.intervals import points_to
from aitia.reading.paper.document import ReadSentence
from aitia.reading.trained.marks import FIRST_ARM, SECOND_ARM
from aitia.reading.trained.paper import PaperReading

_BESIDE = re.compile(
    r"(?i)\b(?:compar(?:ed|ison|ing) (?:with|to)|relative to|versus|vs\.?|than|over|against)"
    r"(?: (?:in|with|for|on|among|after|those|the|an?|that|of)){0,4} ?$"
)
"""Before the arm that the other one is compared with, wherever the two stand."""


def agreeing(
    estimates: Sequence[EffectEstimate], direction: Direction, outcome: str
) -> tuple[EffectEstimate, ...]:
    """The estimates whose interval points the way that was read; of those without one ratios stay: a bare
    figure that is read as a difference may be anything."""
    told = [(e, points_to(e, outcome)) for e in estimates]
    return tuple(e for e, way in told if way is direction or (way is None and e.measure.is_ratio))


def arms_turned(reading: PaperReading, sentence: ReadSentence) -> bool | None:
    """Whether the sentence tells what the question's comparator did; None where it does not name an arm.

    The arm that it names first did, unless that is the one compared with ("than with placebo"). What it does
    not name as the question does it may name as the paper does ("the Lactobacillus group", of probiotics).
    """
    places = _named_as_asked(reading, sentence)
    if not places:
        return None
    for code, name in zip((FIRST_ARM, SECOND_ARM), own_arms(reading), strict=True):
        found = re.search(rf"(?i)\b{re.escape(name)}\b", sentence.text) if name else None
        if found and code not in places:
            places[code] = found.start()
    first = min(places, key=lambda code: places[code])
    beside = _BESIDE.search(sentence.text, 0, places[first]) is not None
    return (first == SECOND_ARM) is not beside


def _named_as_asked(reading: PaperReading, sentence: ReadSentence) -> dict[int, int]:
    """Where a sentence first names each of the question's arms, by the arm's mark."""
    places: dict[int, int] = {}
    if reading.marks is None:
        return places
    number = reading.lines.index(sentence)
    for place, token in enumerate(reading.page.context.token_of):
        code = int(reading.marks.tokens[place])
        if token is not None and token[0] == number and code in (FIRST_ARM, SECOND_ARM):
            places.setdefault(code, token[1])
    return places


def own_arms(reading: PaperReading) -> tuple[str, str]:
    """The paper's own names of the question's intervention and comparator ("" where it has none)."""
    names = (reading.names.intervention, reading.names.comparator)
    natural = reading.parts is None or reading.parts.natural >= 0.5
    return names if natural else (names[1], names[0])
