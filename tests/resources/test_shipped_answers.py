"""Answers that the close reader tells, as it ships."""

from __future__ import annotations

import pytest

from aitia.model.claim import Claim, StudyFacts
from aitia.model.paper import Paper
from aitia.model.scales import Direction
from aitia.question.reader import read_question
from aitia.reading.answers.answering import answer_finding
from aitia.reading.statements.matching import match_claim
from aitia.reading.study.facts import read_study_facts
from aitia.text.passages import make_passages
from resources.local_models import local_models
from resources.settings import get_settings
from tests.aitia.reading.answers.aspirin import paper_of

# Both workers would load the encoders.
pytestmark = pytest.mark.xdist_group("demonstration_findings")


def answers_to(question: str, paper: Paper) -> tuple[Claim, ...]:
    passages, models = make_passages(paper), local_models(get_settings().cache_home / "models")
    facts = read_study_facts(paper, passages)
    return answer_finding(read_question(question), paper, passages, facts, models)


def test_numbers_of_turned_arms_stay_as_printed_and_the_match_says_swapped() -> None:
    abstract = (
        "In a cohort of 300 adults, vitamin D deficiency was associated with a higher risk of falls "
        "(OR 1.6; 95% CI 1.1-2.3)."
    )
    question = read_question("Does vitamin D prevent falls?")
    (claim,) = answers_to("Does vitamin D prevent falls?", paper_of(abstract, "Vitamin D and falls"))
    assert claim.direction is Direction.INCREASES
    assert claim.estimates[0].point == 1.6
    assert match_claim(question, claim, StudyFacts()).swapped


def test_an_arm_called_delayed_lowers_nothing() -> None:
    abstract = (
        "METHODS: 54 adults were randomised to early or delayed surgery. RESULTS: The risk of mortality was "
        "almost 3 times as great in the early surgery group as in the delayed surgery group (hazard ratio "
        "2.85, 95% CI 1.1 to 7.2)."
    )
    question = "Is mortality higher, lower, or the same when comparing early surgery to delayed surgery?"
    best = answers_to(question, paper_of(abstract, "Early or delayed surgery: a randomised trial"))[0]
    assert best.direction is Direction.INCREASES


def test_more_decline_is_less_function() -> None:
    abstract = (
        "METHODS: 120 adults were randomised to dancing or usual care. RESULTS: Dancing significantly "
        "reduced cognitive decline compared with usual care (P = 0.01)."
    )
    question = "Is cognitive function higher, lower, or the same when comparing dancing to usual care?"
    best = answers_to(question, paper_of(abstract, "Dancing for older adults: a randomised trial"))[0]
    assert best.direction is Direction.INCREASES


@pytest.mark.parametrize(
    ("outcome", "sentence", "direction"),
    [
        (
            "stroke",
            "Aspirin reduced heart attacks by 36%, with no effect on stroke.",
            Direction.NO_DIFFERENCE,
        ),
        (
            "stroke",
            "Aspirin prevented heart attacks, while the evidence on stroke remained inconclusive.",
            Direction.UNCLEAR,
        ),
        ("stroke", "Aspirin reduced heart attacks, but stroke was increased.", Direction.INCREASES),
        ("stroke", "Aspirin reduced heart attacks and stroke.", Direction.DECREASES),
        ("bleeding", "Aspirin prevents heart attacks and increases major bleeding.", Direction.INCREASES),
        (
            "bleeding",
            "Aspirin prevented vascular events, but it also caused bleeding.",
            Direction.INCREASES,
        ),
        (
            "haemorrhage",
            "Aspirin did not prolong survival and led to more haemorrhage.",
            Direction.INCREASES,
        ),
        ("stroke", "Aspirin brought more bleeding and no reduction of stroke.", Direction.NO_DIFFERENCE),
        (
            "bleeding",
            "Aspirin helps in primary prevention of stroke, though bleeding rose.",
            Direction.INCREASES,
        ),
    ],
)
def test_the_clause_that_names_the_outcome_has_its_direction(
    outcome: str, sentence: str, direction: Direction
) -> None:
    assert _of_aspirin(outcome, sentence).direction is direction


@pytest.mark.parametrize(("outcome", "points"), [("stroke", [1.29]), ("bleeding", [1.83])])
def test_the_number_of_another_outcome_gives_way_to_that_of_the_one_asked_for(
    outcome: str, points: list[float]
) -> None:
    both = (
        "Major bleeding was increased with aspirin (odds ratio 1.83, 95% CI 1.43 to 2.35), and so was stroke "
        "(odds ratio 1.29, 95% CI 1.06 to 1.56)."
    )
    claim = _of_aspirin(outcome, both)
    assert claim.direction is Direction.INCREASES
    assert [estimate.point for estimate in claim.estimates] == points


def _of_aspirin(outcome: str, sentence: str) -> Claim:
    abstract = f"METHODS: We randomly assigned 900 adults to aspirin or placebo. RESULTS: {sentence}"
    question = f"Is {outcome} higher, lower, or the same when comparing aspirin to placebo?"
    return answers_to(question, paper_of(abstract, "Aspirin or placebo: a randomised trial"))[0]
