"""The steps of a round in their order, as plain functions, without Dagster's bookkeeping."""

from __future__ import annotations

from aitia.question import Question
from assets.steps.alias_links import link_aliases
from assets.steps.candidate_papers import collect_papers
from assets.steps.extracted_claims import read_papers
from assets.steps.full_texts import fetch_full_texts
from assets.steps.gated_papers import gate_papers
from assets.steps.graded_relations import grade_question
from assets.steps.insights import find_insights
from assets.steps.report import write_report
from assets.steps.retraction_notices import look_up_notices
from assets.steps.search_plan import RoundConfig, plan_round
from assets.steps.step import StepReport
from assets.steps.validated_edges import validate_claims
from assets.steps.verdict import conclude_question
from resources.workbench import Workbench

AFTER_PLAN = {
    "candidate_papers": collect_papers,
    "gated_papers": gate_papers,
    "full_texts": fetch_full_texts,
    "retraction_notices": look_up_notices,
    "extracted_claims": read_papers,
    "validated_edges": validate_claims,
    "alias_links": link_aliases,
    "graded_relations": grade_question,
    "insights": find_insights,
    "verdict": conclude_question,
    "report": write_report,
}


def run_steps(
    workbench: Workbench, question: Question, config: RoundConfig, run_id: str
) -> dict[str, StepReport]:
    """One round, step by step, for measurements and tests; reports by asset name."""
    reports = {"search_plan": plan_round(workbench, question, config, run_id)}
    for name, step in AFTER_PLAN.items():
        reports[name] = step(workbench, question, run_id)
        if reports[name].nothing_new:
            break
    return reports
