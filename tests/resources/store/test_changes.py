"""The look for touched questions: what it costs as the store grows, and that it misses nothing."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from bench.store_scale import explain_touched, fill, statements_of
from resources.store import changes
from resources.store.session import Store


@pytest.fixture
def filled(store: Store) -> Store:
    """400 papers and 20 questions, whose watermarks are spread over the change log."""
    grow(store, 400, 20)
    return store


def grow(store: Store, papers: int, questions: int) -> None:
    with store.session() as session:
        fill(session, papers, questions)
    with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("ANALYZE"))


def retract(store: Store, paper: str) -> None:
    with store.session() as session:
        found = session.execute(
            text("UPDATE papers SET retraction_status = 'retracted' WHERE paper_id = :paper"),
            {"paper": paper},
        )
    assert found.rowcount == 1  # type: ignore[attr-defined]


def touched(store: Store, since: int = 0) -> changes.Touched:
    with store.session() as session:
        return changes.touched_since(session, since)


def ids(found: changes.Touched) -> set[str]:
    return {question_id for question_id, _, _ in found.questions}


def test_a_store_of_twice_the_size_is_looked_through_at_twice_the_rows(filled: Store, store: Store) -> None:
    with filled.session() as session:
        small = explain_touched(session, 0).rows
        session.execute(text("SET LOCAL session_replication_role = replica"))  # tables are never emptied
        session.execute(text("TRUNCATE papers, questions, nodes, change_log, model_calls CASCADE"))
    grow(store, 800, 40)
    with store.session() as session:
        large = explain_touched(session, 0).rows
    assert large <= 2.6 * small


def test_a_look_with_nothing_new_reads_no_change_of_the_log(filled: Store) -> None:
    first = touched(filled)
    assert first.questions
    with statements_of(filled) as sent:
        again = touched(filled, first.below)
    assert not again.questions
    assert len(sent) == 1


def test_a_look_finds_what_changed_since_and_each_change_once(filled: Store) -> None:
    first = touched(filled)
    retract(filled, "paper_98")
    second = touched(filled, first.below)
    assert "question_1" in ids(second)
    assert not touched(filled, second.below).questions


def test_a_run_that_ended_after_the_look_is_asked_of_what_changed_before_it(filled: Store) -> None:
    """The run read before the change and said so after a look had passed the change by."""
    with filled.session() as session:
        taken_in = changes.horizon(session)
        session.execute(text("UPDATE questions SET reasoned_below = NULL WHERE question_id = 'question_1'"))
    retract(filled, "paper_98")
    look = touched(filled)
    assert "question_1" not in ids(look)
    with filled.session() as session:
        changes.advance(session, "question_1", taken_in)
    assert ids(touched(filled, look.below)) == {"question_1"}


def test_a_transaction_in_flight_is_looked_at_when_it_has_ended(filled: Store) -> None:
    with filled.session() as writing:
        writing.execute(text("UPDATE papers SET retraction_status = 'concern' WHERE paper_id = 'paper_98'"))
        meanwhile = touched(filled)
    later = touched(filled, meanwhile.below)
    assert "question_1" in ids(later)


def test_a_cursor_from_before_a_restore_is_a_first_look(filled: Store) -> None:
    assert touched(filled, 10**15) == touched(filled)
