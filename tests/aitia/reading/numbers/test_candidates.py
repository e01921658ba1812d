"""What an article could mean by two arms' figures: pairs of cells, and sizes."""

from __future__ import annotations

import numpy as np
import pytest

from aitia.reading.numbers.candidates import FEATURES, find_candidates
from aitia.reading.numbers.grid import arm_fit, table_pairs
from aitia.reading.numbers.reader import prepare_numeric, surest
from aitia.reading.numbers.sizes import size_choices
from aitia.reading.numbers.tables import Row, Table
from aitia.reading.paper.arms import make_names

NAMES = make_names("lesurad", "placebo", "urate")


def table(header: tuple[str, ...], *rows: tuple[str, tuple[str, ...]]) -> Table:
    return Table("", "", header, tuple(Row(label, "", cells, i) for i, (label, cells) in enumerate(rows)), 0)


def cells_of(made: Table) -> list[tuple[str, str]]:
    return [(pair.first, pair.second) for pair in table_pairs(made, NAMES)]


def test_arms_are_columns_in_either_order() -> None:
    row = ("Urate", ("6.8 (1.4)", "5.1 (1.2)"))
    assert cells_of(table(("Placebo", "Lesurad"), row)) == [("5.1 (1.2)", "6.8 (1.4)")]


def test_arms_can_be_rows() -> None:
    made = table(("Urate", "p"), ("Lesurad", ("5.1 (1.2)", ".04")), ("Placebo", ("6.8 (1.4)", ".04")))
    assert cells_of(made) == [("5.1 (1.2)", "6.8 (1.4)")]


def test_a_column_for_the_spread_belongs_to_that_of_the_mean() -> None:
    header = ("Lesurad mean", "Lesurad SD", "Placebo mean", "Placebo SD")
    assert cells_of(table(header, ("Urate", ("5.1", "1.2", "6.8", "1.4")))) == [("5.1 (1.2)", "6.8 (1.4)")]


def test_names_over_blocks_of_columns_are_spread_and_like_columns_compared() -> None:
    made = table(("Lesurad", "Placebo", "", ""), ("Urate", ("7.0 (1)", "5.1 (1)", "7.1 (1)", "6.8 (1)")))
    assert cells_of(made) == [("7.0 (1)", "7.1 (1)"), ("5.1 (1)", "6.8 (1)")]


def test_a_test_of_both_arms_is_no_arm() -> None:
    assert arm_fit("Lesurad", NAMES) > 0 > arm_fit("Placebo (n = 30)", NAMES)
    for header in ("P value", "Lesurad vs placebo", "Difference", ""):
        assert arm_fit(header, NAMES) == 0


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("We gave lesurad (n = 40) or placebo (n = 41).", (40, 41)),
        ("Sixty patients were randomly divided into two groups.", (30, 30)),
        ("There were 25 patients in each group.", (25, 25)),
        ("In all 81 patients were randomised; lesurad (n = 40) was better.", (40, 41)),
        ("In this crossover trial, a crossover of two weeks, 12 participants were included.", (12, 12)),
    ],
)
def test_sizes_come_from_what_the_text_says(text: str, sizes: tuple[int, int]) -> None:
    assert sizes in dict(size_choices(prepare_numeric(text), NAMES))


def test_no_size_is_invented() -> None:
    assert size_choices(prepare_numeric("Patients got lesurad or placebo."), NAMES) == []


def test_candidates_of_the_same_figures_count_together() -> None:
    text = "Nausea occurred in 4 of 30 patients on lesurad and in 9 of 32 on placebo. "
    found = find_candidates(prepare_numeric(text * 2), "lesurad", "placebo", "nausea", binary=True)
    weights = np.zeros(len(FEATURES))
    values, alone = surest(found[:1], weights, 0.0)
    assert values == (4, 30, 9, 32)
    assert surest(found, weights, 0.0)[1] > alone == 0.5


def test_other_outcomes_have_no_candidates() -> None:
    text = "Nausea occurred in 4 of 30 patients on lesurad and in 9 of 32 on placebo."
    assert find_candidates(prepare_numeric(text), "lesurad", "placebo", "stroke", binary=True) == []
