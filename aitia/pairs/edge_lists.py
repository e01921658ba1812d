"""Edges of other people's graphs as their files list them: Hetionet's own table, and plain tables."""

from __future__ import annotations

import csv
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from aitia.model.errors import DocumentError

LONGEST_NAME = 400
LONGEST_LINE = 20_000
_HEADS = {
    "source": ("source", "a", "subject", "from", "head", "source_id", "source_node"),
    "relation": ("metaedge", "rel", "relation", "predicate", "edge", "type", "relationship", "label"),
    "target": ("target", "b", "object", "to", "tail", "target_id", "target_node"),
    "source_type": ("a_type", "source_type", "subject_type", "from_type", "head_type"),
    "target_type": ("b_type", "target_type", "object_type", "to_type", "tail_type"),
}
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class ListedEdge:
    """One line: two names with their types ("" where the file gives none), and the relation between them."""

    source: str
    relation: str
    target: str
    source_type: str = ""
    target_type: str = ""


@dataclass
class Reading:
    """What was met while a list was read; `wrong` counts lines by what is the matter with them."""

    lines: int = 0
    wrong: dict[str, int] = field(default_factory=dict)
    first: dict[str, int] = field(default_factory=dict)

    def refuse(self, problem: str) -> None:
        """Count a line that is left out, and keep the first of its kind."""
        self.wrong[problem] = self.wrong.get(problem, 0) + 1
        self.first.setdefault(problem, self.lines)


def edges_of(
    lines: Iterable[str], names: Mapping[str, str] | None = None, reading: Reading | None = None
) -> Iterator[ListedEdge]:
    """The edges of a list, one line at a time; lines that are none are counted in `reading` and left out.

    Columns are told by the header (commas or tabs); without one three columns are source, relation, target.
    A name such as "Gene::9021" has its type before the colons, and `names` gives what it is called. Raises
    DocumentError when the first line tells no columns.
    """
    reading = reading if reading is not None else Reading()
    rows = iter(_short(lines, reading))
    first = next(rows, None)
    if first is None:
        return
    separator = "\t" if "\t" in first else ","
    columns, held = _columns(next(csv.reader([first], delimiter=separator)))
    for row in _parsed([first] if held else [], rows, separator, reading):
        edge = _edge(row, columns, names or {}, reading)
        if edge is not None:
            yield edge


def _short(lines: Iterable[str], reading: Reading) -> Iterator[str]:
    """Lines that are not empty and not longer than any line of a list is."""
    for line in lines:
        reading.lines += 1
        line = line.rstrip("\r\n").lstrip("\ufeff")
        if len(line) > LONGEST_LINE:
            reading.refuse("is too long")
        elif line.strip() and not line.startswith("#"):
            yield line


def _columns(first: list[str]) -> tuple[dict[str, int], bool]:
    """Where each part stands, and whether the first line is an edge already."""
    heads = [cell.strip().lower() for cell in first]
    found = {
        part: next((heads.index(name) for name in names if name in heads), -1)
        for part, names in _HEADS.items()
    }
    if min(found["source"], found["relation"], found["target"]) >= 0:
        return {part: place for part, place in found.items() if place >= 0}, False
    if len(first) == 3 and found["source"] == found["target"] == -1:
        return {"source": 0, "relation": 1, "target": 2}, True
    raise DocumentError(
        f"the first line ({', '.join(first)[:120]!r}) tells no columns of an edge list: name them source, "
        "relation and target (and source_type, target_type), or give three columns without a header."
    )


def _parsed(first: list[str], rows: Iterator[str], separator: str, reading: Reading) -> Iterator[list[str]]:
    """The cells of each line. A line is parsed by itself, so that an open quote spoils one line only."""
    for line in itertools.chain(first, rows):
        if '"' not in line:
            yield line.split(separator)
            continue
        try:
            yield next(csv.reader([line], delimiter=separator, strict=True))
        except (csv.Error, StopIteration):
            reading.refuse("has a quotation mark that is not closed")


def _edge(
    row: list[str], columns: Mapping[str, int], names: Mapping[str, str], reading: Reading
) -> ListedEdge | None:
    if len(row) <= max(columns.values()):
        reading.refuse("has too few columns")
        return None
    cells = {part: row[place].strip() for part, place in columns.items()}
    problem = _problem(cells)
    if problem:
        reading.refuse(problem)
        return None
    source, source_type = _named(cells["source"], cells.get("source_type", ""), names)
    target, target_type = _named(cells["target"], cells.get("target_type", ""), names)
    if (source, source_type) == (target, target_type):
        reading.refuse("joins a thing to itself")
        return None
    return ListedEdge(source, cells["relation"], target, source_type, target_type)


def _problem(cells: Mapping[str, str]) -> str | None:
    if not (cells["source"] and cells["relation"] and cells["target"]):
        return "lacks a name or its relation"
    if any(len(cell) > LONGEST_NAME for cell in cells.values()):
        return f"has a name of more than {LONGEST_NAME} characters"
    if any(map(_CONTROL.search, cells.values())):
        return "holds control characters"
    return None


def _named(cell: str, kind: str, names: Mapping[str, str]) -> tuple[str, str]:
    before, colons, after = cell.partition("::")
    if colons and after:
        return names.get(cell, after), kind or before
    return names.get(cell, cell), kind
