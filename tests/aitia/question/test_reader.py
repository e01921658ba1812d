"""Questions are read into intervention, comparator, outcome, population and conditions."""

from __future__ import annotations

import pytest

from aitia.model.scales import Direction, Domain, Polarity, QuestionKind
from aitia.question import ConditionKind, read_question

EFFECTS = [
    ("Does vitamin D prevent severe COVID-19?", "vitamin D", "severe COVID-19", Direction.DECREASES),
    ("Does aspirin reduce heart attack risk?", "aspirin", "heart attack", Direction.DECREASES),
    ("What is the effect of exercise on depression?", "exercise", "depression", None),
    ("Is coffee associated with liver cancer?", "coffee", "liver cancer", None),
    ("Is alcohol linked to a higher risk of breast cancer?", "alcohol", "breast cancer", Direction.INCREASES),
    ("Does smoking cause lung cancer?", "smoking", "lung cancer", Direction.INCREASES),
    ("Can stress lead to heart disease?", "stress", "heart disease", Direction.INCREASES),
    ("Is lung cancer caused by asbestos?", "asbestos", "lung cancer", Direction.INCREASES),
    ("Can migraines be prevented by magnesium?", "magnesium", "migraines", Direction.DECREASES),
    ("How effective is melatonin for insomnia?", "melatonin", "insomnia", Direction.DECREASES),
    ("How does sleep deprivation affect memory?", "sleep deprivation", "memory", None),
    ("Does exercise improve quality of life?", "exercise", "quality of life", Direction.INCREASES),
    ("Does stress make migraine worse?", "stress", "migraine", Direction.INCREASES),
    ("Is there a link between sugar and tooth decay?", "sugar", "tooth decay", None),
    ("Is there evidence that statins reduce dementia risk?", "statins", "dementia", Direction.DECREASES),
    ("Does blood pressure fall with potassium?", "potassium", "blood pressure", Direction.DECREASES),
    ("Zinc shortens the common cold", "Zinc", "duration of common cold", Direction.DECREASES),
    ("Statins may cause muscle pain.", "Statins", "muscle pain", Direction.INCREASES),
    ("Effect of honey on cough", "honey", "cough", None),
    ("Could air pollution be causing dementia?", "air pollution", "dementia", Direction.INCREASES),
    ("Is obesity a risk factor for asthma?", "obesity", "asthma", Direction.INCREASES),
]


@pytest.mark.parametrize(("text", "intervention", "outcome", "direction"), EFFECTS)
def test_an_effect_question_names_cause_outcome_and_presumed_direction(
    text: str, intervention: str, outcome: str, direction: Direction | None
) -> None:
    question = read_question(text)
    assert (question.kind, question.intervention, question.outcome) == (
        QuestionKind.EFFECT,
        intervention,
        outcome,
    )
    assert question.expected_direction == direction
    assert question.domain == Domain.BIOMEDICAL


COMPARISONS = [
    ("Is hospital stay higher, lower, or the same when comparing PJ to PG?", "PJ", "PG", "hospital stay"),
    ("Is pain lower, higher or the same comparing ice with heat?", "ice", "heat", "pain"),
    ("Is the risk of stroke higher, lower, or the same when comparing A versus B?", "A", "B", "stroke"),
    (
        "Is hospital stay shorter with a stent than with open surgery?",
        "stent",
        "open surgery",
        "hospital stay",
    ),
    ("Does aspirin reduce stroke more than clopidogrel?", "aspirin", "clopidogrel", "stroke"),
    ("Is surgery or physiotherapy better for shoulder pain?", "surgery", "physiotherapy", "shoulder pain"),
    ("Which works better for migraine, propranolol or topiramate?", "propranolol", "topiramate", "migraine"),
    ("Which is best to prevent stroke: warfarin or aspirin?", "warfarin", "aspirin", "stroke"),
    ("Does metformin work as well as insulin for obesity?", "metformin", "insulin", "obesity"),
    ("Does paracetamol work better than ibuprofen for fever?", "paracetamol", "ibuprofen", "fever"),
    (
        "Is hospital stay shorter with laparoscopic than with open appendectomy?",
        "laparoscopic appendectomy",
        "open appendectomy",
        "hospital stay",
    ),
    (
        "Is wound infection less common with open appendectomy than with laparoscopic?",
        "open appendectomy",
        "laparoscopic appendectomy",
        "wound infection",
    ),
    (
        "Is bleeding less with phenobarbital than with oral diazepam?",
        "phenobarbital",
        "oral diazepam",
        "bleeding",
    ),
    ("Are patches better than gum for smoking cessation?", "patches", "gum", "smoking cessation"),
    ("How does warfarin compare with apixaban for stroke?", "warfarin", "apixaban", "stroke"),
    ("Is there a difference in pain between yoga and walking?", "yoga", "walking", "pain"),
    ("Do smokers have a higher risk of cancer than vegetarians?", "smokers", "vegetarians", "cancer"),
    (
        "Is the incidence of nausea higher, lower, or the same when comparing the group who received "
        "ginger to the control group?",
        "ginger",
        "control",
        "nausea",
    ),
    (
        "Is fever lower, higher or the same when comparing the addition of rest to tea to tea alone?",
        "addition of rest to tea",
        "tea alone",
        "fever",
    ),
    (
        "Is the proportion of patients with remission higher, lower, or the same when comparing A to B?",
        "A",
        "B",
        "remission",
    ),
    (
        "Is mortality higher, lower, or the same when comparing exposure to noise to exposure to light?",
        "exposure to noise",
        "exposure to light",
        "mortality",
    ),
]


@pytest.mark.parametrize(("text", "first", "second", "outcome"), COMPARISONS)
def test_a_comparison_names_both_arms(text: str, first: str, second: str, outcome: str) -> None:
    question = read_question(text)
    assert question.kind is QuestionKind.COMPARISON
    assert (question.intervention, question.comparator, question.outcome) == (first, second, outcome)


@pytest.mark.parametrize(
    ("text", "cause", "outcome"),
    [
        ("Does a job support programme raise employment?", "job support programme", "employment"),
        ("Nerve block reduces pain", "Nerve block", "pain"),
        ("Lifestyle changes reduce body weight", "Lifestyle changes", "body weight"),
        (
            "Does a falls programme reduce falls after hip surgery?",
            "falls programme",
            "falls after hip surgery",
        ),
        ("Does aspirin reduce in-hospital death?", "aspirin", "in-hospital death"),
        ("Does aspirin increase bleeding and reduce stroke?", "aspirin", "bleeding and reduce stroke"),
        ("Does oxygen for 24 hours a day lower mortality?", "oxygen for 24 hours a day", "mortality"),
        ("Does an app shorten stay in intensive care?", "app", "stay in intensive care"),
    ],
)
def test_a_word_that_is_verb_and_noun_is_read_as_the_clause_needs(text, cause, outcome):
    question = read_question(text)
    assert (question.intervention, question.outcome) == (cause, outcome)


def test_an_open_comparison_presumes_no_direction_and_a_closed_one_does() -> None:
    assert (
        read_question("Is pain higher, lower, or the same when comparing A to B?").expected_direction is None
    )
    assert read_question("Is pain lower with ice than with heat?").expected_direction is Direction.DECREASES


def test_a_placebo_does_not_make_an_effect_question_a_comparison() -> None:
    question = read_question("Does ginger reduce nausea compared with placebo?")
    assert (question.kind, question.comparator) == (QuestionKind.EFFECT, "placebo")


def test_a_comparator_in_front_is_a_comparator() -> None:
    question = read_question("Compared with placebo, does ginger reduce nausea?")
    assert (question.intervention, question.comparator) == ("ginger", "placebo")


def test_what_surrounds_both_arms_is_a_condition() -> None:
    question = read_question(
        "Is pain higher, lower, or the same when comparing ice to no ice after knee replacement?"
    )
    assert question.comparator == "no ice"
    assert [condition.text for condition in question.conditions] == ["after knee replacement"]


def test_a_population_in_front_makes_the_question_conditional() -> None:
    question = read_question(
        "In people under 40 without cardiovascular risk factors, does aspirin prevent heart attack?"
    )
    assert question.kind is QuestionKind.CONDITIONAL
    assert question.population == "people under 40 without cardiovascular risk factors"
    kinds = {condition.kind: condition.text for condition in question.conditions}
    assert kinds == {
        ConditionKind.AGE: "under 40",
        ConditionKind.RISK: "without cardiovascular risk factors",
    }


@pytest.mark.parametrize(
    ("text", "population"),
    [
        ("Does zinc shorten colds in children with asthma?", "children with asthma"),
        ("Among women over 65, can calcium lower fracture risk?", "women over 65"),
        ("Does dexamethasone reduce mortality in COVID-19?", "COVID-19"),
        ("Is pain lower with ice compared with heat in older adults after 5 years?", "older adults"),
    ],
)
def test_populations_are_found_where_they_stand(text: str, population: str) -> None:
    assert read_question(text).population == population


def test_prevention_dose_duration_and_time_point_are_conditions() -> None:
    question = read_question(
        "Does low-dose aspirin for 6 months reduce mortality at one year in secondary prevention?"
    )
    kinds = {condition.kind: condition.text for condition in question.conditions}
    assert kinds == {
        ConditionKind.DOSE: "low-dose",
        ConditionKind.DURATION: "for 6 months",
        ConditionKind.TIME_POINT: "at one year",
        ConditionKind.PREVENTION: "in secondary prevention",
    }
    assert question.outcome == "mortality"


def test_a_range_of_doses_is_one_condition() -> None:
    question = read_question("Does low-dose aspirin (75-100 mg) reduce heart attack in diabetics?")
    doses = [c.text for c in question.conditions if c.kind is ConditionKind.DOSE]
    assert doses == ["low-dose", "75-100 mg"]


def test_a_change_in_something_is_not_a_population() -> None:
    question = read_question("Does therapy increase improvement in health status?")
    assert (question.outcome, question.population) == ("improvement in health status", None)


def test_a_landscape_question_belongs_to_machine_learning_and_names_the_relation() -> None:
    question = read_question("Which papers improve on 3D Gaussian Splatting?")
    assert (question.kind, question.domain) == (QuestionKind.LANDSCAPE, Domain.MACHINE_LEARNING)
    assert (question.outcome, question.relation) == ("3D Gaussian Splatting", "improves_on")


@pytest.mark.parametrize(
    ("verb", "relation"),
    [
        ("extend", "extends"),
        ("build on", "extends"),
        ("use", "uses"),
        ("are evaluated on", "evaluates"),
        ("compare to", "compares_to"),
        ("introduce", "introduces"),
    ],
)
def test_landscape_verbs_name_the_relations_of_the_domain(verb: str, relation: str) -> None:
    assert read_question(f"Which methods {verb} NeRF?").relation == relation


@pytest.mark.parametrize("text", ["(raloxifene, melanoma)", "raloxifene -> melanoma"])
def test_a_pair_is_read_as_cause_and_outcome(text: str) -> None:
    question = read_question(text)
    assert (question.kind, question.intervention, question.outcome) == (
        QuestionKind.PAIRWISE,
        "raloxifene",
        "melanoma",
    )


@pytest.mark.parametrize(
    ("text", "cause", "outcome"),
    [
        ("Is raloxifene a cause of melanoma?", "raloxifene", "melanoma"),
        ("Are nitrosamines known causes of gastric cancer?", "nitrosamines", "gastric cancer"),
        ("Is smoking the cause of cough?", "smoking", "cough"),
    ],
)
def test_whether_one_is_a_cause_of_the_other_is_a_pair(text: str, cause: str, outcome: str) -> None:
    question = read_question(text)
    assert question.kind is QuestionKind.PAIRWISE
    assert (question.intervention, question.outcome) == (cause, outcome)
    assert question.expected_direction is Direction.INCREASES


def test_an_event_with_lettered_options_is_abductive() -> None:
    question = read_question("What led to the fire? A) a spark B) arson C) a leak D) none of the others")
    assert question.kind is QuestionKind.ABDUCTIVE
    assert question.outcome == "the fire"
    assert question.options == ("a spark", "arson", "a leak", "none of the others")


@pytest.mark.parametrize(
    ("outcome", "polarity"),
    [
        ("mortality", Polarity.HARMFUL),
        ("wound infection", Polarity.HARMFUL),
        ("major bleeding", Polarity.HARMFUL),
        ("overall survival", Polarity.BENEFICIAL),
        ("remission", Polarity.BENEFICIAL),
        ("quality of life", Polarity.BENEFICIAL),
        ("urinary pH", Polarity.UNKNOWN),
    ],
)
def test_the_outcomes_polarity_is_read_or_stays_unknown(outcome: str, polarity: Polarity) -> None:
    question = read_question(f"Is {outcome} higher, lower, or the same when comparing A to B?")
    assert question.outcome_polarity is polarity


def test_the_direction_of_improving_depends_on_the_outcome_and_stays_open_when_that_is_unknown() -> None:
    assert read_question("Does rest improve survival?").expected_direction is Direction.INCREASES
    assert read_question("Does rest improve pain?").expected_direction is Direction.DECREASES
    assert read_question("Does rest improve urinary pH?").expected_direction is None
