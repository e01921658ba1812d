"""A run in which nothing changed repeats no work; what changed is worked on, and checks look each time."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from assets.steps.step import StepReport
    from tests.assets.scenes import Paper, World

WORK = {
    "gate_papers",
    "fetch_full_texts",
    "look_up_notices",
    "read_papers",
    "validate_claims",
    "link_aliases",
    "grade_question",
    "find_insights",
    "conclude_question",
    "write_report",
}


@contextmanager
def statements(world: World) -> Iterator[list[str]]:
    """The statements that are sent to the world's database meanwhile."""
    from sqlalchemy import event

    sent: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        sent.append(statement)

    engine = world.bench.store.engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(engine, "before_cursor_execute", note)


def run(world: World) -> tuple[dict[str, StepReport], set[str]]:
    """One run as the assets make it: their reports, and which steps had work to do."""
    from assets.steps.kept import finished, reported
    from assets.steps.order import AFTER_PLAN
    from assets.steps.search_plan import RoundConfig, plan_round

    world.asked += 1
    run_id, worked = f"run-{world.asked}", set()
    config = RoundConfig(documents=[str(world.folder)])
    steps = dict(AFTER_PLAN)
    reports = {"search_plan": plan_round(world.bench, world.question, config, run_id)}
    reports["candidate_papers"] = steps.pop("candidate_papers")(world.bench, world.question, run_id)
    for name, step in steps.items():

        @functools.wraps(step)
        def noted(*given: object, step: Callable[..., StepReport] = step) -> StepReport:
            worked.add(step.__name__)
            return step(*given)

        report = finished if name == "report" else reported
        reports[name] = report(world.bench, world.question, run_id, noted)
    return reports, worked


def test_a_run_in_which_nothing_changed_works_on_nothing_and_reports_what_stands(world: World) -> None:
    first, worked = run(world)
    assert worked == WORK
    rows = world.rows()
    with statements(world) as sent:
        again, worked = run(world)
    assert worked == set()
    assert len(sent) <= 60, "planning, searching and two looks at what stands"
    assert {name: report.data_version for name, report in again.items()} == {
        name: report.data_version for name, report in first.items()
    }
    assert again["verdict"].tables == first["verdict"].tables
    assert again["report"].links == first["report"].links
    assert world.rows() == rows


def test_a_report_that_is_used_again_claims_no_work(make_world: Callable[..., World]) -> None:
    world = make_world()
    first, _ = run(world)
    again, worked = run(world)
    assert worked == set()
    done = [
        ("candidate_papers", "new_papers"),
        ("gated_papers", "embedded"),
        ("extracted_claims", "newly_read"),
        ("graded_relations", "graded"),
    ]
    assert all(first[name].counts[count] for name, count in done)
    assert not any(again[name].counts[count] for name, count in done)
    assert again["graded_relations"].counts["unchanged"] == first["graded_relations"].counts["relations"]


def test_a_look_that_fails_or_would_wait_stops_no_run_before_the_step_that_needs_the_table(
    world: World,
) -> None:
    from assets.steps.kept import reported
    from assets.steps.order import AFTER_PLAN
    from assets.steps.search_plan import RoundConfig, plan_round

    run(world)
    plan_round(world.bench, world.question, RoundConfig(documents=[str(world.folder)]), "looking")
    world.sql("ALTER TABLE insights RENAME TO insights_elsewhere")
    AFTER_PLAN["candidate_papers"](world.bench, world.question, "looking")
    assert reported(world.bench, world.question, "looking", AFTER_PLAN["gated_papers"]).counts
    world.sql("ALTER TABLE insights_elsewhere RENAME TO insights")
    with world.bench.store.engine.connect() as connection:
        connection.exec_driver_sql("LOCK TABLE graded_relations IN ACCESS EXCLUSIVE MODE")
        assert reported(world.bench, world.question, "waiting", AFTER_PLAN["gated_papers"]).counts


def _new_paper(world: World, papers: dict[str, Paper]) -> None:
    world.write(*papers.values())


def _retracted(world: World, papers: dict[str, Paper]) -> None:
    world.retract(papers["first"])


def _reviewed(world: World, papers: dict[str, Paper]) -> None:
    world.review("edge", world.edges_of(papers["first"])[0], "reject")


def _verdict_altered(world: World, _papers: dict[str, Paper]) -> None:
    world.sql("ALTER TABLE verdicts DISABLE TRIGGER USER")
    world.sql("UPDATE verdicts SET certainty = 'very_low', point = 0.5")


def _page_gone(world: World, _papers: dict[str, Paper]) -> None:
    (world.bench.settings.reports_home / world.question.question_id / "report.html").unlink()


def _died_in_the_middle(world: World, _papers: dict[str, Paper]) -> None:
    from resources.store import changes

    with world.bench.store.session() as session:
        changes.unsettle(session, world.question.question_id)


def _other_settings(world: World, _papers: dict[str, Paper]) -> None:
    world.bench.settings = world.bench.settings.model_copy(update={"gate_top_n": 2})


CHANGES = (
    _new_paper,
    _retracted,
    _reviewed,
    _verdict_altered,
    _page_gone,
    _died_in_the_middle,
    _other_settings,
)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__.strip("_"))
def test_whatever_changes_is_worked_on_as_if_nothing_was_kept(
    world: World, papers: dict[str, Paper], change: Callable[[World, dict[str, Paper]], None]
) -> None:
    run(world)
    assert run(world)[1] == set()
    change(world, papers)
    _, worked = run(world)
    assert worked == WORK
    state = world.state()
    world.ask()
    assert world.state() == state, "a run without anything kept comes to the same"


def test_checks_read_the_rows_each_time_and_pass_on_none_but_those_that_passed(world: World) -> None:
    from assets.checks import run_suite
    from validators.suites import SUITES, WORKER

    suite = next(suite for suite in SUITES if suite.name == "confidence")
    asked = world.question.question_id
    try:
        first = run_suite(world.bench, suite, asked)
        assert first.success
        assert first.rows > 1
        WORKER.close()
        assert run_suite(world.bench, suite, asked) == first
        assert WORKER._process is None, "the same rows pass without the process that evaluates"

        world.sql("ALTER TABLE edges DISABLE TRIGGER USER")
        edge = world.value("SELECT id FROM edges ORDER BY id LIMIT 1")
        before = world.value("SELECT confidence FROM edges WHERE id = :id", id=edge)
        world.sql("UPDATE edges SET confidence = 0.31 WHERE id = :id", id=edge)
        for _ in range(2):  # a failure is never kept
            found = run_suite(world.bench, suite, asked)
            assert not found.success
            assert edge in found.failing[0]
        world.sql("UPDATE edges SET confidence = :before WHERE id = :id", id=edge, before=before)
        assert run_suite(world.bench, suite, asked) == first
    finally:
        WORKER.close()


def test_what_passed_is_known_to_the_next_process_and_a_damaged_file_only_costs_time(world: World) -> None:
    from assets.steps import passed

    asked = world.question.question_id
    passed.note_passed(world.bench, asked, "quotes", "a mark", 8)
    passed.write_passed(world.bench, asked)
    passed._LOADED.clear()
    assert passed.checks_passed(world.bench, asked, "quotes", "a mark") == 8
    assert passed.checks_passed(world.bench, asked, "quotes", "another") is None
    (world.bench.settings.data_home / "kept" / f"{asked}.checks.json").write_text('{"quotes": 3', "utf-8")
    passed._LOADED.clear()
    assert passed.checks_passed(world.bench, asked, "quotes", "a mark") is None

    run(world)
    (world.bench.settings.data_home / "kept" / f"{asked}.json").write_text('{"mark": []}', "utf-8")
    assert run(world)[1] == WORK
    assert run(world)[1] == set()
