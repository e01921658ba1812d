"""Rules for claims, sources, tables, views and queries."""

from __future__ import annotations

import importlib

from scripts.docs_blocks.markdown import ROOT, one_line, table


def validators_table() -> str:
    """Every rule in the order in which it is asked."""
    from validators.catalogue import CATALOGUE

    return table(("rule", "what must hold"), [(f"`{name}`", text) for name, text in CATALOGUE.items()])


def sources_table() -> str:
    """The live services, with the addresses that are asked and the filters that a plan may send."""
    from resources.sources import catalogue

    rows = []
    for name, kind in catalogue._SERVICES.items():
        module = importlib.import_module(kind.__module__)
        filters = ", ".join(f"`{item}`" for item in sorted(module.FILTERS))
        rows.append((f"`{name}`", f"`{module.BASE_URL}`", filters))
    return table(("source", "address", "filters"), rows)


def tables_table() -> str:
    """Every table of the store with the first sentence of its class."""
    from sqlmodel import SQLModel

    importlib.import_module("resources.store.tables")
    classes = [m.class_ for m in SQLModel._sa_registry.mappers]
    found = [(c.__tablename__, c.__doc__) for c in classes if c.__module__.startswith("resources.store")]
    rows = [(f"`{table}`", one_line(doc)) for table, doc in sorted(found)]
    return table(("table", "one row is"), rows)


def sql_table(folder: str) -> str:
    """The .sql files of a folder, each with its first comment."""
    rows = []
    for file in sorted((ROOT / "sql" / folder).glob("*.sql")):
        says = file.read_text(encoding="utf-8").splitlines()[0].removeprefix("--").strip()
        link = f"[`{file.stem}`](../sql/{folder}/{file.name})"
        rows.append((link, says))
    return table(("view" if folder == "views" else "query", "what it shows"), rows)
