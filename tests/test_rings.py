"""Words that only the measured *dev* items use are in no list: what code knows comes from *train*."""

from __future__ import annotations

import ast
import gzip
import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import aitia

_WORD = re.compile(r"[a-z]{4,}")
_ROOT = Path(aitia.__file__).parent


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)


def _words(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in _WORD.findall(text.lower())}


def _literals(path: Path) -> Iterator[str]:
    """The string literals of a module, without docstrings."""
    tree = ast.parse(path.read_text("utf-8"))
    prose = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.value


def _listed() -> dict[str, Path]:
    """Every word of four letters or more in the code's lists and patterns, with a file that holds it."""
    held: dict[str, Path] = {}
    for path in sorted(_ROOT.rglob("*.toml")):
        for word in _words(_strings(tomllib.loads(path.read_text("utf-8")))):
            held.setdefault(word, path)
    for path in sorted(_ROOT.rglob("*.py")):
        for word in _words(_literals(path)):
            held.setdefault(word, path)
    return held


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    raw = path.read_bytes()
    text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8")
    return (json.loads(line) for line in text.split("\n") if line)


def _of_rings(data: Path) -> tuple[set[str], set[str]]:
    """Words of the dev labels with their abstracts, and words of all that may be read."""
    dev_rows = list(_lines(data / "labels" / "dev.jsonl"))
    keys = {str(row["id"]) for row in dev_rows}
    dev, train = _words(_strings(dev_rows)), _words(_strings(list(_lines(data / "labels" / "train.jsonl"))))
    for row in _lines(data / "corpus" / "abstracts.jsonl.gz"):
        own = {str(row.get("pmid")), str(row.get("pmcid"))}
        (dev if own & keys else train).update(_words((row["title"] or "", row["abstract"] or "")))
    train |= _words(_strings(list(_lines(data / "medevidence" / "dev.jsonl"))))
    train |= _words(row["text"] for row in _lines(data / "evidence_inference" / "train.jsonl.gz"))
    return dev, train


def test_no_list_holds_a_word_that_only_the_measured_dev_items_use(shared: Path) -> None:
    dev, train = _of_rings(shared / "data")
    assert len(dev) > 1_000
    alone = {word: path for word, path in _listed().items() if word in dev and word not in train}
    assert alone == {}
