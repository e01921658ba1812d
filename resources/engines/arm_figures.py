"""The figures of two arms as a language model finds them in a report; code decides whether they stand."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aitia.text.addressed import addressed
from resources.engines.answers import WireArm, WireFigures
from resources.engines.caller import Caller
from resources.engines.paper_text import delimited
from resources.engines.tasks import ask_in_shape

BINARY, CONTINUOUS = ("events", "group_size"), ("mean", "standard_deviation", "group_size")
LONGEST = 120_000
_PRINTED = re.compile(r"(?<![\w.])[-−–]?\d{1,3}(?:,\d{3})+(?![\d,])|(?<![\w.])[-−–]?\d{1,9}(?:[.·]\d{1,6})?")
_SHARE = re.compile(r"(\d{1,3}(?:[.·]\d{1,3})?)\s?%")


async def read_figures_with(
    caller: Caller, report: str, arms: tuple[str, str], outcome: str, fields: Sequence[str]
) -> tuple[float, ...] | None:
    """`fields` of the intervention, then of the comparator; None where one is missing or does not stand.

    Every figure must be printed in the report; events may also follow from a printed percentage of the
    arm's size. Raises what `ask_in_shape` raises.
    """
    lines = [line for line in report[:LONGEST].split("\n") if line.strip() and addressed(line) is None]
    asked = [f"intervention: {arms[0]}", f"comparator: {arms[1]}", f"outcome: {outcome}"]
    asked.append("figures: " + ", ".join(fields))
    wire = await ask_in_shape(
        caller, "figures", "figures-v1", (), delimited("REPORT", [*asked, *lines]), WireFigures
    )
    return checked_figures(wire, "\n".join(lines), fields)


def checked_figures(wire: WireFigures, report: str, fields: Sequence[str]) -> tuple[float, ...] | None:
    """The figures in their order, where each of them stands in the report."""
    printed = {_number(match.group()) for match in _PRINTED.finditer(report)}
    shares = {_number(match[1]) for match in _SHARE.finditer(report)}
    found: list[float] = []
    for arm in (wire.intervention, wire.comparator):
        for name in fields:
            value = getattr(arm, name)
            if value is None or not (value in printed or (name == "events" and _follows(arm, shares))):
                return None
            found.append(float(value))
    return tuple(found)


def _follows(arm: WireArm, shares: set[float]) -> bool:
    """Whether a printed percentage of the arm's size is that many events."""
    size, events = arm.group_size, arm.events
    return bool(size and events is not None and any(round(size * s / 100) == events for s in shares))


def _number(text: str) -> float:
    plain = text.replace(",", "").replace("·", ".").replace("−", "-").replace("–", "-")
    return float(plain)
