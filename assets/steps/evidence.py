"""The accepted claims of a question as grading sees them: edges, studies, aliases and matches together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session

from aitia.evidence.independence import Override, StudyDecision, StudyLink, link_studies
from aitia.evidence.reporting import as_likely_here
from aitia.graph.aliases import Tier, clusters, make_link
from aitia.model.claim import StudyFacts
from aitia.model.evidence import AcceptedClaim
from aitia.model.keys import NodeId, PaperId, StudyId, stable_id
from aitia.model.paper import Paper
from aitia.question import Question
from aitia.reading.paper.own_text import own_paper
from aitia.reading.statements.matching import match_claim
from assets.steps.similarity import similarity_of
from resources.engines.versions import LOCAL
from resources.store import changes, graph, names, papers, reading
from resources.store.tables import StudyLinkRow
from resources.workbench import Workbench


@dataclass(frozen=True)
class Evidence:
    """What was read for a question, loaded once: papers without planted text, facts, the study of each.

    Every change below the transaction `below` is in it.
    """

    papers: Mapping[PaperId, Paper]
    facts: Mapping[PaperId, StudyFacts]
    studies: Mapping[PaperId, StudyId]
    below: int


def accepted_claims(
    workbench: Workbench, session: Session, question: Question, evidence: Evidence
) -> tuple[AcceptedClaim, ...]:
    """Every standing edge of the evidence, with its study, cluster and match; planted text is left out."""
    found = graph.question_edges(session, question.question_id)
    edges = [edge for edge in found if edge.paper_id in evidence.papers]
    cluster = cluster_of(session, {n for e in edges for n in (e.source_node_id, e.target_node_id)})
    similarity = similarity_of(workbench)
    found_claims = [
        AcceptedClaim(
            edge_id=edge.id,
            claim=edge.claim,
            paper=evidence.papers[edge.paper_id],
            study=evidence.facts[edge.paper_id],
            study_id=evidence.studies.get(edge.paper_id, own_study(edge.paper_id)),
            cause_node=cluster.get(edge.source_node_id, edge.source_node_id),
            effect_node=cluster.get(edge.target_node_id, edge.target_node_id),
            match=match_claim(question, edge.claim, evidence.facts[edge.paper_id], similarity),
        )
        for edge in edges
    ]
    own = reading.question_extractions(session, question.question_id)
    local = {item.paper_id for item in own if item.engine == LOCAL and item.error is None}
    return as_likely_here(question, _one_family(found_claims), local)


def _one_family(claims: Sequence[AcceptedClaim]) -> tuple[AcceptedClaim, ...]:
    """The claims with one family of outcomes for each cluster: names that are linked are one outcome."""
    families: dict[NodeId, str] = {}
    for item in claims:
        if item.match.family:
            families[item.effect_node] = min(
                item.match.family, families.get(item.effect_node, item.match.family)
            )
    return tuple(
        item.model_copy(
            update={"match": item.match.model_copy(update={"family": families[item.effect_node]})}
        )
        if item.effect_node in families
        else item
        for item in claims
    )


def question_evidence(session: Session, question: Question) -> list[tuple[Paper, StudyFacts]]:
    """The papers that were read for the question, with the facts of their studies."""
    extractions = reading.question_extractions(session, question.question_id)
    found = papers.load_papers(session, [item.paper_id for item in extractions])
    return [(own_paper(found[item.paper_id]), item.facts) for item in extractions]


def cluster_of(session: Session, node_ids: set[NodeId]) -> Mapping[NodeId, NodeId]:
    """Each node's representative under the alias links that count; a person's word outranks the rules'."""
    links = [link for link in names.links_of(session, node_ids) if link.active]
    everyone = node_ids | {node for link in links for node in (link.node_a, link.node_b)}
    return clusters(everyone, [make_link(x.node_a, x.node_b, Tier(x.tier), x.reason) for x in links])


def link_evidence(session: Session, question: Question, run_id: str) -> Evidence:
    """Load what was read for the question, link its reports into studies, and store each link that is new.

    Grading counts a question's own papers. Reports that another question read and that stand in the same
    studies are linked along, so that two questions that share papers agree on the stored links.

    What a person decided of two reports (a review of the pair) outranks every rule; taking it back
    is a later review, and the links follow.
    """
    below = changes.horizon(session)  # before anything is read: what changes meanwhile lies above it
    own = question_evidence(session, question)
    links = link_studies(own, _decisions(session, [paper.paper_id for paper, _ in own]))
    studies = {link.paper_id: link.study_id for link in links}
    fellows = _fellow_reports(session, [paper.paper_id for paper, _ in own])
    if fellows:
        everyone = [*own, *fellows]
        links = link_studies(everyone, _decisions(session, [paper.paper_id for paper, _ in everyone]))
    _save_links(session, links, set(studies.values()), run_id)
    return Evidence(
        papers={paper.paper_id: paper for paper, _ in own},
        facts={paper.paper_id: facts for paper, facts in own},
        studies=studies,
        below=below,
    )


def _save_links(session: Session, links: Sequence[StudyLink], own: set[StudyId], run_id: str) -> None:
    current = {
        link.paper_id: link for link in graph.standing_study_links(session, [x.paper_id for x in links])
    }
    studies = sorted({link.study_id for link in links} | own)
    graph.save_studies(session, studies, run_id)
    rows = []
    for link in links:
        old = current.get(link.paper_id)
        if old is not None and _says(old) == _says(link):
            continue
        after = old.link_id if old else None
        place = (link.paper_id, link.study_id, link.method, link.linked_to or "", link.reason)
        rows.append(
            StudyLinkRow(
                link_id=stable_id("study_link", *place, after or ""),
                paper_id=link.paper_id,
                study_id=link.study_id,
                method=link.method.value,
                reason=link.reason,
                linked_to=link.linked_to,
                supersedes=after,
                run_id=run_id,
            )
        )
    graph.save_study_links(session, rows)


def _says(link: StudyLink | StudyLinkRow) -> tuple[str, str, str, str | None]:
    """All that a link says; one that was found in another way since is written anew."""
    return link.study_id, str(link.method), link.reason, link.linked_to


def _fellow_reports(session: Session, paper_ids: Sequence[PaperId]) -> list[tuple[Paper, StudyFacts]]:
    """Reports, read for other questions, of studies that one of these papers stands in."""
    fellows = sorted(graph.fellow_papers(session, paper_ids) - set(paper_ids))
    found = papers.load_papers(session, fellows)
    facts = reading.facts_of_papers(session, fellows)
    return [(found[key], facts[key]) for key in fellows if key in facts]


def _decisions(session: Session, paper_ids: Sequence[PaperId]) -> list[StudyDecision]:
    """What people say of pairs of these papers, by a review of the pair or of a link between the two."""
    return [
        StudyDecision(
            decision_id=said.review_id,
            first=PaperId(said.first),
            second=PaperId(said.second),
            override=Override(said.decision),
        )
        for said in graph.pair_decisions(session, paper_ids)
    ]


def own_study(paper_id: PaperId) -> StudyId:
    """The study of a paper that is linked to none."""
    return StudyId(stable_id("study", paper_id))
