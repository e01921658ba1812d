"""What Dagster loads: the assets per question, their checks, the schedule and the sensors."""

from __future__ import annotations

from resources.loading import loading

with loading():
    import dagster as dg

    from assets.alias_links import alias_links
    from assets.automation.asking import ask
    from assets.automation.jobs import answer_question
    from assets.automation.outside import workbench
    from assets.automation.presented import presented
    from assets.automation.sensors import SCHEDULES, SENSORS
    from assets.candidate_papers import candidate_papers
    from assets.checks import CHECKS
    from assets.extracted_claims import extracted_claims
    from assets.full_texts import full_texts
    from assets.gated_papers import gated_papers
    from assets.graded_relations import graded_relations
    from assets.insights import insights
    from assets.report import report
    from assets.retraction_notices import retraction_notices
    from assets.search_plan import search_plan
    from assets.validated_edges import validated_edges
    from assets.verdict import verdict

ASSETS = [
    search_plan,
    candidate_papers,
    gated_papers,
    full_texts,
    retraction_notices,
    extracted_claims,
    validated_edges,
    alias_links,
    graded_relations,
    insights,
    verdict,
    report,
]

defs = dg.Definitions(
    assets=presented(ASSETS),
    asset_checks=CHECKS,
    jobs=[ask, answer_question],
    schedules=SCHEDULES,
    sensors=SENSORS,
    resources={"workbench": workbench},
)
