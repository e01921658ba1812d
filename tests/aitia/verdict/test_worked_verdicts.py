"""Verdicts on worked patterns, their safeguards, versions and explanations."""

from __future__ import annotations

from aitia.evidence.grading.groups import DesignGroup
from aitia.evidence.relations import grade_relations
from aitia.model.claim import RiskOfBias
from aitia.model.gap import GapKind, SearchOutcomeSummary
from aitia.model.scales import (
    Certainty,
    ComparisonAnswer,
    Conclusion,
    Direction,
    EvidenceType,
    Likelihood,
    Polarity,
    QuestionKind,
    RetractionStatus,
    StudyDesign,
)
from aitia.model.search import SearchStatus
from aitia.report.explanation import explain
from aitia.verdict import Verdict, describe_changes
from aitia.verdict.gaps import sufficient
from tests.aitia.verdict.conftest import NONE, answer


def test_null_trials_beside_positive_cohorts_establish_nothing_and_show_the_conflict(make, supplement):
    verdict = answer(make, supplement)
    assert verdict.conclusion is Conclusion.UNCLEAR
    assert verdict.likelihood in (Likelihood.UNLIKELY, Likelihood.INSUFFICIENT)
    assert verdict.used_group is DesignGroup.TRIALS
    assert verdict.conflicts
    assert "imprecise" in verdict.rule
    assert {a.name for a in verdict.alternatives} >= {"age", "smoking"}


def test_benefit_in_secondary_prevention_with_bleeding_as_harm(make, prevention):
    verdict = answer(make, prevention)
    (condition,) = [c for c in verdict.conditions if c.axis == "prevention"]
    assert condition.holds_in == ("secondary prevention",)
    assert condition.not_shown_in == ("primary prevention",)
    assert "shown in secondary prevention, not in primary prevention" in verdict.headline
    (harm,) = verdict.harms
    assert harm.outcome == "major bleeding"
    assert harm.direction is Direction.INCREASES
    assert harm.certainty is not None
    assert "major bleeding" in explain(verdict)


def test_an_effect_here_and_none_shown_there_is_told_as_untested_and_not_in_the_headline(make):
    claims = [
        make.claim("s1", None, significant=True, n=4000, population="patients with a previous stroke"),
        make.claim("p1", (0.80, 0.58, 1.10), n=900, population="healthy men"),
        make.claim("p2", (0.70, 0.40, 1.22), n=400, population="healthy men"),
    ]
    verdict = answer(make, claims)
    (condition,) = [c for c in verdict.conditions if c.axis == "prevention"]
    assert condition.holds_in == ("secondary prevention",)
    assert condition.not_shown_in == ("primary prevention",)
    assert condition.text.endswith("whether the subgroups differ cannot be tested.")
    assert "prevention" not in verdict.headline


def test_a_precise_benefit_of_good_trials_is_established(make):
    claims = [
        make.claim("ames", (0.78, 0.70, 0.87), n=9000, counts=(350, 4500, 449, 4500)),
        make.claim("bell", (0.80, 0.71, 0.90), n=7000, counts=(280, 3500, 350, 3500)),
    ]
    verdict = answer(make, claims)
    assert verdict.conclusion is Conclusion.ESTABLISHED_CAUSAL
    assert verdict.likelihood is Likelihood.ESTABLISHED
    assert verdict.certainty is Certainty.HIGH
    assert verdict.answer is ComparisonAnswer.LOWER
    assert verdict.absolute.difference < 0
    assert "fewer per 1,000" in explain(verdict)


def test_the_opposite_of_what_was_asked_is_established_and_the_claim_disproven(make):
    claims = [make.claim("ames", (1.4, 1.25, 1.57), n=9000, direction=Direction.INCREASES)]
    verdict = answer(make, claims)
    assert verdict.conclusion is Conclusion.ESTABLISHED_CAUSAL
    assert verdict.direction is Direction.INCREASES
    assert verdict.likelihood is Likelihood.DISPROVEN


def test_no_effect_needs_an_interval_that_excludes_an_important_one(make):
    precise = answer(make, [make.claim("ames", (0.99, 0.92, 1.07), n=20000, direction=NONE)])
    vague = answer(make, [make.claim("ames", (0.99, 0.70, 1.40), n=20000, direction=NONE)])
    assert precise.conclusion is Conclusion.NO_CAUSAL_EFFECT
    assert precise.likelihood is Likelihood.DISPROVEN
    assert vague.conclusion is Conclusion.UNCLEAR
    assert "imprecise" in vague.rule


def test_cohorts_alone_are_insufficient_evidence(make):
    verdict = answer(make, [make.claim("clark", (0.6, 0.5, 0.72), design=StudyDesign.COHORT)])
    assert verdict.conclusion is Conclusion.INSUFFICIENT_EVIDENCE
    assert any(gap.evidence_type is EvidenceType.RANDOMISED_TRIAL for gap in verdict.gaps)


def test_one_study_is_named_as_a_limitation(make):
    verdict = answer(make, [make.claim("ames", (0.8, 0.7, 0.9))])
    assert any("One study only" in note for note in verdict.limitations)


def test_no_study_is_insufficient_and_says_what_to_search(make):
    verdict = answer(make, [])
    assert verdict.conclusion is Conclusion.INSUFFICIENT_EVIDENCE
    assert verdict.likelihood is Likelihood.INSUFFICIENT
    assert verdict.answer is ComparisonAnswer.INSUFFICIENT_DATA
    assert verdict.certainty is None
    assert {gap.evidence_type for gap in verdict.gaps} >= {
        EvidenceType.SYSTEMATIC_REVIEW,
        EvidenceType.RANDOMISED_TRIAL,
        EvidenceType.OBSERVATIONAL,
        EvidenceType.HARM,
    }
    assert "not enough evidence" in explain(verdict)


def test_all_retracted_is_insufficient_and_lists_them(make):
    verdict = answer(make, [make.claim("bell", (0.2, 0.1, 0.4), retraction=RetractionStatus.RETRACTED)])
    assert verdict.conclusion is Conclusion.INSUFFICIENT_EVIDENCE
    assert [source.label for source in verdict.excluded] == ["Bell 2020"]
    assert any("had to be left out" in note for note in verdict.limitations)
    assert "retracted" in explain(verdict)


def test_an_outcome_of_unknown_polarity_is_a_stated_limitation(make):
    claims = [make.claim("ames", (0.8, 0.7, 0.9), polarity=Polarity.UNKNOWN)]
    verdict = answer(make, claims, outcome_polarity=Polarity.UNKNOWN)
    assert any("is better is not known" in note for note in verdict.limitations)
    assert "For the person" not in explain(verdict)


def test_a_failed_source_makes_the_search_incomplete_in_gaps_and_limitations(make):
    failed = SearchOutcomeSummary(
        source="pubmed",
        evidence_type=EvidenceType.RANDOMISED_TRIAL,
        status=SearchStatus.INCOMPLETE,
        error="no answer within 30 s",
    )
    verdict = answer(make, [make.claim("ames", (0.8, 0.7, 0.9))], [failed])
    assert verdict.gaps[0].kind is GapKind.SEARCH_INCOMPLETE
    assert any("incomplete" in note for note in verdict.limitations)


def test_a_missing_population_is_a_gap(make):
    claims = [make.claim("ames", (0.8, 0.7, 0.9), population="postmenopausal women")]
    verdict = answer(make, claims, population="men")
    assert GapKind.POPULATION in {gap.kind for gap in verdict.gaps}


def test_evidence_is_sufficient_at_moderate_certainty(make):
    question = make.question()
    good = grade_relations(question, [make.claim("ames", (0.8, 0.72, 0.88), n=9000)])
    poor = grade_relations(question, [make.claim("ames", (0.8, 0.3, 2.1), n=60, direction=NONE)])
    assert sufficient(good)
    assert not sufficient(poor)


def test_a_comparison_with_a_tiny_biased_trial_is_an_uncertain_effect(make):
    claims = [make.claim("ames", n=24, direction=NONE, significant=False, risk=RiskOfBias.HIGH)]
    verdict = answer(make, claims, kind=QuestionKind.COMPARISON, expected_direction=None)
    assert verdict.answer is ComparisonAnswer.UNCERTAIN_EFFECT
    assert any("24 participants" in reason for reason in verdict.comparison.reasons)


def test_a_comparison_whose_trials_contradict_each_other_has_no_direction(make):
    claims = [make.claim("ames", n=90), make.claim("bell", n=90, direction=Direction.INCREASES)]
    verdict = answer(make, claims, kind=QuestionKind.COMPARISON)
    assert verdict.answer is ComparisonAnswer.UNCERTAIN_EFFECT


def test_the_same_evidence_gives_the_same_verdict_object(make, supplement):
    first = answer(make, supplement)
    assert answer(make, supplement[::-1], previous=first) is first


def test_a_new_paper_gives_a_new_version_that_names_what_changed(make, supplement):
    first = answer(make, supplement)
    second = answer(
        make, [*supplement, make.claim("fritz", (0.98, 0.93, 1.04), direction=NONE, n=40000)], previous=first
    )
    assert second.version == 2
    assert any("Fritz 2020" in change for change in second.changes)
    assert any(change.startswith("The effect changed") for change in second.changes)
    assert describe_changes(second, second) == ()


def test_a_retraction_is_named_in_the_changes(make):
    kept = make.claim("ames", (0.8, 0.7, 0.9))
    first = answer(make, [kept, make.claim("bell", (0.5, 0.4, 0.6))])
    second = answer(
        make,
        [kept, make.claim("bell", (0.5, 0.4, 0.6), retraction=RetractionStatus.RETRACTED)],
        previous=first,
    )
    assert any(change == "Retracted since: Bell 2020." for change in second.changes)


def test_verdicts_survive_json(make, supplement, prevention):
    for claims in (supplement, prevention, []):
        verdict = answer(make, claims)
        again = Verdict.model_validate_json(verdict.model_dump_json())
        assert again == verdict
        assert explain(again) == explain(verdict)
