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
