"""Nodes that mean the same, linked reversibly. Links are rows; nodes are never merged."""

from collections.abc import Sequence

from sqlmodel import Session

from aitia.graph.aliases import AliasLink, AliasNode, Tier, propose_links
from aitia.model.keys import NodeId
from aitia.question import Question
from aitia.reading.paper.arms import find_abbreviations
from assets.steps.similarity import similarity_of
from assets.steps.step import StepReport, markdown_table
from resources.store import graph as rows
from resources.store import papers
from resources.store.tables import AliasLinkRow
from resources.workbench import Workbench


def link_aliases(workbench: Workbench, question: Question, run_id: str) -> StepReport:
    """Propose links among the question's nodes and store those that nobody has decided on yet."""
    with workbench.store.session() as session:
        nodes = _nodes(session, question)
        proposed = propose_links(list(nodes), similarity_of(workbench))
        standing = rows.standing_links(session, [node.node_id for node in nodes])
        decided = {(link.node_a, link.node_b) for link in standing}
        new = [link for link in proposed if (link.node_a, link.node_b) not in decided]
        rows.save_alias_links(session, [_row(link, run_id) for link in new])
        standing = rows.standing_links(session, [node.node_id for node in nodes])
    names = {node.node_id: node.name for node in nodes}
    return _report(standing, names, len(new))


def _nodes(session: Session, question: Question) -> Sequence[AliasNode]:
    """The nodes of the question's edges, each with the short or long forms that its papers declare."""
    edges = rows.question_edges(session, question.question_id)
    found = papers.load_papers(session, {edge.paper_id for edge in edges})
    declared = {key: find_abbreviations(f"{p.title}. {p.abstract}") for key, p in found.items()}
    aliases: dict[NodeId, set[str]] = {}
    for edge in edges:
        for node_id, name in (
            (edge.source_node_id, edge.claim.cause),
            (edge.target_node_id, edge.claim.effect),
        ):
            known = aliases.setdefault(node_id, set())
            for short, long in declared[edge.paper_id].items():
                if name.casefold() in (short.casefold(), long.casefold()):
                    known |= {short, long}
    nodes = rows.load_nodes(session, aliases)
    return [
        AliasNode(
            node_id=node.id,
            type=node.type,
            name=node.name,
            aliases=tuple(sorted(aliases[node.id] - {node.name})),
        )
        for node in nodes.values()
    ]


def _row(link: AliasLink, run_id: str) -> dict[str, object]:
    status = "active" if link.tier is Tier.A else "pending"
    return link.model_dump(mode="json") | {"status": status, "run_id": run_id}


def _report(standing: Sequence[AliasLinkRow], names: dict[NodeId, str], added: int) -> StepReport:
    table: list[tuple[object, ...]] = [
        (
            names.get(NodeId(link.node_a), link.node_a),
            names.get(NodeId(link.node_b), link.node_b),
            link.tier,
            link.status,
            link.reason,
        )
        for link in standing
    ]
    return StepReport(
        content=tuple(f"{link.link_id} {link.status}" for link in standing),
        counts={
            "links": sum(link.status == "active" for link in standing),
            "pending": sum(link.status == "pending" for link in standing),
            "new": added,
        },
        tables={"links": markdown_table(("one", "other", "tier", "status", "reason"), table)},
    )
