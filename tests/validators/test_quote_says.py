"""A claim whose quote says something else of its ends does not stand, whoever proposed it."""

from __future__ import annotations

import pytest

from aitia.domains import adapter_for
from aitia.model.claim import Claim, StudyFacts
from aitia.model.keys import ClaimId, PaperId, PassageId
from aitia.model.paper import Paper
from aitia.model.passage import Passage, Quote
from aitia.model.scales import Decision, Direction, Domain, SentenceRole, StudyDesign
from validators.decide import decide
from validators.findings import ClaimContext, ClaimDecision

METHODS = "METHODS: We randomly assigned 240 adults to exercise training or usual care. RESULTS: "
RELATIONS = {
    Direction.INCREASES: "increases",
    Direction.DECREASES: "decreases",
    Direction.NO_DIFFERENCE: "has_no_effect_on",
}


def _judged(
    sentence: str,
    cause: str,
    direction: Direction,
    effect: str,
    comparator: str | None = None,
    answers: float | None = None,
) -> ClaimDecision:
    text = METHODS + sentence
    paper = Paper(
        paper_id=PaperId("p1"),
        source="s",
        record_id="1",
        title="Exercise training against usual care after stroke: a randomised trial",
        abstract=text,
    )
    passage = Passage(
        passage_id=PassageId("x1"), paper_id=paper.paper_id, section_id="abstract", part_index=0, text=text
    )
    start = text.index(sentence)
    claim = Claim(
        claim_id=ClaimId("c1"),
        paper_id=paper.paper_id,
        cause=cause,
        cause_type="Intervention",
        effect=effect,
        effect_type="Outcome",
        relation=RELATIONS[direction],
        direction=direction,
        comparator=comparator,
        quote=Quote(
            passage_id=passage.passage_id, char_start=start, char_end=start + len(sentence), text=sentence
        ),
        role=SentenceRole.RESULT,
        confidence=0.9,
        answers_question=answers,
    )
    facts = StudyFacts(design=StudyDesign.RANDOMISED_TRIAL)
    return decide(claim, ClaimContext.of(paper, (passage,), facts, adapter_for(Domain.BIOMEDICAL)))


@pytest.mark.parametrize(
    ("sentence", "cause", "direction", "effect"),
    [
        ("Smoking increased the risk of stroke.", "exercise training", Direction.INCREASES, "stroke"),
        ("Stroke reduced exercise training.", "exercise training", Direction.DECREASES, "stroke"),
        ("Obesity was associated with more falls.", "exercise training", Direction.INCREASES, "falls"),
    ],
)
def test_what_is_said_of_another_cause_or_the_other_way_round_is_refused(
    sentence: str, cause: str, direction: Direction, effect: str
) -> None:
    decision = _judged(sentence, cause, direction, effect)
    assert (decision.decision, decision.rule) == (Decision.REJECTED, "ends_in_their_roles")


@pytest.mark.parametrize(
    ("sentence", "direction"),
    [
        ("Exercise training increased the risk of falls.", Direction.INCREASES),
        ("The treatment increased the risk of falls.", Direction.INCREASES),
        ("It increased the risk of falls.", Direction.INCREASES),
        ("The training programme increased the risk of falls.", Direction.INCREASES),
        ("Falls were less frequent with exercise training than with usual care.", Direction.DECREASES),
        ("Smoking increased mortality, and exercise training reduced falls.", Direction.DECREASES),
        ("Usual care led to more falls than exercise training.", Direction.DECREASES),
        ("People in the intervention arm of the study reduced their falls.", Direction.DECREASES),
        ("Subgroup 2 reduced falls significantly compared with subgroup 1.", Direction.DECREASES),
        ("Verum reduced falls significantly.", Direction.DECREASES),
    ],
)
def test_the_cause_by_its_name_its_group_or_a_pronoun_stands(sentence: str, direction: Direction) -> None:
    decision = _judged(sentence, "exercise training", direction, "falls", "usual care")
    assert "ends_in_their_roles" not in {f.rule for f in decision.findings}


def test_an_answer_may_know_its_arm_by_another_name_but_not_exchange_cause_and_outcome() -> None:
    told = _judged("The Otago sessions reduced falls.", "exercise training", Direction.DECREASES, "falls")
    assert "ends_in_their_roles" in {f.rule for f in told.findings}
    told = _judged(
        "The Otago sessions reduced falls.", "exercise training", Direction.DECREASES, "falls", answers=0.9
    )
    assert "ends_in_their_roles" not in {f.rule for f in told.findings}
    turned = _judged(
        "Stroke reduced exercise training.", "exercise training", Direction.DECREASES, "stroke", answers=0.9
    )
    assert turned.rule == "ends_in_their_roles"


@pytest.mark.parametrize("cause", ["sodium nitroprusside", "no sodium nitroprusside"])
def test_an_abbreviation_and_the_lack_of_a_thing_are_the_thing_in_its_role(cause: str) -> None:
    sentence = "Sodium nitroprusside (SNP) was given. Different doses of SNP reduced falls."
    direction = Direction.INCREASES if cause.startswith("no ") else Direction.DECREASES
    decision = _judged(sentence, cause, direction, "falls")
    assert "ends_in_their_roles" not in {f.rule for f in decision.findings}


@pytest.mark.parametrize(
    ("sentence", "told", "turned"),
    [
        (
            "Exercise training significantly reduced pain compared with usual care (p < 0.001).",
            Direction.DECREASES,
            Direction.INCREASES,
        ),
        (
            "There was no significant difference in pain between exercise training and usual care (p = 0.6).",
            Direction.NO_DIFFERENCE,
            Direction.DECREASES,
        ),
        (
            "Pain did not differ significantly between exercise training and usual care.",
            Direction.NO_DIFFERENCE,
            Direction.INCREASES,
        ),
    ],
)
def test_a_direction_that_the_quote_speaks_against_waits_for_a_person(
    sentence: str, told: Direction, turned: Direction
) -> None:
    right = _judged(sentence, "exercise training", told, "pain", "usual care")
    assert "quote_says_direction" not in {f.rule for f in right.findings}
    wrong = _judged(sentence, "exercise training", turned, "pain", "usual care")
    assert wrong.decision is not Decision.ACCEPTED
    assert "quote_says_direction" in {f.rule for f in wrong.findings}


def test_words_that_the_quote_does_not_hold_are_left_to_the_reader_of_the_paper() -> None:
    sentence = "Pain was significantly lower with exercise training than with usual care (p < 0.001)."
    decision = _judged(sentence, "exercise training", Direction.INCREASES, "physical comfort", "usual care")
    assert "quote_says_direction" not in {f.rule for f in decision.findings}


def test_what_the_papers_comparator_does_is_not_asked_of_the_reader_of_sentences() -> None:
    # Told right: usual care raises pain. The reader of sentences finds "less" whichever arm it is asked of.
    sentence = "Pain was significantly lower with exercise training than usual care (p < 0.001)."
    decision = _judged(sentence, "usual care", Direction.INCREASES, "pain", "exercise training")
    assert "quote_says_direction" not in {f.rule for f in decision.findings}
