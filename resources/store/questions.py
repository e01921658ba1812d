"""Questions and rounds: rows to domain objects and back."""

from collections.abc import Mapping, Sequence

from sqlalchemy import BigInteger, Text, cast, func, update
from sqlmodel import Session, col, select

from aitia.model.keys import QuestionId
from aitia.question.specification import Question
from resources.store import changes
from resources.store.removals import is_removed, removed, take_back
from resources.store.session import insert_once
from resources.store.tables import QuestionRow, RoundRow, SearchHitRow, SearchRow


def save_question(
    session: Session, question: Question, sources: Sequence[str], documents: Sequence[str], run_id: str
) -> None:
    """Store a question once; a later reading of it, its sources and documents replace the earlier ones.

    What the earlier sources gave goes on counting until `release_sources`. One that was removed is back.
    """
    said = question.model_dump(mode="json")
    row = QuestionRow(**said, sources=list(sources), documents=list(documents), run_id=run_id)
    insert_once(session, QuestionRow, [row])
    if is_removed(session, "question", question.question_id):
        take_back(session, "question", question.question_id, "asked again")
    kept = set(QuestionRow.model_fields) & set(Question.model_fields) - {"question_id", "text"}
    read = {name: value for name, value in said.items() if name in kept}
    stored = session.get_one(QuestionRow, question.question_id, with_for_update=True, populate_existing=True)
    earlier = sorted({*stored.kept_sources, *stored.sources} - set(sources))
    read |= {"sources": list(sources), "kept_sources": earlier, "documents": list(documents)}
    if any(getattr(stored, name) != value for name, value in read.items()):
        changes.unsettle(session, question.question_id)
    session.execute(
        update(QuestionRow).where(col(QuestionRow.question_id) == question.question_id).values(**read)
    )


def counted_sources(session: Session, question_id: str) -> tuple[list[str], list[str]]:
    """The sources that the question is asked of, and the earlier ones whose papers still count."""
    row = session.get(QuestionRow, question_id)
    return ([], []) if row is None else (list(row.sources), list(row.kept_sources))


def release_sources(session: Session, question_id: str, answered: bool) -> list[str]:
    """Let go of the earlier sources where those asked now have `answered` in full; returns those kept.

    Where they have not, a source that found something stays: a failed search takes no evidence away.
    """
    row = session.get_one(QuestionRow, question_id)
    found = (
        select(SearchRow.source)
        .join(SearchHitRow, col(SearchHitRow.search_id) == col(SearchRow.search_id))
        .where(col(SearchRow.question_id) == question_id)
        .where(col(SearchRow.source).in_(row.kept_sources))
        .distinct()
    )
    kept = [] if answered or not row.kept_sources else sorted(session.exec(found))
    if kept != list(row.kept_sources):
        changes.unsettle(session, question_id)
    place = col(QuestionRow.question_id) == question_id
    session.execute(update(QuestionRow).where(place).values(kept_sources=kept))
    return kept


def stored_text(session: Session, question_id: str) -> str | None:
    """The words in which a question was asked first; None for one that is not stored."""
    row = session.get(QuestionRow, question_id)
    return row.text if row else None


def active_questions(session: Session) -> list[tuple[QuestionId, str, int | None]]:
    """Id, text and own hours between two searches of the tenant's questions, but paused and removed ones."""
    statement = (
        select(QuestionRow.question_id, QuestionRow.text, QuestionRow.refresh_hours)
        .where(col(QuestionRow.active))
        .where(col(QuestionRow.tenant) == func.aitia_tenant())
        .where(~removed("question", col(QuestionRow.question_id)))
        .order_by(col(QuestionRow.created_at), col(QuestionRow.question_id))
    )
    return [(QuestionId(question_id), text, hours) for question_id, text, hours in session.exec(statement)]


def set_refresh(session: Session, question_id: str, **values: object) -> bool:
    """Set `active` or `refresh_hours` of a question; False where it is not stored.

    One that is no longer paused is looked at by the sensors as if its last run ended now.
    """
    values |= {"marked_in": cast(cast(func.pg_current_xact_id(), Text), BigInteger)}
    place = col(QuestionRow.question_id) == question_id
    changed = update(QuestionRow).where(place).values(**values).returning(col(QuestionRow.question_id))
    return session.execute(changed).first() is not None


def latest_round(session: Session, question_id: str) -> int:
    """The number of the newest round, 0 when there was none."""
    statement = select(func.max(RoundRow.round_no)).where(col(RoundRow.question_id) == question_id)
    return session.exec(statement).one() or 0


def save_round(
    session: Session, question_id: str, round_no: int, reason: str, gaps: Sequence[str], run_id: str
) -> None:
    """Record why a round is made."""
    insert_once(
        session,
        RoundRow,
        [
            RoundRow(
                question_id=question_id,
                round_no=round_no,
                reason=reason,
                gaps=list(gaps),
                run_id=run_id,
            )
        ],
    )


def note_round(session: Session, question_id: str, round_no: int, found: Mapping[str, object]) -> None:
    """Add to what a round found or changed; the time it was last noted is its end."""
    row = session.get(RoundRow, (question_id, round_no))
    if row is not None:
        values = {"changed": {**row.changed, **found}, "finished_at": func.now()}
        place = (col(RoundRow.question_id) == question_id) & (col(RoundRow.round_no) == round_no)
        session.execute(update(RoundRow).where(place).values(**values))
