"""Papers that stand in files only: such a paper is what the files say now, not what they said once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from sqlalchemy import update
from sqlmodel import Session, col, select

from aitia.model.keys import PaperId
from aitia.model.paper import Paper
from resources.store.papers import EARLIER_TEXT, paper_values, save_conflict
from resources.store.tables import PaperRow, QuestionRow, SearchHitRow, SearchRow

DOCUMENTS = "documents"
_IDENTIFIERS = ("pmid", "pmcid", "doi", "arxiv_id")
_KEPT = ("paper_id", "retraction_status", "run_id")
_SHOWN = {"source", "record_id", "title", "abstract", "year", "pmid", "pmcid", "doi", "arxiv_id"}


def free_papers(
    session: Session, question_id: str, documents: Sequence[str], papers: Sequence[Paper]
) -> set[PaperId]:
    """The stored papers that nothing but the question's own files gives, so that their word is the paper.

    A paper that a service returned, or another question's search of other files, is held: it keeps its text.
    """
    local = [paper.paper_id for paper in papers if paper.source == DOCUMENTS]
    if not local:
        return set()
    rows = session.exec(
        select(col(SearchHitRow.paper_id), SearchRow.source, QuestionRow.question_id, QuestionRow.documents)
        .join(SearchRow, col(SearchRow.search_id) == col(SearchHitRow.search_id))
        .join(QuestionRow, col(QuestionRow.question_id) == col(SearchRow.question_id))
        .where(col(SearchHitRow.paper_id).in_(local))
        .distinct()
    )
    mine = set(documents)
    held = {
        paper_id
        for paper_id, source, asked_by, read in rows
        if (source != DOCUMENTS if asked_by != question_id else _is_service(source))
        or (asked_by != question_id and not set(read) <= mine)
    }
    return set(local) - held


def follow_files(session: Session, free: Sequence[Paper], now: Sequence[Paper], run_id: str) -> int:
    """Bring free papers up to what the files say; returns how many changed. Their earlier text is kept.

    An identifier that now belongs to another paper is taken from the one that no file gives it any more.
    """
    said = {paper.paper_id: paper for paper in now}
    _release(session, free, said.values())
    changed = 0
    for paper in free:
        new = said.get(paper.paper_id)
        if new is None:
            continue
        if paper.sections and not new.sections and _same_text(paper, new):
            new = new.model_copy(update={"sections": paper.sections})  # full text that a service gave
        before, after = paper_values(paper), paper_values(new)
        different = {k: v for k, v in after.items() if k not in _KEPT and before[k] != v}
        if different.keys() - {"record_id", "source"}:
            changed += 1
            if not _same_text(paper, new) or (paper.sections and "sections" in different):
                _keep_text(session, paper, new, run_id)
        if different:
            session.execute(
                update(PaperRow).where(col(PaperRow.paper_id) == paper.paper_id).values(**different)
            )
    return changed


def _same_text(old: Paper, new: Paper) -> bool:
    return (old.title, old.abstract) == (new.title, new.abstract)


def _release(session: Session, free: Iterable[Paper], now: Collection[Paper]) -> None:
    for name in _IDENTIFIERS:
        owners = {getattr(paper, name): paper.paper_id for paper in now if getattr(paper, name)}
        gone = [
            paper.paper_id
            for paper in free
            if owners.get(getattr(paper, name), paper.paper_id) != paper.paper_id
        ]
        if gone:
            empty: dict[str, Any] = {name: None}
            session.execute(update(PaperRow).where(col(PaperRow.paper_id).in_(gone)).values(**empty))


def _keep_text(session: Session, old: Paper, new: Paper, run_id: str) -> None:
    detail = f"{new.record_id} gives another text for {old.paper_id} than the files gave before"
    save_conflict(
        session,
        EARLIER_TEXT,
        detail,
        old.model_dump(mode="json", include=_SHOWN | {"sections"}),
        old.paper_id,
        run_id,
    )


def _is_service(source: str) -> bool:
    return source not in (DOCUMENTS, "demonstration")
