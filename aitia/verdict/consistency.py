"""One rule over a whole verdict: no part of it says what another part denies."""

from __future__ import annotations

from collections.abc import Iterator

from aitia.evidence.grading.thresholds import excludes_null
from aitia.model.evidence import PooledEffect
from aitia.model.scales import ComparisonAnswer, Conclusion, Direction, Likelihood
from aitia.verdict.conclusion import Concluded
from aitia.verdict.models import Verdict

_ANSWERS = {
    Direction.INCREASES: ComparisonAnswer.HIGHER,
    Direction.DECREASES: ComparisonAnswer.LOWER,
}
_OPEN = frozenset({ComparisonAnswer.UNCERTAIN_EFFECT, ComparisonAnswer.INSUFFICIENT_DATA})
_UNSETTLED = frozenset({Conclusion.UNCLEAR, Conclusion.INSUFFICIENT_EVIDENCE})


def agrees(effect: PooledEffect, direction: Direction) -> bool:
    """Whether a pooled effect may stand beside a direction: on its side of none, or not excluding none."""
    if direction is Direction.NO_DIFFERENCE:
        return not excludes_null(effect.measure, effect.low, effect.high)
    if direction is Direction.UNCLEAR:
        return True
    return (effect.point > effect.measure.null_value) is (direction is Direction.INCREASES)


def held_to(concluded: Concluded, direction: Direction, answer: ComparisonAnswer, why: str) -> Concluded:
    """The conclusion, taken back as far as the answer to the comparison does not carry it.

    An open answer leaves everything open; an effect needs the answer of its direction, and its absence one
    of no difference.
    """
    if _carried(concluded, direction, answer):
        return concluded
    rule = f"{concluded.rule}; but as a comparison: {answer.value} ({why})"
    settled = concluded.conclusion not in _UNSETTLED
    return Concluded(Conclusion.UNCLEAR if settled else concluded.conclusion, Likelihood.INSUFFICIENT, rule)


def _carried(concluded: Concluded, direction: Direction, answer: ComparisonAnswer) -> bool:
    if answer in _OPEN:
        return concluded.conclusion in _UNSETTLED and concluded.likelihood is Likelihood.INSUFFICIENT
    if concluded.conclusion is Conclusion.ESTABLISHED_CAUSAL or concluded.likelihood is Likelihood.PROBABLE:
        return _ANSWERS.get(direction) is answer
    if concluded.conclusion is Conclusion.NO_CAUSAL_EFFECT:
        return answer is ComparisonAnswer.NO_DIFFERENCE
    return concluded.likelihood is Likelihood.INSUFFICIENT or answer is _ANSWERS.get(
        direction, ComparisonAnswer.NO_DIFFERENCE
    )


def contradictions(verdict: Verdict) -> tuple[str, ...]:
    """What a verdict says in two ways; empty for every verdict that `conclude` builds."""
    return tuple(_found(verdict))


def _found(verdict: Verdict) -> Iterator[str]:
    effect, direction, answer = verdict.effect, verdict.direction, verdict.answer
    concluded = Concluded(verdict.conclusion, verdict.likelihood, verdict.rule)
    if not _carried(concluded, direction, answer):
        told = f"{verdict.conclusion.value}, {verdict.likelihood.value}"
        yield f"the conclusion is {told}, but the comparison is {answer.value}"
    if answer in _ANSWERS.values() and _ANSWERS.get(direction) is not answer:
        yield f"the comparison is {answer.value}, but the direction {direction.value}"
    if verdict.conclusion is Conclusion.ESTABLISHED_CAUSAL and "no significant" in verdict.headline:
        yield "established beside a headline of no significant difference"
    if effect is not None and not agrees(effect, direction):
        if _shown(effect, verdict.headline):
            yield f"the headline shows an effect that is no {direction.value}"
        if verdict.absolute is not None:
            yield f"an absolute effect stands beside {direction.value}"
    weak = Conclusion.INSUFFICIENT_EVIDENCE, Likelihood.INSUFFICIENT
    if (verdict.conclusion is weak[0] or verdict.likelihood is weak[1]) and tells_benefit(verdict):
        yield "a benefit or harm is named beside insufficient evidence"
    for harm in verdict.harms:
        if harm.absolute is not None and harm.effect is not None and not agrees(harm.effect, harm.direction):
            yield f"an absolute effect on {harm.outcome} stands beside {harm.direction.value}"


def tells_benefit(verdict: Verdict) -> bool:
    """Whether a verdict may say that its effect is a benefit or a harm to the person."""
    directed = verdict.direction in _ANSWERS and _ANSWERS[verdict.direction] is verdict.answer
    weak = verdict.conclusion is Conclusion.INSUFFICIENT_EVIDENCE
    return directed and not weak and verdict.likelihood is not Likelihood.INSUFFICIENT


def _shown(effect: PooledEffect, headline: str) -> bool:
    return f"{effect.measure.shown} " in headline
