"""The embedded PostgreSQL server: started on demand, stays up until it is stopped."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import psycopg
from psycopg import sql

from aitia.model.errors import StoreUnavailable
from resources.store.embedded.account import server_account
from resources.store.embedded.cluster import SUPERUSER, Cluster
from resources.store.embedded.postmaster import disown_pid_file, live_pid, read_pid_file
from resources.store.embedded.programs import Programs, find_programs

_START_SECONDS = 90.0
_STOP_SECONDS = 60.0
_ORPHAN_SECONDS = 10.0
_LOG_LIMIT = 20 * 2**20
_TUNING = (
    "-c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=200 -c jit=off "
    "-c timezone=UTC -c log_timezone=UTC -c random_page_cost=1.1 -c maintenance_work_mem=256MB "
    "-c max_parallel_maintenance_workers=0 -c log_min_messages=warning -c log_checkpoints=off "
    "-c password_encryption=scram-sha-256"
)
_DURABLE = "-c shared_buffers=256MB -c wal_compression=on"
_DISPOSABLE = (
    "-c shared_buffers=128MB -c fsync=off -c synchronous_commit=off -c full_page_writes=off "
    "-c wal_level=minimal -c max_wal_senders=0 -c autovacuum=off"
)


@dataclass(frozen=True)
class ServerStatus:
    """What is known of a server; `version` and `port` only while it runs."""

    running: bool
    home: Path
    pid: int | None = None
    port: int | None = None
    version: str | None = None


class EmbeddedServer:
    """One PostgreSQL server whose data lie in `home`, listening on 127.0.0.1 only, with a random password.

    It outlives the process that started it. Any number of processes may start it at once: one server
    comes up. With `durable` False commits are not forced to disk: for tests only.
    """

    def __init__(self, home: Path, durable: bool = True) -> None:
        self.home = home.expanduser().resolve()
        self._cluster = Cluster(self.home, server_account(), durable)

    def start(self) -> None:
        """Return once the server answers. Raises StoreUnavailable, StoreVersionError or StoreFull."""
        if self._answers() is not None:
            return
        with self._cluster.lock():
            if self._answers() is None and not self._wait_for_living():
                self._launch(find_programs(self._cluster.account, self.home))

    def stop(self) -> bool:
        """Stop the server, rolling back what is in flight; False when none was running."""
        if not self._cluster.data.exists():
            return False
        with self._cluster.lock():
            pid = live_pid(self._cluster.data)
            if pid is None:
                return False
            # What `pg_ctl stop -m fast` sends; works also when the programs have been moved meanwhile.
            os.kill(pid, signal.SIGINT)
            deadline = time.monotonic() + _STOP_SECONDS
            while live_pid(self._cluster.data) == pid:
                if time.monotonic() > deadline:
                    raise StoreUnavailable(
                        f"The database server (process {pid}) did not stop within {_STOP_SECONDS:.0f} s. "
                        f"See {self._cluster.log}."
                    )
                time.sleep(0.02)
            return True

    def status(self) -> ServerStatus:
        """Whether the server answers, without starting it."""
        version = self._answers()
        if version is None:
            return ServerStatus(False, self.home)
        noted = read_pid_file(self._cluster.data)
        return ServerStatus(
            True, self.home, noted.pid if noted else None, noted.port if noted else None, version
        )

    def url(self, database: str) -> str:
        """A `postgresql://` address with the password, for a server that has been started."""
        noted = read_pid_file(self._cluster.data)
        if noted is None or noted.port is None:
            raise StoreUnavailable(f"No server runs in {self.home}. Start it with `aitia db start`.")
        secret = quote(self._cluster.password(), safe="")
        return f"postgresql://{SUPERUSER}:{secret}@127.0.0.1:{noted.port}/{quote(database, safe='')}"

    def ensure_database(self, name: str, template: str | None = None) -> bool:
        """Create a database unless it exists; True when this call created it."""
        with self._connection() as connection:
            known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,)).fetchone()
            if known:
                return False
            # Copying files is twice as fast, but costs a durable server a checkpoint that all wait for.
            way = sql.SQL("" if self._cluster.durable else " STRATEGY file_copy")
            command = sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(
                sql.Identifier(name), sql.Identifier(template or "template0")
            )
            command += way
            try:
                connection.execute(command)
            except (psycopg.errors.DuplicateDatabase, psycopg.errors.UniqueViolation):
                return False
            return True

    def drop_database(self, name: str) -> None:
        """Remove a database and close whatever uses it; nothing happens when there is none."""
        with self._connection() as connection:
            connection.execute(
                sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
            )

    @contextmanager
    def _connection(self) -> Iterator[psycopg.Connection]:
        with psycopg.connect(self.url("postgres"), connect_timeout=10, autocommit=True) as connection:
            yield connection

    def _answers(self) -> str | None:
        """The server's version when a server of this very data directory answers, else None."""
        noted = read_pid_file(self._cluster.data) if self._cluster.data.exists() else None
        if noted is None or noted.port is None:
            return None
        try:
            with self._connection() as connection:
                row = connection.execute(
                    "SELECT current_setting('data_directory'), current_setting('server_version')"
                ).fetchone()
        except psycopg.OperationalError:
            return None
        return str(row[1]) if row and Path(row[0]) == self._cluster.data else None

    def _wait_for_living(self) -> bool:
        """Wait for a server that is alive but does not answer: it starts, recovers or shuts down."""
        deadline = time.monotonic() + _START_SECONDS
        while (pid := live_pid(self._cluster.data)) is not None:
            if self._answers() is not None:
                return True
            if time.monotonic() > deadline:
                raise StoreUnavailable(
                    f"The database server (process {pid}) has not answered for {_START_SECONDS:.0f} s. "
                    f"See {self._cluster.log}; end the process and run again."
                )
            time.sleep(0.05)
        return False

    def _launch(self, programs: Programs) -> None:
        cluster = self._cluster
        cluster.create(programs)
        cluster.check_space()
        disown_pid_file(cluster.data, cluster.account)
        if cluster.log.exists() and cluster.log.stat().st_size > _LOG_LIMIT:
            cluster.log.write_bytes(b"")
        refused: int | None = None
        deadline = time.monotonic() + _ORPHAN_SECONDS
        while True:
            port = cluster.port(but_not=refused)
            said = self._launch_once(programs, port)
            if said is None:
                return
            if "could not bind" in said and refused is None:
                refused = port
            elif "pre-existing shared memory block" in said and time.monotonic() < deadline:
                time.sleep(0.1)
            elif "pre-existing shared memory block" in said:
                raise StoreUnavailable(
                    f"The database server of {cluster.data} was killed, and processes that it had started "
                    f"still run after {_ORPHAN_SECONDS:.0f} s. End the processes named 'postgres:' of this "
                    f"account, then run again. The server's log is {cluster.log}."
                )
            else:
                raise cluster.explain("The database server cannot be started", said)

    def _launch_once(self, programs: Programs, port: int) -> str | None:
        """Start the server; None when it is up, else what it and pg_ctl said."""
        cluster = self._cluster
        before = cluster.log.stat().st_size if cluster.log.exists() else 0
        options = f"-c port={port} {_TUNING} {_DURABLE if cluster.durable else _DISPOSABLE}"
        ended = programs.run(
            *("pg_ctl", "-D", str(cluster.data), "-w", "-t", str(int(_START_SECONDS))),
            *("-l", str(cluster.log), "-o", options, "start"),
            timeout=_START_SECONDS + 30,
        )
        if ended.code == 0:
            return None
        try:
            with cluster.log.open("rb") as handle:
                handle.seek(before)
                logged = handle.read(65536).decode("utf-8", "replace")
        except OSError:
            logged = ""
        return f"{ended.text}\n{logged}".strip()


def sqlalchemy_url(url: str) -> str:
    """The address in the form that SQLAlchemy opens with psycopg 3."""
    return _with_driver(url, "postgresql+psycopg")


def dagster_url(url: str) -> str:
    """The address in the form that Dagster's storage needs: psycopg2, named outright."""
    return _with_driver(url, "postgresql+psycopg2")


def plain_url(url: str) -> str:
    """The address in the form that libpq and psql take."""
    return _with_driver(url, "postgresql")


def _with_driver(url: str, scheme: str) -> str:
    return f"{scheme}://{url.split('://', 1)[-1]}"
