"""What runs by itself looks at the questions of its own tenant, and never at one that was removed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import dagster as dg
import pytest

from assets.steps.removal import remove_subject, restore_subject
from resources.store.questions import set_refresh
from resources.workbench import open_workbench

if TYPE_CHECKING:
    from tests.assets.scenes import Paper, World

THEIRS = "Does zeltamine increase major bleeding?"


@pytest.fixture
def shared(world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[World, World]]:
    """A store of two tenants, each with a question on the same papers; the environment is the first one's."""
    settings = world.bench.settings
    assert settings.database_url is not None
    monkeypatch.setenv("AITIA_DATABASE_URL", settings.database_url.get_secret_value())
    monkeypatch.setenv("AITIA_DATA_HOME", str(settings.data_home))
    with open_workbench(settings.model_copy(update={"tenant": "acme"})) as bench:
        bench.__dict__["embedder"] = world.bench.embedder
        other = replace(world, bench=bench, question=bench.question(THEIRS))
        other.ask()
        yield world, other


@pytest.fixture
def instance() -> Iterator[dg.DagsterInstance]:
    with dg.instance_for_test() as made:
        yield made


def launched(instance: dg.DagsterInstance, name: str) -> list[str | None]:
    """The questions that a first tick of the schedule or a sensor launches."""
    import assets.automation.sensors as automation

    moment = datetime(2026, 1, 5, 5, tzinfo=UTC)
    context: dg.ScheduleEvaluationContext | dg.SensorEvaluationContext = (
        dg.build_schedule_context(instance, scheduled_execution_time=moment)
        if name == "literature_refresh"
        else dg.build_sensor_context(instance)
    )
    found = getattr(automation, name)(context)
    return [item.partition_key for item in found if isinstance(item, dg.RunRequest)]


def told(cursor: str | None) -> tuple[str, str | None]:
    """What the sensor for changed verdicts says at a tick, and its cursor."""
    from assets.automation.sensors import verdict_changes

    with dg.instance_for_test() as instance:
        context = dg.build_sensor_context(instance, cursor=cursor)
        found = verdict_changes(context)
        assert isinstance(found, Iterator)
        (skip,) = found
        assert isinstance(skip, dg.SkipReason)
        return skip.skip_message or "", context.cursor


def test_what_runs_by_itself_takes_no_question_of_another_tenant(
    shared: tuple[World, World], instance: dg.DagsterInstance, papers: dict[str, Paper]
) -> None:
    from click.testing import CliRunner

    from cli.main import cli

    world, other = shared
    assert launched(instance, "literature_refresh") == [world.question.text]
    _, cursor = told(None)
    other.write(papers["harm"])
    other.ask()
    assert other.verdict()["version"] == 2
    said, _ = told(cursor)
    assert said.startswith("0 verdicts changed"), "another tenant's verdict is not this one's to tell"
    world.retract(papers["harm"])
    assert launched(instance, "evidence_changes") == [world.question.text]
    counted = json.loads(CliRunner().invoke(cli, ["status", "--json"]).stdout)
    assert (counted["questions"], counted["verdicts, all versions"]) == (1, 1)
    mine = "SELECT count(*) FROM question_extractions WHERE question_id = :q"
    assert counted["readings"] == world.value(mine, q=world.question.question_id) > 0


def test_a_removed_question_is_launched_by_nothing_and_comes_back_paused_if_it_was(
    shared: tuple[World, World], instance: dg.DagsterInstance, papers: dict[str, Paper]
) -> None:
    world, _ = shared
    question_id = world.question.question_id
    world.write(papers["cohort"])  # which leaves gaps
    world.ask()
    assert launched(instance, "next_round") == [world.question.text]
    remove_subject(world.bench, "question", question_id, "Ann", "not ours")
    world.retract(papers["cohort"])
    for name in ("literature_refresh", "evidence_changes", "next_round"):
        assert launched(instance, name) == [], name
    with world.bench.store.session() as session:
        set_refresh(session, question_id, active=False)
    restore_subject(world.bench, "question", question_id, "Ann", "")
    for name in ("literature_refresh", "evidence_changes", "next_round"):
        assert launched(instance, name) == [], name
    with world.bench.store.session() as session:
        set_refresh(session, question_id, active=True)
    assert launched(instance, "literature_refresh") == [world.question.text]
