"""A backup holds everything, goes back whole or not at all, and incremental work goes on where it was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text

from aitia.model.errors import DocumentError, StoreError, StoreUnavailable, StoreVersionError
from resources.settings import Settings
from resources.store.backup import backup, restore
from resources.store.reasoning_sql import statement as statement_of
from resources.store.session import Store, open_store

if TYPE_CHECKING:
    from resources.store.server import EmbeddedServer

QUESTION = (
    "INSERT INTO questions (question_id, text, kind, domain, intervention, outcome, outcome_polarity,"
    " active, reasoned_below, marked_in)"
    " VALUES ('q', 'Does a cause b?', 'effect', 'biomedical', 'a', 'b', 'unknown', true,"
    " change_log_horizon(), pg_current_xact_id()::text::bigint)"
)


def run(store: Store, statement: str, **values: object) -> list[dict[str, Any]]:
    with store.session() as session:
        result = session.connection().execute(text(statement), values)
        return [dict(row) for row in result.mappings()] if result.returns_rows else []


def log_change(store: Store, number: int) -> None:
    """A change as a trigger records it; nobody else may."""
    with store.session() as session:
        session.execute(text("SET LOCAL session_replication_role = replica"))
        session.execute(
            text("SELECT record_change('edges', :row, 'INSERT', ARRAY['a'], 'paper')"),
            {"row": f"edge {number}"},
        )


@pytest.fixture
def filled(store: Store, store_settings: Settings) -> Store:
    """A question that has taken in one change of two, with later transactions behind it."""
    log_change(store, 1)
    run(store, QUESTION)
    log_change(store, 2)
    for _ in range(50):
        run(store, "SELECT pg_current_xact_id()")
    return store


def unread(store: Store) -> list[str]:
    """The rows of the changes that the question has not taken in, as incremental work compares them."""
    found = run(
        store,
        "SELECT row_id FROM change_log, questions WHERE transaction_id >= reasoned_below"
        " AND transaction_id < change_log_horizon() ORDER BY seq",
    )
    return [row["row_id"] for row in found]


@pytest.fixture
def elsewhere(
    store_server: EmbeddedServer, store_settings: Settings, tmp_path: Path
) -> Callable[[str], Settings]:
    """Settings of another empty database on the server, by name."""

    def make(name: str) -> Settings:
        store_server.ensure_database(name)
        address = store_server.url(name)
        return store_settings.model_copy(
            update={"database_url": type(store_settings.database_url)(address)}  # type: ignore[misc]
        )

    return make


def test_a_restored_store_holds_the_same_and_goes_on_where_it_was(
    filled: Store, store_settings: Settings, elsewhere: Callable[[str], Settings], tmp_path: Path
) -> None:
    file = tmp_path / "store.backup"
    assert unread(filled) == ["edge 2"]
    held = backup(store_settings, file)
    assert held.questions == 1
    other = elsewhere("restored_elsewhere")
    assert restore(other, file) == held
    again = open_store(other)
    try:
        assert unread(again) == ["edge 2"]
        oldest, newest = run(again, "SELECT transaction_id FROM change_log ORDER BY seq")
        assert oldest["transaction_id"] < newest["transaction_id"] < 0
        marked = run(again, "SELECT marked_in FROM questions")[0]["marked_in"]
        # A look from any earlier cursor reads the window from the question's own mark on.
        statement = text(statement_of("find_change_window"))
        with again.session() as session:
            for since in (0, 5, marked):
                window = session.execute(statement, {"since": since, "question_id": None}).one()
                assert window.first == run(again, "SELECT reasoned_below FROM questions")[0]["reasoned_below"]
        log_change(again, 3)
        assert unread(again) == ["edge 2", "edge 3"]
        # The rules are in force again, and the reader may read.
        with pytest.raises(StoreError, match="never changed"):
            run(again, "UPDATE change_log SET row_id = 'forged'")
        assert run(again, "SELECT has_table_privilege('aitia_reader', 'papers', 'SELECT') AS may")[0]["may"]
    finally:
        again.close()


def test_a_second_backup_of_a_restored_store_restores_too(
    filled: Store, store_settings: Settings, tmp_path: Path
) -> None:
    for number in (1, 2):
        file = tmp_path / f"{number}.backup"
        backup(store_settings, file)
        restore(store_settings, file, replace=True)
        assert unread(filled) == ["edge 2"]


def test_a_store_with_questions_is_replaced_only_where_that_is_asked_for(
    filled: Store, store_settings: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "store.backup"
    backup(store_settings, file)
    with pytest.raises(DocumentError, match="exists already"):
        backup(store_settings, file)
    with pytest.raises(StoreError, match="The store holds 1 questions, which the backup would replace"):
        restore(store_settings, file)


def test_what_is_no_backup_and_one_cut_short_leave_the_store_as_it_is(
    filled: Store, store_settings: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "store.backup"
    backup(store_settings, file)
    whole = file.read_bytes()
    file.write_bytes(b"not a backup")
    with pytest.raises(DocumentError, match="is not a backup of a store"):
        restore(store_settings, file, replace=True)
    file.write_bytes(whole[: len(whole) // 2])
    with pytest.raises((StoreError, DocumentError)) as problem:
        restore(store_settings, file, replace=True)
    assert "\n" not in str(problem.value)
    assert unread(filled) == ["edge 2"]
    with pytest.raises(DocumentError, match="does not exist"):
        restore(store_settings, tmp_path / "missing", replace=True)


def test_a_backup_of_a_newer_aitia_is_refused_with_what_it_needs(
    filled: Store, store_settings: Settings, tmp_path: Path
) -> None:
    run(filled, "UPDATE schema_version SET version_num = '9999'")
    file = tmp_path / "store.backup"
    backup(store_settings, file)
    with pytest.raises(StoreVersionError, match=r"at version 9999.*Install a newer aitia"):
        restore(store_settings, file, replace=True)


def test_a_newer_store_is_refused_with_the_version_it_needs(filled: Store, store_settings: Settings) -> None:
    run(filled, "UPDATE schema_version SET version_num = '9999'")
    run(filled, "COMMENT ON TABLE schema_version IS '9999 scripts words 7.2.0'")
    with pytest.raises(StoreVersionError, match=r"at version 9999.*Install aitia 7\.2\.0 or newer"):
        open_store(store_settings)


def test_a_database_that_only_reads_is_one_clear_message(filled: Store, store_settings: Settings) -> None:
    name = run(filled, "SELECT current_database() AS name")[0]["name"]
    run(filled, f'ALTER DATABASE "{name}" SET default_transaction_read_only = on')
    opened = open_store(store_settings)
    try:
        with pytest.raises(StoreUnavailable, match="only reads") as problem:
            log_change(opened, 4)
        assert "\n" not in str(problem.value)
    finally:
        opened.close()
    run(filled, "COMMENT ON TABLE schema_version IS NULL")
    with pytest.raises(StoreUnavailable, match="only reads"):
        open_store(store_settings)
