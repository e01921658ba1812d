"""What a printed difference of risks means: per cent are hundredths, a reduction is a negative difference."""

from __future__ import annotations

import re

from aitia.model.claim import EffectEstimate
from aitia.model.scales import EffectMeasure

_NAMES_A_REDUCTION = re.compile(
    r"(?i:\b(?:risk|rate) reductions?\b|\b(?:vaccine|protective) (?:efficacy|effectiveness)\b)"
    r"|\b(?:ARR|RRR|VE)s?\b"
)
_FELL = re.compile(r"(?i)\b(?:reduc|decreas|lower|fewer|declin|drop|efficacy)\w*")
_ROSE = re.compile(r"(?i)\b(?:increas|higher|more|rise|rose)\w*")
_LEVEL = re.compile(
    r"(?i)\d{2}(?:[.\u00b7]\d)?\s?(?:%|per ?cent)\s?-?\s?(?:CI\b|CrI\b|C\.I\.|confidence|credib|compatib)"
)
_PER_CENT = re.compile(r"(?i)\d\s?(?:%|percentage points?\b|per ?cent\b)")
_POINT = ("point", "low", "high")


def as_difference(estimate: EffectEstimate) -> EffectEstimate:
    """A risk difference or relative change as intervention minus comparator; differences as fractions.

    Papers print "absolute risk reduction 4%" for a difference of -0.04, an efficacy of 30% for a change of
    -30%. A difference beyond 1 can only be per cent. `derived` says what was done; other measures stay.
    """
    if estimate.point is None or estimate.measure not in (
        EffectMeasure.RISK_DIFFERENCE,
        EffectMeasure.PERCENT_CHANGE,
    ):
        return estimate
    said = _LEVEL.sub(" ", estimate.quote.text) if estimate.quote else ""
    known = [value for name in _POINT if (value := getattr(estimate, name)) is not None]
    notes = [estimate.derived] if estimate.derived else []
    fraction = estimate.measure is EffectMeasure.RISK_DIFFERENCE
    if fraction and (_PER_CENT.search(said) or max(abs(value) for value in known) > 1):
        estimate = _scaled(estimate, 0.01)
        notes.append("printed in per cent")
    fell = not fraction and _FELL.search(said) is not None and _ROSE.search(said) is None
    if estimate.point is not None and estimate.point > 0 and (fell or _NAMES_A_REDUCTION.search(said)):
        estimate = _scaled(estimate, -1)
        notes.append("printed as a reduction")
    return estimate.model_copy(update={"derived": "; ".join(notes) or None})


def _scaled(estimate: EffectEstimate, factor: float) -> EffectEstimate:
    point, low, high = (
        None if value is None else round(value * factor, 12)
        for value in (estimate.point, estimate.low, estimate.high)
    )
    if factor < 0:
        low, high = high, low
    return estimate.model_copy(update={"point": point, "low": low, "high": high})
