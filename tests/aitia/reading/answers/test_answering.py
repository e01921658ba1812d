"""The finding that answers a question is found, turned to the question's order and matched to it."""

from __future__ import annotations

import pytest

from aitia.model.claim import StudyFacts
from aitia.model.evidence import OutcomeRole, QuestionMatch
from aitia.model.paper import Paper
from aitia.model.scales import Direction
from aitia.question.reader import read_question
from aitia.reading.answers.answering import answer_finding, question_names
from aitia.reading.answers.candidates import AnswerCandidate, _aligned, read_candidates
from aitia.reading.open_findings import read_findings
from aitia.reading.paper.document import read_document
from aitia.reading.paper.entities import read_paper_arms
from aitia.reading.statements.findings import evidence_sentences, sentence_findings
from aitia.reading.statements.matching import match_claim, outcome_match, term_match
from aitia.reading.study.facts import read_study_facts
from aitia.text.passages import make_passages
from tests.aitia.reading.answers.aspirin import answers_to, paper_of

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


PROGRAMME = (
    "METHODS: We randomly assigned 240 adults to a web-based walking programme or to a leaflet. RESULTS: "
    "Daily step count was significantly higher in the web-based walking programme group than in the leaflet "
    "group (P = 0.01)."
)


def test_a_paper_that_names_a_described_intervention_otherwise_is_read_when_vouched_for() -> None:
    question = read_question(
        "Is daily step count higher, lower, or the same when comparing smart technology to written support?"
    )
    paper = paper_of(PROGRAMME, "A web-based walking programme versus a leaflet")
    passages = make_passages(paper)
    facts = read_study_facts(paper, passages)
    assert answer_finding(question, paper, passages, facts) == ()
    best = answer_finding(question, paper, passages, facts, vouched=True)[0]
    assert (best.cause, best.effect) == ("web-based walking programme", "daily step count")
    match = match_claim(question, best, facts)
    assert match.role is OutcomeRole.MAIN
    assert "'web-based walking programme'" in match.reason
    assert match.indirectness == ()


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
    facts, document = read_study_facts(paper, passages), read_document(passages)
    arms = read_paper_arms(paper, document)
    by_rules = [c.effect for s in document for c in sentence_findings(paper, s, facts, arms)]
    assert "stroke" in by_rules
    read = [claim.effect for claim in read_findings(paper, passages, facts)]
    assert read
    assert not any("raises" in effect for effect in (*by_rules, *read))


def test_an_arm_called_delayed_lowers_nothing() -> None:
    abstract = (
        "METHODS: 54 adults were randomised to early or delayed surgery. RESULTS: The risk of mortality was "
        "almost 3 times as great in the early surgery group as in the delayed surgery group (hazard ratio "
        "2.85, 95% CI 1.1 to 7.2)."
    )
    question = "Is mortality higher, lower, or the same when comparing early surgery to delayed surgery?"
    best = answers_to(question, paper_of(abstract, "Early or delayed surgery: a randomised trial"))[0]
    assert best.direction is Direction.INCREASES


def test_a_qualified_outcome_is_not_its_whole_kind() -> None:
    assert outcome_match("interval carcinoma", "the rate of interval cancers") >= 0.95
    assert outcome_match("interval carcinoma", "the rate of invasive cancers") <= 0.5
    assert outcome_match("hospital mortality", "length of hospital stay") < 0.5


@pytest.mark.parametrize(
    ("outcome", "told", "fits"),
    [
        ("severe influenza", "Influenza was rarer.", False),
        ("severe influenza", "Fewer had influenza that needed intensive care.", True),
        ("pain severity", "Pain was less.", True),
    ],
)
def test_a_scale_of_severity_asks_for_no_severe_course(outcome: str, told: str, fits: bool) -> None:
    assert (outcome_match(outcome, told) > 0.5) is fits


def test_more_decline_is_less_function() -> None:
    abstract = (
        "METHODS: 120 adults were randomised to dancing or usual care. RESULTS: Dancing significantly "
        "reduced cognitive decline compared with usual care (P = 0.01)."
    )
    question = "Is cognitive function higher, lower, or the same when comparing dancing to usual care?"
    best = answers_to(question, paper_of(abstract, "Dancing for older adults: a randomised trial"))[0]
    assert best.direction is Direction.INCREASES


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


def test_a_sentence_that_only_tells_a_change_is_not_read_as_none() -> None:
    abstract = (
        "BACKGROUND: Antiplatelet drugs, mostly aspirin, are used for prevention in arterial disease."
        " METHODS: A meta-analysis brought together 287 randomised studies of antiplatelet therapy "
        "against control. RESULTS: In these high-risk patients antiplatelet therapy reduced serious "
        "vascular events by about one quarter. Nonfatal myocardial infarction was reduced by one "
        "third and vascular mortality by one sixth. In each category the benefits substantially "
        "outweighed the risk of major bleeding."
    )
    paper = paper_of(abstract, "Antiplatelet therapy in high-risk patients: collaborative meta-analysis")
    found = answers_to("Does aspirin reduce heart attack risk?", paper, vouched=True)
    assert [claim.direction for claim in found] == [Direction.DECREASES]


def test_longer_survival_in_figures_alone_is_less_mortality() -> None:
    abstract = (
        "METHODS: 54 adults were randomised to early or delayed surgery. RESULTS: Median survival: 28 days "
        "(early surgery) vs. 637 days (delayed surgery), P = 0.03."
    )
    question = "Is mortality higher, lower, or the same when comparing early surgery to delayed surgery?"
    paper = paper_of(abstract, "Early or delayed surgery: a randomised trial")
    found = _candidates(question, paper)
    assert [candidate.direction for candidate in found] == [Direction.INCREASES]


def _candidates(question: str, paper: Paper) -> list[AnswerCandidate]:
    """What the rules alone read in the paper's evidence."""
    asked, passages = read_question(question), make_passages(paper)
    names = question_names(asked, paper.abstract)
    evidence = evidence_sentences(paper, passages, read_study_facts(paper, passages))
    return [c for sentence in evidence for c in read_candidates(asked, sentence, names, 1.0, {})]


@pytest.mark.parametrize(
    ("outcome", "told", "direction"),
    [
        ("weight loss", "weight", Direction.INCREASES),
        ("weight", "weight loss", Direction.INCREASES),
        ("reduction in pain", "pain", Direction.INCREASES),
        ("pain", "reduction in pain", Direction.INCREASES),
        ("reduction in pain", "reduction of pain", Direction.DECREASES),
        ("weight", "body weight", Direction.DECREASES),
        ("falls", "falls", Direction.DECREASES),
    ],
)
def test_less_of_an_outcome_is_more_of_its_fall(outcome: str, told: str, direction: Direction) -> None:
    assert _aligned(Direction.DECREASES, outcome, told) is direction
