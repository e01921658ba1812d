"""The report of a question: one self-contained page, and the pictures of it."""

from aitia.report.dossier import Dossier, Provenance
from aitia.report.forest import forest_plot
from aitia.report.page import render_page
from aitia.report.pictures import pictures

__all__ = ["Dossier", "Provenance", "forest_plot", "pictures", "render_page"]
