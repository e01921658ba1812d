"""Hits, decisions of the gate and standing readings change while a run is at work, and at no other time."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import text

from aitia.model.errors import StoreError
from resources.store import changes
from resources.store.session import Store, insert_once
from resources.store.tables import (
    QuestionExtractionRow,
    QuestionNodeRow,
    QuestionPaperRow,
    RoundRow,
    SearchHitRow,
    SearchRow,
)
from resources.store.verify import SEALED_SETS, broken_seals, misfits
from tests.resources.store.accepted import conclude, fill, run

FORGERIES = [
    "UPDATE question_papers SET score = 0.9",
    "UPDATE question_papers SET score = NULL",
    "UPDATE question_papers SET decision = 'excluded', reason = 'so'",
    "UPDATE question_papers SET created_at = now() - interval '1 year'",
    "DELETE FROM question_papers",
    "DELETE FROM question_papers WHERE paper_id = 'paper_2'",
    'INSERT INTO question_papers SELECT (jsonb_populate_record(q, \'{"paper_id": "paper_3"}\')).*'
    " FROM question_papers q LIMIT 1",
    "UPDATE question_extractions SET run_id = 'another'",
    "DELETE FROM question_extractions",
    "INSERT INTO question_extractions (question_id, paper_id, extraction_id)"
    " VALUES ('question_1', 'paper_2', 'extraction_1')",
    "DELETE FROM question_nodes",
    "INSERT INTO question_nodes VALUES ('question_1', 'node_slips')",
    "DELETE FROM search_hits",
    "INSERT INTO search_hits (search_id, record_id, paper_id, rank, duplicate)"
    " VALUES ('s', 'r3', 'paper_1', 3, true)",
]


def answer(concluded: Store) -> None:
    """A question whose run has ended: two hits, two decisions of the gate, one reading."""
    question = {"question_id": "question_1"}
    run(
        concluded,
        "INSERT INTO papers (paper_id, title, title_key, demonstration) VALUES ('paper_3', '', '', false)",
    )
    with concluded.session() as session:
        insert_once(session, RoundRow, [question | {"round_no": 1}])
        search = question | {"search_id": "s", "round_no": 1, "source": "x", "query": "q"}
        insert_once(session, SearchRow, [search | {"evidence_type": "harm"}])
        hits = [{"search_id": "s", "record_id": f"r{n}", "paper_id": f"paper_{n}", "rank": n} for n in (1, 2)]
        insert_once(session, SearchHitRow, hits)
        gate = {"round_no": 1, "decision": "included", "score": 0.5}
        insert_once(session, QuestionPaperRow, [question | gate | {"paper_id": f"paper_{n}"} for n in (1, 2)])
        reading = {"paper_id": "paper_1", "extraction_id": "extraction_1"}
        insert_once(session, QuestionExtractionRow, [question | reading])
        insert_once(session, QuestionNodeRow, [question | {"node_id": "node_drug"}])
        changes.settle(session, "question_1", "inputs", "state")


@pytest.fixture
def answered(concluded: Store) -> Store:
    """A store with such a question."""
    answer(concluded)
    return concluded


@pytest.fixture
def tried_answered(keep: Callable[..., Store]) -> Iterator[Store]:
    """The same in one transaction, which is taken back when the test ends."""
    with keep(fill, conclude, answer).rehearsal() as (store, _):
        yield store


@pytest.mark.parametrize("statement", FORGERIES)
def test_what_a_settled_question_rests_on_is_refused_a_change(tried_answered: Store, statement: str) -> None:
    with pytest.raises(StoreError, match=r"change only (while it is answered|when it is searched for again)"):
        run(tried_answered, statement)


@pytest.mark.parametrize("statement", FORGERIES)
def test_with_the_rules_set_aside_the_set_is_named(tried_answered: Store, statement: str) -> None:
    with tried_answered.trial() as session:
        assert not list(broken_seals(session))
        session.execute(text("SET LOCAL session_replication_role = replica"))
        session.execute(text(statement))
        (found,) = broken_seals(session)
    assert found.table in SEALED_SETS
    assert found.what == "its rows were changed, deleted or written past the rules"


def test_a_run_changes_them_and_the_seals_follow(answered: Store) -> None:
    with answered.session() as session:
        changes.unsettle(session, "question_1")
        for statement in FORGERIES:
            if "search_hits" in statement:
                session.execute(text("UPDATE searches SET sent_at = now(), status = 'complete'"))
            session.execute(text(statement))
    with answered.session() as session:
        assert not list(broken_seals(session))
        left = session.execute(
            text("SELECT count(*) FROM seals WHERE table_name = 'question_papers'")
        ).scalar()
    assert left == 1, "the seal of an empty set stays, and says that it is empty"


def test_hits_of_a_settled_question_change_in_the_transaction_of_a_sending_only(answered: Store) -> None:
    with answered.session() as session:
        session.execute(text("UPDATE searches SET sent_at = now(), status = 'complete'"))
        session.execute(text("DELETE FROM search_hits WHERE record_id = 'r2'"))
    with pytest.raises(StoreError, match="only when it is searched for again"):
        run(answered, "DELETE FROM search_hits")


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE questions SET outcome = 'another'", "changes only while it is answered"),
        ("UPDATE questions SET sources = ARRAY['pubmed']", "changes only while it is answered"),
        ("UPDATE questions SET kept_sources = ARRAY['pubmed']", "changes only while it is answered"),
        ("UPDATE rounds SET changed = '{\"sources_present\": 1}'", "noted by its run only"),
        ("UPDATE rounds SET finished_at = '2020-01-01'", "noted by its run only"),
        ("UPDATE papers SET year = 1999 WHERE paper_id = 'paper_1'", "when its sources are searched again"),
        ("UPDATE papers SET authors = ARRAY['A B'] WHERE paper_id = 'paper_2'", "sources are searched again"),
    ],
)
def test_a_settled_question_its_rounds_and_papers_stay(
    tried_answered: Store, statement: str, said: str
) -> None:
    with pytest.raises(StoreError, match=said):
        run(tried_answered, statement)


@pytest.mark.parametrize(
    ("statement", "table", "what"),
    [
        (
            "INSERT INTO claim_decisions SELECT (jsonb_populate_record(d,"
            ' \'{"validators_version": "1x"}\')).* FROM claim_decisions d LIMIT 1',
            "claim_decisions",
            "was decided by rules that no program has",
        ),
        (
            'INSERT INTO effect_estimates SELECT (jsonb_populate_record(e, \'{"estimate_id": "x"}\')).*'
            " FROM effect_estimates e LIMIT 1",
            "effect_estimates",
            "its id does not follow from what it is",
        ),
        ("INSERT INTO node_types VALUES ('Vehicle', 'traffic')", "node_types", "no domain names it"),
        (
            "INSERT INTO rule_versions (version) VALUES ('1')",
            "rule_versions",
            "puts in force what was in force",
        ),
        (
            "INSERT INTO rounds (question_id, round_no) VALUES ('question_1', 2)",
            "rounds",
            "planned no search",
        ),
        (
            "INSERT INTO schema_version VALUES ('9999')",
            "schema_version",
            "is not the version of this program",
        ),
        (
            "INSERT INTO imported_edges (source, edge_key, licence, cause, cause_key, relation, effect,"
            " effect_key) VALUES ('a list', 'k', 'CC0', 'a', 'a', 'causes', 'b', 'b')",
            "imported_edges",
            "has other edges than its lists were read with",
        ),
        (
            "UPDATE papers SET sections = '[1]' WHERE paper_id = 'paper_3'",
            "papers",
            "cannot be read: ValidationError",
        ),
    ],
)
def test_an_invented_row_that_the_database_takes_is_named(
    tried_answered: Store, statement: str, table: str, what: str
) -> None:
    with tried_answered.trial() as session:
        before = set(misfits(session, "1"))
        session.execute(text(statement))
        named = {(item.table, item.what) for item in set(misfits(session, "1")) - before}
    assert any(found == table and said.startswith(what) for found, said in named), named
