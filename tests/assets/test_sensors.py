"""What the sensors ask of the store, and what they launch from where they last looked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import dagster as dg
import pytest
from sqlalchemy import text

from assets.steps.rounds import open_rounds
from bench.store_scale import fill, statements_of
from resources.settings import Settings
from resources.store.session import Store
from resources.workbench import Workbench

if TYPE_CHECKING:
    from tests.assets.scenes import World


@pytest.mark.parametrize("questions", [5, 40])
def test_any_number_of_questions_is_looked_through_in_as_many_statements(
    store: Store, store_settings: Settings, questions: int
) -> None:
    with store.session() as session:
        fill(session, 300, questions)
    with statements_of(store) as sent:
        found = open_rounds(Workbench(store_settings, store))
    assert len(found.rounds) == questions
    assert len(sent) <= 5


def test_a_round_seen_open_is_not_worked_out_again_until_a_run_of_its_question_ended(
    store: Store, store_settings: Settings
) -> None:
    with store.session() as session:
        fill(session, 300, 5)
    bench = Workbench(store_settings, store)
    first = open_rounds(bench)
    assert open_rounds(bench, first.below).rounds == ()
    with store.session() as session:
        from resources.store.changes import settle

        settle(session, "question_3", "inputs", "state")
    (again,) = open_rounds(bench, first.below).rounds
    assert again == next(found for found in first.rounds if "drug 3 " in found[0])


def test_paused_questions_get_no_further_round(store: Store, store_settings: Settings) -> None:
    with store.session() as session:
        fill(session, 300, 5)
        session.execute(text("UPDATE questions SET active = false WHERE question_id = 'question_3'"))
    assert len(open_rounds(Workbench(store_settings, store)).rounds) == 4


@pytest.fixture
def tick(world: World, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[list[dg.RunRequest], str]]:
    """Evaluates a sensor on the world's store; gives what it launches, and its cursor."""
    import assets.automation.sensors as automation

    monkeypatch.setattr(automation, "get_settings", lambda: world.bench.settings)

    def evaluate(sensor: dg.SensorDefinition, cursor: str | None) -> tuple[list[dg.RunRequest], str]:
        with dg.DagsterInstance.ephemeral() as instance:
            context = dg.build_sensor_context(instance=instance, cursor=cursor)
            result: Any = sensor(context)
            requests = [item for item in result if isinstance(item, dg.RunRequest)]
            assert context.cursor is not None
            return requests, context.cursor

    return evaluate


def test_the_sensor_for_changes_launches_a_touched_question_once_and_keeps_its_cursor(
    world: World, tick: Callable[..., tuple[list[dg.RunRequest], str]], papers: dict[str, Any]
) -> None:
    from assets.automation.sensors import evidence_changes

    nothing, cursor = tick(evidence_changes, None)
    assert nothing == []
    world.retract(papers["first"])
    (request,), after = tick(evidence_changes, cursor)
    assert request.partition_key == world.question.text
    assert int(after) > int(cursor)
    assert tick(evidence_changes, after)[0] == []
    assert world.touched(), "the question itself still knows that it must reason again"


def test_the_sensor_for_rounds_keeps_its_cursor_until_the_settings_differ(
    world: World, tick: Callable[..., tuple[list[dg.RunRequest], str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    from assets.automation import sensors as automation

    launched, cursor = tick(automation.next_round, None)
    assert tick(automation.next_round, cursor)[0] == []
    more = world.bench.settings.model_copy(update={"max_rounds": world.bench.settings.max_rounds + 1})
    monkeypatch.setattr(automation, "get_settings", lambda: more)
    assert [r.partition_key for r in tick(automation.next_round, cursor)[0]] == [
        r.partition_key for r in launched
    ]
