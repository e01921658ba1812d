"""Nodes, edges, aliases, studies and reviews: rows to domain objects and back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import Column as Plain
from sqlalchemy import ColumnElement, Float, MetaData, RowMapping, Table, Text, exists, func, or_, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from aitia.model.claim import Claim
from aitia.model.keys import EdgeId, NodeId, PaperId
from aitia.model.scales import RetractionStatus
from resources.store.reasoning_sql import statement as reasoning_sql
from resources.store.session import insert_once
from resources.store.tables import (
    EdgeRow,
    NodeRow,
    PaperRow,
    QuestionExtractionRow,
    StudyLinkRow,
    StudyRow,
)

_ENDS = ("source_node_id", "target_node_id")
_TEXTS = ("id", *_ENDS, "relationship_type", "direction", "evidence", "paper_id", "extraction_id")
# The views that say which edges and which reviews count; nothing else decides on that.
_STANDING = Table(
    "standing_edges",
    MetaData(),
    *(Plain(name, Text) for name in _TEXTS),
    Plain("confidence", Float),
    Plain("admitted", JSONB),
)
_REVIEWS = Table(
    "standing_reviews",
    MetaData(),
    *(
        Plain(name, Text)
        for name in ("review_id", "subject_type", "subject_id", "decision", "reviewer", "note")
    ),
)


@dataclass(frozen=True)
class StandingReview:
    """What a person says of a subject, as it stands."""

    review_id: str
    decision: str
    reviewer: str
    note: str


@dataclass(frozen=True)
class PairDecision:
    """`join` or `separate`: what a person says of two papers, `first` < `second`."""

    review_id: str
    first: str
    second: str
    decision: str


@dataclass(frozen=True)
class StoredNode:
    """A node of the graph."""

    id: NodeId
    type: str
    canonical_name: str
    name: str


@dataclass(frozen=True)
class StoredEdge:
    """An edge that counts as evidence, with the claim as the rules in force let it in."""

    id: EdgeId
    source_node_id: NodeId
    target_node_id: NodeId
    relationship_type: str
    direction: str
    confidence: float
    evidence: str
    paper_id: PaperId
    extraction_id: str
    claim: Claim


@dataclass(frozen=True)
class Around:
    """Edges around some nodes, most confident first, and how many more there are."""

    edges: tuple[StoredEdge, ...]
    left_out: int


def save_nodes(session: Session, nodes: Sequence[StoredNode], run_id: str) -> int:
    """Store nodes once."""
    return insert_once(session, NodeRow, [NodeRow(**node.__dict__, run_id=run_id) for node in nodes])


def save_edges(session: Session, rows: Sequence[EdgeRow]) -> int:
    """Store edges once; the database checks each quote against its passage."""
    return insert_once(session, EdgeRow, rows)


def question_edges(session: Session, question_id: str) -> list[StoredEdge]:
    """Every standing edge of the extractions that stand for the question, by id."""
    read = col(QuestionExtractionRow.extraction_id) == _STANDING.c.extraction_id
    statement = (
        _STANDING.select()
        .join(QuestionExtractionRow, read)
        .where(col(QuestionExtractionRow.question_id) == question_id)
        .order_by(_STANDING.c.id)
    )
    return [_stored_edge(row) for row in session.execute(statement).mappings()]


def edges_around(session: Session, node_ids: Iterable[str], limit: int = 20_000) -> Around:
    """Edges that stand for any question and touch one of the nodes, most confident first; how many beyond.

    Edges of papers that were retracted, or that no question rests on any more, are left out.
    """
    ids = list(node_ids)
    asked = exists().where(col(QuestionExtractionRow.extraction_id) == _STANDING.c.extraction_id)
    touching = (
        _STANDING.select()
        .join(PaperRow, col(PaperRow.paper_id) == _STANDING.c.paper_id)
        .where(or_(*(_STANDING.c[end].in_(ids) for end in _ENDS)))
        .where(asked)
        .where(col(PaperRow.retraction_status) != RetractionStatus.RETRACTED.value)
    )
    ordered = touching.order_by(_STANDING.c.confidence.desc(), _STANDING.c.id).limit(limit)
    found = [_stored_edge(row) for row in session.execute(ordered).mappings()]
    if len(found) < limit:
        return Around(tuple(found), 0)
    everything = session.execute(touching.with_only_columns(func.count())).scalar_one()
    return Around(tuple(found), int(everything) - len(found))


def load_nodes(session: Session, node_ids: Iterable[str]) -> dict[NodeId, StoredNode]:
    """The nodes among the ids."""
    statement = select(NodeRow).where(col(NodeRow.id).in_(sorted(set(node_ids))))
    return {
        NodeId(row.id): StoredNode(NodeId(row.id), row.type, row.canonical_name, row.name)
        for row in session.exec(statement)
    }


def save_studies(session: Session, studies: Sequence[str], run_id: str) -> int:
    """Store studies once, by their ids."""
    return insert_once(session, StudyRow, [StudyRow(study_id=study, run_id=run_id) for study in studies])


def save_study_links(session: Session, rows: Sequence[StudyLinkRow]) -> int:
    """Store links from papers to studies once."""
    return insert_once(session, StudyLinkRow, rows)


def standing_study_links(session: Session, paper_ids: Sequence[str]) -> list[StudyLinkRow]:
    """Study links of the papers that no later row supersedes."""
    later = aliased(StudyLinkRow)
    statement = (
        select(StudyLinkRow)
        .where(col(StudyLinkRow.paper_id).in_(list(paper_ids)))
        .where(~exists().where(col(later.supersedes) == col(StudyLinkRow.link_id)))
        .order_by(col(StudyLinkRow.created_at), col(StudyLinkRow.link_id))
    )
    return list(session.exec(statement))


def fellow_papers(session: Session, paper_ids: Sequence[str]) -> set[PaperId]:
    """Every paper whose standing link is to a study that one of the papers stands in, by its own link."""
    own = [x.study_id for x in standing_study_links(session, paper_ids) if x.status == "active"]
    later = aliased(StudyLinkRow)
    statement = (
        select(StudyLinkRow.paper_id)
        .where(col(StudyLinkRow.study_id).in_(own))
        .where(col(StudyLinkRow.status) == "active")
        .where(~exists().where(col(later.supersedes) == col(StudyLinkRow.link_id)))
    )
    return {PaperId(paper_id) for paper_id in session.exec(statement)}


def reviews_of(session: Session, subject_type: str, subject_ids: Iterable[str]) -> dict[str, StandingReview]:
    """The review that stands of each of the subjects."""
    return _reviews(session, subject_type, _REVIEWS.c.subject_id.in_(sorted(set(subject_ids))))


def pair_decisions(session: Session, paper_ids: Iterable[str]) -> list[PairDecision]:
    """What people say of each pair of the papers, by a review of the pair or of a link between the two."""
    found = session.execute(text(reasoning_sql("list_pair_decisions")), {"papers": sorted(set(paper_ids))})
    return [PairDecision(row.review_id, row.first, row.second, row.decision) for row in found]


def _reviews(session: Session, subject_type: str, wanted: ColumnElement[bool]) -> dict[str, StandingReview]:
    statement = _REVIEWS.select().where(_REVIEWS.c.subject_type == subject_type).where(wanted)
    found = session.execute(statement.order_by(_REVIEWS.c.subject_id)).mappings()
    return {
        row["subject_id"]: StandingReview(row["review_id"], row["decision"], row["reviewer"], row["note"])
        for row in found
    }


def _stored_edge(row: RowMapping) -> StoredEdge:
    return StoredEdge(
        EdgeId(row["id"]),
        NodeId(row["source_node_id"]),
        NodeId(row["target_node_id"]),
        row["relationship_type"],
        row["direction"],
        row["confidence"],
        row["evidence"],
        PaperId(row["paper_id"]),
        row["extraction_id"],
        Claim.model_validate(row["admitted"]),
    )
