"""Questions launched from the pages, over GraphQL: the real server, daemon and queue."""

from __future__ import annotations

import os
import signal
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from tests.assets.browser import chromium, picture, press, put_away, says, type_in_launchpad
from tests.assets.pages import (
    CHECKS,
    Pages,
    add,
    ask_in_launchpad,
    ask_pages,
    ended,
    launch,
    launch_from_failure,
    location,
    run_of,
    runs,
    serving,
    slots_taken,
    steps,
    until,
)
from tests.assets.scenes import COHORT, QUESTION, worlds, write_papers

if TYPE_CHECKING:
    from resources.embedders.base import Embedder
    from resources.store.server import EmbeddedServer

# It waits for programs that a busy machine starts slowly.
pytestmark = [pytest.mark.timeout(1800), pytest.mark.xdist_group("pages")]
ASKED = 'Is zeltamine, taken "daily", able to reduce stroke?'
BROKEN_OFF = "Does zeltamine increase major bleeding?"
BACKFILLED = ("Does zeltamine reduce dementia?", QUESTION)
CANCEL = """mutation($id: String!) { terminateRun(runId: $id) {
  __typename ... on TerminateRunFailure { message } ... on PythonError { message } } }"""
BACKFILL = """mutation($params: LaunchBackfillParams!) { launchPartitionBackfill(backfillParams: $params) {
  __typename ... on LaunchBackfillSuccess { backfillId } ... on PythonError { message } } }"""
BACKFILL_STATUS = """query($id: String!) { partitionBackfillOrError(backfillId: $id) {
  ... on PartitionBackfill { status numPartitions } } }"""


@pytest.fixture(scope="module")
def restarted(
    store_server: EmbeddedServer, embedder: Embedder, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Pages, str]]:
    """`aitia dev` killed in mid-run with all it started, and started again; the run killed. Then Ctrl-C."""
    with worlds(store_server, embedder, tmp_path_factory.mktemp("pages")) as make:
        world = make()
        with world.bench.store.engine.connect() as connection:
            # The run waits here, in the middle of its steps, until everything is gone.
            connection.exec_driver_sql("LOCK TABLE graded_relations IN ACCESS EXCLUSIVE MODE")
            with serving(world) as first:
                killed = launch(first, location(first.port), BROKEN_OFF)
                until(lambda: "alias_links" in steps(first, killed))
                for process in first.processes():
                    with suppress(ProcessLookupError):
                        os.kill(process, signal.SIGKILL)
            connection.rollback()
        with serving(world) as served:
            yield served, killed
            until(lambda: not served.run_workers(), seconds=300)
            # Once runs have been made, Ctrl-C still ends everything at once and leaves nobody behind.
            served.process.send_signal(signal.SIGINT)
            served.process.wait(60)
            until(lambda: not served.processes(), seconds=120)


@pytest.fixture(scope="module")
def pages(restarted: tuple[Pages, str]) -> Pages:
    """The pages as they were started again."""
    served, _ = restarted
    return served


@pytest.fixture(scope="module")
def resumed(restarted: tuple[Pages, str]) -> str:
    """The run that went on, by itself, from where the killed one stood; it has ended."""
    pages, killed = restarted
    location(pages.port)
    assert ended(pages, killed) == "FAILURE"
    again: str = until(lambda: runs(pages, dagster__parent_run_id=killed))[0]
    assert ended(pages, again) == "SUCCESS"
    return again


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A browser, None where there is none: the question is sent over GraphQL then."""
    with ExitStack() as stack:
        try:
            opened = stack.enter_context(chromium(tmp_path_factory.mktemp("browser") / "profile"))
        except pytest.skip.Exception:
            opened = None
        yield opened


@pytest.fixture(scope="module")
def backfill(pages: Pages) -> str:
    """A backfill of two questions, launched at once: Dagster looks for such every half a minute only."""
    place = location(pages.port)
    for key in BACKFILLED:
        add(pages, place, key)
    selector = {"repositorySelector": place, "partitionSetName": "answer_question_partition_set"}
    params = {"selector": selector, "partitionNames": list(BACKFILLED)}
    launched = ask_pages(pages.port, BACKFILL, params=params)["data"]["launchPartitionBackfill"]
    assert launched["__typename"] == "LaunchBackfillSuccess", launched
    return str(launched["backfillId"])


@pytest.fixture(scope="module")
def asked(pages: Pages, browser: Any, backfill: str) -> tuple[str, str]:
    """A question asked in the launchpad in two rounds, and answered: the ids of both runs."""
    folder = pages.world.folder.parent / "a cohort alone"
    write_papers(folder, [COHORT])
    config = {"question": ASKED, "documents": [str(folder)], "rounds": 2, "engine": "local"}
    place = location(pages.port)
    if browser is None:
        sent = ask_in_launchpad(pages, place, config)
        assert sent["__typename"] == "LaunchRunSuccess", sent
        assert ended(pages, sent["run"]["runId"]) == "SUCCESS"
    else:
        type_in_launchpad(browser, pages, place, config)
    (first,) = until(lambda: runs(pages, dagster__partition=ASKED))
    assert ended(pages, first) == "SUCCESS"
    (second, _) = until(
        lambda: (found := runs(pages, dagster__partition=ASKED)) and len(found) == 2 and found
    )
    assert ended(pages, second) == "SUCCESS"
    return first, second


@pytest.fixture
def calm(pages: Pages, resumed: str, asked: tuple[str, str], backfill: str) -> Pages:
    """The pages once nothing runs that a test which breaks or kills would hit."""
    backfill_ended(pages, backfill)
    return pages


def backfill_ended(pages: Pages, backfill: str) -> str:
    """How the backfill ended, once it has."""

    def status() -> str | None:
        found = ask_pages(pages.port, BACKFILL_STATUS, id=backfill)["data"]["partitionBackfillOrError"]
        assert found["numPartitions"] == len(BACKFILLED)
        return str(found["status"]) if found["status"].startswith("COMPLETED") else None

    return str(until(status))


def test_a_run_that_died_with_everything_around_it_goes_on_after_a_restart(
    pages: Pages, resumed: str
) -> None:
    assert "candidate_papers" not in steps(pages, resumed)
    standing = "SELECT count(*) FROM current_verdicts JOIN questions USING (question_id) WHERE text = :t"
    assert pages.world.value(standing, t=BROKEN_OFF) == 1


def test_a_question_asked_in_the_launchpad_is_a_partition_answered_in_rounds(
    pages: Pages, asked: tuple[str, str]
) -> None:
    _, second = asked
    rounds = pages.world.sql(
        "SELECT round_no, rounds.run_id FROM rounds JOIN questions USING (question_id) WHERE text = :t",
        t=ASKED,
    )
    assert sorted(row["round_no"] for row in rounds) == [1, 2]
    assert [row["run_id"] for row in rounds if row["round_no"] == 2] == [second]
    for number, run_id in enumerate(asked, start=1):
        tags = {tag["key"]: tag["value"] for tag in run_of(pages, run_id)["tags"]}
        assert (tags["aitia/round"], tags["aitia/engine"]) == (str(number), "local")
        assert runs(pages, aitia__question_id=tags["aitia/question_id"]) == [second, asked[0]]


def test_a_configuration_that_does_not_fit_is_refused_by_name_before_a_run_is_made(pages: Pages) -> None:
    place = location(pages.port)
    refused = ask_in_launchpad(pages, place, {"questions": ASKED})
    assert refused["__typename"] == "RunConfigValidationInvalid"
    said = " ".join(error["message"] for error in refused["errors"])
    assert "question" in said
    refused = ask_in_launchpad(pages, place, {"question": ASKED, "engine": "abacus"})
    assert refused["__typename"] == "RunConfigValidationInvalid"
    assert "abacus" in str(refused["errors"])


def test_a_backfill_asks_every_question_again(pages: Pages, backfill: str) -> None:
    assert backfill_ended(pages, backfill) == "COMPLETED_SUCCESS"
    made = runs(pages, dagster__backfill=backfill)
    assert len(made) == 2
    tags = [{tag["key"]: tag["value"] for tag in run_of(pages, run_id)["tags"]} for run_id in made]
    assert {found["dagster/partition"] for found in tags} == set(BACKFILLED)


def test_the_run_that_ask_launched_made_the_verdict_and_shows_its_checks(
    pages: Pages, asked: tuple[str, str]
) -> None:
    first, second = asked
    made_by = "SELECT verdicts.run_id FROM verdicts JOIN questions USING (question_id) WHERE text = :t"
    assert first in {row["run_id"] for row in pages.world.sql(made_by, t=ASKED)}
    shown = ask_pages(pages.port, CHECKS, key={"path": ["validated_edges"]}, name="quotes", partition=ASKED)
    assert shown["data"]["assetCheckExecutions"] == [
        {"status": "SUCCEEDED", "partition": ASKED, "runId": run_id} for run_id in (second, first)
    ]


def test_a_person_reads_checks_verdict_and_report_in_a_browser(
    pages: Pages, browser: Any, asked: tuple[str, str]
) -> None:
    """Of what was typed into the launchpad and launched: the run, the checks and the verdict."""
    if browser is None:
        pytest.skip("chromium or chromedriver is not installed: apt-get install chromium chromium-driver")
    home, key = f"http://127.0.0.1:{pages.port}", urllib.parse.quote(ASKED)
    browser.get(f"{home}/runs/{asked[0]}")
    says(browser, "Success")
    browser.get(f"{home}/assets/verdict?view=checks")
    says(browser, "a verdict rests on stored relations")
    browser.get(f"{home}/assets/verdict?view=partitions&partition={key}")
    says(browser, ASKED)
    press(browser, "Show Markdown")
    says(browser, "Certainty, step by step")
    headline = (
        "SELECT payload->>'headline' FROM verdicts JOIN questions USING (question_id) WHERE text = :t"
        " ORDER BY verdicts.version DESC"
    )
    says(browser, pages.world.value(headline, t=ASKED))
    for name, words in (("forest plot", "Forest plot, HR"), ("PRISMA flow", "Records identified")):
        browser.get(f"{home}/assets/report?view=partitions&partition={key}")
        assert words in urllib.request.urlopen(picture(browser, name)).read().decode()
    says(browser, "report.html")
    where = "SELECT question_id FROM questions WHERE text = :t"
    link = f"//a[contains(@href, '/questions/{pages.world.value(where, t=ASKED)}')]"
    assert browser.find_elements("xpath", link)
    put_away(browser)


def test_a_run_that_failed_goes_on_from_the_step_that_failed(calm: Pages) -> None:
    world, place = calm.world, location(calm.port)
    world.sql("ALTER TABLE insights RENAME TO insights_elsewhere")
    try:
        failed = launch(calm, place, world.question.text)
        assert ended(calm, failed) == "FAILURE"
    finally:
        world.sql("ALTER TABLE insights_elsewhere RENAME TO insights")
    run_id = launch_from_failure(calm, failed)
    assert ended(calm, run_id) == "SUCCESS"
    assert {"insights", "verdict", "report"} <= steps(calm, run_id)
    assert "candidate_papers" not in steps(calm, run_id)
    assert world.verdict()["version"] >= 1


@contextmanager
def held_while_reading(pages: Pages) -> Iterator[str]:
    """A run of the question that waits, in the slot of its pool, before it may look at what was read."""
    with pages.world.bench.store.engine.connect() as connection:
        connection.exec_driver_sql("LOCK TABLE extractions IN ACCESS EXCLUSIVE MODE")
        run_id = launch(pages, location(pages.port), pages.world.question.text)
        until(partial(slots_taken, pages))
        yield run_id
        connection.rollback()


def test_a_run_that_is_cancelled_gives_its_slots_back_and_is_not_tried_again(calm: Pages) -> None:
    with held_while_reading(calm) as cancelled:
        answer = ask_pages(calm.port, CANCEL, id=cancelled)["data"]["terminateRun"]
        assert answer["__typename"] == "TerminateRunSuccess", answer
        assert ended(calm, cancelled) == "CANCELED"
        until(lambda: not slots_taken(calm))
    until(lambda: not calm.run_workers(), seconds=300)
    assert not runs(calm, dagster__parent_run_id=cancelled), "who cancels a run does not want another"


def test_a_run_that_was_killed_is_seen_frees_its_slots_and_goes_on(calm: Pages) -> None:
    world = calm.world
    world.ask()
    before = world.verdict()
    with held_while_reading(calm) as killed:
        for worker in calm.run_workers():
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
    assert ended(calm, killed) == "FAILURE"
    again = until(lambda: runs(calm, dagster__parent_run_id=killed))[0]
    assert ended(calm, again) == "SUCCESS"
    assert {tag["key"] for tag in run_of(calm, again)["tags"]} >= {"dagster/retry_number"}
    assert "candidate_papers" not in steps(calm, again)
    after = world.verdict()
    assert (after["version"], after["fingerprint"]) == (before["version"], before["fingerprint"])
    until(lambda: not slots_taken(calm))
    until(lambda: not calm.run_workers(), seconds=300)
