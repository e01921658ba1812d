"""Numbers of two arms are read from tables and sentences, or not at all."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aitia.model.claim import ArmCounts
from aitia.reading.numbers.cells import Share, events_of, read_moments, read_share, sd_from_interval
from aitia.reading.numbers.reader import prepare_numeric, read_counts, read_means

TABLE = """# Results ::::table-wrap
::: caption
Outcomes at twelve weeks
:::

  Outcome                Lesurad (n = 40)   Placebo (n = 41)   P
  ---------------------- ------------------ ------------------ -------
  Any flare, n (%)       8 (20.0)           16 (39.0)          .04
  Urate, mean (SD)       5.1 (1.2)          6.8 (1.4)          <.001
  Weight, mean (95% CI)  80.0 (78.0, 82.0)  81.0 (79.0, 83.0)  .40::::
"""


def counts(events: int, total: int, other: int, other_total: int) -> ArmCounts:
    return ArmCounts(
        events_intervention=events,
        total_intervention=total,
        events_comparator=other,
        total_comparator=other_total,
    )


def test_events_and_totals_come_from_a_table() -> None:
    reading = read_counts(prepare_numeric(TABLE), "Lesurad", "Placebo", "any flare")
    assert reading is not None
    assert reading.counts == counts(8, 40, 16, 41)


def test_exchanged_arms_exchange_the_numbers() -> None:
    reading = read_counts(prepare_numeric(TABLE), "Placebo", "Lesurad", "any flare")
    assert reading is not None
    assert reading.counts == counts(16, 41, 8, 40)


def test_means_come_from_a_table() -> None:
    reading = read_means(prepare_numeric(TABLE), "Lesurad", "Placebo", "urate")
    assert reading is not None
    assert reading.means is not None
    assert (reading.means.mean_intervention, reading.means.sd_comparator) == (5.1, 1.4)


def test_a_confidence_interval_becomes_a_standard_deviation() -> None:
    reading = read_means(prepare_numeric(TABLE), "Lesurad", "Placebo", "weight")
    assert reading is not None
    assert reading.means is not None
    assert reading.means.sd_intervention == sd_from_interval(2.0, 40) == 6.45


@pytest.mark.parametrize(
    "sentence",
    [
        "Nausea occurred in 4 of 30 patients in the lesurad group and 9 of 32 in the placebo group.",
        "Nausea was seen in 13.3% (4/30) of those on lesurad and 28.1% (9/32) of those on placebo.",
        "Nausea occurred with lesurad (n = 30) and placebo (n = 32) in 4/30 and 9/32, respectively.",
    ],
)
def test_events_come_from_a_sentence(sentence: str) -> None:
    reading = read_counts(prepare_numeric(sentence), "lesurad", "placebo", "nausea")
    assert reading is not None
    assert reading.counts == counts(4, 30, 9, 32)


def test_no_event_in_either_group_is_nought_of_each() -> None:
    text = "We gave lesurad (n = 30) or placebo (n = 32). No adverse events were seen in either group."
    reading = read_counts(prepare_numeric(text), "lesurad", "placebo", "adverse effects")
    assert reading is not None
    assert reading.counts == counts(0, 30, 0, 32)


def test_another_outcome_is_not_answered() -> None:
    assert read_counts(prepare_numeric(TABLE), "Lesurad", "Placebo", "stroke") is None
    assert read_means(prepare_numeric(""), "Lesurad", "Placebo", "urate") is None


def test_a_percentage_that_contradicts_its_count_is_not_used() -> None:
    assert events_of(Share(8, None, 55.0), 40) is None
    assert events_of(Share(8, None, 20.0), 40) == 8
    assert events_of(Share(None, None, 20.0), 40) == 8


def test_cells_are_read_as_printed() -> None:
    assert read_share("1,525 (12.5)", False) == Share(1525, None, 12.5)
    assert read_moments("−3·4 ± 1·1", False) == read_moments("-3.4 (1.1)", False)
    assert read_moments("3.2 (0 to 8)", False) is None


@settings(max_examples=60)
@given(st.text(max_size=300), st.text(max_size=40), st.text(max_size=40), st.text(max_size=40))
def test_any_text_is_survived(text: str, first: str, second: str, outcome: str) -> None:
    article = prepare_numeric(text)
    read_counts(article, first, second, outcome)
    read_means(article, first, second, outcome)
