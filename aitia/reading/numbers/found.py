"""An effect estimate as it was found in a sentence."""

from __future__ import annotations

from dataclasses import dataclass, field

from aitia.model.claim import EffectEstimate
from aitia.model.passage import Quote
from aitia.model.scales import EffectMeasure

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class FoundEstimate:
    """An estimate in a sentence. `spans` maps "measure", "point", "low", "high", "p" to offsets.

    `flags` names what is wrong with the print: "reversed interval", "point outside interval".
    """

    measure: EffectMeasure
    point: float | None
    low: float | None
    high: float | None
    level: float
    p_value: float | None
    p_operator: str | None
    adjusted: bool | None
    start: int
    end: int
    spans: dict[str, Span] = field(default_factory=dict)
    flags: tuple[str, ...] = ()

    def as_estimate(self, quote: Quote | None = None) -> EffectEstimate:
        """The claim's form of it, numbers exactly as printed."""
        return EffectEstimate(
            measure=self.measure,
            point=self.point,
            low=self.low,
            high=self.high,
            level=self.level,
            p_value=self.p_value,
            p_operator=self.p_operator,
            adjusted=self.adjusted,
            quote=quote,
        )
