"""Which outcomes are the question's own, a component, a proxy, or another one: one rule, by examples."""

from __future__ import annotations

import pytest

from aitia.model.claim import Claim, EffectEstimate
from aitia.model.evidence import OutcomePart
from aitia.model.keys import PassageId
from aitia.model.passage import Quote
from aitia.model.scales import Direction, EffectMeasure
from aitia.reading.statements.asked_outcome import as_asked, family_of, part_of, told_apart
from tests.proposals import proposed

OWN, KIND, PROXY, OTHER = OutcomePart.OWN, OutcomePart.COMPONENT, OutcomePart.PROXY, OutcomePart.OTHER
TWO = (
    "Major bleeding was increased with the drug (odds ratio 1.83, 95% CI 1.43 to 2.35), and so was stroke "
    "(odds ratio 1.29, 95% CI 1.06 to 1.56)."
)


@pytest.mark.parametrize(
    ("outcome", "sentence", "part"),
    [
        ("stroke", "The risk of stroke was not altered.", OWN),
        ("heart attack risk", "Reinfarction was rarer with the drug.", OWN),
        ("myocardial infarction", "Nonfatal myocardial infarction was reduced by a third.", OWN),
        ("mortality", "Death occurred in 21 of 447 patients.", OWN),
        ("death or myocardial infarction", "Death or myocardial infarction occurred in 31 men.", OWN),
        ("severe COVID-19", "Admission to the intensive care unit was rarer.", OWN),
        ("myocardial infarction", "Intake was rarer among patients with myocardial infarction.", OWN),
        ("stroke", "Haemorrhagic stroke was more frequent.", KIND),
        ("fracture", "Hip fractures were as frequent with it.", KIND),
        ("coronary events", "Myocardial infarction was reduced.", KIND),
        ("cardiovascular events", "Stroke was reduced.", KIND),
        ("stroke", "Vascular death, myocardial infarction or stroke occurred in 116 people.", PROXY),
        (
            "stroke",
            "The composite of vascular death, stroke and myocardial infarction did not differ.",
            PROXY,
        ),
        ("myocardial infarction", "Serious vascular events were fewer.", PROXY),
        ("cardiovascular death", "Mortality was lower.", PROXY),
        ("severe COVID-19", "Fewer were admitted to hospital: hospitalisation fell.", OTHER),
        ("stroke", "Major gastrointestinal bleeding was increased (odds ratio 1.83).", OTHER),
        ("stroke", "In patients with myocardial infarction it prevents vascular deaths.", OTHER),
        ("myocardial infarction", "Death rates from coronary heart disease were no lower.", OTHER),
        (
            "myocardial infarction",
            "No net benefit: heart attacks prevented were weighed against bleeding.",
            OTHER,
        ),
        ("MI risk", "Death rates from coronary heart disease were no lower.", OTHER),
        ("MI", "Heart attacks were fewer.", OWN),
        ("myocardial infarction", "Primary events occurred in 116 of 638 patients.", OTHER),
        ("COVID-19 mortality", "Testing positive was more likely with deficiency.", OTHER),
        ("COVID-19 mortality", "Mortality within 30 days of COVID-19 infection was lower.", OWN),
        ("severe COVID-19", "It did not prevent SARS-CoV-2 infection or serious COVID-19.", OWN),
        ("infection", "Pneumonia was rarer.", KIND),
        ("pain", "Pain scores fell.", None),
        ("stroke", "There was no difference between the groups.", None),
    ],
)
def test_what_a_sentence_tells_of_the_outcome_asked_for(
    outcome: str, sentence: str, part: OutcomePart | None
) -> None:
    assert part_of(outcome, sentence) is part


def claim(text: str, direction: Direction, point: float | None = None) -> Claim:
    quote = Quote(passage_id=PassageId("p"), char_start=100, char_end=100 + len(text), text=text)
    printed = EffectEstimate(measure=EffectMeasure.ODDS_RATIO, point=point, low=1.43, high=2.35, quote=quote)
    told = {"direction": direction, "estimates": (printed,) if point is not None else ()}
    return proposed(quote, effect="stroke", relation="increases", **told)


def test_the_number_of_another_outcome_gives_way_to_that_of_the_one_asked_for() -> None:
    found = as_asked("stroke", claim(TWO, Direction.INCREASES, 1.83))
    assert [(e.point, e.high) for e in found.estimates] == [(1.29, 1.56)]
    quoted = found.estimates[0].quote
    assert quoted is not None
    assert TWO[quoted.char_start - 100 : quoted.char_end - 100] == quoted.text
    assert [e.point for e in as_asked("bleeding", claim(TWO, Direction.INCREASES, 1.83)).estimates] == [1.83]


@pytest.mark.parametrize(
    ("text", "direction"),
    [
        ("It reduced heart attacks by 36%, with no effect on stroke.", Direction.NO_DIFFERENCE),
        (
            "It prevented heart attacks, while the evidence on stroke remained inconclusive.",
            Direction.UNCLEAR,
        ),
        ("It reduced heart attacks, but stroke was increased.", Direction.INCREASES),
        ("It reduced heart attacks and stroke.", Direction.DECREASES),
    ],
)
def test_the_clause_that_names_the_outcome_has_its_direction(text: str, direction: Direction) -> None:
    assert as_asked("stroke", claim(text, Direction.DECREASES)).direction is direction


@pytest.mark.parametrize(
    ("outcome", "text", "direction"),
    [
        ("bleeding", "It prevents heart attacks and increases major bleeding.", Direction.INCREASES),
        ("bleeding", "It prevented vascular events, but it also caused bleeding.", Direction.INCREASES),
        ("haemorrhage", "It did not prolong survival and led to more haemorrhage.", Direction.INCREASES),
        ("stroke", "It brought more bleeding and no reduction of stroke.", Direction.NO_DIFFERENCE),
        ("bleeding", "It helps in primary prevention of stroke, though bleeding rose.", Direction.INCREASES),
        ("bleeding", "Bleeding was more frequent, but the difference was not significant.", None),
    ],
)
def test_a_clause_that_says_one_thing_of_several_is_read_by_itself(
    outcome: str, text: str, direction: Direction | None
) -> None:
    assert told_apart(outcome, text) is direction


@pytest.mark.parametrize(
    "names",
    [
        (
            "major bleeding",
            "Severe bleeding",
            "major haemorrhage",
            "serious bleeds",
            "risk of major bleeding",
        ),
        ("stroke", "strokes", "the incidence of stroke", "any stroke"),
        ("cardiovascular death", "Cardiovascular mortality"),
        ("gastrointestinal bleeding", "gastrointestinal haemorrhage"),
    ],
)
def test_names_of_one_outcome_have_one_family(names: tuple[str, ...]) -> None:
    assert len({family_of(name) for name in names}) == 1
    assert family_of(names[0]) is not None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("major bleeding", "bleeding"),
        ("gastrointestinal bleeding", "intracranial bleeding"),
        ("stroke", "haemorrhagic stroke"),
        ("stroke", "stroke or death"),
        ("fatal stroke", "nonfatal stroke"),
        ("myocardial infarction", "recurrent myocardial infarction"),
    ],
)
def test_kinds_of_an_outcome_have_families_of_their_own(one: str, other: str) -> None:
    assert family_of(one) != family_of(other)


@pytest.mark.parametrize(
    "name", ["fear of stroke", "knowledge of cancer", "blood pressure", "time to death", ""]
)
def test_what_says_more_than_an_event_has_no_family(name: str) -> None:
    assert family_of(name) is None


def test_what_follows_a_severe_course_without_a_word_between_is_no_other_outcome() -> None:
    joined = "The risk of severe COVID-19 pneumonia was higher (risk ratio 1.50, 95% CI 1.10 to 2.05)."
    apart = "Severe COVID-19 was alike, and pneumonia more frequent (risk ratio 1.50, 95% CI 1.10 to 2.05)."
    kept = [
        [e.point for e in as_asked("severe COVID-19", claim(text, Direction.INCREASES, 1.50)).estimates]
        for text in (joined, apart)
    ]
    assert kept == [[1.50], []]
