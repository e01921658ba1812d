"""The job `ask`: a question typed into the launchpad, with where to look, who reads and what it may cost."""

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import dagster as dg
from pydantic import Field

from aitia.model.errors import AitiaError, SettingsError
from assets.automation.outside import OVERRIDES
from assets.automation.partitions import partition_of
from assets.steps.rounds import round_is_open
from resources.settings import get_settings
from resources.sources.documents import check_documents
from resources.sources.names import source_name
from resources.workbench import Workbench, open_workbench

ANSWER_JOB = "answer_question"
FOLLOWED = "aitia/rounds"
PARTITION = "dagster/partition"


class EngineName(StrEnum):
    """Who reads. The launchpad takes the names, so they are the words of AITIA_ENGINE."""

    local = "local"
    gemini = "gemini"
    openai_compatible = "openai_compatible"


class AskConfig(dg.Config):
    """What a person fills in to ask a question; what is left out is as the settings say."""

    question: str = Field(description="The question in plain words; commas, quotes and any script are fine.")
    sources: list[str] = Field(default=[], description="Sources to search, such as europe_pmc and pubmed.")
    documents: list[str] = Field(default=[], description="Files and folders of papers on Dagster's machine.")
    rounds: int | None = Field(default=None, description="At most so many rounds of searching, 1 to 20.")
    engine: EngineName | None = Field(
        default=None, description="Who reads: local, gemini, openai_compatible."
    )
    budget_calls: int | None = Field(default=None, description="Most calls to a language model.")
    budget_tokens: int | None = Field(default=None, description="Most tokens, prompts and output together.")
    budget_usd: float | None = Field(default=None, description="Most US dollars.")


@dg.op(name="ask_question", description="Read the question, add it as a partition and launch its assets.")
def ask_question(context: dg.OpExecutionContext, config: AskConfig) -> None:
    """Refuse what cannot be asked in one line; else launch `answer_question` for it and name that run."""
    try:
        run_config, key = prepare(config)
    except AitiaError as problem:
        raise dg.Failure(description=str(problem), allow_retries=False) from None
    context.instance.add_dynamic_partitions("question", [key])
    run_id = queue_run(context.instance, context.run, run_config, {PARTITION: key, FOLLOWED: "followed"})
    context.log.info(f"The question is answered by run {run_id}.")
    context.add_output_metadata({"question": key, "run": dg.MetadataValue.dagster_run(run_id)})


@dg.job(name="ask", executor_def=dg.in_process_executor)
def ask() -> None:
    """Ask a question: fill in its text, and where to look, in the launchpad; it becomes a partition."""
    ask_question()


def prepare(config: AskConfig) -> tuple[dict[str, Any], str]:
    """The configuration of the run that answers, and its partition key.

    Raises QuestionError, SettingsError or DocumentError for what cannot be asked, StoreError without a store.
    """
    names = [source_name(name) for name in config.sources]
    overrides: dict[str, object] = {
        "engine": config.engine.value if config.engine else None,
        "max_rounds": config.rounds,
        "budget_calls": config.budget_calls,
        "budget_tokens": config.budget_tokens,
        "budget_usd": config.budget_usd,
    }
    if set(overrides) != set(OVERRIDES):
        raise SettingsError("the job `ask` and the resource `workbench` do not take the same settings")
    chosen = {name: value for name, value in overrides.items() if value is not None}
    settings = get_settings(**chosen)
    if config.documents:
        check_documents(config.documents, settings.data_home)
    with open_workbench(settings) as bench:
        key = partition_of(bench, bench.question(config.question))
    plan = {"sources": names, "documents": list(config.documents)}
    return {
        "ops": {"search_plan": {"config": plan}},
        "resources": {"workbench": {"config": chosen}},
    }, key


def queue_run(
    instance: dg.DagsterInstance,
    launched_by: dg.DagsterRun,
    config: Mapping[str, Any],
    tags: Mapping[str, str],
) -> str:
    """Queue a run of `answer_question` in the code location of the run that launches it; returns its id.

    Raises AitiaError where that run does not come from a code location, as in a process of one's own.
    """
    from definitions import defs

    remote, code = launched_by.remote_job_origin, launched_by.job_code_origin
    if remote is None or code is None:
        raise AitiaError("this run was not launched from Dagster's pages, so it cannot launch others there")
    run = instance.create_run_for_job(
        defs.resolve_job_def(ANSWER_JOB),
        run_config=config,
        tags=tags,
        parent_run_id=None,
        remote_job_origin=remote.repository_origin.get_job_origin(ANSWER_JOB),
        job_code_origin=code._replace(job_name=ANSWER_JOB),
    )
    # The queue of runs needs no workspace: the daemon, which takes runs out of it, has one of its own.
    instance.submit_run(run.run_id, workspace=None)  # type: ignore[arg-type]
    return run.run_id


def further_round(context: dg.HookContext) -> None:
    """After the report of a question asked in the launchpad: launch its next round, if one is open."""
    run = context.instance.get_run_by_id(context.run_id)
    if run is None or FOLLOWED not in run.tags or run.remote_job_origin is None:
        return
    bench: Workbench = context.resources.workbench
    if not round_is_open(bench, bench.question(run.tags[PARTITION])):
        return
    config = json.loads(json.dumps(run.run_config))
    config.setdefault("ops", {}).setdefault("search_plan", {}).setdefault("config", {})["next_round"] = True
    tags = {name: run.tags[name] for name in (PARTITION, FOLLOWED)}
    context.log.info(f"The next round is run {queue_run(context.instance, run, config, tags)}.")
