"""Measure: the arms' numbers as a verdict uses them, out of articles as they are stored.

A stored full text has a line a row of a table; the row's or sentence's quote must be in one passage, with the
sizes of both arms, and the numbers must say what was read of the outcome: here, what the published numbers
say. Numbers of outcomes whose published ones are incomplete are left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from aitia.model.claim import ArmCounts, ArmMeans, EffectEstimate
from aitia.model.keys import PaperId
from aitia.model.paper import Paper, Section
from aitia.model.passage import Passage
from aitia.model.scales import EffectMeasure
from aitia.reading.numbers.intervals import points_to
from aitia.reading.numbers.of_paper import arm_numbers
from aitia.reading.numbers.tables import BETWEEN, Table, read_tables
from aitia.reading.numbers.text import TABLE
from aitia.text.passages import make_passages
from bench.reading.numeric import FIELDS, TOLERANCE, gold_figures, numeric_rows
from bench.report import Measure, clustered_interval


def stored_measures(path: Path, articles_path: Path) -> tuple[list[Measure], str]:
    """Complete rows with numbers, and how many of these are exact; the same for those that agree."""
    rows, texts = numeric_rows(path, articles_path)
    passages = {key: stored_passages(key, text) for key, text in texts.items()}
    found = [_row(row, passages[str(row["pmcid"])]) for row in rows]
    told = [one for one in found if one is not None]
    note = "the shipped model has seen the development rows; intervals resample articles"
    return [
        *_figures("numbers", told, of=[True] * len(told)),
        *_figures("numbers that agree", told, of=[agrees for _, _, _, agrees in told]),
    ], note


def stored_passages(key: str, text: str) -> tuple[Passage, ...]:
    """An article in Markdown as the passages of a stored full text."""
    lines = TABLE.sub(lambda m: "\n" + "\n".join(map(_stored, read_tables(m[0]))) + "\n", text)
    section = Section(section_id="text", text=lines)
    paper = Paper(
        paper_id=PaperId(key), title=key, abstract="", source="numeric", record_id=key, sections=(section,)
    )
    return make_passages(paper)


def _stored(table: Table) -> str:
    lines, section = [table.caption, BETWEEN.join((table.corner, *table.header))], ""
    for row in table.rows:
        if row.section and row.section != section:
            section = row.section
            lines.append(section + BETWEEN * len(row.cells))
        lines.append(BETWEEN.join((row.label, *row.cells)))
    return "\n".join(lines)


Told = tuple[str, bool, bool, bool]
"""Of a complete row its article, whether numbers were read, exactly, and whether they agree."""


def _row(row: Mapping[str, Any], passages: Sequence[Passage]) -> Told | None:
    article, gold = str(row["pmcid"]), gold_figures(row, FIELDS[row["outcome_type"]])
    if None in gold:
        return None
    published = _published(row["outcome_type"], [figure for figure in gold if figure is not None])
    read = arm_numbers(passages, row["intervention"], row["comparator"], row["outcome"])
    if read is None:
        return article, False, False, False
    way = points_to(published, row["outcome"])
    return article, True, _exact(read, published), way is not None and way is points_to(read, row["outcome"])


def _published(kind: str, gold: Sequence[float]) -> EffectEstimate:
    if kind == "binary":
        counts = ArmCounts(**dict(zip(ArmCounts.model_fields, map(int, gold), strict=True)))
        return EffectEstimate(measure=EffectMeasure.RISK_RATIO, counts=counts)
    sizes = ("n_intervention", "n_comparator")
    figures = dict(zip(ArmMeans.model_fields, gold, strict=True))
    means = ArmMeans.model_validate({k: int(v) if k in sizes else v for k, v in figures.items()})
    return EffectEstimate(measure=EffectMeasure.MEAN_DIFFERENCE, means=means)


def _exact(read: EffectEstimate, published: EffectEstimate) -> bool:
    one, other = (e.counts or e.means for e in (read, published))
    if one is None or other is None or type(one) is not type(other):
        return False
    pairs = zip(one.model_dump().values(), other.model_dump().values(), strict=True)
    return all(abs(a - b) <= TOLERANCE for a, b in pairs)


def _figures(name: str, told: Sequence[Told], of: Sequence[bool]) -> list[Measure]:
    read = [is_read and counts for (_, is_read, _, _), counts in zip(told, of, strict=True)]
    chosen = [one for one, counts in zip(told, read, strict=True) if counts]
    share = Measure(f"{name}: complete rows", float(np.mean(read)) if told else None, len(told))
    if not chosen:
        return [share]
    right = np.array([exact for _, _, exact, _ in chosen], dtype=float)
    interval = clustered_interval([a for a, *_ in chosen], lambda i: float(right[i].mean()), 300)
    return [share, Measure(f"{name}: exact of these", float(right.mean()), len(right), interval, 0.0)]
