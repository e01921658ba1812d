"""What documents say causes what around a question: seeds by meaning, expansion both ways, quotes."""

from aitia.summary.build import CausalSummary, Chain, summarise
from aitia.summary.statements import Said, statements_of

__all__ = ["CausalSummary", "Chain", "Said", "statements_of", "summarise"]
