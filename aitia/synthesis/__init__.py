"""One synthesis of all that the studies of an outcome report: estimates, p values and stated directions."""

from aitia.synthesis.combine import synthesise
from aitia.synthesis.models import EntryKind, FullPool, Synthesis, SynthesisEntry
from aitia.synthesis.priors import Priors, shipped_priors

__all__ = [
    "EntryKind",
    "FullPool",
    "Priors",
    "Synthesis",
    "SynthesisEntry",
    "shipped_priors",
    "synthesise",
]
