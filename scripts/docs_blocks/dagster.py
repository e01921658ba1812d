"""Assets, checks, schedules and sensors, as Dagster loads them."""

from __future__ import annotations

import importlib
import re
import warnings
from functools import cache
from typing import Any

from scripts.docs_blocks.markdown import one_line, read, table


@cache
def definitions() -> Any:
    """The project's definitions, as Dagster loads them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return importlib.import_module("definitions")


def assets_table() -> str:
    """Every asset with its group, what it follows, what it does and the checks on it."""
    from validators.suites import SUITES

    rows = []
    for asset in definitions().ASSETS:
        spec = next(iter(asset.specs))
        after = ", ".join(f"`{dep.asset_key.to_user_string()}`" for dep in spec.deps)
        name = spec.key.to_user_string()
        checks = ", ".join(f"`{suite.name}`" for suite in SUITES if suite.asset == name)
        rows.append((f"`{name}`", spec.group_name or "", after, one_line(spec.description), checks))
    return table(("asset", "group", "after", "what it does", "checks"), rows)


def checks_table() -> str:
    """Every suite with its promise."""
    from validators.suites import SUITES

    rows = [(f"`{s.name}`", f"`{s.asset}`", s.promise, "yes" if s.blocking else "no") for s in SUITES]
    return table(("check", "on", "promise", "blocks the run"), rows)


def automation_table() -> str:
    """The schedule and the sensors."""
    from assets.automation.sensors import SCHEDULES, SENSORS

    rows = [(f"`{s.name}`", f"schedule, `{s.cron_schedule}` UTC", _docstring(s)) for s in SCHEDULES]
    rows += [(f"`{s.name}`", f"sensor, every {s.minimum_interval_seconds} s", _docstring(s)) for s in SENSORS]
    return table(("name", "when", "what it does"), rows)


def _docstring(automation: Any) -> str:
    """The docstring of the function behind a schedule or sensor, which Dagster wraps."""
    module = read("assets/automation/sensors.py")
    found = re.search(rf'def {automation.name}\(.*?"""(.*?)"""', module, re.DOTALL)
    return one_line(found.group(1) if found else automation.description)
