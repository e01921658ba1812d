"""The graph around a question as SVG drawn on the server: links, no script, reachable by keyboard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

MOST_NODES = 100
_COLUMN, _ROW = 300, 30


@dataclass(frozen=True)
class Drawing:
    """The picture, the sums of edges in it, and how many nodes and edges it holds of how many."""

    picture: Markup
    sums: tuple[Mapping[str, Any], ...]
    nodes: int
    all_nodes: int
    edges: int
    all_edges: int


def draw(sums: Sequence[Mapping[str, Any]], most: int = MOST_NODES) -> Drawing:
    """Causes left, effects right, both between; the `most` nodes with most edges, the rest counted."""
    weight: Counter[str] = Counter()
    names: dict[str, str] = {}
    for row in sums:
        for end in ("source", "target"):
            weight[row[f"{end}_node_id"]] += row["edges"]
            names[row[f"{end}_node_id"]] = row[end]
    chosen = {node for node, _ in sorted(weight.items(), key=lambda item: (-item[1], item[0]))[:most]}
    shown = [row for row in sums if row["source_node_id"] in chosen and row["target_node_id"] in chosen]
    causes = {row["source_node_id"] for row in shown}
    effects = {row["target_node_id"] for row in shown}
    columns = (causes - effects, causes & effects, effects - causes | (chosen - causes - effects))
    places: dict[str, tuple[float, float]] = {}
    height = _ROW * max(1, *(len(column) for column in columns)) + 20
    for number, column in enumerate(columns):
        ordered = sorted(column, key=lambda node: (-weight[node], names[node], node))
        step = height / (len(ordered) + 1)
        for place, node in enumerate(ordered, start=1):
            places[node] = (130 + number * _COLUMN, place * step)
    parts = [_edge(row, places) for row in shown] + [
        _node(names[node], place) for node, place in places.items()
    ]
    picture = Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {:.0f}" class="graph" role="group" '
        'aria-label="Graph of causes and effects; the table below holds the same edges">{}</svg>'
    ).format(2 * _COLUMN + 260, height, Markup("").join(parts))
    return Drawing(
        picture,
        tuple(shown),
        len(chosen),
        len(weight),
        sum(row["edges"] for row in shown),
        sum(row["edges"] for row in sums),
    )


def _edge(row: Mapping[str, Any], places: Mapping[str, tuple[float, float]]) -> Markup:
    (x1, y1), (x2, y2) = places[row["source_node_id"]], places[row["target_node_id"]]
    name = (
        f"{row['source']} {row['relationship_type'].replace('_', ' ')} {row['target']}: {row['edges']} edges"
    )
    bend = 40 if x1 == x2 else 0
    return Markup(
        '<a href="#{}" aria-label="{}"><title>{}</title><path '
        'd="M {:.0f} {:.0f} Q {:.0f} {:.0f} {:.0f} {:.0f}" '
        'class="edge {}"/></a>'
    ).format(
        row["best_edge"], name, name, x1, y1, (x1 + x2) / 2 + bend, (y1 + y2) / 2, x2, y2,
        row["relationship_type"],
    )  # fmt: skip


def _node(name: str, place: tuple[float, float]) -> Markup:
    label = name.replace("_", " ")
    short = label if len(label) <= 30 else label[:29] + "…"
    return Markup('<g><title>{}</title><rect x="{:.0f}" y="{:.0f}" width="236" height="22" rx="4"/>'
                  '<text x="{:.0f}" y="{:.0f}" text-anchor="middle">{}</text></g>').format(
        label, place[0] - 118, place[1] - 11, place[0], place[1] + 4, short
    )  # fmt: skip
