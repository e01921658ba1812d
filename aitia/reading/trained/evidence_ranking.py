"""Which sentence of an article answers for an outcome: candidates, their features and their order."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz

from aitia.model.scales import SentenceRole
from aitia.reading.models import load_booster
from aitia.reading.paper.arms import Names, stem, tokenise
from aitia.reading.statements.outcome_features import DOWN, UP, interval_class, p_class, says_no_difference
from aitia.text.sentences import Sentence
from aitia.words.bm25 import length_norm, rarity, weight

MODEL = "evidence_ranker"
MAX_CANDIDATES = 1_500
MAX_ROW_CELLS = 14

_NUMERIC_LINE = re.compile(r"[\W\d]{0,20}\d[\W\d]{0,40}(?:[a-z%/.]{1,8}[\W\d]{0,12}){0,3}\Z|[–—-]\Z")
_COMPARING = re.compile(r"\b(?:than|compared|comparison|versus|vs|between|relative to|both groups|among)\b")
_METHOD = re.compile(
    r"\b(?:was|were) (?:measured|assessed|evaluated|defined|calculated|recorded|analy[sz]ed|performed|"
    r"collected|obtained|randomi[sz]ed|used)\b|\bprimary (?:outcome|endpoint)\b|"
    r"\bwe (?:measured|assessed|hypothesi[sz]ed)\b"
)
_OTHERS = re.compile(r"\[\d{1,3}(?:[,–-]\d{1,3}){0,8}\]|et al\b|\b(?:previous|earlier|other) stud")
_POINTER = re.compile(r"\b(?:[Tt]ables?|[Ff]ig(?:ure|s)?\.?)\s?\d")
_FIGURE = re.compile(r"\d+(?:[.·]\d+)?")
_ROLES = tuple(SentenceRole)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence, or a table row with its cells, that may hold the finding; offsets as in the article."""

    start: int
    end: int
    text: str
    role: SentenceRole
    is_row: bool = False


def candidates(sentences: Sequence[Sentence]) -> tuple[Candidate, ...]:
    """The sentences, with the cells of a table row joined to the label that stands before them."""
    found: list[Candidate] = []
    index = 0
    while index < len(sentences) and len(found) < MAX_CANDIDATES:
        head = sentences[index]
        last, cells = index, 0
        if len(head.text) < 120 and not _NUMERIC_LINE.match(head.text):
            while (
                last + 1 < len(sentences)
                and cells < MAX_ROW_CELLS
                and _NUMERIC_LINE.match(sentences[last + 1].text)
            ):
                last, cells = last + 1, cells + 1
        text = head.text if last == index else "\n".join(s.text for s in sentences[index : last + 1])
        if len(text) > 2:
            found.append(Candidate(head.start, sentences[last].end, text, head.role, cells > 1))
        index = last + 1
    return tuple(found)


@dataclass(frozen=True)
class Prepared:
    """What does not depend on the question: stems, cues, document frequencies of an article's candidates."""

    items: tuple[Candidate, ...]
    tokens: tuple[tuple[str, ...], ...]
    lowered: tuple[str, ...]
    cues: NDArray[np.float64]
    idf: dict[str, float]
    mean_length: float


def prepare(items: Sequence[Candidate]) -> Prepared:
    """Stems, cue features and inverse document frequencies of an article's candidates."""
    tokens = tuple(tuple(stem(t.text) for t in tokenise(c.text)) for c in items)
    frequency: dict[str, int] = {}
    for row in tokens:
        for key in set(row):
            frequency[key] = frequency.get(key, 0) + 1
    idf = {k: float(rarity(len(items), float(n))) for k, n in frequency.items()}
    cues = np.array([_cues(c, i, len(items)) for i, c in enumerate(items)], dtype=np.float64)
    mean = sum(len(t) for t in tokens) / max(1, len(tokens))
    return Prepared(tuple(items), tokens, tuple(c.text.lower() for c in items), cues, idf, mean)


def _cues(item: Candidate, index: int, count: int) -> list[float]:
    text, low = item.text, item.text.lower()
    words = set(re.findall(r"[a-z]+", low))
    significance, interval = p_class(text), interval_class(text)
    flags = [
        item.is_row,
        significance == "PS",
        significance == "PN",
        significance == "PM",
        bool(interval),
        says_no_difference(text),
        "significan" in low,
        bool(words & UP),
        bool(words & DOWN),
        bool(_COMPARING.search(low)),
        bool(_METHOD.search(low)),
        bool(_OTHERS.search(text)),
        bool(_POINTER.search(text)),
        "baseline" in low,
        "differen" in low,
        "%" in text,
        "conclu" in low,
        text.rstrip()[-1:] in ".;",
    ]
    figures = len(_FIGURE.findall(text))
    scalars = [index / max(1, count), min(index, 40), math.log1p(len(text)), math.log1p(figures)]
    return [float(f) for f in flags] + scalars + [float(item.role is r) for r in _ROLES]


def rank_features(article: Prepared, names: Names, outcome: str) -> NDArray[np.float64]:
    """One row per candidate: overlap with outcome and arms, BM25, phrase likeness, neighbours, cues."""
    own_first, own_second = names.first - names.second, names.second - names.first
    either = names.first | names.second
    groups = (names.outcome, own_first, own_second, either)
    weights = [_weights(article, g) for g in groups]
    wanted = outcome.lower()[:200]
    order = [stem(t.text) for t in tokenise(outcome[:200])]
    pairs = set(itertools.pairwise(order))
    rows = []
    for keys, low in zip(article.tokens, article.lowered, strict=True):
        present = set(keys)
        row = [_covered(present, w) for w in weights]
        row.append(_bm25(keys, weights[0], article.mean_length))
        row.append(_bm25(keys, weights[3], article.mean_length))
        row.append(len(pairs & set(itertools.pairwise(keys))) / max(1, len(pairs)))
        row.append(fuzz.partial_ratio(wanted, low) / 100 if row[0] > 0 else 0.0)
        row.append(fuzz.token_set_ratio(wanted, low) / 100 if row[0] > 0 else 0.0)
        rows.append(row)
    lexical = np.array(rows, dtype=np.float64).reshape(len(rows), 9)
    return np.hstack([lexical, _relative(lexical), article.cues])


def _weights(article: Prepared, wanted: frozenset[str]) -> dict[str, float]:
    unseen = max(article.idf.values(), default=1.0)
    return {key: article.idf.get(key, unseen) for key in wanted}


def _covered(present: set[str], weights: dict[str, float]) -> float:
    total = sum(weights.values())
    return sum(w for k, w in weights.items() if k in present) / total if total else 0.0


def _bm25(keys: Sequence[str], weights: dict[str, float], mean_length: float) -> float:
    norm = length_norm(float(len(keys)), max(1.0, mean_length))
    counts: dict[str, int] = {}
    for key in keys:
        if key in weights:
            counts[key] = counts.get(key, 0) + 1
    return sum(weight(weights[k], float(n), norm) for k, n in counts.items())


def _relative(lexical: NDArray[np.float64]) -> NDArray[np.float64]:
    """Share of the article's best value, and the best of the two neighbours, for the outcome columns."""
    main = lexical[:, [0, 4, 6, 7]]
    best = main.max(axis=0, initial=1e-9)
    before = np.vstack([np.zeros((1, main.shape[1])), main[:-1]])
    after = np.vstack([main[1:], np.zeros((1, main.shape[1]))])
    arms = lexical[:, [1, 2]]
    arms_before = np.vstack([np.zeros((1, 2)), arms[:-1]])
    result: NDArray[np.float64] = np.hstack([main / best, np.maximum(before, after)[:, :2], arms_before])
    return result


def rank_scores(article: Prepared, names: Names, outcome: str) -> NDArray[np.float64]:
    """A score per candidate, higher is more likely the evidence; only their differences mean anything."""
    if not article.items:
        return np.empty(0)
    booster = load_booster(MODEL)
    scores: NDArray[np.float64] = np.asarray(
        booster.predict(rank_features(article, names, outcome)), dtype=np.float64
    )
    return scores
