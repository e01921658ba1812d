"""Which papers of a collection are embedded for a question: those near in words, in two steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from aitia.retrieval.candidates import FEEDBACK_ROWS, Vectors
from aitia.retrieval.fusion import best_first, first_look
from aitia.retrieval.lexical import LexicalIndex
from aitia.retrieval.queries import QuestionViews

PRESELECTED = 200
"""Papers that the gate looks at; `AITIA_GATE_TOP_N` is how many of them it lets through at most."""
_FIRST_STEP = 0.6

VectorsOf = Callable[[Sequence[int]], Vectors]
"""Unit vectors of shape (n, d) of rows of the index, in their order."""


def preselect(
    views: QuestionViews,
    view_vectors: Vectors,
    index: LexicalIndex,
    vectors_of: VectorsOf,
    limit: int = PRESELECTED,
) -> tuple[tuple[int, ...], Vectors]:
    """At most `limit` rows of the index, and their vectors.

    Three fifths are nearest in words. The rest share most words with the question and the five of them that
    look best at first sight, by meaning too: words that the question itself does not have.
    """
    first = nearest_in_words(views, index, round(_FIRST_STEP * limit))
    if not first:
        return (), vectors_of(())
    vectors, rows, stems = vectors_of(first), list(first), views.stems
    dense = np.asarray(vectors @ view_vectors[0], dtype=np.float64)
    scores = first_look(dense, index.scores(stems)[rows], index.coverage(stems)[rows])
    best = [first[place] for place in best_first(scores)[:FEEDBACK_ROWS]]
    further = index.search(index.feedback(stems, best), 2 * limit)
    chosen = tuple(dict.fromkeys((*first, *further, *index.search(stems, limit))))[:limit]
    rest = chosen[len(first) :]
    return chosen, np.vstack([vectors, vectors_of(rest)]) if rest else vectors


def nearest_in_words(views: QuestionViews, index: LexicalIndex, limit: int) -> tuple[int, ...]:
    """Rows by words alone: two thirds by the question's, the rest by those of its five best papers."""
    query = views.stems
    own = index.search(query, limit)
    further = index.search(index.feedback(query, own[:FEEDBACK_ROWS]), limit)
    return tuple(dict.fromkeys((*own[: 2 * limit // 3], *further, *own)))[:limit]
