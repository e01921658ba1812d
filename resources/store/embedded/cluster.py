"""The folder of an embedded server: its data, password, port and lock."""

from __future__ import annotations

import fcntl
import os
import secrets
import shutil
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from aitia.model.errors import StoreError, StoreFull, StoreUnavailable, StoreVersionError
from resources.store.embedded.account import Account, make_folder
from resources.store.embedded.programs import Programs, is_shell_safe

SUPERUSER = "aitia"
_LOCK_SECONDS = 120.0
_LEAST_FREE_BYTES = 64 * 2**20


@dataclass(frozen=True)
class Cluster:
    """`home` holds `data/` (PostgreSQL's own), `password`, `port` and `lock`."""

    home: Path
    account: Account
    durable: bool = True

    @property
    def data(self) -> Path:
        """PostgreSQL's data directory."""
        return self.home / "data"

    @property
    def log(self) -> Path:
        """The server's own log."""
        return self.data / "server.log"

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Hold the only right to make, start or stop this server; others wait."""
        make_folder(self.home, self.account)
        with self._lock_file() as handle:
            deadline = time.monotonic() + _LOCK_SECONDS
            while True:
                try:
                    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    if time.monotonic() > deadline:
                        raise StoreUnavailable(
                            f"Another process has been starting or stopping the server in {self.home} for "
                            f"{_LOCK_SECONDS:.0f} s. Wait for it, or end it, and try again."
                        ) from None
                    time.sleep(0.02)
            yield

    def _lock_file(self) -> TextIO:
        try:
            return (self.home / "lock").open("w")
        except OSError as problem:
            raise StoreUnavailable(
                f"{self.home / 'lock'} cannot be opened: {problem.strerror or problem}. The database there "
                "belongs to another account: use that one, or set AITIA_DATA_HOME to a folder of your own."
            ) from problem

    def create(self, programs: Programs) -> None:
        """Make the data directory unless it exists; a run that was killed half-way leaves nothing behind.

        Raises StoreVersionError for data of another major version, StoreFull, StoreUnavailable.
        """
        self._check_path()
        if (self.data / "PG_VERSION").exists():
            return self._check_version(programs)
        if self.data.exists() and any(self.data.iterdir()):
            raise StoreUnavailable(
                f"{self.data} is not empty and not a PostgreSQL data directory. Move it away."
            )
        self.check_space()
        for left_over in self.home.glob(".new-*"):
            shutil.rmtree(left_over, ignore_errors=True)
        fresh = self.home / f".new-{os.getpid()}"
        fresh.mkdir(mode=0o700)
        self.account.adopt(fresh)
        password = self._write_private(self.home / ".initdb-password", self._own_password())
        self.account.adopt(password)
        try:
            ended = programs.run(
                *("initdb", "-D", str(fresh), "-U", SUPERUSER, "--pwfile", str(password)),
                *("--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-instructions"),
                *("--locale-provider=builtin", "--builtin-locale=C.UTF-8"),
                *(() if self.durable else ("--no-sync",)),
            )
        finally:
            password.unlink(missing_ok=True)
        if ended.code:
            shutil.rmtree(fresh, ignore_errors=True)
            raise self.explain("The database cannot be created", ended.text)
        if self.data.exists():
            self.data.rmdir()
        fresh.rename(self.data)
        return None

    def password(self) -> str:
        """The superuser's password. Raises StoreUnavailable when its file is gone or not readable."""
        path = self.home / "password"
        try:
            return path.read_text(encoding="ascii").strip()
        except OSError as problem:
            raise StoreUnavailable(
                f"The database's password file {path} cannot be read: {problem.strerror or problem}. "
                "Use the account that made the database, or set AITIA_DATA_HOME to a folder of your own."
            ) from problem

    def port(self, but_not: int | None = None) -> int:
        """The port chosen when this server first started; another one when it is taken or `but_not`."""
        path = self.home / "port"
        try:
            chosen = int(path.read_text(encoding="ascii"))
        except (OSError, ValueError):
            chosen = 0
        if not 1024 <= chosen <= 65535 or chosen == but_not or not _is_free(chosen):
            chosen = _free_port()
            self._write_private(path, str(chosen), mode=0o644)
        return chosen

    def check_space(self) -> None:
        """Raise StoreFull when the disk has too little left for the server to start at all."""
        free = shutil.disk_usage(self.home).free
        if free < _LEAST_FREE_BYTES:
            raise StoreFull(
                f"Only {free // 2**20} MB are free on the disk of {self.home}; the database needs "
                f"{_LEAST_FREE_BYTES // 2**20} MB to start. Free some space, or set "
                "AITIA_DATA_HOME to another disk."
            )

    def explain(self, what: str, said: str) -> StoreError:
        """The error that PostgreSQL's own words stand for."""
        last = " ".join(said.splitlines()[-6:])
        if "No space left on device" in said or "Disk quota exceeded" in said:
            return StoreFull(
                f"{what}: the disk of {self.home} is full. Free some space and run again; no data is lost."
            )
        if "files are incompatible with server" in said:
            return StoreVersionError(f"{what}: {self.data} belongs to another version of PostgreSQL. {last}")
        return StoreUnavailable(f"{what} in {self.data}: {last} The server's log is {self.log}.")

    def _own_password(self) -> str:
        path = self.home / "password"
        if not path.exists():
            self._write_private(path, secrets.token_urlsafe(32))
        return self.password()

    def _write_private(self, path: Path, text: str, mode: int = 0o600) -> Path:
        """Write a small file whole or not at all, never readable by others for a moment."""
        fresh = path.with_name(f".{path.name.lstrip('.')}.{os.getpid()}")
        fresh.unlink(missing_ok=True)
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w") as handle:
            handle.write(text)
        return fresh.replace(path)

    def _check_version(self, programs: Programs) -> None:
        found = (self.data / "PG_VERSION").read_text(encoding="ascii").strip()
        if found != programs.major:
            raise StoreVersionError(
                f"The data in {self.data} was written by PostgreSQL {found}; this installation carries "
                f"{programs.major}. Move that folder away to begin anew, or dump it with PostgreSQL {found} "
                "(pg_dump) and restore it; or set AITIA_DATABASE_URL to a server that runs it."
            )

    def _check_path(self) -> None:
        if not is_shell_safe(self.home):
            raise StoreUnavailable(
                f"The folder {self.home} has a quote, backslash, $, ` or line break in its name, which "
                "PostgreSQL's start command cannot take. Set AITIA_DATA_HOME to a folder without."
            )


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as PostgreSQL itself binds
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
