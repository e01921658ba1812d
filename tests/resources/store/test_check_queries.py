"""The queries behind the asset checks give the columns that their suites look at."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text

from bench.store_scale import fill
from resources.store.session import Store
from validators.suites import SUITES

_CHECKS = Path(__file__).resolve().parents[3] / "sql" / "checks"


@pytest.fixture
def filled(store: Store) -> Store:
    with store.session() as session:
        fill(session, 200, 2)
    return store


def test_every_query_gives_its_suite_the_columns_that_it_looks_at(filled: Store) -> None:
    for suite in (suite for suite in SUITES if suite.name != "report"):
        with filled.session() as session:
            statement = text((_CHECKS / f"{suite.name}.sql").read_text(encoding="utf-8"))
            found = session.execute(statement, {"question_id": "question_1"})
            columns = set(found.keys())
        for expectation in suite.expectations:
            named = {value for name, value in expectation.arguments.items() if name.startswith("column")}
            assert named <= columns, suite.name


def test_an_unsure_edge_counts_by_its_confidence_until_a_person_lets_it_in(filled: Store) -> None:
    query = text((_CHECKS / "confidence.sql").read_text(encoding="utf-8"))

    def confidence(edge: str) -> list[float | None]:
        with filled.session() as session:
            rows = session.execute(query, {"question_id": "question_1"}).mappings()
            return [row["confidence"] for row in rows if row["edge_id"] == edge]

    def review(number: int, decision: str, claim: str) -> None:
        with filled.session() as session:
            session.execute(
                text(
                    "INSERT INTO reviews (review_id, subject_type, subject_id, decision, reviewer)"
                    " VALUES (:id, 'claim', :claim, :decision, 'a person')"
                ),
                {"id": f"review_{number}", "claim": claim, "decision": decision},
            )

    with filled.session() as session:
        rows = session.execute(query, {"question_id": "question_1"}).mappings()
        edge = sorted(row["edge_id"] for row in rows)[0]
    claim = edge.replace("edge", "claim")
    assert confidence(edge) == [0.8]
    review(1, "accept", claim)
    assert confidence(edge) == [None]
    review(2, "reject", claim)
    assert confidence(edge) == []
