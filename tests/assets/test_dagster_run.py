"""Real runs of the job on the project's own instance, in this process and over GraphQL."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import dagster as dg
import pytest

from aitia.model.errors import AitiaError, SettingsError
from aitia.question import read_question

if TYPE_CHECKING:
    from resources.settings import Settings
    from resources.store.server import EmbeddedServer
    from tests.assets.scenes import World

ROOT = Path(__file__).resolve().parents[2]
# Four processes of one that has loaded everything; they begin together, once the pipe is closed.
OPENED_AT_ONCE = """
import os
from resources.loading import loading

with loading():
    import definitions
    from assets.automation.answer import dagster_instance
    from resources.settings import get_settings

begin, waiting = os.pipe()
for _ in range(4):
    if os.fork() == 0:
        os.close(waiting)
        os.read(begin, 1)
        with dagster_instance(get_settings()) as instance:
            limits = instance.event_log_storage.get_pool_limits()
            print(sorted((pool.name, pool.limit) for pool in limits), flush=True)
        os._exit(0)
os.close(waiting)
print([os.waitstatus_to_exitcode(os.wait()[1]) for _ in range(4)])
"""
BLEEDING = "Does zeltamine increase major bleeding?"


@pytest.fixture(scope="module")
def checker() -> Iterator[None]:
    """The process that checks what runs wrote, one for all: to start it takes as long as a run."""
    from validators.suites import WORKER

    yield
    WORKER.close()


@pytest.fixture
def dagster_world(
    make_world: Callable[..., World],
    store_server: EmbeddedServer,
    monkeypatch: pytest.MonkeyPatch,
    checker: None,
) -> Iterator[tuple[World, dg.DagsterInstance]]:
    """A world with a Dagster instance beside it on the same server, as `aitia ask` has one."""
    from assets.automation.answer import dagster_instance

    world = make_world()
    for name in ("AITIA_DAGSTER_URL", "AITIA_DAGSTER_FILES", "DAGSTER_HOME"):
        monkeypatch.setenv(name, "")
    with dagster_instance(world.bench.settings) as instance:
        yield world, instance


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
    from assets.automation.answer import run_once
    from assets.steps.search_plan import RoundConfig
    from definitions import ASSETS
    from validators.suites import SUITES

    world, instance = dagster_world
    config = RoundConfig(documents=[str(world.folder)])
    bleeding = read_question(BLEEDING)
    for question in (world.question, bleeding):
        run = run_once(world.bench, instance, question, config)
        found = checks(instance, run)
        assert set(found) == {suite.name for suite in SUITES}
        assert all(found.values())
        about = [line for line in logged(world) if line["run_id"] == run]
        assert {line["question_id"] for line in about} == {question.question_id}
        done = {line["step"]: line["counts"] for line in about if line["message"] == "done"}
        assert set(done) == {asset.key.to_user_string() for asset in ASSETS}
        assert done["extracted_claims"]["papers"] > 0
    versions = instance.get_materialized_partitions(dg.AssetKey("verdict"))
    assert versions == {world.question.text, BLEEDING}
    assert world.value("SELECT count(*) FROM verdicts") == 2

    # The database refuses all this, so its rules are set aside as only its owner can.
    misquoted, unsure, circular = [
        row["id"]
        for row in world.sql(
            "SELECT e.id FROM edges e JOIN question_extractions q USING (extraction_id)"
            " WHERE q.question_id = :asked ORDER BY e.id LIMIT 3",
            asked=world.question.question_id,
        )
    ]
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


def logged(world: World) -> list[dict[str, Any]]:
    """What the runs of a world logged."""
    text = (world.bench.settings.data_home / "dagster" / "runs.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def test_an_asset_that_fails_gives_one_line_that_names_it(
    dagster_world: tuple[World, dg.DagsterInstance],
) -> None:
    from assets.automation.answer import run_once
    from assets.steps.search_plan import RoundConfig

    world, instance = dagster_world
    with pytest.raises(SettingsError) as problem:
        run_once(world.bench, instance, world.question, RoundConfig(sources=["no such service"]))
    message = str(problem.value)
    assert "\n" not in message
    assert message.startswith("search_plan failed: unknown source 'no such service'; known: ")
    (failed,) = instance.get_runs()
    assert [(line["level"], line["message"]) for line in logged(world)[1:]] == [
        ("error", message.removeprefix("search_plan failed: "))
    ]
    assert {(line["run_id"], line["step"]) for line in logged(world)} == {(failed.run_id, "search_plan")}


def test_instances_opened_at_once_on_a_new_store_all_find_tables_and_pools(store_settings: Settings) -> None:
    """Dagster itself would make the pools in the first runs, which then collide."""
    address = store_settings.database_url
    assert address is not None
    environment = os.environ | {
        "AITIA_DATABASE_URL": address.get_secret_value(),
        "AITIA_DATA_HOME": str(store_settings.data_home),
    }
    done = subprocess.run(
        [sys.executable, "-c", OPENED_AT_ONCE],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    *said, ended = done.stdout.splitlines()
    assert ended == "[0, 0, 0, 0]", done.stderr
    assert said == ["[('embedder', 8), ('reading_engine', 8)]"] * 4


def test_a_changed_default_limit_reaches_the_pools_that_have_the_default_and_no_run_fails(
    dagster_world: tuple[World, dg.DagsterInstance],
) -> None:
    from assets.automation.answer import _make_pools, run_once
    from assets.steps.search_plan import RoundConfig

    world, instance = dagster_world
    storage = instance.event_log_storage
    storage.set_concurrency_slots("embedder", 3)
    instance._settings["concurrency"]["pools"]["default_limit"] = 5
    _make_pools(instance)
    limits = {pool.name: pool.limit for pool in storage.get_pool_limits()}
    assert limits == {"embedder": 3, "reading_engine": 5}
    run_once(world.bench, instance, world.question, RoundConfig(documents=[str(world.folder)]))
