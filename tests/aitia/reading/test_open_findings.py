"""What a paper found, read without a question: names stand for things, a cause is what the sentence gives."""

from __future__ import annotations

import numpy as np
import pytest

from aitia.model.claim import Claim, EffectEstimate
from aitia.model.keys import PaperId
from aitia.model.paper import Paper
from aitia.model.scales import Direction, EffectMeasure
from aitia.reading import open_findings
from aitia.reading.open_findings import _by_the_interval, _claim, _closely, _each_by_itself, read_findings
from aitia.reading.paper.document import read_document
from aitia.reading.statements.findings import names_a_thing
from aitia.reading.study.facts import read_study_facts
from aitia.reading.trained import AskedOutcome, read_with_network
from aitia.reading.trained.page_closely import Told
from aitia.reading.trained.results import NamedSpan, PaperNames, Result
from aitia.text.passages import make_passages

TITLE = "Exercise training against usual care after stroke: a randomised trial"
METHODS = "METHODS: We randomly assigned 240 adults to exercise training or usual care for 12 weeks."


def _findings(*results: str, title: str = TITLE) -> tuple[Claim, ...]:
    abstract = f"{METHODS} RESULTS: {' '.join(results)}"
    paper = Paper(paper_id=PaperId("p1"), source="s", record_id="1", title=title, abstract=abstract)
    passages = make_passages(paper)
    return read_findings(paper, passages, read_study_facts(paper, passages))


def _said(claims: tuple[Claim, ...]) -> set[tuple[str, Direction, str]]:
    return {(c.cause.lower(), c.direction, c.effect.lower()) for c in claims}


def test_a_cause_that_the_sentence_itself_gives_is_its_cause() -> None:
    claims = _findings(
        "Walking speed was higher with exercise training. Smoking increased the risk of stroke."
    )
    about_stroke = [c for c in claims if "smoking" in c.quote.text.lower()]
    assert about_stroke
    assert {c.cause.lower() for c in about_stroke} == {"smoking"}


@pytest.mark.parametrize(
    ("sentence", "direction"),
    [
        (
            "Falls were significantly less frequent with exercise training than with usual care (p = 0.01).",
            "lower",
        ),
        ("Usual care led to significantly more falls than exercise training (p = 0.01).", "lower"),
        ("The number of falls did not differ between exercise training and usual care (p = 0.6).", "same"),
        ("Exercise training increased falls compared with usual care (p = 0.02).", "higher"),
    ],
)
def test_the_arm_under_study_is_the_cause_whichever_arm_a_sentence_begins_with(
    sentence: str, direction: str
) -> None:
    wanted = {"lower": Direction.DECREASES, "same": Direction.NO_DIFFERENCE, "higher": Direction.INCREASES}
    claims = [c for c in _findings(sentence) if "fall" in c.effect.lower()]
    assert claims
    assert {c.direction for c in claims} == {wanted[direction]}
    assert all("exercise" in c.cause.lower() for c in claims)


@pytest.mark.parametrize(
    "sentence",
    [
        "Nor did the higher dose differ (45/1515 v 78/2949).",
        "The effect of exercise training on the outcome was similar.",
        "Exercise training did not differ from exercise training at the other site.",
    ],
)
def test_bare_words_and_arms_are_no_outcome(sentence: str) -> None:
    names = {c.effect.lower() for c in _findings(sentence)} | {c.cause.lower() for c in _findings(sentence)}
    assert not names & {"nor", "dose", "effect", "outcome", "the outcome", "risk", "usual care"}
    assert all("exercise" not in c.effect.lower() for c in _findings(sentence))


def test_an_increase_in_something_is_about_that_thing() -> None:
    claims = _findings(
        "There was a significant increase in walking speed with exercise training (p < 0.001)."
    )
    assert ("exercise training", Direction.INCREASES, "walking speed") in _said(claims)


@pytest.mark.parametrize(
    "sentence",
    [
        "Ethical approval was not associated with delay.",
        "Exercise training may improve balance in other groups of patients.",
    ],
)
def test_what_the_page_takes_for_no_result_makes_no_claim(sentence: str) -> None:
    claims = _findings(
        "Walking speed was significantly higher with exercise training than with usual care (p = 0.01).",
        sentence,
    )
    assert {c.effect.lower() for c in claims} == {"walking speed"}


def test_what_acts_on_something_else_is_no_outcome() -> None:
    claims = _findings(
        "Walking speed was significantly higher with exercise training than with usual care (p = 0.01).",
        "Muscle strength was not associated with falls (p = 0.4).",
    )
    assert "walking speed" in {c.effect.lower() for c in claims}
    assert "muscle strength" not in {c.effect.lower() for c in claims}


@pytest.mark.parametrize(
    ("name", "stands"),
    [
        ("share of older people cleared the hurdle", False),
        ("share of older people treated for falls", True),
        ("whose training", False),
        ("walking speed", True),
        ("63-day cure rate", True),
        ("63 days", False),
        ("at the end of the study", False),
    ],
)
def test_a_clause_names_no_thing(name: str, stands: bool) -> None:
    assert names_a_thing(name) is stands


@pytest.mark.parametrize(
    ("names", "arms"),
    [
        (("Yoga versus stretching", ""), ("Yoga", "stretching")),
        (("early yoga, compared with late yoga", ""), ("early yoga", "late yoga")),
        (("yoga vs. stretching", "usual care"), ("yoga", "usual care")),
        (("yoga", "stretching"), ("yoga", "stretching")),
        (("hepatitis v vaccine", ""), ("hepatitis v vaccine", "")),
        (("versus", ""), ("versus", "")),
    ],
)
def test_a_name_that_holds_both_arms_is_two(names: tuple[str, str], arms: tuple[str, str]) -> None:
    found = _each_by_itself(PaperNames((), *names, {}))
    assert (found.intervention, found.comparator) == arms


def test_a_trial_without_a_result_of_its_own_has_no_finding() -> None:
    assert _findings("It was hypothesised that exercise training reduces falls.") == ()


@pytest.mark.parametrize(
    ("interval", "direction"),
    [
        ("1.18 to 1.62", Direction.INCREASES),
        ("0.41 to 0.82", Direction.DECREASES),
        ("0.82 to 1.62", Direction.NO_DIFFERENCE),
    ],
)
def test_no_ratio_whose_interval_leaves_out_one_is_told_as_no_difference(
    interval: str, direction: Direction
) -> None:
    ratio = EffectEstimate(
        measure=EffectMeasure.HAZARD_RATIO,
        point=sum(float(end) for end in interval.split(" to ")) / 2,
        low=float(interval.split(" to ")[0]),
        high=float(interval.split(" to ")[1]),
    )
    assert _by_the_interval(Direction.NO_DIFFERENCE, [ratio], "major haemorrhage") is direction
    assert _by_the_interval(Direction.UNCLEAR, [ratio], "major haemorrhage") is Direction.UNCLEAR


def test_intervals_that_contradict_each_other_and_differences_leave_the_direction() -> None:
    low, high = (
        EffectEstimate(measure=EffectMeasure.RISK_RATIO, point=p, low=a, high=b)
        for p, a, b in ((0.5, 0.4, 0.6), (2.0, 1.5, 3.0))
    )
    mean = EffectEstimate(measure=EffectMeasure.MEAN_DIFFERENCE, point=77.2, low=73.0, high=81.4)
    for estimates in ([low, high], [mean], []):
        assert _by_the_interval(Direction.NO_DIFFERENCE, estimates, "pain") is Direction.NO_DIFFERENCE


@pytest.mark.parametrize(("own_arms", "cause"), [(True, "exercise training"), (False, "Smoking")])
def test_arms_of_a_results_own_stand_before_a_cause_of_the_rules_where_the_sentence_names_one(
    own_arms: bool, cause: str
) -> None:
    said = "Smoking increased falls in the exercise training group (p = 0.02)."
    paper = Paper(
        paper_id=PaperId("p1"), source="s", record_id="1", title=TITLE, abstract=f"{METHODS} RESULTS: {said}"
    )
    passages = make_passages(paper)
    document = read_document(passages)
    sentence = next(line for line in document if line.text == said)
    start = said.index("falls")
    falls = NamedSpan(1, (start, start + len("falls")), "falls", 0.9)
    asked = AskedOutcome("exercise training", "usual care", "falls")
    result = Result(falls, asked, (0.9, 0.05, 0.05), 0.9, own_arms)
    facts = read_study_facts(paper, passages)
    claim = _claim(paper, facts, sentence, result)
    assert claim is not None
    assert claim.cause == cause


@pytest.mark.parametrize(
    ("sentence", "unclear", "direction"),
    [
        ("Falls were recorded in 84 adults.", 0.3, Direction.UNCLEAR),
        ("Falls were recorded in 84 adults.", 0.05, Direction.INCREASES),
        ("Falls were more frequent with exercise training.", 0.3, Direction.INCREASES),
    ],
)
def test_a_sentence_that_compares_nothing_has_no_direction_where_none_is_likely(
    sentence: str, unclear: float, direction: Direction
) -> None:
    paper = Paper(paper_id=PaperId("p1"), source="s", record_id="1", title=TITLE, abstract=sentence)
    passages = make_passages(paper)
    asked = AskedOutcome("exercise training", "usual care", "falls")
    result = Result(NamedSpan(0, (0, 5), "Falls", 0.9), asked, (0.7, 0.1, 0.2), 0.9, True, unclear)
    line = next(line for line in read_document(passages) if line.text == sentence)
    claim = _claim(paper, read_study_facts(paper, passages), line, result)
    assert claim is not None
    assert claim.direction is direction


@pytest.mark.parametrize(
    ("named", "effect"),
    [
        ("develop into severe cases", "severe cases"),
        ("suffered falls", "falls"),
        ("developing a stroke", "stroke"),
        ("developed countries", "developed countries"),
        ("the risk of falls", "falls"),
        ("development of falls", "development of falls"),
    ],
)
def test_the_verb_before_an_outcome_is_no_part_of_its_name(named: str, effect: str) -> None:
    said = f"Adults were more likely to {named} with exercise training."
    paper = Paper(paper_id=PaperId("p1"), source="s", record_id="1", title=TITLE, abstract=said)
    passages = make_passages(paper)
    start = said.index(named)
    span = NamedSpan(0, (start, start + len(named)), named, 0.9)
    asked = AskedOutcome("exercise training", "usual care", named)
    result = Result(span, asked, (0.9, 0.05, 0.05), 0.9, True)
    line = next(line for line in read_document(passages) if line.text == said)
    claim = _claim(paper, read_study_facts(paper, passages), line, result)
    assert claim is not None
    assert claim.effect == effect


def test_what_the_page_network_doubts_reaches_the_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    paper = Paper(paper_id=PaperId("p1"), source="s", record_id="1", title=TITLE, abstract=METHODS)
    reading = read_with_network(paper.title, make_passages(paper))
    falls = NamedSpan(1, (0, 5), "falls", 0.9)
    told = Told(falls, "exercise training", "usual care", (0.5, 0.1, 0.0, 0.4))
    monkeypatch.setattr(open_findings, "result_chances", lambda page, table: {1: 0.8})
    monkeypatch.setattr(open_findings, "what_became", lambda page, table, span: told)
    monkeypatch.setattr(open_findings, "both_directions", lambda page, told, asked: (0.7, 0.1, 0.2))
    (result,) = _closely(reading, np.zeros((1, 1)), [falls])
    assert (result.unclear, result.own_arms, result.result) == (0.4, True, 0.8)
