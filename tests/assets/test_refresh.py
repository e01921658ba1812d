"""Searching again on schedule: only what is new, each window once, and the end when nothing is."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import dagster as dg
import pytest

from aitia.model.scales import EvidenceType
from aitia.model.search import SearchRequest, SearchStatus
from assets.automation.windows import window_of
from assets.steps.candidate_papers import collect_papers
from assets.steps.refresh import request_since
from assets.steps.rounds import inputs_of
from assets.steps.search_plan import RoundConfig, plan_round
from resources.store.searches import StoredSearch

if TYPE_CHECKING:
    from tests.assets.scenes import Paper, World

REFRESH = RoundConfig(refresh=True)
MONDAY = datetime(2026, 1, 5, 5, tzinfo=UTC)


def refreshed(world: World, number: int = 1) -> dict[str, Any]:
    """The reports of a refresh of the question, by step."""
    from assets.steps.order import run_steps

    return dict(run_steps(world.bench, world.question, REFRESH, f"refresh-{number}"))


def test_a_refresh_ends_after_the_search_when_nothing_is_new_and_the_question_is_settled(
    world: World,
) -> None:
    from assets.steps.rounds import is_settled

    rows, verdict = world.rows(), world.verdict()
    assert list(refreshed(world)) == ["search_plan", "candidate_papers"]
    assert (world.rows(), world.verdict()) == (rows, verdict)
    assert is_settled(world.bench, world.question, [], [])


def test_a_refresh_with_a_new_paper_goes_on_to_the_verdict(
    world: World, papers: dict[str, Paper], first_papers: list[Paper]
) -> None:
    world.write(*first_papers, papers["fourth"])
    assert list(refreshed(world))[-1] == "report"
    assert any("New evidence" in line for line in world.verdict()["changes"])
    assert list(refreshed(world, 2)) == ["search_plan", "candidate_papers"]


def as_if_nothing_changed_outside(world: World) -> None:
    """A file shows that it changed; a service, which this one stands for, does not."""
    inputs = inputs_of(world.bench, ["documents"], [str(world.folder)])
    world.sql("UPDATE questions SET settled_inputs = regexp_replace(settled_inputs, '^[^\n]*', :i)", i=inputs)


def test_what_a_run_found_and_did_not_live_to_read_is_read_by_the_next_refresh(
    world: World, papers: dict[str, Paper], first_papers: list[Paper]
) -> None:
    world.write(*first_papers, papers["fourth"])
    plan_round(world.bench, world.question, REFRESH, "killed")
    collect_papers(world.bench, world.question, "killed")
    as_if_nothing_changed_outside(world)
    assert list(refreshed(world))[-1] == "report"
    assert any("New evidence" in line for line in world.verdict()["changes"])


def test_a_run_that_died_half_way_leaves_nothing_settled_though_its_papers_are_gone_again(
    world: World, papers: dict[str, Paper], first_papers: list[Paper]
) -> None:
    from assets.steps.gated_papers import gate_papers
    from assets.steps.rounds import is_settled

    before = world.state()
    world.write(*first_papers, papers["fourth"])
    plan_round(world.bench, world.question, REFRESH, "killed")
    collect_papers(world.bench, world.question, "killed")
    gate_papers(world.bench, world.question, "killed")
    world.write(*first_papers)
    as_if_nothing_changed_outside(world)
    assert not is_settled(world.bench, world.question, [], [])
    assert list(refreshed(world))[-1] == "report"
    assert world.state() == before
    assert is_settled(world.bench, world.question, [], [])


def test_a_paper_retracted_since_is_found_and_changes_the_verdict(
    world: World, papers: dict[str, Paper]
) -> None:
    before = world.verdict()
    kept = [papers[name] for name in ("second", "third", "cohort", "harm", "off_topic")]
    retracted = papers["first"] | {
        "publication_types": ["Randomized Controlled Trial", "Retracted Publication"]
    }
    world.write(retracted, *kept)
    assert list(refreshed(world))[-1] == "report"
    after = world.verdict()
    assert after["version"] == before["version"] + 1
    assert any("Retracted since" in line for line in after["changes"])


def test_a_change_made_elsewhere_is_not_passed_over(world: World, papers: dict[str, Paper]) -> None:
    world.retract(papers["first"])
    assert list(refreshed(world))[-1] == "report"
    assert world.verdict()["version"] == 2


def test_a_live_service_is_asked_only_for_what_it_took_up_or_changed_since(
    world: World, serve: Callable[..., str]
) -> None:
    from assets.steps.order import run_steps
    from resources.workbench import Workbench

    asked: list[str] = []
    answer = {"hitCount": 0, "nextCursorMark": "*", "resultList": {"result": []}}

    def service(path: str, query: dict[str, list[str]]) -> tuple[int, str, bytes]:
        asked.append(query["query"][0])
        return 200, "application/json", json.dumps(answer).encode()

    settings = world.bench.settings.model_copy(
        update={"source_urls": {"europe_pmc": serve(service)}, "cache_home": world.bench.settings.data_home}
    )
    bench = Workbench(settings, world.bench.store)
    bench.__dict__["embedder"] = world.bench.embedder
    config = RoundConfig(sources=["documents", "europe_pmc"], documents=[str(world.folder)])
    run_steps(bench, world.question, config, "first")
    whole, asked[:] = list(asked), []
    world.sql(
        "SET LOCAL session_replication_role = replica; UPDATE searches SET sent_at = '2026-03-15 12:00+00'"
    )
    reports = run_steps(bench, world.question, RoundConfig(refresh=True), "later")
    assert list(reports) == ["search_plan", "candidate_papers"]
    since = "[2026-03-08 TO 3000-01-01]"
    assert sorted(asked) == sorted(
        f"({query}) AND (CREATION_DATE:{since} OR UPDATE_DATE:{since})" for query in whole
    )
    assert world.value("SELECT min(sent_at) > now() - interval '1 hour' FROM searches")


def test_a_search_that_failed_is_sent_whole_again() -> None:
    request = SearchRequest(source="pubmed", evidence_type=EvidenceType.RANDOMISED_TRIAL, query="zeltamine")
    moment = datetime(2026, 3, 15, tzinfo=UTC)

    def sent(status: SearchStatus, source: str = "pubmed", at: datetime | None = moment) -> str:
        made = request.model_copy(update={"source": source})
        return request_since(StoredSearch("s", 1, made, status, None, None, None, at)).query

    narrowed = '(zeltamine) AND ("2026/03/08"[edat] : "3000"[edat] OR "2026/03/08"[lr] : "3000"[lr])'
    assert sent(SearchStatus.COMPLETE) == narrowed
    assert sent(SearchStatus.INCOMPLETE) == "zeltamine"
    assert sent(SearchStatus.COMPLETE, at=None) == "zeltamine"
    assert sent(SearchStatus.COMPLETE, source="arxiv") == "zeltamine"


@pytest.fixture
def settings_of(world: World, monkeypatch: pytest.MonkeyPatch) -> World:
    """A world whose database is the one that schedules and sensors open."""
    address = world.bench.settings.database_url
    assert address is not None
    monkeypatch.setenv("AITIA_DATABASE_URL", address.get_secret_value())
    monkeypatch.setenv("AITIA_DATA_HOME", str(world.bench.settings.data_home))
    return world


@pytest.fixture
def instance() -> Iterator[dg.DagsterInstance]:
    with dg.instance_for_test() as made:
        yield made


def tick(instance: dg.DagsterInstance, moment: datetime, status: str = "SUCCESS") -> list[str]:
    """The windows that a tick launches runs for; the runs then stand in the instance with that status."""
    from assets.automation.sensors import literature_refresh
    from definitions import defs

    context = dg.build_schedule_context(instance, scheduled_execution_time=moment)
    found = literature_refresh(context)
    assert isinstance(found, Iterator)
    requests = [item for item in found if isinstance(item, dg.RunRequest)]
    for request in requests:
        instance.create_run_for_job(
            defs.resolve_job_def("answer_question"),
            run_config=request.run_config,
            tags={**request.tags, "dagster/partition": request.partition_key or ""},
            status=dg.DagsterRunStatus(status),
        )
    return [request.tags["aitia/window"] for request in requests]


def test_each_window_is_served_once_through_overlaps_missed_ticks_and_failures(
    settings_of: World, instance: dg.DagsterInstance
) -> None:
    assert tick(instance, MONDAY) == ["2026-01-05T05:00:00+00:00"]
    assert tick(instance, MONDAY) == [], "the same tick evaluated twice"
    assert tick(instance, MONDAY + timedelta(hours=23)) == []
    # Ticks were missed for two days and a half: one search, since the last one, covers them.
    assert tick(instance, MONDAY + timedelta(days=3, hours=7)) == ["2026-01-08T05:00:00+00:00"]
    # A run that still goes on serves its window; one that failed does not.
    assert tick(instance, MONDAY + timedelta(days=4), "STARTED") == ["2026-01-09T05:00:00+00:00"]
    assert tick(instance, MONDAY + timedelta(days=4, hours=1)) == []
    assert tick(instance, MONDAY + timedelta(days=5), "FAILURE") == ["2026-01-10T05:00:00+00:00"]
    assert tick(instance, MONDAY + timedelta(days=5, hours=1)) == ["2026-01-10T05:00:00+00:00"]
    assert tick(instance, MONDAY + timedelta(days=5, hours=2)) == []


@pytest.mark.parametrize("name", ["literature_refresh", "evidence_changes", "next_round"])
def test_a_question_that_dagster_does_not_know_yet_is_launched_as_any_other(
    settings_of: World, instance: dg.DagsterInstance, papers: dict[str, Paper], name: str
) -> None:
    """As after a restore: the backup of a store holds no partitions of Dagster's."""
    import assets.automation.sensors as automation
    from definitions import defs

    world = settings_of
    if name == "literature_refresh":
        tick = dg.build_schedule_context(
            instance, scheduled_execution_time=MONDAY, repository_def=defs.get_repository_def()
        )
        requests = automation.literature_refresh.evaluate_tick(tick).run_requests or []
    else:
        world.write(papers["cohort"])  # which leaves gaps
        world.ask()
        world.retract(papers["cohort"])
        found = getattr(automation, name)(dg.build_sensor_context(instance))
        requests = [item for item in found if isinstance(item, dg.RunRequest)]
    assert [request.partition_key for request in requests] == [world.question.text]
    assert instance.get_dynamic_partitions("question") == [world.question.text]


def test_a_question_has_hours_of_its_own_and_a_paused_one_stays_paused(
    settings_of: World, instance: dg.DagsterInstance, papers: dict[str, Paper]
) -> None:
    from assets.automation.sensors import evidence_changes
    from resources.store.questions import set_refresh

    world = settings_of
    question_id = world.question.question_id

    def change(**values: object) -> bool:
        with world.bench.store.session() as session:
            return set_refresh(session, question_id, **values)

    assert change(refresh_hours=6)
    moments = [MONDAY + timedelta(hours=hour) for hour in range(13)]
    served = [window for moment in moments for window in tick(instance, moment)]
    assert [window[11:16] for window in served] == ["05:00", "11:00", "17:00"]
    assert change(active=False)
    assert tick(instance, MONDAY + timedelta(days=9)) == []
    world.ask()
    assert world.value("SELECT active FROM questions") is False, "asking again does not resume it"
    context = dg.build_sensor_context(instance)
    world.retract(papers["first"])

    def launched() -> list[dg.RunRequest]:
        found = evidence_changes(context)
        assert isinstance(found, Iterator)
        return [item for item in found if isinstance(item, dg.RunRequest)]

    assert launched() == []
    assert change(active=True)
    assert [request.partition_key for request in launched()] == [world.question.text]


@pytest.mark.parametrize("zone", ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe"])
def test_windows_follow_each_other_whatever_the_clocks_do(zone: str) -> None:
    """Summer time begins or ends somewhere on each of these days; every hour lies in one window."""
    for day in (datetime(2026, 3, 8), datetime(2026, 3, 29), datetime(2026, 10, 25), datetime(2026, 11, 1)):
        start = day.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
        hours = [start + timedelta(hours=hour) for hour in range(-24, 73)]
        windows = [window_of(hour.astimezone(ZoneInfo(zone)), 24) for hour in hours]
        assert windows == sorted(windows)
        assert {(b - a) for a, b in pairwise(windows)} == {
            timedelta(0),
            timedelta(hours=24),
        }
        assert all(w <= h < w + timedelta(hours=24) for w, h in zip(windows, hours, strict=True))


def test_a_refresh_that_another_overtakes_ends_as_that_one_did(
    world: World, papers: dict[str, Paper], first_papers: list[Paper]
) -> None:
    from assets.steps.order import AFTER_PLAN

    world.write(*first_papers, papers["fourth"])
    plan_round(world.bench, world.question, REFRESH, "slow")
    steps = iter(AFTER_PLAN.values())
    for _ in ("candidate_papers", "gated_papers", "full_texts"):
        next(steps)(world.bench, world.question, "slow")
    assert list(refreshed(world))[-1] == "report"
    state = world.state()
    for step in steps:
        step(world.bench, world.question, "slow")
    assert (world.state(), world.verdict()["version"]) == (state, 2)
