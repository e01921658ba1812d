"""Which outcomes are the question's own, a component, a proxy, or another one: one rule, by examples."""

from __future__ import annotations

import pytest

from aitia.model.evidence import OutcomePart
from aitia.reading.statements.asked_outcome import family_of, part_of

OWN, KIND, PROXY, OTHER = OutcomePart.OWN, OutcomePart.COMPONENT, OutcomePart.PROXY, OutcomePart.OTHER


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
