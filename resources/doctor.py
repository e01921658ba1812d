"""What a question needs, looked at part by part without starting or asking anything."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from aitia.model.errors import AitiaError
from resources.settings import Settings, get_settings

_PACKAGES = ("aitia", "dagster", "dagster-postgres", "sqlalchemy", "psycopg", "pgvector", "onnxruntime")
_PYTHONS = ((3, 11), (3, 13))
_LITTLE, _TOO_LITTLE = 5 * 2**30, 2**29


@dataclass(frozen=True)
class Finding:
    """One part: its state (ok, warn, fail), what was found, and what to do."""

    part: str
    state: str
    said: str
    todo: str = ""

    def as_dict(self) -> dict[str, str]:
        """The finding by name."""
        return asdict(self)


def examine() -> list[Finding]:
    """Every part in order; one that cannot be looked at fails, and the others are looked at still."""
    found = list(_versions())
    try:
        settings = get_settings()
    except AitiaError as problem:
        return [*found, Finding("settings", "fail", str(problem), "Correct or unset the variable.")]
    found.append(Finding("settings", "ok", f"engine {settings.engine}, embedder {settings.embedder}"))
    looks: dict[str, Callable[[Settings], Iterator[Finding]]] = {
        "disk": _disk,
        "database": _database,
        "models": _models,
        "engine": _engine,
        "sources": _sources,
        "notices": _notices,
    }
    for part, look in looks.items():
        try:
            found += look(settings)
        except (AitiaError, OSError) as problem:
            found.append(Finding(part, "fail", str(problem)))
    return found


def _versions() -> Iterator[Finding]:
    running = sys.version_info[:2]
    fits = _PYTHONS[0] <= running <= _PYTHONS[1]
    todo = "" if fits else "Install with Python 3.11, 3.12 or 3.13: make install PYTHON=python3.12"
    named = []
    for package in _PACKAGES:
        try:
            named.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            yield Finding(
                "versions", "fail", f"the package {package} is not installed", "Run `make install`."
            )
    said = f"Python {running[0]}.{running[1]}, {', '.join(named)}"
    yield Finding("versions", "ok" if fits else "fail", said, todo)


def _disk(settings: Settings) -> Iterator[Finding]:
    for variable, folder in (
        ("AITIA_DATA_HOME", settings.data_home),
        ("AITIA_CACHE_HOME", settings.cache_home),
    ):
        there = _existing(folder)
        free = shutil.disk_usage(there).free
        said = f"{folder}: {free / 2**30:.1f} GiB free"
        if not os.access(there, os.W_OK):
            yield Finding(
                "disk", "fail", f"{folder} may not be written to", f"Set {variable} to another folder."
            )
        elif free < _TOO_LITTLE:
            yield Finding("disk", "fail", said, "Free some space: the database stops when the disk is full.")
        elif free < _LITTLE:
            yield Finding("disk", "warn", said, "100,000 papers with their vectors take about 5 GiB.")
        else:
            yield Finding("disk", "ok", said)


def _existing(folder: Path) -> Path:
    while not folder.exists():
        folder = folder.parent
    return folder


def _database(settings: Settings) -> Iterator[Finding]:
    from resources.store.health import schema_state, store_status

    found = store_status(settings)
    if not found.running:
        own = settings.database_url is not None
        todo = (
            "Start it, or correct AITIA_DATABASE_URL." if own else "It starts by itself; or: aitia db start"
        )
        yield Finding(
            "database", "fail" if own else "warn", found.problem or f"not running; {found.place}", todo
        )
        return
    yield Finding("database", "ok", f"PostgreSQL {found.version}, {found.kind}, {found.place}")
    yield Finding("database", *schema_state(settings))


def _models(settings: Settings) -> Iterator[Finding]:
    from resources.embedders.catalogue import make_embedder

    if settings.embedder == "minilm":
        made = make_embedder(settings)
        yield Finding("models", "ok", f"embedder {made.name}, {made.dimensions} dimensions, file as expected")
    if settings.reranker_path is None:
        yield Finding("models", "ok", "no cross-encoder given: the gate keeps the order of the fusion")
    elif not settings.reranker_path.is_file():
        yield Finding(
            "models", "fail", f"{settings.reranker_path} is missing", "Correct AITIA_RERANKER_PATH."
        )


def _engine(settings: Settings) -> Iterator[Finding]:
    if settings.engine == "local":
        yield Finding("engine", "ok", "the local reader needs no key")
        return
    wanted = {
        "gemini": settings.gemini_api_key or settings.vertex_project,
        "openai_compatible": settings.engine_url and settings.engine_model,
    }[settings.engine]
    names = {
        "gemini": "AITIA_GEMINI_API_KEY or AITIA_VERTEX_PROJECT",
        "openai_compatible": "AITIA_ENGINE_URL and AITIA_ENGINE_MODEL",
    }[settings.engine]
    if wanted:
        yield Finding("engine", "ok", f"{settings.engine}: {names} set; no call was made")
    else:
        yield Finding("engine", "fail", f"{settings.engine} lacks its settings", f"Set {names}.")


def _sources(settings: Settings) -> Iterator[Finding]:
    from resources.sources.names import source_name

    used = [source_name(name) for name in settings.sources]
    yield Finding("sources", "ok", f"asked by default: {', '.join(used)}; `aitia sources` tells more")
    for path in settings.documents:
        if not path.exists():
            yield Finding("sources", "fail", f"{path} does not exist", "Correct AITIA_DOCUMENTS.")
    if set(used) - {"demonstration", "documents"} and not settings.contact_email:
        yield Finding("sources", "warn", "live sources without a contact address", "Set AITIA_CONTACT_EMAIL.")


def _notices(settings: Settings) -> Iterator[Finding]:
    from resources.notify import channels

    ways = ", ".join(channels(settings)) or "the log only"
    yield Finding("notices", "ok", f"a changed verdict is told by: {ways}")
