"""The benchmark of the graph at a small size: its own checks hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bench.edge_lists import list_measures
from bench.graph import affected_measures, alias_measures, neighbourhood_measures, writer_measures
from resources.store.session import Store


def failures(measures: list[Any]) -> dict[str, float]:
    told = ("differ", "twice", "not stored", "neither")
    return {m.measure: m.value for m in measures if any(word in m.measure for word in told)}


def test_the_affected_part_of_a_graph_is_that_of_a_brute_force_search_and_small(store: Store) -> None:
    measures = affected_measures(store, claims=2000, changed=20)
    assert set(failures(measures).values()) == {0.0}
    assert measures[-1].value is not None
    assert measures[-1].value < 0.02


@pytest.mark.parametrize("measured", ["aliases", "writers", "steps"])
def test_nothing_is_lost_doubled_or_left_behind(store: Store, measured: str) -> None:
    measures = {
        "aliases": lambda: alias_measures(store, pairs=5),
        "writers": lambda: writer_measures(store, writers=8, operations=6),
        "steps": lambda: neighbourhood_measures(store, edges=400, looks=10, warm=5),
    }[measured]()
    assert failures(measures)
    assert set(failures(measures).values()) == {0.0}


def test_a_list_of_edges_is_counted_as_it_was_written(store: Store, tmp_path: Path) -> None:
    measures = {m.measure.split(": ")[1]: m.value for m in list_measures(store, tmp_path, lines=3000)}
    assert measures["counts that are not those of the list"] == 0
    assert measures["ends of a type that no domain names"]
