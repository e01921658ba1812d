"""BM25 over titles and abstracts, in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from aitia.model.keys import PaperId
from aitia.words.abbreviations import defined_abbreviations
from aitia.words.bm25 import length_norm, rarity, weight
from aitia.words.tokens import tokenise

Scores = NDArray[np.float64]

_TITLE_WEIGHT = 2
_MAX_CHARACTERS = 20_000
_FEEDBACK_STEMS = 40
_FEEDBACK_WEIGHT = 0.5


@dataclass(frozen=True)
class Document:
    """What is searched of a paper."""

    paper_id: PaperId
    title: str
    abstract: str


class LexicalIndex:
    """BM25 weights of every stem in every document; a stem in the title counts twice."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self._documents = tuple(documents)
        self.paper_ids = tuple(document.paper_id for document in documents)
        self._columns: dict[str, int] = {}
        counts = [self._count(document) for document in documents]
        self._frequencies = _matrix(counts, len(self._columns))
        holding = np.bincount(self._frequencies.indices, minlength=len(self._columns))
        self._lengths = self._frequencies.sum(axis=1)
        total = len(documents)
        self._idf = rarity(total, holding.astype(np.float64))
        self._unseen = float(rarity(total, 0.0))
        self._by_document = _bm25(self._frequencies, self._idf)
        self._weights = self._by_document.tocsc()
        self._presence = (self._frequencies > 0).astype(np.float64).tocsc()
        self._titles = _matrix(
            [Counter(self._known(tokenise(document.title))) for document in documents], len(self._columns)
        ).tocsc()

    @cached_property
    def abbreviations(self) -> Mapping[str, tuple[str, ...]]:
        """What the short forms that the documents define stand for."""
        return defined_abbreviations(f"{d.title}. {d.abstract[:_MAX_CHARACTERS]}" for d in self._documents)

    @cached_property
    def _stems(self) -> tuple[str, ...]:
        return tuple(self._columns)

    def __len__(self) -> int:
        return len(self.paper_ids)

    def has_text(self, row: int) -> bool:
        """Whether the document has any word that can be searched."""
        return bool(self._lengths[row] > 0)

    def idf(self, stem: str) -> float:
        """How rare a stem is; an unseen one is the rarest."""
        column = self._columns.get(stem)
        return self._unseen if column is None else float(self._idf[column])

    def scores(self, query: Mapping[str, float]) -> Scores:
        """BM25 of every document for weighted stems, shape (n,)."""
        return self._combine(self._weights, query)

    def coverage(self, stems: Mapping[str, float]) -> Scores:
        """Share (0 to 1, by weight × idf) of the stems that each document holds, shape (n,)."""
        return self._share(self._presence, stems)

    def title_coverage(self, stems: Mapping[str, float]) -> Scores:
        """The same share, of the title alone."""
        return self._share(self._titles, stems)

    def feedback(self, query: Mapping[str, float], rows: Sequence[int]) -> dict[str, float]:
        """The query with the 40 heaviest stems of some documents added at up to half its weight (RM3).

        Lavrenko and Croft, "Relevance based language models" (SIGIR 2001), on BM25 weights.
        """
        expanded = dict(query)
        if not rows:
            return expanded
        weights = np.asarray(self._by_document[list(rows)].sum(axis=0)).ravel()
        order = np.argsort(-weights, kind="stable")[:_FEEDBACK_STEMS]
        for column in order[weights[order] > 0]:
            stem = self._stems[column]
            expanded[stem] = expanded.get(stem, 0.0) + _FEEDBACK_WEIGHT * weights[column] / weights[order[0]]
        return expanded

    def search(self, query: Mapping[str, float], limit: int) -> tuple[int, ...]:
        """Rows of the best documents that hold any of the stems, best first, ties in order."""
        scores = self.scores(query)
        order = np.argsort(-scores, kind="stable")[:limit]
        return tuple(int(row) for row in order if scores[row] > 0)

    def _count(self, document: Document) -> Counter[int]:
        title = tokenise(document.title[:_MAX_CHARACTERS])
        text = tokenise(document.abstract[:_MAX_CHARACTERS])
        return Counter(
            self._columns.setdefault(stem, len(self._columns)) for stem in title * _TITLE_WEIGHT + text
        )

    def _known(self, stems: Sequence[str]) -> set[int]:
        return {self._columns[stem] for stem in stems if stem in self._columns}

    def _combine(self, matrix: sparse.csc_array, query: Mapping[str, float]) -> Scores:
        known = [(self._columns[stem], weight) for stem, weight in query.items() if stem in self._columns]
        if not known:
            return np.zeros(len(self), dtype=np.float64)
        columns, weights = zip(*known, strict=True)
        combined: Scores = matrix[:, list(columns)] @ np.asarray(weights, dtype=np.float64)
        return combined

    def _share(self, matrix: sparse.csc_array, stems: Mapping[str, float]) -> Scores:
        weighted = {stem: weight * self.idf(stem) for stem, weight in stems.items()}
        total = sum(weighted.values())
        return self._combine(matrix, weighted) / total if total > 0 else np.zeros(len(self))


def _matrix(rows: Sequence[Counter[int]], width: int) -> sparse.csr_array:
    starts = np.cumsum([0, *(len(row) for row in rows)])
    columns = np.fromiter((column for row in rows for column in row), dtype=np.int64, count=starts[-1])
    values = np.fromiter(
        (count for row in rows for count in row.values()), dtype=np.float64, count=starts[-1]
    )
    return sparse.csr_array((values, columns, starts), shape=(len(rows), width))


def _bm25(frequencies: sparse.csr_array, idf: Scores) -> sparse.csr_array:
    lengths = frequencies.sum(axis=1)
    mean = lengths.mean() if lengths.size and lengths.any() else 1.0
    rows = np.repeat(np.arange(frequencies.shape[0]), np.diff(frequencies.indptr))
    weighted = frequencies.copy()
    weighted.data = weight(
        idf[weighted.indices], weighted.data, length_norm(lengths[rows].astype(np.float64), mean)
    )
    return weighted
