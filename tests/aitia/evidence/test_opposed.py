"""Texts of one wording that find the opposite are two studies; repeated ones stay one."""

from __future__ import annotations

import pytest

from aitia.evidence.independence import link_studies, studies
from aitia.model.claim import StudyFacts
from aitia.model.keys import PaperId
from aitia.model.paper import Paper
from aitia.model.scales import StudyDesign

FORM = (
    "Sprained ankles heal slowly in people who walk a great deal at work, and little is known of what helps. "
    "We gave warehouse staff with a fresh sprain either the {drug} gel or a plain gel for {weeks} weeks. "
    "Swelling was measured with a tape by nurses who did not know which gel each person had been given. "
    "Of the {n} people who began, nearly all came back for the last measurement at the end of the treatment. "
    "{finding} "
    "Itching of the skin was seen in a few people of both groups and went away by itself within some days."
)
REDUCED = "Swelling at the last measurement was reduced with the gel as compared with the plain one."
RAISED = "Swelling at the last measurement was increased with the gel as compared with the plain one."
NOT_REDUCED = "Swelling at the last measurement was not reduced with the gel as compared with the plain one."
REDUCED_TOO = "Swelling at the last measurement was much reduced with the gel as compared with the plain one."


def told(name: str, finding: str, n: int = 212, more: str = "") -> tuple[Paper, StudyFacts]:
    text = FORM.format(drug="arnica", weeks=4, n=n, finding=finding) + more
    paper = Paper(
        source="test", record_id=name, title=f"Report {name}", abstract=text, authors=(f"{name} Q",),
        year=2020, paper_id=PaperId(name),
    )  # fmt: skip
    return paper, StudyFacts(design=StudyDesign.RANDOMISED_TRIAL, sample_size=n)


def count(*reports: tuple[Paper, StudyFacts]) -> int:
    return len(studies(link_studies(reports)))


@pytest.mark.parametrize("other", [RAISED, NOT_REDUCED])
def test_the_opposite_finding_in_one_wording_is_another_study(other: str) -> None:
    assert count(told("a", REDUCED), told("b", other)) == 2
    assert count(told("a", REDUCED), told("b", other), told("c", REDUCED_TOO), told("d", other, n=213)) == 2


@pytest.mark.parametrize("finding", [REDUCED, REDUCED_TOO])
@pytest.mark.parametrize("more", ["", " There was no funding.", " Costs were not counted."])
def test_the_same_finding_stays_one_study(finding: str, more: str) -> None:
    assert count(told("a", REDUCED), told("b", finding, n=213, more=more)) == 1
