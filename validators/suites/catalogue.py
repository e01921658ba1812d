"""The suites, as data: Great Expectations takes seconds to import, so nothing here imports it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from aitia.passage import MAX_QUOTE_LENGTH
from aitia.search import SearchStatus
from aitia.vocabulary import Certainty, Conclusion, Decision, Direction, GateDecision


@dataclass(frozen=True)
class Expectation:
    """One expectation: the name of its class in Great Expectations and its arguments."""

    kind: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Suite:
    """What is expected of the rows of `sql/checks/<name>.sql`. A blocking suite guards a promise."""

    name: str
    asset: str
    promise: str
    blocking: bool
    expectations: tuple[Expectation, ...]


def _not_null(*columns: str) -> tuple[Expectation, ...]:
    return tuple(Expectation("ExpectColumnValuesToNotBeNull", {"column": column}) for column in columns)


def _one_of(column: str, values: list[str]) -> Expectation:
    return Expectation("ExpectColumnValuesToBeInSet", {"column": column, "value_set": values})


def _between(column: str, low: float | None, high: float | None) -> Expectation:
    return Expectation(
        "ExpectColumnValuesToBeBetween", {"column": column, "min_value": low, "max_value": high}
    )


def _unique(column: str) -> Expectation:
    return Expectation("ExpectColumnValuesToBeUnique", {"column": column})


def _at_least(a: str, b: str) -> Expectation:
    arguments = {"column_A": a, "column_B": b, "or_equal": True, "ignore_row_if": "either_value_is_missing"}
    return Expectation("ExpectColumnPairValuesAToBeGreaterThanB", arguments)


def _equal(a: str, b: str) -> Expectation:
    return Expectation("ExpectColumnPairValuesToBeEqual", {"column_A": a, "column_B": b})


SUITES: tuple[Suite, ...] = (
    Suite(
        "searches",
        "candidate_papers",
        "a search that failed is incomplete and says why; none is left unsent",
        False,
        (
            *_not_null("search_id", "query", "source"),
            _unique("search_id"),
            _one_of("status", [SearchStatus.COMPLETE.value, SearchStatus.INCOMPLETE.value]),
            _one_of("explained", ["yes"]),
        ),
    ),
    Suite(
        "gate",
        "gated_papers",
        "every candidate has a decision and every exclusion a reason",
        False,
        (
            *_not_null("paper_id", "decision", "reason"),
            _unique("paper_id"),
            _one_of("decision", [d.value for d in GateDecision]),
            Expectation(
                "ExpectColumnValueLengthsToBeBetween",
                {"column": "reason", "min_value": 1, "max_value": None},
            ),
        ),
    ),
    Suite(
        "decisions",
        "validated_edges",
        "every claim was decided, and every refusal names its rule",
        True,
        (
            *_not_null("claim_id", "decision"),
            _one_of("decision", [d.value for d in Decision]),
            _one_of("named", ["yes"]),
        ),
    ),
    Suite(
        "quotes",
        "validated_edges",
        "no quote, no edge: each quote is the passage's text at its offsets",
        True,
        (
            *_not_null("edge_id", "quote", "source_paper_id"),
            _unique("edge_id"),
            _equal("quote", "text_at_offsets"),
            Expectation(
                "ExpectColumnValueLengthsToBeBetween",
                {"column": "quote", "min_value": 1, "max_value": MAX_QUOTE_LENGTH},
            ),
            _between("confidence", 0, 1),
            _one_of("direction", [d.value for d in Direction]),
        ),
    ),
    Suite(
        "relations",
        "graded_relations",
        "an interval contains its point, and a relation has one current version",
        True,
        (
            *_not_null("relation_key", "fingerprint"),
            _unique("relation_key"),
            _at_least("point", "low"),
            _at_least("high", "point"),
            _between("i2", 0, 100),
            _one_of("certainty", [c.value for c in Certainty]),
        ),
    ),
    Suite(
        "verdict",
        "verdict",
        "a verdict rests on stored relations and shows the sentence behind every study",
        True,
        (
            *_not_null("verdict_id", "conclusion", "fingerprint"),
            _one_of("conclusion", [c.value for c in Conclusion]),
            _equal("relations", "relations_found"),
            _equal("edges", "edges_with_quotes"),
            Expectation(
                "ExpectColumnValueLengthsToBeBetween",
                {"column": "explanation", "min_value": 1, "max_value": None},
            ),
            Expectation("ExpectTableRowCountToEqual", {"value": 1}),
        ),
    ),
)
