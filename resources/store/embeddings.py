"""Vectors of papers: stored whole and short, and the papers nearest to one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pgvector.sqlalchemy import Vector
from sqlalchemy import Text, cast, literal_column, type_coerce
from sqlmodel import Session, col, select

from aitia.model.keys import PaperId
from resources.store.nearest import nearest
from resources.store.papers import load_papers
from resources.store.session import insert_once
from resources.store.tables import PaperEmbeddingRow, PaperRow

_CHUNK = 500


def load_embeddings(
    session: Session, embedder: str, wanted: Mapping[PaperId, str]
) -> dict[PaperId, NDArray[np.float32]]:
    """Stored raw vectors of papers whose text still has the given hash."""
    found: dict[PaperId, NDArray[np.float32]] = {}
    ids = sorted(wanted)
    for start in range(0, len(ids), _CHUNK):
        rows = session.exec(
            select(col(PaperEmbeddingRow.paper_id), PaperEmbeddingRow.content_hash, PaperEmbeddingRow.raw)
            .where(col(PaperEmbeddingRow.embedder) == embedder)
            .where(col(PaperEmbeddingRow.paper_id).in_(ids[start : start + _CHUNK]))
        )
        for paper_id, text_hash, raw in rows:
            if wanted[PaperId(paper_id)] == text_hash:
                found[PaperId(paper_id)] = np.asarray(raw, dtype=np.float32)
    return found


def save_embeddings(
    session: Session,
    embedder: str,
    short_dimensions: int,
    vectors: Mapping[PaperId, tuple[str, NDArray[np.float32]]],
    run_id: str,
) -> int:
    """Store (content hash, raw vector) per paper with its short, unit-length form."""
    rows = []
    for paper_id, (text_hash, vector) in vectors.items():
        short = vector[:short_dimensions]
        length = float(np.linalg.norm(short))
        rows.append(
            PaperEmbeddingRow(
                paper_id=paper_id,
                embedder=embedder,
                content_hash=text_hash,
                dimensions=len(vector),
                raw=vector.tolist(),
                short=(short / length if length else short).tolist(),
                short_dimensions=len(short),
                run_id=run_id,
            )
        )
    return insert_once(session, PaperEmbeddingRow, rows)


@dataclass(frozen=True)
class NearPaper:
    """A stored paper and the cosine of its vector to what was asked for."""

    paper_id: str
    title: str
    year: int | None
    similarity: float


def near_papers(
    session: Session, embedder: str, vector: NDArray[np.float32], k: int, since: int | None = None
) -> list[NearPaper]:
    """The `k` stored papers nearest to a short, unit-length vector, of that year or later; nearest first."""
    row, size = PaperEmbeddingRow, len(vector)
    filters = [col(row.embedder) == embedder]
    if since is not None:
        recent = select(PaperRow.paper_id).where(col(PaperRow.year) >= since)
        filters.append(col(row.paper_id).in_(recent))
    found = nearest(
        session.connection(),
        type_coerce(col(row.paper_id), Text),
        cast(col(row.short), Vector(size)),
        vector,
        k,
        col(row.short_dimensions) == literal_column(str(size)),
        *filters,
    )
    papers = load_papers(session, [paper_id for paper_id, _ in found])
    return [
        NearPaper(paper_id, papers[PaperId(paper_id)].title, papers[PaperId(paper_id)].year, 1 - distance)
        for paper_id, distance in found
    ]
