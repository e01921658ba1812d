"""Papers, what is said of their standing and what was set aside: rows to domain objects and back."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import func, not_, or_, update
from sqlmodel import Session, col, select

from aitia.identity import normalise_title
from aitia.identity.conflicts import identifiers_of
from aitia.identity.retraction import graver, retraction_status
from aitia.model.keys import PaperId, content_hash, stable_id
from aitia.model.paper import Paper, PaperRecord, RetractionSignal, Section
from aitia.model.scales import RetractionStatus
from resources.store.removals import removed
from resources.store.session import insert_once
from resources.store.tables import (
    PaperConflictRow,
    PaperRow,
    QuestionRow,
    RetractionSignalRow,
    SearchHitRow,
    SearchRow,
)

EARLIER_TEXT = "earlier text"
"""The kind of conflict row that keeps what a file said of a paper before it was edited."""
_CHUNK = 500
_STORED = (
    "title", "abstract", "year", "venue", "authors", "pmid", "pmcid", "doi", "arxiv_id", "publication_types",
    "mesh_terms", "language", "retraction_status", "source", "record_id", "demonstration",
)  # fmt: skip
_FILLED_IN_LATER = ("year", "pmid", "pmcid", "doi", "arxiv_id", "language")


def paper_text_hash(paper: Paper) -> str:
    """The hash of everything that is read or embedded of a paper."""
    sections = [part for section in paper.sections for part in (section.section_id, section.text)]
    return content_hash(paper.title, paper.abstract, *sections)


def save_papers(session: Session, papers: Sequence[Paper], run_id: str) -> int:
    """Store new papers and fill in identifiers that a known one lacked; returns how many are new.

    Text of a known paper is never replaced here: a record with other text is a `paper_conflicts` row.
    """
    rows = [PaperRow(**paper_values(paper), run_id=run_id) for paper in papers]
    added = insert_once(session, PaperRow, rows)
    if added < len(rows):
        _fill_in(session, papers)
    save_standing(session, papers, run_id)
    return added


def paper_values(paper: Paper) -> dict[str, Any]:
    """The columns of a paper's row."""
    return {
        **{name: _plain(getattr(paper, name)) for name in _STORED},
        "sections": [section.model_dump() for section in paper.sections],
        "paper_id": paper.paper_id,
        "title_key": normalise_title(paper.title),
        "content_hash": paper_text_hash(paper),
    }


def save_standing(session: Session, papers: Sequence[Paper], run_id: str) -> None:
    """Store what services say of known papers, and move the standing of those of which something is new."""
    _follow_signals(session, papers)
    save_signals(session, {paper.paper_id: paper.retraction_signals for paper in papers}, run_id)


def save_signals(session: Session, signals: Mapping[PaperId, Sequence[RetractionSignal]], run_id: str) -> int:
    """Store what services say of papers' standing, each statement once."""
    rows = [
        RetractionSignalRow(
            signal_id=stable_id("signal", paper_id, signal.origin, signal.status.value, signal.detail),
            paper_id=paper_id,
            status=signal.status.value,
            origin=signal.origin,
            noticed_on=signal.noticed_on,
            detail=signal.detail,
            run_id=run_id,
        )
        for paper_id, found in signals.items()
        for signal in found
    ]
    return insert_once(session, RetractionSignalRow, rows)


def save_conflict(
    session: Session, kind: str, detail: str, record: Mapping[str, object], paper_id: str | None, run_id: str
) -> int:
    """Keep a record that could not be merged, with the reason."""
    row = PaperConflictRow(
        conflict_id=conflict_id(kind, detail, record),
        paper_id=paper_id,
        kind=kind,
        detail=detail,
        record=dict(record),
        run_id=run_id,
    )
    return insert_once(session, PaperConflictRow, [row])


def conflict_id(kind: str, detail: str, record: Mapping[str, object]) -> str:
    """The id of a record that was set aside: it follows from what it says, and why it was."""
    return stable_id("conflict", kind, detail, str(sorted(record.items())))


def edited_papers(session: Session, paper_ids: Iterable[str]) -> set[str]:
    """The papers among them whose files gave another text before."""
    row = PaperConflictRow
    place = col(row.paper_id).in_(sorted(set(paper_ids)))
    found = session.exec(select(row.paper_id).where(place, col(row.kind) == EARLIER_TEXT))
    return {str(paper_id) for paper_id in found}


def papers_like(session: Session, records: Sequence[PaperRecord]) -> list[Paper]:
    """Stored papers that share an identifier, an id that follows from one, or a title with a record."""
    found: dict[str, Paper] = {}
    names = {f"{s.replace('preprint', 'doi')}:{v}" for record in records for s, v in identifiers_of(record)}
    _collect(session, found, PaperRow.paper_id, names)
    for name in ("pmid", "pmcid", "doi", "arxiv_id"):
        values = {getattr(record, name) for record in records} - {None}
        _collect(session, found, getattr(PaperRow, name), values)
    _collect(session, found, PaperRow.title_key, {normalise_title(r.title) for r in records} - {""})
    return [found[paper_id] for paper_id in sorted(found)]


def load_papers(session: Session, paper_ids: Iterable[str]) -> dict[PaperId, Paper]:
    """The stored papers among `paper_ids`."""
    ids = sorted(set(paper_ids))
    found: dict[PaperId, Paper] = {}
    for start in range(0, len(ids), _CHUNK):
        chunk = ids[start : start + _CHUNK]
        for row in session.exec(select(PaperRow).where(col(PaperRow.paper_id).in_(chunk))):
            found[PaperId(row.paper_id)] = paper_of(row)
    return found


def paper_of(row: PaperRow) -> Paper:
    """A row as a domain object, without the signals behind its status."""
    values = {name: getattr(row, name) for name in _STORED}
    values["authors"] = tuple(row.authors)
    values["publication_types"] = tuple(row.publication_types)
    values["mesh_terms"] = tuple(row.mesh_terms)
    values["sections"] = tuple(Section.model_validate(section) for section in row.sections)
    return Paper(paper_id=PaperId(row.paper_id), **values)


def candidate_ids(session: Session, question_id: str) -> list[PaperId]:
    """Every paper that a search found in the sources that count for the question, by id.

    A paper that a person removed is none, and one that only a removed source found neither.
    """
    rows = session.exec(
        select(col(SearchHitRow.paper_id))
        .join(SearchRow, col(SearchRow.search_id) == col(SearchHitRow.search_id))
        .join(QuestionRow, col(QuestionRow.question_id) == col(SearchRow.question_id))
        .where(col(SearchRow.question_id) == question_id)
        .where(
            or_(
                col(SearchRow.source) == func.any(col(QuestionRow.sources)),
                col(SearchRow.source) == func.any(col(QuestionRow.kept_sources)),
            )
        )
        .where(not_(removed("source", col(SearchRow.source))))
        .where(not_(removed("paper", col(SearchHitRow.paper_id))))
        .distinct()
        .order_by(col(SearchHitRow.paper_id))
    )
    return [PaperId(paper_id) for paper_id in rows]


def _collect(session: Session, found: dict[str, Paper], column: Any, values: Iterable[str]) -> None:
    wanted = sorted(values)
    for start in range(0, len(wanted), _CHUNK):
        for row in session.exec(select(PaperRow).where(col(column).in_(wanted[start : start + _CHUNK]))):
            found[row.paper_id] = paper_of(row)


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return list(value)
    return value.value if isinstance(value, RetractionStatus) else value


def _fill_in(session: Session, papers: Sequence[Paper]) -> None:
    standing = load_papers(session, [paper.paper_id for paper in papers])
    filled: dict[str, dict[str, object]] = {}
    for paper in papers:
        known = standing.get(paper.paper_id)
        if known is None:
            continue
        values: dict[str, object] = {
            name: getattr(paper, name)
            for name in _FILLED_IN_LATER
            if getattr(known, name) is None and getattr(paper, name) is not None
        }
        for name in ("publication_types", "mesh_terms"):
            extra = set(getattr(paper, name)) - set(getattr(known, name))
            if extra:
                values[name] = [*getattr(known, name), *sorted(extra)]
        if values:
            filled.setdefault(paper.paper_id, {"paper_id": paper.paper_id}).update(values)
    if filled:
        session.execute(update(PaperRow), [filled[paper_id] for paper_id in sorted(filled)])


def _follow_signals(session: Session, papers: Sequence[Paper]) -> None:
    """Move the standing of papers of which something is said for the first time.

    What one service does not know of takes nothing back that another said. A standing that a person
    wrote stays, unless the news is graver.
    """
    told = [paper for paper in papers if paper.retraction_signals]
    known = signals_of(session, [paper.paper_id for paper in told])
    standing = load_papers(session, [paper.paper_id for paper in told])
    moved: dict[RetractionStatus, list[str]] = {}
    for paper in told:
        before = known.get(paper.paper_id, ())
        after = (*before, *paper.retraction_signals)
        if {_said(signal) for signal in before} == {_said(signal) for signal in after}:
            continue
        status, stands = retraction_status(after), standing[paper.paper_id].retraction_status
        if retraction_status(before) is stands or graver(status, stands):
            moved.setdefault(status, []).append(paper.paper_id)
    for status, paper_ids in moved.items():
        session.execute(
            update(PaperRow)
            .where(col(PaperRow.paper_id).in_(paper_ids))
            .where(col(PaperRow.retraction_status) != status.value)
            .values(retraction_status=status.value)
        )


def _said(signal: RetractionSignal) -> tuple[str, str, str]:
    return signal.origin, signal.status.value, signal.detail


def signals_of(session: Session, paper_ids: Sequence[str]) -> dict[str, tuple[RetractionSignal, ...]]:
    """What services and lists say of the standing of each of the papers."""
    found: dict[str, tuple[RetractionSignal, ...]] = {}
    statement = select(RetractionSignalRow).where(col(RetractionSignalRow.paper_id).in_(list(paper_ids)))
    for row in session.exec(statement):
        signal = RetractionSignal(
            status=RetractionStatus(row.status),
            origin=row.origin,
            noticed_on=row.noticed_on,
            detail=row.detail,
        )
        found[row.paper_id] = (*found.get(row.paper_id, ()), signal)
    return found
