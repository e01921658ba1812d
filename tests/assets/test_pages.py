"""Questions launched from the pages, over GraphQL: the real server, daemon and queue."""

from __future__ import annotations

import json
import os
import signal
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.assets.browser import chromium
from tests.assets.conftest import COHORT, worlds, write_papers
from tests.assets.pages import (
    CHECKS,
    Pages,
    add,
    ask_pages,
    ended,
    launch,
    location,
    run_of,
    runs,
    serving,
    until,
)

if TYPE_CHECKING:
    from resources.embedders.base import Embedder
    from resources.store.server import EmbeddedServer

# It waits for programs that a busy machine starts slowly; the last test ends what the others share.
pytestmark = [pytest.mark.timeout(1800), pytest.mark.xdist_group("pages")]
ASKED = 'Does zeltamine, the "new" drug, reduce stroke risk?'
LAUNCH_ASK = """mutation($params: ExecutionParams!) { launchRun(executionParams: $params) {
  __typename ... on LaunchRunSuccess { run { runId } } ... on PythonError { message }
  ... on RunConfigValidationInvalid { errors { message } } } }"""
# Opens the Markdown of that name in the table of metadata.
_SHOW = """
    for (const button of document.querySelectorAll('button, a, [role=button]')) {
        if (!button.innerText.includes('Show Markdown')) continue;
        let row = button;
        while (row && row.innerText.trim() === button.innerText.trim()) row = row.parentElement;
        if (row && row.innerText.includes(arguments[0])) { button.click(); return true; }
    }
    return false;"""
# The address of a picture that the browser has drawn, by its name; null while it has not.
_DRAWN = """
    const drawn = [...document.images].filter((image) => image.naturalWidth > 100);
    return drawn.find((image) => image.alt === arguments[0])?.src ?? null;"""
AGAIN = """mutation($params: ReexecutionParams!) { launchRunReexecution(reexecutionParams: $params) {
  __typename ... on LaunchRunSuccess { run { runId } } ... on PythonError { message } } }"""
BACKFILL = """mutation($params: LaunchBackfillParams!) { launchPartitionBackfill(backfillParams: $params) {
  __typename ... on LaunchBackfillSuccess { backfillId } ... on PythonError { message } } }"""
BACKFILL_STATUS = """query($id: String!) { partitionBackfillOrError(backfillId: $id) {
  ... on PartitionBackfill { status numPartitions } } }"""


@pytest.fixture(scope="module")
def pages(
    store_server: EmbeddedServer, embedder: Embedder, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Pages]:
    """`aitia dev` on a world of its own, for all tests of this file."""
    with worlds(store_server, embedder, tmp_path_factory.mktemp("pages")) as make, serving(make()) as served:
        yield served


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


def test_a_question_asked_in_the_launchpad_is_a_partition_answered_in_rounds(pages: Pages) -> None:
    world, place = pages.world, location(pages.port)
    folder = world.folder.parent / "a cohort alone"
    write_papers(folder, [COHORT])
    config = {"question": ASKED, "documents": [str(folder)], "rounds": 2, "engine": "local"}
    asked = ask_in_launchpad(pages, place, config)
    assert asked["__typename"] == "LaunchRunSuccess", asked
    assert ended(pages, asked["run"]["runId"]) == "SUCCESS"
    (first,) = until(lambda: runs(pages, dagster__partition=ASKED))
    assert ended(pages, first) == "SUCCESS"
    (second, _) = until(
        lambda: (found := runs(pages, dagster__partition=ASKED)) and len(found) == 2 and found
    )
    assert ended(pages, second) == "SUCCESS"
    rounds = world.sql(
        "SELECT round_no FROM rounds JOIN questions USING (question_id) WHERE text = :t", t=ASKED
    )
    assert sorted(row["round_no"] for row in rounds) == [1, 2]
    assert world.value("SELECT max(run_id) FROM rounds WHERE round_no = 2") == second


def test_a_configuration_that_does_not_fit_is_refused_by_name_before_a_run_is_made(pages: Pages) -> None:
    place = location(pages.port)
    refused = ask_in_launchpad(pages, place, {"questions": ASKED})
    assert refused["__typename"] == "RunConfigValidationInvalid"
    said = " ".join(error["message"] for error in refused["errors"])
    assert "question" in said
    refused = ask_in_launchpad(pages, place, {"question": ASKED, "engine": "abacus"})
    assert refused["__typename"] == "RunConfigValidationInvalid"
    assert "abacus" in str(refused["errors"])


def test_a_run_that_failed_goes_on_from_the_step_that_failed(pages: Pages) -> None:
    world, place = pages.world, location(pages.port)
    world.sql("ALTER TABLE insights RENAME TO insights_elsewhere")
    try:
        failed = launch(pages, place, world.question.text)
        assert ended(pages, failed) == "FAILURE"
    finally:
        world.sql("ALTER TABLE insights_elsewhere RENAME TO insights")
    again = ask_pages(pages.port, AGAIN, params={"parentRunId": failed, "strategy": "FROM_FAILURE"})
    launched = again["data"]["launchRunReexecution"]
    assert launched["__typename"] == "LaunchRunSuccess", launched
    run_id = launched["run"]["runId"]
    assert ended(pages, run_id) == "SUCCESS"
    taken = {step["stepKey"] for step in run_of(pages, run_id)["stepStats"] if "_" not in step["stepKey"]}
    assert {"insights", "verdict", "report"} <= taken
    assert "candidate_papers" not in {step["stepKey"] for step in run_of(pages, run_id)["stepStats"]}
    assert world.verdict()["version"] >= 1


def test_a_backfill_asks_every_question_again(pages: Pages) -> None:
    place = location(pages.port)
    keys = ["Does zeltamine reduce dementia?", pages.world.question.text]
    for key in keys:
        add(pages, place, key)
    selector = {"repositorySelector": place, "partitionSetName": "answer_question_partition_set"}
    answer = ask_pages(pages.port, BACKFILL, params={"selector": selector, "partitionNames": keys})
    launched = answer["data"]["launchPartitionBackfill"]
    assert launched["__typename"] == "LaunchBackfillSuccess", launched
    backfill = launched["backfillId"]

    def status() -> str | None:
        found = ask_pages(pages.port, BACKFILL_STATUS, id=backfill)["data"]["partitionBackfillOrError"]
        assert found["numPartitions"] == 2
        return str(found["status"]) if found["status"].startswith("COMPLETED") else None

    assert until(status) == "COMPLETED_SUCCESS"
    assert len(runs(pages, dagster__backfill=backfill)) == 2


def test_a_person_asks_in_the_launchpad_and_reads_checks_and_verdict_in_a_browser(
    pages: Pages, tmp_path: Path
) -> None:
    """Typed into the launchpad, launched, watched; then the checks and the verdict of that partition."""
    typed = 'Is zeltamine, taken "daily", able to reduce stroke?'
    place = location(pages.port)
    home = f"http://127.0.0.1:{pages.port}/locations/{place['repositoryLocationName']}"
    with chromium(tmp_path / "profile") as browser:
        browser.get(f"{home}/jobs/ask/playground")
        editor = shown(browser, ".CodeMirror")
        config = {"ops": {"ask_question": {"config": {"question": typed, "engine": "local"}}}}
        browser.execute_script("arguments[0].CodeMirror.setValue(arguments[1])", editor, json.dumps(config))
        press(browser, "Launch Run")
        (run_id,) = until(lambda: runs(pages, dagster__partition=typed))
        assert ended(pages, run_id) == "SUCCESS"

        browser.get(f"http://127.0.0.1:{pages.port}/runs/{run_id}")
        says(browser, "Success")
        key = urllib.parse.quote(typed)
        browser.get(f"http://127.0.0.1:{pages.port}/assets/verdict?view=checks")
        says(browser, "a verdict rests on stored relations")
        browser.get(f"http://127.0.0.1:{pages.port}/assets/verdict?view=partitions&partition={key}")
        says(browser, typed)
        press(browser, "Show Markdown")
        says(browser, "Certainty, step by step")
        headline = (
            "SELECT payload->>'headline' FROM verdicts JOIN questions USING (question_id) WHERE text = :t"
        )
        says(browser, pages.world.value(headline, t=typed))

        for name, words in (("forest plot", "Forest plot, HR"), ("PRISMA flow", "Records identified")):
            browser.get(f"http://127.0.0.1:{pages.port}/assets/report?view=partitions&partition={key}")
            until(lambda name=name: browser.execute_script(_SHOW, name), 120)
            drawn = until(lambda name=name: browser.execute_script(_DRAWN, name), 120)
            assert words in urllib.request.urlopen(drawn).read().decode()
        says(browser, "report.html")
        where = "SELECT question_id FROM questions WHERE text = :t"
        link = f"//a[contains(@href, '/questions/{pages.world.value(where, t=typed)}')]"
        assert browser.find_elements("xpath", link)


def shown(browser: Any, selector: str) -> Any:
    """The first element of that selector, once the page shows it."""
    return until(lambda: browser.find_elements("css selector", selector), 120)[0]


def press(browser: Any, words: str) -> None:
    """Click the button that says so, once it can be clicked."""

    # In one step of the page's own: between two steps it may draw the button anew.
    script = """
        const wanted = [...document.querySelectorAll('button, a, [role=button]')].find(
            (found) => found.innerText.includes(arguments[0]) && !found.disabled);
        if (wanted) wanted.click();
        return Boolean(wanted);"""
    until(lambda: browser.execute_script(script, words), 120)


def says(browser: Any, words: str) -> None:
    """Wait until the page shows these words."""
    until(lambda: words in browser.execute_script("return document.body.innerText"), 120)


def test_a_run_that_was_killed_is_seen_frees_its_slots_and_goes_on(pages: Pages) -> None:
    world, place = pages.world, location(pages.port)
    world.ask()
    before = world.verdict()
    with world.bench.store.engine.connect() as connection:
        # The run waits here, in the middle of its steps, until its process is gone.
        connection.exec_driver_sql("LOCK TABLE graded_relations IN ACCESS EXCLUSIVE MODE")
        killed = launch(pages, place, world.question.text)
        until(lambda: "alias_links" in {step["stepKey"] for step in run_of(pages, killed)["stepStats"]})
        for worker in pages.run_workers():
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
        connection.rollback()
    assert ended(pages, killed) == "FAILURE"
    again = until(lambda: runs(pages, dagster__parent_run_id=killed))[0]
    assert ended(pages, again) == "SUCCESS"
    assert {tag["key"] for tag in run_of(pages, again)["tags"]} >= {"dagster/retry_number"}
    assert "candidate_papers" not in {step["stepKey"] for step in run_of(pages, again)["stepStats"]}
    after = world.verdict()
    assert (after["version"], after["fingerprint"]) == (before["version"], before["fingerprint"])

    def taken() -> list[int]:
        query = "{ instance { concurrencyLimits { activeSlotCount } } }"
        limits = ask_pages(pages.port, query)["data"]["instance"]["concurrencyLimits"]
        return [limit["activeSlotCount"] for limit in limits]

    until(lambda: not any(taken()))


def test_a_question_launched_over_graphql_succeeds_shows_its_checks_and_leaves_no_process(
    pages: Pages,
) -> None:
    world = pages.world
    place = location(pages.port)
    text = "Does zeltamine reduce stroke?"
    run_id = launch(pages, place, text)
    until(pages.run_workers)
    assert ended(pages, run_id) == "SUCCESS"
    made_by = "SELECT max(verdicts.run_id) FROM verdicts JOIN questions USING (question_id) WHERE text = :t"
    assert world.value(made_by, t=text) == run_id
    shown = ask_pages(pages.port, CHECKS, key={"path": ["validated_edges"]}, name="quotes", partition=text)
    assert shown["data"]["assetCheckExecutions"] == [
        {"status": "SUCCEEDED", "partition": text, "runId": run_id}
    ]
    until(lambda: not pages.run_workers(), seconds=120)
    # Once a run has been made, Ctrl-C still ends everything at once and leaves nobody behind.
    pages.process.send_signal(signal.SIGINT)
    pages.process.wait(60)
    until(lambda: not pages.processes(), seconds=30)
