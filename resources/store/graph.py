"""Nodes, edges, aliases, studies and reviews: rows to domain objects and back."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import func, or_
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
    asked = select(QuestionExtractionRow.extraction_id).distinct()
    retracted = select(PaperRow.paper_id).where(
        col(PaperRow.retraction_status) == RetractionStatus.RETRACTED.value
    )
    statement = (
        select(EdgeRow, ClaimRow)
        .join(
            ClaimRow,
            (col(ClaimRow.claim_id) == col(EdgeRow.claim_id))
            & (col(ClaimRow.extraction_id) == col(EdgeRow.extraction_id)),
        )
        .where(or_(col(EdgeRow.source_node_id).in_(ids), col(EdgeRow.target_node_id).in_(ids)))
        .where(col(EdgeRow.extraction_id).in_(asked))
        .where(col(ClaimRow.paper_id).not_in(retracted))
        .order_by(col(EdgeRow.confidence).desc(), col(EdgeRow.id))
        .limit(limit)
    )
    return [_stored_edge(edge, claim) for edge, claim in session.exec(statement)]


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
    later = select(AliasLinkRow.supersedes).where(col(AliasLinkRow.supersedes).is_not(None))
    statement = (
        select(AliasLinkRow)
        .where(or_(col(AliasLinkRow.node_a).in_(ids), col(AliasLinkRow.node_b).in_(ids)))
        .where(col(AliasLinkRow.link_id).not_in(later))
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
    later = select(StudyLinkRow.supersedes).where(col(StudyLinkRow.supersedes).is_not(None))
    statement = (
        select(StudyLinkRow)
        .where(col(StudyLinkRow.paper_id).in_(list(paper_ids)))
        .where(col(StudyLinkRow.link_id).not_in(later))
        .order_by(col(StudyLinkRow.created_at), col(StudyLinkRow.link_id))
    )
    return list(session.exec(statement))


def fellow_papers(session: Session, paper_ids: Sequence[str]) -> set[PaperId]:
    """Every paper whose standing link is to a study that one of the papers stands in, by its own link."""
    own = [x.study_id for x in standing_study_links(session, paper_ids) if x.status == "active"]
    later = select(StudyLinkRow.supersedes).where(col(StudyLinkRow.supersedes).is_not(None))
    statement = (
        select(StudyLinkRow.paper_id)
        .where(col(StudyLinkRow.study_id).in_(own))
        .where(col(StudyLinkRow.status) == "active")
        .where(col(StudyLinkRow.link_id).not_in(later))
    )
    return {PaperId(paper_id) for paper_id in session.exec(statement)}


def reviews_of(session: Session, subject_type: str, subject_ids: Iterable[str]) -> dict[str, ReviewRow]:
    """The newest standing review of each of the subjects."""
    wanted = set(subject_ids)
    return {key: row for key, row in reviews_by_type(session, subject_type).items() if key in wanted}


def reviews_by_type(session: Session, subject_type: str) -> dict[str, ReviewRow]:
    """The newest standing review of every subject of that type; people write few, so all are read."""
    later = select(ReviewRow.supersedes).where(col(ReviewRow.supersedes).is_not(None))
    statement = (
        select(ReviewRow)
        .where(col(ReviewRow.subject_type) == subject_type)
        .where(col(ReviewRow.review_id).not_in(later))
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
