"""Nodes that mean the same, linked reversibly. Links are rows; nodes are never merged."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session

from aitia.graph.alias_names import AliasNode
from aitia.graph.aliases import AliasLink, Similarity, Tier, propose_links, propose_resembling
from aitia.model.keys import NodeId, stable_id
from aitia.question import Question
from aitia.words.abbreviations import find_abbreviations
from assets.steps.similarity import similarity_of
from assets.steps.step import StepReport, markdown_table
from resources.store import graph, papers
from resources.store import names as rows
from resources.store.graph import StoredEdge
from resources.store.names import CalledName, PairLink
from resources.store.tables import AliasLinkRow
from resources.workbench import Workbench

_WITHDRAWN = "withdrawn"


def link_aliases(workbench: Workbench, question: Question, run_id: str) -> StepReport:
    """Bring the links of the question's nodes up to what the names that papers use now propose.

    The names are those of every question's standing edges, so that links do not depend on which question came
    first. A link of two nodes follows from the nodes that share a name with one of them. So links are worked
    out anew where a node shares a name with one that the question has, or had; three steps of sharing hold
    all that these follow from. Names that are only alike wait for a person while some question has both.
    """
    similarity = similarity_of(workbench)
    _compare_ahead(workbench, question, similarity)
    with workbench.store.session() as session:
        rows.lock_links(session)
        due = _due(session, question, similarity)
        changed = _changes(due.proposed, due.stand, run_id)
        rows.save_links(session, changed)
        standing = [
            link for link in rows.links_of(session, due.own) if link.status != _WITHDRAWN or link.by_person
        ]
    names = {node.node_id: node.name for node in due.known}
    withdrawn = sum(row.status == _WITHDRAWN for row in changed)
    return _report(standing, names, len(changed) - withdrawn, withdrawn)


@dataclass(frozen=True)
class _Due:
    """What the names of now propose for the nodes that the question's follow from, and what stands there."""

    own: set[NodeId]
    known: Sequence[AliasNode]
    stand: Sequence[PairLink]
    proposed: Sequence[AliasLink]


def _compare_ahead(workbench: Workbench, question: Question, similarity: Similarity) -> None:
    """Compare the names before other questions are made to wait: that takes longer than all the rest.

    Which names will be compared is seen in a transaction of which nothing stays; the few that change until
    the links are worked out are compared then.
    """
    compared: list[tuple[str, str]] = []

    def noted(one: str, other: str) -> float:
        compared.append((one, other))
        return 0.0

    with workbench.store.trial() as session:
        _due(session, question, noted)
    for pair in compared:
        similarity(*pair)


def _due(session: Session, question: Question, similarity: Similarity) -> _Due:
    """Note the question's names, and what they propose."""
    edges = graph.question_edges(session, question.question_id)
    _note_names(session, edges)
    own = {node for edge in edges for node in (edge.source_node_id, edge.target_node_id)}
    near = rows.sharing_a_name(session, own | rows.nodes_of_question(session, question.question_id), 1)
    rows.note_nodes(session, question.question_id, own)
    known = rows.named_nodes(session, rows.sharing_a_name(session, near, 2))
    proposed = [link for link in propose_links(known, similarity) if _touches(link, near)]
    stand = rows.links_of(session, near)
    proposed += _resembling(session, known, own, stand, proposed, similarity)
    return _Due(own, known, stand, proposed)


def _resembling(
    session: Session,
    known: Sequence[AliasNode],
    own: set[NodeId],
    stand: Sequence[PairLink],
    exact: Sequence[AliasLink],
    similarity: Similarity,
) -> list[AliasLink]:
    """Links that wait for a person: among the question's own names, and where another question has both.

    Names are compared by vectors made for this run, and only where they share words: they are not stored.
    """
    node = {item.node_id: item for item in known}
    pairs = {(link.node_a, link.node_b) for link in exact}
    found = list(propose_resembling([node[key] for key in sorted(own & node.keys())], similarity))
    asked = {(link.node_a, link.node_b) for link in found}
    kept = [(link.node_a, link.node_b) for link in stand if link.status == "pending" and not link.by_person]
    others = rows.in_one_question(session, [pair for pair in kept if pair not in asked])
    strange = {key for pair in others for key in pair} - node.keys()
    node |= {item.node_id: item for item in rows.named_nodes(session, strange)}
    for a, b in others:
        if a in node and b in node:
            found += propose_resembling([node[a], node[b]], similarity)
    return [link for link in found if (link.node_a, link.node_b) not in pairs]


def _touches(link: AliasLink | PairLink, nodes: set[NodeId]) -> bool:
    return link.node_a in nodes or link.node_b in nodes


def _note_names(session: Session, edges: Sequence[StoredEdge]) -> None:
    """Note what each edge calls its ends, with the short or long forms of it that its paper declares."""
    unnamed = rows.without_names(session, [edge.id for edge in edges])
    rows.save_names(session, _named(session, [edge for edge in edges if edge.id in unnamed]))


def misnamed_edges(session: Session, question_id: str) -> list[str]:
    """The question's edges that are noted under other names than they and their papers give their ends.

    Names stay as they were noted when a file gives a paper another text: such papers' edges are left out.
    """
    edges = graph.question_edges(session, question_id)
    edited = papers.edited_papers(session, {edge.paper_id for edge in edges})
    return rows.other_names(session, _named(session, [edge for edge in edges if edge.paper_id not in edited]))


def _named(session: Session, edges: Sequence[StoredEdge]) -> dict[str, set[CalledName]]:
    found = papers.load_papers(session, {edge.paper_id for edge in edges})
    declared = {key: find_abbreviations(f"{p.title}. {p.abstract}") for key, p in found.items()}
    return {edge.id: _names(edge, declared[edge.paper_id]) for edge in edges}


def _names(edge: StoredEdge, declared: Mapping[str, str]) -> set[CalledName]:
    found = set()
    for node, name in ((edge.source_node_id, edge.claim.cause), (edge.target_node_id, edge.claim.effect)):
        found.add(CalledName(node, name.strip(), own=True))
        for short, long in declared.items():
            if name.casefold() in (short.casefold(), long.casefold()):
                found |= {
                    CalledName(node, other, own=False) for other in (short, long) if other != name.strip()
                }
    return found


def _changes(proposed: Sequence[AliasLink], standing: Sequence[PairLink], run_id: str) -> list[AliasLinkRow]:
    """The rows that make what stands what is proposed; pairs that a person decided on are left alone."""
    stands = {(link.node_a, link.node_b): link for link in standing}
    wanted = {(link.node_a, link.node_b): link for link in proposed}
    changed = []
    for pair, link in wanted.items():
        old = stands.get(pair)
        if old is None or (old.tier == Tier.PERSON.value and not old.by_person):
            changed.append(_row(link, run_id))  # what a person took back never was
        elif not old.by_person and (old.tier, old.status) != (link.tier.value, _status(link)):
            changed.append(_row(link, run_id, old.link_id))
    for pair, old in stands.items():
        if pair not in wanted and old.status != _WITHDRAWN and not old.by_person:
            changed.append(_withdrawal(old, run_id))
    return changed


def _status(link: AliasLink) -> str:
    return "active" if link.approved else "pending"


def _row(link: AliasLink, run_id: str, after: str | None = None) -> AliasLinkRow:
    return AliasLinkRow(
        link_id=_link_id(link, after),
        node_a=link.node_a,
        node_b=link.node_b,
        tier=link.tier.value,
        status=_status(link),
        similarity=link.similarity,
        shared_alias=link.shared_alias,
        reason=link.reason,
        supersedes=after,
        run_id=run_id,
    )


def _withdrawal(old: PairLink, run_id: str) -> AliasLinkRow:
    return AliasLinkRow(
        link_id=_link_id(old, old.link_id),
        node_a=old.node_a,
        node_b=old.node_b,
        tier=old.tier,
        status=_WITHDRAWN,
        similarity=None,
        shared_alias=None,
        reason="the names that papers use propose it no longer",
        supersedes=old.link_id,
        run_id=run_id,
    )


def _link_id(link: AliasLink | PairLink, after: str | None) -> str:
    """The pair's and tier's own id for its first link; each later id names the link before."""
    return link.link_id if after is None else stable_id("alias", link.node_a, link.node_b, link.tier, after)


def _report(
    standing: Sequence[PairLink], names: Mapping[NodeId, str], added: int, withdrawn: int
) -> StepReport:
    table: list[tuple[object, ...]] = [
        (
            names.get(link.node_a, link.node_a),
            names.get(link.node_b, link.node_b),
            link.tier,
            link.status,
            link.reason,
        )
        for link in standing
    ]
    return StepReport(
        content=tuple(f"{link.link_id} {link.status}" for link in standing),
        counts={
            "links": sum(link.active for link in standing),
            "pending": sum(link.status == "pending" and not link.by_person for link in standing),
            "new": added,
            "withdrawn": withdrawn,
        },
        tables={"links": markdown_table(("one", "other", "tier", "status", "reason"), table)},
    )
