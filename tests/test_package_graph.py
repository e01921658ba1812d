"""The plan of the house: floors, arrows and cycles."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def plan() -> ModuleType:
    spec = importlib.util.spec_from_file_location("package_graph", ROOT / "scripts" / "package_graph.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["package_graph"] = module
    spec.loader.exec_module(module)
    return module


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
