"""Arms are named by what was given, not by who got it, for how long, or where that was told."""

from __future__ import annotations

import pytest

from aitia.model.keys import PaperId
from aitia.model.paper import Paper
from aitia.reading.paper.document import read_document
from aitia.reading.paper.entities import PaperArms, read_paper_arms
from aitia.text.passages import make_passages


@pytest.mark.parametrize(
    ("sentence", "arms"),
    [
        (
            "We randomly assigned 90 adults to zinc or placebo and were followed for 2 years.",
            ("zinc", "placebo"),
        ),
        ("In all, 90 adults received zinc or no treatment in primary prevention.", ("zinc", "no treatment")),
        ("Adults were randomised to zinc or iron for 12 weeks.", ("zinc", "iron")),
        ("We pooled randomised trials that compared zinc with placebo or no treatment.", ("zinc", "placebo")),
        ("Adults were assigned to zinc and vitamin C or placebo.", ("zinc and vitamin C", "placebo")),
    ],
)
def test_an_arm_is_named_by_what_was_given(sentence: str, arms: tuple[str, str]) -> None:
    paper = Paper(paper_id=PaperId("p1"), source="s", record_id="1", title="A report", abstract=sentence)
    read = read_paper_arms(paper, read_document(make_passages(paper)))
    assert (read.intervention, read.comparator) == arms


@pytest.mark.parametrize(
    ("named", "resolved"),
    [
        ("women in the intervention", ("zinc", "placebo", False)),
        ("participants in the experimental group", ("zinc", "placebo", False)),
        ("adults in the placebo group", ("zinc", "placebo", True)),
        ("women with asthma", ("women with asthma", "placebo", False)),
        ("patients in the intensive care unit", ("patients in the intensive care unit", "placebo", False)),
    ],
)
def test_the_people_of_an_arm_are_the_arm(named: str, resolved: tuple[str, str, bool]) -> None:
    assert PaperArms("zinc", "placebo").resolve(named, None) == resolved
