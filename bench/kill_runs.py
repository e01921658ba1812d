"""A run killed at random points: `python -m bench.kill_runs [--kills 50] [--json PATH]`.

It pays no answer twice and ends with the rows of an undisturbed run. `--read` is the run itself, which is
started and killed.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import text

from bench.model.runs import ROOT, demonstration_tasks, server_process, temporary_store, with_rows
from bench.report import Measure, emit
from resources.readers import make_engine
from resources.settings import Settings, get_settings
from resources.store.reading import known_extractions, save_reading
from resources.store.session import Store, open_store

PAPERS = 12
_ROWS = (
    "SELECT cache_key, response, prompt_tokens, output_tokens FROM model_calls ORDER BY 1",
    "SELECT extraction_id, paper_id, mode, error, notes, facts FROM extractions ORDER BY 1",
    "SELECT claim_id, extraction_id, payload FROM claims ORDER BY 1, 2",
    "SELECT estimate_id, claim_id, point, low, high FROM effect_estimates ORDER BY 1",
)


def read_all(settings: Settings, store: Store) -> None:
    """Read what has no reading yet and store each result as it comes, as the asset does."""
    engine = make_engine(settings, store)
    tasks = {engine.key(task): task for task in demonstration_tasks(PAPERS)}
    with_rows(store, list(tasks.values()))
    with store.session() as session:
        known = known_extractions(session, tasks)

    async def run() -> None:
        async for result in engine.read([task for key, task in tasks.items() if key not in known]):
            task = tasks[result.key]
            with store.session() as session:
                names = engine.name, engine.version
                save_reading(session, task.paper.paper_id, *names, result, task.question.question_id, "run")

    asyncio.run(run())


def fingerprint(store: Store) -> str:
    """A hash of everything that a run leaves behind, times and run ids apart."""
    digest = hashlib.sha256()
    with store.session() as session:
        for query in _ROWS:
            for row in session.execute(text(query)):
                digest.update(json.dumps([*row], sort_keys=True, default=str).encode())
    return digest.hexdigest()


@dataclass(frozen=True)
class Killed:
    """One killed run: stored answers asked for again, answers sent but not stored, calls under way."""

    paid_twice: int
    unstored: int
    on_the_wire: int
    identical: bool


def kill_once(after: float, expected: str, latency: float = 0.15, database_url: str | None = None) -> Killed:
    """Kill a run so many seconds after its first call, run it again to its end, and compare.

    It writes to the empty database at `database_url`; without, to one on a server of its own.
    """
    with (
        server_process(latency) as server,
        temporary_store(server.url, database_url, engine_concurrency=3) as (settings, store),
    ):
        with_rows(store, demonstration_tasks(PAPERS))
        process = start_reading(settings)
        assert process.stdout is not None
        process.stdout.readline()
        while server.stats()["calls"] == 0 and process.poll() is None:
            time.sleep(0.01)
        time.sleep(after)
        sent = server.stats()["sent"]
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()
        time.sleep(2 * latency)
        before, kept = server.stats(), _calls(store)
        read_all(settings, store)
        seen = server.stats()
        again = seen["answered"] - before["answered"]
        return Killed(
            paid_twice=max(0, again - (PAPERS - kept)),
            unstored=max(0, sent - kept),
            on_the_wire=before["answered"] - kept,
            identical=fingerprint(store) == expected,
        )


def undisturbed(database_url: str | None = None) -> str:
    """The fingerprint of a run that nobody kills; of the database as in `kill_once`."""
    with (
        server_process(0.0) as server,
        temporary_store(server.url, database_url, engine_concurrency=3) as (settings, store),
    ):
        read_all(settings, store)
        return fingerprint(store)


def count_kills(many: int, seed: int = 11) -> list[Measure]:
    """Kill that many runs at random points of their course."""
    rng = random.Random(seed)
    expected = undisturbed()
    runs = [kill_once(rng.uniform(0.0, 0.9), expected) for _ in range(many)]
    wire = sum(run.on_the_wire for run in runs)
    return [
        Measure("stored answers that were paid again after kill -9", sum(r.paid_twice for r in runs), many),
        Measure(
            "answers on their way to the ledger when killed (sent, not yet stored)",
            sum(r.unstored for r in runs),
            many,
        ),
        Measure(
            "killed runs with other rows than an undisturbed one",
            sum(not r.identical for r in runs),
            many,
        ),
        Measure("calls on the wire when killed (answered after the client was gone)", wire, many),
    ]


def start_reading(settings: Settings) -> subprocess.Popen[str]:
    """The run itself in a process of its own; it prints a line before its first call."""
    assert settings.database_url is not None
    told = {
        "AITIA_DATABASE_URL": settings.database_url.get_secret_value(),
        "AITIA_DATA_HOME": str(settings.data_home),
        "AITIA_SOURCE_URLS": json.dumps(settings.source_urls),
        "AITIA_GEMINI_API_KEY": "key",
        "AITIA_ENGINE": "gemini",
        "AITIA_ENGINE_CONCURRENCY": str(settings.engine_concurrency),
    }
    command = [sys.executable, "-m", "bench.kill_runs", "--read"]
    return subprocess.Popen(command, env={**os.environ, **told}, stdout=subprocess.PIPE, text=True, cwd=ROOT)


def _calls(store: Store) -> int:
    with store.session() as session:
        return int(session.execute(text("SELECT count(*) FROM model_calls")).scalar_one())


def main() -> None:
    """Kill runs and print the figures; with `--read` be such a run, with the settings of the environment."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--kills", type=int, default=50, help="random points at which a run is killed")
    parser.add_argument(
        "--read", action="store_true", help="read the papers; print a line before the first call"
    )
    args = parser.parse_args()
    if not args.read:
        emit(count_kills(args.kills), args.json, "Runs killed with kill -9 and run again")
        return
    settings = get_settings()
    store = open_store(settings)
    print("ready", flush=True)
    read_all(settings, store)
    store.close()


if __name__ == "__main__":
    main()
