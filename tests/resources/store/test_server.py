"""The embedded server: one that starts on demand, stays up, and comes back after being killed."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from aitia.model.errors import StoreFull, StoreUnavailable, StoreVersionError
from resources.store import server as server_room
from resources.store.embedded import cluster as cluster_room
from resources.store.embedded import programs as programs_room
from resources.store.embedded.account import server_account
from resources.store.embedded.postmaster import disown_pid_file, live_pid, read_pid_file
from resources.store.embedded.programs import find_programs
from resources.store.server import EmbeddedServer, dagster_url, sqlalchemy_url

ROOT = Path(__file__).resolve().parents[3]
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root drops to another account")


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that the server's account can reach; whatever still runs in it is stopped at the end."""
    folder = Path(tempfile.mkdtemp(prefix="aitia-server-"))
    folder.chmod(0o755)
    yield folder
    EmbeddedServer(folder / "postgres", durable=False).stop()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def server(place: Path) -> EmbeddedServer:
    """A server that has never been started."""
    return EmbeddedServer(place / "postgres", durable=False)


def _until(true: Callable[[], bool], seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


def test_it_starts_answers_stops_and_keeps_its_port_and_rows(server: EmbeddedServer) -> None:
    assert server.status().running is False
    assert server.stop() is False
    server.start()
    first = server.status()
    assert first.running
    assert (first.version or "").split(".")[0] == "18"
    assert server.ensure_database("kept") is True
    assert server.ensure_database("kept") is False
    with psycopg.connect(server.url("kept")) as connection:
        connection.execute("CREATE TABLE t AS SELECT 1 AS x")
    server.start()
    assert server.status().pid == first.pid
    assert server.stop() is True
    assert server.status().running is False
    server.start()
    assert server.status().port == first.port
    with psycopg.connect(server.url("kept")) as connection:
        assert connection.execute("SELECT x FROM t").fetchall() == [(1,)]


def test_what_was_committed_survives_a_killed_server(place: Path) -> None:
    server = EmbeddedServer(place / "postgres", durable=True)
    server.start()
    server.ensure_database("kept")
    # An open connection leaves a child behind that outlives the killed server for a moment.
    with psycopg.connect(server.url("kept"), autocommit=True) as connection:
        connection.execute("CREATE TABLE t AS SELECT generate_series(1, 1000) AS x")
        pid = server.status().pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        server.start()
        assert server.status().pid != pid
        with psycopg.connect(server.url("kept")) as again:
            assert again.execute("SELECT count(*) FROM t").fetchone() == (1000,)


def test_a_server_whose_children_outlive_it_is_not_started_twice(
    server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_room, "_ORPHAN_SECONDS", 1.0)
    server.start()
    pid = server.status().pid
    assert pid is not None
    children = [int(line) for line in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    checkpointer = next(c for c in children if b"checkpointer" in Path(f"/proc/{c}/cmdline").read_bytes())
    os.kill(checkpointer, signal.SIGSTOP)
    try:
        os.kill(pid, signal.SIGKILL)
        _until(lambda: live_pid(server.home / "data") is None)
        with pytest.raises(StoreUnavailable, match="still run"):
            server.start()
    finally:
        os.kill(checkpointer, signal.SIGCONT)
    server.start()
    assert server.status().running


def test_of_many_that_start_at_once_one_server_comes_up(place: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from resources.store.server import EmbeddedServer\n"
        "s = EmbeddedServer(Path(sys.argv[1]), durable=False); s.start()\n"
        "s.ensure_database('shared'); print(s.status().pid)"
    )
    started = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(place / "postgres")],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    said = [process.communicate(timeout=120)[0].strip() for process in started]
    assert all(process.returncode == 0 for process in started)
    assert len(set(said)) == 1
    assert said[0].isdigit()


def test_a_relative_path_means_the_same_server_from_anywhere(
    place: Path, server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(place)
    relative = EmbeddedServer(Path("postgres"), durable=False)
    relative.start()
    monkeypatch.chdir("/")
    assert relative.status() == server.status()
    assert server.status().running


def test_it_listens_on_this_machine_only_and_asks_for_the_password(server: EmbeddedServer) -> None:
    server.start()
    port = server.status().port
    assert port is not None
    with psycopg.connect(server.url("postgres")) as connection:
        assert connection.execute("SHOW listen_addresses").fetchone() == ("127.0.0.1",)
        assert connection.execute("SHOW unix_socket_directories").fetchone() == ("",)
    wrong = server.url("postgres").replace(":" + server.url("postgres").split(":")[2].split("@")[0], ":wrong")
    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        psycopg.connect(wrong)
    assert stat.S_IMODE((server.home / "password").stat().st_mode) == 0o600


def test_it_takes_another_port_when_its_own_is_taken(server: EmbeddedServer) -> None:
    server.start()
    port = server.status().port
    assert port is not None
    server.stop()
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind(("127.0.0.1", port))
        other.listen()
        server.start()
        assert server.status().port != port


def test_a_creation_that_was_killed_half_way_is_begun_anew(server: EmbeddedServer) -> None:
    half = server.home / ".new-1"
    half.mkdir(parents=True)
    (half / "PG_VERSION").write_text("18\n")
    server.start()
    assert server.status().running
    assert not half.exists()


def test_a_pid_that_was_given_to_another_program_does_not_count_as_a_server(server: EmbeddedServer) -> None:
    server.start()
    data = server.home / "data"
    kept = (data / "postmaster.pid").read_text()
    server.stop()
    lines = kept.splitlines(keepends=True)
    (data / "postmaster.pid").write_text(f"{os.getpid()}\n" + "".join(lines[1:]))
    assert live_pid(data) is None
    server.start()
    assert server.status().running


def test_a_disowned_pid_file_still_names_its_shared_memory(place: Path) -> None:
    (place / "postmaster.pid").write_text("1\n/data\n0\n5432\n\n127.0.0.1\n 123 456\nready\n")
    disown_pid_file(place, server_account())
    assert "123 456" in (place / "postmaster.pid").read_text()
    noted = read_pid_file(place)
    assert noted is not None
    assert noted.pid > 2**22


def test_data_of_another_major_version_are_left_alone(server: EmbeddedServer) -> None:
    (server.home / "data").mkdir(parents=True)
    (server.home / "data" / "PG_VERSION").write_text("14\n")
    with pytest.raises(StoreVersionError, match=r"PostgreSQL 14.*carries 18.*Move that folder away"):
        server.start()
    assert (server.home / "data" / "PG_VERSION").read_text() == "14\n"


def test_a_folder_that_is_no_database_is_left_alone(server: EmbeddedServer) -> None:
    (server.home / "data").mkdir(parents=True)
    (server.home / "data" / "thesis.txt").write_text("two years of work")
    with pytest.raises(StoreUnavailable, match="not empty and not a PostgreSQL data directory"):
        server.start()
    assert (server.home / "data" / "thesis.txt").exists()


def test_a_full_disk_is_said_before_anything_is_begun(
    server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_room, "_LEAST_FREE_BYTES", 2**60)
    with pytest.raises(StoreFull, match="Free some space, or set AITIA_DATA_HOME"):
        server.start()
    assert not (server.home / "data").exists()


@pytest.mark.parametrize(
    ("said", "error"),
    [
        ("could not write to file: No space left on device", StoreFull),
        ("database files are incompatible with server", StoreVersionError),
        ("could not create lock file: Permission denied", StoreUnavailable),
    ],
)
def test_the_words_of_postgresql_become_the_right_error(
    place: Path, said: str, error: type[Exception]
) -> None:
    cluster = cluster_room.Cluster(place, server_account())
    assert type(cluster.explain("The database server cannot be started", said)) is error


def test_a_lost_password_is_named_with_its_file(server: EmbeddedServer) -> None:
    server.start()
    password = server.home / "password"
    kept = password.read_text()
    password.unlink()
    try:
        with pytest.raises(StoreUnavailable, match="password file"):
            server.url("aitia")
    finally:
        password.write_text(kept)


def test_a_path_that_a_shell_would_read_is_refused(place: Path) -> None:
    with pytest.raises(StoreUnavailable, match="Set AITIA_DATA_HOME"):
        EmbeddedServer(place / "a$HOME", durable=False).start()


@as_root
def test_root_is_told_which_folder_bars_the_way(place: Path) -> None:
    barred = place / "closed"
    barred.mkdir(mode=0o700)
    with pytest.raises(StoreUnavailable, match=rf"may not pass {barred} .*chmod o\+x {barred}"):
        EmbeddedServer(barred / "postgres", durable=False).start()


@as_root
def test_programs_that_the_account_cannot_reach_are_copied_whole(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packages, version = programs_room._installed()
    hidden = place / "hidden"
    hidden.mkdir(mode=0o700)
    for root in programs_room._roots(packages):
        shutil.copytree(root, hidden / root.name, symlinks=True)
    monkeypatch.setattr(programs_room, "_installed", lambda: (hidden, version))
    server = EmbeddedServer(place / "postgres", durable=False)
    server.start()
    assert server.status().running
    copied = find_programs(server_account(), server.home)
    assert copied.folder.is_relative_to(server.home / "programs" / version)
    # When the clone is deleted, the server that was started from it goes on, and can be stopped.
    shutil.rmtree(hidden)
    with psycopg.connect(server.url("postgres")) as connection:
        connection.execute("CREATE EXTENSION vector")
    assert server.stop() is True


def test_addresses_name_the_driver_that_each_reader_needs() -> None:
    assert sqlalchemy_url("postgresql://u@h/d") == "postgresql+psycopg://u@h/d"
    assert dagster_url("postgres://u@h/d") == "postgresql+psycopg2://u@h/d"
