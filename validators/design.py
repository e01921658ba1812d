"""Rules about the study: what is no evidence at all, and which words a design allows."""

from __future__ import annotations

from collections.abc import Iterator

from aitia.model.claim import Claim
from aitia.model.scales import StudyDesign
from validators.findings import ClaimContext, Finding, Outcome

NO_EVIDENCE = frozenset({StudyDesign.PROTOCOL, StudyDesign.NARRATIVE_REVIEW})
ASSOCIATION_ONLY = frozenset(
    {
        StudyDesign.COHORT,
        StudyDesign.CASE_CONTROL,
        StudyDesign.CROSS_SECTIONAL,
        StudyDesign.CASE_SERIES,
        StudyDesign.CASE_REPORT,
        StudyDesign.MODELLING,
        StudyDesign.UNKNOWN,
    }
)


def has_results(_claim: Claim, context: ClaimContext) -> Iterator[Finding]:
    """Protocols and narrative reviews have no results of their own and are never evidence."""
    design = context.facts.design
    if context.associative_relation is not None and design in NO_EVIDENCE:
        reason = f"a {design.value.replace('_', ' ')} has no results of its own"
        yield Finding("has_results", Outcome.REJECT, reason)


def causal_word_allowed(claim: Claim, context: ClaimContext) -> Iterator[Finding]:
    """A design without intervention (or of unknown kind) claims an association, never a cause."""
    weaker = context.associative_relation
    if weaker is None or claim.relation not in context.causal_relations:
        return
    if context.facts.design in ASSOCIATION_ONLY:
        kind = context.facts.design.value
        reason = f"'{claim.relation}' from a design of kind {kind}; it allows '{weaker}' at most"
        yield Finding("causal_word_allowed", Outcome.REVIEW, reason)
