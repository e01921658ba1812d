"""What is known of a paper when the gate decides on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aitia.model.keys import PaperId
from aitia.retrieval.fusion import FEEDBACK_PAPERS, Scores, best_first, first_look
from aitia.retrieval.lexical import LexicalIndex
from aitia.retrieval.queries import QuestionViews

Vectors = NDArray[np.float32]

FEEDBACK_ROWS = 5
_SATURATED = 2.2
"""The most that BM25 gives per unit of idf (k1 + 1): the scale of `bm25_share`."""


@dataclass(frozen=True)
class Candidate:
    """A paper beside a question.

    Cosines (`similarity` to the evidence view; to the other views, to a seed paper, to the mean of the
    papers that look best at first sight) are −1 to 1, matches and shares 0 to 1; `bm25` has no upper
    bound. `has_text` is False for a paper with neither title nor abstract.
    """

    paper_id: PaperId
    similarity: float
    bm25: float
    intervention_similarity: float = 0.0
    outcome_similarity: float = 0.0
    seed_similarity: float | None = None
    feedback_similarity: float = 0.0
    feedback_bm25: float = 0.0
    bm25_share: float = 0.0
    keyword_match: float = 0.0
    title_match: float = 0.0
    intervention_match: float = 0.0
    outcome_match: float = 0.0
    has_text: bool = True

    @property
    def nearest(self) -> float:
        """Similarity to the question or to the seed paper, whichever is nearer."""
        return max(self.similarity, self.seed_similarity if self.seed_similarity is not None else -1.0)


def make_candidates(
    views: QuestionViews,
    view_vectors: Vectors,
    index: LexicalIndex,
    rows: Sequence[int],
    paper_vectors: Vectors,
    seed_vector: Vectors | None = None,
) -> tuple[Candidate, ...]:
    """Candidates for some rows of an index.

    `view_vectors` has shape (3, d), as `queries.view_vectors` gives them; `paper_vectors` (len(rows), d)
    in the order of `rows`; `seed_vector` (d,). All are unit vectors of one model.
    """
    if not rows:
        return ()
    figures = _similarities(view_vectors, paper_vectors)
    figures |= _lexical_figures(views, index, np.asarray(rows, dtype=np.int64))
    figures |= _feedback(figures, views, index, rows, paper_vectors)
    if seed_vector is not None:
        figures["seed_similarity"] = _wide(paper_vectors @ seed_vector)
    return tuple(
        Candidate(
            paper_id=index.paper_ids[row],
            has_text=index.has_text(row),
            **{name: float(values[position]) for name, values in figures.items()},
        )
        for position, row in enumerate(rows)
    )


def _similarities(view_vectors: Vectors, paper_vectors: Vectors) -> dict[str, Scores]:
    cosines = _wide(paper_vectors @ view_vectors.T)
    names = ("similarity", "intervention_similarity", "outcome_similarity")
    return {name: cosines[:, column] for column, name in enumerate(names)}


def _lexical_figures(views: QuestionViews, index: LexicalIndex, rows: NDArray[np.int64]) -> dict[str, Scores]:
    stems = views.stems
    highest = _SATURATED * sum(weight * index.idf(stem) for stem, weight in stems.items())
    bm25 = index.scores(stems)[rows]
    return {
        "bm25": bm25,
        "bm25_share": bm25 / highest if highest > 0 else bm25,
        "keyword_match": index.coverage(stems)[rows],
        "title_match": index.title_coverage(stems)[rows],
        "intervention_match": index.coverage(views.intervention_stems)[rows],
        "outcome_match": index.coverage(views.outcome_stems)[rows],
    }


def _feedback(
    figures: dict[str, Scores],
    views: QuestionViews,
    index: LexicalIndex,
    rows: Sequence[int],
    paper_vectors: Vectors,
) -> dict[str, Scores]:
    """Nearness to the papers that look best at first sight."""
    first = first_look(figures["similarity"], figures["bm25"], figures["keyword_match"])
    best = best_first(first)
    centre = paper_vectors[best[:FEEDBACK_PAPERS]].mean(axis=0)
    query = index.feedback(views.stems, [rows[position] for position in best[:FEEDBACK_ROWS]])
    return {
        "feedback_similarity": _wide(paper_vectors @ centre),
        "feedback_bm25": index.scores(query)[np.asarray(rows, dtype=np.int64)],
    }


def _wide(values: Vectors) -> Scores:
    return np.asarray(values, dtype=np.float64)
