"""Questions with known relevant papers, a corpus, and its vectors, for the retrieval benchmarks."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import track

from aitia.model.errors import QuestionError
from aitia.model.keys import PaperId, content_hash, stable_id
from aitia.model.scales import Domain, QuestionKind
from aitia.question.reader import read_question
from aitia.question.specification import Question
from aitia.retrieval.lexical import Document
from resources.embedders.base import Embedder, Vectors

_CHUNK = 512


@dataclass(frozen=True)
class Asked:
    """A question, the rows of its relevant papers in the corpus, and the review that it comes from."""

    question: Question
    relevant: tuple[int, ...]
    review: str


def load_corpus(path: Path) -> tuple[Document, ...]:
    """The papers of a JSON Lines file, plain or gzip, by PMID, PMCID or arXiv id."""
    return tuple(_document(row, line) for line, row in enumerate(_rows(path), start=1))


def load_questions(path: Path, documents: tuple[Document, ...]) -> tuple[Asked, ...]:
    """Questions whose relevant papers are in the corpus; the others are left out."""
    places = {document.paper_id: row for row, document in enumerate(documents)}
    asked = []
    for row in _rows(path):
        relevant = tuple(places[key] for key in map(PaperId, row["relevant_sources"]) if key in places)
        if relevant:
            asked.append(Asked(_question(row["question"]), relevant, str(row.get("original_review", ""))))
    return tuple(asked)


def text_of(document: Document) -> str:
    """What is embedded of a paper."""
    return f"{document.title}. {document.abstract}".strip(". ")


def corpus_vectors(documents: tuple[Document, ...], embedder: Embedder, cache: Path) -> Vectors:
    """Vectors of all papers; kept in the cache folder, because they take minutes."""
    texts = [text_of(document) for document in documents]
    file = cache / f"vectors-{content_hash(embedder.name, embedder.version, *texts)[:16]}.npy"
    if not file.is_file():
        cache.mkdir(parents=True, exist_ok=True)
        starts = track(range(0, len(texts), _CHUNK), description="embedding the corpus")
        np.save(file, np.vstack([embedder.embed(texts[start : start + _CHUNK]) for start in starts]))
    vectors: Vectors = np.load(file)
    return vectors


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as stream:
        for line in stream:
            if line.strip():
                yield json.loads(line)


def _document(row: dict[str, Any], line: int) -> Document:
    key = row.get("pmid") or row.get("pmcid") or row.get("arxiv") or row.get("id") or f"line {line}"
    return Document(PaperId(str(key)), row.get("title") or "", row.get("abstract") or "")


def _question(text: str) -> Question:
    """The question as the reader understands it, or its bare words where the reader cannot."""
    try:
        return read_question(text)
    except QuestionError:
        return Question(
            question_id=stable_id("question", text),  # type: ignore[arg-type]
            text=text,
            kind=QuestionKind.EFFECT,
            domain=Domain.BIOMEDICAL,
            intervention="",
            outcome="",
        )
