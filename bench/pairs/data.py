"""Pair sets as their files hold them, with what must not be learned from left out.

Of a path only its nodes, types and relations are read. Its scores and its flag "relevant" were made from the
answer (the flag is whether a language model's guess was right: AUROC .94 to .98 against the label where its
guess is nearly always the same), and neither that guess nor the order of the paths is looked at.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aitia.pairs.marked import MarkedPair, read_marked
from aitia.pairs.path_features import TypedPath

MOST_PATHS = 200
_TRUE, _FALSE = {"1", "true", "causal", "yes"}, {"0", "false", "non-causal", "not causal", "no"}
_NAMES = {"comagc": "COMAGC", "gene": "GENEC", "semeval": "SEMEVAL", "ade": "ADE"}
_ANSWER = ("ground_truth", "label", "gold")


@dataclass(frozen=True)
class PairRow:
    """One pair: its sentence, the paths between its ends, and whether it is causal (None: not said)."""

    key: str
    cause: str
    effect: str
    marked: MarkedPair
    paths: tuple[TypedPath, ...]
    causal: bool | None


@dataclass(frozen=True)
class PairSet:
    """The rows of one file. `problems` tells what was wrong in it, in words."""

    name: str
    rows: tuple[PairRow, ...]
    problems: tuple[str, ...] = field(default=())

    @property
    def labels(self) -> NDArray[np.int64]:
        """1 for causal, of shape (rows,)."""
        return np.array([int(bool(row.causal)) for row in self.rows], dtype=np.int64)

    @property
    def groups(self) -> list[str]:
        """What must not be in two folds: rows that share a pair (either way round) or a sentence."""
        return connected([_ties(row) for row in self.rows])


def read_sets(folder: Path) -> list[PairSet]:
    """One set a file of rows: `folder/*.jsonl`, or else those of its sub-folders, each under its own name.

    Raises SystemExit, naming the folder, when there is none.
    """
    files = [folder] if folder.is_file() else sorted(folder.glob("*.jsonl"))
    files = files or sorted(folder.glob("*/*.jsonl"))
    if not files:
        raise SystemExit(f"{folder} and its sub-folders hold no .jsonl file of pairs: name another one")
    return [read_set(file) for file in files]


def read_set(file: Path) -> PairSet:
    """The rows of a file that can be read; a line that cannot is counted and told, never fatal.

    Raises SystemExit when the file is not there or holds no row at all.
    """
    if not file.is_file():
        raise SystemExit(f"{file} is not there: name a .jsonl file of pairs")
    rows: list[PairRow] = []
    wrong: dict[str, list[int]] = {}
    with file.open(encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                rows.append(_row(json.loads(line), number))
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
                wrong.setdefault(type(problem).__name__, []).append(number)
    if not rows:
        raise SystemExit(f"{file} holds no pair: each line must be an object with e1, e2 and a sentence")
    own = file.stem if file.stem not in ("train", "dev", "test") else file.parent.name
    return PairSet(_NAMES.get(own, own), tuple(rows), tuple(_told(file, wrong, rows)))


def connected(ties: Sequence[Iterable[str]]) -> list[str]:
    """A name of the component of each row, where rows that share a tie are connected."""
    above: dict[str, str] = {}

    def root(name: str) -> str:
        above.setdefault(name, name)
        while above[name] != name:
            above[name] = above[above[name]]
            name = above[name]
        return name

    listed = [sorted(row) for row in ties]
    for names in listed:
        for other in names[1:]:
            above[max(root(names[0]), root(other))] = min(root(names[0]), root(other))
    return [root(names[0]) for names in listed]


def read_degrees(folder: Path) -> Mapping[str, int]:
    """How many edges touch each node, by lower-case name, in the edge lists beside the sets."""
    from aitia.pairs.edge_lists import edges_of

    counts: dict[str, int] = {}
    beside = {*folder.glob("*edges*.csv"), *folder.parent.glob("*edges*.csv")} if folder.is_dir() else set()
    for file in sorted(beside):
        with file.open(encoding="utf-8", errors="replace", newline="") as stream:
            for edge in edges_of(stream):
                for name in (edge.source, edge.target):
                    counts[name.lower()] = counts.get(name.lower(), 0) + 1
    return counts


def _row(record: Mapping[str, Any], number: int) -> PairRow:
    cause, effect = (_text(record, name) for name in ("e1", "e2"))
    sentence = _text(record, "sentence", "text")
    if not (cause or effect or sentence):
        raise KeyError("e1")
    listed = record.get("metapaths") or record.get("paths") or []
    paths = {path for path in map(_path, list(listed)[:MOST_PATHS]) if path is not None}
    key = _text(record, "qid", "id") or str(number)
    ordered = tuple(sorted(paths, key=lambda p: (p.length, p.names, p.relations)))
    return PairRow(key, cause, effect, read_marked(sentence, cause, effect), ordered, _answer(record))


def _path(record: object) -> TypedPath | None:
    """A path as the sets write it; None when it is not one."""
    if not isinstance(record, Mapping):
        return None
    relations = tuple(_split(record.get("reltypes")))
    names = tuple(_split(record.get("stops")))
    kinds = tuple(_split(record.get("nodelabels")))
    if not relations:
        return None
    # A name may hold the separator itself: then names and nodes do not match, and only the types count.
    names = names if len(names) == len(relations) + 1 else ("",) * (len(relations) + 1)
    return TypedPath(names, relations, kinds if len(kinds) == len(relations) + 1 else ())


def _split(value: object) -> Iterator[str]:
    return (part.strip() for part in str(value or "").split(" - ") if part.strip())


def _answer(record: Mapping[str, Any]) -> bool | None:
    said = next((record[name] for name in _ANSWER if record.get(name) is not None), None)
    word = str(int(said) if isinstance(said, bool | float) else said).strip().lower()
    return True if word in _TRUE else False if word in _FALSE else None


def _text(record: Mapping[str, Any], *names: str) -> str:
    return next((str(record[name]) for name in names if record.get(name) is not None), "")


def _ties(row: PairRow) -> list[str]:
    pair = "|".join(sorted(_plain(name) for name in (row.cause, row.effect)))
    sentence = _plain(row.marked.text)
    return [f"pair {pair}", *([f"sentence {sentence}"] if sentence else [])]


def _plain(text: str) -> str:
    return re.sub(r"\W+", " ", re.sub(r"</?e[12]>", "", text).lower()).strip()


def _told(file: Path, wrong: Mapping[str, Sequence[int]], rows: Sequence[PairRow]) -> Iterator[str]:
    for problem, lines in sorted(wrong.items()):
        shown = ", ".join(map(str, lines[:5])) + (" …" if len(lines) > 5 else "")
        yield f"{file}: {len(lines)} lines left out ({problem}): {shown}"
    counts = {
        "rows without an answer": sum(row.causal is None for row in rows),
        "rows without a sentence": sum(not row.marked.text.strip() for row in rows),
        "rows whose things are not both in the sentence": sum(
            bool(row.marked.text.strip()) and not row.marked.whole for row in rows
        ),
        "rows without a path": sum(not row.paths for row in rows),
    }
    yield from (f"{file}: {count} {what}" for what, count in counts.items() if count)
