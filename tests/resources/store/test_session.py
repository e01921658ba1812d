"""Opening the store, writing rows once, and errors that say what to do."""

from __future__ import annotations

import math
import os
import shutil
import subprocess
import threading
from pathlib import Path

import pytest
from sqlalchemy import text

from aitia.model.errors import SettingsError, StoreError, StoreFull, StoreUnavailable
from resources.settings import Settings, get_settings
from resources.store.addresses import dagster_storage_url
from resources.store.health import store_status
from resources.store.server import EmbeddedServer
from resources.store.session import Store, insert_once, make_engine, open_store
from resources.store.tables import PaperRow, QuestionRow
from tests.disks import unmount


def test_rows_go_in_once_and_are_counted(store: Store) -> None:
    rows = [{"paper_id": f"paper_{number}", "title": "t"} for number in range(2500)]
    with store.session() as session:
        assert insert_once(session, PaperRow, rows) == 2500
        assert insert_once(session, PaperRow, [*rows, {"paper_id": "paper_new"}]) == 1
        assert insert_once(session, PaperRow, []) == 0


def test_the_natural_key_counts_not_only_the_primary_one(store: Store) -> None:
    with store.session() as session:
        assert insert_once(session, PaperRow, [{"paper_id": "paper_1", "pmid": "1"}]) == 1
        assert insert_once(session, PaperRow, [{"paper_id": "paper_2", "pmid": "1"}]) == 0


def test_columns_that_a_row_leaves_out_take_the_defaults_of_the_class(store: Store) -> None:
    with store.session() as session:
        insert_once(session, QuestionRow, [{"question_id": "question_1", "text": "Does it?"}])
    with store.session() as session:
        row = session.get_one(QuestionRow, "question_1")
        assert row.active is True
        assert row.conditions == []
        assert row.created_at is not None


def test_what_fails_half_way_is_taken_back(store: Store) -> None:
    def fail_after_a_row() -> None:
        with store.session() as session:
            insert_once(session, PaperRow, [{"paper_id": "paper_1"}])
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail_after_a_row()
    with store.session() as session:
        assert session.get(PaperRow, "paper_1") is None


def test_nothing_of_a_rehearsal_stays_though_its_sessions_see_what_the_earlier_ones_wrote(
    store: Store,
) -> None:
    with store.rehearsal() as (rehearsed, _):
        with rehearsed.session() as session:
            insert_once(session, PaperRow, [{"paper_id": "paper_1"}])
        with rehearsed.session() as session:
            assert session.get(PaperRow, "paper_1") is not None
    with store.session() as session:
        assert session.get(PaperRow, "paper_1") is None


def test_a_trial_within_a_rehearsal_sees_it_waits_for_nothing_and_leaves_nothing(store: Store) -> None:
    with store.rehearsal() as (rehearsed, _):
        with rehearsed.session() as session:
            insert_once(session, PaperRow, [{"paper_id": "paper_1"}])
        with rehearsed.trial() as session:
            assert session.get(PaperRow, "paper_1") is not None
            # In a transaction of its own it would wait for the rehearsal, which waits for it.
            insert_once(session, PaperRow, [{"paper_id": "paper_1"}, {"paper_id": "paper_2"}])
        with rehearsed.session() as session:
            assert session.get(PaperRow, "paper_1") is not None
            assert session.get(PaperRow, "paper_2") is None


def test_writers_of_the_same_rows_in_any_order_do_not_deadlock(store: Store) -> None:
    rows = [{"paper_id": f"paper_{number:04}"} for number in range(500)]
    added: list[int] = []

    def write(order: list[dict[str, str]]) -> None:
        with store.session() as session:
            added.append(insert_once(session, PaperRow, order))

    threads = [threading.Thread(target=write, args=(rows[:: 1 if n % 2 else -1],)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(added) == 500
    assert len(added) == 6


def test_a_number_that_is_not_one_does_not_get_into_json(store: Store) -> None:
    with pytest.raises(Exception, match="JSON compliant"), store.session() as session:
        insert_once(session, QuestionRow, [{"question_id": "q", "text": "t", "conditions": [math.nan]}])


def test_an_own_server_that_does_not_answer_is_named_without_its_password() -> None:
    settings = get_settings(database_url="postgresql://me:s3cret@127.0.0.1:9/aitia")
    with pytest.raises(StoreUnavailable, match=r"127\.0\.0\.1:9/aitia.*AITIA_DATABASE_URL") as caught:
        open_store(settings)
    assert "s3cret" not in str(caught.value)
    found = store_status(settings)
    assert not found.running
    assert "s3cret" not in repr(found)


def test_a_wrong_password_and_a_missing_database_each_get_their_own_words(store_settings: Settings) -> None:
    address = store_settings.database_url
    assert address is not None
    right = address.get_secret_value()
    wrong = right.replace(right.split(":")[2].split("@")[0], "wrong")
    with pytest.raises(StoreUnavailable, match="refuses user aitia"):
        open_store(get_settings(database_url=wrong))
    with pytest.raises(StoreUnavailable, match=r"no such database.*createdb nowhere"):
        open_store(get_settings(database_url=right.rsplit("/", 1)[0] + "/nowhere"))


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("mysql://u:s3cret@h/d", "the store is PostgreSQL"),
        ("not an address s3cret", "not an address"),
        ("postgresql://u:s3cret@h:5432", "names no database"),
        ("postgresql://u:s3cret@h:port/d", "not an address"),
    ],
)
def test_an_address_that_is_none_is_refused_without_showing_it(address: str, said: str) -> None:
    with pytest.raises(SettingsError, match=said) as caught:
        open_store(get_settings(database_url=address))
    assert "s3cret" not in str(caught.value)


def test_dagster_gets_a_schema_of_its_own_on_an_own_server(store: Store, store_settings: Settings) -> None:
    address = dagster_storage_url(store_settings)
    assert address.startswith("postgresql+psycopg2://")
    assert "search_path%3Ddagster" in address
    with store.session() as session:
        assert session.execute(text("SELECT 1 FROM pg_namespace WHERE nspname = 'dagster'")).scalar() == 1


def fill_up(store: Store) -> None:
    """Write more than the small disk holds."""
    for number in range(40):
        rows = [{"paper_id": f"p_{number}_{i}", "abstract": os.urandom(500_000).hex()} for i in range(10)]
        with store.session() as session:
            insert_once(session, PaperRow, rows)


def move_the_log(server: EmbeddedServer, elsewhere: Path) -> None:
    """Put the stopped server's write-ahead log on another disk: the tables run full, the log does not.

    A server that cannot lengthen its log stops, which is another failure.
    """
    log = server.home / "data" / "pg_wal"
    subprocess.run(["cp", "-a", str(log), str(elsewhere)], check=True)
    shutil.rmtree(log)
    log.symlink_to(elsewhere)


def leave_little(disk: Path) -> None:
    """Leave 6 MB free."""
    with (disk / "filler").open("wb", buffering=0) as file:
        while (free := os.statvfs(disk)).f_bavail * free.f_frsize > 6 * 2**20:
            file.write(bytes(2**20))


@pytest.mark.skipif(os.geteuid() != 0, reason="needs to mount a small disk")
def test_a_disk_that_fills_up_is_an_error_that_says_so_and_what_was_written_stays(server_home: Path) -> None:
    disk = server_home / "small_disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=200m", "tmpfs", str(disk)], capture_output=True
    )
    if mounted.returncode:
        pytest.skip("this system does not let a disk be mounted")
    disk.chmod(0o755)
    settings = get_settings(data_home=disk, durable=False)
    server = EmbeddedServer(settings.server_home, durable=False)
    try:
        open_store(settings).close()
        server.stop()
        move_the_log(server, server_home / "log_of_small_disk")
        opened = open_store(settings)
        with opened.session() as session:
            insert_once(session, PaperRow, [{"paper_id": "paper_kept"}])
        leave_little(disk)
        with pytest.raises(StoreFull, match="free some space"):
            fill_up(opened)
        with opened.session() as session:
            assert session.get(PaperRow, "paper_kept") is not None
        opened.close()
    finally:
        server.stop()
        unmount(disk)


def test_a_refused_row_keeps_postgresqls_own_error_as_its_cause(store: Store) -> None:
    with pytest.raises(StoreError, match="papers_retraction_status") as caught, store.session() as session:
        insert_once(session, PaperRow, [{"paper_id": "p", "retraction_status": "gone"}])
    assert caught.value.__cause__ is not None


def test_who_finds_every_connection_in_use_is_told_so_and_what_to_do(store: Store) -> None:
    engine = make_engine(store.engine.url, connections=2)
    engine.pool._timeout = 0.2  # type: ignore[attr-defined]
    held = [engine.connect(), engine.connect()]
    with pytest.raises(StoreUnavailable, match=r"All 2 connections .* in use .* try again later"):
        engine.connect()
    for one in held:
        one.close()
    engine.dispose()


def test_as_many_writers_as_the_pool_holds_are_served_at_once(store: Store) -> None:
    engine = make_engine(store.engine.url, connections=32)
    held = [engine.connect() for _ in range(32)]
    assert len({one.execute(text("SELECT pg_backend_pid()")).scalar_one() for one in held}) == 32
    for one in held:
        one.close()
    engine.dispose()
