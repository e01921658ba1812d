"""`aitia dev`: the Dagster pages, with the database behind them."""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path

import click

ROOT = Path(__file__).resolve().parents[1]


@click.command()
@click.option("--port", default=3000, show_default=True, help="Port of the web pages.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address of the web pages.")
def dev(port: int, host: str) -> None:
    """Serve the Dagster pages: launch questions, watch runs, read verdicts. Ctrl-C ends it."""
    _load_definitions()
    from assets.automation.answer import dagster_environment, dagster_instance
    from assets.automation.lost_runs import settle_lost_runs
    from resources.settings import get_settings
    from resources.store.session import open_store

    settings = get_settings()
    open_store(settings).close()
    # The instance's tables and pools are made before several programs need them.
    with dagster_instance(settings) as instance:
        os.environ.update(dagster_environment(settings))
        lost = settle_lost_runs(instance)
    if lost:
        click.echo(
            f"Runs that died with an earlier `aitia dev`, now failed and tried again: {', '.join(lost)}"
        )
    click.echo(f"The pages open at http://{host}:{port}")
    arguments = [
        "-m",
        "dagster",
        "dev",
        "-w",
        str(ROOT / "workspace.yaml"),
        "--host",
        host,
        "--port",
        str(port),
    ]
    os.chdir(ROOT)
    os.execv(sys.executable, [sys.executable, *arguments])


def _load_definitions() -> None:
    """Load what Dagster's programs will load, so that a fault is one line here and no page of theirs."""
    from aitia.model.errors import AitiaError

    try:
        importlib.import_module("definitions")
    except AitiaError:
        raise
    except Exception as problem:
        said = next(iter(str(problem).splitlines()), "").rstrip(".")
        raise AitiaError(
            f"Dagster cannot load definitions.py: {type(problem).__name__}: {said[:500]}. "
            "`make install` puts every package back as the lock files name it."
        ) from problem
