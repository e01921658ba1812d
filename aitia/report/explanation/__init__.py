"""The explanation of a verdict in Markdown, and the check that a rephrased one adds nothing."""

from aitia.report.explanation.support import numbers_supported
from aitia.report.explanation.template import explain

__all__ = ["explain", "numbers_supported"]
