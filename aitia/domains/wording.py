"""A claim in the words of its domain: the local readers speak of findings as medicine does."""

from __future__ import annotations

from aitia.domains.adapter import DomainAdapter
from aitia.domains.registry import adapter_for
from aitia.model.claim import Claim
from aitia.model.scales import Domain


def in_words_of(adapter: DomainAdapter, claim: Claim) -> Claim:
    """The claim with types and relation of the domain: what the domain's lists hold already stays.

    The relation keeps its strength: a mere association stays one, whatever the domain calls it. Where the
    domain has no word for it the relation stays as it is, and the rule `known_relation` refuses it.
    """
    update: dict[str, str] = {}
    for end, default in (("cause", adapter.default_cause_type), ("effect", adapter.default_effect_type)):
        if getattr(claim, f"{end}_type") not in adapter.node_types:
            update[f"{end}_type"] = default
    if not adapter.allows(claim.relation):
        causal = claim.relation in adapter_for(Domain.BIOMEDICAL).causal_relations
        word = adapter.relation_for(claim.direction, causal)
        update |= {"relation": word} if word else {}
    return claim.model_copy(update=update) if update else claim
