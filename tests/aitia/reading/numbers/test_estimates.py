"""Effect estimates are read in every common print, with the place of every number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aitia.model.scales import EffectMeasure as M
from aitia.reading.numbers.estimates import read_estimates
from aitia.reading.numbers.p_values import read_p_values

PRINTED = [
    ("Deaths fell (RR 0.56; 95% CI, 0.45-0.70; P<0.00001).", M.RISK_RATIO, 0.56, 0.45, 0.70, 0.00001),
    ("Admission was rarer (OR=0.13 [95% CI 0.07–0.23]).", M.ODDS_RATIO, 0.13, 0.07, 0.23, None),
    (
        "(hazard ratio, 0.67; 95 percent confidence interval, 0.50 to 0.91)",
        M.HAZARD_RATIO,
        0.67,
        0.5,
        0.91,
        None,
    ),
    ("OR 0,56 (IC 95% 0,45-0,70; p = 0,03)", M.ODDS_RATIO, 0.56, 0.45, 0.70, 0.03),
    ("RR 0·56 (95% CI 0·45–0·70)", M.RISK_RATIO, 0.56, 0.45, 0.70, None),
    ("HR (95% CI) 0.56 (0.45–0.70)", M.HAZARD_RATIO, 0.56, 0.45, 0.70, None),
    ("mean difference −1.2 (95% CI −2.0 to −0.4; P = .003)", M.MEAN_DIFFERENCE, -1.2, -2.0, -0.4, 0.003),
    ("SMD = -0.35, 95% CI: -0.60, -0.10", M.STANDARDISED_MEAN_DIFFERENCE, -0.35, -0.6, -0.1, None),
    ("relative risk, 0.8; P=0.02; 95% CI, 0.6-0.95", M.RISK_RATIO, 0.8, 0.6, 0.95, 0.02),
    ("incidence rate ratio 0.96 [95% CI 0.75-1.22]; p=0.72", M.RATE_RATIO, 0.96, 0.75, 1.22, 0.72),
    (
        "risk difference, -2.1 percentage points; 95% CI, -3.0 to -1.2",
        M.RISK_DIFFERENCE,
        -2.1,
        -3,
        -1.2,
        None,
    ),
    ("protective efficacy was 67% (95% CI, 50 to 80)", M.PERCENT_CHANGE, 67, 50, 80, None),
    ("odds ratio for 3-month death was 0.80 (0.60-1.05)", M.ODDS_RATIO, 0.8, 0.6, 1.05, None),
    ("the weights correlated (r = 0.45, p<0.001)", M.CORRELATION, 0.45, None, None, 0.001),
    ("HR = 0.75 [0.61; 0.91]", M.HAZARD_RATIO, 0.75, 0.61, 0.91, None),
]


@pytest.mark.parametrize(("text", "measure", "point", "low", "high", "p"), PRINTED)
def test_reads_the_common_prints(
    text: str, measure: M, point: float, low: float | None, high: float | None, p: float | None
) -> None:
    (found,) = read_estimates(text)
    assert (found.measure, found.point, found.low, found.high, found.p_value) == (
        measure,
        point,
        low,
        high,
        p,
    )


@pytest.mark.parametrize(("text", "measure", "point", "low", "high", "p"), PRINTED)
def test_every_number_stands_at_its_place(
    text: str, measure: M, point: float, low: float | None, high: float | None, p: float | None
) -> None:
    (found,) = read_estimates(text)
    for start, end in found.spans.values():
        assert 0 <= start < end <= len(text)
    start, end = found.spans["point"]
    assert any(char.isdigit() for char in text[start:end])


def test_a_reversed_interval_is_kept_as_printed_and_flagged() -> None:
    (found,) = read_estimates("RR 0.70 (95% CI 0.90 to 0.50)")
    assert (found.low, found.high) == (0.9, 0.5)
    assert found.flags == ("reversed interval",)


def test_a_point_outside_its_interval_is_flagged() -> None:
    (found,) = read_estimates("OR 1.65; 95% CI, 1.84-3.25")
    assert found.flags == ("point outside interval",)


@pytest.mark.parametrize(
    "text",
    [
        "Sensitivity was 93.2% (95% CI, 87.4%-99.0%).",
        "Patients received A OR B OR 3 of them.",
        "The median age was 56 (45-70) years.",
        "The RR interval and the MD degree were noted.",
        "Follow-up was 15.8 months (95% CI: 12.8-18.7).",
        "There was a difference between the groups (t = -1.99, p < 0.05).",
        "There was a difference in pain (F(1, 40) = 5.25, P = 0.02).",
        "",
    ],
)
def test_what_is_no_effect_is_not_read_as_one(text: str) -> None:
    assert read_estimates(text) == ()


def test_several_estimates_keep_their_own_numbers() -> None:
    text = "Stroke (HR 0.83; 95% CI 0.69-0.99; P = .04), bleeding (HR 1.40; 95% CI 1.07-1.83; P = .02)."
    first, second = read_estimates(text)
    assert (first.point, first.p_value, second.point, second.p_value) == (0.83, 0.04, 1.40, 0.02)


def test_adjusted_and_crude_estimates_are_told_apart() -> None:
    crude, adjusted = read_estimates(
        "The crude OR was 2.0 (95% CI 1.5-2.7) and the adjusted OR 1.5 (95% CI 1.2-1.9)."
    )
    assert crude.adjusted is False
    assert adjusted.adjusted is True


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("lower (p = 0.03 for interaction)", []),
        ("(p < 0.001 for noninferiority) and superior (p = 0.02)", [0.02]),
        ("heterogeneity was large (I2 = 89%, p < 0.001)", []),
        ("a linear trend (p = 0.01)", []),
        ("a group-by-time interaction (p = 0.01)", [0.01]),
        ("lower (RR 0.5, p = 0.01)", [0.01]),
    ],
)
def test_p_values_of_other_tests_are_none_of_the_difference(text: str, values: list[float]) -> None:
    assert [p.value for p in read_p_values(text)] == values


def test_p_values_keep_their_operator() -> None:
    found = read_p_values("(p < 0.05), P=.31, p > 0.10, P = NS, p for trend = 0.01, P<0.001 for trend")
    assert [(p.operator, p.value) for p in found] == [("<", 0.05), ("=", 0.31), (">", 0.10), (">", None)]
    assert [p.significant for p in found] == [True, False, False, False]


@given(
    st.sampled_from(["RR", "OR", "HR", "hazard ratio", "relative risk", "odds ratio"]),
    st.integers(2, 300),
    st.integers(1, 50),
    st.integers(1, 200),
    st.sampled_from([" to ", "-", "–", ", "]),
)
def test_any_ratio_with_its_interval_is_read_back(
    name: str, low: int, step: int, more: int, joint: str
) -> None:
    a, b, c = low / 100, (low + step) / 100, (low + step + more) / 100
    text = f"The {name} was {b:.2f} (95% CI {a:.2f}{joint}{c:.2f})."
    (found,) = read_estimates(text)
    assert (found.point, found.low, found.high) == (b, a, c)


@given(st.text(max_size=300))
def test_any_text_is_survived(text: str) -> None:
    for found in read_estimates(text):
        assert 0 <= found.start < found.end <= len(text)


@pytest.mark.parametrize(
    "noise", ["OR " * 40_000, "95% CI " * 20_000, "0.5 (0.4-" * 20_000, "1,000" * 40_000, "p<" * 90_000]
)
def test_hostile_repetition_is_harmless(noise: str) -> None:
    read_estimates(noise)
    read_p_values(noise)


@pytest.mark.parametrize(
    "text",
    [
        "The rise in HR (P = 0.08481) was minimal.",
        "HR and pressure were lower (P < 0.05).",
        "HR was lower (p value of 0.03).",
    ],
)
def test_a_p_value_is_no_ratio(text: str) -> None:
    assert read_estimates(text) == ()


@pytest.mark.parametrize(
    ("text", "points"),
    [
        (
            "HRs were 0.70 (95% CI 0.55 to 0.90) for death and 1.20 (95% CI 0.90 to 1.60) for pain.",
            [0.70, 1.20],
        ),
        (
            "Mean differences were seen in weight (-3.4 kg, 95% CI -5.5 to -1.3) and waist (-4.6 cm, 95% "
            "CI -6.8 to -2.3).",
            [-3.4, -4.6],
        ),
        # A number of another kind shares no measure.
        (
            "The odds ratio was 1.60 (95% CI 1.45 to 1.80), the coefficient -0.46 (95% CI -0.54 to -0.38).",
            [1.60],
        ),
        (
            "The odds ratio was 0.25 (95% CI 0.16 to 0.34), so a number of 4 (95% CI 2.9 to 6.3) follows.",
            [0.25],
        ),
    ],
)
def test_a_measure_is_shared_by_the_numbers_behind_it(text: str, points: list[float]) -> None:
    assert [e.point for e in read_estimates(text)] == points
