"""The report's pictures by themselves, as images in Markdown: where others show what Aitia found."""

from __future__ import annotations

import base64
import re
from html import escape

from aitia.model.evidence import OutcomeRole
from aitia.report.dossier import Dossier
from aitia.report.flow import flow_diagram
from aitia.report.forest import forest_plot
from aitia.report.page import prisma_steps, style

_SIZE = re.compile(r'viewBox="0 0 (\d+) (\d+)"')
_FONT = "svg { font-family: system-ui, sans-serif; }"
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def pictures(dossier: Dossier) -> dict[str, str]:
    """Forest plot of the question's own outcome, and PRISMA flow, as Markdown; those that there are."""
    found = {
        "forest plot": _forest(dossier),
        "PRISMA flow": str(flow_diagram(prisma_steps(dossier))) if dossier.flow else "",
    }
    return {name: as_image(svg, name) for name, svg in found.items() if svg}


def as_image(svg: str, name: str) -> str:
    """An SVG of the report as an image in Markdown that needs nothing from outside and runs nothing.

    It brings the report's style sheet along, has its size in pixels, and a ground to stand on in any theme.
    """
    width, height = _SIZE.search(svg).groups()  # type: ignore[union-attr]
    head, _, rest = svg.partition(">")
    sized = (
        f'{head} width="{width}" height="{height}"><style>{escape(str(style()), quote=False)}{_FONT}</style>'
        f'<rect width="100%" height="100%" style="fill:var(--ground)"/>{rest}'
    )
    packed = base64.b64encode(_CONTROLS.sub("", sized).encode()).decode("ascii")
    return f"![{name}](data:image/svg+xml;base64,{packed})"


def _forest(dossier: Dossier) -> str:
    """What the answer rests on, else the first kind of design in which a study gives an estimate."""
    main = next((relation for relation in dossier.relations if relation.role is OutcomeRole.MAIN), None)
    if main is None:
        return ""
    for body in filter(None, (main.body, *main.groups)):
        inside = set(body.study_ids)
        studies = [study for study in main.studies if study.study_id in inside]
        if drawn := forest_plot(studies, body.pooled, body.synthesis):
            return drawn
    return ""
