"""The arms' own numbers out of all of a paper, with the row or sentence that prints them."""

from __future__ import annotations

import pytest

from aitia.model.claim import ArmCounts, ArmMeans
from aitia.model.keys import PaperId
from aitia.model.paper import Paper, Section
from aitia.model.passage import Passage
from aitia.model.scales import EffectMeasure
from aitia.reading.numbers.of_paper import arm_numbers
from aitia.text.passages import make_passages

ABSTRACT = (
    "We randomised 238 adults to zeltamine (n = 120) or placebo (n = 118). Fewer stones recurred with "
    "zeltamine. Nausea occurred in 12 (10%) of the zeltamine group and 24 (20.3%) of the placebo group."
)
TABLE = """Adults were followed for six months.
Table 2
Outcomes at six months
Outcome | Zeltamine (n = 120) | Placebo (n = 118) | P
Recurrent stones, n (%) | 14 (11.7) | 31 (26.3) | 0.004
Emergency visits, n (%) | 9 (7.5) | 12 (10.2) | 0.46
Pain score, mean (SD) | 2.1 (1.2) | 3.4 (1.5) | <0.001
Adherence was good."""


def _passages(body: str = TABLE, abstract: str = ABSTRACT) -> tuple[Passage, ...]:
    sections = (Section(section_id="results", text=body),) if body else ()
    return make_passages(
        Paper(
            paper_id=PaperId("zeltamine"),
            title="Zeltamine for stones",
            abstract=abstract,
            source="made",
            record_id="zeltamine",
            sections=sections,
        )
    )


@pytest.mark.parametrize(
    ("outcome", "figures", "row"),
    [
        ("recurrent stones", (14, 120, 31, 118), "Recurrent stones, n (%) | 14 (11.7) | 31 (26.3) | 0.004"),
        ("emergency visits", (9, 120, 12, 118), "Emergency visits, n (%) | 9 (7.5) | 12 (10.2) | 0.46"),
        ("nausea", (12, 120, 24, 118), ABSTRACT[ABSTRACT.index("Nausea") :]),
    ],
)
def test_counts_come_with_the_row_or_the_sentence_that_prints_them(
    outcome: str, figures: tuple[int, ...], row: str
) -> None:
    passages = _passages()
    found = arm_numbers(passages, "zeltamine", "placebo", outcome)
    assert found is not None
    assert found.measure is EffectMeasure.RISK_RATIO
    assert found.counts is not None
    assert tuple(found.counts.model_dump().values()) == figures
    assert found.quote is not None
    assert found.quote.text == row
    (held,) = [p for p in passages if p.passage_id == found.quote.passage_id]
    assert held.text[found.quote.char_start : found.quote.char_end] == row


def test_means_have_the_sizes_of_the_header() -> None:
    found = arm_numbers(_passages(), "zeltamine", "placebo", "pain score")
    assert found is not None
    assert found.measure is EffectMeasure.MEAN_DIFFERENCE
    assert found.means == ArmMeans(
        mean_intervention=2.1,
        sd_intervention=1.2,
        n_intervention=120,
        mean_comparator=3.4,
        sd_comparator=1.5,
        n_comparator=118,
    )


def test_exchanged_arms_exchange_the_numbers() -> None:
    found = arm_numbers(_passages(), "placebo", "zeltamine", "recurrent stones")
    assert found is not None
    assert found.counts == ArmCounts(
        events_intervention=31, total_intervention=118, events_comparator=14, total_comparator=120
    )


def test_what_the_paper_does_not_tell_has_no_numbers() -> None:
    assert arm_numbers(_passages(), "zeltamine", "placebo", "death") is None
    assert arm_numbers(_passages("", ""), "zeltamine", "placebo", "recurrent stones") is None


def test_sizes_of_another_passage_are_not_enough() -> None:
    """The quote's own passage must print them: that is what a number is checked against."""
    without = TABLE.replace(" (n = 120)", "").replace(" (n = 118)", "")
    found = arm_numbers(_passages(without), "zeltamine", "placebo", "pain score")
    assert found is None
