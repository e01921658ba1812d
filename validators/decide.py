"""All rules together: a proposed claim in, a decision out."""

from __future__ import annotations

from aitia.model.claim import Claim, EffectEstimate
from aitia.model.scales import Decision
from validators.catalogue import RULES
from validators.findings import ClaimContext, ClaimDecision, Finding, Outcome
from validators.quote import settled_quote

_ABOUT_QUOTE = frozenset({"right_paper", "quote_verbatim", "quote_length"})


def decide(claim: Claim, context: ClaimContext) -> ClaimDecision:
    """Accept, flag for review or refuse a claim; the first refusal, else the first flag, names the decision.

    The quote is set to the text that stands in the passage; estimates that a rule dropped are removed, and
    every rule about estimates is asked of those that are left.
    """
    admitted = _settled(claim, context)
    findings: list[Finding] = []
    dropped: set[int] = set()
    for rule in RULES:
        found = [_renumbered(f, dropped) for f in rule(_without(admitted, dropped), context)]
        findings += [f for f in found if f.outcome is not Outcome.PASS]
        dropped |= {
            f.estimate for f in found if f.outcome is Outcome.DROP_ESTIMATE and f.estimate is not None
        }
        if any(f.outcome is Outcome.REJECT and f.rule in _ABOUT_QUOTE for f in found):
            break
    final = _without(admitted, dropped)
    for outcome, decision in ((Outcome.REJECT, Decision.REJECTED), (Outcome.REVIEW, Decision.REVIEW)):
        first = next((f for f in findings if f.outcome is outcome), None)
        if first is not None:
            return ClaimDecision(decision, first.rule, first.reason, final, tuple(findings))
    reason = "every rule holds"
    if dropped:
        reason = (
            f"every rule holds for the quote; {len(dropped)} of {len(claim.estimates)} estimates left out"
        )
    return ClaimDecision(Decision.ACCEPTED, None, reason, final, tuple(findings))


def _settled(claim: Claim, context: ClaimContext) -> Claim:
    quote = settled_quote(claim.quote, context)
    estimates = tuple(_settled_estimate(e, context) for e in claim.estimates)
    update: dict[str, object] = {"estimates": estimates}
    if quote is not None:
        update["quote"] = quote
    return claim.model_copy(update=update)


def _settled_estimate(estimate: EffectEstimate, context: ClaimContext) -> EffectEstimate:
    quote = settled_quote(estimate.quote, context) if estimate.quote is not None else None
    return estimate if quote is None else estimate.model_copy(update={"quote": quote})


def _without(claim: Claim, dropped: set[int]) -> Claim:
    if not dropped:
        return claim
    kept = tuple(e for i, e in enumerate(claim.estimates) if i not in dropped)
    return claim.model_copy(update={"estimates": kept})


def _renumbered(finding: Finding, dropped: set[int]) -> Finding:
    """From an index among those left to the index in the claim as proposed."""
    if finding.estimate is None or not dropped:
        return finding
    index = finding.estimate
    for gone in sorted(dropped):
        if gone <= index:
            index += 1
    return Finding(finding.rule, finding.outcome, finding.reason, index)
