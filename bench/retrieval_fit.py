"""Fits the gate's relevance and presence models: python -m bench.retrieval_fit QUESTIONS --corpus FILE.

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
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import aitia.retrieval
from aitia.retrieval.candidates import Candidate, make_candidates, preselect
from aitia.retrieval.gate import ranking_scores
from aitia.retrieval.lexical import LexicalIndex
from aitia.retrieval.presence import PRESENCE_FEATURES, presence_figures
from aitia.retrieval.queries import question_views
from aitia.retrieval.relevance import FEATURES, LEXICAL_MODEL, feature_table
from bench.report import Measure, emit
from bench.retrieval_data import Asked, corpus_vectors, load_corpus, load_questions
from resources.embedders.base import Vectors
from resources.embedders.minilm import MiniLmEmbedder
from resources.vocabulary import load_vocabulary

_TOP = 50
_FOLDS = 13
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
        rows = preselect(views, index)
        if absent:
            rows = tuple(row for row in rows if row not in of_review[item.review])
        candidates = make_candidates(views, embedder.embed(views.texts), index, rows, vectors[list(rows)])
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


def fit(features: NDArray[np.float64], labels: NDArray[np.bool_]) -> Any:
    """Logistic regression on standardised features."""
    return make_pipeline(StandardScaler(), LogisticRegression(max_iter=2000)).fit(features, labels)


def held_out(
    features: NDArray[np.float64], labels: NDArray[np.bool_], groups: NDArray[np.str_]
) -> NDArray[np.float64]:
    """Probabilities from models that never saw the row's review."""
    probabilities = np.zeros(len(labels))
    for train, test in GroupKFold(_FOLDS, shuffle=True, random_state=0).split(features, labels, groups):
        probabilities[test] = fit(features[train], labels[train]).predict_proba(features[test])[:, 1]
    return probabilities


def thresholds(rows: Rows, probabilities: NDArray[np.float64]) -> tuple[float, float]:
    """Probabilities from which 90% and 94% of all relevant papers are kept."""
    ordered = np.sort(probabilities[rows.labels])[::-1]
    places = [
        min(len(ordered), int(np.ceil(share * rows.relevant))) - 1 for share in (_INCLUDED_SHARE, _KEPT_SHARE)
    ]
    return float(ordered[places[0]]), float(ordered[places[1]])


def coefficients(pipeline: Any) -> tuple[list[float], float]:
    """Weights and intercept on the raw features."""
    scaler, model = pipeline[0], pipeline[1]
    weights = model.coef_[0] / scaler.scale_
    return [round(float(w), 6) for w in weights], round(
        float(model.intercept_[0] - weights @ scaler.mean_), 6
    )


def fit_relevance(rows: Rows, name: str, features: Sequence[str]) -> list[Measure]:
    """Fit, store and measure one relevance model."""
    chosen = rows.features[:, [FEATURES.index(feature) for feature in features]]
    probabilities = held_out(chosen, rows.labels, rows.reviews)
    include, review = thresholds(rows, probabilities)
    weights, intercept = coefficients(fit(chosen, rows.labels))
    _store(f"relevance-{name}", {
        "name": name, "features": list(features), "weights": weights, "intercept": intercept,
        "include_from": round(include, 4), "review_from": round(review, 4),
    })  # fmt: skip
    top = rows.ranks < _TOP
    questions = int(rows.questions.max()) + 1
    measures = [
        Measure(
            f"{name}: AUROC in the top {_TOP}, other reviews",
            float(roc_auc_score(rows.labels[top], probabilities[top])),
            int(top.sum()),
            baseline=0.5,
        )
    ]
    for label, limit in (("included", include), ("kept", review)):
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
    rows = table(present)
    words = [name for name in FEATURES if "similarity" not in name]
    measures = fit_relevance(rows, embedder.name, FEATURES) + fit_relevance(rows, LEXICAL_MODEL, words)
    measures += fit_presence(present, pools(asked, index, vectors, embedder, absent=True), embedder.name)
    emit(measures, options.json, title="Gate models")


if __name__ == "__main__":
    main()
