"""What runs by itself: the daily refresh, the next round while gaps remain, and changes made elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import dagster as dg

from aitia.evidence import METHOD_VERSION
from aitia.model.errors import SourceError
from aitia.model.keys import content_hash
from assets.automation.jobs import answer_question
from assets.automation.partitions import key_of
from assets.automation.telling import Told, changes_since, tell
from assets.automation.windows import DAILY, window_of
from assets.steps.rounds import open_rounds
from assets.steps.step import QUESTIONS
from resources.notify import channels
from resources.settings import get_settings
from resources.store import changes
from resources.store.questions import active_questions
from resources.workbench import open_workbench

WINDOW = "aitia/window"
QUESTION = "aitia/question_id"
_OPEN_OR_DONE = [
    status
    for status in dg.DagsterRunStatus
    if status not in (dg.DagsterRunStatus.FAILURE, dg.DagsterRunStatus.CANCELED)
]


@dg.schedule(job=answer_question, cron_schedule="0 * * * *", execution_timezone="UTC")
def literature_refresh(
    context: dg.ScheduleEvaluationContext,
) -> Iterator[dg.RunRequest | dg.SkipReason]:
    """Search every active question again in each of its windows (daily from 05:00 UTC, or its own hours)."""
    with open_workbench(get_settings()) as bench, bench.store.session() as session:
        questions = active_questions(session)
    due = {
        (question_id, window_of(context.scheduled_execution_time, hours or DAILY).isoformat()): text
        for question_id, text, hours in questions
    }
    served = _served(context.instance, {window for _, window in due})
    config = dg.RunConfig(ops={"search_plan": {"config": {"refresh": True}}})
    requests = [
        dg.RunRequest(
            run_key=f"refresh-{question_id}-{window}",
            partition_key=key_of(text),
            run_config=config,
            tags={WINDOW: window, QUESTION: question_id},
        )
        for (question_id, window), text in due.items()
        if (question_id, window) not in served
    ]
    yield from _as_partitions(context.instance, requests)
    if len(served) >= len(due):
        yield dg.SkipReason("every active question has been searched in its window")


def _as_partitions(
    instance: dg.DagsterInstance, requests: Sequence[dg.RunRequest]
) -> Sequence[dg.RunRequest]:
    """The requests, once Dagster knows their questions: one that it does not know would end the whole tick.

    It does not know those of a store that was restored, or that was asked beside another Dagster.
    """
    if requests:
        instance.add_dynamic_partitions(
            QUESTIONS.name or "question", [str(request.partition_key) for request in requests]
        )
    return requests


def _served(instance: dg.DagsterInstance, windows: set[str]) -> set[tuple[str, str]]:
    """(question id, window) of the runs that wait, run or succeeded; a failed one is tried again."""
    found = set()
    for window in windows:
        chosen = dg.RunsFilter(tags={WINDOW: window}, statuses=_OPEN_OR_DONE)
        found |= {(run.tags.get(QUESTION, ""), window) for run in instance.get_runs(chosen)}
    return found


@dg.sensor(job=answer_question, minimum_interval_seconds=60)
def next_round(context: dg.SensorEvaluationContext) -> Iterator[dg.RunRequest | dg.SkipReason]:
    """Launch the next round of every question whose verdict names gaps that a new search could fill."""
    config = dg.RunConfig(ops={"search_plan": {"config": {"next_round": True}}})
    settings = get_settings()
    # A look made under other settings, or by another program, saw other rounds open.
    mark = content_hash(str(settings.max_rounds), METHOD_VERSION)[:12]
    seen, _, below = (context.cursor or "").partition(" ")
    with open_workbench(settings) as bench:
        found = open_rounds(bench, int(below) if seen == mark else 0)
    context.update_cursor(f"{mark} {found.below}")
    requests = [
        dg.RunRequest(
            run_key=f"round-{content_hash(text, str(round_no), fingerprint)[:32]}",
            partition_key=key_of(text),
            run_config=config,
        )
        for text, round_no, fingerprint in found.rounds
    ]
    yield from _as_partitions(context.instance, requests)
    if not found.rounds:
        yield dg.SkipReason(
            "no verdict reached since the last look names a gap that an unsent search could fill"
        )


@dg.sensor(job=answer_question, minimum_interval_seconds=60)
def evidence_changes(context: dg.SensorEvaluationContext) -> Iterator[dg.RunRequest | dg.SkipReason]:
    """Reason again where another question, or a person in SQL, changed the graph under a verdict."""
    with open_workbench(get_settings()) as bench, bench.store.session() as session:
        touched = changes.touched_since(session, int(context.cursor or 0))
        active = {question_id for question_id, _, _ in active_questions(session)}
    context.update_cursor(str(touched.below))
    found = [item for item in touched.questions if item[0] in active]
    requests = [
        dg.RunRequest(run_key=f"change-{question_id}-{transaction}", partition_key=key_of(text))
        for question_id, text, transaction in found
    ]
    yield from _as_partitions(context.instance, requests)
    if not found:
        yield dg.SkipReason("the change log holds nothing new under any verdict that is not paused")


@dg.sensor(minimum_interval_seconds=60)
def verdict_changes(context: dg.SensorEvaluationContext) -> Iterator[dg.SkipReason]:
    """Tell by log, webhook or mail, as the settings say, that a verdict changed: old and new side by side."""
    settings, now = get_settings(), datetime.now(UTC)
    told = Told.read(context.cursor, now)
    ways = channels(settings)
    with open_workbench(settings) as bench, bench.store.session() as session:
        found = changes_since(session, told.since)
    try:
        for state in tell(found, told, ways, context.log.info, now):
            context.update_cursor(state.write())
    except SourceError as problem:
        yield dg.SkipReason(f"told in part, the rest at the next tick: {problem}")
        return
    new = len({key.split()[0] for key in state.told} - {key.split()[0] for key in told.told})
    yield dg.SkipReason(f"{new} verdict{'' if new == 1 else 's'} changed since the last look")


SCHEDULES = [literature_refresh]
SENSORS = [next_round, evidence_changes, verdict_changes]
