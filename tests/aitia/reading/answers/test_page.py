"""What a page answers, as claims with their quotes and numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aitia.model.claim import Claim, StudyFacts
from aitia.model.keys import PassageId
from aitia.model.paper import Paper
from aitia.model.passage import Quote
from aitia.model.scales import Direction, StudyDesign
from aitia.question.reader import read_question
from aitia.reading.answers import page
from aitia.reading.statements.findings import evidence_sentences
from aitia.reading.statements.matching import match_claim
from aitia.reading.study.facts import read_study_facts
from aitia.reading.trained import Answer, PaperReading, read_with_network
from aitia.reading.trained.results import NamedSpan, PaperNames
from aitia.text.passages import make_passages
from tests.aitia.reading.answers.aspirin import answers_to, paper_of
from tests.proposals import proposed

DIURETIC = read_question("Does an aquaretic reduce body mass compared with dummy tablets?")
TOLVAPTAN = (
    "METHODS: 400 adults took tolvaptan or placebo. RESULTS: Weight fell by 2 kg more with tolvaptan "
    "than with placebo (P = 0.01). Thirst was alike."
)


@pytest.mark.parametrize(("natural", "arm"), [(0.9, "tolvaptan"), (0.1, "placebo")])
def test_what_the_paper_calls_otherwise_has_its_name_for_the_arm_and_the_outcome(
    natural: float, arm: str
) -> None:
    claim, reading, paper = _claim_and_reading(natural)
    named = page.in_papers_names(DIURETIC, paper, reading, claim)
    assert (named.cause, named.effect) == (arm, "weight")
    assert named.model_copy(update={"cause": claim.cause, "effect": claim.effect}) == claim


def test_names_that_the_paper_uses_stay() -> None:
    claim, reading, paper = _claim_and_reading(0.9)
    told = claim.model_copy(update={"cause": "tolvaptan", "effect": "thirst"})
    assert page.in_papers_names(DIURETIC, paper, reading, told) == told


def _claim_and_reading(natural: float) -> tuple[Claim, PaperReading, Paper]:
    paper = paper_of(TOLVAPTAN, "Tolvaptan in heart failure")
    passages = make_passages(paper)
    reading = read_with_network(paper.title, passages, page.asked_of(DIURETIC))
    number = next(n for n, line in enumerate(reading.lines) if "Weight" in line.text)
    names = PaperNames((NamedSpan(number, (0, 6), "weight", 0.9),), "tolvaptan", "placebo", {number: 0.9})
    assert reading.parts is not None
    reading = replace(reading, names=names, parts=replace(reading.parts, natural=natural))
    claim = proposed(
        reading.lines[number].quote(0, 40), cause="aquaretic", effect="body mass", comparator="dummy tablets"
    )
    return claim, reading, paper


def _told(
    question: str, sentence: str, shares: tuple[float, float, float], title: str = "A randomised trial"
) -> Claim:
    """The first claim where the reader is sure of such shares and quotes that sentence."""
    asked = read_question(question)
    paper = paper_of(f"METHODS: We followed 400 adults. RESULTS: {sentence}", title)
    passages = make_passages(paper)
    reading = read_with_network(paper.title, passages, page.asked_of(asked))
    evidence = tuple((n, 0.5) for n, line in enumerate(reading.lines) if "400 adults" not in line.text)
    answer = replace(reading.answer, reported=0.9, shares=shares, unclear=0.0, evidence=evidence)
    facts = read_study_facts(paper, passages)
    return page.page_claims(asked, paper, facts, replace(reading, answer=answer), reading.lines)[0]


@pytest.mark.parametrize(("share", "claims"), [(0.4, 1), (0.1, 0)])
def test_an_answer_rests_on_its_first_sentence_that_is_evidence(share: float, claims: int) -> None:
    asked = read_question(ASPIRIN)
    paper = paper_of(
        "METHODS: We followed 400 adults. RESULTS: Stroke was rarer with aspirin than with warfarin. "
        "CONCLUSIONS: Aspirin should be recommended against stroke."
    )
    passages = make_passages(paper)
    reading = read_with_network(paper.title, passages, page.asked_of(asked))
    held = next(n for n, line in enumerate(reading.lines) if "rarer" in line.text)
    first = next(n for n, line in enumerate(reading.lines) if "recommended" in line.text)
    answer = replace(reading.answer, reported=0.9, shares=LESS, evidence=((first, 1 - share), (held, share)))
    facts = read_study_facts(paper, passages)
    evidence = evidence_sentences(paper, passages, facts)
    assert reading.lines[first].index not in {s.index for s in evidence}
    told = page.page_claims(asked, paper, facts, replace(reading, answer=answer), evidence)
    assert [claim.quote.text for claim in told] == [reading.lines[held].text] * claims


ASPIRIN = "Is stroke higher, lower, or the same when comparing aspirin to warfarin?"
WARFARIN = "Is stroke higher, lower, or the same when comparing warfarin to aspirin?"
MORE, LESS, SAME = (0.9, 0.05, 0.05), (0.05, 0.9, 0.05), (0.05, 0.05, 0.9)


@pytest.mark.parametrize(
    ("question", "sentence", "shares", "cause", "point"),
    [
        (ASPIRIN, "Stroke was rarer with aspirin than with warfarin (RR 0.70, 95% CI 0.50 to 0.90).",
         LESS, "aspirin", 0.7),
        (WARFARIN, "Stroke was rarer with aspirin than with warfarin (RR 0.70, 95% CI 0.50 to 0.90).",
         MORE, "aspirin", 0.7),
        (ASPIRIN, "Compared with warfarin, aspirin prevented stroke (RR 0.70, 95% CI 0.50 to 0.90).",
         LESS, "aspirin", 0.7),
        (WARFARIN, "Compared with warfarin, aspirin did not change stroke (RR 0.98, 95% CI 0.80 to 1.20).",
         SAME, "aspirin", 0.98),
        (ASPIRIN, "Compared with warfarin, aspirin did not change stroke (RR 0.98, 95% CI 0.80 to 1.20).",
         SAME, "aspirin", 0.98),
        (ASPIRIN, "Stroke was rarer with aspirin than with warfarin (RR 0.70, 95% CI 0.50 to 0.90).",
         MORE, "aspirin", None),
    ],
)  # fmt: skip
def test_printed_numbers_are_told_of_the_arm_that_they_are_of(
    question: str, sentence: str, shares: tuple[float, float, float], cause: str, point: float | None
) -> None:
    claim = _told(question, sentence, shares)
    asked = read_question(question)
    assert claim.cause == cause
    assert [e.point for e in claim.estimates] == ([point] if point else [])
    assert match_claim(asked, claim, StudyFacts()).swapped is (asked.intervention != cause)
    assert claim.direction is {MORE: Direction.INCREASES, LESS: Direction.DECREASES}.get(
        shares if asked.intervention == cause else (shares[1], shares[0], shares[2]), Direction.NO_DIFFERENCE
    )


def test_a_bare_difference_without_its_interval_is_no_number() -> None:
    sentence = "Stroke differed between aspirin and warfarin (mean difference 38.6)."
    assert _told(ASPIRIN, sentence, LESS).estimates == ()


def test_an_answer_is_not_compared_with_its_own_intervention() -> None:
    sentence = "Stroke was rarer with tolvaptan than with aspirin (P = 0.01)."
    title = "Tolvaptan against aspirin: a randomised trial"
    claim = _told("Does aspirin reduce stroke?", sentence, MORE, title)
    assert (claim.cause, claim.direction) == ("aspirin", Direction.INCREASES)
    assert claim.comparator != "aspirin"


def test_an_answer_on_what_was_added_is_compared_with_the_arm_that_lacks_it() -> None:
    paper = paper_of(
        "METHODS: We randomly assigned 120 women to granisetron plus dexamethasone or granisetron alone. "
        "RESULTS: Vomiting was significantly rarer with granisetron and dexamethasone than with granisetron "
        "alone (p = 0.01). CONCLUSIONS: Granisetron and dexamethasone prevents vomiting better.",
        "Granisetron plus dexamethasone against vomiting after surgery: a randomised trial",
    )
    asked = "Does dexamethasone reduce vomiting?"
    claims = answers_to(asked, paper)
    assert {claim.direction for claim in claims} == {Direction.DECREASES}
    for claim in claims:
        assert claim.comparator
        assert "dexamethasone" not in claim.comparator
    reading = read_with_network(paper.title, make_passages(paper))
    for arms in (("granisetron", "granisetron-dexamethasone"), ("granisetron-dexamethasone", "granisetron")):
        told = replace(reading, names=PaperNames((), *arms, {}))
        assert page._compared_with(read_question(asked), told) == "granisetron alone"


@pytest.mark.parametrize("first", [True, False])
def test_the_arms_own_numbers_stand_in_the_order_that_says_what_was_read(first: bool) -> None:
    sentence = "More continued in the programme (186/225 vs 78/233, P = 0.01)."
    question = "Is continuation higher, lower, or the same when comparing coaching to a leaflet?"
    counts = _told(question, sentence, MORE if first else LESS).estimates[0].counts
    assert counts is not None
    assert (counts.events_intervention, counts.events_comparator) == ((186, 78) if first else (78, 186))


def test_a_sentence_on_another_outcome_is_not_quoted_before_one_on_the_outcome_asked_for() -> None:
    question = "Does vitamin D reduce death?"
    sentences = "Vitamin D meant fewer strokes (HR 0.80, 95% CI 0.70 to 0.90). Death was rarer as well."
    assert _told(question, sentences, LESS).quote.text.startswith("Death")


def test_a_sentence_that_compares_nothing_is_not_quoted_before_one_that_does() -> None:
    sentences = "The evidence was three trials of dizziness. Dizziness was less frequent with tea."
    assert _told("Does tea reduce dizziness?", sentences, LESS).quote.text.startswith("Dizziness")


@pytest.mark.parametrize(
    ("sentence", "against", "direction"),
    [
        ("Both aspirin and warfarin treatment were followed by a decline in stroke.", "warfarin",
         Direction.UNCLEAR),
        ("Stroke declined significantly in both groups.", "warfarin", Direction.UNCLEAR),
        ("Stroke declined significantly in both groups.", "baseline", Direction.DECREASES),
        ("Aspirin prevented stroke in both groups.", "warfarin", Direction.DECREASES),
    ],
)  # fmt: skip
def test_a_change_in_both_arms_is_read_as_no_direction_unless_an_earlier_time_is_asked(
    monkeypatch: pytest.MonkeyPatch, sentence: str, against: str, direction: Direction
) -> None:
    monkeypatch.setattr(page, "own_arms", lambda _: ("aspirin", "warfarin"))
    question = f"Is stroke higher, lower, or the same when comparing aspirin to {against}?"
    claim = _told(question, sentence, LESS)
    assert claim.direction is direction
    assert (claim.direction_shares is None) is (direction is Direction.UNCLEAR)


LOW = (
    "METHODS: We followed 400 adults with COVID-19. RESULTS: Death was more frequent when vitamin D was low "
    "(risk ratio 1.50, 95% CI 1.10 to 2.05)."
)


def test_what_is_told_of_a_lack_is_a_claim_of_the_lack_with_its_printed_ratio() -> None:
    asked, paper = read_question("Does vitamin D prevent death?"), paper_of(LOW, "Vitamin D in COVID-19")
    passages = make_passages(paper)
    reading = read_with_network(paper.title, passages, page.asked_of(asked))
    number = next(n for n, line in enumerate(reading.lines) if "frequent" in line.text)
    answer = replace(
        reading.answer, reported=0.9, shares=(0.1, 0.8, 0.1), unclear=0.0, evidence=((number, 1.0),)
    )
    facts = read_study_facts(paper, passages)
    (claim,) = page.page_claims(asked, paper, facts, replace(reading, answer=answer), reading.lines)
    assert (claim.cause, claim.comparator) == ("low vitamin D", "vitamin D")
    assert (claim.direction, claim.direction_shares) == (Direction.INCREASES, (0.8, 0.1, 0.1))
    assert [e.point for e in claim.estimates] == [1.5]


def test_an_arm_that_the_sentence_names_as_the_paper_does_has_its_own_numbers() -> None:
    sentence = (
        "Cramps came to 4 (3.9%) of 103 in the peppermint group and 8 (7.2%) of 111 in the placebo group."
    )
    asked = read_question("Do herbs prevent cramps?")
    paper = paper_of(f"METHODS: We followed 214 adults. RESULTS: {sentence}", "Herbs against cramps")
    passages = make_passages(paper)
    reading = read_with_network(paper.title, passages, page.asked_of(asked))
    number = next(n for n, line in enumerate(reading.lines) if "Cramps" in line.text)
    assert reading.parts is not None
    reading = replace(
        reading,
        answer=replace(reading.answer, reported=0.9, shares=SAME, unclear=0.0, evidence=((number, 0.9),)),
        names=PaperNames((), "peppermint", "placebo", {number: 0.9}),
        parts=replace(reading.parts, natural=0.9),
    )
    claim = page.page_claims(asked, paper, read_study_facts(paper, passages), reading, reading.lines)[0]
    counts = claim.estimates[0].counts
    assert counts is not None
    assert (counts.events_intervention, counts.events_comparator) == (4, 8)


FORMS = [
    ("16-hour nicotine patch", "unrelated"),
    ("nicotine gum alone", "unrelated"),
    ("placebo nicotine patch", "main"),
    ("no nicotine patch", "main"),
    ("counselling", "main"),
]


@pytest.mark.parametrize(("other", "role"), FORMS)
def test_forms_of_one_thing_against_each_other_tell_nothing_of_it(other: str, role: str) -> None:
    question = read_question("Does nicotine replacement therapy increase smoking cessation?")
    said = "Smoking cessation was commoner with the 24-hour nicotine patch."
    quote = Quote(passage_id=PassageId("p"), char_start=0, char_end=len(said), text=said)
    told = proposed(
        quote, cause="nicotine replacement therapy", effect="smoking cessation", comparator=other
    ).model_copy(update={"answers_question": 0.9})
    trial = StudyFacts(design=StudyDesign.RANDOMISED_TRIAL)
    assert match_claim(question, told, trial).role == role
    against = read_question("Does nicotine replacement therapy compared with varenicline increase quitting?")
    assert match_claim(against, told, trial).role != "unrelated"
    assert match_claim(question, told, StudyFacts(design=StudyDesign.COHORT)).role == "main"


RELIEF = [
    ("Magnesium prolonged postoperative analgesia.", Direction.INCREASES, "unrelated"),
    ("The duration of analgesia was longer with magnesium.", Direction.INCREASES, "unrelated"),
    ("Pain relief was better with magnesium.", Direction.INCREASES, "unrelated"),
    ("The duration of analgesia was shorter with magnesium.", Direction.INCREASES, "main"),
    ("The duration of analgesia was longer with magnesium.", Direction.DECREASES, "main"),
    ("Pain scores were higher and analgesia lasted longer with magnesium.", Direction.INCREASES, "main"),
    ("More rescue analgesia was needed with magnesium.", Direction.INCREASES, "main"),
]


@pytest.mark.parametrize(("said", "direction", "role"), RELIEF)
def test_longer_or_better_relief_is_no_more_pain(said: str, direction: Direction, role: str) -> None:
    question = read_question("Does magnesium reduce pain after surgery?")
    quote = Quote(passage_id=PassageId("p"), char_start=0, char_end=len(said), text=said)
    told = proposed(quote, cause="magnesium", effect="pain after surgery", direction=direction)
    answer = told.model_copy(update={"answers_question": 0.9})
    found = match_claim(question, answer, StudyFacts(design=StudyDesign.RANDOMISED_TRIAL))
    assert found.role.value == role, found.reason


@pytest.mark.parametrize(
    ("shares", "quoted", "direction"),
    [
        ((0.5, 0.4), "At one year pain was less with yoga than with usual care.", Direction.DECREASES),
        ((0.9, 0.1), "Pain did not differ between the groups at one week.", Direction.NO_DIFFERENCE),
    ],
)
def test_a_quote_does_not_deny_what_it_is_quoted_for(
    shares: tuple[float, float], quoted: str, direction: Direction
) -> None:
    results = (
        "Pain did not differ between the groups at one week.",
        "At one year pain was less with yoga than with usual care.",
    )
    paper = paper_of(
        f"METHODS: We randomly assigned 80 people to yoga or usual care. RESULTS: {' '.join(results)}",
        "Yoga against back pain: a randomised trial",
    )
    passages = make_passages(paper)
    facts = read_study_facts(paper, passages)
    question = read_question("Does yoga reduce pain?")
    reading = page.read_page(question, paper, passages)
    numbers = [next(n for n, line in enumerate(reading.lines) if line.text == text) for text in results]
    told = replace(
        reading.answer,
        reported=0.9,
        unclear=0.1,
        shares=(0.1, 0.7, 0.2),
        evidence=tuple(zip(numbers, shares, strict=True)),
    )
    evidence = evidence_sentences(paper, passages, facts)
    lead = page.page_claims(question, paper, facts, replace(reading, answer=told), evidence)[0]
    assert (lead.quote.text, lead.direction) == (quoted, direction)


@pytest.mark.parametrize(("printed", "confidence"), [(" (RR 0.50, 95% CI 0.30 to 0.80)", 0.9), ("", 0.57)])
def test_an_interval_that_says_what_was_read_leaves_no_doubt_of_the_direction(
    printed: str, confidence: float
) -> None:
    said = f"Stroke was less frequent with aspirin than with placebo{printed}."
    paper = paper_of(f"METHODS: 900 adults took aspirin or placebo. RESULTS: {said}")
    passages = make_passages(paper)
    question = read_question("Does aspirin prevent stroke?")
    reading = read_with_network(paper.title, passages, page.asked_of(question))
    number = next(n for n, line in enumerate(reading.lines) if line.text == said)
    answer = Answer(0.81, (0.3, 0.4, 0.3), 0.0, 0.9, ((number, 1.0),))
    facts = read_study_facts(paper, passages)
    reading = replace(reading, answer=answer)
    (claim,) = page.page_claims(question, paper, facts, reading, evidence_sentences(paper, passages, facts))
    assert (claim.direction, bool(claim.estimates)) == (Direction.DECREASES, bool(printed))
    assert claim.confidence == pytest.approx(confidence, abs=0.005)


@pytest.mark.parametrize(
    ("told", "text", "significant"),
    [
        (
            0.2,
            "Blood loss was lower in groups A (605 ml) and B (790 ml) than in D (1,064 ml, p < 0.001).",
            True,
        ),
        (0.2, "Blood loss was lower in group A (p = 0.01) and pain in group B (p = 0.20).", None),
        (0.2, "Blood loss was lower in group A.", None),
        (0.2, "Nausea was lower with A, though not significantly, and pain too (p < 0.001).", None),
        (0.2, "Blood loss was lower with A (p < 0.001 for noninferiority).", None),
        (0.2, "Heterogeneity was large (I2 = 89%, p < 0.001) and blood loss lower with A.", None),
        (0.2, "Blood loss fell from baseline with A (p < 0.001) and less so with B (p = 0.02).", None),
        (0.9, "Blood loss was lower in group A.", True),
    ],
)
def test_a_sentence_whose_p_values_are_all_below_five_per_cent_tells_a_significant_difference(
    told: float, text: str, significant: bool | None
) -> None:
    answer = Answer(0.9, (0.1, 0.8, 0.1), 0.0, told, ((0, 1.0),))
    assert page.significant(answer, text) is significant
    same = replace(answer, shares=(0.1, 0.1, 0.8))
    assert page.significant(same, text) is False
