"""Statements of a reader that try to do more than read: `python -m bench.reader_statements [--json PATH]`.

Each is given to what `aitia sql` calls, on three servers: the embedded one; another one whose address is a
superuser's; and one whose address is an ordinary role's, where an administrator let the reader log in.
Afterwards every table, role, right, setting and file is as before, or the statements are tried one by one and
named.
"""

from __future__ import annotations

import argparse
import hashlib
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
from psycopg import sql
from sqlalchemy import make_url
from sqlmodel import SQLModel

import resources.store.tables  # noqa: F401
from aitia.model.errors import AitiaError
from bench.report import Measure, emit
from resources.settings import Settings, get_settings
from resources.store.reader import query
from resources.store.server import EmbeddedServer
from resources.store.session import Store, open_store

_ORDINARY = "ordinary"
_PASSWORD = "p"
_ROWS = sql.SQL("SELECT {name}, count(*), md5(string_agg(x::text, '' ORDER BY x::text)) FROM {table} x")
_SERVER = (
    "SELECT array_agg(rolname || rolsuper::text || rolcanlogin::text ORDER BY rolname)::text FROM pg_roles",
    "SELECT array_agg(oid::regclass::text || relowner::text || coalesce(relacl::text, '') ORDER BY oid)::text"
    " FROM pg_class WHERE relnamespace = 'public'::regnamespace",
    "SELECT array_agg(tgname || tgenabled::text ORDER BY tgname, oid)::text FROM pg_trigger",
    "SELECT array_agg(proname || md5(prosrc) ORDER BY oid)::text FROM pg_proc"
    " WHERE pronamespace = 'public'::regnamespace",
    "SELECT array_agg(nspname ORDER BY nspname)::text FROM pg_namespace WHERE nspname !~ '^pg_(toast_)?temp'",
    "SELECT array_agg(datname ORDER BY datname)::text FROM pg_database",
    "SELECT array_agg(extname ORDER BY extname)::text FROM pg_extension",
    "SELECT array_agg(name || setting ORDER BY name)::text FROM pg_file_settings",
    "SELECT count(*)::text FROM pg_largeobject_metadata",
    "SELECT count(*)::text FROM pg_replication_slots",
    "SELECT last_value::text FROM change_log_seq_seq",
)


@dataclass(frozen=True)
class Place:
    """A store, its owner's role, and an administrator's address to look at all of it."""

    name: str
    store: Store
    owner: str
    administrator: str
    mark: Path


def statements(place: Place) -> list[str]:
    """Every statement, for every table of the store."""
    held = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    tables = sorted(SQLModel.metadata.tables)
    templates = [t.replace("{table}", table) for t in held["each_table"] for table in tables] + held["alone"]
    return [t.replace("{mark}", str(place.mark)).replace("{owner}", place.owner) for t in templates]


def state(place: Place) -> str:
    """A hash of every row, role, right, rule and setting, and of whether the marked file is there."""
    digest = hashlib.sha256(str(place.mark.exists()).encode())
    with psycopg.connect(place.administrator) as connection:
        for query_text in _SERVER:
            digest.update(repr(connection.execute(query_text.encode()).fetchone()).encode())
        for table in sorted(SQLModel.metadata.tables):
            rows = _ROWS.format(name=sql.Literal(table), table=sql.Identifier(table))
            digest.update(repr(connection.execute(rows).fetchone()).encode())
    return digest.hexdigest()


def effects(place: Place, tried: Sequence[str]) -> tuple[list[str], int]:
    """The statements that changed anything, and how many were refused."""
    before, refused = state(place), 0
    for statement in tried:
        refused += _refused(place, statement)
    if state(place) == before:
        return [], refused
    return [s for s in tried if _changes(place, s)], refused


def _changes(place: Place, statement: str) -> bool:
    before = state(place)
    _refused(place, statement)
    return state(place) != before


def _refused(place: Place, statement: str) -> bool:
    try:
        query(place.store, statement, row_limit=10, timeout=10)
    except AitiaError:
        return True
    return False


@contextmanager
def embedded(folder: Path) -> Iterator[Place]:
    """The embedded server, as the commands open it."""
    settings = get_settings(data_home=folder, durable=False)
    store = open_store(settings)
    server = EmbeddedServer(settings.server_home, False)
    try:
        yield Place("embedded server", store, "aitia", server.url("aitia"), folder / "mark")
    finally:
        store.close()
        server.stop()


@contextmanager
def elsewhere(folder: Path, ordinary: bool) -> Iterator[Place]:
    """A server that is not the program's own, by an address of a superuser's or of an ordinary role's."""
    server = EmbeddedServer(folder / "postgres", durable=False)
    server.start()
    try:
        server.ensure_database("store")
        address = server.url("store")
        settings = get_settings(database_url=address, data_home=folder)
        store = open_store(settings)
        if ordinary:
            store.close()
            store = open_store(_ordinary(folder, address))
        owner = _ORDINARY if ordinary else str(make_url(address).username)
        yield Place(
            f"another server, {'ordinary role' if ordinary else 'superuser'}",
            store,
            owner,
            address,
            folder / "mark",
        )
        store.close()
    finally:
        server.stop()


def _ordinary(folder: Path, address: str) -> Settings:
    """Settings of a role that may write and no more; the administrator lets the reader log in for it."""
    from resources.store.reader_session import reader_password

    told = make_url(address).set(username=_ORDINARY, password=_PASSWORD)
    with psycopg.connect(address) as connection:
        connection.execute(
            sql.SQL("CREATE ROLE {} LOGIN PASSWORD {} IN ROLE aitia_writer").format(
                sql.Identifier(_ORDINARY), sql.Literal(_PASSWORD)
            )
        )
        connection.execute(
            sql.SQL("ALTER ROLE aitia_reader LOGIN PASSWORD {}").format(sql.Literal(reader_password(told)))
        )
    return get_settings(database_url=told.render_as_string(hide_password=False), data_home=folder)


def main() -> None:
    """Try all of them at each place, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    measures = []
    kinds: tuple[Callable[[Path], object], ...] = (
        embedded,
        lambda folder: elsewhere(folder, False),
        lambda folder: elsewhere(folder, True),
    )
    for kind in kinds:
        with tempfile.TemporaryDirectory(prefix="aitia-bench-", ignore_cleanup_errors=True) as name:
            Path(name).chmod(0o755)
            with kind(Path(name)) as place:  # type: ignore[attr-defined]
                tried = statements(place)
                found, refused = effects(place, tried)
        print(
            f"{place.name}: {len(found)} effects, {refused} of {len(tried)} refused",
            *found,
            sep="\n",
            flush=True,
        )
        measures += [
            Measure(f"{place.name}: statements with an effect", len(found), len(tried)),
            Measure(f"{place.name}: statements refused", refused, len(tried)),
        ]
    emit(measures, given.json, "Statements of a reader that try to do more than read")


if __name__ == "__main__":
    main()
