"""What a change reaches: from the nodes that changed to the questions whose insights may rest on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import text

from aitia.graph import is_generic
from aitia.model.keys import NodeId, QuestionId
from resources.store.reasoning_sql import statement

if TYPE_CHECKING:
    from resources.store.changes import Reader


@dataclass(frozen=True)
class Reach:
    """The newest change that reaches a node, and the newest one of names that does."""

    newest: int
    newest_link: int | None = None
    generic: bool = False


Reached = Mapping[NodeId, Reach]


def questions_near(session: Reader, window: Mapping[str, object]) -> list[tuple[QuestionId, str, int]]:
    """(id, text, transaction) of questions in whose neighbourhood something changed since they last reasoned.

    A question's insights rest on the edges with an end at most one arc from its cause or its outcome, and on
    what counts as one thing within two arcs; nothing is followed through a generic name. The window is
    `first`, `below`, `since` and `question_id` as `changes.touched_since` has them. One statement a step.
    """
    found = session.execute(text(statement("find_changed_nodes")), window)
    here = _one_thing(session, {NodeId(r.node): Reach(r.newest, r.newest_link) for r in found})
    beside = _one_thing(session, _one_arc(session, here))
    joined = {
        node: replace(reach, newest=reach.newest_link)
        for node, reach in beside.items()
        if reach.newest_link is not None
    }
    beyond = _one_thing(session, _one_arc(session, joined))
    newest: dict[NodeId, int] = {}
    for node, reach in (*here.items(), *beside.items(), *beyond.items()):
        newest[node] = max(reach.newest, newest.get(node, reach.newest))
    if not newest:
        return []
    values = {**window, "nodes": list(newest), "newest": list(newest.values())}
    rows = session.execute(text(statement("find_questions_of_nodes")), values)
    return [(QuestionId(row.question_id), row.text, int(row.transaction_id)) for row in rows]


def affected_nodes(session: Reader, changed: Iterable[NodeId], depth: int = 2) -> set[NodeId]:
    """The nodes within `depth` arcs of those that changed, whichever way the arcs point, those included."""
    reached: dict[NodeId, Reach] = _one_thing(session, {node: Reach(1) for node in changed})
    frontier: Reached = reached
    for _ in range(depth):
        found = _one_thing(session, _one_arc(session, frontier))
        frontier = {node: reach for node, reach in found.items() if node not in reached}
        reached |= frontier
    return set(reached)


def _one_thing(session: Reader, reached: Reached) -> dict[NodeId, Reach]:
    """The nodes, and those that are one thing with them by name or by a link of names."""
    if not reached:
        return {}
    rows = session.execute(text(statement("spread_by_name")), _columns(reached))
    return {
        NodeId(r.node): Reach(r.newest, r.newest_link, is_generic(r.name.replace("_", " "))) for r in rows
    }


def _one_arc(session: Reader, reached: Reached) -> dict[NodeId, Reach]:
    """The nodes one arc from those of them that say something by themselves."""
    telling = {node: reach for node, reach in reached.items() if not reach.generic}
    if not telling:
        return {}
    rows = session.execute(text(statement("spread_by_edge")), _columns(telling))
    return {NodeId(row.node): Reach(row.newest, row.newest_link) for row in rows}


def _columns(reached: Reached) -> dict[str, list[Any]]:
    return {
        "nodes": list(reached),
        "newest": [reach.newest for reach in reached.values()],
        "newest_link": [reach.newest_link for reach in reached.values()],
    }
