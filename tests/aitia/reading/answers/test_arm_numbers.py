"""An answer gets the arms' numbers from elsewhere in its paper, if they say what was read."""

from __future__ import annotations

import pytest

from aitia.model.claim import Claim, EffectEstimate
from aitia.model.keys import PaperId, QuestionId
from aitia.model.paper import Paper, Section
from aitia.model.passage import Passage
from aitia.model.scales import Direction, Domain, QuestionKind
from aitia.question.specification import Question
from aitia.reading.answers.answering import answer_finding
from aitia.reading.answers.arm_numbers import with_arm_numbers
from aitia.reading.study.facts import read_study_facts
from aitia.text.passages import make_passages

TABLE = """Table 2
Outcomes at six months
Outcome | Zeltamine (n = 120) | Placebo (n = 118)
Recurrent stones, n (%) | 14 (11.7) | 31 (26.3)"""
PAPER = Paper(
    paper_id=PaperId("zeltamine"),
    title="Zeltamine against recurrent stones: a randomised trial",
    abstract="Adults with stones got zeltamine or placebo. Recurrent stones were significantly less common "
    "with zeltamine than with placebo (p = 0.004).",
    source="made",
    record_id="zeltamine",
    sections=(Section(section_id="results", text=TABLE),),
)


def _question(intervention: str = "zeltamine", comparator: str | None = "placebo") -> Question:
    return Question(
        question_id=QuestionId("q"),
        text="",
        kind=QuestionKind.COMPARISON,
        domain=Domain.BIOMEDICAL,
        intervention=intervention,
        comparator=comparator,
        outcome="recurrent stones",
    )


@pytest.fixture(scope="module")
def passages() -> tuple[Passage, ...]:
    return make_passages(PAPER)


@pytest.fixture(scope="module")
def claims(passages: tuple[Passage, ...]) -> tuple[Claim, ...]:
    return answer_finding(_question(), PAPER, passages, read_study_facts(PAPER, passages))


def _bare(claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
    return tuple(claim.model_copy(update={"estimates": ()}) for claim in claims)


def _figures(claim: Claim) -> list[int]:
    (estimate,) = claim.estimates
    assert estimate.counts is not None
    assert estimate.quote is not None
    assert estimate.quote.text == "Recurrent stones, n (%) | 14 (11.7) | 31 (26.3)"
    return list(estimate.counts.model_dump().values())


def test_the_answer_has_the_numbers_of_the_table(claims: tuple[Claim, ...]) -> None:
    assert claims[0].direction is Direction.DECREASES
    assert _figures(claims[0]) == [14, 120, 31, 118]


@pytest.mark.parametrize(
    ("change", "question"),
    [
        ({"direction": Direction.INCREASES}, _question()),
        ({"direction": Direction.NO_DIFFERENCE}, _question()),
        ({"cause": "placebo"}, _question()),
        ({"comparator": None}, _question(comparator=None)),
    ],
    ids=["the other way", "no difference", "another arm's claim", "no comparator"],
)
def test_numbers_that_say_otherwise_or_have_no_arms_are_left(
    change: dict[str, object], question: Question, claims: tuple[Claim, ...], passages: tuple[Passage, ...]
) -> None:
    first, *others = _bare(claims)
    changed = (first.model_copy(update=change), *others)
    assert with_arm_numbers(question, passages, changed) == changed


def test_the_papers_comparator_stands_for_one_that_is_not_asked_for(
    claims: tuple[Claim, ...], passages: tuple[Passage, ...]
) -> None:
    told = with_arm_numbers(_question(comparator=None), passages, _bare(claims))
    assert _figures(told[0]) == [14, 120, 31, 118]


def test_a_sentence_that_prints_numbers_keeps_them(
    claims: tuple[Claim, ...], passages: tuple[Passage, ...]
) -> None:
    own = EffectEstimate(measure=claims[0].estimates[0].measure, point=0.4, low=0.2, high=0.8)
    first, *others = _bare(claims)
    told = (first, *others, first.model_copy(update={"estimates": (own,)}))
    assert with_arm_numbers(_question(), passages, told) == told
    assert with_arm_numbers(_question(), passages, ()) == ()
