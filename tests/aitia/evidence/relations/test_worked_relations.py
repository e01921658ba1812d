"""Graded relations on worked patterns: trials against cohorts, prevention settings, odd input."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aitia.evidence.conflicts import ConflictKind
from aitia.evidence.grading.groups import DesignGroup
from aitia.evidence.relations import GradedRelation, grade_relation, grade_relations, relation_inputs
from aitia.evidence.relations.models import AlternativeKind
from aitia.model.evidence import OutcomeRole
from aitia.model.scales import Direction, EffectMeasure, Polarity, RetractionStatus, StudyDesign
from tests.aitia.evidence.relations.conftest import main_of


def test_trials_and_cohorts_are_never_pooled_and_the_trials_are_used(make, supplement):
    relation = main_of(make, supplement)
    groups = {group.group: group for group in relation.groups}
    assert set(groups) == {DesignGroup.TRIALS, DesignGroup.GENETIC, DesignGroup.OBSERVATIONAL}
    assert groups[DesignGroup.TRIALS].pooled.k == 2
    assert relation.used_group is DesignGroup.TRIALS
    assert relation.direction is Direction.NO_DIFFERENCE
    assert groups[DesignGroup.OBSERVATIONAL].direction is Direction.DECREASES


def test_their_conflict_is_data_that_names_the_edges_and_is_explained_by_design(make, supplement):
    (conflict,) = main_of(make, supplement).conflicts
    assert conflict.kind is ConflictKind.EFFECT_OR_NONE
    assert conflict.explained_by == ("design",)
    assert set(conflict.edge_ids) == {
        f"edge_{name}" for name in ("adams", "brown", "clark", "davis", "evans")
    }


def test_confounders_that_papers_adjusted_for_are_alternative_explanations(make, supplement):
    named = [a for a in main_of(make, supplement).alternatives if a.kind is AlternativeKind.NAMED_CONFOUNDER]
    assert named[0].name == "age"
    assert {a.name for a in named} == {"age", "sex", "smoking", "obesity"}
    assert set(named[0].paper_ids) == {"paper_clark", "paper_davis"}


def test_primary_and_secondary_prevention_are_told_apart(make, prevention):
    (split,) = [split for split in main_of(make, prevention).splits if split.axis == "prevention"]
    found = {subgroup.label: subgroup for subgroup in split.subgroups}
    assert found["secondary prevention"].direction is Direction.DECREASES
    assert found["primary prevention"].direction is Direction.NO_DIFFERENCE
    assert split.interaction_p < 0.01


def test_a_conditional_question_rests_on_its_own_people_where_they_were_studied(make, prevention):
    relation = main_of(make, prevention, population="people in primary prevention")
    assert {study.study_id for study in relation.studies} == {"study_hobbs", "study_irwin"}
    left = [source for source in relation.sources if not source.used]
    assert {source.label for source in left} == {"Finch 2020", "Grant 2020"}
    assert all("another population" in source.note for source in left)


def test_a_conditional_question_is_indirect_when_only_others_were_studied(make, prevention):
    relation = main_of(make, prevention[:2], population="people in primary prevention")
    assert all(study.indirectness for study in relation.studies)
    (step,) = [step for step in relation.body.grade.steps if step.domain == "indirectness"]
    assert step.change == -1


def test_a_harm_has_its_own_relation_and_grade(make, prevention):
    relations = grade_relations(make.question(), prevention)
    (harm,) = [relation for relation in relations if relation.role is OutcomeRole.HARM]
    assert harm.relation_key == "harm:node_major bleeding"
    assert harm.effect == "major bleeding"
    assert harm.direction is Direction.INCREASES
    assert harm.pooled.k == 2


def test_names_of_one_harm_are_one_relation(make):
    told = {"Severe bleeding": "bleeding, major", "major haemorrhage": "bleeding, major", "rash": None}
    claims = [
        make.claim(f"s{i}", (1.5, 1.2, 1.9), role=OutcomeRole.HARM, effect=name, family=family)
        for i, (name, family) in enumerate(told.items())
    ]
    relations = {r.relation_key: r for r in grade_relations(make.question(), claims)}
    assert set(relations) == {"harm:bleeding, major", "harm:node_rash"}
    merged = relations["harm:bleeding, major"]
    assert len(merged.studies) == 2
    assert merged.effect == "severe bleeding"


def test_only_a_control_is_shown_as_the_comparator_of_a_conflict(make):
    claims = [
        make.claim("one", (0.5, 0.4, 0.6), comparator="placebo"),
        make.claim("two", (1.6, 1.3, 2.0), direction=Direction.INCREASES, comparator="the drug"),
    ]
    table = main_of(make, claims).conflict_table
    column = table.axes.index("comparator")
    assert {row.label: row.values[column] for row in table.rows} == {"One 2020": "placebo", "Two 2020": ""}


def test_treatment_for_days_and_for_years_is_told_apart(make):
    claims = [
        make.claim("short", (0.6, 0.5, 0.7), duration="12 weeks"),
        make.claim("long", (1.0, 0.9, 1.1), direction=Direction.NO_DIFFERENCE, duration="five years"),
    ]
    (split,) = [split for split in main_of(make, claims).splits if split.axis == "duration"]
    assert {part.label: part.direction for part in split.subgroups} == {
        "less than a year": Direction.DECREASES,
        "a year or longer": Direction.NO_DIFFERENCE,
    }


def test_a_claim_about_the_comparator_is_turned(make):
    relation = main_of(
        make, [make.claim("ames", (1.25, 1.11, 1.43), swapped=True, direction=Direction.INCREASES)]
    )
    assert relation.direction is Direction.DECREASES
    assert relation.pooled.point == pytest.approx(0.8)


def test_a_claim_about_the_opposite_outcome_is_turned(make):
    """More survival is less of the event; a hazard of survival has no counterpart, its direction has."""
    beneficial = {"polarity": Polarity.BENEFICIAL, "effect": "survival", "direction": Direction.INCREASES}
    odds = make.claim("ames", (1.25, 1.11, 1.43), measure=EffectMeasure.ODDS_RATIO, **beneficial)
    relation = main_of(make, [odds])
    assert relation.direction is Direction.DECREASES
    assert relation.pooled.point == pytest.approx(0.8)
    hazard = main_of(
        make, [make.claim("bell", (1.25, 1.11, 1.43), measure=EffectMeasure.HAZARD_RATIO, **beneficial)]
    )
    assert hazard.direction is Direction.DECREASES
    assert hazard.pooled is None


def test_one_study_keeps_the_interval_that_its_paper_prints(make):
    pooled = main_of(make, [make.claim("ames", (0.63, 0.09, 4.21))]).pooled
    assert (pooled.point, pooled.low, pooled.high) == (0.63, 0.09, 4.21)


def test_a_difference_that_is_said_not_to_be_significant_is_none(make):
    relation = main_of(make, [make.claim("ames", direction=Direction.DECREASES, significant=False)])
    assert relation.direction is Direction.NO_DIFFERENCE


def test_a_claim_in_the_other_direction_is_reverse_causation(make):
    backwards = make.claim(
        "zorn",
        role=OutcomeRole.UNRELATED,
        cause="the event",
        effect="the drug",
        direction=Direction.INCREASES,
    )
    (found,) = main_of(make, [make.claim("ames", (0.8, 0.7, 0.9)), backwards]).alternatives
    assert found.kind is AlternativeKind.REVERSE_CAUSATION
    assert found.edge_ids == ("edge_zorn",)


def test_a_node_with_edges_into_both_ends_is_a_confounder(make):
    both = [
        make.claim("xeno", role=OutcomeRole.UNRELATED, cause="age", effect="the drug"),
        make.claim("york", role=OutcomeRole.UNRELATED, cause="age", effect="the event"),
    ]
    (found,) = main_of(make, [make.claim("ames", (0.8, 0.7, 0.9)), *both]).alternatives
    assert found.kind is AlternativeKind.CONFOUNDER
    assert found.name == "age"
    assert found.edge_ids == ("edge_xeno", "edge_york")


def test_a_common_cause_is_one_whatever_type_each_paper_gives_it(make):
    first = make.claim("xeno", role=OutcomeRole.UNRELATED, cause="age", effect="the drug")
    second = make.claim("york", role=OutcomeRole.UNRELATED, cause="Age", effect="the event")
    typed = second.model_copy(update={"cause_node": "node_of_another_type"})
    (found,) = main_of(make, [make.claim("ames", (0.8, 0.7, 0.9)), first, typed]).alternatives
    assert (found.kind, found.name) == (AlternativeKind.CONFOUNDER, "age")


def test_cohorts_that_name_nothing_they_adjusted_for_leave_confounding_open(make):
    silent = [make.claim(name, (0.7, 0.6, 0.8), design=StudyDesign.COHORT) for name in ("ames", "boyd")]
    told = "; ".join(main_of(make, silent).limitations)
    assert "2 of 2 studies without randomisation name nothing that was adjusted for" in told
    trial = main_of(make, [make.claim("ames", (0.8, 0.7, 0.9))])
    assert not [note for note in trial.limitations if "Confounding" in note]


def test_relations_survive_json(make, supplement):
    for relation in grade_relations(make.question(), supplement):
        assert GradedRelation.model_validate_json(relation.model_dump_json()) == relation


@given(order=st.permutations(range(6)))
def test_relations_do_not_depend_on_the_order_of_claims(make, prevention, order):
    question = make.question()
    assert grade_relations(question, [prevention[i] for i in order]) == grade_relations(question, prevention)


def test_grading_one_relation_from_its_own_inputs_equals_grading_all(make, supplement, prevention):
    question = make.question()
    claims = [
        *supplement,
        *prevention,
        make.claim("zorn", role=OutcomeRole.UNRELATED, cause="the event", effect="the drug"),
    ]
    everything = {relation.relation_key: relation for relation in grade_relations(question, claims)}
    for key, entry in relation_inputs(question, claims).items():
        assert grade_relation(question, key, entry.claims) == everything[key]
        assert everything[key].fingerprint == entry.fingerprint


def test_a_new_claim_changes_only_the_fingerprints_that_it_touches(make, prevention):
    question = make.question()
    before = relation_inputs(question, prevention)
    after = relation_inputs(question, [*prevention, make.claim("jones", (0.9, 0.8, 1.02))])
    changed = {key for key in after if key not in before or before[key].fingerprint != after[key].fingerprint}
    assert changed == {"main"}


def test_a_retraction_changes_the_fingerprint(make):
    question = make.question()
    plain = make.claim("ames", (0.8, 0.7, 0.9))
    retracted = make.claim("ames", (0.8, 0.7, 0.9), retraction=RetractionStatus.RETRACTED)
    prints = {relation_inputs(question, [item])["main"].fingerprint for item in (plain, retracted)}
    assert len(prints) == 2
