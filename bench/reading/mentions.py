"""Whether a treatment that an abstract mentions without comparing it is taken for an arm of it.

Labels ask about arms alone. Here treatments of MeSH's tree that an abstract names twice or more, and that
share no word with a labelled arm or outcome of it, are asked about without a comparator: the abstract reports
nothing of them (some are arms by another name, which no words tell: the figure cannot be perfect). Beside
them the labelled findings' own interventions are asked in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

import numpy as np

from aitia.reading.paper.arms import control_words, stems
from aitia.words.names import Names, installed_names
from bench.reading.labels import Labelled, answer_claims, read_labelled, share_of, shipped_models
from bench.report import Measure

MENTIONS, EACH = 2, 2
"""So often a treatment is named, and so many are asked about in an abstract."""
_CHUNK = re.compile(r"[^.;:()]{1,400}")
_TREATMENT = re.compile(r"D(?!1[123])|E0[24]|F04|G11|J02")


def mention_measures(labels: Path, corpus: Path, only: Collection[str] = ()) -> tuple[list[Measure], str]:
    """The share of mentions left unanswered, and of arms answered. `only`: abstracts by id, else all."""
    models, rows = shipped_models(), list[tuple[str, bool, bool]]()
    for item in read_labelled(labels, corpus):
        if only and item.row["id"] not in only:
            continue
        findings = [f for f in item.row["findings"] if f["outcome"] and f["intervention"]]
        asked = [(name, findings[0]["outcome"], False) for name in mentioned(item)[:EACH] if findings]
        asked += [
            (f["intervention"], f["outcome"], True)
            for f in findings[:EACH]
            if not control_words(f["intervention"])
        ]
        for intervention, outcome, is_arm in asked:
            question = {"intervention": intervention, "comparator": "", "outcome": outcome}
            rows.append((item.row["id"], is_arm, bool(answer_claims(item, question, models))))
    groups = [row[0] for row in rows]
    table = np.array([row[1:] for row in rows], dtype=bool).reshape(-1, 2)
    arms, told = table[:, 0], table[:, 1]
    return [
        share_of("mentions: treatments only mentioned left unanswered", ~arms, ~told, groups, 0.0),
        share_of("mentions: arms asked about alone answered", arms, told, groups, 1.0),
    ], ""


def mentioned(item: Labelled, names: Names | None = None) -> list[str]:
    """Treatments that an abstract names without comparing them, the most often named first."""
    ends = (f[end] for f in item.row["findings"] for end in ("intervention", "comparator", "outcome"))
    asked = (q[end] for q in item.row["questions"] for end in ("intervention", "comparator", "outcome"))
    own = frozenset().union(*(stems(name) for name in (*ends, *asked)))
    named = treatments_named(f"{item.paper.title}. {item.paper.abstract}", MENTIONS, names)
    return [name for name in named if not stems(name) & own and not control_words(name)]


def treatments_named(text: str, least: int = 1, names: Names | None = None) -> list[str]:
    """Treatments of MeSH's tree that a text names so often at least, the most often named first."""
    names = names or installed_names()
    often: dict[str, int] = {}
    for chunk in _CHUNK.findall(text):
        for unit in names.units(chunk):
            places = [place for n in unit.lines for place in names.vocabulary.concept(n).tree_numbers]
            if unit.weight >= 1 and any(_TREATMENT.match(place) for place in places):
                name = unit.text.strip(" .,;:=").lower()
                often[name] = often.get(name, 0) + 1
    told = sorted(often, key=lambda name: (-often[name], name))
    return [name for name in told if often[name] >= least and len(name) > 3]
