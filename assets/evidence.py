"""The accepted claims of a question as grading sees them: edges, studies, aliases and matches together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aitia.independence import link_reports
from aitia.reading.matching import match_claim
from sqlmodel import Session

from aitia.aliases import Tier, clusters, make_link
from aitia.claim import StudyFacts
from aitia.evidence import AcceptedClaim
from aitia.keys import NodeId, PaperId, StudyId, stable_id
from aitia.paper import Paper
from aitia.question import Question
from assets.similarity import similarity_of
from resources.store import graph, papers, reading
from resources.workbench import Workbench


def accepted_claims(workbench: Workbench, session: Session, question: Question) -> tuple[AcceptedClaim, ...]:
    """Every edge of the question that no person has turned down, with its study, cluster and match."""
    edges = graph.question_edges(session, question.question_id)
    refused = {
        edge_id
        for edge_id, review in graph.reviews_of(session, "edge", [edge.id for edge in edges]).items()
        if review.decision == "reject"
    }
    edges = [edge for edge in edges if edge.id not in refused]
    found = papers.load_papers(session, {edge.paper_id for edge in edges})
    facts = {
        item.paper_id: item.facts for item in reading.question_extractions(session, question.question_id)
    }
    studies = graph.study_of_papers(session, sorted(found))
    cluster = cluster_of(session, {n for e in edges for n in (e.source_node_id, e.target_node_id)})
    similarity = similarity_of(workbench)
    return tuple(
        AcceptedClaim(
            edge_id=edge.id,
            claim=edge.claim,
            paper=found[edge.paper_id],
            study=facts[edge.paper_id],
            study_id=studies.get(edge.paper_id, own_study(edge.paper_id)),
            cause_node=cluster.get(edge.source_node_id, edge.source_node_id),
            effect_node=cluster.get(edge.target_node_id, edge.target_node_id),
            match=match_claim(question, edge.claim, facts[edge.paper_id], similarity),
        )
        for edge in edges
    )


def cluster_of(session: Session, node_ids: set[NodeId]) -> Mapping[NodeId, NodeId]:
    """Each node's representative under the alias links that stand."""
    links = [link for link in graph.standing_links(session, node_ids) if link.status == "active"]
    everyone = node_ids | {NodeId(node) for link in links for node in (link.node_a, link.node_b)}
    return clusters(
        everyone,
        [make_link(NodeId(x.node_a), NodeId(x.node_b), Tier(x.tier), x.reason) for x in links],
    )


def save_study_links(
    session: Session, evidence: Sequence[tuple[Paper, StudyFacts]], run_id: str
) -> Mapping[PaperId, StudyId]:
    """Link reports into studies and store each link with its method and reason.

    A person's row (method "person") stands until a later row supersedes it; the machine never does.
    """
    paper_ids = [paper.paper_id for paper, _ in evidence]
    standing = graph.standing_study_links(session, paper_ids)
    by_person = {
        PaperId(link.paper_id): StudyId(link.study_id) for link in standing if link.method == "person"
    }
    links = link_reports(evidence, by_person)
    current = {link.paper_id: link for link in standing}
    graph.save_studies(
        session,
        [{"study_id": study, "run_id": run_id} for study in sorted({link.study_id for link in links})],
    )
    rows = []
    for link in links:
        old = current.get(link.paper_id)
        if old is not None and old.study_id == link.study_id:
            continue
        after = old.link_id if old else None
        rows.append(
            {
                "link_id": stable_id("study_link", link.paper_id, link.study_id, link.method, after or ""),
                "paper_id": link.paper_id,
                "study_id": link.study_id,
                "method": link.method,
                "reason": link.reason,
                "supersedes": after,
                "run_id": run_id,
            }
        )
    graph.save_study_links(session, rows)
    return {link.paper_id: link.study_id for link in links}


def own_study(paper_id: PaperId) -> StudyId:
    """The study of a paper that is linked to none."""
    return StudyId(stable_id("study", paper_id))
