"""What names add to matching a question with a finding: `python -m bench.names LABELS.jsonl [--limit N]`.

Of each labelled abstract, a question that it answers is compared with its findings: the one with its
own evidence should match, the other outcomes and the arms of the next abstract should not. Each source of
names is left out in turn.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from aitia.words.installed import installed_index
from aitia.words.names import Names
from aitia.words.vocabularies import Vocabulary
from bench.labelled import read_jsonl
from bench.report import Measure, clustered_interval, emit

SAME = 0.6


@dataclass(frozen=True)
class Comparison:
    """Two names out of one or two abstracts, and whether they should name the same thing."""

    abstract: str
    part: str
    asked: str
    found: str
    same: bool


def sources() -> dict[str, Names]:
    """The names with everything, without one source, and with none."""
    vocabulary = Vocabulary(installed_index())
    return {
        "all": Names(vocabulary),
        "without the vocabularies": Names(Vocabulary()),
        "without the everyday names": Names(vocabulary, ()),
        "words alone": Names(Vocabulary(), ()),
    }


def comparisons(rows: Sequence[Mapping[str, Any]]) -> Iterator[Comparison]:
    """Outcomes within an abstract; arms within it, and against the next abstract's."""
    for row, following in zip(rows, [*rows[1:], *rows[:1]], strict=True):
        for question in row["questions"]:
            own = [
                f for f in row["findings"] if question["evidence"] and f["evidence"] == question["evidence"]
            ]
            if len(own) != 1:
                continue
            yield Comparison(row["id"], "outcome", question["outcome"], own[0]["outcome"], True)
            for finding in row["findings"]:
                if not _overlaps(finding["evidence"], question["evidence"]):
                    yield Comparison(row["id"], "outcome", question["outcome"], finding["outcome"], False)
            asked = question["intervention"]
            for arm in ("intervention", "comparator"):
                if own[0][arm] and own[0][arm] != "baseline":
                    yield Comparison(row["id"], f"arm:{question['outcome']}", asked, own[0][arm], True)
            for finding in following["findings"][:1]:
                yield Comparison(row["id"], "arm", asked, finding["intervention"], False)


def _overlaps(some: Sequence[Sequence[int]], others: Sequence[Sequence[int]]) -> bool:
    return any(a < d and c < b for a, b in some for c, d in others)


def measures(rows: Sequence[Mapping[str, Any]]) -> list[Measure]:
    """Shares of pairs that match, for each source left out."""
    found: list[Measure] = []
    listed = list(comparisons(rows))
    for name, names in sources().items():
        scores = [names.same_thing(c.asked, c.found) for c in listed]
        own: dict[tuple[str, str], float] = {}
        for c, score in zip(listed, scores, strict=True):
            if c.same and c.part != "outcome":  # either arm may be the one that was asked for first
                own[c.abstract, c.part] = max(own.get((c.abstract, c.part), 0.0), score)
        outcomes = [(c, s) for c, s in zip(listed, scores, strict=True) if c.part == "outcome"]
        others = [(c, s) for c, s in zip(listed, scores, strict=True) if c.part == "arm"]
        found += [
            _above(name, outcomes),
            _share(f"{name}: own outcome matched", [(c.abstract, s) for c, s in outcomes if c.same]),
            _share(f"{name}: other outcomes matched", [(c.abstract, s) for c, s in outcomes if not c.same]),
            _share(f"{name}: own arm matched", [(key[0], s) for key, s in own.items()]),
            _share(f"{name}: another abstract's arm matched", [(c.abstract, s) for c, s in others]),
        ]
    return found


def _above(name: str, outcomes: Sequence[tuple[Comparison, float]]) -> Measure:
    """How often the own outcome scores above another of its abstract; the same score is half a time."""
    others: dict[tuple[str, str], list[float]] = {}
    for c, score in outcomes:
        if not c.same:
            others.setdefault((c.abstract, c.asked), []).append(score)
    wins = [
        (c.abstract, float(score > other) + 0.5 * float(score == other))
        for c, score in outcomes
        if c.same
        for other in others.get((c.abstract, c.asked), ())
    ]
    return _mean(f"{name}: own outcome above another", wins, 0.5)


def _share(name: str, scored: Sequence[tuple[str, float]]) -> Measure:
    return _mean(name, [(abstract, float(score >= SAME)) for abstract, score in scored])


def _mean(name: str, valued: Sequence[tuple[str, float]], baseline: float | None = None) -> Measure:
    if not valued:
        return Measure(name, None, 0)
    values = np.array([value for _, value in valued])
    interval = clustered_interval([a for a, _ in valued], lambda places: float(values[places].mean()), 300)
    return Measure(name, float(values.mean()), len(values), interval, baseline)


def main(argv: list[str] | None = None) -> None:
    """Print the shares."""
    parser = argparse.ArgumentParser(prog="python -m bench.names", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--limit", type=int, default=None, help="only the first N abstracts")
    parser.add_argument("--json", type=Path, default=None)
    arguments = parser.parse_args(argv)
    emit(
        measures(read_jsonl(arguments.file)[: arguments.limit]),
        arguments.json,
        title=f"names: {arguments.file.name}",
    )


if __name__ == "__main__":
    main()
