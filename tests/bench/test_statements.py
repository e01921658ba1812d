"""Sentences that are easily misread: of those that the reader was mended on, nothing that is no result stands
and few point elsewhere. The fourth list measures; no test holds the reader to it."""

from __future__ import annotations

from bench.statements import LISTS, measures, statements


def test_there_are_more_than_nine_hundred_different_sentences() -> None:
    assert len({statement.text for statement in statements(LISTS[:3])}) == 336
    assert len({statement.text for statement in statements()}) == 936


def test_nothing_but_results_stands_and_directions_are_right() -> None:
    standing, wrong, *_ = measures(lists=LISTS[:3])
    assert standing.value == 0
    assert wrong.value is not None
    assert wrong.value <= 0.05 * wrong.n


def test_a_row_may_name_its_comparator_and_is_asked_with_it() -> None:
    plain = next(statements(LISTS[:1]))
    named = next(statements(["statements_fourth"]))
    assert plain.question == f"Does {plain.intervention} reduce {plain.outcome}?"
    assert "or placebo." in plain.record.abstract
    assert named.comparator in named.question
    assert f"or {named.comparator}." in named.record.abstract
