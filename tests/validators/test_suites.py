"""Suites hold for good rows and name what is wrong with bad ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from validators.suites import SUITES, Suite, SuiteWorker, validate

QUOTES = next(suite for suite in SUITES if suite.name == "quotes")
RELATIONS = next(suite for suite in SUITES if suite.name == "relations")
QUOTE_COLUMNS = ("edge_id", "quote", "confidence", "direction", "source_paper_id", "text_at_offsets")


def test_verbatim_quotes_pass() -> None:
    result = validate(QUOTES, QUOTE_COLUMNS, [("e1", "Less pain.", 0.8, "decreases", "pmid:1", "Less pain.")])
    assert result.success
    assert result.rows == 1
    assert result.evaluated == len(QUOTES.expectations)


@pytest.mark.parametrize(
    ("row", "broken"),
    [
        (("e1", "Less pain.", 0.8, "decreases", "pmid:1", "More pain."), "pair_values_to_be_equal"),
        (("e1", "x" * 301, 0.8, "decreases", "pmid:1", "x" * 301), "lengths"),
        (("e1", "Less pain.", 1.8, "decreases", "pmid:1", "Less pain."), "between(confidence)"),
        (("e1", "Less pain.", 0.8, "sideways", "pmid:1", "Less pain."), "in_set(direction)"),
        (("e1", "Less pain.", 0.8, "decreases", None, "Less pain."), "not_be_null(source_paper_id)"),
    ],
)
def test_each_broken_promise_is_named(row: tuple[object, ...], broken: str) -> None:
    result = validate(QUOTES, QUOTE_COLUMNS, [row])
    assert not result.success
    assert any(broken in failure for failure in result.failures), result.failures


def test_a_point_outside_its_interval_fails_and_a_missing_one_does_not() -> None:
    columns = ("relation_key", "fingerprint", "certainty", "point", "low", "high", "i2")
    good = [("a", "f", "low", 0.8, 0.6, 1.1, 20.0), ("b", "f", "very_low", None, None, None, None)]
    assert validate(RELATIONS, columns, good).success
    assert not validate(RELATIONS, columns, [("a", "f", "low", 1.8, 0.6, 1.1, 20.0)]).success


def test_the_background_process_gives_the_same_result() -> None:
    row = [("e1", "Less pain.", 0.8, "decreases", "pmid:1", "More pain.")]
    worker = SuiteWorker()
    try:
        worker.warm()
        assert worker.validate(QUOTES, QUOTE_COLUMNS, row) == validate(QUOTES, QUOTE_COLUMNS, row)
    finally:
        worker.close()


@pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.name)
def test_every_suite_has_its_query(suite: Suite) -> None:
    root = Path(__file__).resolve().parents[2]
    assert (root / "sql" / "checks" / f"{suite.name}.sql").is_file()
