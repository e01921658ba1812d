"""How far two reviewers agree beyond chance."""

from __future__ import annotations

import pytest

from aitia.graph.agreement import agreements, cohens_kappa


def test_kappa_of_cohens_own_arithmetic() -> None:
    """A two by two table of 50: 20 and 15 alike, 5 and 10 apart: .70 observed, .50 expected, κ .40."""
    pairs = [("yes", "yes")] * 20 + [("no", "no")] * 15 + [("yes", "no")] * 5 + [("no", "yes")] * 10
    assert cohens_kappa(pairs) == pytest.approx(0.4)


@pytest.mark.parametrize("pairs", [[], [("accept", "accept")] * 3])
def test_kappa_is_not_defined_where_chance_alone_agrees(pairs: list[tuple[str, str]]) -> None:
    assert cohens_kappa(pairs) is None


def test_only_what_both_decided_on_counts() -> None:
    readings = [("a", "s1", "accept"), ("a", "s2", "reject"), ("a", "s3", "accept"),
                ("b", "s1", "accept"), ("b", "s2", "accept"), ("c", "s9", "reject")]  # fmt: skip
    (found,) = agreements(readings)
    assert (found.first, found.second, found.subjects, found.agreed) == ("a", "b", 2, 0.5)
    assert found.kappa == pytest.approx(0.0)
