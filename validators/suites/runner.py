"""Runs suites, in a process of its own: its five seconds of imports pass while papers are read."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

from validators.suites.catalogue import Suite

_MOST_SHOWN = 50


@dataclass(frozen=True)
class SuiteResult:
    """Whether every expectation held, how many there were, and the ones that did not with examples.

    `columns` and `failing` are the rows that broke any of them, at most 50.
    """

    suite: str
    success: bool
    rows: int
    evaluated: int
    failures: tuple[str, ...]
    columns: tuple[str, ...] = ()
    failing: tuple[tuple[object, ...], ...] = ()


def validate(suite: Suite, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> SuiteResult:
    """Validate rows (one sequence per row, in the order of `columns`) against a suite.

    No rows means that every expectation on values holds; a suite that needs a row says so by count.
    """
    os.environ.setdefault("GX_ANALYTICS_ENABLED", "false")
    import great_expectations as gx
    import great_expectations.expectations as gxe
    import pandas as pd

    frame = pd.DataFrame([list(row) for row in rows], columns=list(columns))
    batch = _batches(suite.name).get_batch({"dataframe": frame})
    expectations = [getattr(gxe, item.kind)(**item.arguments) for item in suite.expectations]
    outcome = batch.validate(
        gx.ExpectationSuite(name=suite.name, expectations=expectations), result_format="COMPLETE"
    )
    broken = [result for result in outcome.results if not result.success]
    places = sorted(
        {place for result in broken for place in (result.result or {}).get("unexpected_index_list") or ()}
    )
    return SuiteResult(
        suite=suite.name,
        success=bool(outcome.success),
        rows=len(frame),
        evaluated=len(outcome.results),
        failures=tuple(_describe(result) for result in broken),
        columns=tuple(columns) if places else (),
        failing=tuple(tuple(rows[place]) for place in places[:_MOST_SHOWN]),
    )


@cache
def _batches(name: str) -> Any:
    """Where a suite's rows are handed in, made once a process."""
    os.environ.setdefault("GX_ANALYTICS_ENABLED", "false")
    import great_expectations as gx
    from great_expectations.data_context.types.base import ProgressBarsConfig

    context = gx.get_context(mode="ephemeral")
    context.variables.progress_bars = ProgressBarsConfig(globally=False)
    return (
        context.data_sources.add_pandas(name)
        .add_dataframe_asset(name)
        .add_batch_definition_whole_dataframe("all")
    )


class SuiteWorker:
    """One background process that imports Great Expectations once and validates what it is sent."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    def warm(self) -> None:
        """Start the process and its imports; returns at once. Call it from the main thread."""
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # inherited: Ctrl-C is for the parent alone
        try:
            self._started().submit(_import)
        finally:
            signal.signal(signal.SIGINT, before)

    def validate(self, suite: Suite, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> SuiteResult:
        """As `validate`, in the background process."""
        return self._started().submit(validate, suite, list(columns), [list(row) for row in rows]).result()

    def close(self) -> None:
        """End the process."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                1, mp_context=multiprocessing.get_context("spawn"), initializer=_leave_interrupts
            )
        return self._pool


WORKER = SuiteWorker()
"""The worker of this process. It starts with the first suite, or earlier when someone warms it."""


def _leave_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _import() -> None:
    os.environ.setdefault("GX_ANALYTICS_ENABLED", "false")
    import great_expectations.expectations  # noqa: F401
    import pandas  # noqa: F401


def _describe(result: Any) -> str:
    config = result.expectation_config
    found = (result.result or {}).get("partial_unexpected_list") or (result.result or {}).get(
        "observed_value", result.exception_info
    )
    return f"{config.type}({dict(config.kwargs).get('column', '')}): found {str(found)[:200]}"
