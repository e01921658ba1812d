"""The job `ask`: what a person may type into the launchpad, what is refused, and what is launched for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import dagster as dg
import pytest

from aitia.model.errors import AitiaError, QuestionError
from assets.automation.asking import AskConfig, EngineName, ask, prepare
from assets.automation.partitions import key_of, partition_of

if TYPE_CHECKING:
    from resources.settings import Settings
    from tests.assets.scenes import World

PLAIN = "Does zeltamine, in adults, reduce stroke risk?"


@pytest.fixture
def environment(store_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """The settings of a fresh store, as a run finds them in its environment."""
    assert store_settings.database_url is not None
    monkeypatch.setenv("AITIA_DATABASE_URL", store_settings.database_url.get_secret_value())
    monkeypatch.setenv("AITIA_DATA_HOME", str(store_settings.data_home))
    return store_settings


def test_what_is_filled_in_becomes_the_configuration_of_the_run(environment: Settings) -> None:
    config, key = prepare(
        AskConfig(question=PLAIN, sources=["EuropePMC"], rounds=3, engine=EngineName.local, budget_usd=0.5)
    )
    assert key == PLAIN
    assert config == {
        "ops": {"search_plan": {"config": {"sources": ["europe_pmc"], "documents": []}}},
        "resources": {"workbench": {"config": {"engine": "local", "max_rounds": 3, "budget_usd": 0.5}}},
    }


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"question": " "}, "The question is empty"),
        ({"question": "x" * 2001}, "The question has 2,001 characters; at most 2,000 are read"),
        ({"question": "Почему?"}, "Cannot read"),
        ({"question": "Does \x07 aspirin reduce stroke?"}, "control or hidden character (U+0007)"),
        ({"question": PLAIN, "sources": ["the library"]}, "unknown source 'the library'"),
        ({"question": PLAIN, "documents": ["/no/such/folder"]}, "/no/such/folder"),
        ({"question": PLAIN, "rounds": 0}, "AITIA_MAX_ROUNDS"),
        ({"question": PLAIN, "budget_calls": -1}, "AITIA_BUDGET_CALLS"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_line(
    environment: Settings, fields: dict[str, Any], said: str
) -> None:
    with dg.DagsterInstance.ephemeral() as instance:
        result = ask.execute_in_process(
            run_config={"ops": {"ask_question": {"config": fields}}}, instance=instance, raise_on_error=False
        )
        assert instance.get_dynamic_partitions("question") == []
    (failure,) = [event for event in result.all_events if event.is_step_failure]
    data = failure.step_failure_data
    assert data.user_failure_data is not None
    description = data.user_failure_data.description or ""
    assert said in description
    assert "\n" not in description


def test_a_database_that_cannot_be_reached_is_one_line(
    environment: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AITIA_DATABASE_URL", "postgresql://nobody:secret@127.0.0.1:9/aitia")
    with pytest.raises(AitiaError, match=r"127\.0\.0\.1:9/aitia cannot be reached") as problem:
        prepare(AskConfig(question=PLAIN))
    assert "secret" not in str(problem.value)
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize(
    "words",
    [
        "does zeltamine   reduce STROKE risk",
        "Does zeltamine reduce stroke risk???",
        "Does zeltamine reduce stroke risk?",
    ],
)
def test_ways_of_writing_a_question_are_one_partition(world: World, words: str) -> None:
    from aitia.question import read_question

    assert partition_of(world.bench, read_question(words)) == world.question.text


HOSTILE = (
    "Does \"zeltamine\", or 'nothing'; DROP TABLE questions; -- reduce stroke risk?",
    "Does zeltamine... reduce stroke risk?",
    "Does ζελταμίνη reduce stroke risk?",
    "Does zeltamine reduce stroke risk in adults " + "who are older, or not, " * 80 + "?",
)


@pytest.fixture
def storage(world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[dg.DagsterInstance]:
    """Dagster's instance on the server of a world."""
    from assets.automation.answer import dagster_instance

    for name in ("AITIA_DAGSTER_URL", "AITIA_DAGSTER_FILES", "DAGSTER_HOME"):
        monkeypatch.setenv(name, "")
    with dagster_instance(world.bench.settings) as instance:
        yield instance


def test_keys_with_quotes_dots_other_scripts_and_2000_characters_are_partitions(
    world: World, storage: dg.DagsterInstance
) -> None:
    from aitia.question import read_question

    keys = []
    for words in HOSTILE:
        question = read_question(words[:2000])
        key = partition_of(world.bench, question)
        storage.add_dynamic_partitions("question", [key])
        assert read_question(key).question_id == question.question_id
        keys.append(key)
    assert set(storage.get_dynamic_partitions("question")) == set(keys)
    storage.report_runless_asset_event(dg.AssetMaterialization("verdict", partition=keys[-1]))
    assert storage.get_materialized_partitions(dg.AssetKey("verdict")) == {keys[-1]}


def test_a_key_that_no_index_holds_is_refused(world: World) -> None:
    from aitia.question import read_question

    question = read_question("Does zeltamine reduce stroke risk?").model_copy(
        update={"text": "Does " + "ζ" * 1990 + "?", "question_id": "question_other"}
    )
    with pytest.raises(QuestionError, match="a partition's key holds at most 2,600"):
        partition_of(world.bench, question)
    assert key_of("a... b") == "a… b"
