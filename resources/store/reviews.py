"""What waits for a person and what people decided: one place for the command line, the pages and programs."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from sqlalchemy import text
from sqlmodel import Session

from aitia.graph.agreement import Agreement, agreements
from aitia.model.errors import NotFound, StoreError
from resources.store import explore
from resources.store.removals import lock_subject
from resources.store.session import insert_once
from resources.store.tables import ReviewRow

DECISIONS = ("accept", "reject", "undo")
SUBJECTS = ("edge", "claim", "alias_link", "study_link", "study_pair", "paper")
QUEUES = ("claim", "alias_link", "study_link", "paper")
"""The kinds of subject that wait by themselves; an edge or a pair of papers is decided on unasked."""

_WORDS = {"paper": ("include", "exclude"), "study_pair": ("join", "separate")}


def waiting(
    session: Session, kind: str | None = None, most: int = 100, subject_id: str | None = None
) -> list[dict[str, Any]]:
    """What waits, at most `most` rows, each with its `sides`, their quotes, and how many wait (`waiting`).

    Raises StoreError for a kind that is not in `QUEUES`.
    """
    if kind is not None and kind not in QUEUES:
        raise StoreError(f"Nothing of the kind {kind[:40]!r} waits: it is one of {', '.join(QUEUES)}.")
    return explore.rows(session, "list_waiting", kind=kind, most=most, subject_id=subject_id)


def decided(session: Session) -> list[dict[str, Any]]:
    """The last 100 decisions, newest first, those taken back among them."""
    return explore.rows(session, "list_reviews")


def reviewers_agreement(session: Session) -> tuple[Agreement, ...]:
    """Cohen's κ of each two reviewers over what both decided on."""
    found = explore.rows(session, "list_readings")
    return agreements((row["reviewer"], row["subject"], row["decision"]) for row in found)


def subject_type_of(session: Session, subject_id: str) -> str:
    """What kind of thing an id names. Raises NotFound."""
    found = explore.rows(session, "find_subject", id=subject_id.replace("\x00", ""))
    if not found:
        raise NotFound(
            f"Nothing that can be reviewed has the id {subject_id[:80]!r}: see `aitia review list`."
        )
    return str(found[0]["subject_type"])


def save_review(
    session: Session,
    subject_type: str,
    subject_id: str,
    decision: str,
    reviewer: str,
    note: str,
    overrule: bool = True,
) -> str:
    """Decide on a subject, or take back what stands (`undo`); returns the review's id.

    One reviewer at a time decides on a subject. With `overrule` False nothing may stand there yet: who saw
    the subject waiting does not overrule a decision that was made meanwhile.

    Raises StoreError for what no review may say, NotFound for a subject that is not stored or not seen.
    """
    if subject_type not in SUBJECTS or decision not in DECISIONS:
        raise StoreError(f"A review is {', '.join(DECISIONS)} of {', '.join(SUBJECTS)}; nothing was stored.")
    if not reviewer.strip():
        raise StoreError("A review needs the name of who decides; nothing was stored.")
    if subject_type == "study_pair":
        subject_id = "|".join(sorted(subject_id.split("|")))
    standing = _standing(session, subject_type, subject_id)
    stands = standing is not None and standing["decision"] != "withdrawn"
    if decision == "undo" and not stands:
        raise NotFound(f"There is no decision on {subject_type} {subject_id[:80]!r} to take back.")
    if standing is not None and stands and not overrule:
        raise StoreError(
            f"{standing['reviewer']} decided on this meanwhile ({standing['decision']}): look at it again."
        )
    row = ReviewRow(
        review_id=f"review_{uuid.uuid4().hex}",
        subject_type=subject_type,
        subject_id=subject_id,
        decision=_stored(subject_type, decision),
        reviewer=reviewer.strip()[:200],
        note=note[:2000],
        supersedes=standing["review_id"] if standing else None,
    )
    if insert_once(session, ReviewRow, [row]) == 0:
        raise StoreError("Somebody else decided on this meanwhile: look at it again.")
    return row.review_id


def _standing(session: Session, subject_type: str, subject_id: str) -> Mapping[str, Any] | None:
    """The review that stands, with the subject locked until the transaction ends."""
    lock_subject(session, subject_type, subject_id)
    subject = {"t": subject_type, "i": subject_id}
    query = """SELECT review_id, decision, reviewer FROM standing_reviews
               WHERE subject_type = :t AND subject_id = :i"""
    found = session.execute(text(query), subject).mappings().first()
    return dict(found) if found is not None else None


def _stored(subject_type: str, decision: str) -> str:
    """A decision in the word of the closed list."""
    if decision == "undo":
        return "withdrawn"
    accepted, rejected = _WORDS.get(subject_type, ("accept", "reject"))
    return accepted if decision == "accept" else rejected
