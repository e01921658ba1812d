"""Runs suites, in a process of its own: its five seconds of imports pass while papers are read."""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from multiprocessing.connection import Connection, Pipe
from typing import Any

from aitia.model.errors import AitiaError
from resources.loading import loading
from validators.suites.catalogue import Suite

_MOST_SHOWN = 50
_PROGRAM = "import sys; from validators.suites.runner import serve; serve(int(sys.argv[1]))"


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
    """One background process that imports Great Expectations once and validates what it is sent.

    It cannot outlive its parent: the parent ends it when it exits, in a run worker too, and when the
    parent is killed its end of the pipe closes, which ends the process.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._pipe: Connection | None = None
        self._turn = threading.Lock()
        atexit.register(self._end)

    def warm(self) -> None:
        """Start the process and its imports; returns at once."""
        with self._turn:
            self._started()

    def validate(self, suite: Suite, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> SuiteResult:
        """As `validate`, in the background process. Raises AitiaError when that was killed meanwhile."""
        with self._turn:
            pipe = self._started()
            try:
                pipe.send((suite, list(columns), [list(row) for row in rows]))
                answer = pipe.recv()
            except (EOFError, OSError) as problem:
                self._end()
                raise AitiaError(
                    f"The process that checks what was stored ended in the middle of the check {suite.name} "
                    "(out of memory, or killed). What is stored is kept; run again."
                ) from problem
            except BaseException:  # an interrupt: the answer that is still to come is nobody's
                self._end()
                raise
        if isinstance(answer, BaseException):
            raise answer
        assert isinstance(answer, SuiteResult)
        return answer

    def close(self) -> None:
        """End the process."""
        with self._turn:
            self._end()

    def _started(self) -> Connection:
        if self._pipe is not None and self._process is not None and self._process.poll() is None:
            return self._pipe
        self._end()
        self._pipe, theirs = Pipe()
        # Not by `multiprocessing`, whose child loads its parent's main module first: in a run all of Dagster.
        places = os.pathsep.join(place or os.getcwd() for place in sys.path)
        with theirs, _interrupts_ignored():
            self._process = subprocess.Popen(
                [sys.executable, "-c", _PROGRAM, str(theirs.fileno())],
                env=os.environ | {"PYTHONPATH": places},
                pass_fds=(theirs.fileno(),),
                stdin=subprocess.DEVNULL,
            )
        return self._pipe

    def _end(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
        self._pipe = self._process = None


WORKER = SuiteWorker()
"""The worker of this process. It starts with the first suite, or earlier when someone warms it."""


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """A child that is started meanwhile ignores Ctrl-C, which is for the parent alone."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def serve(descriptor: int) -> None:
    """Validate what comes over a pipe until its other end closes."""
    pipe = Connection(descriptor)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _import()
    with suppress(EOFError, OSError):
        while True:
            asked = pipe.recv()
            try:
                answer: SuiteResult | Exception = validate(*asked)
            except Exception as problem:
                answer = RuntimeError(f"{type(problem).__name__}: {problem}")
            pipe.send(answer)


def _import() -> None:
    os.environ.setdefault("GX_ANALYTICS_ENABLED", "false")
    with loading():
        import tqdm

        # Its own lock would be a semaphore between processes, which a process that is ended leaves behind.
        tqdm.tqdm.set_lock(threading.RLock())
        import great_expectations.expectations  # noqa: F401
        import pandas  # noqa: F401


def _describe(result: Any) -> str:
    config = result.expectation_config
    found = (result.result or {}).get("partial_unexpected_list") or (result.result or {}).get(
        "observed_value", result.exception_info
    )
    return f"{config.type}({dict(config.kwargs).get('column', '')}): found {str(found)[:200]}"
