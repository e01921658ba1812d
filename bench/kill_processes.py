"""Runs in `aitia dev` while its processes are killed: `python -m bench.kill_processes [--kills 60]`.

A question is launched for every kill, and at a random point of its run `kill -9` ends in turn the process
of the run, Dagster's daemon, and the PostgreSQL server. What died is started again, a run that failed is
launched again, and the rows of the question are compared with those of a place where nobody killed anything.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

import dagster as dg
from dagster_graphql import DagsterGraphQLClient
from sqlalchemy import text

from assets.automation.answer import dagster_instance
from assets.steps.order import run_steps
from assets.steps.search_plan import RoundConfig
from bench.overhead import pages
from bench.place import throw_away_place
from bench.report import Measure, emit
from bench.synthetic import question, write_corpus
from resources.settings import Settings
from resources.store.embedded.postmaster import read_pid_file
from resources.store.server import EmbeddedServer
from resources.workbench import open_workbench

KINDS = ("run worker", "daemon", "PostgreSQL")
_LONGEST = 6.0
_PATIENCE = 600.0
_ROWS = """
SELECT count(*), md5(string_agg(row, chr(10) ORDER BY row)) FROM (
    SELECT concat_ws(' ', 'claim', c.claim_id, c.payload::text) AS row FROM claims c
        JOIN question_extractions USING (extraction_id) WHERE question_id = :id
    UNION ALL SELECT concat_ws(' ', 'paper', paper_id, decision) FROM question_papers WHERE question_id = :id
    UNION ALL SELECT concat_ws(' ', 'verdict', version, fingerprint) FROM verdicts
        WHERE question_id = :id AND version = (SELECT max(version) FROM verdicts WHERE question_id = :id)
) rows
"""


def rows_of(settings: Settings, asked: str) -> tuple[int, str]:
    """How many rows a question has, and a hash of them, times and run ids apart."""
    with open_workbench(settings) as workbench, workbench.store.session() as session:
        found = session.execute(text(_ROWS), {"id": workbench.question(asked).question_id}).one()
        return int(found[0]), str(found[1])


def undisturbed(folder: Path, asked: str) -> tuple[int, str]:
    """The rows of the question where nobody kills anything."""
    with throw_away_place(sources=("documents",), documents=(folder,)) as place:
        with open_workbench(place) as workbench:
            run_steps(workbench, workbench.question(asked), RoundConfig(), "bench")
        return rows_of(place, asked)


def victims(settings: Settings, kind: str) -> list[int]:
    """The processes of that kind that belong to the place."""
    if kind == "PostgreSQL":
        noted = read_pid_file(settings.server_home / "data")
        return [noted.pid] if noted else []
    said = {"run worker": "multiprocessing.spawn import spawn_main", "daemon": "dagster._daemon"}[kind]
    mine = f"AITIA_DATA_HOME={settings.data_home}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            if said in command and mine in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
    return [pid for pid in found if kind != "run worker" or _is_run(pid)]


def _is_run(pid: int) -> bool:
    """Whether the code server started that process: it forks one for each run."""
    with suppress(OSError, ValueError):
        parent = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1]
        return b"grpc" in Path(f"/proc/{parent}/cmdline").read_bytes()
    return False


def kill_one(settings: Settings, kind: str, asked: str, after: float) -> tuple[int, float]:
    """Launch a run, kill so long after it began, and see it through; how many were killed, and seconds."""
    killed, deadline = 0, time.monotonic() + _PATIENCE
    with ExitStack() as stack:
        port = stack.enter_context(pages(settings))
        with dagster_instance(settings) as instance:
            instance.add_dynamic_partitions("question", [asked])
            run_id = _launched(port, asked)
            while time.monotonic() < deadline and not _status(instance, run_id).is_finished:
                if _status(instance, run_id).status is dg.DagsterRunStatus.STARTED:
                    break
                time.sleep(0.1)
        time.sleep(after)
        for process in victims(settings, kind):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
                killed += 1
    EmbeddedServer(settings.server_home, settings.durable).start()
    began = time.monotonic()
    with pages(settings) as port, dagster_instance(settings) as instance:
        while time.monotonic() < deadline:
            newest = instance.get_runs(dg.RunsFilter(tags={"dagster/partition": asked}), limit=1)[0]
            if newest.status is dg.DagsterRunStatus.SUCCESS:
                break
            if newest.is_finished and "dagster/will_retry" not in newest.tags:
                _launched(port, asked)
            time.sleep(1.0)
    return killed, time.monotonic() - began


def _launched(port: int, asked: str) -> str:
    client = DagsterGraphQLClient("127.0.0.1", port_number=port)
    run_id: str = client.submit_job_execution("answer_question", tags={"dagster/partition": asked})
    return run_id


def _status(instance: dg.DagsterInstance, run_id: str) -> dg.DagsterRun:
    run = instance.get_run_by_id(run_id)
    assert run is not None
    return run


def slots_taken(settings: Settings) -> int:
    """Slots of the pools that are still held."""
    with dagster_instance(settings) as instance:
        storage = instance.event_log_storage
        return sum(
            storage.get_concurrency_info(pool.name).active_slot_count for pool in storage.get_pool_limits()
        )


def measured(kills: int, kinds: Sequence[str] = KINDS, seed: int = 5) -> list[Measure]:
    """Kill so many times; what differed, and what stayed taken."""
    chance = random.Random(seed)
    hit: dict[str, int] = dict.fromkeys(kinds, 0)
    other, longest, unserved = 0, 0.0, 0
    with throw_away_place(sources=("documents",)) as place:
        folder = write_corpus(place.data_home / "papers", 200, kills)
        settings = place.model_copy(update={"documents": (folder,)})
        for number in range(kills):
            kind, asked = kinds[number % len(kinds)], question(number)
            try:
                killed, took = kill_one(settings, kind, asked, chance.uniform(0.0, _LONGEST))
            except RuntimeError as problem:
                unserved += 1
                print(f"{number + 1} of {kills}, {kind}: {problem}", file=sys.stderr, flush=True)
                continue
            hit[kind] += bool(killed)
            longest = max(longest, took)
            differs = rows_of(settings, asked) != undisturbed(folder, asked)
            other += differs
            told = f"{killed} killed, success after {took:.1f} s, {'other' if differs else 'the same'} rows"
            print(f"{number + 1} of {kills}, {kind}: {told}", file=sys.stderr, flush=True)
        taken = slots_taken(settings)
    return [
        *(Measure(f"{kind}: killed while it lived", count, kills) for kind, count in hit.items()),
        Measure("questions with other rows than an undisturbed run", other, kills),
        Measure("restarts at which the pages did not come up", unserved, kills),
        Measure("slots of pools that stayed taken", taken, kills),
        Measure("seconds from the restart to success, longest", longest, kills),
    ]


def main() -> None:
    """Kill, compare and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=60)
    parser.add_argument("--seed", type=int, default=5, help="of the moments at which is killed")
    parser.add_argument("--only", choices=KINDS, help="kill only these")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    kinds = (given.only,) if given.only else KINDS
    emit(
        measured(given.kills, kinds, given.seed),
        given.json,
        "Processes killed with kill -9 under running questions",
    )


if __name__ == "__main__":
    main()
