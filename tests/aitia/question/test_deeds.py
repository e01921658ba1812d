"""What people are helped to do, or kept from, is asked about as the outcome that a study names."""

from __future__ import annotations

import pytest

from aitia.model.scales import Direction, Polarity, QuestionKind
from aitia.question import QuestionError, read_question

HELPED = [
    ("Does gum help people to stop smoking?", "gum", "smoking cessation", None, Direction.INCREASES),
    ("Gum helps people quit smoking", "gum", "smoking cessation", None, Direction.INCREASES),
    (
        "Does varenicline help smokers quit?",
        "varenicline",
        "smoking cessation",
        "smokers",
        Direction.INCREASES,
    ),
    ("Does metformin help people lose weight?", "metformin", "weight", None, Direction.DECREASES),
    ("Does milk help babies to gain weight?", "milk", "weight", "babies", Direction.INCREASES),
    ("Does melatonin help children sleep better?", "melatonin", "sleep", "children", Direction.INCREASES),
    ("Do statins help older adults live longer?", "statins", "survival", "older adults", Direction.INCREASES),
    ("Can acupuncture help women get pregnant?", "acupuncture", "pregnancy", "women", Direction.INCREASES),
    (
        "Does yoga help patients walk again after stroke?",
        "yoga",
        "walking after stroke",
        None,
        Direction.INCREASES,
    ),
    ("Does caffeine help athletes run faster?", "caffeine", "running", "athletes", Direction.INCREASES),
    (
        "Does mindfulness help students worry less?",
        "mindfulness",
        "worrying",
        "students",
        Direction.DECREASES,
    ),
    (
        "Does tai chi help older people to avoid falls?",
        "tai chi",
        "falls",
        "older people",
        Direction.DECREASES,
    ),
    (
        "Does budesonide help children with asthma to breathe?",
        "budesonide",
        "breathing",
        "children with asthma",
        Direction.INCREASES,
    ),
    ("Does exercise help patients with depression?", "exercise", "depression", None, Direction.DECREASES),
    ("Does music make people less anxious?", "music", "anxiety", None, Direction.DECREASES),
    ("Does aspirin make people bleed more?", "aspirin", "bleeding", None, Direction.INCREASES),
    ("Will breakfast make me lose weight?", "breakfast", "weight", None, Direction.DECREASES),
    ("Do vaccines give children autism?", "vaccines", "autism", "children", Direction.INCREASES),
    ("Does vitamin C protect people from colds?", "vitamin C", "colds", None, Direction.DECREASES),
    ("Does exercise keep old people from falling?", "exercise", "falls", "old people", Direction.DECREASES),
    (
        "Do probiotics stop children getting diarrhoea?",
        "probiotics",
        "diarrhoea",
        "children",
        Direction.DECREASES,
    ),
]


@pytest.mark.parametrize(("text", "intervention", "outcome", "population", "direction"), HELPED)
def test_a_deed_is_an_outcome_and_who_does_it_the_population(
    text: str, intervention: str, outcome: str, population: str | None, direction: Direction
) -> None:
    question = read_question(text)
    assert (question.intervention.lower(), question.outcome) == (intervention.lower(), outcome)
    assert question.population == population
    assert question.kind is (QuestionKind.CONDITIONAL if population else QuestionKind.EFFECT)
    assert question.expected_direction is direction


def test_to_stop_smoking_is_wanted() -> None:
    question = read_question("Does nicotine replacement therapy help people to stop smoking?")
    assert question.outcome_polarity is Polarity.BENEFICIAL


@pytest.mark.parametrize("text", ["Do pets help carers?", "Does exercise help old people?"])
def test_people_are_no_outcome(text: str) -> None:
    with pytest.raises(QuestionError, match="no outcome was found"):
        read_question(text)


@pytest.mark.parametrize(
    "text", ["Should doctors give children aspirin?", "Does the clinic give people with asthma steroids?"]
)
def test_what_somebody_hands_out_is_no_outcome(text: str) -> None:
    with pytest.raises(QuestionError):
        read_question(text)


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("Does zinc help with colds?", "colds"),
        ("Does vitamin D help prevent falls?", "falls"),
        ("Does stress make migraine worse?", "migraine"),
    ],
)
def test_what_helps_nobody_in_particular_is_read_as_before(text: str, outcome: str) -> None:
    assert read_question(text).outcome == outcome


@pytest.mark.parametrize(
    ("text", "outcome", "population", "direction"),
    [
        ("Is coffee bad for the heart?", "heart disease", None, Direction.INCREASES),
        ("Is coffee good for your liver?", "liver disease", None, Direction.DECREASES),
        ("Is fluoride good for teeth in children?", "dental caries", "children", Direction.DECREASES),
        ("Is coffee good for heart failure?", "heart failure", None, Direction.DECREASES),
    ],
)
def test_what_is_good_or_bad_for_a_part_of_the_body_is_so_for_its_illness(
    text: str, outcome: str, population: str | None, direction: Direction
) -> None:
    asked = read_question(text)
    assert (asked.outcome, asked.population) == (outcome, population)
    assert asked.expected_direction is direction
