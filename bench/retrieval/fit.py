"""Fits the gate's relevance and presence models: python -m bench.retrieval.fit QUESTIONS --corpus FILE.

Prints figures from folds that share no review, then writes the models fitted on all questions.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold

import aitia.retrieval
from aitia.retrieval.candidates import Candidate, make_candidates
from aitia.retrieval.gate import ranking_scores
from aitia.retrieval.lexical import LexicalIndex
from aitia.retrieval.preselection import preselect
from aitia.retrieval.presence import PRESENCE_FEATURES, presence_figures
from aitia.retrieval.queries import question_views, view_vectors
from aitia.retrieval.relevance import FEATURES, LEXICAL_MODEL, feature_table
from bench.report import Measure, emit
from bench.retrieval.data import Asked, corpus_vectors, load_corpus, load_questions
from resources.embedders.base import Vectors
from resources.embedders.minilm import MiniLmEmbedder
from resources.vocabulary import load_vocabulary

_TOP = 50
_FOLDS = 13
_RIDGE = 1.0
_INCLUDED_SHARE = 0.90
_KEPT_SHARE = 0.94
MODELS = Path(aitia.retrieval.__path__[0]) / "models"


@dataclass(frozen=True)
class Rows:
    """Features (n, f), labels, ranks within the question, question number and review of each row."""

    features: NDArray[np.float64]
    labels: NDArray[np.bool_]
    ranks: NDArray[np.int64]
    questions: NDArray[np.int64]
    reviews: NDArray[np.str_]
    relevant: int


@dataclass(frozen=True)
class Pool:
    """The candidates of one question with the labels, best first."""

    asked: Asked
    candidates: tuple[Candidate, ...]
    labels: tuple[bool, ...]


def pools(
    asked: Sequence[Asked],
    index: LexicalIndex,
    vectors: Vectors,
    embedder: MiniLmEmbedder,
    absent: bool = False,
) -> list[Pool]:
    """The pool of each question; with `absent`, of a corpus that has lost the review's papers."""
    vocabulary = load_vocabulary()
    of_review: dict[str, set[int]] = {}
    for item in asked:
        of_review.setdefault(item.review, set()).update(item.relevant)
    made = []
    for item in asked:
        views = question_views(item.question, vocabulary, index.abbreviations)
        asked_vectors = view_vectors(views, embedder.embed)
        rows, _ = preselect(views, asked_vectors, index, lambda chosen: vectors[list(chosen)])
        if absent:
            rows = tuple(row for row in rows if row not in of_review[item.review])
        candidates = make_candidates(views, asked_vectors, index, rows, vectors[list(rows)])
        order = np.argsort(-ranking_scores(candidates), kind="stable")
        labels = tuple(rows[place] in item.relevant for place in order)
        made.append(Pool(item, tuple(candidates[place] for place in order), labels))
    return made


def table(made: Sequence[Pool]) -> Rows:
    """All pools in one table."""
    sizes = [len(pool.candidates) for pool in made]
    return Rows(
        features=np.vstack([feature_table(pool.candidates) for pool in made]),
        labels=np.array([label for pool in made for label in pool.labels]),
        ranks=np.concatenate([np.arange(size) for size in sizes]),
        questions=np.repeat(np.arange(len(made)), sizes),
        reviews=np.repeat([pool.asked.review for pool in made], sizes),
        relevant=sum(len(pool.asked.relevant) for pool in made),
    )


@dataclass(frozen=True)
class Logistic:
    """A fitted logistic regression on raw features."""

    weights: NDArray[np.float64]
    intercept: float

    def probabilities(self, features: NDArray[np.float64]) -> NDArray[np.float64]:
        """Shape (n,)."""
        return 1 / (1 + np.exp(-(features @ self.weights + self.intercept)))


def fit(features: NDArray[np.float64], labels: NDArray[np.bool_]) -> Logistic:
    """Ridge logistic regression whose weights cannot be negative: more agreement never lowers the odds."""
    mean, scale = features.mean(axis=0), features.std(axis=0) + 1e-12
    table = np.column_stack([(features - mean) / scale, np.ones(len(features))])
    signs = np.where(labels, 1.0, -1.0)

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        margins = signs * (table @ weights)
        penalty = np.append(_RIDGE * weights[:-1], 0.0)
        slopes = -signs / (1 + np.exp(np.clip(margins, -50, 50)))
        return float(np.logaddexp(0, -margins).sum() + penalty @ weights / 2), slopes @ table + penalty

    bounds = [*[(0.0, None)] * features.shape[1], (None, None)]
    found = minimize(loss, np.zeros(table.shape[1]), jac=True, bounds=bounds, method="L-BFGS-B").x
    weights = found[:-1] / scale
    return Logistic(weights, float(found[-1] - weights @ mean))


def held_out(
    features: NDArray[np.float64], labels: NDArray[np.bool_], groups: NDArray[np.str_]
) -> NDArray[np.float64]:
    """Probabilities from models that never saw the row's review."""
    probabilities = np.zeros(len(labels))
    for train, test in GroupKFold(_FOLDS, shuffle=True, random_state=0).split(features, labels, groups):
        probabilities[test] = fit(features[train], labels[train]).probabilities(features[test])
    return probabilities


def thresholds(rows: Rows, probabilities: NDArray[np.float64]) -> tuple[float, float]:
    """Probabilities from which 90% and 94% of all relevant papers are kept."""
    ordered = np.sort(probabilities[rows.labels])[::-1]
    places = [
        min(len(ordered), int(np.ceil(share * rows.relevant))) - 1 for share in (_INCLUDED_SHARE, _KEPT_SHARE)
    ]
    return float(ordered[places[0]]), float(ordered[places[1]])


def coefficients(model: Logistic) -> tuple[list[float], float]:
    """Weights and intercept, rounded for storage."""
    return [round(float(weight), 6) for weight in model.weights], round(model.intercept, 6)


def fit_relevance(present: Rows, absent: Rows, name: str, features: Sequence[str]) -> list[Measure]:
    """Fit, store and measure one relevance model.

    Pools without the review's papers teach it what a corpus looks like that has no answer.
    """
    columns = [FEATURES.index(feature) for feature in features]
    table_of_both = np.vstack([present.features, absent.features])[:, columns]
    labels = np.concatenate([present.labels, absent.labels])
    reviews = np.concatenate([present.reviews, absent.reviews])
    probabilities = held_out(table_of_both, labels, reviews)[: len(present.labels)]
    include, review = thresholds(present, probabilities)
    weights, intercept = coefficients(fit(table_of_both, labels))
    stored = {"name": name, "features": list(features), "weights": weights, "intercept": intercept}
    limits = {"include_from": round(include, 4), "review_from": round(review, 4)}
    _store(f"relevance-{name}", stored | limits)
    return _relevance_measures(present, probabilities, name, include, review)


def _relevance_measures(
    rows: Rows, probabilities: NDArray[np.float64], name: str, include: float, review: float
) -> list[Measure]:
    top = rows.ranks < _TOP
    questions = int(rows.questions.max()) + 1
    score = float(roc_auc_score(rows.labels[top], probabilities[top]))
    measures = [
        Measure(f"{name}: AUROC in the top {_TOP}, other reviews", score, int(top.sum()), baseline=0.5)
    ]
    for label, limit in (("included", include), ("included or borderline", review)):
        kept = probabilities >= limit
        share = float((kept & rows.labels).sum() / rows.relevant)
        measures += [
            Measure(f"{name}: share of relevant papers {label}", share, rows.relevant),
            Measure(f"{name}: papers {label} per question", float(kept.sum() / questions), questions),
        ]
    return measures


def fit_presence(present: Sequence[Pool], absent: Sequence[Pool], name: str) -> list[Measure]:
    """Fit, store and measure the presence model: questions with, and without, their review's papers."""
    both = [*present, *absent]
    figures = np.vstack([presence_figures(pool.candidates) for pool in both])
    labels = np.array([True] * len(present) + [False] * len(absent))
    reviews = np.array([pool.asked.review for pool in both])
    score = float(roc_auc_score(labels, held_out(figures, labels, reviews)))
    weights, intercept = coefficients(fit(figures, labels))
    stored = {"name": name, "features": list(PRESENCE_FEATURES), "weights": weights, "intercept": intercept}
    _store(f"presence-{name}", stored)
    return [Measure("sources present or not: AUROC, other reviews", score, len(both), baseline=0.5)]


def _store(name: str, content: dict[str, Any]) -> None:
    MODELS.mkdir(exist_ok=True)
    (MODELS / f"{name}.json").write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument(
        "--cache", type=Path, required=True, help="folder for the model graph and corpus vectors"
    )
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    documents = load_corpus(options.corpus)
    asked = load_questions(options.questions, documents)
    embedder = MiniLmEmbedder(options.cache)
    vectors = corpus_vectors(documents, embedder, options.cache)
    index = LexicalIndex(documents)
    present = pools(asked, index, vectors, embedder)
    absent = pools(asked, index, vectors, embedder, absent=True)
    rows = table(present), table(absent)
    words = [name for name in FEATURES if "similarity" not in name]
    measures = fit_relevance(*rows, embedder.name, FEATURES) + fit_relevance(*rows, LEXICAL_MODEL, words)
    measures += fit_presence(present, absent, embedder.name)
    emit(measures, options.json, title="Gate models")


if __name__ == "__main__":
    main()
