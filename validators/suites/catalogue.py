"""The suites, as data: Great Expectations takes seconds to import, so nothing here imports it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from aitia.graph.aliases import PENDING_SIMILARITY
from aitia.model.passage import MAX_QUOTE_LENGTH
from aitia.model.scales import (
    Certainty,
    Conclusion,
    Decision,
    Direction,
    EvidenceType,
    GateDecision,
    RetractionStatus,
)
from aitia.model.search import SearchStatus
from validators.findings import DEFAULT_REVIEW_BELOW


@dataclass(frozen=True)
class Expectation:
    """One expectation: the name of its class in Great Expectations and its arguments."""

    kind: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Suite:
    """What is expected of the rows of `sql/checks/<name>.sql`, of `report` of the files written.

    A blocking suite guards a promise: where it fails, nothing is concluded.
    """

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


def _filled(*columns: str) -> tuple[Expectation, ...]:
    """Text of at least one character."""
    return tuple(
        Expectation(
            "ExpectColumnValueLengthsToBeBetween", {"column": column, "min_value": 1, "max_value": None}
        )
        for column in columns
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
        "plan",
        "search_plan",
        "every search says what is asked of which source, for which evidence and why",
        False,
        (
            *_not_null("search_id", "source"),
            _unique("search_id"),
            *_filled("query", "reason"),
            _one_of("evidence_type", [kind.value for kind in EvidenceType]),
            _between("round_no", 1, None),
        ),
    ),
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
            *_filled("reason"),
        ),
    ),
    Suite(
        "full_texts",
        "full_texts",
        "what is stored of a paper's full text is cut into passages, and who has none says why",
        False,
        (
            *_not_null("paper_id"),
            _unique("paper_id"),
            _one_of("in_passages", ["yes"]),
            _one_of("explained", ["yes"]),
        ),
    ),
    Suite(
        "standing",
        "retraction_notices",
        "every paper that is read has a standing, and a look-up that failed says why",
        False,
        (
            *_not_null("paper_id"),
            _unique("paper_id"),
            _one_of("retraction_status", [status.value for status in RetractionStatus]),
            _one_of("explained", ["yes"]),
        ),
    ),
    Suite(
        "readings",
        "extracted_claims",
        "one reading of each paper that passed the gate, and the engine and version that made it",
        True,
        (
            *_not_null("extraction_id", "paper_id"),
            _unique("paper_id"),
            *_filled("engine", "engine_version"),
            *_not_null("decision"),
            _one_of("decision", [GateDecision.INCLUDED.value, GateDecision.BORDERLINE.value]),
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
        "confidence",
        "validated_edges",
        f"no claim below a confidence of {DEFAULT_REVIEW_BELOW:g} counts unless a person let it in",
        True,
        (*_not_null("edge_id"), _between("confidence", DEFAULT_REVIEW_BELOW, 1)),
    ),
    Suite(
        "self_reference",
        "validated_edges",
        "nothing acts on itself: the two ends of an edge differ",
        True,
        (*_not_null("edge_id"), _one_of("ends_differ", ["yes"])),
    ),
    Suite(
        "aliases",
        "alias_links",
        "every link says why; similar names are one thing by a shared alias and .95, or by a person",
        True,
        (
            *_not_null("link_id", "tier", "status"),
            *_filled("reason"),
            _one_of("decided", ["yes"]),
            _between("similarity_of_tier_b", PENDING_SIMILARITY, 1.000001),
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
        "insights",
        "insights",
        "a path rests on stored edges, and every path has its rank and its words",
        False,
        (
            _unique("rank"),
            *_filled("text"),
            _between("score", 0, 1),
            _equal("edges", "edges_found"),
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
            *_filled("explanation"),
            Expectation("ExpectTableRowCountToEqual", {"value": 1}),
        ),
    ),
    Suite(
        "report",
        "report",
        "the page, the verdict and the edges are written, and show what stands",
        False,
        (
            *_not_null("file", "found"),
            _equal("found", "expected"),
            Expectation("ExpectTableRowCountToEqual", {"value": 3}),
        ),
    ),
)
