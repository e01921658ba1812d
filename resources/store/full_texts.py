"""The sections that a paper gains after its abstract was stored."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import update
from sqlmodel import Session, col

from aitia.model.paper import Paper, Section
from resources.store.papers import paper_text_hash, save_papers
from resources.store.tables import PaperRow


def save_full_text(session: Session, paper: Paper, sections: Sequence[Section], run_id: str) -> Paper:
    """Give a stored paper its sections, unless it has some; returns it as it stands then.

    What the full text says of the paper's standing goes with `paper.retraction_signals`.
    """
    complete = paper.model_copy(update={"sections": tuple(sections)})
    save_papers(session, [complete], run_id)
    changed = session.execute(
        update(PaperRow)
        .where(col(PaperRow.paper_id) == paper.paper_id, col(PaperRow.sections) == [])
        .values(sections=[part.model_dump() for part in sections], content_hash=paper_text_hash(complete))
        .returning(col(PaperRow.paper_id))
    )
    return complete if changed.first() else paper
