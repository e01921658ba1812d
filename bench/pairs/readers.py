"""The readers of one view each, and how they are joined: weights of 0 or more, chosen inside folds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import scipy.optimize
from numpy.typing import NDArray
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedGroupKFold
from sklearn.preprocessing import StandardScaler

from bench.pairs.views import SIZE, Columns, Floats, Views
from bench.training.common import frequent, group_folds, sparse_rows

Labels = NDArray[np.int64]
Rows = NDArray[np.int64]
Reader = Callable[[Views, Labels, Rows, Rows], Floats]
"""Learns on the rows of the first list and gives log odds for those of the second."""

INNER = 4
LIKELY, SURE = 1.0, 2.0
"""Standard errors by which further readers of the text, and paths, must lower the loss."""

TOWARDS_EQUAL = 2.0
"""How strongly the weights of the text's readers are held at equal shares."""


def read_words(views: Views, y: Labels, train: Rows, test: Rows) -> Floats:
    """Words between, around and in the sentence: the sentence-only model that others are compared with."""
    return _linear(views.words, y, train, test)


def read_meaning(views: Views, y: Labels, train: Rows, test: Rows) -> Floats:
    """The sentence's vector, with both names masked."""
    return _dense(views.meaning, y, train, test)


def read_things(views: Views, y: Labels, train: Rows, test: Rows) -> Floats:
    """What kinds of things the two are, and the words around, by their vectors."""
    return _dense(views.things, y, train, test)


def read_cause(views: Views, y: Labels, train: Rows, test: Rows) -> Floats:
    """What the shipped reader of cause and effect says, which knows other sentences than these."""
    return _dense(views.cause, y, train, test, 1.0)


def read_paths(views: Views, y: Labels, train: Rows, test: Rows) -> Floats:
    """Types, relations and lengths of the paths between the two."""
    return _linear(views.paths, y, train, test)


def read_concatenated(views: Views, y: Labels, train: Rows, test: Rows) -> Floats:
    """Words and paths in one row of features: what is done without thought."""
    both = [np.concatenate([w, p + SIZE]) for w, p in zip(views.words, views.paths, strict=True)]
    return _linear(both, y, train, test, 2 * SIZE)


TEXT: tuple[Reader, ...] = (read_words, read_meaning, read_things, read_cause)


@dataclass(frozen=True)
class Joined:
    """Probabilities of the tested rows, an array a mode; thresholds of highest F1 in training; weights.

    `order` is the same without the share of causal pairs in training: what rows of several folds are
    ordered by, since that share is low just where the held-out share is high.
    """

    scores: dict[str, Floats]
    order: dict[str, Floats]
    thresholds: dict[str, float]
    text_weights: tuple[float, ...]
    path_weight: float


def learn_and_read(
    views: Views, y: Labels, groups: Sequence[str], train: Rows, test: Rows, seed: int
) -> Joined:
    """Learn every reader on `train` and score `test`.

    How much each reader counts, and the thresholds, come from folds inside `train`. Paths count only where
    they lower the loss there by more than two standard errors; else "both" is "text" to the last digit.
    """
    readers = (*TEXT, read_paths)
    inner = _inner_scores(readers, views, y, groups, train, seed)
    outer = np.stack([reader(views, y, train, test) for reader in readers], axis=1)
    known = y[train]
    width = np.maximum(inner.std(axis=0), 1e-9)
    inner, outer = inner / width, outer / width
    if len(set(known.tolist())) < 2:
        share = np.full(len(test), float(known.mean()))
        return Joined(
            dict.fromkeys(MODES, share), dict.fromkeys(MODES, share), dict.fromkeys(MODES, 0.5), (), 0.0
        )
    weights = {"words": _weights(inner[:, :1], known), "text": _text_weights(inner[:, :-1], known)}
    weights["paths"] = _weights(inner[:, -1:], known)
    text = weights["text"]
    path_weight = _path_weight(_odds(text, inner[:, :-1]), inner[:, -1], known)
    weights["both"] = np.append(text, path_weight)
    inside = {mode: _share(_odds(weights[mode], inner[:, part])) for mode, part in _PARTS.items()}
    outside = {mode: _odds(weights[mode], outer[:, part]) for mode, part in _PARTS.items()}
    return Joined(
        {mode: _share(odds) for mode, odds in outside.items()},
        {mode: odds - weights[mode][0] for mode, odds in outside.items()},
        {mode: best_threshold(shares, known) for mode, shares in inside.items()},
        tuple(float(w) for w in text[1:]),
        path_weight,
    )


_PARTS = {"words": slice(0, 1), "text": slice(0, -1), "paths": slice(-1, None), "both": slice(None)}
MODES = ("words", "text", "paths", "both")


def best_threshold(shares: Floats, y: Labels) -> float:
    """The threshold of highest F1, half-way to the next lower probability; 0.5 without a causal row."""
    order = np.argsort(-shares, kind="stable")
    hits = np.cumsum(y[order])
    if not len(y) or not hits[-1]:
        return 0.5
    f1 = 2 * hits / (np.arange(1, len(y) + 1) + hits[-1])
    at = int(np.argmax(f1))
    below = float(shares[order[at + 1]]) if at + 1 < len(y) else 0.0
    return (float(shares[order[at]]) + below) / 2


def level_folds(groups: Sequence[str], y: Labels, folds: int, seed: int) -> Labels:
    """The fold of every row: a group in one fold, and the share of causal rows as level as groups allow."""
    if min(int(y.sum()), int(len(y) - y.sum())) < folds:
        return group_folds(groups, folds, seed)
    splitter = StratifiedGroupKFold(folds, shuffle=True, random_state=seed)
    found = np.zeros(len(y), dtype=np.int64)
    for number, (_, held) in enumerate(splitter.split(np.zeros(len(y)), y, groups)):
        found[held] = number
    return found


def _inner_scores(
    readers: Sequence[Reader], views: Views, y: Labels, groups: Sequence[str], train: Rows, seed: int
) -> Floats:
    """Scores of the training rows by readers that had not seen them, of shape (rows, readers)."""
    folds = level_folds([groups[i] for i in train], y[train], INNER, seed)
    found = np.zeros((len(train), len(readers)))
    for fold in range(INNER):
        held = np.flatnonzero(folds == fold)
        learned = train[folds != fold]
        if len(held) and len(learned):
            columns = [reader(views, y, learned, train[held]) for reader in readers]
            found[held] = np.stack(columns, axis=1)
    return found


def _weights(scores: Floats, y: Labels) -> Floats:
    """Intercept and weights (≥ 0) of a logistic model over scores (rows, readers), held at equal shares."""
    count = scores.shape[1]
    start = np.concatenate([[0.0], np.full(count, 1.0 / count)])

    def loss(weights: Floats) -> tuple[float, Floats]:
        odds = _odds(weights, scores)
        wrong = _share(odds) - y
        pull = weights[1:] - start[1:]
        value = float((np.logaddexp(0, odds) - y * odds).sum() + TOWARDS_EQUAL / 2 * (pull @ pull))
        slope = np.concatenate([[wrong.sum()], scores.T @ wrong + TOWARDS_EQUAL * pull])
        return value, slope

    bounds = [(None, None), *[(0.0, None)] * count]
    best: Floats = scipy.optimize.minimize(loss, start, jac=True, bounds=bounds, method="L-BFGS-B").x
    return best


def _text_weights(scores: Floats, y: Labels) -> Floats:
    """The weights of all readers of the text, or of the words alone where the others help little."""
    words, every = _weights(scores[:, :1], y), _weights(scores, y)
    alone = np.concatenate([words, np.zeros(scores.shape[1] - 1)])
    gain = _loss(_odds(alone, scores), y) - _loss(_odds(every, scores), y)
    return every if gain.mean() > LIKELY * gain.std() / np.sqrt(len(gain)) else alone


def _loss(odds: Floats, y: Labels) -> Floats:
    return np.asarray(np.logaddexp(0, odds) - y * odds)


def _path_weight(text: Floats, paths: Floats, y: Labels) -> float:
    """How much the paths count beside what the text says: 0 unless they lower the loss for sure."""
    best = scipy.optimize.minimize_scalar(
        lambda w: float(_loss(text + w * paths, y).sum()) + w * w, bounds=(0.0, 2.0), method="bounded"
    )
    gain = _loss(text, y) - _loss(text + float(best.x) * paths, y)
    sure = gain.mean() > SURE * gain.std() / np.sqrt(len(gain))
    return float(best.x) if sure else 0.0


def _odds(weights: Floats, scores: Floats) -> Floats:
    found: Floats = weights[0] + scores @ weights[1:]
    return found


def _share(odds: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -500, 500))))


def _linear(columns: Columns, y: Labels, train: Rows, test: Rows, size: int = SIZE) -> Floats:
    """Logistic regression over hashed features that at least two training rows have, rare ones weighed up."""
    known = frequent([columns[i] for i in train], size)
    if not known.any():
        return _prior(y[train], len(test))
    kept = [c[known[c]] for c in columns]
    x = sparse_rows(kept, [1.0] * len(kept), size)[:, np.flatnonzero(known)]
    rarity = TfidfTransformer().fit(x[train])
    return _fitted(rarity.transform(x[train]), y[train], rarity.transform(x[test]), 1.0)


def _dense(x: Floats, y: Labels, train: Rows, test: Rows, strength: float = 1e-3) -> Floats:
    scaler = StandardScaler().fit(x[train])
    return _fitted(scaler.transform(x[train]), y[train], scaler.transform(x[test]), strength)


def _fitted(x: object, y: Labels, wanted: object, strength: float) -> Floats:
    if len(set(y.tolist())) < 2:
        return _prior(y, wanted.shape[0])  # type: ignore[attr-defined]
    model = LogisticRegression(C=strength, class_weight="balanced", max_iter=500)
    found: Floats = model.fit(x, y).decision_function(wanted)
    return found


def _prior(y: Labels, count: int) -> Floats:
    """The log odds of the training rows, where nothing can be learned."""
    return np.full(count, np.log((y.sum() + 0.5) / (len(y) - y.sum() + 0.5)))
