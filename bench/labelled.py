"""Labelled data as its files hold it: JSON lines, MEDLINE records, marked sentences, PubTator documents."""

from __future__ import annotations

import gzip
import json
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aitia.reading.models.linear import fingerprint
from bench.relations.pair_relations import Mention

ROOT = Path(__file__).resolve().parents[1]
_FIELD = re.compile(r"([A-Z]{2,4}) {0,2}- (.*)")
LABELS = {"Cause-Effect(e1,e2)": 1, "Cause-Effect(e2,e1)": 2}
_LINE = re.compile(r'\d+\t"?(.*?)"?\s*\Z')
_MARKED = re.compile(r"(.*?)<e1>(.*?)</e1>(.*?)<e2>(.*?)</e2>(.*)", re.DOTALL)
Parts = tuple[str, str, str, str, str]
Key = tuple[str, str]
Rows = list[tuple[str, str, int]]


def data_folder() -> Path:
    """`../shared/data`, or the folder that AITIA_SHARED names."""
    return Path(os.environ.get("AITIA_SHARED", ROOT.parent / "shared")) / "data"


def read_jsonl(path: Path) -> list[dict[str, Any]]:
    """All rows of a JSON-lines file, compressed or not."""
    raw = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return [json.loads(line) for line in raw.decode("utf-8").split("\n") if line.strip()]


def read_medline(path: Path) -> list[dict[str, list[str]]]:
    """The records of a MEDLINE file, field tag to values with continuation lines joined."""
    records: list[dict[str, list[str]]] = []
    key = ""
    for line in path.read_text(encoding="utf-8", errors="replace").split("\n"):
        match = _FIELD.match(line)
        if match:
            key = match[1]
            if key == "PMID":
                records.append({})
            if records:
                records[-1].setdefault(key, []).append(match[2])
        elif line.startswith("      ") and records and key in records[-1]:
            records[-1][key][-1] = records[-1][key][-1].rstrip() + " " + line.strip()
    return records


def read_pairs(path: Path) -> tuple[list[Parts], NDArray[np.int64]]:
    """(text before, first, between, second, after) and 0 neither, 1 first causes second, 2 the other way."""
    parts, relations = read_relations(path)
    return parts, np.array([LABELS.get(relation, 0) for relation in relations])


def read_relations(path: Path) -> tuple[list[Parts], list[str]]:
    """(text before, first, between, second, after) and the relation as the file names it."""
    parts: list[Parts] = []
    relations: list[str] = []
    for block in re.split(r"\n[ \t\r]*\n", path.read_text(encoding="utf-8")):
        lines = block.strip().split("\n")
        line = _LINE.match(lines[0]) if len(lines) > 1 else None
        marked = _MARKED.match(line[1]) if line else None
        if marked:
            parts.append((marked[1], marked[2], marked[3], marked[4], marked[5]))
            relations.append(lines[1].strip())
    return parts, relations


def pair_fingerprint(parts: Parts) -> np.uint64:
    """What a marked sentence is known by."""
    return fingerprint(*parts)


def directed_f1(guess: NDArray[np.int64], gold: NDArray[np.int64]) -> float:
    """Micro F1 of Cause-Effect where the direction must be right too."""
    right = int(((guess == gold) & (gold > 0)).sum())
    return 2 * right / max(1, int((guess > 0).sum() + (gold > 0).sum()))


@dataclass(frozen=True)
class Abstract:
    """A BioRED document: text (title, space, abstract), mentions, and relations by sorted pair of ids."""

    key: str
    text: str
    mentions: tuple[Mention, ...]
    relations: dict[Key, str]


def read_pubtator(path: Path) -> list[Abstract]:
    """The documents of a PubTator file."""
    found = []
    for block in path.read_text(encoding="utf-8").strip().split("\n\n"):
        lines = block.strip().split("\n")
        key = lines[0].split("|", 1)[0]
        text = lines[0].split("|", 2)[2] + " " + lines[1].split("|", 2)[2]
        mentions: list[Mention] = []
        relations: dict[Key, str] = {}
        for row in (line.split("\t") for line in lines[2:]):
            if len(row) >= 6 and row[1].isdigit():
                ids = tuple(row[5].replace(";", ",").split(","))
                mentions.append(Mention(int(row[1]), int(row[2]), row[4], ids))
            elif len(row) >= 4:
                first, second = sorted((row[2], row[3]))
                relations[first, second] = row[1]
        found.append(Abstract(key, text, tuple(mentions), relations))
    return found


def labelled_rows(records: list[dict[str, list[str]]]) -> Rows:
    """(title, abstract, 1 for a randomised trial) of MEDLINE records."""
    return [
        (
            " ".join(r.get("TI", [])),
            " ".join(r.get("AB", [])),
            int("Randomized Controlled Trial" in r.get("PT", [])),
        )
        for r in records
    ]
