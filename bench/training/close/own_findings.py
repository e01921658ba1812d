"""What training abstracts found, read by ourselves: more pages for the close reader to learn from.

`own_findings.tsv.gz` holds what a language model read in training abstracts that the labels leave out, under
the labels' rules (see the model card), one row each: abstract, sentences that say so, outcome, intervention,
comparator, direction, significant. No text of a paper is in it: a name is the characters of the abstract
where it stands ("120-133") or of the title ("t0-13"), or `baseline`, or nothing. An abstract without results
has a row without sentences.
"""

from __future__ import annotations

import csv
import gzip
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aitia.text.sentences import sentences
from bench.training.reader.examples import ANSWERS

PATH = Path(__file__).with_name("own_findings.tsv.gz")
BASELINE = "baseline"
SIGNIFICANT = {"yes": True, "no": False, "": None}
_COLUMNS = 7
_PLACE = re.compile(r"(t?)(\d+)-(\d+)")


@dataclass(frozen=True)
class OwnFinding:
    """A row of the file; `sentences` are numbers as `aitia.text.sentences` counts them."""

    sentences: tuple[int, ...]
    outcome: str
    intervention: str
    comparator: str
    direction: str
    significant: bool | None


def read_own_findings(path: Path = PATH) -> dict[str, list[OwnFinding]]:
    """The rows by abstract; none for one without results. Raises ValueError for a row that is none."""
    found: dict[str, list[OwnFinding]] = defaultdict(list)
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        for number, row in enumerate(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE), 1):
            own = _finding(row)
            if own is None:
                raise ValueError(f"{path.name}, line {number}: not a finding: {row}")
            found[row[0]] += [own] if own.sentences else []
    return dict(found)


def _finding(row: Sequence[str]) -> OwnFinding | None:
    if len(row) != _COLUMNS:
        return None
    _, where, outcome, intervention, comparator, direction, significant = row
    if not any(row[1:]):
        return OwnFinding((), "", "", "", "", None)
    places = all(_PLACE.fullmatch(name) for name in (outcome, intervention))
    other = comparator in ("", BASELINE) or _PLACE.fullmatch(comparator)
    numbers = where.split(",")
    if not (places and other and all(n.isdigit() for n in numbers)):
        return None
    if ANSWERS.get(direction, 0) == 0 or significant not in SIGNIFICANT:
        return None
    told = tuple(int(n) for n in numbers)
    return OwnFinding(told, outcome, intervention, comparator, direction, SIGNIFICANT[significant])


def as_labelled(
    own: Mapping[str, Sequence[OwnFinding]], papers: Mapping[str, Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """The abstracts with their findings as rows of the labels' shape, each name as its paper writes it."""
    return [
        {"id": key, "questions": [], "findings": [_labelled(one, papers[key]) for one in findings]}
        for key, findings in own.items()
    ]


def _labelled(finding: OwnFinding, paper: Mapping[str, Any]) -> dict[str, Any]:
    lines = sentences(paper["abstract"])
    names = {side: _name(getattr(finding, side), paper) for side in ("outcome", "intervention", "comparator")}
    return {
        **names,
        "direction": finding.direction,
        "significant": finding.significant,
        "condition": "",
        "evidence": [[lines[n].start, lines[n].end] for n in finding.sentences],
    }


def _name(place: str, paper: Mapping[str, Any]) -> str:
    found = _PLACE.fullmatch(place)
    if found is None:
        return place
    text: str = paper["title" if found[1] else "abstract"]
    return text[int(found[2]) : int(found[3])]
