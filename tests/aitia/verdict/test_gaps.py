"""Gaps: what is missing, what to search for, what it would change."""

from __future__ import annotations

import pytest

from aitia.evidence.relations import grade_relations
from aitia.model.claim import RiskOfBias
from aitia.model.evidence import OutcomeRole
from aitia.model.gap import Gap, GapKind, SearchOutcomeSummary
from aitia.model.scales import Direction, EvidenceType, StudyDesign
from aitia.model.search import SearchStatus
from aitia.verdict.gaps import find_gaps


def gaps_of(make, claims, searches=(), **question):
    asked = make.question(**question)
    return find_gaps(asked, grade_relations(asked, claims), searches)


@pytest.fixture
def complete(make):
    return [
        make.claim("review", (0.8, 0.74, 0.87), design=StudyDesign.META_ANALYSIS, n=40000),
        make.claim("ames", (0.8, 0.7, 0.9), n=9000),
        make.claim("ames_harm", (1.5, 1.2, 1.9), study="ames", role=OutcomeRole.HARM, effect="bleeding"),
    ]


def test_complete_evidence_leaves_no_gap(make, complete):
    assert gaps_of(make, complete) == ()


def test_a_missing_harm_is_a_gap_with_its_search(make, complete):
    (gap,) = gaps_of(make, complete[:2])
    assert gap.kind is GapKind.HARM
    assert gap.evidence_type is EvidenceType.HARM


def test_missing_trials_come_first_when_only_cohorts_are_known(make):
    gaps = gaps_of(make, [make.claim("clark", (0.6, 0.5, 0.7), design=StudyDesign.COHORT, n=900)])
    assert gaps[0].evidence_type is EvidenceType.RANDOMISED_TRIAL


def test_too_few_participants_and_events_are_counted(make):
    claim = make.claim(
        "ames", (0.7, 0.3, 1.6), n=120, counts=(8, 60, 12, 60), direction=Direction.NO_DIFFERENCE
    )
    (gap,) = [gap for gap in gaps_of(make, [claim]) if gap.kind is GapKind.PARTICIPANTS]
    assert "120 of at least 400 participants" in gap.text
    assert "20 of at least 300 events" in gap.text


def test_an_unexplained_contradiction_asks_for_a_review(make):
    claims = [
        make.claim("ames", (0.5, 0.4, 0.7)),
        make.claim("bell", (1.6, 1.3, 2.0), direction=Direction.INCREASES),
    ]
    assert GapKind.CONFLICT in {gap.kind for gap in gaps_of(make, claims)}


def test_searches_that_failed_are_named_per_source(make, complete):
    failed = [
        SearchOutcomeSummary(
            source="pubmed", evidence_type=kind, status=SearchStatus.INCOMPLETE, error="timeout"
        )
        for kind in (EvidenceType.HARM, EvidenceType.RANDOMISED_TRIAL)
    ]
    done = SearchOutcomeSummary(
        source="documents", evidence_type=EvidenceType.HARM, status=SearchStatus.COMPLETE
    )
    (gap,) = gaps_of(make, complete, [*failed, done])
    assert gap.source == "pubmed"
    assert "timeout" in gap.text


def test_gaps_survive_json_and_say_what_they_would_change(make):
    for gap in gaps_of(make, []):
        assert gap.would_change
        assert Gap.model_validate_json(gap.model_dump_json()) == gap


@pytest.mark.parametrize(
    ("n", "counts", "needed"),
    [
        (399, (150, 200, 160, 199), "399 of at least 400 participants."),
        (400, (150, 200, 160, 200), None),
        (900, (140, 450, 159, 450), "299 of at least 300 events."),
        (900, (140, 450, 160, 450), None),
    ],
)
def test_participants_and_events_are_asked_for_up_to_the_optimal_number(make, n, counts, needed):
    # A high risk of bias, so that the certainty asks for more whatever the size.
    claim = make.claim("ames", (0.9, 0.5, 1.6), n=n, counts=counts, direction=Direction.NO_DIFFERENCE,
                       risk=RiskOfBias.HIGH)  # fmt: skip
    found = [gap for gap in gaps_of(make, [claim]) if gap.kind is GapKind.PARTICIPANTS]
    if needed is None:
        assert found == []
    else:
        assert found[0].text == f"Too little was observed for the event: {needed}"
        assert found[0].evidence_type is EvidenceType.RANDOMISED_TRIAL


def test_participants_of_cohorts_are_asked_for_in_cohorts(make):
    claim = make.claim("clark", (0.9, 0.5, 1.6), n=100, design=StudyDesign.COHORT)
    (gap,) = [gap for gap in gaps_of(make, [claim]) if gap.kind is GapKind.PARTICIPANTS]
    assert gap.evidence_type is EvidenceType.OBSERVATIONAL


def test_nothing_at_all_asks_for_every_type_once_trials_first(make):
    types = [gap.evidence_type for gap in gaps_of(make, []) if gap.kind is GapKind.EVIDENCE_TYPE]
    assert types == [
        EvidenceType.RANDOMISED_TRIAL,
        EvidenceType.SYSTEMATIC_REVIEW,
        EvidenceType.OBSERVATIONAL,
    ]


def test_a_review_is_asked_for_until_trials_are_sure_without_one(make):
    weak = gaps_of(make, [make.claim("ames", (0.7, 0.3, 1.6), n=120, direction=Direction.NO_DIFFERENCE)])
    assert EvidenceType.SYSTEMATIC_REVIEW in {gap.evidence_type for gap in weak}
    strong = gaps_of(make, [make.claim(name, (0.5, 0.4, 0.6), n=9000) for name in ("ames", "bell", "cole")])
    assert EvidenceType.SYSTEMATIC_REVIEW not in {gap.evidence_type for gap in strong}


def test_the_population_is_missing_only_where_no_study_is_of_it(make):
    asked = {"population": "children"}
    other = make.claim("ames", (0.5, 0.4, 0.7), population="older adults",
                       indirectness=("population: older adults",))  # fmt: skip
    own = make.claim("bell", (0.5, 0.4, 0.7), population="children")
    assert GapKind.POPULATION in {gap.kind for gap in gaps_of(make, [other], **asked)}
    assert GapKind.POPULATION not in {gap.kind for gap in gaps_of(make, [other, own], **asked)}
    silent = make.claim("cole", (0.5, 0.4, 0.7))
    assert GapKind.POPULATION not in {gap.kind for gap in gaps_of(make, [other, silent], **asked)}
    assert GapKind.POPULATION not in {gap.kind for gap in gaps_of(make, [other])}


def test_a_search_without_an_error_is_incomplete_without_a_reason(make, complete):
    search = SearchOutcomeSummary(
        source="pubmed", evidence_type=EvidenceType.HARM, status=SearchStatus.INCOMPLETE
    )
    (gap,) = gaps_of(make, complete, [search])
    assert (gap.kind, gap.text) == (GapKind.SEARCH_INCOMPLETE, "The search of pubmed for harm is incomplete")
