"""Domain adapters: closed vocabularies, evidence hierarchies, polarity."""

from __future__ import annotations

import pytest

from aitia.domains import DomainAdapter, adapter_for, adapters, outcome_polarity
from aitia.model.scales import Direction, Domain, EvidenceType, Polarity, StudyDesign


def test_every_domain_has_one_adapter() -> None:
    assert tuple(adapters()) == (Domain.BIOMEDICAL, Domain.MACHINE_LEARNING)
    assert all(name == adapter.name for name, adapter in adapters().items())


def test_the_biomedical_vocabulary_is_the_designs() -> None:
    adapter = adapter_for(Domain.BIOMEDICAL)
    assert adapter.node_types == ("Intervention", "Condition", "Outcome", "Population", "Gene", "Mechanism")
    assert set(adapter.relation_types) == {
        "increases",
        "decreases",
        "has_no_effect_on",
        "causes",
        "prevents",
        "associated_with",
        "confounds",
        "mediates",
    }
    assert adapter.evidence_types == tuple(EvidenceType)


def test_the_machine_learning_vocabulary_is_the_designs() -> None:
    adapter = adapter_for(Domain.MACHINE_LEARNING)
    assert adapter.node_types == ("Method", "Concept", "Dataset", "Metric")
    assert set(adapter.relation_types) == {
        "introduces",
        "improves_on",
        "extends",
        "uses",
        "evaluates",
        "compares_to",
    }


@pytest.mark.parametrize("adapter", adapters().values(), ids=lambda a: a.name)
def test_whatever_an_adapter_maps_to_is_in_its_vocabulary(adapter: DomainAdapter) -> None:
    mapped = {*adapter.directed_relations.values(), *adapter.landscape_verbs.values()}
    assert all(adapter.allows(relation) for relation in mapped)
    assert adapter.observational_relation is None or adapter.allows(adapter.observational_relation)
    assert {adapter.default_cause_type, adapter.default_effect_type} <= set(adapter.node_types)
    assert adapter.templates
    assert adapter.harm_terms


def test_trials_stand_above_cohorts_and_cohorts_above_case_reports() -> None:
    rank = adapter_for(Domain.BIOMEDICAL).evidence_hierarchy.index
    assert rank(StudyDesign.RANDOMISED_TRIAL) < rank(StudyDesign.COHORT) < rank(StudyDesign.CASE_REPORT)


def test_a_design_without_intervention_asserts_an_association_only() -> None:
    adapter = adapter_for(Domain.BIOMEDICAL)
    assert adapter.relation_for(Direction.DECREASES, causal_design=True) == "decreases"
    assert adapter.relation_for(Direction.DECREASES, causal_design=False) == "associated_with"
    assert adapter.relation_for(Direction.NO_DIFFERENCE, causal_design=False) == "has_no_effect_on"


@pytest.mark.parametrize(
    ("outcome", "polarity"),
    [
        ("time to relapse", Polarity.BENEFICIAL),
        ("time to healing", Polarity.HARMFUL),
        ("duration of ventilation for pneumonia", Polarity.HARMFUL),
        ("duration of remission", Polarity.BENEFICIAL),
        ("freedom from arrhythmia", Polarity.BENEFICIAL),
        ("relapse-free survival", Polarity.BENEFICIAL),
        ("pain relief", Polarity.BENEFICIAL),
        ("treatment failure", Polarity.HARMFUL),
        ("loss of vision", Polarity.HARMFUL),
        ("survival after cancer", Polarity.BENEFICIAL),
        ("risk of a purple nose", Polarity.HARMFUL),
        ("reduction in pain", Polarity.BENEFICIAL),
        ("50% seizure reduction", Polarity.BENEFICIAL),
        ("acute bronchitis", Polarity.HARMFUL),
        ("prognosis", Polarity.UNKNOWN),
        ("speed of processing", Polarity.BENEFICIAL),
        ("stroke prevention", Polarity.BENEFICIAL),
        ("weight", Polarity.UNKNOWN),
        ("", Polarity.UNKNOWN),
    ],
)
def test_polarity_turns_with_the_wording(outcome: str, polarity: Polarity) -> None:
    assert outcome_polarity(outcome) is polarity


def test_metrics_have_their_polarity_in_machine_learning() -> None:
    assert outcome_polarity("PSNR", Domain.MACHINE_LEARNING) is Polarity.BENEFICIAL
    assert outcome_polarity("training time", Domain.MACHINE_LEARNING) is Polarity.HARMFUL
