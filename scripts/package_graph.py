"""The rooms of the house and the arrows between them: `python scripts/package_graph.py [FOLDER] [--rooms …]`.

A room is a package or module directly under a package that is asked for; an arrow A → B says that A imports
B. A room stands one floor above the highest room it imports. Rooms that import each other are a cycle and
share a floor. Lines are lines of Python files. FOLDER is a checkout of the project, this one unless named.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("aitia", "resources", "assets", "validators", "cli", "bench")


@dataclass(frozen=True)
class House:
    """Rooms by floor (ground floor first), the arrows between them, and which rooms import each other."""

    floors: tuple[tuple[str, ...], ...]
    arrows: tuple[tuple[str, str], ...]
    cycles: tuple[tuple[str, ...], ...]


def draw(imports: Mapping[str, frozenset[str]]) -> House:
    """The house of rooms that import each other as said."""
    reach = {room: _reached(room, imports) for room in imports}
    together = {room: tuple(sorted(o for o in reach[room] if room in reach.get(o, ()))) for room in imports}
    floor: dict[str, int] = {}
    for room in sorted(imports, key=lambda r: len(reach[r] | {r})):
        below = [floor[o] for o in reach[room] if o not in together[room]]
        floor[room] = max(below, default=-1) + 1
    return House(
        tuple(
            tuple(sorted(r for r in imports if floor[r] == level))
            for level in range(max(floor.values(), default=-1) + 1)
        ),
        tuple(sorted((room, other) for room in imports for other in imports[room])),
        tuple(sorted({group for group in together.values() if group})),
    )


def _reached(room: str, imports: Mapping[str, frozenset[str]]) -> frozenset[str]:
    seen: set[str] = set()
    waiting = [room]
    while waiting:
        for other in imports[waiting.pop()] - seen:
            seen.add(other)
            waiting.append(other)
    return frozenset(seen)


def imports_within(package: str, folder: Path) -> dict[str, frozenset[str]]:
    """Which rooms of a package import which, read from the code."""
    import grimp

    sys.path.insert(0, str(folder))
    os.chdir(folder)
    graph = grimp.build_graph(package, cache_dir=None)
    rooms = {room_of(m, package) for m in graph.modules} - {package}
    found: dict[str, set[str]] = {room: set() for room in rooms}
    for module in graph.modules:
        for imported in graph.find_modules_directly_imported_by(module):
            at, other = room_of(module, package), room_of(imported, package)
            if at != other and at != package and other != package:
                found[at].add(other)
    return {room: frozenset(others) for room, others in found.items()}


def room_of(module: str, package: str) -> str:
    """The room that a module stands in: `aitia.text` for `aitia.text.quotes`."""
    return ".".join(module.split(".")[: package.count(".") + 2])


def lines_of(room: str, folder: Path) -> int:
    """Lines of the Python files of a room."""
    place = folder.joinpath(*room.split("."))
    files = place.rglob("*.py") if place.is_dir() else (place.with_suffix(".py"),)
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)


def describe(package: str, folder: Path) -> Iterator[str]:
    """What is printed of one package, its top floor first."""
    imports = imports_within(package, folder)
    house = draw(imports)
    total = lines_of(package, folder)
    yield (
        f"{package}: {len(imports)} rooms, {len(house.floors)} floors, {len(house.arrows)} arrows, "
        f"{len(house.cycles)} cycles, {total:,} lines"
    )
    for level in range(len(house.floors) - 1, -1, -1):
        for room in house.floors[level]:
            below = sorted(other.removeprefix(package + ".") for other in imports[room])
            name = room.removeprefix(package + ".")
            yield f"  {level + 1:>2}  {name:<14} {lines_of(room, folder):>6,}  {' '.join(below)}".rstrip()
    for group in house.cycles:
        yield "  cycle: " + " ↔ ".join(room.removeprefix(package + ".") for room in group)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT)
    parser.add_argument("--rooms", nargs="+", default=PACKAGES, metavar="PACKAGE")
    options = parser.parse_args()
    for package in options.rooms:
        print("\n".join(describe(package, options.folder.resolve())), end="\n\n")


if __name__ == "__main__":
    main()
