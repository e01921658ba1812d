"""The report of a question: one self-contained page and machine-readable exports."""

from aitia.report.forest import forest_plot
from aitia.report.page import Provenance, render_page

__all__ = ["Provenance", "forest_plot", "render_page"]
