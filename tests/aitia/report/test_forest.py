"""A forest plot shows estimates as points, stated directions as arrows only, and both syntheses."""

from __future__ import annotations

from aitia.model.evidence import PooledEffect, PoolingModel, StandardEstimate, StudyEvidence
from aitia.model.keys import PaperId, StudyId
from aitia.model.scales import Direction, EffectMeasure, StudyDesign
from aitia.model.synthesis import FullPool, Synthesis
from aitia.report.forest import RowKind, forest, forest_plot


def study(name: str, ratio: float | None, measure: EffectMeasure = EffectMeasure.RISK_RATIO) -> StudyEvidence:
    estimate = None
    if ratio is not None:
        estimate = StandardEstimate(
            measure=measure, effect=0, variance=1, point=ratio, low=ratio / 1.5, high=ratio * 1.5
        )
    return StudyEvidence(
        study_id=StudyId(f"study_{name}"),
        label=name,
        paper_ids=(PaperId(f"pmid:{name}"),),
        edge_ids=(),
        design=StudyDesign.RANDOMISED_TRIAL,
        direction=Direction.DECREASES,
        estimate=estimate,
    )


POOL = PooledEffect(
    measure=EffectMeasure.RISK_RATIO,
    model=PoolingModel.REML,
    k=2,
    point=0.7,
    low=0.6,
    high=0.8,
    prediction_low=0.4,
    prediction_high=1.2,
    weights={"study_a": 0.6, "study_b": 0.4},
)
SYNTHESIS = Synthesis(
    entries=(),
    participants=None,
    measure=EffectMeasure.RISK_RATIO,
    point=0.75,
    low=0.6,
    high=0.9,
    more=0.1,
    important_more=0.1,
    important_less=0.8,
    unimportant=0.1,
    excludes_importance=False,
    full_pool=FullPool(higher=0.1, lower=0.8, neither=0.1),
)


def test_a_study_without_an_estimate_is_an_arrow_and_never_a_point() -> None:
    plot = forest([study("a", 0.7), study("b", 0.8), study("c", None)], POOL)
    assert plot is not None
    stated = next(row for row in plot.rows if row.label == "c")
    assert (stated.kind, stated.point, stated.low) == (RowKind.DIRECTION, None, None)
    assert "direction only: reduction" in forest_plot([study("a", 0.7), study("c", None)], POOL)


def test_classic_pool_synthesis_and_prediction_interval_stand_below_the_studies() -> None:
    plot = forest([study("a", 0.7), study("b", 0.8)], POOL, SYNTHESIS)
    assert plot is not None
    assert [row.kind for row in plot.rows[2:]] == [RowKind.POOL, RowKind.COMBINED, RowKind.PREDICTION]
    assert (plot.rows[4].low, plot.rows[4].high) == (0.4, 1.2)


def test_weights_are_the_pools_own() -> None:
    plot = forest([study("a", 0.7), study("b", 0.8)], POOL)
    assert plot is not None
    assert [row.weight for row in plot.rows[:2]] == [0.6, 0.4]


def test_a_study_in_another_measure_is_shown_by_its_direction() -> None:
    plot = forest([study("a", 0.7), study("b", 3.0, EffectMeasure.MEAN_DIFFERENCE)], POOL)
    assert plot is not None
    assert [row.kind for row in plot.rows[:2]] == [RowKind.STUDY, RowKind.DIRECTION]


def test_a_ratio_that_the_pool_weighs_is_a_square_with_its_own_figures() -> None:
    plot = forest([study("a", 0.7), study("b", 0.8, EffectMeasure.HAZARD_RATIO)], POOL)
    assert plot is not None
    weighed = next(row for row in plot.rows if row.label == "b")
    assert (weighed.kind, weighed.point, weighed.weight) == (RowKind.STUDY, 0.8, 0.4)
    squares = [row.weight or 0.0 for row in plot.rows if row.kind is RowKind.STUDY]
    assert sum(squares) == 1.0


def test_no_effect_lies_in_the_middle_and_nothing_leaves_the_plot() -> None:
    plot = forest([study("a", 0.001), study("b", 900.0)], None)
    assert plot is not None
    assert plot.share(1.0) == 0.5
    assert (plot.share(1e-9), plot.share(1e9)) == (0.0, 1.0)


def test_without_any_estimate_there_is_no_plot() -> None:
    assert forest([study("a", None)], None) is None
    assert forest_plot([], None) == ""


def test_labels_of_papers_do_not_become_markup() -> None:
    assert "<script>" not in forest_plot([study("<script>alert(1)</script>", 0.7)], None)
