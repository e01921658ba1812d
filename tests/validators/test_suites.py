"""Suites hold for good rows and name what is wrong with bad ones.

Dagster is loaded where a test needs it: processes that are started here load this module first.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from aitia.model.errors import AitiaError
from validators.suites import SUITES, Suite, SuiteWorker, validate

QUOTES = next(suite for suite in SUITES if suite.name == "quotes")
RELATIONS = next(suite for suite in SUITES if suite.name == "relations")
QUOTE_COLUMNS = ("edge_id", "quote", "confidence", "direction", "source_paper_id", "text_at_offsets")


def test_verbatim_quotes_pass() -> None:
    result = validate(QUOTES, QUOTE_COLUMNS, [("e1", "Less pain.", 0.8, "decreases", "pmid:1", "Less pain.")])
    assert result.success
    assert result.rows == 1
    assert result.evaluated == len(QUOTES.expectations)


@pytest.mark.parametrize(
    ("row", "broken"),
    [
        (("e1", "Less pain.", 0.8, "decreases", "pmid:1", "More pain."), "pair_values_to_be_equal"),
        (("e1", "x" * 301, 0.8, "decreases", "pmid:1", "x" * 301), "lengths"),
        (("e1", "Less pain.", 1.8, "decreases", "pmid:1", "Less pain."), "between(confidence)"),
        (("e1", "Less pain.", 0.8, "sideways", "pmid:1", "Less pain."), "in_set(direction)"),
        (("e1", "Less pain.", 0.8, "decreases", None, "Less pain."), "not_be_null(source_paper_id)"),
    ],
)
def test_each_broken_promise_is_named(row: tuple[object, ...], broken: str) -> None:
    result = validate(QUOTES, QUOTE_COLUMNS, [row])
    assert not result.success
    assert any(broken in failure for failure in result.failures), result.failures


def test_a_point_outside_its_interval_fails_and_a_missing_one_does_not() -> None:
    columns = ("relation_key", "fingerprint", "certainty", "point", "low", "high", "i2")
    good = [("a", "f", "low", 0.8, 0.6, 1.1, 20.0), ("b", "f", "very_low", None, None, None, None)]
    assert validate(RELATIONS, columns, good).success
    assert not validate(RELATIONS, columns, [("a", "f", "low", 1.8, 0.6, 1.1, 20.0)]).success


@pytest.fixture(scope="module")
def worker() -> Iterator[SuiteWorker]:
    """A background process for all tests that only have it check something."""
    started = SuiteWorker()
    started.warm()
    yield started
    started.close()


def test_the_background_process_gives_the_same_result(worker: SuiteWorker) -> None:
    row = [("e1", "Less pain.", 0.8, "decreases", "pmid:1", "More pain.")]
    assert worker.validate(QUOTES, QUOTE_COLUMNS, row) == validate(QUOTES, QUOTE_COLUMNS, row)


def _living(pid: int) -> bool:
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def _gone(pid: int, seconds: float = 30) -> bool:
    end = time.monotonic() + seconds
    while _living(pid) and time.monotonic() < end:
        time.sleep(0.05)
    return not _living(pid)


def _check(say: Connection) -> None:
    from validators.suites import WORKER

    WORKER.validate(QUOTES, QUOTE_COLUMNS, [])
    assert WORKER._process is not None
    say.send(WORKER._process.pid)


def _check_and_leave(say: Connection, errors: Connection) -> None:
    """What a run worker does: check something in the background process, and return."""
    os.dup2(errors.fileno(), 2)
    errors.close()
    _check(say)


def _check_and_stay(say: Connection) -> None:
    _check(say)
    time.sleep(600)


def test_a_process_that_has_checked_something_ends_and_takes_the_background_process_along() -> None:
    context = multiprocessing.get_context("spawn")
    hear, say = context.Pipe()
    said, errors = context.Pipe(duplex=False)
    run = context.Process(target=_check_and_leave, args=(say, errors))
    run.start()
    errors.close()
    worker = hear.recv()
    run.join(30)
    try:
        assert run.exitcode == 0, "it still waits for its background process"
        assert _gone(worker)
        assert os.read(said.fileno(), 10_000) == b"", "nothing is said of anything left behind"
    finally:
        run.kill()


def test_a_killed_process_leaves_no_background_process_behind() -> None:
    context = multiprocessing.get_context("spawn")
    hear, say = context.Pipe()
    run = context.Process(target=_check_and_stay, args=(say,))
    run.start()
    worker = hear.recv()
    run.kill()
    run.join()
    assert _gone(worker)


def test_a_background_process_that_was_killed_is_said_and_the_next_check_has_a_new_one() -> None:
    worker = SuiteWorker()
    try:
        worker.warm()
        assert worker._process is not None
        assert worker._process.pid is not None
        os.kill(worker._process.pid, signal.SIGSTOP)
        threading.Timer(0.3, os.kill, (worker._process.pid, signal.SIGKILL)).start()
        with pytest.raises(AitiaError, match=r"the check quotes .*run again"):
            worker.validate(QUOTES, QUOTE_COLUMNS, [])
        assert worker.validate(QUOTES, QUOTE_COLUMNS, []).success
    finally:
        worker.close()


def test_a_suite_that_cannot_be_run_raises_here_and_the_process_goes_on(worker: SuiteWorker) -> None:
    assert worker.validate(QUOTES, QUOTE_COLUMNS, []).success
    assert worker._process is not None
    before = worker._process.pid
    with pytest.raises(RuntimeError, match="ValueError"):
        worker.validate(QUOTES, ("one", "two"), [("just one",)])
    assert worker.validate(QUOTES, QUOTE_COLUMNS, []).success
    assert worker._process.pid == before


@pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.name)
def test_every_suite_has_its_query(suite: Suite) -> None:
    root = Path(__file__).resolve().parents[2]
    of_files = suite.name == "report"
    assert (root / "sql" / "checks" / f"{suite.name}.sql").is_file() is not of_files


def test_every_asset_has_a_suite() -> None:
    import dagster as dg

    from definitions import ASSETS

    names = {asset.key.to_user_string() for asset in ASSETS if isinstance(asset, dg.AssetsDefinition)}
    assert names <= {suite.asset for suite in SUITES}


def named(name: str) -> Suite:
    return next(suite for suite in SUITES if suite.name == name)


@pytest.mark.parametrize(
    ("suite", "columns", "good", "bad"),
    [
        ("confidence", ("edge_id", "confidence"), ("e1", 0.6), ("e2", 0.59)),
        ("confidence", ("edge_id", "confidence"), ("e1", None), ("e2", 0.0)),
        ("self_reference", ("edge_id", "ends_differ"), ("e1", "yes"), ("e2", "no")),
        (
            "aliases",
            ("link_id", "tier", "status", "reason", "decided", "similarity_of_tier_b"),
            ("l1", "B", "pending", "alike", "yes", 0.96),
            ("l2", "B", "active", "alike", "no", 0.96),
        ),
        (
            "readings",
            ("extraction_id", "paper_id", "engine", "engine_version", "mode", "decision"),
            ("x1", "p1", "local", "1", "normal", "included"),
            ("x2", "p2", "local", "1", "normal", "excluded"),
        ),
        (
            "plan",
            ("search_id", "source", "query", "evidence_type", "reason", "round_no"),
            ("s1", "pubmed", "zinc", "harm", "first round", 1),
            ("s2", "pubmed", "zinc", "harm", "", 1),
        ),
        (
            "insights",
            ("rank", "text", "score", "edges", "edges_found"),
            (1, "a path", 0.5, 2, 2),
            (2, "a path", 0.5, 2, 1),
        ),
    ],
)
def test_the_rows_that_break_a_promise_are_shown(
    suite: str, columns: tuple[str, ...], good: tuple[object, ...], bad: tuple[object, ...]
) -> None:
    assert validate(named(suite), columns, [good]).success
    result = validate(named(suite), columns, [good, bad])
    assert not result.success
    assert (result.columns, result.failing) == (columns, (bad,))


def test_a_report_that_shows_another_run_or_lacks_a_file_fails() -> None:
    columns = ("file", "found", "expected")
    good = [("report.html", "run", "run"), ("verdict.json", "f", "f"), ("edges.csv", "3", "3")]
    assert validate(named("report"), columns, good).success
    assert not validate(named("report"), columns, good[:2]).success
    assert not validate(named("report"), columns, [*good[:2], ("edges.csv", None, "3")]).success
    assert not validate(named("report"), columns, [*good[:2], ("edges.csv", "2", "3")]).success
