"""Check the synthesis on review tables, where every number is known and some are hidden from it.

`python -m bench.synthesis TABLES.csv.gz [--write] [--limit N] [--json PATH]`. In every analysis of three or
more studies the numbers of a part of them are hidden and their direction, test and size are kept; the
synthesis is compared with the pool of all numbers, and with that of the numbers that are left. `--write` fits
the priors on every other review (aitia/evidence/synthesis/priors.json); the figures are of the
remaining reviews.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from rich.progress import track

from aitia.evidence.effects import tables as t
from aitia.evidence.effects.means import Groups, standardised_mean_difference
from aitia.evidence.grading.thresholds import excludes_null
from aitia.evidence.pooling.body import pool_rows
from aitia.evidence.synthesis import FullPool, Priors, synthesise
from aitia.evidence.synthesis.priors import PRIORS_FILE, shipped_priors
from aitia.model.evidence import StandardEstimate, StudyEvidence
from aitia.model.keys import EdgeId, PaperId, StudyId
from aitia.model.scales import Direction, EffectMeasure, StudyDesign
from bench.report import Measure, clustered_interval, emit
from bench.statistics.synthesis_priors import fit_priors
from bench.tables import binary_rows, mean_rows, read

Array = NDArray[np.float64]
MOST, FEWEST = 30, 3
PARTS = {"a third": 3, "half": 2, "all but one": 0}
_Z = 1.959963984540054


@dataclass(frozen=True)
class Analysis:
    """One analysis of a review: its studies with all numbers, on one scale."""

    review: str
    studies: tuple[StudyEvidence, ...]


@dataclass(frozen=True)
class Hidden:
    """What was made of one analysis with numbers hidden. Values stand on the scale of pooling."""

    review: str
    full: float
    low: float
    high: float
    left: float | None
    foreseen: FullPool
    shown: Direction
    prediction: tuple[float, float]
    held: tuple[float, ...]


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit the priors when asked to, hide numbers, compare, print."""
    title = (__doc__ or "").split("\n")[0]
    parser = argparse.ArgumentParser(prog="python -m bench.synthesis", description=title)
    parser.add_argument("file", type=Path, help="table rows as CSV, plain or gzip")
    parser.add_argument("--write", action="store_true", help=f"replace {PRIORS_FILE.name} by the fit")
    parser.add_argument("--limit", type=int, default=400, help="N analyses, evenly spread (400)")
    parser.add_argument("--json", type=Path, help="write the figures here")
    options = parser.parse_args(arguments)
    if not options.file.is_file():
        print(f"{options.file} is no file; give the CSV of table rows.", file=sys.stderr)
        return 2
    analyses = load(options.file)
    priors = shipped_priors()
    if options.write:
        priors = fit_priors([a.studies for a in analyses if _fitted_on(a)])
        PRIORS_FILE.write_text(priors.model_dump_json(indent=2) + "\n", encoding="utf-8")
    rest = [a for a in analyses if not _fitted_on(a) and FEWEST <= len(a.studies) <= MOST]
    rest = rest[:: max(1, len(rest) // max(1, options.limit))][: options.limit]
    measures: list[Measure] = []
    for name, step in PARTS.items():
        found = [
            hide(analysis, step, priors) for analysis in track(rest, name, disable=not sys.stderr.isatty())
        ]
        measures += figures(name, [item for item in found if item is not None])
    emit(measures, options.json, f"{len(rest)} analyses with the numbers of some studies hidden")
    return 0


def load(path: Path) -> list[Analysis]:
    """The analyses of the tables: log odds ratios and standardised mean differences, one row a study."""
    frame = read(path)
    binary, means = binary_rows(frame), mean_rows(frame)
    cells = t.tables(*(binary.frame[f"{a}.{c}"] for a in ("Experimental", "Control") for c in ("cases", "N")))
    groups = Groups(
        *(
            means.frame[f"{a}.{c}"].to_numpy(dtype=float)
            for a in ("Experimental", "Control")
            for c in ("mean", "SD", "N")
        )
    )
    parts = [
        (binary.frame, EffectMeasure.ODDS_RATIO, t.log_odds_ratio(cells)),
        (means.frame, EffectMeasure.STANDARDISED_MEAN_DIFFERENCE, standardised_mean_difference(groups)),
    ]
    return [analysis for frame, measure, found in parts for analysis in _analyses(frame, measure, *found)]


def hide(analysis: Analysis, step: int, priors: Priors) -> Hidden | None:
    """Hide the numbers of every `step`-th study (of all but the largest where it is 0)."""
    rows = analysis.studies
    largest = max(range(len(rows)), key=lambda i: rows[i].sample_size or 0)
    gone = [i != largest if step == 0 else i % step == 0 for i in range(len(rows))]
    body = pool_rows(rows)
    seen = [_without_numbers(row) if lost else row for row, lost in zip(rows, gone, strict=True)]
    left = pool_rows(seen)
    found = synthesise(seen, left.effect, left.used, priors)
    if body.effect is None or left.effect is None or found is None or found.point is None:
        return None
    full, ratio = body.effect, body.effect.measure.is_ratio
    shown = Direction.NO_DIFFERENCE
    if excludes_null(full.measure, full.low, full.high):
        shown = Direction.INCREASES if full.point > full.measure.null_value else Direction.DECREASES
    scale = math.log if ratio else float
    return Hidden(
        review=analysis.review,
        full=scale(full.point),
        low=scale(_number(found.low)),
        high=scale(_number(found.high)),
        left=scale(left.effect.high) - scale(left.effect.low),
        foreseen=found.full_pool,
        shown=shown,
        prediction=(scale(_number(found.prediction_low)), scale(_number(found.prediction_high))),
        held=tuple(r.estimate.effect for r, lost in zip(rows, gone, strict=True) if lost and r.estimate),
    )


def figures(name: str, rows: Sequence[Hidden]) -> list[Measure]:
    """Coverage of the full pool's point, widths, and how often the foreseen pool was the real one."""
    told = np.array([[r.foreseen.higher, r.foreseen.lower, r.foreseen.neither] for r in rows])
    truth = np.array(
        [
            [r.shown is d for d in (Direction.INCREASES, Direction.DECREASES, Direction.NO_DIFFERENCE)]
            for r in rows
        ]
    )
    covered = np.array([r.low <= r.full <= r.high for r in rows], dtype=float)
    narrower = np.array([r.high - r.low < (r.left or 0.0) for r in rows], dtype=float)
    ratio = np.array([(r.high - r.low) / (r.left or math.nan) for r in rows])
    right = truth[np.arange(len(rows)), told.argmax(axis=1)].astype(float)
    sure = told.max(axis=1) >= 0.8
    inside = [
        float(np.mean([r.prediction[0] <= y <= r.prediction[1] for y in r.held])) for r in rows if r.held
    ]
    reviews = [r.review for r in rows]
    constant = float(truth.mean(axis=0).max()) if rows else None
    return [
        _measure(f"{name} hidden: interval covers the full pool's point", covered, reviews),
        _measure(f"{name} hidden: narrower than the pool of the numbers left", narrower, reviews),
        Measure(f"{name} hidden: width against that pool, median", float(np.median(ratio)), len(rows)),
        _measure(f"{name} hidden: what the full pool shows is foreseen", right, reviews, constant),
        Measure(f"{name} hidden: the same, where at least .8 sure", _mean(right[sure]), int(sure.sum())),
        Measure(f"{name} hidden: hidden estimates in the prediction interval", _mean(inside), len(inside)),
    ]


def _analyses(
    frame: pd.DataFrame, measure: EffectMeasure, effects: Array, variances: Array
) -> Iterator[Analysis]:
    rows = frame.assign(effect=effects, variance=variances)
    rows = rows[np.isfinite(rows.effect) & np.isfinite(rows.variance) & (rows.variance > 1e-8)]
    rows = rows.drop_duplicates(["analysis", "Study"])
    for number, part in rows.groupby("analysis", sort=True):
        studies = [
            _study(f"{number}-{i}", measure, float(y), float(v), int(n1 + n2))
            for i, (y, v, n1, n2) in enumerate(
                zip(part.effect, part.variance, part["Experimental.N"], part["Control.N"], strict=True)
            )
        ]
        yield Analysis(str(part.review.iloc[0]), tuple(studies))


def _study(name: str, measure: EffectMeasure, effect: float, variance: float, size: int) -> StudyEvidence:
    reach = _Z * math.sqrt(variance)
    natural = np.exp if measure.is_ratio else np.asarray
    point, low, high = (float(natural(np.clip(x, -50, 50))) for x in (effect, effect - reach, effect + reach))
    sure = abs(effect) > reach
    direction = Direction.INCREASES if effect > 0 else Direction.DECREASES
    return StudyEvidence(
        study_id=StudyId(name),
        label=name,
        paper_ids=(PaperId(name),),
        edge_ids=(EdgeId(name),),
        design=StudyDesign.RANDOMISED_TRIAL,
        direction=direction if sure else Direction.NO_DIFFERENCE,
        significant=sure,
        sample_size=size,
        estimate=StandardEstimate(
            measure=measure, effect=effect, variance=variance, point=point, low=low, high=high
        ),
    )


def _without_numbers(row: StudyEvidence) -> StudyEvidence:
    return row.model_copy(update={"estimate": None})


def _fitted_on(analysis: Analysis) -> bool:
    """Every other review, by the digits of its name."""
    return sum(map(ord, analysis.review)) % 2 == 0


def _number(value: float | None) -> float:
    assert value is not None
    return value


def _mean(values: Sequence[float] | Array) -> float | None:
    return float(np.mean(values)) if len(values) else None


def _measure(name: str, values: Array, reviews: Sequence[str], baseline: float | None = None) -> Measure:
    if not len(values):
        return Measure(name, None, 0)
    interval = clustered_interval(reviews, lambda drawn: float(values[drawn].mean()), draws=300)
    return Measure(name, float(values.mean()), len(values), interval, baseline)


if __name__ == "__main__":
    sys.exit(main())
