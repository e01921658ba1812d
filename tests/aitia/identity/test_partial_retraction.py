"""A paper retracted in part is a concern, wherever that is said; the notice itself is a notice."""

from __future__ import annotations

import pytest

from aitia.identity import NoticeKind, notice_kind
from aitia.identity.retraction import signal_from_link, signal_from_update
from aitia.model.scales import RetractionStatus

CONCERN, RETRACTED = RetractionStatus.CONCERN, RetractionStatus.RETRACTED
CORRECTED = RetractionStatus.CORRECTED


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("PartialRetractionIn", CONCERN),
        ("Partial retraction in", CONCERN),
        ("RetractionIn", RETRACTED),
        ("WithdrawalIn", RETRACTED),
        ("ExpressionOfConcernIn", CONCERN),
        ("ErratumIn", CORRECTED),
        ("CorrectedAndRepublishedIn", CORRECTED),
        ("RetractedAndRepublishedIn", RETRACTED),
        ("CommentIn", None),
    ],
)
def test_a_link_says_it_of_this_paper(kind, status):
    signal = signal_from_link(kind, "pubmed")
    assert (signal and signal.status) == status


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("PartialRetractionOf", CONCERN),
        ("RetractionOf", RETRACTED),
        ("ExpressionOfConcernFor", CONCERN),
        ("ErratumFor", CORRECTED),
        ("RetractedAndRepublishedFrom", RETRACTED),
        ("CorrectedAndRepublishedFrom", CORRECTED),
    ],
)
def test_a_notice_s_link_says_it_of_another_paper(kind, status):
    signal = signal_from_link(kind, "pubmed", other="pmid:1")
    assert signal is not None
    assert (signal.status, signal.about) == (status, "pmid:1")
    assert signal_from_link(kind, "pubmed") is None


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("partial_retraction", CONCERN),
        ("retraction", RETRACTED),
        ("withdrawal", RETRACTED),
        ("removal", RETRACTED),
        ("expression_of_concern", CONCERN),
        ("correction", CORRECTED),
        ("erratum", CORRECTED),
        ("new_version", None),
    ],
)
def test_a_crossref_update(kind, status):
    signal = signal_from_update(kind, "crossref")
    assert (signal and signal.status) == status


@pytest.mark.parametrize(
    ("kinds", "notice"),
    [
        (("Partial Retraction",), NoticeKind.RETRACTION),
        (("Retraction of Publication",), NoticeKind.RETRACTION),
        (("Journal Article", "Published Erratum"), NoticeKind.CORRECTION),
        (("Expression of Concern",), NoticeKind.CONCERN),
        (("Journal Article",), None),
    ],
)
def test_a_notice_by_its_publication_type(kinds, notice):
    assert notice_kind("Marigold tea for fever", kinds) == notice
