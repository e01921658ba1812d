"""A read-only file of names: looked up by hash and binary search, never scanned, shared by all processes.

Layout: eight bytes of magic, the length of a JSON directory, the directory, then the arrays that it lists,
each at a multiple of 64. Nothing in it is executed.
"""

from __future__ import annotations

import hashlib
import json
import struct
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAGIC = b"AITIAWD1"
_ALIGNED = 64
# Looking up needs no numpy, whose import takes longer than all that a question looks up.
_KINDS: dict[str, Literal["B", "I", "Q"]] = {"|u1": "B", "<u4": "I", "<u8": "Q"}
_RANKS = 4
Entry = tuple[str, int, int]
"""A key, the number of its line, and its rank (0 best, 3 last)."""


class WordIndex:
    """Lines of text, tables from a key to the numbers of lines, and links between lines."""

    def __init__(self, buffer: bytes | memoryview) -> None:
        """Raises ValueError when the buffer is no such file or is cut short."""
        if bytes(buffer[:8]) != MAGIC:
            raise ValueError("not an index of names")
        (length,) = struct.unpack("<I", buffer[8:12])
        directory: dict[str, Any] = json.loads(bytes(buffer[12 : 12 + length]))
        self.notes: dict[str, str] = directory["notes"]
        whole = memoryview(buffer).cast("B")
        self._arrays = {name: _array(whole, *where) for name, where in directory["arrays"].items()}
        self._text = self._arrays["text"]
        self._starts = self._arrays["starts"]

    def __len__(self) -> int:
        return len(self._starts) - 1

    def line(self, number: int) -> str:
        """One line of text."""
        return self._text[self._starts[number] : self._starts[number + 1]].tobytes().decode("utf-8")

    def find(self, table: str, key: str) -> list[int]:
        """The lines of a key, best rank first and in the order of the lines; only those of the best rank."""
        hashes = self._arrays.get(f"{table}.keys")
        if hashes is None or not key:
            return []
        value = _hash(key)
        start = bisect_left(hashes, value)
        if start == len(hashes) or hashes[start] != value:
            return []
        stop = bisect_right(hashes, value, lo=start)
        packed = self._arrays[f"{table}.lines"][start:stop].tolist()
        best = min(entry % _RANKS for entry in packed)
        return list(dict.fromkeys(entry // _RANKS for entry in packed if entry % _RANKS == best))

    def linked(self, relation: str, number: int) -> list[int]:
        """The lines that a line is linked to, in ascending order."""
        starts = self._arrays.get(f"{relation}.starts")
        if starts is None:
            return []
        ends = self._arrays[f"{relation}.ends"]
        return ends[starts[number] : starts[number + 1]].tolist()


def _array(whole: memoryview, kind: str, count: int, place: int) -> memoryview[int]:
    """`count` numbers of a kind from `place` on. Raises ValueError where the buffer ends before them."""
    form = _KINDS[kind]
    part = whole[place : place + count * struct.calcsize(form)].cast(form)
    if len(part) != count:
        raise ValueError("the index of names is cut short")
    return part


def build_index(
    lines: Sequence[str],
    tables: Mapping[str, Iterable[Entry]],
    links: Mapping[str, Iterable[tuple[int, int]]],
    notes: Mapping[str, str],
) -> bytes:
    """The file's bytes; the same input gives the same bytes."""
    import numpy as np

    encoded = [line.encode("utf-8") for line in lines]
    arrays: dict[str, NDArray[Any]] = {
        "text": np.frombuffer(b"".join(encoded), dtype=np.uint8),
        "starts": np.concatenate([[0], np.cumsum([len(line) for line in encoded])]).astype(np.uint32),
    }
    for table, entries in tables.items():
        listed = list(entries)
        keys = np.array([_hash(key) for key, _, _ in listed], dtype=np.uint64)
        held = np.array([_RANKS * number + rank for _, number, rank in listed], dtype=np.uint32)
        order = np.lexsort((held, keys))
        arrays[f"{table}.keys"], arrays[f"{table}.lines"] = keys[order], held[order]
    for relation, found in links.items():
        pairs = sorted(set(found))
        counts = np.bincount([start for start, _ in pairs] or [0], minlength=len(lines))
        counts[0] -= not pairs
        arrays[f"{relation}.starts"] = np.concatenate([[0], np.cumsum(counts)]).astype(np.uint32)
        arrays[f"{relation}.ends"] = np.array([end for _, end in pairs], dtype=np.uint32)
    return _packed(arrays, notes)


def _packed(arrays: Mapping[str, NDArray[Any]], notes: Mapping[str, str]) -> bytes:
    room = 4_096 + 120 * len(arrays) + 2 * len(json.dumps(dict(notes)))
    place = -(-room // _ALIGNED) * _ALIGNED
    directory: dict[str, tuple[str, int, int]] = {}
    parts: list[bytes] = []
    for name, array in arrays.items():
        content = array.tobytes()
        directory[name] = (array.dtype.str, len(array), place)
        padding = -len(content) % _ALIGNED
        parts.append(content + b"\0" * padding)
        place += len(content) + padding
    head = json.dumps({"notes": dict(notes), "arrays": directory}).encode("utf-8")
    first = min(place for _, _, place in directory.values())
    return (MAGIC + struct.pack("<I", len(head)) + head).ljust(first, b"\0") + b"".join(parts)


def _hash(key: str) -> int:
    return int.from_bytes(hashlib.blake2b(key.encode("utf-8"), digest_size=8).digest(), "little")
