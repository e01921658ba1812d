"""What Dagster loads: assets, their checks, the schedule and the sensors."""

from __future__ import annotations

import datetime
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING

import dagster as dg
import pytest

if TYPE_CHECKING:
    from tests.assets.scenes import Paper, World

ASSETS = {
    "search_plan": ("search", {"python", "postgres"}, set()),
    "candidate_papers": ("search", {"python", "postgres"}, {"search_plan"}),
    "gated_papers": ("search", {"python", "postgres"}, {"candidate_papers"}),
    "full_texts": ("search", {"python", "postgres"}, {"gated_papers"}),
    "retraction_notices": ("search", {"python", "postgres"}, {"gated_papers"}),
    "extracted_claims": ("reading", {"python", "postgres"}, {"full_texts", "retraction_notices"}),
    "validated_edges": ("reading", {"python", "postgres"}, {"extracted_claims"}),
    "alias_links": ("reasoning", {"python", "postgres"}, {"validated_edges"}),
    "graded_relations": ("reasoning", {"python", "postgres"}, {"alias_links"}),
    "insights": ("reasoning", {"python", "postgres"}, {"graded_relations"}),
    "verdict": ("answer", {"python", "postgres"}, {"insights"}),
    "report": ("answer", {"html", "json"}, {"verdict"}),
}
CHECKS = {
    "plan": ("search_plan", False),
    "searches": ("candidate_papers", False),
    "gate": ("gated_papers", False),
    "full_texts": ("full_texts", False),
    "standing": ("retraction_notices", False),
    "readings": ("extracted_claims", True),
    "decisions": ("validated_edges", True),
    "quotes": ("validated_edges", True),
    "confidence": ("validated_edges", True),
    "self_reference": ("validated_edges", True),
    "aliases": ("alias_links", True),
    "relations": ("graded_relations", True),
    "insights": ("insights", False),
    "verdict": ("verdict", True),
    "report": ("report", False),
}


@pytest.fixture(scope="module")
def definitions() -> dg.Definitions:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        from definitions import defs

        dg.Definitions.validate_loadable(defs)
    return defs


def test_every_asset_has_its_group_kinds_dependencies_partitions_and_description(
    definitions: dg.Definitions,
) -> None:
    graph = definitions.resolve_asset_graph()
    found = {}
    for key in graph.get_all_asset_keys():
        node = graph.get(key)
        parents = {parent.to_user_string() for parent in node.parent_keys}
        found[key.to_user_string()] = (node.group_name, set(node.kinds), parents)
        assert node.description
        assert node.partitions_def is not None
        assert node.partitions_def.name == "question"  # type: ignore[attr-defined]
        assert node.owners == ["team:aitia"]
        assert node.code_version
        assert (node.freshness_policy is not None) == (key.to_user_string() == "search_plan")
    assert found == ASSETS


def test_checks_keep_a_result_per_question_and_those_that_guard_a_promise_block(
    definitions: dg.Definitions,
) -> None:
    found = {}
    for checks in definitions.asset_checks or []:
        assert isinstance(checks, dg.AssetChecksDefinition)
        for spec in checks.check_specs:
            assert spec.description
            assert spec.partitions_def is not None
            found[spec.name] = (spec.asset_key.to_user_string(), spec.blocking)
    assert found == CHECKS


def test_the_job_the_schedule_and_the_sensors_are_there(definitions: dg.Definitions) -> None:
    job = definitions.resolve_job_def("answer_question")
    assert job.partitions_def is not None
    assert definitions.resolve_schedule_def("literature_refresh").cron_schedule == "0 * * * *"
    assert {sensor.name for sensor in definitions.sensors or []} == {
        "next_round",
        "evidence_changes",
        "verdict_changes",
    }


@pytest.fixture
def settings_of(world: World, monkeypatch: pytest.MonkeyPatch) -> World:
    """The world's database and data home as the environment names them, as in a Dagster process."""
    settings = world.bench.settings
    assert settings.database_url is not None
    monkeypatch.setenv("AITIA_DATABASE_URL", settings.database_url.get_secret_value())
    monkeypatch.setenv("AITIA_DATA_HOME", str(settings.data_home))
    return world


@pytest.fixture
def instance() -> Iterator[dg.DagsterInstance]:
    with dg.instance_for_test() as made:
        yield made


def requests(result: object) -> list[dg.RunRequest]:
    assert isinstance(result, Iterator)
    return [item for item in result if isinstance(item, dg.RunRequest)]


def test_the_daily_refresh_asks_every_active_question_once(
    settings_of: World, instance: dg.DagsterInstance
) -> None:
    from assets.automation.sensors import literature_refresh

    world = settings_of
    from aitia.question import read_question

    world.ask(read_question("Does zeltamine increase major bleeding?"))
    moment = datetime.datetime(2026, 1, 5, 5, tzinfo=datetime.UTC)
    context = dg.build_schedule_context(instance, scheduled_execution_time=moment)
    found = requests(literature_refresh(context))
    assert {request.partition_key for request in found} == {
        "Does zeltamine reduce stroke risk?",
        "Does zeltamine increase major bleeding?",
    }
    assert all("2026-01-05" in str(request.run_key) for request in found)
    world.sql("UPDATE questions SET active = false WHERE question_id = :q", q=world.question.question_id)
    assert len(requests(literature_refresh(context))) == 1


def test_a_change_in_sql_is_picked_up_once_and_not_after_reasoning_again(
    settings_of: World, instance: dg.DagsterInstance, papers: dict[str, Paper]
) -> None:
    from assets.automation.sensors import evidence_changes

    world = settings_of
    context = dg.build_sensor_context(instance)
    assert requests(evidence_changes(context)) == []
    world.retract(papers["first"])
    first, again = requests(evidence_changes(context)), requests(evidence_changes(context))
    assert [request.partition_key for request in first] == [world.question.text]
    assert again == [], "the sensor's cursor has passed the change"
    world.ask()
    assert requests(evidence_changes(context)) == []


def test_the_next_round_is_launched_only_while_a_new_search_could_fill_a_gap(
    settings_of: World, instance: dg.DagsterInstance, papers: dict[str, Paper]
) -> None:
    from assets.automation.sensors import next_round
    from assets.steps.order import run_steps
    from assets.steps.search_plan import RoundConfig

    world = settings_of
    context = dg.build_sensor_context(instance)
    assert world.verdict()["certainty"] == "high"
    assert requests(next_round(context)) == []
    world.write(papers["cohort"], papers["off_topic"])
    world.ask()
    assert world.verdict()["gaps"]
    local = requests(next_round(context))
    # The same files searched with other words hold no other papers: documents are always read whole.
    for request in local:
        assert request.partition_key == world.question.text
    before = world.value("SELECT max(round_no) FROM rounds")
    run_steps(world.bench, world.question, RoundConfig(next_round=True), "next")
    after = world.value("SELECT max(round_no) FROM rounds")
    assert after == before + bool(local)
    assert requests(next_round(context)) == []
