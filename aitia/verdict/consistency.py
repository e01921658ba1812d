"""One rule over a whole verdict: no part of it says what another part denies."""

from __future__ import annotations

from aitia.evidence import PooledEffect
from aitia.grading.thresholds import excludes_null
from aitia.verdict.conclusion import Concluded
from aitia.verdict.models import Verdict
from aitia.vocabulary import ComparisonAnswer, Conclusion, Direction, Likelihood

_ANSWERS = {
    Direction.INCREASES: ComparisonAnswer.HIGHER,
    Direction.DECREASES: ComparisonAnswer.LOWER,
}


def agrees(effect: PooledEffect, direction: Direction) -> bool:
    """Whether a pooled effect may stand beside a direction: on its side of none, or not excluding none."""
    if direction is Direction.NO_DIFFERENCE:
        return not excludes_null(effect.measure, effect.low, effect.high)
    if direction is Direction.UNCLEAR:
        return True
    return (effect.point > effect.measure.null_value) is (direction is Direction.INCREASES)


def held_to(concluded: Concluded, direction: Direction, answer: ComparisonAnswer, why: str) -> Concluded:
    """The conclusion, taken back where the answer to the comparison does not carry it."""
    if concluded.conclusion is not Conclusion.ESTABLISHED_CAUSAL or _ANSWERS.get(direction) is answer:
        return concluded
    rule = f"{concluded.rule}; but as a comparison: {answer.value} ({why})"
    return Concluded(Conclusion.UNCLEAR, Likelihood.INSUFFICIENT, rule)


def contradictions(verdict: Verdict) -> tuple[str, ...]:
    """What a verdict says in two ways; empty for every verdict that `conclude` builds."""
    effect, direction, found = verdict.effect, verdict.direction, []
    established = verdict.conclusion is Conclusion.ESTABLISHED_CAUSAL
    if established and _ANSWERS.get(direction) is not verdict.answer:
        found.append(f"established, but the comparison is {verdict.answer.value}")
    if established and "no significant difference" in verdict.headline:
        found.append("established beside a headline of no significant difference")
    if effect is not None and not agrees(effect, direction) and _shown(effect, verdict.headline):
        found.append(f"the headline shows an effect that is no {direction.value}")
    weak = Conclusion.INSUFFICIENT_EVIDENCE, Likelihood.INSUFFICIENT
    if (verdict.conclusion is weak[0] or verdict.likelihood is weak[1]) and tells_benefit(verdict):
        found.append("a benefit or harm is named beside insufficient evidence")
    return tuple(found)


def tells_benefit(verdict: Verdict) -> bool:
    """Whether a verdict may say that its effect is a benefit or a harm to the person."""
    directed = verdict.direction in _ANSWERS
    weak = verdict.conclusion is Conclusion.INSUFFICIENT_EVIDENCE
    return directed and not weak and verdict.likelihood is not Likelihood.INSUFFICIENT


def _shown(effect: PooledEffect, headline: str) -> bool:
    return f"{effect.measure.value} " in headline
