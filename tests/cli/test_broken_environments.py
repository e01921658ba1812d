"""A database or folder that cannot be used is told in one line with the next step, never with a trace."""

from __future__ import annotations

import os
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
import pytest

if TYPE_CHECKING:
    from resources.settings import Settings
    from resources.store.server import EmbeddedServer

ROOT = Path(__file__).resolve().parents[2]


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("AITIA_")}
    return subprocess.run(
        [sys.executable, "-m", "cli.main", *arguments],
        cwd=ROOT,
        env=kept | environment,
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
        stdin=subprocess.DEVNULL,
    )


def one_line(done: subprocess.CompletedProcess[str], code: int = 1) -> str:
    """The single message of a command that failed as it should."""
    assert done.returncode == code, done.stderr
    assert done.stderr.startswith("Error: ")
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr


MakeDatabase = Callable[..., str]


@pytest.fixture
def make_database(store_server: EmbeddedServer) -> Iterator[MakeDatabase]:
    """Makes a database as a statement says; gives its address. All are dropped at the end."""
    names: list[str] = []

    def make(statement: str) -> str:
        name = f"broken_{uuid.uuid4().hex[:12]}"
        with psycopg.connect(store_server.url("postgres"), autocommit=True) as connection:
            connection.execute(statement.replace("NAME", name).encode())
        names.append(name)
        return store_server.url(name)

    yield make
    for name in names:
        store_server.drop_database(name)


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_of_another_encoding_is_refused_with_the_way_to_make_one(
    make_database: MakeDatabase, tmp_path: Path, encoding: str
) -> None:
    address = make_database(
        f"CREATE DATABASE NAME TEMPLATE template0 ENCODING '{encoding}' LOCALE_PROVIDER libc LOCALE 'C'"
    )
    said = one_line(run("questions", AITIA_DATABASE_URL=address, AITIA_DATA_HOME=str(tmp_path)))
    assert encoding in said
    assert "--encoding=UTF8" in said


def test_a_user_who_may_not_make_tables_is_told_what_to_grant(
    make_database: MakeDatabase, tmp_path: Path
) -> None:
    address = make_database("CREATE DATABASE NAME TEMPLATE template0")
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("CREATE EXTENSION vector")
        connection.execute("CREATE ROLE powerless LOGIN PASSWORD 'p'")
    try:
        theirs = f"postgresql://powerless:p@{address.split('@')[1]}"
        said = one_line(run("questions", AITIA_DATABASE_URL=theirs, AITIA_DATA_HOME=str(tmp_path)))
        assert "GRANT" in said
    finally:
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("DROP OWNED BY powerless")
            connection.execute("DROP ROLE powerless")


@pytest.mark.parametrize("command", [("questions",), ("db", "start")])
def test_a_data_home_that_cannot_be_made_is_named_with_its_setting(command: tuple[str, ...]) -> None:
    said = one_line(run(*command, AITIA_DATA_HOME="/dev/null/home"))
    assert "/dev/null" in said
    assert "AITIA_DATA_HOME" in said


def test_a_data_home_whose_lock_is_another_users_is_named_with_its_setting(tmp_path: Path) -> None:
    from aitia.model.errors import StoreUnavailable
    from resources.store.embedded.account import Account
    from resources.store.embedded.cluster import Cluster

    # A folder cannot be opened for writing by anyone, root included, as a stranger's file by a user.
    (tmp_path / "lock").mkdir()
    cluster = Cluster(tmp_path, Account(os.geteuid(), os.getegid(), dropped=False))
    with pytest.raises(StoreUnavailable, match="AITIA_DATA_HOME"), cluster.lock():
        pass


def test_a_cache_that_cannot_be_written_is_named_with_its_setting() -> None:
    from aitia.model.errors import SettingsError
    from resources.embedders.minilm import MiniLmEmbedder

    with pytest.raises(SettingsError, match=r"/dev/null/cache.*AITIA_CACHE_HOME"):
        MiniLmEmbedder(Path("/dev/null/cache")).embed(["one"])


# What an unqualified name of the catalogue means is decided by the search path, which a database may set: the
# server then answers as another one would.
OLD_SERVER = """CREATE FUNCTION other.current_setting(text) RETURNS text LANGUAGE sql AS
    $$ SELECT CASE WHEN $1 = 'server_version_num' THEN '140012' ELSE pg_catalog.current_setting($1) END $$"""
NO_VECTOR = """CREATE VIEW other.pg_available_extensions AS
    SELECT * FROM pg_catalog.pg_available_extensions WHERE name <> 'vector'"""
OLD_VECTOR = """CREATE VIEW other.pg_available_extensions AS
    SELECT name, '0.7.4'::text AS default_version, NULL::text AS installed_version
    FROM pg_catalog.pg_available_extensions"""
REPLICA = "CREATE FUNCTION other.pg_is_in_recovery() RETURNS boolean LANGUAGE sql AS $$ SELECT true $$"


@pytest.mark.parametrize(
    ("otherwise", "said"),
    [
        (OLD_SERVER, ("PostgreSQL 14", "15 or newer", "AITIA_DATABASE_URL")),
        (NO_VECTOR, ("no pgvector", "Install the extension 'vector' 0.8 or newer")),
        (OLD_VECTOR, ("pgvector is 0.7.4", "ALTER EXTENSION vector UPDATE")),
        (REPLICA, ("is a replica", "Name its primary in AITIA_DATABASE_URL")),
        ("", ("only reads", "RESET default_transaction_read_only")),
    ],
    ids=["an old server", "no pgvector", "an old pgvector", "a replica", "a database that only reads"],
)
def test_a_server_that_does_not_do_is_refused_with_what_to_do(
    make_database: MakeDatabase, tmp_path: Path, otherwise: str, said: tuple[str, ...]
) -> None:
    from resources.settings import get_settings
    from resources.store.health import schema_state

    address = make_database("CREATE DATABASE NAME TEMPLATE template0")
    name = address.rpartition("/")[2]
    with psycopg.connect(address, autocommit=True) as connection:
        if otherwise:
            connection.execute("CREATE SCHEMA other")
            connection.execute(otherwise.encode())
            connection.execute(f"ALTER DATABASE {name} SET search_path = other, pg_catalog, public".encode())
        else:
            connection.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on".encode())
    message = one_line(run("questions", AITIA_DATABASE_URL=address, AITIA_DATA_HOME=str(tmp_path)))
    assert all(words in message for words in said), message
    # What `aitia doctor` tells, which asks no command to fail first.
    state, told, _ = schema_state(get_settings(database_url=address, data_home=tmp_path))
    assert state == "fail"
    assert all(words in told for words in said), told
    with psycopg.connect(address) as connection:
        left = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
    assert left == (0,), "a refused server is left as it was"


def test_code_that_cannot_be_loaded_keeps_the_pages_closed_and_says_why_in_one_line(tmp_path: Path) -> None:
    broken = tmp_path / "sqlmodel.py"
    broken.write_text("raise ImportError('libmissing.so: cannot open\\nand more of the trace')\n")
    path = os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH"))))
    said = one_line(run("dev", PYTHONPATH=path, AITIA_DATA_HOME=str(tmp_path / "home")))
    assert "definitions.py: ImportError: libmissing.so: cannot open. `make install`" in said
    assert not (tmp_path / "home" / "postgres").exists(), "nothing was started"


def test_the_pages_are_not_opened_over_a_database_that_is_missing(tmp_path: Path) -> None:
    address = "postgresql://nobody:hidden@127.0.0.1:9/aitia"
    said = one_line(run("dev", AITIA_DATABASE_URL=address, AITIA_DATA_HOME=str(tmp_path)))
    assert "127.0.0.1:9/aitia cannot be reached" in said
    assert "hidden" not in said


@pytest.mark.parametrize("command", [("ask", "-q", "Does aspirin reduce stroke?"), ("dev",)])
def test_a_whole_store_that_only_reads_begins_no_run_and_opens_no_pages(
    store_settings: Settings, tmp_path: Path, command: tuple[str, ...]
) -> None:
    from resources.store.addresses import dagster_storage_url
    from resources.store.session import open_store

    open_store(store_settings).close()
    dagster_storage_url(store_settings)
    assert store_settings.database_url is not None
    address = store_settings.database_url.get_secret_value()
    with psycopg.connect(address, autocommit=True) as connection:
        name = address.rpartition("/")[2]
        connection.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on'.encode())
    place = {"AITIA_DATABASE_URL": address, "AITIA_DATA_HOME": str(tmp_path)}
    assert "only reads" in one_line(run(*command, **place))
    assert run("questions", **place).returncode == 0, "what is there can be looked at"
