"""A printed reduction is a negative difference of risks, and per cent are hundredths."""

from __future__ import annotations

import pytest

from aitia.evidence.effects import Unusable, standardise
from aitia.model.keys import PassageId
from aitia.model.passage import Quote
from aitia.model.scales import EffectMeasure
from aitia.reading.numbers.estimates import read_estimates

RD, PERCENT = EffectMeasure.RISK_DIFFERENCE, EffectMeasure.PERCENT_CHANGE


def standardised(sentence: str) -> tuple[EffectMeasure, float, float, float]:
    """The one estimate of a sentence as it is pooled."""
    (found,) = read_estimates(sentence)
    said = sentence[found.start : found.end]
    quote = Quote(passage_id=PassageId("p"), char_start=found.start, char_end=found.end, text=said)
    result = standardise(found.as_estimate(quote))
    assert not isinstance(result, Unusable)
    return result.measure, result.point, result.low, result.high


@pytest.mark.parametrize(
    ("sentence", "measure", "numbers"),
    [
        ("Fewer blisters (absolute risk reduction 4.2%, 95% CI 1.1 to 7.3).", RD, (-0.042, -0.073, -0.011)),
        ("Blisters: ARR 4.2% (95% CI 1.1% to 7.3%).", RD, (-0.042, -0.073, -0.011)),
        ("Blisters: absolute risk reduction 0.8% (95% CI 0.2 to 1.4).", RD, (-0.008, -0.014, -0.002)),
        ("Blisters: absolute risk reduction 0.042 (95% CI 0.011 to 0.073).", RD, (-0.042, -0.073, -0.011)),
        ("Blisters: absolute risk reduction 2.0% (95% CI -1.0 to 5.0).", RD, (-0.02, -0.05, 0.01)),
        ("Blisters: risk difference -4.2% (95% CI -7.3 to -1.1).", RD, (-0.042, -0.073, -0.011)),
        ("Blisters: risk difference -4.2 (95% CI -7.3 to -1.1).", RD, (-0.042, -0.073, -0.011)),
        ("Blisters: risk difference -0.042 (95% CI -0.073 to -0.011).", RD, (-0.042, -0.073, -0.011)),
        ("Blisters: absolute risk increase 2.0% (95% CI 0.5 to 3.5).", RD, (0.02, 0.005, 0.035)),
        ("Blisters: relative risk reduction 30% (95% CI 10% to 45%).", PERCENT, (-30, -45, -10)),
        ("Vaccine efficacy was 62% (95% CI 41 to 75).", PERCENT, (-62, -75, -41)),
        ("Tea had no effect on cramps (6% reduction, 95% CI -1 to 12%).", PERCENT, (-6, -12, 1)),
        ("Tea lowered the risk of cramps by 25% (95% CI 12 to 36%).", PERCENT, (-25, -36, -12)),
        ("Tea increased the number of steps by 12% (95% CI 3 to 21%).", PERCENT, (12, 3, 21)),
    ],
)  # fmt: skip
def test_a_difference_points_the_way_the_paper_means(
    sentence: str, measure: EffectMeasure, numbers: tuple[float, float, float]
) -> None:
    found = standardised(sentence)
    assert found[0] is measure
    assert found[1:] == pytest.approx(numbers)


def test_what_was_done_is_said() -> None:
    (found,) = read_estimates("Blisters: ARR 4.2% (95% CI 1.1% to 7.3%).")
    quote = Quote(passage_id=PassageId("p"), char_start=0, char_end=9, text="ARR 4.2%")
    result = standardise(found.as_estimate(quote))
    assert not isinstance(result, Unusable)
    assert result.assumptions == ("printed in per cent; printed as a reduction",)
