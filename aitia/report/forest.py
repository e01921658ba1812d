"""Forest plots: the rows of one, and the whole as an SVG picture; no script, no outside file.

Studies with an estimate are squares sized by weight; a study that states a direction alone is an arrow
beside the line of no effect, never a point; the classic pool is a filled diamond, the synthesis of
estimates and stated directions an open one, the prediction interval a bar.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from html import escape
from math import exp, log

from markupsafe import Markup

from aitia.evidence.synthesis import Synthesis
from aitia.model.evidence import PooledEffect, StudyEvidence
from aitia.model.scales import Direction, EffectMeasure

_WIDEST = log(50.0)
_CELL = (240, 24)
_ROW = 26
_LEFT, _RIGHT = 250, 190
_FIGURES = {"increases": "increase", "decreases": "reduction", "no_difference": "no difference"}


class RowKind(StrEnum):
    """What a row of the plot shows."""

    STUDY = "study"
    DIRECTION = "direction"
    POOL = "pool"
    COMBINED = "combined"
    PREDICTION = "prediction"


@dataclass(frozen=True)
class ForestRow:
    """One row on the natural scale; `weight` is a share of 1, numbers are None where there are none."""

    kind: RowKind
    label: str
    point: float | None = None
    low: float | None = None
    high: float | None = None
    weight: float | None = None
    direction: Direction = Direction.UNCLEAR
    study: StudyEvidence | None = None

    @property
    def words(self) -> str:
        """The row's figures, or what it states without any."""
        if self.low is None or self.high is None:
            return f"direction only: {_FIGURES.get(self.direction.value, 'unclear')}"
        span = f"{self.low:.2f} to {self.high:.2f}"
        return span if self.point is None else f"{self.point:.2f} ({span})"


@dataclass(frozen=True)
class Forest:
    """A forest plot: its measure, its rows and where a value stands between 0 and 1 of its width."""

    measure: EffectMeasure
    rows: tuple[ForestRow, ...]
    reach: float

    def share(self, value: float) -> float:
        """Where a value stands: 0 the left edge, 0.5 no effect, 1 the right edge; beyond is cut."""
        scaled = (self._scaled(value) - self._scaled(self.measure.null_value)) / self.reach
        return 0.5 + 0.5 * max(-1.0, min(1.0, scaled))

    @property
    def ticks(self) -> tuple[float, float, float]:
        """The values at the left edge, at no effect and at the right edge."""
        null = self._scaled(self.measure.null_value)
        values = [null + part * self.reach for part in (-1.0, 0.0, 1.0)]
        low, middle, high = (exp(v) if self.measure.is_ratio else v for v in values)
        return low, middle, high

    def _scaled(self, value: float) -> float:
        return log(max(value, 1e-9)) if self.measure.is_ratio else value


def forest(
    studies: Sequence[StudyEvidence], pooled: PooledEffect | None, synthesis: Synthesis | None = None
) -> Forest | None:
    """The plot of a body of evidence, oldest study first; None when no study has an estimate.

    Ratios lie on a log axis. The measure is the pooled one, else the most frequent; a study in another
    measure is shown by its direction, unless it is a ratio that has a weight in the pool.
    """
    measure = pooled.measure if pooled else _most_frequent(studies)
    if measure is None or not any(s.estimate and s.estimate.measure is measure for s in studies):
        return None
    weights = pooled.weights if pooled else {}
    ordered = sorted(studies, key=lambda s: (s.year or 0, s.label))
    rows = [_study_row(study, measure, weights.get(study.study_id)) for study in ordered]
    rows.sort(key=lambda row: row.kind is RowKind.DIRECTION)
    rows += _summaries(measure, pooled, synthesis)
    null = log(measure.null_value) if measure.is_ratio else 0.0
    scale = (lambda v: log(max(v, 1e-9))) if measure.is_ratio else (lambda v: v)
    ends = [abs(scale(v) - null) for row in rows for v in (row.low, row.high) if v is not None]
    reach = max(ends, default=1.0) or 1.0
    return Forest(measure, tuple(rows), min(reach, _WIDEST) if measure.is_ratio else reach)


def forest_plot(
    studies: Sequence[StudyEvidence], pooled: PooledEffect | None, synthesis: Synthesis | None = None
) -> str:
    """The whole plot as one SVG picture with a text alternative; empty when no study has an estimate."""
    found = forest(studies, pooled, synthesis)
    if found is None:
        return ""
    width, height = _LEFT + _CELL[0] + _RIGHT, _ROW * (len(found.rows) + 1) + 8
    lines = []
    for place, row in enumerate(found.rows):
        y = _ROW * place + 2
        strong = "" if row.kind in (RowKind.STUDY, RowKind.DIRECTION) else ' class="pooled"'
        lines.append(
            f'<text x="4" y="{y + 17}"{strong}>{escape(_cut(row.label))}</text>'
            f'<g transform="translate({_LEFT} {y})">{_glyph(found, row)}</g>'
            f'<text x="{_LEFT + _CELL[0] + 10}" y="{y + 17}"{strong}>{escape(row.words)}</text>'
        )
    marks = "".join(
        f'<text x="{_LEFT + x:.0f}" y="{height - 6}" text-anchor="{end}" class="tick">{value:.3g}</text>'
        for x, end, value in zip(
            (0, _CELL[0] / 2, _CELL[0]), ("start", "middle", "end"), found.ticks, strict=True
        )
    )
    title = f"Forest plot, {found.measure.shown}"
    said = "; ".join(f"{row.label}: {row.words}" for row in found.rows)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" class="forest" '
        f'aria-label="{title}"><title>{title}</title><desc>{escape(said)}</desc>{"".join(lines)}{marks}</svg>'
    )


def row_picture(plot: Forest, row: ForestRow) -> Markup:
    """One row as a picture for a cell of a table, whose other cells say the same in words."""
    width, height = _CELL
    return Markup(
        '<svg viewBox="0 0 {} {}" class="forest" aria-hidden="true" focusable="false">{}</svg>'
    ).format(width, height, Markup(_glyph(plot, row)))


def _glyph(plot: Forest, row: ForestRow) -> str:
    width, height = _CELL
    middle = height / 2
    line = f'<line x1="{width / 2}" x2="{width / 2}" y1="0" y2="{height}" class="null"/>'
    if row.low is None or row.high is None:
        return line + _arrow(row.direction, middle)
    low, high = (4 + (width - 8) * plot.share(value) for value in (row.low, row.high))
    point = 4 + (width - 8) * plot.share(row.point) if row.point is not None else (low + high) / 2
    if row.kind is RowKind.PREDICTION:
        return (
            line
            + f'<rect x="{low:.1f}" y="{middle - 3}" width="{max(1, high - low):.1f}" height="6" class="pi"/>'
        )
    if row.kind in (RowKind.POOL, RowKind.COMBINED):
        ends = f"{low:.1f},{middle} {point:.1f},{middle - 7} {high:.1f},{middle} {point:.1f},{middle + 7}"
        return line + f'<polygon points="{ends}" class="{row.kind.value}"/>'
    half = 3 + 5 * (row.weight if row.weight is not None else 0.2) ** 0.5
    return (
        f'{line}<line x1="{low:.1f}" x2="{high:.1f}" y1="{middle}" y2="{middle}" class="ci"/>'
        f'<rect x="{point - half:.1f}" y="{middle - half:.1f}" width="{2 * half:.1f}" '
        f'height="{2 * half:.1f}" class="point"/>'
    )


def _arrow(direction: Direction, y: float) -> str:
    middle = _CELL[0] / 2
    if direction is Direction.NO_DIFFERENCE:
        return f'<circle cx="{middle}" cy="{y}" r="5" class="stated"/>'
    if direction is Direction.UNCLEAR:
        return ""
    step = 1 if direction is Direction.INCREASES else -1
    tip, foot = middle + 26 * step, middle + 16 * step
    return (
        f'<line x1="{middle + 5 * step}" x2="{foot}" y1="{y}" y2="{y}" class="stated"/>'
        f'<polygon points="{tip},{y} {foot},{y - 5} {foot},{y + 5}" class="stated"/>'
    )


def _study_row(study: StudyEvidence, measure: EffectMeasure, weight: float | None) -> ForestRow:
    e = study.estimate
    pooled_too = weight is not None and e is not None and e.measure.is_ratio and measure.is_ratio
    if e is None or (e.measure is not measure and not pooled_too):
        return ForestRow(RowKind.DIRECTION, study.label, direction=study.direction, study=study)
    return ForestRow(RowKind.STUDY, study.label, e.point, e.low, e.high, weight, study.direction, study)


def _summaries(
    measure: EffectMeasure, pooled: PooledEffect | None, synthesis: Synthesis | None
) -> list[ForestRow]:
    rows: list[ForestRow] = []
    span: tuple[float | None, float | None] = (None, None)
    if pooled is not None:
        rows.append(
            ForestRow(RowKind.POOL, f"Classic pool ({pooled.k})", pooled.point, pooled.low, pooled.high)
        )
        span = pooled.prediction_low, pooled.prediction_high
    if synthesis is not None and synthesis.point is not None and not synthesis.equals_pool:
        label = f"Combined with stated directions ({len(synthesis.entries)})"
        if synthesis.measure is measure:
            rows.append(ForestRow(RowKind.COMBINED, label, synthesis.point, synthesis.low, synthesis.high))
            if synthesis.prediction_low is not None:
                span = synthesis.prediction_low, synthesis.prediction_high
    if span[0] is not None and span[1] is not None:
        rows.append(ForestRow(RowKind.PREDICTION, "Prediction interval", None, span[0], span[1]))
    return rows


def _cut(label: str) -> str:
    return label if len(label) <= 34 else label[:33] + "…"


def _most_frequent(studies: Sequence[StudyEvidence]) -> EffectMeasure | None:
    found = [s.estimate.measure for s in studies if s.estimate is not None]
    return max(sorted(set(found)), key=found.count) if found else None
