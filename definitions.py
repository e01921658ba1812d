"""What Dagster loads: the assets per question, their checks, the schedule and the sensors."""

from __future__ import annotations

import dagster as dg

from assets import ASSETS
from assets.automation import SCHEDULES, SENSORS
from assets.checks import CHECKS
from assets.jobs import answer_question
from assets.outside import workbench

defs = dg.Definitions(
    assets=ASSETS,
    asset_checks=CHECKS,
    jobs=[answer_question],
    schedules=SCHEDULES,
    sensors=SENSORS,
    resources={"workbench": workbench},
)
