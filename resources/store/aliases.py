"""What a person says of two names: they are one thing, and that word taken back. Links, never merges."""

from __future__ import annotations

import uuid

from sqlmodel import Session, col, or_, select

from aitia.graph.aliases import Tier
from aitia.model.errors import NotFound, StoreError
from aitia.model.keys import NodeId
from aitia.words.naming import canonical_name
from resources.store import names
from resources.store.names import PairLink
from resources.store.tables import AliasLinkRow, NodeRow


def add_alias(session: Session, one: str, other: str, who: str, reason: str) -> str:
    """Say that two nodes (each an id or a name) are one thing; returns the link's id.

    Raises NotFound for a node that is not stored, StoreError for a node and itself, nodes of two types, a
    name of several nodes, a link that a person made before, and a missing name of who says so.
    """
    a, b = _pair(session, one, other)
    if not who.strip():
        raise StoreError("An alias needs the name of who says so; nothing was stored.")
    names.lock_links(session)
    standing = _standing(session, a, b)
    if standing is not None and standing.by_person and standing.tier == Tier.PERSON.value and standing.active:
        raise StoreError(f"A person has linked {a} and {b} already ({standing.link_id}).")
    taken_back = _last_of_person(standing)
    return _save(session, a, b, "active", f"{who.strip()[:200]}: {reason[:2000]}", taken_back)


def revoke_alias(session: Session, one: str, other: str, who: str, reason: str) -> str:
    """Take back a person's link of two nodes: what the rules say of them counts again, as if it had not been.

    Raises NotFound where no person's link stands; a rule's link is turned down by a review instead.
    """
    a, b = _pair(session, one, other)
    if not who.strip():
        raise StoreError("Taking an alias back needs the name of who does; nothing was stored.")
    names.lock_links(session)
    standing = _standing(session, a, b)
    if standing is None or standing.tier != Tier.PERSON.value or standing.status == "withdrawn":
        hint = f" `aitia review reject {standing.link_id}` turns a rule's link down." if standing else ""
        raise NotFound(f"No link that a person made joins {a} and {b}.{hint}")
    return _save(session, a, b, "withdrawn", f"{who.strip()[:200]}: {reason[:2000]}", standing.link_id)


def find_node(session: Session, named: str) -> list[tuple[NodeId, str]]:
    """(id, type) of the nodes that have this id or this name. Raises NotFound for none."""
    wanted = named.replace("\x00", "")
    statement = select(NodeRow.id, NodeRow.type).where(
        or_(col(NodeRow.id) == wanted, col(NodeRow.canonical_name) == canonical_name(wanted))
    )
    found = [(NodeId(node), kind) for node, kind in session.exec(statement.order_by(col(NodeRow.id)))]
    if not found:
        raise NotFound(f"No node has the id or the name {named[:80]!r}: `aitia sql` on `nodes` lists them.")
    return found


def _pair(session: Session, one: str, other: str) -> tuple[NodeId, NodeId]:
    """The two nodes, ordered; of names that several nodes have, those of the one type that both share."""
    first, second = find_node(session, one), find_node(session, other)
    fitting = sorted(
        {tuple(sorted((a, b))) for a, kind in first for b, other_kind in second if kind == other_kind}
    )
    apart = [(a, b) for a, b in fitting if a != b]
    if len(apart) == 1:
        return NodeId(apart[0][0]), NodeId(apart[0][1])
    if apart:
        ids = ", ".join(f"{node} ({kind})" for node, kind in (*first, *second))
        raise StoreError(f"{one[:80]!r} and {other[:80]!r} are names of several nodes: give ids, of {ids}.")
    if fitting:
        raise StoreError(f"{one[:80]!r} and {other[:80]!r} are one node: it cannot be an alias of itself.")
    kinds = f"{first[0][1]} and {second[0][1]}"
    raise StoreError(
        f"{one[:80]!r} and {other[:80]!r} are of different types ({kinds}): no alias joins them."
    )


def _standing(session: Session, a: NodeId, b: NodeId) -> PairLink | None:
    return next((link for link in names.links_of(session, [a]) if (link.node_a, link.node_b) == (a, b)), None)


def _last_of_person(standing: PairLink | None) -> str | None:
    """The link to follow: a person's that was taken back or turned down, where nothing else stands."""
    return standing.link_id if standing is not None and standing.tier == Tier.PERSON.value else None


def _save(session: Session, a: NodeId, b: NodeId, status: str, reason: str, after: str | None) -> str:
    row = AliasLinkRow(
        link_id=f"alias_{uuid.uuid4().hex}",
        node_a=a,
        node_b=b,
        tier=Tier.PERSON.value,
        status=status,
        reason=reason,
        supersedes=after,
    )
    if names.save_links(session, [row]) == 0:
        raise StoreError(f"Somebody else decided on {a} and {b} meanwhile: look again.")
    return row.link_id
