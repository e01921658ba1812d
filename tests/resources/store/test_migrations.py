"""The schema: one history, the same as the classes, applied once however many start at a time."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, make_url, text
from sqlmodel import SQLModel

import resources.store.tables  # noqa: F401
from aitia.model.errors import StoreVersionError
from resources.store.migrate import SQL, head_revision, upgrade
from resources.store.revise import is_compared
from resources.store.server import EmbeddedServer, sqlalchemy_url
from resources.store.session import Store, make_engine


@pytest.fixture
def empty(store_server: EmbeddedServer) -> Iterator[Engine]:
    """An engine on a database without a schema."""
    store_server.ensure_database("without_schema")
    engine = make_engine(make_url(sqlalchemy_url(store_server.url("without_schema"))))
    yield engine
    engine.dispose()
    store_server.drop_database("without_schema")


def test_the_migrated_schema_is_what_the_classes_say(kept_store: Store) -> None:
    with kept_store.engine.connect() as connection:
        context = MigrationContext.configure(
            connection,
            opts={
                "version_table": "schema_version",
                "include_object": is_compared,
                "compare_type": True,
                "compare_server_default": True,
            },
        )
        assert compare_metadata(context, SQLModel.metadata) == []


def test_every_check_of_the_classes_is_in_the_schema(kept_store: Store) -> None:
    from sqlalchemy import CheckConstraint

    named = {
        str(constraint.name)
        for table in SQLModel.metadata.tables.values()
        for constraint in table.constraints
        if isinstance(constraint, CheckConstraint) and constraint.name
    }
    with kept_store.engine.connect() as connection:
        found = set(connection.scalars(text("SELECT conname FROM pg_constraint WHERE contype = 'c'")))
    assert named <= found


def test_a_current_schema_is_left_alone(kept_store: Store) -> None:
    assert upgrade(kept_store.engine) is False


def test_an_empty_database_gets_the_newest_schema(empty: Engine) -> None:
    assert upgrade(empty) is True
    with empty.connect() as connection:
        assert connection.scalar(text("SELECT version_num FROM schema_version")) == head_revision()


def test_of_many_that_start_at_once_one_migrates(empty: Engine) -> None:
    done: list[bool] = []
    threads = [threading.Thread(target=lambda: done.append(upgrade(empty))) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == [False, False, False, False, True]


def test_a_migration_that_fails_leaves_nothing_behind(empty: Engine) -> None:
    with empty.begin() as connection:
        connection.execute(text("CREATE TABLE claim_decisions (in_the_way int)"))
    with pytest.raises(Exception, match="claim_decisions"):
        upgrade(empty)
    with empty.connect() as connection:
        tables = set(connection.scalars(text("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")))
    assert tables == {"claim_decisions"}


def test_a_schema_newer_than_the_program_is_refused(store: Store) -> None:
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE schema_version SET version_num = '9999'"))
        connection.execute(text("COMMENT ON TABLE schema_version IS '9999 by a later program'"))
    with pytest.raises(StoreVersionError, match=r"9999.*Install a newer aitia"):
        upgrade(store.engine)


def test_views_that_were_lost_come_back_with_the_next_change(store: Store) -> None:
    with store.engine.begin() as connection:
        connection.execute(text("DROP VIEW current_verdicts CASCADE"))
        connection.execute(text("COMMENT ON TABLE schema_version IS 'an older state'"))
    assert upgrade(store.engine) is True
    with store.engine.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM current_verdicts")) == 0


@pytest.mark.parametrize("view", sorted(path.stem for path in (SQL / "views").glob("*.sql")))
def test_each_file_of_views_makes_the_view_it_is_named_after(kept_store: Store, view: str) -> None:
    with kept_store.engine.connect() as connection:
        known = set(connection.scalars(text("SELECT viewname FROM pg_views WHERE schemaname = 'public'")))
    assert view in known
