"""The numbers of a model's answer as estimates; the validators look for each of them in the text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aitia.evidence.effects import Unusable, standardise
from aitia.model.claim import ArmCounts, ArmMeans, EffectEstimate
from aitia.model.passage import Quote
from aitia.model.scales import Direction, EffectMeasure
from aitia.reading.numbers.estimates import read_estimates
from aitia.reading.paper.document import ReadSentence
from resources.engines.cross_check import own_estimates
from resources.engines.proposals import as_printed, quote_printing
from resources.engines.wire import WireAnswer, WireArm

_TIME = re.compile(r"(?i)\b(?:time (?:to|until)|duration of|length of)\b")


def answer_estimates(
    answer: WireAnswer, direction: Direction, evidence: Sequence[ReadSentence], notes: list[str]
) -> tuple[EffectEstimate, ...]:
    """The printed estimate and the arms' figures, each with the cited sentence that prints it.

    A printed estimate of the exchanged arms is left out, and so is a table that would show a difference where
    the paper tests and finds none: what the paper says of its own numbers stands.
    """
    found = [*_printed(answer, direction, evidence, notes), *_of_arms(answer, direction, evidence, notes)]
    if _TIME.search(answer.outcome or answer.asked):
        # A hazard ratio is of the event that the time runs to: more of it is less time.
        found = [estimate for estimate in found if estimate.measure is not EffectMeasure.HAZARD_RATIO]
    return tuple(dict.fromkeys(found))


def _printed(
    answer: WireAnswer, direction: Direction, evidence: Sequence[ReadSentence], notes: list[str]
) -> tuple[EffectEstimate, ...]:
    named = answer.estimate
    if named is None:
        return _unnamed(answer, direction, evidence[0])
    if answer.exchanged and named.point is not None:
        notes.append("answer: the printed estimate is for the exchanged arms and was left out")
        return _p_alone(answer, evidence)
    for sentence in evidence:
        read = read_estimates(sentence.text)
        same = next((e for e in read if e.point is not None and e.point == named.point), None)
        if same is not None:
            return (same.as_estimate(sentence.quote(same.start, same.end)),)
    printed = [e for sentence in evidence if (e := as_printed(named, sentence)) is not None]
    return tuple(printed[:1]) or _p_alone(answer, evidence)


def _unnamed(answer: WireAnswer, direction: Direction, lead: ReadSentence) -> tuple[EffectEstimate, ...]:
    """The one estimate of the telling sentence, where the model names none and it says the same."""
    read = own_estimates(lead.text, answer.outcome or answer.asked)
    if len(read) != 1 or answer.exchanged or answer.opposite:
        return ()
    estimate = read[0].as_estimate(lead.quote(read[0].start, read[0].end))
    result = standardise(estimate)
    if isinstance(result, Unusable) or not _is_clear(estimate):
        return (estimate,)
    wanted = Direction.INCREASES if result.effect > 0 else Direction.DECREASES
    return (estimate,) if direction is wanted else ()


def _p_alone(answer: WireAnswer, evidence: Sequence[ReadSentence]) -> tuple[EffectEstimate, ...]:
    """A p value without an effect that can be used: with direction and size it still says how sure it is."""
    named = answer.estimate
    if named is None or named.p_value is None:
        return ()
    return (
        EffectEstimate(
            measure=EffectMeasure.STANDARDISED_MEAN_DIFFERENCE,
            p_value=named.p_value,
            p_operator=named.p_operator or "=",
            quote=_printing_p(evidence, named.p_value),
        ),
    )


def _of_arms(
    answer: WireAnswer, direction: Direction, evidence: Sequence[ReadSentence], notes: list[str]
) -> list[EffectEstimate]:
    if answer.opposite:
        return []
    first, second = answer.intervention_arm or WireArm(), answer.comparator_arm or WireArm()
    found = []
    counts, means = _counts(first, second), _means(first, second)
    if counts is not None:
        values = counts.events_intervention, counts.events_comparator
        quote = quote_printing(_printing(evidence, *values), values)
        found.append(EffectEstimate(measure=EffectMeasure.RISK_RATIO, counts=counts, quote=quote))
    if means is not None:
        four = means.mean_intervention, means.mean_comparator, means.sd_intervention, means.sd_comparator
        quote = quote_printing(_printing(evidence, *four), four)
        found.append(EffectEstimate(measure=EffectMeasure.MEAN_DIFFERENCE, means=means, quote=quote))
    kept = [estimate for estimate in found if not (_is_clear(estimate) and _says_none(direction))]
    if len(kept) < len(found):
        notes.append("answer: the arms' figures would show a difference where the paper finds none")
    return kept


def _says_none(direction: Direction) -> bool:
    return direction is Direction.NO_DIFFERENCE


def _is_clear(estimate: EffectEstimate) -> bool:
    result = standardise(estimate)
    if isinstance(result, Unusable):
        return False
    null = result.measure.null_value
    return not result.low <= null <= result.high


def _printing(evidence: Sequence[ReadSentence], *values: float) -> ReadSentence:
    """The cited sentence that prints most of these numbers."""
    return max(evidence, key=lambda sentence: sum(f"{value:g}" in sentence.text for value in values))


def _printing_p(evidence: Sequence[ReadSentence], p: float) -> Quote:
    """The stretch that prints the p value; the first sentence's beginning where none does."""
    return quote_printing(next((s for s in evidence if f"{p:g}" in s.text), evidence[0]), (p,))


def _counts(first: WireArm, second: WireArm) -> ArmCounts | None:
    values = (first.events, first.total, second.events, second.total)
    whole = [round(v) for v in values if v is not None and v == round(v) and abs(v) < 1e9]
    if len(whole) < len(values):
        return None
    return ArmCounts(
        events_intervention=whole[0],
        total_intervention=whole[1],
        events_comparator=whole[2],
        total_comparator=whole[3],
    )


def _means(first: WireArm, second: WireArm) -> ArmMeans | None:
    one, other = (first.mean, first.sd, first.total), (second.mean, second.sd, second.total)
    if None in one or None in other:
        return None
    assert first.mean is not None and first.sd is not None and first.total is not None  # noqa: PT018
    assert second.mean is not None and second.sd is not None and second.total is not None  # noqa: PT018
    return ArmMeans(
        mean_intervention=first.mean,
        sd_intervention=first.sd,
        n_intervention=round(first.total),
        mean_comparator=second.mean,
        sd_comparator=second.sd,
        n_comparator=round(second.total),
    )
