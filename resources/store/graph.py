"""Nodes, edges, aliases, studies and reviews: rows to domain objects and back."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, exists, func, or_
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from aitia.claim import Claim
from aitia.keys import EdgeId, NodeId, PaperId
from aitia.vocabulary import RetractionStatus
from resources.store.session import insert_once
from resources.store.tables import (
    AliasLinkRow,
    ClaimRow,
    EdgeRow,
    NodeRow,
    PaperRow,
    QuestionExtractionRow,
    ReviewRow,
    StudyLinkRow,
    StudyRow,
)


@dataclass(frozen=True)
class StoredNode:
    """A node of the graph."""

    id: NodeId
    type: str
    canonical_name: str
    name: str


@dataclass(frozen=True)
class StoredEdge:
    """An edge with the claim it came from."""

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


def save_nodes(session: Session, nodes: Sequence[StoredNode], run_id: str) -> int:
    """Store nodes once."""
    return insert_once(session, NodeRow, [node.__dict__ | {"run_id": run_id} for node in nodes])


def save_edges(session: Session, rows: Sequence[Mapping[str, object]]) -> int:
    """Store edges once; the database checks each quote against its passage."""
    return insert_once(session, EdgeRow, rows)


def question_edges(session: Session, question_id: str) -> list[StoredEdge]:
    """Every accepted edge of the extractions that stand for the question, by id."""
    statement = (
        select(EdgeRow, ClaimRow)
        .join(
            ClaimRow,
            (col(ClaimRow.claim_id) == col(EdgeRow.claim_id))
            & (col(ClaimRow.extraction_id) == col(EdgeRow.extraction_id)),
        )
        .join(
            QuestionExtractionRow,
            col(QuestionExtractionRow.extraction_id) == col(EdgeRow.extraction_id),
        )
        .where(col(QuestionExtractionRow.question_id) == question_id)
        .order_by(col(EdgeRow.id))
    )
    return [_stored_edge(edge, claim) for edge, claim in session.exec(statement)]


def edges_around(session: Session, node_ids: Iterable[str], limit: int = 2000) -> list[StoredEdge]:
    """Edges that stand for any question and touch one of the nodes, most confident first.

    Edges of papers that were retracted, or that no question rests on any more, are left out.
    """
    ids = list(node_ids)
    asked = exists().where(col(QuestionExtractionRow.extraction_id) == col(EdgeRow.extraction_id))
    statement = (
        select(EdgeRow, ClaimRow)
        .join(
            ClaimRow,
            (col(ClaimRow.claim_id) == col(EdgeRow.claim_id))
            & (col(ClaimRow.extraction_id) == col(EdgeRow.extraction_id)),
        )
        .join(PaperRow, col(PaperRow.paper_id) == col(ClaimRow.paper_id))
        .where(or_(col(EdgeRow.source_node_id).in_(ids), col(EdgeRow.target_node_id).in_(ids)))
        .where(asked)
        .where(col(PaperRow.retraction_status) != RetractionStatus.RETRACTED.value)
        .order_by(col(EdgeRow.confidence).desc(), col(EdgeRow.id))
        .limit(limit)
    )
    return [_stored_edge(edge, claim) for edge, claim in session.exec(statement)]


def quotes_of(session: Session, edge_ids: Iterable[str]) -> dict[str, tuple[str, str]]:
    """(quote, paper id) of each of the edges."""
    statement = (
        select(EdgeRow.id, EdgeRow.evidence, ClaimRow.paper_id)
        .join(
            ClaimRow,
            (col(ClaimRow.claim_id) == col(EdgeRow.claim_id))
            & (col(ClaimRow.extraction_id) == col(EdgeRow.extraction_id)),
        )
        .where(col(EdgeRow.id).in_(sorted(set(edge_ids))))
    )
    return {edge_id: (quote, paper_id) for edge_id, quote, paper_id in session.exec(statement)}


def load_nodes(session: Session, node_ids: Iterable[str]) -> dict[NodeId, StoredNode]:
    """The nodes among the ids."""
    statement = select(NodeRow).where(col(NodeRow.id).in_(sorted(set(node_ids))))
    return {
        NodeId(row.id): StoredNode(NodeId(row.id), row.type, row.canonical_name, row.name)
        for row in session.exec(statement)
    }


def standing_links(session: Session, node_ids: Iterable[str]) -> list[AliasLinkRow]:
    """Alias links between the nodes that no later row supersedes."""
    ids = sorted(set(node_ids))
    later = aliased(AliasLinkRow)
    statement = (
        select(AliasLinkRow)
        .where(or_(col(AliasLinkRow.node_a).in_(ids), col(AliasLinkRow.node_b).in_(ids)))
        .where(~exists().where(col(later.supersedes) == col(AliasLinkRow.link_id)))
        .order_by(col(AliasLinkRow.link_id))
    )
    return list(session.exec(statement))


def save_alias_links(session: Session, rows: Sequence[Mapping[str, object]]) -> int:
    """Store links once."""
    return insert_once(session, AliasLinkRow, rows)


def save_studies(session: Session, rows: Sequence[Mapping[str, object]]) -> int:
    """Store studies once."""
    return insert_once(session, StudyRow, rows)


def save_study_links(session: Session, rows: Sequence[Mapping[str, object]]) -> int:
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


def reviews_of(session: Session, subject_type: str, subject_ids: Iterable[str]) -> dict[str, ReviewRow]:
    """The newest standing review of each of the subjects."""
    return _reviews(session, subject_type, col(ReviewRow.subject_id).in_(sorted(set(subject_ids))))


def reviews_of_pairs(session: Session, paper_ids: Iterable[str]) -> dict[str, ReviewRow]:
    """The newest standing review of each pair of papers (`paper|paper`) whose first is one of the papers."""
    first = func.split_part(col(ReviewRow.subject_id), "|", 1)
    return _reviews(session, "study_pair", first.in_(sorted(set(paper_ids))))


def _reviews(session: Session, subject_type: str, wanted: ColumnElement[bool]) -> dict[str, ReviewRow]:
    later = aliased(ReviewRow)
    statement = (
        select(ReviewRow)
        .where(col(ReviewRow.subject_type) == subject_type)
        .where(wanted)
        .where(~exists().where(col(later.supersedes) == col(ReviewRow.review_id)))
        .order_by(col(ReviewRow.created_at), col(ReviewRow.review_id))
    )
    return {row.subject_id: row for row in session.exec(statement)}


def count_edges(session: Session) -> int:
    """How many edges the whole graph has."""
    return session.exec(select(func.count()).select_from(EdgeRow)).one()


def _stored_edge(edge: EdgeRow, claim: ClaimRow) -> StoredEdge:
    # The claim as admitted: validators may have dropped estimates of the claim as proposed.
    return StoredEdge(
        EdgeId(edge.id),
        NodeId(edge.source_node_id),
        NodeId(edge.target_node_id),
        edge.relationship_type,
        edge.direction,
        edge.confidence,
        edge.evidence,
        PaperId(claim.paper_id),
        edge.extraction_id,
        Claim.model_validate(edge.provenance["claim"]),
    )
