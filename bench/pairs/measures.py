"""The figures of pairs: AUROC and F1 with intervals, beside always-causal and the sentence alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from scipy.stats import rankdata

from bench.pairs.data import PairSet
from bench.pairs.readers import MODES, Joined, Labels, learn_and_read, level_folds, read_concatenated
from bench.pairs.views import Floats, Views
from bench.report import Measure, clustered_interval

FOLDS = 10
SEED = 13
DRAWS = 500
_SAID = {
    "words": "sentence only (n-grams)",
    "text": "text",
    "paths": "paths",
    "both": "both",
    "concatenated": "both, concatenated naively",
}


def cross_validated(
    rows: PairSet, views: Views, folds: int = FOLDS, seed: int = SEED, draws: int = DRAWS
) -> list[Measure]:
    """Every row scored by readers that saw neither its pair, either way round, nor its sentence."""
    y, groups = rows.labels, rows.groups
    fold_of = level_folds(groups, y, folds, seed)
    scores = {mode: np.zeros(len(y)) for mode in (*MODES, "concatenated")}
    called = {mode: np.zeros(len(y), dtype=np.int64) for mode in MODES}
    used = 0
    for fold in range(folds):
        train, test = np.flatnonzero(fold_of != fold), np.flatnonzero(fold_of == fold)
        if not len(test) or not len(train):
            continue
        joined = learn_and_read(views, y, groups, train, test, seed)
        used += joined.path_weight > 0
        for mode in MODES:
            scores[mode][test] = joined.order[mode]
            called[mode][test] = joined.scores[mode] >= joined.thresholds[mode]
        scores["concatenated"][test] = read_concatenated(views, y, train, test)
    found = _figures(rows.name, y, groups, scores, called, draws)
    weight = Measure(f"{rows.name}: folds in which paths counted, of {folds}", used, len(y))
    return [*found, *_differences(rows.name, y, groups, scores, draws), weight]


def trained_and_tested(trained: PairSet, seen: Views, tested: PairSet, views: Views) -> list[Measure]:
    """Readers of all rows of one set on the rows of a file; those without an answer are not counted."""
    both = seen.joined(views)
    train = np.flatnonzero([row.causal is not None for row in trained.rows])
    test = np.arange(len(trained.rows), len(both))
    y = np.concatenate([trained.labels, np.zeros(len(tested.rows), dtype=np.int64)])
    groups = [*trained.groups, *["tested"] * len(tested.rows)]
    joined = learn_and_read(both, y, groups, train, test, SEED)
    return _tested_figures(tested, joined)


def same_rows(trained: PairSet, tested: PairSet) -> int:
    """How many tested rows share a pair (either way round) or a sentence with a training row."""
    known = set(trained.groups)
    groups = PairSet("", (*trained.rows, *tested.rows)).groups
    own = set(groups[: len(trained.rows)])
    assert len(own) <= len(known)
    return sum(group in own for group in groups[len(trained.rows) :])


def auroc(scores: Floats, y: Labels) -> float:
    """Area under the ROC curve, by the ranks of the causal rows; nan where only one class is there."""
    causal, rest = int(y.sum()), int(len(y) - y.sum())
    if not causal or not rest:
        return float("nan")
    above = float(rankdata(scores)[y == 1].sum()) - causal * (causal + 1) / 2
    return above / (causal * rest)


def f1(called: Labels, y: Labels) -> float:
    """F1 of the causal class; 0 where nothing is causal and nothing was called so."""
    return float(2 * (called * y).sum() / max(1, called.sum() + y.sum()))


def _tested_figures(tested: PairSet, joined: Joined) -> list[Measure]:
    answered = np.flatnonzero([row.causal is not None for row in tested.rows])
    scores = {mode: joined.scores[mode][answered] for mode in MODES}
    called = {mode: (scores[mode] >= joined.thresholds[mode]).astype(np.int64) for mode in MODES}
    y, groups = tested.labels[answered], [tested.groups[i] for i in answered]
    if not len(y):
        scored = len(tested.rows)
        return [Measure(f"{tested.name}: rows scored, none has an answer", scored, scored)]
    found = _figures(tested.name, y, groups, scores, called)
    return [
        *found,
        *_differences(tested.name, y, groups, scores),
        Measure(f"{tested.name}: weight of paths", joined.path_weight, len(y)),
    ]


def _figures(
    name: str,
    y: Labels,
    groups: Sequence[str],
    scores: dict[str, Floats],
    called: dict[str, Labels],
    draws: int = DRAWS,
) -> list[Measure]:
    always = f1(np.ones_like(y), y)
    found = [Measure(f"{name}: share of causal pairs", float(y.mean()), len(y))]
    for mode, values in scores.items():
        area = auroc(values, y)
        said = f"{name}: AUROC, {_SAID[mode]}"
        if np.isnan(area):
            found.append(Measure(said, None, len(y), baseline=0.5))
        else:
            ends = clustered_interval(groups, partial(_auroc_of, values, y), draws)
            found.append(Measure(said, area, len(y), ends, 0.5))
    for mode, calls in called.items():
        ends = clustered_interval(groups, partial(_f1_of, calls, y), draws)
        found.append(Measure(f"{name}: F1, {_SAID[mode]}", f1(calls, y), len(y), ends, always))
    return found


def _differences(
    name: str, y: Labels, groups: Sequence[str], scores: dict[str, Floats], draws: int = DRAWS
) -> list[Measure]:
    """What one adds to the other in AUROC, on the same rows."""
    found = []
    pairs = (("text", "words"), ("both", "text"), ("concatenated", "words"))
    for more, less in pairs:
        if more not in scores or not 0 < y.sum() < len(y):
            continue
        a, b = scores[more], scores[less]
        ends = clustered_interval(groups, partial(_difference_of, a, b, y), draws)
        said = f"{name}: AUROC, {_SAID[more]} minus {_SAID[less]}"
        found.append(Measure(said, auroc(a, y) - auroc(b, y), len(y), ends, 0.0))
    return found


def _auroc_of(scores: Floats, y: Labels, rows: Labels) -> float:
    return auroc(scores[rows], y[rows])


def _f1_of(called: Labels, y: Labels, rows: Labels) -> float:
    return f1(called[rows], y[rows])


def _difference_of(one: Floats, other: Floats, y: Labels, rows: Labels) -> float:
    return auroc(one[rows], y[rows]) - auroc(other[rows], y[rows])
