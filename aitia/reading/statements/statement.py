"""A directional statement, and how one is made of what a clause says."""

from __future__ import annotations

import re
from dataclasses import dataclass

from aitia.model.scales import Direction
from aitia.reading.statements.direction_phrases import (
    Span,
)

UP, DOWN, NULL, BETTER, WORSE, OPEN = "up", "down", "null", "better", "worse", "open"


@dataclass(frozen=True, slots=True)
class Statement:
    """A directional statement; spans are offsets into the sentence.

    `sense` is up, down, null, open, better or worse; the last two need the outcome's polarity.
    `significant` is None where the clause does not say.
    """

    sense: str
    cue: Span
    cause: Span | None
    effect: Span | None
    comparator: Span | None
    negated: bool
    hedged: bool
    significant: bool | None
    associative: bool
    form: str
    clause: Span

    @property
    def direction(self) -> Direction:
        """The direction as worded, "no difference" where a change is negated or not significant."""
        if self.sense == OPEN:
            return Direction.UNCLEAR
        if self.sense == NULL or self.negated or self.significant is False:
            return Direction.NO_DIFFERENCE
        return {UP: Direction.INCREASES, DOWN: Direction.DECREASES}.get(self.sense, Direction.UNCLEAR)


_HEDGE = re.compile(
    r"\b(?:may|might|could|possibly|perhaps|probably|potential(?:ly)?|appears?|appeared|seems?|seemed|"
    r"suggest(?:s|ed|ing)?|likely|tended|"
    r"trend(?:ed|s)?|borderline|hypothes\w+|preliminary)\b",
    re.I,
)


def made(
    sense: str,
    cue: re.Match[str],
    offset: int,
    clause: str,
    cause: Span | None,
    effect: Span | None,
    comparator: Span | None,
    negated: bool,
    associative: bool,
    form: str,
    start: int | None = None,
) -> Statement:
    begin = offset if start is None else start
    return Statement(
        sense=sense,
        cue=(offset + cue.start(), offset + cue.end()),
        cause=cause,
        effect=effect,
        comparator=comparator,
        negated=negated,
        hedged=_HEDGE.search(clause) is not None,
        significant=None,
        associative=associative,
        form=form,
        clause=(begin, begin + len(clause)),
    )


def negated_before(left: str) -> bool:
    return (
        re.search(
            r"\b(?:not|no|neither|nor|never|failed to|without|unable to|n't|cannot)\s(?:\w+\s){0,3}\Z",
            left,
            re.I,
        )
        is not None
    )
