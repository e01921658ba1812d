"""Gaps: what is missing, what to search for, what it would change."""

from __future__ import annotations

import pytest

from aitia.evidence.relations import grade_relations
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
