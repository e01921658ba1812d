"""Conflicts between studies: kept as data that names both sides, never resolved by dropping one."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from aitia.evidence.grading.groups import design_group
from aitia.model.evidence import StudyEvidence
from aitia.model.keys import EdgeId, StudyId
from aitia.model.scales import Direction


class ConflictKind(StrEnum):
    """Opposite directions, an effect in some studies and none in others, or one paper against itself."""

    OPPOSED = "opposed"
    EFFECT_OR_NONE = "effect_or_none"
    WITHIN_PAPER = "within_paper"


class ConflictSide(BaseModel):
    """The studies that say one thing, and the edges where they say it."""

    model_config = ConfigDict(frozen=True)

    direction: Direction
    study_ids: tuple[StudyId, ...]
    edge_ids: tuple[EdgeId, ...]
    labels: tuple[str, ...]


class ConflictSplit(BaseModel):
    """How the studies fall on one axis (design, population, dose): counts of each direction per value."""

    model_config = ConfigDict(frozen=True)

    axis: str
    counts: dict[str, dict[str, int]]
    separates: bool


class Conflict(BaseModel):
    """Studies that disagree. `explained_by` are the axes on which the two sides never share a value."""

    model_config = ConfigDict(frozen=True)

    kind: ConflictKind
    sides: tuple[ConflictSide, ConflictSide]
    splits: tuple[ConflictSplit, ...]
    explained_by: tuple[str, ...]
    text: str

    @property
    def edge_ids(self) -> tuple[EdgeId, ...]:
        """Every edge of both sides, sorted."""
        return tuple(sorted({edge for side in self.sides for edge in side.edge_ids}))


class ConflictRow(BaseModel):
    """One study in the table: what it finds, and its value on each axis ("" where that is not stated)."""

    model_config = ConfigDict(frozen=True)

    study_id: StudyId
    label: str
    direction: Direction
    values: tuple[str, ...]


class ConflictTable(BaseModel):
    """Every study that takes part in a conflict, once. `axes` are those on which the studies differ.

    `explained_by` are the axes that tell the sides of a conflict apart.
    """

    model_config = ConfigDict(frozen=True)

    axes: tuple[str, ...]
    rows: tuple[ConflictRow, ...]
    explained_by: tuple[str, ...] = ()


Axis = Callable[[StudyEvidence], str | None]
_FIGURE = re.compile(r"([\d,]+(?:\.\d+)?)[\s-]?([^\d\s]+)")

_WORDS = {
    Direction.INCREASES: "an increase",
    Direction.DECREASES: "a reduction",
    Direction.NO_DIFFERENCE: "no difference",
    Direction.UNCLEAR: "an unclear effect",
}


def find_conflicts(
    studies: Sequence[StudyEvidence], axes: dict[str, Axis] | None = None
) -> tuple[Conflict, ...]:
    """Conflicts among studies of one outcome; `axes` adds ways to tell studies apart (population, dose)."""
    by_direction = {
        direction: [study for study in studies if study.direction is direction] for direction in Direction
    }
    every = {"design": lambda study: design_group(study).words, **(axes or {})}
    more, less = by_direction[Direction.INCREASES], by_direction[Direction.DECREASES]
    none = by_direction[Direction.NO_DIFFERENCE]
    found = [_conflict(ConflictKind.OPPOSED, more, less, every)] if more and less else []
    found += [
        _conflict(ConflictKind.EFFECT_OR_NONE, part, none, every) for part in (more, less) if part and none
    ]
    return tuple(found)


def tabulate(
    studies: Sequence[StudyEvidence], conflicts: Sequence[Conflict], axes: dict[str, Axis] | None = None
) -> ConflictTable | None:
    """The conflicts as one table of studies, most frequent finding first; None without a conflict."""
    inside = {study for conflict in conflicts for side in conflict.sides for study in side.study_ids}
    if not inside:
        return None
    every: dict[str, Axis] = {"design": _design, "risk of bias": _risk, **(axes or {})}
    told = [study for study in studies if study.study_id in inside]
    shown = [name for name in sorted(every) if len({every[name](study) or "" for study in told}) > 1]
    count = {way: sum(study.direction is way for study in told) for way in Direction}
    ranked = sorted(told, key=lambda s: (-count[s.direction], s.direction.value, s.label, s.study_id))
    rows = [
        ConflictRow(
            study_id=study.study_id,
            label=study.label,
            direction=study.direction,
            values=tuple(every[name](study) or "" for name in shown),
        )
        for study in ranked
    ]
    explained = dict.fromkeys(axis for conflict in conflicts for axis in conflict.explained_by)
    return ConflictTable(axes=tuple(shown), rows=tuple(rows), explained_by=tuple(explained))


def _design(study: StudyEvidence) -> str:
    return design_group(study).words


def _risk(study: StudyEvidence) -> str:
    return study.risk_of_bias.value.replace("_", " ")


def _conflict(
    kind: ConflictKind, one: Sequence[StudyEvidence], other: Sequence[StudyEvidence], axes: dict[str, Axis]
) -> Conflict:
    splits = tuple(
        split for name, axis in sorted(axes.items()) if (split := _split(name, axis, one, other)) is not None
    )
    explained = tuple(split.axis for split in splits if split.separates)
    sides = (_side(one), _side(other))
    return Conflict(
        kind=kind, sides=sides, splits=splits, explained_by=explained, text=_text(sides, explained)
    )


def _side(studies: Sequence[StudyEvidence]) -> ConflictSide:
    rows = sorted(studies, key=lambda study: study.study_id)
    return ConflictSide(
        direction=rows[0].direction,
        study_ids=tuple(row.study_id for row in rows),
        edge_ids=tuple(sorted({edge for row in rows for edge in row.edge_ids})),
        labels=tuple(row.label for row in rows),
    )


def _split(
    name: str, axis: Axis, one: Sequence[StudyEvidence], other: Sequence[StudyEvidence]
) -> ConflictSplit | None:
    counts: dict[str, dict[str, int]] = {}
    for study in (*one, *other):
        value = axis(study)
        if value is not None:
            row = counts.setdefault(value, {})
            row[study.direction.value] = row.get(study.direction.value, 0) + 1
    if len(counts) < 2:
        return None
    sides = [[value for study in side if (value := axis(study)) is not None] for side in (one, other)]
    separates = _apart(*sides)
    ordered = {value: dict(sorted(row.items())) for value, row in sorted(counts.items())}
    return ConflictSplit(axis=name, counts=ordered, separates=separates)


def _apart(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether values tell two sides apart: none is shared, and that says something.

    Figures of one unit must not mix ("400 IU" between "300 IU" and "500 IU"). Where every study has a value
    of its own, no two sides can share any: then each side must be of one study.
    """
    if not one or not other or set(one) & set(other):
        return False
    figures = [[_FIGURE.match(value) for value in side] for side in (one, other)]
    if all(match for side in figures for match in side):
        first, second = (
            [(m[2].lower(), float(m[1].replace(",", ""))) for m in side if m] for side in figures
        )
        if len({unit for unit, _ in (*first, *second)}) == 1:
            return max(first) < min(second) or max(second) < min(first)
    return max(len(one), len(other)) == 1 or len({*one, *other}) < len(one) + len(other)


def _text(sides: tuple[ConflictSide, ConflictSide], explained: Sequence[str]) -> str:
    shown = " but ".join(
        f"{len(side.study_ids)} {'study finds' if len(side.study_ids) == 1 else 'studies find'} "
        f"{_WORDS[side.direction]} ({', '.join(side.labels[:6])}{' …' if len(side.labels) > 6 else ''})"
        for side in sides
    )
    cause = f"; the two sides differ in {' and '.join(explained)}" if explained else ""
    return f"{shown}{cause}."
