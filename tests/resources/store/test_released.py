"""Migrations that shipped are never edited, and a store of every released schema becomes like a fresh one."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, make_url, text

from resources.store.migrate import MIGRATIONS, run_script, upgrade
from resources.store.server import EmbeddedServer, sqlalchemy_url
from resources.store.session import Store, make_engine
from resources.store.verify import misfits

SHIPPED = MIGRATIONS / "shipped.sha256"
RELEASED = Path(__file__).with_name("released")
NEXT_STEP = (
    "A migration that shipped is never edited: write the next one. For a new one add a line: "
    "cd sql/migrations && sha256sum {} >> shipped.sha256"
)


def listed() -> dict[str, str]:
    """Path to hash of every migration that shipped."""
    lines = SHIPPED.read_text(encoding="utf-8").splitlines()
    return {path: digest for digest, path in (line.split("  ", 1) for line in lines)}


def migrations() -> list[str]:
    """Every file that says what a migration does."""
    files = [*(MIGRATIONS / "versions").glob("*.py"), *(MIGRATIONS / "rules").glob("*.sql")]
    return sorted(str(path.relative_to(MIGRATIONS)) for path in files)


@pytest.mark.parametrize("path", migrations())
def test_a_migration_is_as_it_shipped(path: str) -> None:
    digest = hashlib.sha256((MIGRATIONS / path).read_bytes()).hexdigest()
    assert listed().get(path) == digest, NEXT_STEP.format(path)


def test_no_migration_that_shipped_is_missing_or_listed_twice() -> None:
    assert listed().keys() <= set(migrations())
    assert len(SHIPPED.read_text(encoding="utf-8").splitlines()) == len(listed())


def test_every_migration_has_a_number_of_its_own_and_follows_the_one_before() -> None:
    numbers = [path.name.split("_")[0] for path in sorted((MIGRATIONS / "versions").glob("*.py"))]
    assert numbers == [f"{number:04d}" for number in range(1, len(numbers) + 1)]


@pytest.fixture(params=sorted(path.stem for path in RELEASED.glob("[0-9]*.sql")))
def older(request: pytest.FixtureRequest, store_server: EmbeddedServer) -> Iterator[Engine]:
    """A database as a released program left it, with a few rows."""
    name = f"released_{request.param}"
    store_server.ensure_database(name)
    engine = make_engine(make_url(sqlalchemy_url(store_server.url(name))))
    with engine.begin() as connection:
        run_script(connection, RELEASED / f"{request.param}.sql")
    engine.dispose()  # the dump empties the search path of its session
    yield engine
    engine.dispose()
    store_server.drop_database(name)


_BLANKS = re.compile(r"[\s()]+")
_PARTS = {
    "columns": "SELECT table_name, column_name, data_type, is_nullable, column_default, is_identity"
    " FROM information_schema.columns WHERE table_schema = 'public'",
    "constraints": "SELECT conrelid::regclass::text, conname,"
    " replace(pg_get_constraintdef(oid), ' NOT VALID', '') FROM pg_constraint"
    " WHERE connamespace = 'public'::regnamespace",
    "indexes": "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'",
    "triggers": "SELECT pg_get_triggerdef(oid), tgenabled FROM pg_trigger WHERE NOT tgisinternal",
    "functions": "SELECT p.oid::regprocedure::text, p.prosrc, p.prosecdef, p.proconfig::text FROM pg_proc p"
    " WHERE p.pronamespace = 'public'::regnamespace"
    " AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')",
    "views": "SELECT viewname, definition FROM pg_views WHERE schemaname = 'public'",
    "types of node": "SELECT name, domain FROM node_types",
    "types of relation": "SELECT name, domain FROM relation_types",
}


def schema(engine: Engine) -> dict[str, list[str]]:
    """All that the schema says, in parts, but for white space and brackets: a dump writes these anew."""
    with engine.connect() as connection:
        return {
            part: sorted(
                _BLANKS.sub(" ", " | ".join(map(str, row))) for row in connection.execute(text(query))
            )
            for part, query in _PARTS.items()
        }


def test_a_store_of_an_older_program_becomes_like_a_fresh_one(older: Engine, store: Store) -> None:
    assert upgrade(older) is True
    found, wanted = schema(older), schema(store.engine)
    for part in _PARTS:
        assert found[part] == wanted[part], part


def test_rows_of_an_older_program_stay_and_are_held_to_the_rules_of_now(older: Engine) -> None:
    upgrade(older)
    with older.connect() as connection:
        edges = connection.execute(text("SELECT id, validators_version FROM standing_edges")).all()
        reviews = connection.scalar(text("SELECT count(*) FROM reviews"))
        version = connection.scalar(text("SELECT version FROM rule_versions"))
        seals = connection.scalar(text("SELECT count(*) FROM seals WHERE table_name = 'edges'"))
    assert (edges, reviews, version, seals) == ([], 2, "4", 1), "a person had turned the edge down"
    opened = Store(older, embedded=True)
    with opened.session() as session:
        outside = [item.what for item in misfits(session, "4") if item.table == "reviews"]
    assert outside == [
        "stand outside what reviews_decision allows",
        "stand outside what reviews_reviewer allows",
    ]
