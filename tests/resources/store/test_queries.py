"""The documented queries run, and a reader can do nothing but read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from aitia.model.errors import StoreError
from resources.settings import Settings, get_settings
from resources.store.migrate import SQL
from resources.store.reader import query, read_only
from resources.store.server import EmbeddedServer
from resources.store.session import Store, open_store

QUERIES = sorted((SQL / "queries").glob("*.sql"))


@pytest.mark.parametrize("path", QUERIES, ids=lambda path: path.stem)
def test_each_documented_query_runs_for_a_reader(kept_store: Store, path: Path) -> None:
    statement = path.read_text(encoding="utf-8")
    assert statement.startswith("-- "), "it begins by saying what it answers"
    assert query(kept_store, statement, row_limit=10, timeout=10).columns


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
def test_what_does_not_only_read_is_refused_with_a_reason(kept_store: Store, statement: str) -> None:
    with pytest.raises(StoreError, match=r"\w"):
        query(kept_store, statement, row_limit=10, timeout=10)


def test_rows_beyond_the_limit_are_cut_and_the_answer_says_so(kept_store: Store) -> None:
    answer = query(kept_store, "SELECT name FROM node_types ORDER BY name", row_limit=3, timeout=10)
    assert len(answer.rows) == 3
    assert answer.cut
    assert not query(kept_store, "SELECT 'a%b'", row_limit=1, timeout=10).cut


def test_a_query_that_takes_too_long_is_stopped(kept_store: Store) -> None:
    with pytest.raises(StoreError, match=r"longer than 0\.2 s"):
        query(kept_store, "SELECT pg_sleep(5)", row_limit=1, timeout=0.2)


def test_the_embedded_server_lets_the_reader_log_in_by_itself(store_server: EmbeddedServer) -> None:
    settings = get_settings(data_home=store_server.home.parent, durable=False)
    answer = read_only(settings, "SELECT session_user, current_user", row_limit=5, timeout=10)
    assert answer.rows == (("aitia_reader", "aitia_reader"),)
    with pytest.raises(StoreError, match="only reads: it takes one query"):
        read_only(settings, "SET ROLE aitia", row_limit=5, timeout=10)


HOSTILE = (
    "DO $$ BEGIN RESET ROLE; COPY (SELECT 1) TO PROGRAM 'touch {mark}'; END $$",
    "DO $$ BEGIN RESET ROLE; EXECUTE 'DELETE FROM node_types'; END $$",
    "COPY (SELECT 1) TO PROGRAM 'touch {mark}'",
    "COPY node_types FROM PROGRAM 'touch {mark}'",
    "SELECT pg_file_write('{mark}', 'x', false)",
    "SELECT lo_export(lo_from_bytea(0, 'x'), '{mark}')",
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT set_config('role', 'aitia', false)",
    "SELECT set_config('session_authorization', 'aitia', false)",
    "SELECT set_config('transaction_read_only', 'off', false) FROM (SELECT 1) AS s",
    "SELECT query_to_xml('DELETE FROM node_types', true, true, '')",
    "SELECT pg_reload_conf()",
    "SELECT rolpassword FROM pg_authid",
    "RESET ROLE",
    "SET SESSION AUTHORIZATION DEFAULT",
    "SELECT 1 AS x INTO TEMP t",
    "EXPLAIN ANALYZE DELETE FROM node_types",
    "DELETE FROM node_types RETURNING name",
    "SELECT 1); DELETE FROM node_types; SELECT (1",
    "SELECT 1) AS q (x); DELETE FROM node_types; --",
    "VALUES (1); DELETE FROM node_types",
    "DECLARE c CURSOR FOR SELECT 1",
    "SELECT 1 \0; DELETE FROM node_types",
    "SELECT * FROM node_types FOR UPDATE",
    "CALL nothing()",
    "SHOW data_directory",
)


@pytest.mark.parametrize("statement", HOSTILE)
def test_no_statement_has_an_effect_though_the_address_is_a_superusers(
    kept_store: Store, tmp_path: Path, statement: str
) -> None:
    """The store of the tests is opened as the server's superuser, as an address of one's own may be."""
    mark = tmp_path / "mark"
    before = _count(kept_store)
    with pytest.raises(StoreError, match=r"\w") as problem:
        query(kept_store, statement.replace("{mark}", str(mark)), row_limit=10, timeout=10)
    assert "Traceback" not in str(problem.value)
    assert not mark.exists()
    assert _count(kept_store) == before


def _count(store: Store) -> object:
    with store.engine.connect() as connection:
        return connection.exec_driver_sql("SELECT count(*) FROM node_types").scalar()


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT 1 AS a, 2 AS a",
        "SELECT 'a;b' AS text -- and a remark",
        "-- a remark\nVALUES (1, 'x'), (2, NULL);",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT i FROM n",
        "TABLE node_types",
        "SELECT ROW(1, 2), ARRAY[1, 2], now(), NULL, '{\"a\": 1}'::jsonb, '5%'",
        "(SELECT 1) UNION (SELECT 2) ORDER BY 1 LIMIT 1",
    ],
)
def test_every_kind_of_query_runs(kept_store: Store, statement: str) -> None:
    assert query(kept_store, statement, row_limit=100, timeout=10).rows


def test_values_come_back_as_they_are(kept_store: Store) -> None:
    answer = query(kept_store, "SELECT 1 AS a, 'x' AS a, '[1]'::jsonb AS b, NULL AS c, true", 5, 10)
    assert answer.columns[:4] == ("a", "a", "b", "c")
    assert answer.rows == ((1, "x", [1], None, True),)


def test_an_answer_has_a_limit_of_bytes_and_a_value_beyond_it_is_told_by_its_size(kept_store: Store) -> None:
    many = query(
        kept_store, "SELECT repeat('x', 1000) FROM generate_series(1, 1000)", 1000, 10, byte_limit=50_000
    )
    assert many.cut
    assert many.bytes_cut == 50_000
    assert 40 <= len(many.rows) <= 50
    one = query(kept_store, "SELECT 1 AS n, repeat('x', 20000000) AS wide", 10, 60, byte_limit=50_000)
    assert one.rows == ((1, "[20000000 bytes, left out: AITIA_SQL_BYTE_LIMIT]"),)
    assert not one.cut


@pytest.fixture
def plain(store_settings: Settings) -> Iterator[tuple[Store, str]]:
    """The store as a user opens it who may not let the reader log in; and the address of a reader's own."""
    address = (store_settings.database_url or pytest.fail("no address")).get_secret_value()
    place = address.split("@")[1]
    owner = open_store(store_settings)
    with owner.engine.connect() as connection:
        connection.exec_driver_sql("CREATE ROLE plain_user LOGIN PASSWORD 'p'")
        connection.exec_driver_sql("CREATE ROLE plain_reader LOGIN PASSWORD 'r'")
        connection.exec_driver_sql("GRANT SELECT, DELETE ON ALL TABLES IN SCHEMA public TO plain_user")
        connection.exec_driver_sql("GRANT SELECT ON ALL TABLES IN SCHEMA public TO plain_reader")
        connection.commit()
        opened = open_store(get_settings(database_url=f"postgresql://plain_user:p@{place}"))
        try:
            yield opened, place
        finally:
            opened.close()
            for role in ("plain_user", "plain_reader"):
                connection.exec_driver_sql(f"DROP OWNED BY {role}")
                connection.exec_driver_sql(f"DROP ROLE {role}")
            connection.commit()
    owner.close()


def test_without_a_reader_that_can_log_in_no_query_runs_and_the_message_says_what_to_do(
    plain: tuple[Store, str],
) -> None:
    opened, _ = plain
    with pytest.raises(
        StoreError, match=r"plain_user may not let aitia_reader log in.*ALTER ROLE.*AITIA_READER_URL"
    ):
        query(opened, "SELECT 1", row_limit=1, timeout=10)


def test_the_reader_of_ones_own_is_used_and_any_role_that_could_write_is_refused(
    plain: tuple[Store, str], store_settings: Settings
) -> None:
    opened, place = plain
    own = f"postgresql://plain_reader:r@{place}"
    answer = query(opened, "SELECT session_user, current_user", 1, 10, reader_url=own)
    assert answer.rows == (("plain_reader", "plain_reader"),)
    with pytest.raises(StoreError, match=r"No query was run: plain_user may write to \w+"):
        query(opened, "SELECT 1", 1, 10, reader_url=f"postgresql://plain_user:p@{place}")
    superuser = (store_settings.database_url or pytest.fail("no address")).get_secret_value()
    with pytest.raises(StoreError, match="is a superuser"):
        query(opened, "SELECT 1", 1, 10, reader_url=superuser)
    with pytest.raises(StoreError, match="cannot be used"):
        query(opened, "SELECT 1", 1, 10, reader_url=f"postgresql://plain_reader:wrong@{place}")
