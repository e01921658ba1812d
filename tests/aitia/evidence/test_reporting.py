"""A lone paper that may report the outcome counts less, the more papers were read that do not."""

from __future__ import annotations

from typing import Any

import pytest

from aitia.evidence.relations import grade_relations
from aitia.evidence.relations.exclusion import ExclusionReason
from aitia.evidence.reporting import LIKELY, as_likely_here, moved
from aitia.model.evidence import OutcomeRole
from aitia.model.keys import PaperId
from aitia.model.scales import Domain, QuestionKind
from tests.aitia.conftest import Make


@pytest.mark.parametrize(
    ("told", "silent", "counts"),
    [
        ([0.74], 26, [False]),  # one of thirty, and not sure
        ([0.95], 26, [True]),  # sure, whoever is silent
        ([0.55], 0, [True]),
        ([0.6], 1, [True]),
        ([0.97, 0.95, 0.9, 0.6], 1, [True, True, True, True]),  # others report it too
        ([0.97, 0.6], 20, [True, False]),
        ([], 12, []),
    ],
)
def test_how_many_report_it_says_how_likely_each_one_does(
    told: list[float], silent: int, counts: list[bool]
) -> None:
    assert [chance >= LIKELY for chance in moved(told, silent)] == counts


def test_more_papers_that_report_it_make_each_more_likely_and_silent_ones_less() -> None:
    alone, beside, among = moved([0.7], 0)[0], moved([0.7, 0.9], 0)[0], moved([0.7], 9)[0]
    assert among < alone < beside


def test_an_answer_that_is_unlikely_is_shown_and_not_counted(make: Make) -> None:
    lone = make.claim("lone", answers=0.7)
    assert as_likely_here(make.question(), [lone], _read(2)) == (lone,)
    (left,) = as_likely_here(make.question(), [lone], _read(30))
    assert left.match.unlikely is not None
    assert left.match.unlikely < LIKELY
    (relation,) = grade_relations(make.question(), [left])
    (source,) = relation.sources
    assert not source.used
    assert source.exclusion is ExclusionReason.UNLIKELY
    assert f"{left.match.unlikely:.2f}" in source.note


def test_what_was_found_without_being_asked_and_other_outcomes_are_not_judged(make: Make) -> None:
    found = make.claim("found", answers=None)
    other = make.claim("other", answers=0.7, role=OutcomeRole.OTHER)
    assert as_likely_here(make.question(), [found, other], _read(40)) == (found, other)


@pytest.mark.parametrize(
    "told",
    [{"kind": QuestionKind.LANDSCAPE}, {"domain": Domain.MACHINE_LEARNING}],
    ids=["landscape", "methods"],
)
def test_what_is_told_of_methods_is_no_probability_of_an_outcome(make: Make, told: dict[str, Any]) -> None:
    lone = make.claim("lone", answers=0.7)
    assert as_likely_here(make.question(**told), [lone], _read(30)) == (lone,)


def test_what_another_reader_states_is_not_judged(make: Make) -> None:
    stated = make.claim("stated", answers=0.7)
    others = frozenset(_read(30) - {stated.paper.paper_id})
    assert as_likely_here(make.question(), [stated], others) == (stated,)


def _read(count: int) -> frozenset[PaperId]:
    """So many papers, those of the claims among them."""
    named = ("paper_lone", "paper_stated", "paper_found", "paper_other")
    return frozenset(PaperId(name) for name in (*named, *(f"silent_{n}" for n in range(count)))[:count])
