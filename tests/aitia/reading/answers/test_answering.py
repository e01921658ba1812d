"""The finding that answers a question is found, turned to the question's order and matched to it."""

from __future__ import annotations

import pytest

from aitia.model.evidence import OutcomeRole, QuestionMatch
from aitia.model.scales import Direction
from aitia.question.reader import read_question
from aitia.reading.answers.answering import as_told_of
from aitia.reading.open_findings import read_findings
from aitia.reading.statements.matching import SAME, match_claim, outcome_match, term_match
from aitia.reading.study.facts import read_study_facts
from aitia.text.passages import make_passages
from tests.aitia.reading.answers.aspirin import PLAIN, answers_to, paper_of

TRIAL = (
    "METHODS: In a randomised trial, 900 adults took aspirin 100 mg or placebo for five years. RESULTS: "
    "Myocardial infarction "
    "was less frequent with aspirin than with placebo (relative risk 0.77, 95% CI 0.61 to 0.97). "
    "Gastrointestinal bleeding was "
    "increased by aspirin (relative risk 1.62; 95% CI 1.25-2.09). CONCLUSIONS: Aspirin prevents heart "
    "attacks."
)


def test_the_outcome_is_found_under_its_clinical_name() -> None:
    best = answers_to("Does aspirin reduce heart attack risk?", paper_of(TRIAL))[0]
    assert (best.cause, best.effect, best.direction) == ("aspirin", "heart attack", Direction.DECREASES)
    assert best.estimates[0].point == 0.77
    assert "0.77" in best.quote.text
    assert best.answers_question is not None
    assert best.answers_question > 0.7


@pytest.mark.parametrize(
    ("question", "direction"),
    [
        ("Is pain higher, lower, or the same when comparing yoga to usual care?", Direction.DECREASES),
        ("Is pain higher, lower, or the same when comparing usual care to yoga?", Direction.INCREASES),
    ],
)
def test_swapped_arms_turn_the_answer(question: str, direction: Direction) -> None:
    abstract = (
        "METHODS: We randomly assigned 80 people to yoga or usual care. RESULTS: Pain was significantly "
        "lower in the yoga group "
        "than in the usual care group (P = 0.01)."
    )
    answers = answers_to(question, paper_of(abstract, "Yoga versus usual care for back pain"))
    assert answers[0].direction is direction


@pytest.mark.parametrize(
    "abstract",
    [
        "RESULTS: Zinc reduced the duration of colds (P = 0.01).",
        "RESULTS: Aspirin reduced headache (P = 0.01).",
        "Aspirin and myocardial infarction are discussed.",
        "RESULTS: Aspirate cytology reduced severe bleeding (P = 0.01).",
        "",
    ],
)
def test_a_paper_on_something_else_gives_no_answer(abstract: str) -> None:
    assert answers_to("Does aspirin reduce heart attack risk?", paper_of(abstract, "A paper")) == ()


def _matches(question: str) -> dict[str, QuestionMatch]:
    paper = paper_of(TRIAL)
    passages = make_passages(paper)
    facts = read_study_facts(paper, passages)
    asked = read_question(question)
    return {c.effect.lower(): match_claim(asked, c, facts) for c in read_findings(paper, passages, facts)}


def test_bleeding_is_a_harm_where_it_was_not_asked_about() -> None:
    found = _matches("Does aspirin reduce heart attack risk?")
    assert found["gastrointestinal bleeding"].role is OutcomeRole.HARM
    assert found["myocardial infarction"].role is OutcomeRole.MAIN


def test_bleeding_is_the_main_outcome_where_it_was_asked_about() -> None:
    found = _matches("Does aspirin cause gastrointestinal bleeding?")
    assert found["gastrointestinal bleeding"].role is OutcomeRole.MAIN


def test_another_intervention_is_unrelated() -> None:
    assert {m.role for m in _matches("Does zinc shorten colds?").values()} == {OutcomeRole.UNRELATED}


@pytest.mark.parametrize(
    ("asked", "found", "same"),
    [
        ("heart attack", "nonfatal myocardial infarction", True),
        ("heart attack", "cardiovascular mortality", False),
        ("mortality", "death from any cause", True),
        ("vitamin D", "cholecalciferol", True),
        ("aspirin", "acetylsalicylic acid", True),
        ("aspirin", "ibuprofen", False),
        ("vitamin D", "vitamin E", False),
        ("vitamin D", "vitamin D3 supplements", True),
        ("hepatitis B", "hepatitis C infection", False),
        ("length of hospital stay", "hospital stay", True),
    ],
)
def test_terms_match_by_word_and_synonym(asked: str, found: str, same: bool) -> None:
    assert (term_match(asked, found) >= 0.6) is same


def test_similarity_helps_only_where_it_is_high() -> None:
    assert term_match("smart technology", "a phone app", lambda a, b: 0.9) >= 0.6
    assert term_match("smart technology", "a phone app", lambda a, b: 0.5) < 0.6


def test_belief_is_shared_out_over_the_directions() -> None:
    best = answers_to("Does aspirin reduce heart attack risk?", paper_of(TRIAL))[0]
    assert best.direction_shares is not None
    assert sum(best.direction_shares) == pytest.approx(1, abs=1e-3)
    assert max(best.direction_shares) == best.direction_shares[1]


def test_what_is_welcome_is_no_harm() -> None:
    question = read_question("Does aspirin reduce heart attack risk?")
    abstract = (
        "METHODS: In a randomised trial, 90 adults took aspirin or placebo. RESULTS: Headache relief was "
        "more frequent with aspirin than with placebo (P = 0.01). Major bleeding was more frequent with "
        "aspirin than with placebo (P = 0.01)."
    )
    paper = paper_of(abstract)
    passages = make_passages(paper)
    facts = read_study_facts(paper, passages)
    roles = {c.effect: match_claim(question, c, facts).role for c in read_findings(paper, passages, facts)}
    assert roles["Headache relief"] is OutcomeRole.OTHER
    assert roles["Major bleeding"] is OutcomeRole.HARM


def test_an_outcome_ends_before_the_next_verb() -> None:
    abstract = (
        "METHODS: In a randomised trial, 90 adults took aspirin or placebo. RESULTS: Aspirin lowers the risk "
        "of stroke and raises the risk of major bleeding."
    )
    paper = paper_of(abstract)
    passages = make_passages(paper)
    read = [claim.effect for claim in read_findings(paper, passages, read_study_facts(paper, passages))]
    assert read
    assert not any("raises" in effect for effect in read)


def test_a_qualified_outcome_is_not_its_whole_kind() -> None:
    assert outcome_match("interval carcinoma", "the rate of interval cancers") >= 0.95
    assert outcome_match("interval carcinoma", "the rate of invasive cancers") <= 0.5
    assert outcome_match("hospital mortality", "length of hospital stay") < 0.5
    assert outcome_match("cancer mortality", "deaths from tumours") >= 0.95
    assert outcome_match("cancer mortality", "relapse-free survival") < SAME
    assert outcome_match("cancer mortality", "tumour") < SAME


@pytest.mark.parametrize(
    ("outcome", "told", "fits"),
    [
        ("severe influenza", "Influenza was rarer.", False),
        ("severe influenza", "Fewer had influenza that needed intensive care.", True),
        ("pain severity", "Pain was less.", True),
        ("serious bleeding", "serious bleeding", True),
        ("serious bleeding", "major bleeding", True),
        ("serious bleeding", "bleeding", False),
        ("severe skin rash", "mortality", False),
    ],
)
def test_a_scale_of_severity_asks_for_no_severe_course(outcome: str, told: str, fits: bool) -> None:
    assert (outcome_match(outcome, told) > 0.5) is fits


def test_the_direction_is_one_that_the_quoted_sentence_supports() -> None:
    abstract = (
        "METHODS: 120 infants were randomised to zinc or placebo. RESULTS: There were no significant "
        "differences between the groups in mortality and deafness. The need for antibiotics was "
        "significantly reduced in the zinc group (P = 0.04). Infants in the zinc group less frequently "
        "required oxygen."
    )
    question = "Is the risk of death higher, lower, or the same when comparing zinc to placebo?"
    found = answers_to(question, paper_of(abstract, "Zinc for infants: a randomised trial"))
    assert found[0].quote.text.startswith("There were no significant differences")
    assert found[0].direction is Direction.NO_DIFFERENCE


@pytest.mark.parametrize(
    ("cause", "direction"),
    [
        ("aspirin", Direction.DECREASES),
        ("acetylsalicylic acid", Direction.DECREASES),
        ("warfarin tablets", Direction.INCREASES),
    ],
)
def test_a_cause_that_names_the_comparator_tells_what_that_arm_does(cause: str, direction: Direction) -> None:
    asked = read_question("Is heart attack higher, lower, or the same when comparing aspirin to warfarin?")
    text = PLAIN.replace("placebo", "warfarin")
    (claim, *_) = answers_to(asked.text, paper_of(text))
    assert claim.direction is Direction.DECREASES
    told = as_told_of(asked, claim.model_copy(update={"cause": cause}))
    assert told.direction is direction
    passages = make_passages(paper_of(text))
    swapped = match_claim(asked, told, read_study_facts(paper_of(text), passages)).swapped
    assert swapped is (direction is Direction.INCREASES)
    assert sum(told.direction_shares or ()) == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize(
    ("cause", "comparator", "role"),
    [
        ("tamoxifen", "placebo", OutcomeRole.UNRELATED),
        ("tamoxifen", None, OutcomeRole.UNRELATED),
        ("anastrozole", "placebo", OutcomeRole.UNRELATED),
        ("anastrozole", "exemestane", OutcomeRole.UNRELATED),
        ("anastrozole", "tamoxifen", OutcomeRole.MAIN),
        ("tamoxifen", "anastrozole", OutcomeRole.MAIN),
        ("anastrozole", "control group", OutcomeRole.MAIN),
        ("anastrozole", None, OutcomeRole.MAIN),
    ],
)
def test_a_finding_on_one_of_two_treatments_is_no_evidence_on_both(
    cause: str, comparator: str | None, role: OutcomeRole
) -> None:
    paper = paper_of("RESULTS: Aspirin reduced headache (P = 0.01).")
    passages = make_passages(paper)
    facts = read_study_facts(paper, passages)
    found = read_findings(paper, passages, facts)[0].model_copy(
        update={"cause": cause, "comparator": comparator, "effect": "recurrence", "answers_question": None}
    )
    question = read_question("Is recurrence rarer with anastrozole than with tamoxifen?")
    assert match_claim(question, found, facts).role is role
    alone = read_question("Does tamoxifen reduce recurrence?")
    expected = OutcomeRole.MAIN if cause == "tamoxifen" else OutcomeRole.UNRELATED
    assert match_claim(alone, found, facts).role is expected


@pytest.mark.parametrize(
    ("effect", "role"),
    [
        ("episodes of nausea", OutcomeRole.OTHER),
        ("headache", OutcomeRole.HARM),
    ],
)
def test_more_of_what_is_asked_about_by_another_name_is_no_harm(effect: str, role: OutcomeRole) -> None:
    paper = paper_of("RESULTS: Ondansetron increased headache (P = 0.01).")
    passages = make_passages(paper)
    facts = read_study_facts(paper, passages)
    found = read_findings(paper, passages, facts)[0].model_copy(
        update={"cause": "ondansetron", "effect": effect, "direction": Direction.INCREASES}
    )
    asked = read_question("Does ondansetron reduce vomiting after surgery?")
    assert match_claim(asked, found, facts).role is role
