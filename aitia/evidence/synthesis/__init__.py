"""One synthesis of all that the studies of an outcome report: estimates, p values and stated directions."""

from aitia.evidence.synthesis.combine import synthesise
from aitia.evidence.synthesis.priors import Priors, shipped_priors
from aitia.model.synthesis import EntryKind, FullPool, Synthesis, SynthesisEntry

__all__ = [
    "EntryKind",
    "FullPool",
    "Priors",
    "Synthesis",
    "SynthesisEntry",
    "shipped_priors",
    "synthesise",
]
