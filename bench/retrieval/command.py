"""Retrieval and gate against questions with known papers.

python -m bench.retrieval QUESTIONS.jsonl --corpus FILE [--engine gemini] [--json PATH] [--cache FOLDER]
    [--no-index]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import roc_auc_score

from aitia.model.scales import GateDecision
from aitia.retrieval.candidates import make_candidates
from aitia.retrieval.fusion import best_first, first_look, reciprocal_rank_scores
from aitia.retrieval.gate import GatedPaper, gate, ranking_scores
from aitia.retrieval.lexical import LexicalIndex
from aitia.retrieval.preselection import preselect
from aitia.retrieval.presence import presence_model
from aitia.retrieval.queries import QuestionViews, question_views, strip_frame, view_vectors
from aitia.retrieval.relevance import relevance_model
from aitia.words.tokens import tokenise
from bench.engines import add_engine, embedded_by, embedder_of
from bench.report import Measure, clustered_interval, emit
from bench.retrieval.data import Asked, corpus_vectors, load_corpus, load_questions, text_of
from bench.retrieval.index import index_measures
from resources.embedders.base import Embedder, Vectors
from resources.settings import get_settings
from resources.vocabulary import load_vocabulary

_TOP = 50
_DEPTHS = (10, 20, 50)
_ABSENT = 10**9
_SPEED_SAMPLE = 200


@dataclass(frozen=True)
class Bench:
    """What every measurement shares."""

    asked: tuple[Asked, ...]
    index: LexicalIndex
    vectors: Vectors
    embedder: Embedder
    views: tuple[QuestionViews, ...]
    view_vectors: tuple[Vectors, ...]

    @property
    def reviews(self) -> list[str]:
        """The review of each question: the unit that intervals resample."""
        return [item.review for item in self.asked]


@dataclass(frozen=True)
class Gated:
    """What the gate made of one question: labels in its order, and the presence score."""

    rows: tuple[GatedPaper, ...]
    labels: tuple[bool, ...]
    presence: float


def prepare(options: argparse.Namespace) -> Bench:
    """Load everything and embed what is not cached."""
    documents = load_corpus(options.corpus)
    embedder = embedder_of(options.engine, options.cache)
    index, vocabulary = LexicalIndex(documents), load_vocabulary()
    asked = load_questions(options.questions, documents)
    views = tuple(question_views(item.question, vocabulary, index.abbreviations) for item in asked)
    vectors = corpus_vectors(documents, embedder, options.cache)
    return Bench(
        asked, index, vectors, embedder, views, tuple(view_vectors(v, embedder.embed) for v in views)
    )


def ranking_measures(bench: Bench) -> list[Measure]:
    """Recall and reciprocal rank of each method over the whole corpus, and of the gate."""
    plain = [
        bench.index.scores(dict.fromkeys(tokenise(strip_frame(a.question.text)), 1.0)) for a in bench.asked
    ]
    lexical = [bench.index.scores(views.stems) for views in bench.views]
    keywords = [bench.index.coverage(views.stems) for views in bench.views]
    dense = [np.asarray(bench.vectors @ vectors[0], dtype=np.float64) for vectors in bench.view_vectors]
    fused = [first_look(*parts) for parts in zip(dense, lexical, keywords, strict=True)]
    ranks = {
        "BM25": [_ranks(scores, item) for scores, item in zip(plain, bench.asked, strict=True)],
        "BM25 with expansion": [
            _ranks(scores, item) for scores, item in zip(lexical, bench.asked, strict=True)
        ],
        "dense": [_ranks(scores, item) for scores, item in zip(dense, bench.asked, strict=True)],
        "reciprocal rank fusion": [
            _ranks(reciprocal_rank_scores(pair), item)
            for *pair, item in zip(dense, lexical, bench.asked, strict=True)
        ],
        "fusion": [_ranks(scores, item) for scores, item in zip(fused, bench.asked, strict=True)],
        "fusion with feedback": [_feedback_ranks(bench, number) for number in range(len(bench.asked))],
    }
    return [measure for name, found in ranks.items() for measure in _retrieval(name, found, bench.reviews)]


def gate_measures(bench: Bench) -> list[Measure]:
    """The whole path, with only the lexical pre-selection embedded, and with every paper embedded."""
    numbers = range(len(bench.asked))
    first = [_gated(bench, number, _preselected(bench, number)) for number in numbers]
    stored = [_gated(bench, number, range(len(bench.index))) for number in numbers]
    absent = [_gated(bench, number, _without_review(bench, number)) for number in numbers]
    pools = {"gate on an empty store": first, "gate with all vectors stored": stored}
    measures = [measure for name, pool in pools.items() for measure in _pool_measures(bench, name, pool)]
    return [*measures, _presence(first, absent)]


def _pool_measures(bench: Bench, name: str, pool: Sequence[Gated]) -> list[Measure]:
    ranks = [
        [place for place, label in enumerate(gated.labels, start=1) if label]
        + [_ABSENT] * (len(item.relevant) - sum(gated.labels))
        for gated, item in zip(pool, bench.asked, strict=True)
    ]
    measures = _retrieval(name, ranks, bench.reviews)
    measures.append(_auroc(name, pool, bench.reviews))
    kept_as = {
        "included": (GateDecision.INCLUDED,),
        "included or borderline": (GateDecision.INCLUDED, GateDecision.BORDERLINE),
    }
    for label, decisions in kept_as.items():
        measures += _kept(pool, bench, name, label, decisions)
    return measures


def _preselected(bench: Bench, number: int) -> tuple[int, ...]:
    views, view_vectors = bench.views[number], bench.view_vectors[number]
    return preselect(views, view_vectors, bench.index, lambda rows: bench.vectors[list(rows)])[0]


def _without_review(bench: Bench, number: int) -> tuple[int, ...]:
    """The pre-selection in a corpus that has lost all papers of the question's review."""
    review = bench.asked[number].review
    gone = {row for other in bench.asked if other.review == review for row in other.relevant}
    return tuple(row for row in _preselected(bench, number) if row not in gone)


def speed_measures(bench: Bench, documents_text: Sequence[str]) -> list[Measure]:
    """Questions and vectors per second on this machine as it is."""
    start = time.perf_counter()
    for number in range(len(bench.asked)):
        view_vectors(bench.views[number], bench.embedder.embed)
        _gated(bench, number, _preselected(bench, number))
    questions = len(bench.asked) / (time.perf_counter() - start)
    start = time.perf_counter()
    bench.embedder.embed(documents_text[:_SPEED_SAMPLE])
    vectors = len(documents_text[:_SPEED_SAMPLE]) / (time.perf_counter() - start)
    return [
        Measure("questions gated per second, vectors stored", questions, len(bench.asked)),
        Measure("abstracts embedded per second", vectors, min(_SPEED_SAMPLE, len(documents_text))),
    ]


def _gated(bench: Bench, number: int, rows: Sequence[int]) -> Gated:
    item, views = bench.asked[number], bench.views[number]
    papers = bench.vectors[list(rows)]
    candidates = make_candidates(views, bench.view_vectors[number], bench.index, rows, papers)
    model = relevance_model(bench.embedder.name)
    decided = gate(item.question, candidates, bench.embedder.threshold, model)
    relevant = {bench.index.paper_ids[row] for row in item.relevant}
    presence = presence_model(bench.embedder.name)
    return Gated(
        decided,
        tuple(row.paper_id in relevant for row in decided),
        presence.probability(candidates) if presence else 0.0,
    )


def _feedback_ranks(bench: Bench, number: int) -> list[int]:
    everything = range(len(bench.index))
    made = make_candidates(
        bench.views[number], bench.view_vectors[number], bench.index, everything, bench.vectors
    )
    return _ranks(ranking_scores(made), bench.asked[number])


def _ranks(scores: NDArray[np.float64], item: Asked) -> list[int]:
    places = np.empty(len(scores), dtype=np.int64)
    places[best_first(scores)] = np.arange(1, len(scores) + 1)
    return [int(places[row]) for row in item.relevant]


def _retrieval(name: str, ranks: Sequence[Sequence[int]], reviews: Sequence[str]) -> list[Measure]:
    figures: dict[str, list[float]] = {
        f"{name}: recall@{depth}": [float(np.mean([rank <= depth for rank in found])) for found in ranks]
        for depth in _DEPTHS
    }
    figures[f"{name}: MRR"] = [1 / min(found) for found in ranks]
    return [_mean(label, values, reviews) for label, values in figures.items()]


def _mean(
    label: str, values: Sequence[float], reviews: Sequence[str], baseline: float | None = None
) -> Measure:
    array = np.array(values)
    interval = clustered_interval(reviews, lambda rows: float(array[rows].mean()))
    return Measure(label, float(array.mean()), len(values), interval, baseline)


def _auroc(name: str, gated: Sequence[Gated], reviews: Sequence[str]) -> Measure:
    labels = [item.labels[:_TOP] for item in gated]
    scores = [[row.probability for row in item.rows[:_TOP]] for item in gated]

    def area(rows: NDArray[np.int64]) -> float:
        truth = [label for row in rows for label in labels[row]]
        return float(roc_auc_score(truth, [score for row in rows for score in scores[row]]))

    whole = area(np.arange(len(gated)))
    interval = clustered_interval(reviews, area, draws=200)
    return Measure(f"{name}: AUROC in the top {_TOP}", whole, sum(map(len, labels)), interval, 0.5)


def _kept(
    gated: Sequence[Gated], bench: Bench, name: str, label: str, decisions: tuple[GateDecision, ...]
) -> list[Measure]:
    kept = [[row.decision in decisions for row in item.rows] for item in gated]
    found = np.array([sum(np.logical_and(k, g.labels)) for k, g in zip(kept, gated, strict=True)])
    wanted = np.array([len(item.relevant) for item in bench.asked])
    share: Callable[[NDArray[np.int64]], float] = lambda rows: float(found[rows].sum() / wanted[rows].sum())  # noqa: E731
    whole = share(np.arange(len(gated)))
    interval = clustered_interval(bench.reviews, share)
    counts = [float(sum(row)) for row in kept]
    return [
        Measure(f"{name}: share of relevant papers {label}", whole, int(wanted.sum()), interval),
        _mean(f"{name}: papers {label} per question", counts, bench.reviews),
    ]


def _presence(present: Sequence[Gated], absent: Sequence[Gated]) -> Measure:
    scores = [item.presence for item in (*present, *absent)]
    labels = [True] * len(present) + [False] * len(absent)
    return Measure(
        "sources present or not: AUROC", float(roc_auc_score(labels, scores)), len(scores), baseline=0.5
    )


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.retrieval",
        description="Retrieval and gate against questions with known papers.",
    )
    parser.add_argument("questions", type=Path)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--cache", type=Path, help="folder for the model graph and the corpus vectors")
    parser.add_argument("--no-index", action="store_true", help="leave the vector index in PostgreSQL out")
    add_engine(parser, ("local", "gemini"))
    options = parser.parse_args()
    options.cache = options.cache or get_settings().cache_home / "models"
    bench = prepare(options)
    measures = ranking_measures(bench) + gate_measures(bench)
    texts = [text_of(document) for document in load_corpus(options.corpus)]
    if options.engine == "local":
        measures += speed_measures(bench, texts)
    if not options.no_index:
        measures += index_measures(bench.vectors)
    if options.engine != "local":
        measures = embedded_by(bench.embedder, [*texts, *(t for v in bench.views for t in v.texts)], measures)
    emit(measures, options.json, title="Retrieval")
