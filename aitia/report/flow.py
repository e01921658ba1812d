"""The PRISMA 2020 flow diagram as inline SVG, drawn from the counts of the rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from aitia.model.scales import GateDecision
from aitia.report.dossier import PaperLine

_WIDTH = 480
_LEFT = (4, 250)
_RIGHT = (284, 192)
_LINE = 19
_PAD = 10
_GAP = 22


@dataclass(frozen=True)
class Step:
    """One stage: the box on the left, and what leaves there on the right; lines are (words, count)."""

    stage: str
    stays: tuple[tuple[str, int], ...]
    leaves: tuple[tuple[str, int], ...] = ()


def flow_steps(
    flow: Mapping[str, int],
    papers: Sequence[PaperLine],
    by_source: Mapping[str, int],
    evidence: int,
    studies: int,
) -> tuple[Step, ...]:
    """The stages of PRISMA 2020, each sum made of the rows: what stays and what leaves is what came before.

    `flow` are the counts of `prisma_counts`, `by_source` records per source, `evidence` the reports that a
    sentence of the verdict comes from, `studies` the studies they report. A borderline paper is read too.
    """
    decided = Counter(paper.decision for paper in papers)
    tried = [paper for paper in papers if paper.read or paper.reading_error]
    unread = sum(
        paper.decision is GateDecision.BORDERLINE and not (paper.read or paper.reading_error)
        for paper in papers
    )
    read = sum(paper.read for paper in papers)
    screened = len(papers) - decided[None]
    sought = screened - decided[GateDecision.EXCLUDED] - unread
    return (
        Step(
            "Identification",
            (("Records identified", flow.get("records_identified", 0)), *sorted(by_source.items())),
            (("Duplicates removed", flow.get("duplicates_removed", 0)), ("Not screened yet", decided[None])),
        ),
        Step(
            "Screening",
            (("Records screened", screened),),
            (
                ("Excluded by the gate", decided[GateDecision.EXCLUDED]),
                ("Borderline, not read", unread),
            ),
        ),
        Step(
            "Retrieval",
            (("Reports sought", sought),),
            (("Not readable", len(tried) - read), ("Not read yet", sought - len(tried))),
        ),
        Step(
            "Eligibility",
            (("Reports assessed", read),),
            (("Without a usable finding", read - evidence),),
        ),
        Step("Included", (("Reports in the verdict", evidence), ("Studies in the verdict", studies))),
    )


def flow_diagram(steps: Sequence[Step], anchor: str = "") -> Markup:
    """The diagram; its text alternative says every count. With `anchor`, counts are links to its rows."""
    parts, y = [], 6.0
    for place, step in enumerate(steps):
        height = _height(step)
        parts.append(_box(_LEFT, y, height, step.stage, step.stays, anchor))
        if step.leaves:
            parts.append(_box(_RIGHT, y, height, "", step.leaves, anchor))
            middle = y + height / 2
            parts.append(_arrow(_LEFT[0] + _LEFT[1], middle, _RIGHT[0], middle))
        if place + 1 < len(steps):
            x = _LEFT[0] + _LEFT[1] / 2
            parts.append(_arrow(x, y + height, x, y + height + _GAP))
        y += height + _GAP
    described = "; ".join(
        f"{step.stage}: " + ", ".join(f"{words} {count:,}" for words, count in (*step.stays, *step.leaves))
        for step in steps
    )
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {:.0f}" class="flow" role="{}" '
        'aria-labelledby="flow-title flow-desc"><title id="flow-title">PRISMA 2020 flow diagram</title>'
        '<desc id="flow-desc">{}</desc>{}</svg>'
    ).format(_WIDTH, y - _GAP + 6, "group" if anchor else "img", described, Markup("").join(parts))


def _height(step: Step) -> float:
    return _LINE * (1 + max(len(step.stays), len(step.leaves) - (not step.stage))) + 2 * _PAD


def _box(
    side: tuple[int, int], y: float, height: float, stage: str, lines: Sequence[tuple[str, int]], anchor: str
) -> Markup:
    x, width = side
    shown = [Markup('<text x="{}" y="{:.0f}" class="stage">{}</text>').format(x + _PAD, y + 22, stage)]
    for place, (words, count) in enumerate(lines, start=1 if stage else 0):
        level = y + 22 + place * _LINE
        figure = Markup('<tspan class="count">{:,}</tspan>').format(count)
        if anchor:
            figure = Markup('<a class="rows" href="#{}">{}</a>').format(anchor, figure)
        label = words if len(words) <= 30 else words[:29] + "…"
        shown.append(
            Markup('<text x="{}" y="{:.0f}">{}: {}</text>').format(x + _PAD, level, escape(label), figure)
        )
    frame = Markup('<rect x="{}" y="{:.0f}" width="{}" height="{:.0f}" rx="4" class="box"/>')
    return frame.format(x, y, width, height) + Markup("").join(shown if stage else shown[1:])


def _arrow(x1: float, y1: float, x2: float, y2: float) -> Markup:
    head = (
        f"{x2},{y2} {x2 - 7},{y2 - 4} {x2 - 7},{y2 + 4}"
        if y1 == y2
        else f"{x2},{y2} {x2 - 4},{y2 - 7} {x2 + 4},{y2 - 7}"
    )
    return Markup(
        '<line x1="{}" y1="{:.0f}" x2="{}" y2="{:.0f}" class="line"/><polygon points="{}" class="head"/>'
    ).format(x1, y1, x2, y2, head)
