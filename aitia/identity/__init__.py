"""Which paper a record describes, and how that paper stands."""

from aitia.identity.identifiers import (
    arxiv_version,
    normalise_arxiv_id,
    normalise_doi,
    normalise_pmcid,
    normalise_pmid,
)
from aitia.identity.quarantine import Quarantined, SetAside
from aitia.identity.resolution import Resolution, resolve
from aitia.identity.retraction import (
    NoticeKind,
    RetractionAssessment,
    assess_retraction,
    notice_kind,
    retraction_status,
)
from aitia.identity.titles import normalise_title

__all__ = [
    "NoticeKind",
    "Quarantined",
    "Resolution",
    "RetractionAssessment",
    "SetAside",
    "arxiv_version",
    "assess_retraction",
    "normalise_arxiv_id",
    "normalise_doi",
    "normalise_pmcid",
    "normalise_pmid",
    "normalise_title",
    "notice_kind",
    "resolve",
    "retraction_status",
]
