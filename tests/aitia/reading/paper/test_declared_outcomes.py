"""A paper's own names for its outcomes are read as what they were declared to be."""

from __future__ import annotations

import pytest

from aitia.model.keys import PaperId
from aitia.model.paper import Paper
from aitia.model.scales import Direction
from aitia.question.reader import read_question
from aitia.reading.answers.answering import answer_finding
from aitia.reading.paper.declared_outcomes import declared_outcomes, outcome_reference
from aitia.reading.study.facts import read_study_facts
from aitia.text.passages import make_passages


@pytest.mark.parametrize(
    ("sentence", "name", "holds"),
    [
        ("The primary outcome was death from any cause.", "primary outcome", "death from any cause"),
        ("Main outcome measures: weight and waist.", "main outcome", "weight and waist"),
        ("An adverse outcome was defined as death or deafness.", "adverse outcome", "death or deafness"),
        ("Smoking cessation was the primary endpoint.", "primary endpoint", "Smoking cessation"),
        ("We followed the secondary outcomes, pain and sleep.", "secondary outcome", "pain and sleep"),
    ],
)
def test_a_declaration_is_understood(sentence: str, name: str, holds: str) -> None:
    assert holds in declared_outcomes([sentence])[name]


def test_a_result_is_not_taken_for_a_declaration() -> None:
    assert declared_outcomes(["The primary outcome was significantly lower with the drug."]) == {}


def test_the_above_parameters_are_those_of_the_sentence_before() -> None:
    names = declared_outcomes(
        ["Pregnancy rates were recorded.", "Aspiration did not change the above parameters."]
    )
    assert names["the above parameter"] == "Pregnancy rates were recorded."


def test_a_sentence_on_risk_factors_tells_nothing_of_an_arm() -> None:
    assert outcome_reference("No effect was seen on either outcome.") == "either outcome"
    assert outcome_reference("Oedema was a risk factor for the adverse outcome.") == ""


def _answers(abstract: str) -> list[tuple[str, Direction]]:
    title = "A leaflet for smokers: a randomised trial"
    paper = Paper(paper_id=PaperId("p1"), source="s", record_id="1", title=title, abstract=abstract)
    passages = make_passages(paper)
    question = read_question(
        "Is smoking cessation higher, lower, or the same when comparing a leaflet to usual care?"
    )
    # Vouched for: the page's doubt whether such short texts report the outcome is not what is asked here.
    claims = answer_finding(question, paper, passages, read_study_facts(paper, passages), vouched=True)
    return [(claim.effect, claim.direction) for claim in claims]


METHODS = "METHODS: In a trial 900 smokers were randomised to a leaflet or usual care. "
RESULT = "RESULTS: No significant effect of the leaflet was found on either outcome."


def test_a_finding_on_either_outcome_answers_for_a_declared_one() -> None:
    declared = "The primary outcomes were smoking cessation and weight. "
    assert _answers(METHODS + declared + RESULT) == [("either outcome", Direction.NO_DIFFERENCE)]


def test_it_answers_for_no_outcome_that_was_not_declared() -> None:
    declared = "The primary outcomes were blood pressure and weight. "
    assert _answers(METHODS + declared + RESULT) == []
