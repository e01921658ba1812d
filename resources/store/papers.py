"""Papers, passages, embeddings and the gate's decisions: rows to domain objects and back."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pgvector.sqlalchemy import Vector
from sqlalchemy import Text, cast, delete, func, literal_column, not_, or_, type_coerce, update
from sqlmodel import Session, col, select

from aitia.identity import normalise_title
from aitia.identity.conflicts import identifiers_of
from aitia.identity.retraction import graver, retraction_status
from aitia.model.keys import PaperId, PassageId, content_hash, stable_id
from aitia.model.paper import Paper, PaperRecord, RetractionSignal, Section
from aitia.model.passage import Passage
from aitia.model.scales import GateDecision, RetractionStatus
from aitia.text.passages import make_passages
from resources.store.nearest import nearest
from resources.store.removals import removed
from resources.store.session import insert_once, upsert
from resources.store.tables import (
    PaperConflictRow,
    PaperEmbeddingRow,
    PaperRow,
    PassageRow,
    QuestionPaperRow,
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


@dataclass(frozen=True)
class GateRow:
    """One paper's gate decision, as stored in `question_papers`."""

    paper_id: PaperId
    decision: GateDecision
    reason: str
    rank: int | None
    score: float | None
    similarity: float | None
    lexical: float | None
    threshold: float | None
    embedder: str


def paper_text_hash(paper: Paper) -> str:
    """The hash of everything that is read or embedded of a paper."""
    sections = [part for section in paper.sections for part in (section.section_id, section.text)]
    return content_hash(paper.title, paper.abstract, *sections)


def save_papers(session: Session, papers: Sequence[Paper], run_id: str) -> int:
    """Store new papers and fill in identifiers that a known one lacked; returns how many are new.

    Text of a known paper is never replaced here: a record with other text is a `paper_conflicts` row.
    """
    rows = [paper_values(paper) | {"run_id": run_id} for paper in papers]
    added = insert_once(session, PaperRow, rows)
    if added < len(rows):
        _fill_in(session, papers)
    save_standing(session, papers, run_id)
    return added


def paper_values(paper: Paper) -> dict[str, object]:
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
        {
            "signal_id": stable_id("signal", paper_id, signal.origin, signal.status.value, signal.detail),
            "paper_id": paper_id,
            "status": signal.status.value,
            "origin": signal.origin,
            "noticed_on": signal.noticed_on,
            "detail": signal.detail,
            "run_id": run_id,
        }
        for paper_id, found in signals.items()
        for signal in found
    ]
    return insert_once(session, RetractionSignalRow, rows)


def save_conflict(
    session: Session, kind: str, detail: str, record: Mapping[str, object], paper_id: str | None, run_id: str
) -> int:
    """Keep a record that could not be merged, with the reason."""
    row = {
        "conflict_id": conflict_id(kind, detail, record),
        "paper_id": paper_id,
        "kind": kind,
        "detail": detail,
        "record": dict(record),
        "run_id": run_id,
    }
    return insert_once(session, PaperConflictRow, [row])


def conflict_id(kind: str, detail: str, record: Mapping[str, object]) -> str:
    """The id of a record that was set aside: it follows from what it says, and why it was."""
    return stable_id("conflict", kind, detail, str(sorted(record.items())))


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
        p.model_dump()
        | {"revision": revisions.get((p.paper_id, p.section_id, p.part_index), 1), "run_id": run_id}
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
            {
                "paper_id": paper_id,
                "embedder": embedder,
                "content_hash": text_hash,
                "dimensions": len(vector),
                "raw": vector.tolist(),
                "short": (short / length if length else short).tolist(),
                "short_dimensions": len(short),
                "run_id": run_id,
            }
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


def save_gate(session: Session, question_id: str, round_no: int, rows: Sequence[GateRow], run_id: str) -> int:
    """Store decisions of the gate; returns how many are new or differ from what stood there.

    A paper without a decision in `rows` is no candidate any more and loses the one it had.
    """
    standing = {row.paper_id: row for row in load_gate(session, question_id)}
    gone = sorted(standing.keys() - {row.paper_id for row in rows})
    if gone:
        place = col(QuestionPaperRow.question_id) == question_id
        session.execute(delete(QuestionPaperRow).where(place, col(QuestionPaperRow.paper_id).in_(gone)))
    changed = [row for row in rows if standing.get(row.paper_id) != row]
    new = {"question_id": question_id, "round_no": round_no, "run_id": run_id}
    values = [new | row.__dict__ | {"decision": row.decision.value} for row in changed]
    upsert(session, QuestionPaperRow, values, kept=("round_no", "run_id"))
    return len(changed)


def load_gate(session: Session, question_id: str) -> list[GateRow]:
    """Every decision of the gate for a question, best first."""
    rows = session.exec(
        select(QuestionPaperRow)
        .where(col(QuestionPaperRow.question_id) == question_id)
        .order_by(col(QuestionPaperRow.rank).nulls_last(), col(QuestionPaperRow.paper_id))
    )
    return [
        GateRow(
            PaperId(row.paper_id),
            GateDecision(row.decision),
            row.reason,
            row.rank,
            row.score,
            row.similarity,
            row.lexical,
            row.threshold,
            row.embedder,
        )
        for row in rows
    ]


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
    known = _signals_of(session, [paper.paper_id for paper in told])
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


def _signals_of(session: Session, paper_ids: Sequence[str]) -> dict[str, tuple[RetractionSignal, ...]]:
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
