"""The documented queries run, and a reader can do nothing but read."""

from __future__ import annotations

from pathlib import Path

import pytest

from aitia.errors import StoreError
from resources.settings import Settings, get_settings
from resources.store.migrate import SQL
from resources.store.reader import query, read_only
from resources.store.server import EmbeddedServer
from resources.store.session import Store, open_store

QUERIES = sorted((SQL / "queries").glob("*.sql"))


@pytest.mark.parametrize("path", QUERIES, ids=lambda path: path.stem)
def test_each_documented_query_runs_for_a_reader(store: Store, path: Path) -> None:
    statement = path.read_text(encoding="utf-8")
    assert statement.startswith("-- "), "it begins by saying what it answers"
    assert query(store, statement, row_limit=10, timeout=10).columns


def test_the_query_of_the_design_is_among_them_word_for_word(shared: Path) -> None:
    design = (shared / "DESIGN.md").read_text(encoding="utf-8")
    begin = design.index("    SELECT DISTINCT p.paper_id")
    block = design[begin : design.index("\n\n", begin)]
    wanted = "\n".join(line[4:] for line in block.splitlines())
    assert wanted in (SQL / "queries" / "find_what_improves_on_a_method.sql").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM papers",
        "INSERT INTO questions (question_id) VALUES ('q')",
        "CREATE TABLE t (x int)",
        "CREATE TEMP TABLE t (x int)",
        "SELECT 1; DELETE FROM papers",
        "DO $$ BEGIN EXECUTE 'DELETE FROM papers'; END $$",
        "WITH gone AS (DELETE FROM papers RETURNING 1) SELECT * FROM gone",
        "SELECT setval('change_log_seq_seq', 99)",
        "COMMIT",
        "SELEC 1",
        " ; ",
        "SELECT * FROM nowhere",
    ],
)
def test_what_does_not_only_read_is_refused_with_a_reason(store: Store, statement: str) -> None:
    with pytest.raises(StoreError, match=r"\w"):
        query(store, statement, row_limit=10, timeout=10)


def test_rows_beyond_the_limit_are_cut_and_the_answer_says_so(store: Store) -> None:
    answer = query(store, "SELECT name FROM node_types ORDER BY name", row_limit=3, timeout=10)
    assert len(answer.rows) == 3
    assert answer.cut
    assert not query(store, "SELECT 'a%b'", row_limit=1, timeout=10).cut


def test_a_query_that_takes_too_long_is_stopped(store: Store) -> None:
    with pytest.raises(StoreError, match=r"longer than 0\.2 s"):
        query(store, "SELECT pg_sleep(5)", row_limit=1, timeout=0.2)


def test_the_embedded_server_lets_the_reader_log_in_by_itself(store_server: EmbeddedServer) -> None:
    settings = get_settings(data_home=store_server.home.parent, durable=False)
    answer = read_only(settings, "SELECT session_user, current_user", row_limit=5, timeout=10)
    assert answer.rows == (("aitia_reader", "aitia_reader"),)
    with pytest.raises(StoreError, match="permission denied"):
        read_only(settings, "SET ROLE aitia", row_limit=5, timeout=10)


def test_a_server_that_forbids_roles_is_read_in_a_read_only_transaction_and_says_so(
    store_settings: Settings,
) -> None:
    address = (store_settings.database_url or pytest.fail("no address")).get_secret_value()
    owner = open_store(store_settings)
    with owner.engine.connect() as connection:
        database = owner.engine.url.database
        connection.exec_driver_sql("CREATE ROLE plain_user LOGIN PASSWORD 'p'")
        connection.exec_driver_sql("GRANT SELECT, DELETE ON ALL TABLES IN SCHEMA public TO plain_user")
        connection.commit()
        try:
            theirs = address.replace(address.split("@")[0], "postgresql://plain_user:p")
            plain = open_store(get_settings(database_url=theirs))
            answer = query(plain, "SELECT current_user", row_limit=1, timeout=10)
            assert answer.rows == (("plain_user",),)
            assert "read-only transaction" in (answer.note or "")
            with pytest.raises(StoreError, match="only reads"):
                query(plain, "DELETE FROM papers", row_limit=1, timeout=10)
            plain.close()
        finally:
            connection.exec_driver_sql("DROP OWNED BY plain_user")
            connection.exec_driver_sql("DROP ROLE plain_user")
            connection.commit()
    assert database
    owner.close()
