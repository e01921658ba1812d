"""Passages of papers: rows and back."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import func
from sqlmodel import Session, col, select

from aitia.model.keys import PaperId, PassageId
from aitia.model.passage import Passage
from aitia.text.passages import make_passages
from resources.store.papers import load_papers
from resources.store.session import insert_once
from resources.store.tables import PassageRow


def save_passages(session: Session, passages: Sequence[Passage], run_id: str) -> int:
    """Store passages once; a changed text of the same part becomes its next revision."""
    if not passages:
        return 0
    known = set(
        session.exec(
            select(PassageRow.passage_id).where(
                col(PassageRow.passage_id).in_([p.passage_id for p in passages])
            )
        )
    )
    new = [p for p in passages if p.passage_id not in known]
    revisions = _next_revisions(session, new)
    rows = [
        PassageRow(
            **p.model_dump(),
            revision=revisions.get((p.paper_id, p.section_id, p.part_index), 1),
            run_id=run_id,
        )
        for p in new
    ]
    return insert_once(session, PassageRow, rows)


def load_passages(session: Session, paper_ids: Sequence[str]) -> dict[PaperId, tuple[Passage, ...]]:
    """The stored passages of each paper's text as it stands, in reading order; none of an earlier text."""
    papers = load_papers(session, paper_ids)
    # Where a passage begins is the present text's to say: an edit before it moves it, and its row stays.
    begins = {p.passage_id: p.char_offset for paper in papers.values() for p in make_passages(paper)}
    rows = session.exec(
        select(PassageRow)
        .where(col(PassageRow.passage_id) == func.any(list(begins)))
        .order_by(col(PassageRow.paper_id), col(PassageRow.section_id), col(PassageRow.part_index))
    )
    found: dict[PaperId, list[Passage]] = {}
    for row in rows:
        passage = Passage(
            passage_id=PassageId(row.passage_id),
            paper_id=PaperId(row.paper_id),
            section_id=row.section_id,
            part_index=row.part_index,
            text=row.text,
            char_offset=begins[PassageId(row.passage_id)],
        )
        found.setdefault(passage.paper_id, []).append(passage)
    return {paper_id: tuple(passages) for paper_id, passages in found.items()}


def _next_revisions(session: Session, passages: Sequence[Passage]) -> dict[tuple[str, str, int], int]:
    ids = sorted({p.paper_id for p in passages})
    rows = session.exec(
        select(
            col(PassageRow.paper_id),
            col(PassageRow.section_id),
            col(PassageRow.part_index),
            func.max(col(PassageRow.revision)),
        )
        .where(col(PassageRow.paper_id).in_(ids))
        .group_by(col(PassageRow.paper_id), col(PassageRow.section_id), col(PassageRow.part_index))
    )
    return {(row[0], row[1], row[2]): row[3] + 1 for row in rows}
