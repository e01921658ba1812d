"""The plan of the house: floors, arrows and cycles."""

from __future__ import annotations

from types import ModuleType

import pytest

from tests.loaded import loaded


@pytest.fixture(scope="module")
def plan() -> ModuleType:
    return loaded("scripts/package_graph.py")


def test_a_room_stands_above_what_it_imports(plan: ModuleType) -> None:
    house = plan.draw({"a": frozenset("bc"), "b": frozenset("c"), "c": frozenset(), "d": frozenset("c")})
    assert house.floors == (("c",), ("b", "d"), ("a",))
    assert house.arrows == (("a", "b"), ("a", "c"), ("b", "c"), ("d", "c"))
    assert house.cycles == ()


def test_rooms_that_import_each_other_share_a_floor_and_are_named(plan: ModuleType) -> None:
    house = plan.draw(
        {"top": frozenset("a"), "a": frozenset("b"), "b": frozenset({"a", "low"}), "low": frozenset()}
    )
    assert house.floors == (("low",), ("a", "b"), ("top",))
    assert house.cycles == (("a", "b"),)
