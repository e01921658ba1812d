"""What is no evidence on an outcome, and why."""

from __future__ import annotations

import pytest

from aitia.evidence.relations import grade_relations
from aitia.evidence.relations.exclusion import ExclusionReason, exclusion_of, says_not_studied
from aitia.model.scales import Direction, RetractionStatus, SentenceRole, StudyDesign


@pytest.mark.parametrize(
    ("quote", "told"),
    [
        ("More people recovered with the drug; severe disease was not studied.", True),
        ("Severe disease was not measured.", True),
        ("Recovery was faster, but severe disease has not been assessed", True),
        ("Severe disease was rarer with the drug (2% against 5%).", False),
        ("Severe disease was not significantly reduced.", False),
        ("Severe disease was halved; hospital stay was not studied.", False),
        ("Severe disease was rarer, and severe disease in children was not studied.", False),
    ],
)
def test_what_a_quote_says_was_not_studied_is_no_finding(make, quote, told):
    claim = make.claim("a", effect="severe disease", quote=quote).claim
    assert says_not_studied(claim) is told


def test_a_trial_that_did_not_study_the_outcome_is_shown_and_not_counted(make):
    quote = "More people recovered with the drug; the event was not studied."
    claims = [
        make.claim("ames", (0.8, 0.7, 0.9)),
        make.claim("bell", direction=Direction.INCREASES, quote=quote),
    ]
    (relation,) = grade_relations(make.question(), claims)
    assert [study.label for study in relation.studies] == ["Ames 2020"]
    left = next(source for source in relation.sources if not source.used)
    assert left.exclusion is ExclusionReason.NOT_STUDIED
    assert left.note == "the paper says that it did not study this outcome"


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"retraction": RetractionStatus.RETRACTED}, ExclusionReason.RETRACTED),
        ({"design": StudyDesign.PROTOCOL}, ExclusionReason.NO_RESULTS),
        ({"sentence_role": SentenceRole.BACKGROUND}, ExclusionReason.NOT_OWN_RESULT),
        ({}, None),
    ],
)
def test_every_reason_is_typed(make, given, reason):
    assert exclusion_of(make.claim("a", **given)) is reason
