"""Three hundred sentences that are easily misread: what is no result never stands, few point elsewhere."""

from __future__ import annotations

from bench.statements import measures, statements


def test_there_are_more_than_three_hundred_different_sentences() -> None:
    assert len({statement.text for statement in statements()}) == 336


def test_nothing_but_results_stands_and_directions_are_right() -> None:
    standing, wrong, *_ = measures()
    assert standing.value == 0
    assert wrong.value is not None
    assert wrong.value <= 0.05 * wrong.n
