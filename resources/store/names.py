"""What papers call the nodes of the graph, and the alias links that follow from it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import delete, text
from sqlmodel import Session, col, select

from aitia.graph.alias_names import AliasNode, names_of
from aitia.model.keys import NodeId
from resources.store import changes
from resources.store.reasoning_sql import statement
from resources.store.session import insert_once
from resources.store.tables import AliasLinkRow, EdgeNameRow, QuestionNodeRow

NAMING = "1"
"""Raised whenever names are normalised or abbreviations found in another way: names are then noted anew."""


@dataclass(frozen=True)
class CalledName:
    """A name of a node: what an edge's claim calls it (`own`), or an alias that the edge's paper declares."""

    node_id: NodeId
    name: str
    own: bool


@dataclass(frozen=True)
class PairLink:
    """The link that stands for a pair. `active`: the two count as one; `by_person`: a person decided that."""

    link_id: str
    node_a: NodeId
    node_b: NodeId
    tier: str
    status: str
    reason: str
    active: bool
    by_person: bool


def lock_links(session: Session) -> None:
    """Let one run at a time work out links, until the transaction ends."""
    session.execute(text("SELECT pg_advisory_xact_lock(hashtextextended('alias links', 7))"))


def without_names(session: Session, edge_ids: Iterable[str]) -> set[str]:
    """The edges among them whose ends' names are not noted yet."""
    ids = sorted(set(edge_ids))
    found = session.exec(
        select(EdgeNameRow.edge_id)
        .where(col(EdgeNameRow.edge_id).in_(ids))
        .where(col(EdgeNameRow.naming) == NAMING)
        .distinct()
    )
    return set(ids) - set(found)


def save_names(session: Session, named: Mapping[str, Collection[CalledName]]) -> None:
    """Note what each edge and its paper call the edge's ends, once."""
    insert_once(session, EdgeNameRow, _name_rows(named))


def other_names(session: Session, named: Mapping[str, Collection[CalledName]]) -> list[str]:
    """The edges of which other names are noted than these, by the rules of now or by unknown ones."""
    table = col(EdgeNameRow.edge_id)
    stored: dict[str, set[tuple[object, ...]]] = {}
    for row in session.exec(select(EdgeNameRow).where(table.in_(sorted(named)))):
        if row.naming == NAMING or not row.naming.isdecimal():
            said = (row.node_id, row.name, row.own, row.normal, row.naming)
            stored.setdefault(row.edge_id, set()).add(said)
    wanted: dict[str, set[tuple[object, ...]]] = {}
    for new in _name_rows(named):
        wanted.setdefault(new.edge_id, set()).add((new.node_id, new.name, new.own, new.normal, new.naming))
    return sorted(edge for edge, names in stored.items() if names != wanted.get(edge))


def _name_rows(named: Mapping[str, Collection[CalledName]]) -> list[EdgeNameRow]:
    return [
        EdgeNameRow(
            edge_id=edge_id,
            node_id=item.node_id,
            name=item.name,
            own=item.own,
            normal=normal,
            naming=NAMING,
        )
        for edge_id, names in named.items()
        for item in names
        for normal in names_of(AliasNode(node_id=item.node_id, type="", name=item.name))
    ]


def nodes_of_question(session: Session, question_id: str) -> set[NodeId]:
    """The nodes that the question's edges had when its links were last worked out."""
    place = col(QuestionNodeRow.question_id) == question_id
    return {NodeId(node) for node in session.exec(select(QuestionNodeRow.node_id).where(place))}


def note_nodes(session: Session, question_id: str, nodes: Collection[NodeId]) -> None:
    """Say which nodes the question's edges have now."""
    standing = nodes_of_question(session, question_id)
    gone = sorted(standing - set(nodes))
    if standing != set(nodes):
        changes.unsettle(session, question_id)
    if gone:
        place = col(QuestionNodeRow.question_id) == question_id
        session.execute(delete(QuestionNodeRow).where(place, col(QuestionNodeRow.node_id).in_(gone)))
    insert_once(
        session, QuestionNodeRow, [QuestionNodeRow(question_id=question_id, node_id=n) for n in sorted(nodes)]
    )


def sharing_a_name(session: Session, nodes: Collection[NodeId], steps: int) -> set[NodeId]:
    """The nodes, those of their type that share a name with one, and so on for that many steps."""
    reached, frontier = set(nodes), set(nodes)
    for _ in range(steps):
        values = {"nodes": sorted(frontier), "naming": NAMING}
        found = session.execute(text(statement("find_nodes_sharing_a_name")), values).scalars()
        frontier = {NodeId(node) for node in found} - reached
        reached |= frontier
        if not frontier:
            break
    return reached


def of_one_name(session: Session, nodes: Collection[NodeId]) -> set[NodeId]:
    """The nodes, and those of any type that edges call by one of their own names."""
    values = {"nodes": sorted(nodes), "naming": NAMING}
    found = session.execute(text(statement("find_nodes_of_one_name")), values).scalars()
    return {*nodes, *(NodeId(node) for node in found)}


def in_one_question(
    session: Session, pairs: Collection[tuple[NodeId, NodeId]]
) -> list[tuple[NodeId, NodeId]]:
    """The pairs of which some question has both nodes."""
    held: dict[NodeId, set[str]] = {}
    wanted = sorted({node for pair in pairs for node in pair})
    places = select(QuestionNodeRow.node_id, QuestionNodeRow.question_id)
    for node, question in session.exec(places.where(col(QuestionNodeRow.node_id).in_(wanted))):
        held.setdefault(NodeId(node), set()).add(question)
    return [(a, b) for a, b in sorted(pairs) if held.get(a, set()) & held.get(b, set())]


def named_nodes(session: Session, nodes: Collection[NodeId]) -> list[AliasNode]:
    """The nodes as the edges that stand for some question name them, whichever question came first.

    A node that no such edge has any more is left out. Of several spellings of its own name the first by
    letter is the node's name (capitals come first).
    """
    values = {"nodes": sorted(nodes), "naming": NAMING}
    own: dict[tuple[NodeId, str], set[str]] = {}
    declared: dict[NodeId, set[str]] = {}
    for row in session.execute(text(statement("list_names_of_nodes")), values):
        if row.own:
            own.setdefault((NodeId(row.node_id), row.type), set()).add(row.name)
        else:
            declared.setdefault(NodeId(row.node_id), set()).add(row.name)
    return [
        AliasNode(
            node_id=node_id,
            type=kind,
            name=min(names),
            aliases=tuple(sorted(declared.get(node_id, set()) - names)),
        )
        for (node_id, kind), names in sorted(own.items())
    ]


def links_of(session: Session, nodes: Collection[NodeId]) -> list[PairLink]:
    """The link that stands for each pair with one of the nodes in it, by pair."""
    found = session.execute(text(statement("list_links_of_nodes")), {"nodes": sorted(nodes)})
    return [
        PairLink(
            row.link_id,
            NodeId(row.node_a),
            NodeId(row.node_b),
            row.tier,
            row.status,
            row.reason,
            row.active,
            row.by_person,
        )
        for row in found
    ]


def save_links(session: Session, rows: Sequence[AliasLinkRow]) -> int:
    """Store links once."""
    return insert_once(session, AliasLinkRow, rows)
