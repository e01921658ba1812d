"""Whether printed numbers say what was read of a sentence: numbers that do not are of something else."""

from __future__ import annotations

from collections.abc import Sequence

from aitia.model.claim import EffectEstimate
from aitia.model.scales import Direction
from aitia.reading.numbers.intervals import points_to
from aitia.reading.paper.document import ReadSentence
from aitia.reading.trained.marks import FIRST_ARM, SECOND_ARM
from aitia.reading.trained.paper import PaperReading


def agreeing(
    estimates: Sequence[EffectEstimate], direction: Direction, outcome: str
) -> tuple[EffectEstimate, ...]:
    """The estimates whose interval points the way that was read; those without an interval stay."""
    return tuple(e for e in estimates if points_to(e, outcome) in (None, direction))


def arms_turned(reading: PaperReading, sentence: ReadSentence) -> bool | None:
    """Whether the sentence gives the question's comparator first; None where it does not name both arms.

    Where it names one, that one counts as first.
    """
    if reading.marks is None:
        return None
    number = reading.lines.index(sentence)
    places = {FIRST_ARM: -1, SECOND_ARM: -1}
    for place, token in enumerate(reading.page.context.token_of):
        code = int(reading.marks.tokens[place])
        if token is not None and token[0] == number and places.get(code, 0) < 0:
            places[code] = token[1]
    first, second = places[FIRST_ARM], places[SECOND_ARM]
    if first < 0 and second < 0:
        return None
    return first < 0 or 0 <= second < first
