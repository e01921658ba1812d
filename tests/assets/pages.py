"""The pages as a program meets them: `aitia dev` in processes of its own, asked over GraphQL."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.assets.scenes import World

ROOT = Path(__file__).resolve().parents[2]
LAUNCH = """mutation($params: ExecutionParams!) { launchRun(executionParams: $params) {
  __typename ... on LaunchRunSuccess { run { runId } } ... on PythonError { message }
  ... on RunConfigValidationInvalid { errors { message } } } }"""
LAUNCH_ASK = """mutation($params: ExecutionParams!) { launchRun(executionParams: $params) {
  __typename ... on LaunchRunSuccess { run { runId } } ... on PythonError { message }
  ... on RunConfigValidationInvalid { errors { message } } } }"""
AGAIN = """mutation($params: ReexecutionParams!) { launchRunReexecution(reexecutionParams: $params) {
  __typename ... on LaunchRunSuccess { run { runId } } ... on PythonError { message } } }"""
ADD = """mutation($selector: RepositorySelector!, $key: String!) { addDynamicPartition(
  repositorySelector: $selector, partitionsDefName: "question", partitionKey: $key) { __typename } }"""
STATUS = "query($id: ID!) { runOrError(runId: $id) { ... on Run { status } } }"
CHECKS = """query($key: AssetKeyInput!, $name: String!, $partition: String) { assetCheckExecutions(
  assetKey: $key, checkName: $name, partition: $partition, limit: 5) { status partition runId } }"""


# `aitia dev` with the instance of another folder.
_DEV = """
import pathlib, sys
from assets.automation import answer
answer.DAGSTER_HOME = pathlib.Path(sys.argv[1])
from cli.main import main
main(sys.argv[2:])"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def ask_pages(port: int, query: str, **variables: object) -> Any:
    body = json.dumps({"query": query, "variables": variables}).encode()
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/graphql", body, {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


@dataclass(frozen=True)
class Pages:
    """`aitia dev` in a process session of its own, and the world whose database is behind it."""

    world: World
    port: int
    process: subprocess.Popen[bytes]

    def processes(self) -> dict[int, str]:
        """Everything that `aitia dev` started and that still lives, orphans too: command lines by id."""
        found = {}
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                fields = (folder / "stat").read_text(errors="replace").rsplit(")", 1)[1].split()
                command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except (OSError, IndexError):
                continue
            if int(fields[3]) == self.process.pid and fields[0] not in "ZX":
                found[int(folder.name)] = command
        return found

    def run_workers(self) -> list[int]:
        """The processes of runs, and what those started."""
        of_runs = ("multiprocessing.spawn", "validators.suites")
        return [pid for pid, command in self.processes().items() if any(name in command for name in of_runs)]


def until(found: Callable[[], Any], seconds: float = 600) -> Any:
    """The first truthy answer; a page that is not up yet counts as none."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            answer = found()
        except OSError:
            answer = None
        if answer:
            return answer
        time.sleep(0.5)
    raise AssertionError(f"nothing within {seconds} s")


def location(port: int) -> dict[str, str]:
    """Where the project's jobs are, once the pages are up."""
    repositories = (
        "{ repositoriesOrError { ... on RepositoryConnection { nodes { name location { name } } } } }"
    )
    (node,) = until(lambda: ask_pages(port, repositories)["data"]["repositoriesOrError"].get("nodes"))
    return {"repositoryName": node["name"], "repositoryLocationName": node["location"]["name"]}


def add(pages: Pages, place: dict[str, str], question: str) -> None:
    """Add the question as a partition, if it is none."""
    added = ask_pages(pages.port, ADD, selector=place, key=question)
    known = ("AddDynamicPartitionSuccess", "DuplicateDynamicPartitionError")
    assert added["data"]["addDynamicPartition"]["__typename"] in known


def launch(pages: Pages, place: dict[str, str], question: str) -> str:
    """Add the question as a partition, if it is none, and launch it; returns the run's id."""
    add(pages, place, question)
    launched = ask_pages(
        pages.port,
        LAUNCH,
        params={
            "selector": place | {"pipelineName": "answer_question"},
            "mode": "default",
            "executionMetadata": {"tags": [{"key": "dagster/partition", "value": question}]},
        },
    )["data"]["launchRun"]
    assert launched["__typename"] == "LaunchRunSuccess", launched
    run_id: str = launched["run"]["runId"]
    return run_id


def launch_from_failure(pages: Pages, failed: str) -> str:
    """Have a run that failed go on from the step that failed; returns the new run's id."""
    again = ask_pages(pages.port, AGAIN, params={"parentRunId": failed, "strategy": "FROM_FAILURE"})
    launched = again["data"]["launchRunReexecution"]
    assert launched["__typename"] == "LaunchRunSuccess", launched
    run_id: str = launched["run"]["runId"]
    return run_id


def ask_in_launchpad(pages: Pages, place: dict[str, str], config: dict[str, Any]) -> dict[str, Any]:
    """What the launchpad does with a configuration of the job `ask`: the answer of the server."""
    answer: dict[str, Any] = ask_pages(
        pages.port,
        LAUNCH_ASK,
        params={
            "selector": place | {"pipelineName": "ask"},
            "mode": "default",
            "runConfigData": {"ops": {"ask_question": {"config": config}}},
        },
    )["data"]["launchRun"]
    return answer


def ended(pages: Pages, run_id: str) -> str:
    """How the run ended, once it has."""

    def status() -> str | None:
        found: str = ask_pages(pages.port, STATUS, id=run_id)["data"]["runOrError"]["status"]
        return found if found in ("SUCCESS", "FAILURE", "CANCELED") else None

    last: str = until(status)
    return last


def _impatient_home(folder: Path) -> Path:
    """The project's own instance, but looking for what died every 3 seconds instead of every 30."""
    text = (ROOT / "dagster_home" / "dagster.yaml").read_text(encoding="utf-8")
    for setting in ("poll_interval_seconds", "free_slots_after_run_end_seconds"):
        assert text.count(f"{setting}: 30\n") == 1
        text = text.replace(f"{setting}: 30\n", f"{setting}: 3\n")
    folder.mkdir()
    (folder / "dagster.yaml").write_text(text, encoding="utf-8")
    return folder


def _mind_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def serving(world: World) -> Iterator[Pages]:
    """`aitia dev` on a free port, with a world's database behind it; nothing of it is left at the end."""
    address = world.bench.settings.database_url
    assert address is not None
    port = free_port()
    environment = os.environ | {
        "AITIA_DATABASE_URL": address.get_secret_value(),
        "AITIA_DATA_HOME": str(world.bench.settings.data_home),
        "AITIA_SOURCES": "documents",
        "AITIA_DOCUMENTS": str(world.folder),
    }
    home = _impatient_home(world.folder.parent / f"dagster_home_{port}")
    process = subprocess.Popen(
        [sys.executable, "-c", _DEV, str(home), "dev", "--port", str(port)],
        cwd=ROOT,
        env=environment,
        start_new_session=True,
        # Tests that a shell started in the background ignore Ctrl-C, and what they start would too.
        preexec_fn=_mind_ctrl_c,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    served = Pages(world, port, process)
    try:
        yield served
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(60)
        for left in served.processes():
            with suppress(ProcessLookupError):
                os.kill(left, signal.SIGKILL)
        process.wait(10)


def run_of(pages: Pages, run_id: str) -> dict[str, Any]:
    """A run's status, tags and the steps that it took."""
    query = """query($id: ID!) { runOrError(runId: $id) { ... on Run {
        status tags { key value } stepStats { stepKey status } } } }"""
    found: dict[str, Any] = ask_pages(pages.port, query, id=run_id)["data"]["runOrError"]
    return found


def steps(pages: Pages, run_id: str) -> set[str]:
    """The steps that a run has begun."""
    return {step["stepKey"] for step in run_of(pages, run_id)["stepStats"]}


def runs(pages: Pages, **tags: str) -> list[str]:
    """The ids of the runs of `answer_question` with these tags, newest first."""
    query = """query($filter: RunsFilter!) { runsOrError(filter: $filter) {
        ... on Runs { results { runId } } } }"""
    chosen = [{"key": key.replace("__", "/"), "value": value} for key, value in tags.items()]
    found = ask_pages(pages.port, query, filter={"pipelineName": "answer_question", "tags": chosen})
    return [run["runId"] for run in found["data"]["runsOrError"]["results"]]


def slots_taken(pages: Pages) -> int:
    """How many slots of all pools are taken."""
    query = "{ instance { concurrencyLimits { activeSlotCount } } }"
    limits = ask_pages(pages.port, query)["data"]["instance"]["concurrencyLimits"]
    return sum(limit["activeSlotCount"] for limit in limits)
