"""A forest plot as inline SVG, drawn from graded studies: no script, no outside file."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import exp, log

from aitia.model.evidence import PooledEffect, StudyEvidence
from aitia.model.scales import EffectMeasure

_ROW = 26
_LEFT = 230
_PLOT = 340
_RIGHT = 190
_WIDEST = log(50.0)


def forest_plot(studies: Sequence[StudyEvidence], pooled: PooledEffect | None) -> str:
    """The studies that have an estimate in one measure, oldest first, and the pooled effect below them.

    Ratios lie on a log axis. The measure is the pooled one, else the most frequent. Empty when no study
    has an estimate.
    """
    measure = pooled.measure if pooled else _most_frequent(studies)
    rows = [s for s in studies if s.estimate is not None and s.estimate.measure is measure]
    if measure is None or not rows:
        return ""
    rows.sort(key=lambda s: (s.year or 0, s.label))
    axis = _Axis(measure, rows, pooled)
    lines = [_study_row(axis, row, place) for place, row in enumerate(rows)]
    height = _ROW * (len(rows) + (2 if pooled else 1)) + 24
    if pooled is not None:
        lines.append(_pooled_row(axis, pooled, len(rows)))
    width = _LEFT + _PLOT + _RIGHT
    title = f"Forest plot of {len(rows)} studies, {escape(measure.value)}"
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{title}" class="forest">'
        f"<title>{title}</title>{axis.lines(height)}{''.join(lines)}</svg>"
    )


class _Axis:
    """Where a value stands between the left and the right edge of the plot."""

    def __init__(
        self, measure: EffectMeasure, rows: Sequence[StudyEvidence], pooled: PooledEffect | None
    ) -> None:
        self._ratio = measure.is_ratio
        self._null = self._scaled(measure.null_value)
        ends = [self._null]
        for row in rows:
            if row.estimate is not None:
                ends += [self._scaled(row.estimate.low), self._scaled(row.estimate.high)]
        if pooled is not None:
            ends += [self._scaled(pooled.low), self._scaled(pooled.high)]
        reach = max(abs(end - self._null) for end in ends) or 1.0
        self._reach = min(reach, _WIDEST) if self._ratio else reach

    def x(self, value: float) -> float:
        share = (self._scaled(value) - self._null) / self._reach
        return _LEFT + _PLOT * (0.5 + 0.5 * max(-1.0, min(1.0, share)))

    def lines(self, height: int) -> str:
        middle = _LEFT + _PLOT / 2
        marks = [self._value(self._null + part * self._reach) for part in (-1.0, 0.0, 1.0)]
        places = (_LEFT, middle, _LEFT + _PLOT)
        labels = "".join(
            f'<text x="{x:.0f}" y="{height - 6}" text-anchor="middle" class="tick">{mark:.3g}</text>'
            for x, mark in zip(places, marks, strict=True)
        )
        return f'<line x1="{middle}" x2="{middle}" y1="4" y2="{height - 22}" class="null"/>{labels}'

    def _scaled(self, value: float) -> float:
        return log(max(value, 1e-9)) if self._ratio else value

    def _value(self, scaled: float) -> float:
        return exp(scaled) if self._ratio else scaled


def _study_row(axis: _Axis, row: StudyEvidence, place: int) -> str:
    estimate = row.estimate
    if estimate is None:
        return ""
    y = _ROW * place + _ROW / 2
    low, point, high = axis.x(estimate.low), axis.x(estimate.point), axis.x(estimate.high)
    figures = _figures(estimate.point, estimate.low, estimate.high)
    return (
        f'<text x="4" y="{y + 4}">{escape(row.label)}</text>'
        f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{y}" y2="{y}" class="ci"/>'
        f'<rect x="{point - 4:.1f}" y="{y - 4}" width="8" height="8" class="point"/>'
        f'<text x="{_LEFT + _PLOT + 10}" y="{y + 4}">{figures}</text>'
    )


def _pooled_row(axis: _Axis, pooled: PooledEffect, place: int) -> str:
    y = _ROW * place + _ROW / 2 + 4
    low, point, high = axis.x(pooled.low), axis.x(pooled.point), axis.x(pooled.high)
    diamond = f"{low:.1f},{y} {point:.1f},{y - 6} {high:.1f},{y} {point:.1f},{y + 6}"
    return (
        f'<text x="4" y="{y + 4}" class="pooled">Pooled ({pooled.k} studies)</text>'
        f'<polygon points="{diamond}" class="diamond"/>'
        f'<text x="{_LEFT + _PLOT + 10}" y="{y + 4}" class="pooled">'
        f"{_figures(pooled.point, pooled.low, pooled.high)}</text>"
    )


def _figures(point: float, low: float, high: float) -> str:
    return f"{point:.2f} ({low:.2f} to {high:.2f})"


def _most_frequent(studies: Sequence[StudyEvidence]) -> EffectMeasure | None:
    found = [s.estimate.measure for s in studies if s.estimate is not None]
    return max(sorted(set(found)), key=found.count) if found else None
