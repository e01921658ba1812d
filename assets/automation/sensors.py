"""What runs by itself: the daily refresh, the next round while gaps remain, and changes made elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

import dagster as dg

from aitia.evidence.relations import METHOD_VERSION
from aitia.model.keys import content_hash
from assets.automation.jobs import answer_question
from assets.automation.partitions import key_of
from assets.steps.rounds import open_rounds
from resources.settings import get_settings
from resources.store import changes
from resources.store.questions import active_questions
from resources.workbench import open_workbench


@dg.schedule(job=answer_question, cron_schedule="0 5 * * *", execution_timezone="UTC")
def literature_refresh(context: dg.ScheduleEvaluationContext) -> Iterator[dg.RunRequest]:
    """Ask every active question again each day; unchanged evidence costs no model call."""
    day = context.scheduled_execution_time.date().isoformat()
    with open_workbench(get_settings()) as bench, bench.store.session() as session:
        questions = active_questions(session)
    for question_id, text in questions:
        yield dg.RunRequest(run_key=f"refresh-{question_id}-{day}", partition_key=key_of(text))


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
    for text, round_no, fingerprint in found.rounds:
        key = content_hash(text, str(round_no), fingerprint)[:32]
        yield dg.RunRequest(run_key=f"round-{key}", partition_key=key_of(text), run_config=config)
    if not found.rounds:
        yield dg.SkipReason(
            "no verdict reached since the last look names a gap that an unsent search could fill"
        )


@dg.sensor(job=answer_question, minimum_interval_seconds=60)
def evidence_changes(context: dg.SensorEvaluationContext) -> Iterator[dg.RunRequest | dg.SkipReason]:
    """Reason again where another question, or a person in SQL, changed the graph under a verdict."""
    with open_workbench(get_settings()) as bench, bench.store.session() as session:
        touched = changes.touched_since(session, int(context.cursor or 0))
    context.update_cursor(str(touched.below))
    for question_id, text, transaction in touched.questions:
        yield dg.RunRequest(run_key=f"change-{question_id}-{transaction}", partition_key=key_of(text))
    if not touched.questions:
        yield dg.SkipReason("the change log holds nothing new under any verdict")


SCHEDULES = [literature_refresh]
SENSORS = [next_round, evidence_changes]
