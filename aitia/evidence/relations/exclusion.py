"""Why a claim on an outcome is no evidence on it: typed reasons, each with its words."""

from __future__ import annotations

import re
from enum import StrEnum

from aitia.evidence.grading.groups import NO_EVIDENCE
from aitia.model.claim import Claim
from aitia.model.evidence import AcceptedClaim
from aitia.model.scales import RetractionStatus, SentenceRole
from aitia.text.named import is_named
from aitia.words.folding import folded_words

_OWN_WORDS = frozenset({SentenceRole.RESULT, SentenceRole.CONCLUSION})
_NOT_STUDIED = re.compile(
    r"(?i)\b(?:not|never|neither)\s+(?:been\s+|be\s+|directly\s+|formally\s+|specifically\s+)?"
    r"(?:studied|measured|assessed|examined|evaluated|investigated|recorded|reported|collected|analy[sz]ed)\b"
)
_NO_MORE = re.compile(
    r"(?i)\b(?:differ|associat|significan|chang|affect|increas|reduc|lower|higher|fewer|more)"
)
_CLAUSE = re.compile(r"(?i)[;:,.]\s+|\s+(?:and|but|while|whereas|although)\s+")


class ExclusionReason(StrEnum):
    """Why a claim was left out."""

    RETRACTED = "retracted"
    NO_RESULTS = "no_results"
    NOT_OWN_RESULT = "not_own_result"
    NOT_STUDIED = "not_studied"
    OTHER_POPULATION = "other_population"
    LESS_DIRECT = "less_direct"
    OTHER_COMPARATOR = "other_comparator"
    UNLIKELY = "unlikely"


def exclusion_of(item: AcceptedClaim) -> ExclusionReason | None:
    """Why the claim is no evidence by itself; None where it is."""
    if item.paper.retraction_status is RetractionStatus.RETRACTED:
        return ExclusionReason.RETRACTED
    if item.study.design in NO_EVIDENCE:
        return ExclusionReason.NO_RESULTS
    if item.claim.role not in _OWN_WORDS:
        return ExclusionReason.NOT_OWN_RESULT
    if says_not_studied(item.claim):
        return ExclusionReason.NOT_STUDIED
    return ExclusionReason.UNLIKELY if item.match.unlikely is not None else None


def in_words(reason: ExclusionReason, item: AcceptedClaim) -> str:
    """The reason as a reader is told it."""
    design = item.study.design.value.replace("_", " ")
    return {
        ExclusionReason.RETRACTED: "the paper is retracted",
        ExclusionReason.NO_RESULTS: f"a {design} has no results of its own",
        ExclusionReason.NOT_OWN_RESULT: "the sentence is not the paper's own result",
        ExclusionReason.NOT_STUDIED: "the paper says that it did not study this outcome",
        ExclusionReason.OTHER_POPULATION: "another population than the question's was studied",
        ExclusionReason.LESS_DIRECT: "others report the outcome itself, this one a part of it or a proxy",
        ExclusionReason.OTHER_COMPARATOR: "others compare with no other treatment, this one with "
        f"{item.match.rival}",
        ExclusionReason.UNLIKELY: "few of the papers read report the outcome, and that this one does is "
        f"unlikely (probability {item.match.unlikely or 0:.2f})",
    }[reason]


def says_not_studied(claim: Claim) -> bool:
    """Whether the quote names the claim's outcome only to say that it was not studied or measured.

    By its name, or by more of its words than the rest of the quote has ("severe disease was not studied").
    """
    clauses = [clause for clause in _CLAUSE.split(claim.quote.text) if clause]
    denied = [clause for clause in clauses if _NOT_STUDIED.search(clause) and not _NO_MORE.search(clause)]
    if not denied:
        return False
    others = [clause for clause in clauses if clause not in denied]
    if any(is_named(claim.effect, clause) for clause in others):
        return False
    wanted = set(folded_words(claim.effect))
    there = max(len(wanted & set(folded_words(clause))) for clause in denied)
    here = max((len(wanted & set(folded_words(clause))) for clause in others), default=0)
    named = any(is_named(claim.effect, clause) for clause in denied)
    return named or (there > here and 3 * there >= len(wanted))
