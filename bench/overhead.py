"""What a run costs over Dagster's own: `python -m bench.overhead [--runs 7] [--queued 50] [--json PATH]`.

The first part asks a question again and again of which everything is stored, each time beside a run of as
many empty assets and checks, in the same process and on the same storage. The second queues different
questions at once in `aitia dev` and waits until all have ended.
"""

from __future__ import annotations

import argparse
import os
import signal
import socket
import statistics
import subprocess
import sys
import time
import urllib.error
import urllib.request
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import dagster as dg

from assets.automation.answer import dagster_instance, run_once
from assets.steps.search_plan import RoundConfig
from assets.steps.step import QUESTIONS
from bench.place import environment_of, throw_away_place
from bench.report import Measure, emit
from bench.synthetic import question, write_corpus
from resources.settings import Settings
from resources.workbench import open_workbench

ROOT = Path(__file__).resolve().parents[1]
_PART = "question"
_FIRST_SECONDS = 600.0
_LAST_SECONDS = 3600.0
_SHOWN = 3000


def empty_job() -> dg.JobDefinition:
    """As many assets and checks as the job of a question has, in the same order, that do nothing."""
    from definitions import ASSETS, defs

    graph = defs.resolve_asset_graph()
    names = [asset.key.to_user_string() for asset in ASSETS]
    made: list[Any] = []
    for before, name in zip([None, *names], names, strict=False):
        made.append(_empty_asset(name, before))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", dg.PreviewWarning)  # as for the checks of a question
        made += [_empty_check(key.name, key.asset_key.to_user_string()) for key in graph.asset_check_keys]
    job = dg.define_asset_job("empty", selection=dg.AssetSelection.all(), executor_def=dg.in_process_executor)
    checks = [item for item in made if isinstance(item, dg.AssetChecksDefinition)]
    assets = [item for item in made if not isinstance(item, dg.AssetChecksDefinition)]
    return dg.Definitions(assets=assets, asset_checks=checks, jobs=[job]).resolve_job_def("empty")


def _empty_asset(name: str, before: str | None) -> dg.AssetsDefinition:
    @dg.asset(name=f"empty_{name}", partitions_def=QUESTIONS, deps=[f"empty_{before}"] if before else [])
    def asset() -> dg.MaterializeResult[None]:
        return dg.MaterializeResult(data_version=dg.DataVersion("same"))

    return asset


def _empty_check(name: str, asset: str) -> dg.AssetChecksDefinition:
    @dg.asset_check(name=name, asset=f"empty_{asset}", partitions_def=QUESTIONS)
    def check() -> dg.AssetCheckResult:
        return dg.AssetCheckResult(passed=True)

    return check


def single_runs(settings: Settings, runs: int) -> list[Measure]:
    """Wall and processor seconds of a cached question's run and of a bare one, and their ratios (medians)."""
    bare: list[tuple[float, float]] = []
    cached: list[tuple[float, float]] = []
    with open_workbench(settings) as workbench, dagster_instance(settings) as instance:
        asked = workbench.question(question(0))
        job = empty_job()

        def ask() -> None:
            run_once(workbench, instance, asked, RoundConfig())

        def nothing() -> None:
            result = job.execute_in_process(
                instance=instance,
                partition_key=asked.text,
                run_config={"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
            )
            assert result.success

        ask()  # reads everything, loads models and the checks' own process
        nothing()
        for _ in range(runs):
            bare.append(_timed(nothing))
            cached.append(_timed(ask))
    found = []
    for place, kind in enumerate(("wall seconds", "processor seconds, its checks included")):
        ours, theirs = (statistics.median(times[place] for times in every) for every in (cached, bare))
        found += [
            Measure(f"a cached question's run: {kind}", ours, runs),
            Measure(f"a run of as many empty assets: {kind}", theirs, runs),
            Measure(f"a cached question's run ÷ a bare one: {kind}", ours / theirs, runs),
        ]
    return found


def _timed(act: Callable[[], None]) -> tuple[float, float]:
    wall, spent = time.perf_counter(), _processor_seconds()
    act()
    return time.perf_counter() - wall, _processor_seconds() - spent


def _processor_seconds() -> float:
    """Of this process and of the one that checks what runs wrote, once that has started."""
    spent = time.process_time()
    for task in Path("/proc/self/task").glob("*/children"):
        for child in task.read_text().split():
            with suppress(OSError):
                fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
                spent += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return spent


def queued_runs(settings: Settings, questions: int) -> list[Measure]:
    """Queue a run for each question at once; how many succeeded, how long all took, and runs a minute."""
    from dagster_graphql import DagsterGraphQLClient

    with dagster_instance(settings) as instance, pages(settings) as port:
        keys = [question(number) for number in range(questions)]
        instance.add_dynamic_partitions(_PART, keys)
        client = DagsterGraphQLClient("127.0.0.1", port_number=port)
        begun = time.perf_counter()
        ids = [
            client.submit_job_execution("answer_question", tags={"dagster/partition": key}) for key in keys
        ]
        ended: dict[str, str] = {}
        while len(ended) < len(ids) and time.perf_counter() - begun < _LAST_SECONDS:
            time.sleep(0.5)
            for run in instance.get_runs(dg.RunsFilter(run_ids=[i for i in ids if i not in ended])):
                if run.is_finished:
                    ended[run.run_id] = run.status.value
        took = time.perf_counter() - begun
    well = Counter(ended.values())["SUCCESS"]
    return [
        Measure("questions queued at once: succeeded, share", well / questions, questions),
        Measure("questions queued at once: seconds until the last had ended", took, questions),
        Measure("questions queued at once: runs a minute", 60 * len(ended) / took, questions),
    ]


@contextmanager
def pages(settings: Settings) -> Iterator[int]:
    """`aitia dev` in a process session of its own, on a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    printed = settings.data_home / "dev.log"
    with printed.open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "cli.main", "dev", "--port", str(port)],
            cwd=ROOT,
            env=os.environ | environment_of(settings),
            start_new_session=True,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        deadline = time.monotonic() + _FIRST_SECONDS
        while not _answers(port):
            if process.poll() is not None or time.monotonic() > deadline:
                last = printed.read_text(errors="replace")[-_SHOWN:]
                raise RuntimeError(
                    f"`aitia dev` did not answer (exit code {process.poll()}). It printed: {last}"
                )
            time.sleep(0.5)
        yield port
    finally:
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(60)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def _answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/server_info", timeout=5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7, help="cached and bare runs to time, in turn")
    parser.add_argument("--queued", type=int, default=50, help="questions queued at once; 0 for none")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    with throw_away_place(sources=("documents",)) as place:
        folder = write_corpus(place.data_home / "papers", 500, max(given.queued, 1))
        settings = place.model_copy(update={"documents": (folder,)})
        measures = single_runs(settings, given.runs)
        if given.queued:
            measures += queued_runs(settings, given.queued)
    emit(measures, given.json, "What a run costs over Dagster's own")


if __name__ == "__main__":
    main()
