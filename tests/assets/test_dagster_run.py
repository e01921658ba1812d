"""Real runs of the job on the project's own instance, in this process and over GraphQL."""

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
from pathlib import Path
from typing import TYPE_CHECKING, Any

import dagster as dg
import pytest

from aitia.errors import AitiaError, SettingsError
from aitia.question import read_question

if TYPE_CHECKING:
    from resources.store.server import EmbeddedServer
    from tests.assets.conftest import World

ROOT = Path(__file__).resolve().parents[2]
BLEEDING = "Does zeltamine increase major bleeding?"


@pytest.fixture
def dagster_world(
    make_world: Callable[..., World], store_server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[World, dg.DagsterInstance]]:
    """A world with a Dagster instance beside it on the same server, as `aitia ask` has one."""
    from assets.answer import dagster_instance
    from validators.suites import WORKER

    world = make_world()
    for name in ("AITIA_DAGSTER_URL", "AITIA_DAGSTER_FILES", "DAGSTER_HOME"):
        monkeypatch.setenv(name, "")
    try:
        with dagster_instance(world.bench.settings) as instance:
            yield world, instance
    finally:
        WORKER.close()


def checks(instance: dg.DagsterInstance, run_id: str) -> dict[str, bool]:
    """Name and result of the checks that a run evaluated."""
    found = {}
    for entry in instance.all_logs(run_id, of_type=dg.DagsterEventType.ASSET_CHECK_EVALUATION):
        event = entry.dagster_event
        assert event is not None
        evaluation = event.asset_check_evaluation_data
        assert evaluation.partition is not None
        found[evaluation.check_name] = evaluation.passed
    return found


def failing_rows(instance: dg.DagsterInstance, run_id: str, check: str) -> str:
    """The table of failing rows that the pages show of a check of the run."""
    for entry in instance.all_logs(run_id, of_type=dg.DagsterEventType.ASSET_CHECK_EVALUATION):
        event = entry.dagster_event
        assert event is not None
        evaluation = event.asset_check_evaluation_data
        if evaluation.check_name == check:
            return str(evaluation.metadata["failing rows"].value)
    raise AssertionError(f"{check} was not evaluated")


def test_two_questions_keep_their_own_checks_and_broken_promises_stop_what_follows(
    dagster_world: tuple[World, dg.DagsterInstance], store_server: EmbeddedServer
) -> None:
    from assets.answer import run_once
    from assets.search_plan import RoundConfig
    from validators.suites import SUITES

    world, instance = dagster_world
    config = RoundConfig(documents=[str(world.folder)])
    bleeding = read_question(BLEEDING)
    for question in (world.question, bleeding):
        run = run_once(world.bench, instance, question, config)
        found = checks(instance, run)
        assert set(found) == {suite.name for suite in SUITES}
        assert all(found.values())
    versions = instance.get_materialized_partitions(dg.AssetKey("verdict"))
    assert versions == {world.question.text, BLEEDING}
    assert world.value("SELECT count(*) FROM verdicts") == 2

    # The database refuses all this, so its rules are set aside as only its owner can.
    misquoted, unsure, circular = [row["id"] for row in world.sql("SELECT id FROM edges ORDER BY id LIMIT 3")]
    world.sql("ALTER TABLE edges DISABLE TRIGGER USER")
    world.sql("ALTER TABLE edges DROP CONSTRAINT edges_no_self_reference")
    world.sql("UPDATE edges SET evidence = 'Zeltamine cures everything.' WHERE id = :id", id=misquoted)
    world.sql("UPDATE edges SET confidence = 0.31 WHERE id = :id", id=unsure)
    world.sql("UPDATE edges SET target_node_id = source_node_id WHERE id = :id", id=circular)
    world.sql("ALTER TABLE edges ENABLE TRIGGER USER")
    with pytest.raises(AitiaError) as problem:
        run_once(world.bench, instance, world.question, config)
    planted = {"quotes": misquoted, "confidence": unsure, "self_reference": circular}
    for name in planted:
        assert f"{name} (of validated_edges)" in str(problem.value)
    assert "\n" not in str(problem.value)
    (failed,) = instance.get_runs(dg.RunsFilter(statuses=[dg.DagsterRunStatus.FAILURE]))
    failed_checks = {name for name, passed in checks(instance, failed.run_id).items() if not passed}
    assert failed_checks == set(planted)
    for name, edge in planted.items():
        shown = failing_rows(instance, failed.run_id, name).splitlines()
        assert len(shown) == 3, "two lines of headings and one row"
        assert edge in shown[2]
    steps = {step.step_key for step in instance.get_run_step_stats(failed.run_id) if step.start_time}
    assert not any("graded_relations" in key or "verdict" in key for key in steps)


def test_an_asset_that_fails_gives_one_line_that_names_it(
    dagster_world: tuple[World, dg.DagsterInstance],
) -> None:
    from assets.answer import run_once
    from assets.search_plan import RoundConfig

    world, instance = dagster_world
    with pytest.raises(SettingsError) as problem:
        run_once(world.bench, instance, world.question, RoundConfig(sources=["no such service"]))
    message = str(problem.value)
    assert "\n" not in message
    assert message.startswith("search_plan failed: unknown source 'no such service'; known: ")


LAUNCH = """mutation($params: ExecutionParams!) { launchRun(executionParams: $params) {
  __typename ... on LaunchRunSuccess { run { runId } } ... on PythonError { message }
  ... on RunConfigValidationInvalid { errors { message } } } }"""
ADD = """mutation($selector: RepositorySelector!, $key: String!) { addDynamicPartition(
  repositorySelector: $selector, partitionsDefName: "question", partitionKey: $key) { __typename } }"""
STATUS = "query($id: ID!) { runOrError(runId: $id) { ... on Run { status } } }"
CHECKS = """query($key: AssetKeyInput!, $name: String!, $partition: String) { assetCheckExecutions(
  assetKey: $key, checkName: $name, partition: $partition, limit: 5) { status partition runId } }"""


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


@pytest.fixture
def pages(make_world: Callable[..., World]) -> Iterator[tuple[World, int]]:
    """`aitia dev` on a free port, with a world's database behind it."""
    world = make_world()
    address = world.bench.settings.database_url
    assert address is not None
    port = free_port()
    environment = os.environ | {
        "AITIA_DATABASE_URL": address.get_secret_value(),
        "AITIA_DATA_HOME": str(world.bench.settings.data_home),
        "AITIA_SOURCES": "documents",
        "AITIA_DOCUMENTS": str(world.folder),
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "cli.main", "dev", "--port", str(port)],
        cwd=ROOT,
        env=environment,
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield world, port
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def until(found: Callable[[], Any], seconds: float = 180) -> Any:
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


def test_a_question_launched_over_graphql_succeeds_and_shows_its_checks(pages: tuple[World, int]) -> None:
    world, port = pages
    repositories = (
        "{ repositoriesOrError { ... on RepositoryConnection { nodes { name location { name } } } } }"
    )
    (node,) = until(lambda: ask_pages(port, repositories)["data"]["repositoriesOrError"].get("nodes"))
    place = {"repositoryName": node["name"], "repositoryLocationName": node["location"]["name"]}
    added = ask_pages(port, ADD, selector=place, key=world.question.text)
    assert added["data"]["addDynamicPartition"]["__typename"] == "AddDynamicPartitionSuccess"
    launched = ask_pages(
        port,
        LAUNCH,
        params={
            "selector": place | {"pipelineName": "answer_question"},
            "mode": "default",
            "executionMetadata": {"tags": [{"key": "dagster/partition", "value": world.question.text}]},
        },
    )["data"]["launchRun"]
    assert launched["__typename"] == "LaunchRunSuccess", launched
    run_id = launched["run"]["runId"]

    def status() -> str | None:
        found: str = ask_pages(port, STATUS, id=run_id)["data"]["runOrError"]["status"]
        return found if found in ("SUCCESS", "FAILURE", "CANCELED") else None

    assert until(status) == "SUCCESS"
    assert world.verdict()["run_id"] == run_id
    shown = ask_pages(
        port, CHECKS, key={"path": ["validated_edges"]}, name="quotes", partition=world.question.text
    )
    assert shown["data"]["assetCheckExecutions"] == [
        {"status": "SUCCEEDED", "partition": world.question.text, "runId": run_id}
    ]
