"""What a person removes: a paper, a source, a question. Rows stay; what rests on nothing else counts not."""

from __future__ import annotations

import uuid
from typing import Any

from sqlalchemy import Column as Plain
from sqlalchemy import ColumnElement, MetaData, Table, Text, delete, exists, select, text
from sqlalchemy.orm import Mapped
from sqlmodel import Session, col

from aitia.model.errors import NotFound, StoreError
from resources.store import changes
from resources.store.session import insert_once
from resources.store.tables import QuestionExtractionRow, QuestionPaperRow, ReviewRow

KINDS = ("paper", "source", "question")
_REMOVED = Table(
    "removed_subjects",
    MetaData(),
    *(Plain(name, Text) for name in ("subject_type", "subject_id", "review_id")),
)
_STANDING = Table(
    "standing_reviews",
    MetaData(),
    *(Plain(n, Text) for n in ("review_id", "subject_type", "subject_id", "decision")),
)


def removed(kind: str, subject: ColumnElement[Any] | Mapped[Any]) -> ColumnElement[bool]:
    """Whether a person removed the thing of that kind whose id is the expression."""
    return exists().where(_REMOVED.c.subject_type == kind, _REMOVED.c.subject_id == subject)


def is_removed(session: Session, kind: str, subject_id: str) -> bool:
    """Whether a person removed it."""
    wanted = select(_REMOVED.c.review_id).where(
        _REMOVED.c.subject_type == kind, _REMOVED.c.subject_id == subject_id
    )
    return session.execute(wanted).first() is not None


def remove(session: Session, kind: str, subject_id: str, who: str, reason: str) -> str:
    """Let a paper, source or question count no longer; returns the id of the row that says so.

    A question loses its papers and readings (the rows of what was read stay, and other questions that read
    the same keep theirs), and neither schedule nor sensors look at it. Papers and sources follow with the
    next run of each question.

    Raises StoreError for another kind, a missing name, what is removed already, and what is not stored.
    """
    if kind not in KINDS:
        raise StoreError(f"What can be removed is a {', '.join(KINDS)}, not a {kind[:40]!r}.")
    if not who.strip():
        raise StoreError("Removing needs the name of who does; nothing was changed.")
    lock_subject(session, kind, subject_id)
    if is_removed(session, kind, subject_id):
        raise StoreError(f"The {kind} {subject_id[:80]!r} is removed already.")
    review_id = decide(session, kind, subject_id, "remove", who, reason)
    if kind == "question":
        changes.unsettle(session, subject_id)
        for table in (QuestionExtractionRow, QuestionPaperRow):
            session.execute(delete(table).where(col(table.question_id) == subject_id))
    return review_id


def take_back(session: Session, kind: str, subject_id: str, who: str, reason: str = "") -> str:
    """Let it count again. Raises NotFound where it is not removed."""
    lock_subject(session, kind, subject_id)
    if not is_removed(session, kind, subject_id):
        raise NotFound(f"The {kind} {subject_id[:80]!r} is not removed.")
    return decide(session, kind, subject_id, "withdrawn", who, reason)


def lock_subject(session: Session, kind: str, subject_id: str) -> None:
    """Let one person at a time decide on a subject, until the transaction ends."""
    session.execute(
        text("SELECT pg_advisory_xact_lock(hashtextextended('review ' || :t || ' ' || :i, 7))"),
        {"t": kind, "i": subject_id},
    )


def decide(session: Session, kind: str, subject_id: str, decision: str, who: str, reason: str) -> str:
    """Store a decision that follows what stands on the subject; returns the id of the row."""
    standing = select(_STANDING.c.review_id).where(
        _STANDING.c.subject_type == kind, _STANDING.c.subject_id == subject_id
    )
    row = ReviewRow(
        review_id=f"review_{uuid.uuid4().hex}",
        subject_type=kind,
        subject_id=subject_id,
        decision=decision,
        reviewer=who.strip()[:200],
        note=reason[:2000],
        supersedes=session.execute(standing).scalar(),
    )
    if insert_once(session, ReviewRow, [row]) == 0:
        raise StoreError("Somebody else decided on this meanwhile: look at it again.")
    return row.review_id
