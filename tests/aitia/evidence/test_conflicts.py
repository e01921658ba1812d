"""Conflicts keep both sides and say what tells them apart."""

from __future__ import annotations

import pytest

from aitia.evidence.conflicts import Conflict, ConflictKind, find_conflicts, tabulate
from aitia.model.scales import Direction, StudyDesign

MORE, LESS, NONE = Direction.INCREASES, Direction.DECREASES, Direction.NO_DIFFERENCE


def test_studies_that_agree_do_not_conflict(make):
    assert find_conflicts([make.study("a"), make.study("b")]) == ()


def test_opposite_directions_keep_both_sides_with_their_edges(make):
    (conflict,) = find_conflicts([make.study("a", direction=MORE), make.study("b", direction=LESS)])
    assert conflict.kind is ConflictKind.OPPOSED
    assert [side.edge_ids for side in conflict.sides] == [("edge_a",), ("edge_b",)]
    assert conflict.explained_by == ()


def test_a_population_that_separates_both_sides_explains_the_conflict(make):
    rows = [
        make.study("a", direction=MORE, population="children"),
        make.study("b", direction=LESS, population="adults"),
        make.study("c", direction=LESS, population="adults"),
    ]
    (conflict,) = find_conflicts(rows, {"population": lambda study: study.population})
    assert conflict.explained_by == ("population",)
    (split,) = conflict.splits
    assert split.counts == {"adults": {"decreases": 2}, "children": {"increases": 1}}


@pytest.mark.parametrize(
    ("less", "none", "explains"),
    [
        (["400 IU"], ["300 IU", "500 IU", "200 IU"], False),
        (["400 IU", "500 IU"], ["100 IU", "200 IU"], True),
        (["a", "b"], ["c", "d"], False),
        (["a", "a"], ["b", "c"], True),
        (["a"], ["b"], True),
    ],
)
def test_values_that_every_study_has_of_its_own_explain_nothing_unless_they_lie_apart(
    make, less, none, explains
):
    rows = [make.study(f"l{i}", direction=LESS, dose=dose) for i, dose in enumerate(less)]
    rows += [make.study(f"n{i}", direction=NONE, dose=dose) for i, dose in enumerate(none)]
    (conflict,) = find_conflicts(rows, {"dose": lambda study: study.dose})
    assert conflict.explained_by == (("dose",) if explains else ())


def test_an_axis_shared_by_both_sides_explains_nothing(make):
    rows = [
        make.study("a", direction=LESS, design=StudyDesign.COHORT),
        make.study("b", direction=NONE),
        make.study("c", direction=LESS),
    ]
    (conflict,) = find_conflicts(rows)
    assert conflict.explained_by == ()
    assert conflict.splits[0].axis == "design"


def test_unclear_studies_are_no_party_to_a_conflict(make):
    assert find_conflicts([make.study("a"), make.study("b", direction=Direction.UNCLEAR)]) == ()


def test_a_conflict_survives_json(make):
    (conflict,) = find_conflicts([make.study("a", direction=MORE), make.study("b", direction=LESS)])
    assert Conflict.model_validate_json(conflict.model_dump_json()) == conflict


def test_all_conflicts_are_one_table_with_every_study_once(make):
    rows = [
        make.study("a", direction=MORE, design=StudyDesign.COHORT),
        make.study("b", direction=LESS),
        make.study("c", direction=NONE),
        make.study("d", direction=LESS),
        make.study("e", direction=Direction.UNCLEAR),
    ]
    table = tabulate(rows, find_conflicts(rows), {"dose": lambda study: study.dose})
    assert [row.label for row in table.rows] == ["b", "d", "a", "c"]
    assert table.axes == ("design",)
    assert table.rows[2].values == ("observational studies",)


def test_without_a_conflict_there_is_no_table(make):
    assert tabulate([make.study("a")], ()) is None
