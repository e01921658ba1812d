"""One question from start to verdict: the rounds that the command line and the sensors run alike."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import dagster as dg
from dagster._core.errors import DagsterExecutionInterruptedError
from dagster._core.instance.ref import InstanceRef
from dagster_shared.error import SerializableErrorInfo

from aitia.model import errors
from aitia.model.errors import AitiaError
from aitia.question import Question
from assets.automation.partitions import partition_of
from assets.steps.rounds import round_is_open
from assets.steps.search_plan import RoundConfig
from assets.steps.step import QUESTIONS
from resources.settings import Settings
from resources.store import questions as rows
from resources.store.addresses import dagster_storage_url
from resources.store.dagster_storage import opening
from resources.workbench import Workbench

DAGSTER_HOME = Path(__file__).resolve().parents[2] / "dagster_home"


_LOG_LIMIT = 20 * 2**20
_RECYCLED = 3600
"""Seconds after which a connection of Dagster's storage is made anew."""
_NO_CAPTURE = {
    "module": "dagster._core.storage.noop_compute_log_manager",
    "class": "NoOpComputeLogManager",
}


@dataclass(frozen=True)
class Answered:
    """How a question was answered: the Dagster runs, and the round it ended with."""

    run_ids: tuple[str, ...]
    rounds: int


def answer(
    workbench: Workbench, instance: dg.DagsterInstance, question: Question, config: RoundConfig
) -> Answered:
    """Run rounds until the evidence suffices, nothing is left to search, or the limit is met.

    Raises the AitiaError that a step failed with; what earlier steps stored stays and is used again.
    """
    run_ids = [run_once(workbench, instance, question, config)]
    while round_is_open(workbench, question):
        further = RoundConfig(sources=config.sources, documents=config.documents, next_round=True)
        run_ids.append(run_once(workbench, instance, question, further))
    with workbench.store.session() as session:
        return Answered(tuple(run_ids), rows.latest_round(session, question.question_id))


def run_once(
    workbench: Workbench, instance: dg.DagsterInstance, question: Question, config: RoundConfig
) -> str:
    """Materialise every asset for the question in this process; returns the run's id.

    Raises the AitiaError that a step failed with, and KeyboardInterrupt when the run was interrupted.
    """
    from definitions import defs

    key = partition_of(workbench, question)
    instance.add_dynamic_partitions(QUESTIONS.name or "question", [key])
    job = defs.resolve_job_def("answer_question")
    try:
        result = job.execute_in_process(
            instance=instance,
            partition_key=key,
            run_config=dg.RunConfig(
                ops={"search_plan": config}, loggers={"console": {"config": {"log_level": "CRITICAL"}}}
            ),
            resources={"workbench": workbench},
            raise_on_error=False,
        )
    except DagsterExecutionInterruptedError:
        raise KeyboardInterrupt from None
    if not result.success:
        raise _cause(result)
    return result.run_id


@contextmanager
def dagster_instance(settings: Settings) -> Iterator[dg.DagsterInstance]:
    """The project's instance, on the same server as the store; its pages show every run made here.

    Output of steps is not captured to files: here it belongs to the terminal, and the processes that
    capture it would cost seconds.
    """
    os.environ.update(dagster_environment(settings))
    reference = InstanceRef.from_dir(
        str(DAGSTER_HOME),
        overrides={"compute_logs": _NO_CAPTURE},
    )
    with opening(os.environ["AITIA_DAGSTER_URL"]):
        opened = dg.DagsterInstance.from_ref(reference)
        # Else each event of a run logs in anew, which takes longer than to write it.
        opened.optimize_for_webserver(statement_timeout=0, pool_recycle=_RECYCLED, max_overflow=20)
        _make_pools(opened)
    with opened as instance:
        yield instance


def _make_pools(instance: dg.DagsterInstance) -> None:
    """Give every pool of the assets its default limit, and a changed default to those that have the old one.

    Dagster does both in the middle of a run, where the second of two runs, and every run after a change
    of the default, fails on the row that is there already.
    """
    from definitions import ASSETS

    storage = instance.event_log_storage
    standing = {pool.name: pool for pool in storage.get_pool_limits()}
    for name in sorted({asset.op.pool for asset in ASSETS if asset.op.pool}):
        pool = standing.get(name)
        if pool and pool.from_default and pool.limit != instance.global_op_concurrency_default_limit:
            storage.delete_concurrency_limit(name)
            pool = None
        if pool is None:
            storage.initialize_concurrency_limit_to_default(name)


def log_file(settings: Settings) -> Path:
    """Where the libraries of the command line log; it begins anew when it has grown long."""
    path = settings.data_home / "dagster" / "ask.log"
    if path.exists() and path.stat().st_size > _LOG_LIMIT:
        path.unlink(missing_ok=True)
    return path


def dagster_environment(settings: Settings) -> dict[str, str]:
    """What `dagster_home/dagster.yaml` takes from the environment; starts the server where it is ours."""
    files = settings.data_home / "dagster"
    files.mkdir(parents=True, exist_ok=True)
    return {
        "AITIA_DAGSTER_URL": dagster_storage_url(settings),
        "AITIA_DAGSTER_FILES": str(files),
        "DAGSTER_HOME": str(DAGSTER_HOME),
    }


_INTERRUPTS = ("DagsterExecutionInterruptedError", "KeyboardInterrupt")


def _cause(result: dg.ExecuteInProcessResult) -> AitiaError | KeyboardInterrupt:
    """The error behind a failed run, in one line: ours of its own class where a step raised one."""
    events = result.all_events
    checks = [
        event.asset_check_evaluation_data
        for event in events
        if event.event_type is dg.DagsterEventType.ASSET_CHECK_EVALUATION
    ]
    broken = [check for check in checks if check.blocking and not check.passed]
    if broken:
        names = ", ".join(f"{check.check_name} (of {check.asset_key.to_user_string()})" for check in broken)
        return AitiaError(
            f"what is stored for this question does not pass the check {names}, so nothing was concluded "
            f"from it; `aitia dev` shows what failed in run {result.run_id}"
        )
    for event in events:
        if event.is_step_failure or event.is_run_failure:
            error = getattr(event.event_specific_data, "error", None)
            if error is not None and _interrupted(error):
                return KeyboardInterrupt()
            if error is not None:
                return _error_of(event.step_key or "the run", error.cause or error)
    return AitiaError(f"run {result.run_id} failed; `aitia dev` shows its log")


def _interrupted(error: SerializableErrorInfo) -> bool:
    """Whether an interrupt is behind it, also where a library turned that into an error of its own."""
    links: SerializableErrorInfo | None = error
    while links is not None:
        if links.cls_name in _INTERRUPTS or "KeyboardInterrupt" in links.message:
            return True
        links = links.cause
    return False


def _error_of(step: str, error: SerializableErrorInfo) -> AitiaError:
    name = error.cls_name or "error"
    said = " ".join(error.message.split())
    said = re.sub(rf"^(?:[\w.]{{1,200}}\.)?{re.escape(name)}:\s?", "", said)
    kind = getattr(errors, name, None)
    if isinstance(kind, type) and issubclass(kind, AitiaError):
        return kind(f"{step} failed: {said}")
    return AitiaError(f"{step} failed: {name}: {said[:500]}")
