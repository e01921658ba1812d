"""A person notes that a paper is retracted, and takes that back. What services say of it stays as it was."""

from __future__ import annotations

from sqlalchemy import Column as Plain
from sqlalchemy import MetaData, Table, Text, select
from sqlmodel import Session, col
from sqlmodel import select as rows_of

from aitia.identity.retraction import retraction_status
from aitia.model.errors import NotFound, StoreError
from aitia.model.scales import RetractionStatus
from resources.store.papers import signals_of
from resources.store.removals import decide, lock_subject
from resources.store.tables import PaperRow

_KIND = "retraction"
_STANDING = Table(
    "standing_reviews",
    MetaData(),
    *(Plain(name, Text) for name in ("subject_type", "subject_id", "decision", "reviewer")),
)


def retract(session: Session, paper_id: str, who: str, reason: str) -> str:
    """Note that the paper is retracted; returns the id of the row that says so.

    It counts as evidence for no question any more. Raises NotFound for a paper that is not stored,
    StoreError for one that is retracted already, and without the name of who says so or the reason.
    """
    row = _paper(session, paper_id)
    for said, what in (
        (who, "the name of who says so"),
        (reason, "a reason, such as where the notice stands"),
    ):
        if not said.strip():
            raise StoreError(f"A retraction needs {what}; nothing was stored.")
    if row.retraction_status == RetractionStatus.RETRACTED.value:
        by = _said_by(session, paper_id)
        raise StoreError(f"{row.paper_id} is retracted already, as {by or 'a service or list'} says.")
    review_id = decide(session, _KIND, row.paper_id, "retract", who, reason)
    row.retraction_status = RetractionStatus.RETRACTED.value
    session.add(row)
    session.flush()
    return review_id


def take_back(session: Session, paper_id: str, who: str, reason: str = "") -> str:
    """Take a person's note back: the paper stands as the services and lists say that were asked.

    Raises NotFound where no person noted it, StoreError without the name of who takes it back.
    """
    row = _paper(session, paper_id)
    if not who.strip():
        raise StoreError("Taking a retraction back needs the name of who does; nothing was stored.")
    if _said_by(session, row.paper_id) is None:
        raise NotFound(f"No person noted that {row.paper_id} is retracted.")
    review_id = decide(session, _KIND, row.paper_id, "withdrawn", who, reason)
    row.retraction_status = retraction_status(signals_of(session, [row.paper_id]).get(row.paper_id, ())).value
    session.add(row)
    session.flush()
    return review_id


def _paper(session: Session, paper_id: str) -> PaperRow:
    """The row of the paper, with what people decide on its standing locked until the transaction ends."""
    wanted = paper_id.replace("\x00", "")
    lock_subject(session, _KIND, wanted)
    row = session.exec(rows_of(PaperRow).where(col(PaperRow.paper_id) == wanted)).first()
    if row is None:
        raise NotFound(f"No paper has the id {wanted[:80]!r}: `aitia near TEXT` lists ids of stored papers.")
    return row


def _said_by(session: Session, paper_id: str) -> str | None:
    """Who noted that the paper is retracted, and did not take it back."""
    wanted = select(_STANDING.c.reviewer).where(
        _STANDING.c.subject_type == _KIND,
        _STANDING.c.subject_id == paper_id,
        _STANDING.c.decision == "retract",
    )
    return session.execute(wanted).scalar()
