"""What a question would cost with a language model: searched and gated, which is free, and nothing read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aitia.model.errors import SettingsError
from aitia.question import Question
from assets.steps.candidate_papers import collect_papers
from assets.steps.extracted_claims import reading_tasks
from assets.steps.full_texts import fetch_full_texts
from assets.steps.gated_papers import gate_papers
from assets.steps.search_plan import RoundConfig, plan_round
from resources.engines.estimate import Estimate, planned_calls, priced, unknown_papers
from resources.readers import make_caller, price_named
from resources.settings import Settings
from resources.workbench import Workbench

RUN = "estimate"


def without_calls(settings: Settings) -> Settings:
    """The settings with a language model that does nothing beside reading: an estimate pays for nothing."""
    if settings.engine == "local":
        raise SettingsError(
            "--estimate tells what a language model would cost, and the local reader costs nothing: "
            "choose one with --engine gemini or --engine openai_compatible."
        )
    return settings.model_copy(update={"engine_tasks": ()})


def estimate_question(
    workbench: Workbench, question: Question, sources: Sequence[str], documents: Sequence[str]
) -> Estimate:
    """What reading for the question would cost now. Papers and gate are stored as in a run; no call is made.

    Where the gate itself would be paid for (embeddings of a service), the most that it lets through counts.
    """
    from resources.engines.cloud import CloudEngine

    settings = workbench.settings
    caller = make_caller(settings, workbench.store, question.question_id)
    provider, model = caller.names
    engine, price = workbench.engine, price_named(settings, model)
    assert isinstance(engine, CloudEngine)
    if settings.embedder != "minilm":
        papers = unknown_papers(settings.gate_top_n, engine.samples)
        return replace(priced(model, papers, price), known=False)
    config = RoundConfig(sources=list(sources), documents=list(documents))
    plan_round(workbench, question, config, RUN)
    collect_papers(workbench, question, RUN)
    gate_papers(workbench, question, RUN)
    fetch_full_texts(workbench, question, RUN)
    tasks = reading_tasks(workbench, question)
    return priced(model, list(planned_calls(engine, tasks, caller.ledger, (provider, model))), price)
