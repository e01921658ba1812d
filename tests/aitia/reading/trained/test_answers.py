"""What a paper answers: turned with the arms, told from its own sentences, silent where nothing is said."""

from __future__ import annotations

import pytest

from aitia.model.keys import PaperId
from aitia.model.paper import Paper
from aitia.reading.trained import UNREAD, AskedOutcome, PaperReading, read_with_network
from aitia.reading.trained.marks import Text
from aitia.reading.trained.paper import in_words_of, of_kinds_studied
from aitia.text.passages import make_passages

ABSTRACT = (
    "BACKGROUND: Knee pain is common. METHODS: We randomly assigned 240 adults with osteoarthritis to "
    "yoga or to usual care for 12 weeks. RESULTS: Pain at 12 weeks was significantly lower in the yoga "
    "group than in the usual care group (mean difference -1.4, 95% CI -2.1 to -0.7; p < 0.001). Quality "
    "of life did not differ between the groups (p = 0.61). CONCLUSIONS: Yoga reduces knee pain."
)
TITLE = "Yoga for knee osteoarthritis: a randomised trial"


def _read(asked: AskedOutcome, abstract: str = ABSTRACT, title: str = TITLE) -> PaperReading:
    paper = Paper(paper_id=PaperId("p"), source="s", record_id="1", title=title, abstract=abstract)
    return read_with_network(paper.title, make_passages(paper), asked)


def test_exchanging_the_arms_exchanges_more_and_less_exactly() -> None:
    asked = AskedOutcome("yoga", "usual care", "pain")
    straight, crossed = _read(asked).answer, _read(asked.turned()).answer
    assert straight.shares == pytest.approx(
        (crossed.shares[1], crossed.shares[0], crossed.shares[2]), abs=1e-6
    )
    assert straight.reported == pytest.approx(crossed.reported, abs=1e-6)


def test_the_evidence_is_the_sentence_that_speaks_of_the_outcome() -> None:
    reading = _read(AskedOutcome("yoga", "usual care", "quality of life"))
    number, share = reading.answer.evidence[0]
    assert "Quality of life" in reading.lines[number].text
    assert share > 0.3


def test_an_outcome_that_is_not_reported_is_less_likely_reported_than_one_that_is() -> None:
    told = _read(AskedOutcome("yoga", "usual care", "pain")).answer.reported
    other = _read(AskedOutcome("yoga", "usual care", "hospital admission for heart failure")).answer.reported
    assert told > 0.5 > other


def test_shares_are_probabilities() -> None:
    answer = _read(AskedOutcome("yoga", "usual care", "pain")).answer
    assert sum(answer.shares) == pytest.approx(1)
    assert all(
        0 <= value <= 1 for value in (*answer.shares, answer.reported, answer.unclear, answer.significant)
    )


@pytest.mark.parametrize("abstract", ["", " ", "\n\n"])
def test_a_paper_without_an_abstract_answers_nothing(abstract: str) -> None:
    assert _read(AskedOutcome("yoga", "usual care", "pain"), abstract).answer == UNREAD


@pytest.mark.parametrize(
    "abstract",
    ["疼痛在瑜伽组较低。" * 300, "pain " * 20_000, "𝔓ain ⟂ yoga. " * 50, "RESULTS:", ". . . ! ? " * 100],
)
def test_any_text_is_read_without_an_error(abstract: str) -> None:
    answer = _read(AskedOutcome("yoga", "", "pain"), abstract).answer
    assert 0 <= answer.reported <= 1


def test_a_paper_is_asked_in_its_own_words() -> None:
    text = Text.of("Aspirin", ["Myocardial infarction was less frequent with aspirin (12 of 400)."])
    asked = in_words_of(AskedOutcome("acetylsalicylic acid", "placebo", "heart attack", "men"), text)
    assert asked == AskedOutcome("aspirin", "placebo", "myocardial infarction", "men")


def test_initials_that_the_paper_uses_and_does_not_explain_stand_for_a_name() -> None:
    asked = AskedOutcome("nicotine replacement therapy", "", "forced vital capacity")
    text = Text.of("NRT and lungs", ["NRT-type gum aside, FVC rose by 2% with NRT."])
    assert in_words_of(asked, text) == AskedOutcome("NRT", "", "FVC")
    other = Text.of("Lungs", ["The nasal response test (NRT) and its curves were stable."])
    assert in_words_of(asked, other) == asked


def test_a_name_that_the_paper_says_or_that_has_no_other_stays() -> None:
    text = Text.of("Heart attacks", ["Of those with a heart attack (myocardial infarction) none fell."])
    asked = AskedOutcome("zeltamine", "", "heart attack")
    assert in_words_of(asked, text) == asked


@pytest.mark.parametrize(
    ("arms", "intervention"),
    [
        (("simvastatin 40 mg", "placebo"), "simvastatin"),
        (("placebo", "simvastatin"), "simvastatin"),
        (("simvastatin", "pravastatin"), "statins"),
        (("early statins", "placebo"), "statins"),
        (("fenofibrate", "placebo"), "statins"),
        (("", ""), "statins"),
    ],
)
def test_a_class_is_asked_as_the_kind_of_it_that_an_arm_is(arms: tuple[str, str], intervention: str) -> None:
    asked = AskedOutcome("statins", "placebo", "death")
    assert of_kinds_studied(asked, arms) == AskedOutcome(intervention, "placebo", "death")
    for other in ("no statins", "not on statins", "before statins"):
        lacking = AskedOutcome(other, "control", "death")
        assert of_kinds_studied(lacking, arms) == lacking


def test_a_question_in_everyday_words_is_answered_as_in_the_papers() -> None:
    abstract = (
        "We randomised 2,000 adults to aspirin or placebo. Myocardial infarction was significantly less "
        "frequent with aspirin than with placebo (RR 0.6, 95% CI 0.4 to 0.8)."
    )
    everyday = _read(AskedOutcome("aspirin", "placebo", "heart attack"), abstract, "Aspirin").answer
    own = _read(AskedOutcome("aspirin", "placebo", "Myocardial infarction"), abstract, "Aspirin").answer
    assert everyday.reported == pytest.approx(own.reported, abs=0.05)
    assert everyday.direction is own.direction
