"""What is known of a paper when the gate decides on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aitia.keys import PaperId
from aitia.retrieval.lexical import LexicalIndex
from aitia.retrieval.queries import QuestionViews

Vectors = NDArray[np.float32]

PRESELECTED = 300
_SATURATED = 2.2
"""The most that BM25 gives per unit of idf (k1 + 1): the scale of `bm25_share`."""


@dataclass(frozen=True)
class Candidate:
    """A paper beside a question.

    Cosines (`similarity` to the evidence view, and to the other views and the seed paper) are −1 to
    1, matches and shares 0 to 1; `bm25` has no upper bound. `has_text` is False for a paper with
    neither title nor abstract.
    """

    paper_id: PaperId
    similarity: float
    bm25: float
    intervention_similarity: float = 0.0
    outcome_similarity: float = 0.0
    seed_similarity: float | None = None
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


def preselect(views: QuestionViews, index: LexicalIndex, limit: int = PRESELECTED) -> tuple[int, ...]:
    """Rows of the papers nearest in words, best first: only these are embedded."""
    return index.search(views.stems, limit)


def make_candidates(
    views: QuestionViews,
    view_vectors: Vectors,
    index: LexicalIndex,
    rows: Sequence[int],
    paper_vectors: Vectors,
    seed_vector: Vectors | None = None,
) -> tuple[Candidate, ...]:
    """Candidates for some rows of an index.

    `view_vectors` has shape (3, d), the embedded `views.texts`; `paper_vectors` (len(rows), d) in the
    order of `rows`; `seed_vector` (d,). All are unit vectors of one model.
    """
    cosines = np.asarray(paper_vectors @ view_vectors.T, dtype=np.float64)
    seed = None if seed_vector is None else np.asarray(paper_vectors @ seed_vector, dtype=np.float64)
    figures = _lexical_figures(views, index, np.asarray(rows, dtype=np.int64))
    return tuple(
        Candidate(
            paper_id=index.paper_ids[row],
            similarity=float(cosines[position, 0]),
            intervention_similarity=float(cosines[position, 1]),
            outcome_similarity=float(cosines[position, 2]),
            seed_similarity=None if seed is None else float(seed[position]),
            has_text=index.has_text(row),
            **{name: float(values[position]) for name, values in figures.items()},
        )
        for position, row in enumerate(rows)
    )


def _lexical_figures(
    views: QuestionViews, index: LexicalIndex, rows: NDArray[np.int64]
) -> Mapping[str, NDArray[np.float64]]:
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
