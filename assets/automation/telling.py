"""What is told when a verdict changed: old and new side by side, each change once on each way. No Dagster."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import text as sql
from sqlmodel import Session

from assets.steps.step import markdown_table
from resources.notify import Send
from resources.store.reasoning_sql import statement

LOG = "log"
_LOOK_BACK = timedelta(hours=6)
"""A version's moment is when its transaction began; a run that began before a look may end after it."""
_PARTS = ("conclusion", "likelihood", "direction", "certainty", "effect", "headline")


@dataclass(frozen=True)
class Told:
    """How far a sensor has told: versions from `since` on, except those `told` on a way already."""

    since: str
    told: tuple[str, ...] = ()

    @staticmethod
    def read(cursor: str | None, now: datetime) -> Told:
        """The cursor of an earlier look; a first look tells nothing of what changed before it."""
        if not cursor:
            return Told(now.astimezone(UTC).isoformat())
        found = json.loads(cursor)
        return Told(str(found["since"]), tuple(found["told"]))

    def write(self) -> str:
        """The cursor for the next look."""
        return json.dumps({"since": self.since, "told": list(self.told)})


@dataclass(frozen=True)
class Change:
    """A verdict that changed, as it is told."""

    verdict_id: str
    subject: str
    text: str
    facts: Mapping[str, object]


def changes_since(session: Session, since: str) -> list[Change]:
    """The versions made since then whose answer is not the one before's; others only say why they stand."""
    found = session.execute(sql(statement("find_changed_verdicts")), {"since": since}).mappings()
    return [_change(dict(row)) for row in found if _parts(row["old"]) != _parts(row["new"])]


def tell(
    changes: Sequence[Change], told: Told, ways: Mapping[str, Send], log: Callable[[str], None], now: datetime
) -> Iterator[Told]:
    """Tell each change on each way once; after every telling comes the state to go on from.

    Raises what a way raises; what was told until then is in the last state.
    """
    done = list(told.told)
    for change in changes:
        for way, send in {LOG: lambda subject, text, _facts: log(f"{subject}\n\n{text}"), **ways}.items():
            key = f"{change.verdict_id} {way}"
            if key not in done:
                send(change.subject, change.text, change.facts)
                done.append(key)
                yield Told(told.since, tuple(done))
    since = max(told.since, (now.astimezone(UTC) - _LOOK_BACK).isoformat())
    standing = {change.verdict_id for change in changes}
    yield Told(since, tuple(key for key in done if key.split()[0] in standing))


def _change(row: Mapping[str, Any]) -> Change:
    old, new = _parts(row["old"]), _parts(row["new"])
    table = markdown_table(
        ("", "before", "now"), [(name, old[name], new[name]) for name in _PARTS if old[name] or new[name]]
    )
    listed = "\n".join(f"- {line}" for line in row["changes"])
    facts = {
        "question": row["question"],
        "question_id": row["question_id"],
        "version": row["version"],
        "old": old,
        "new": new,
        "changes": list(row["changes"]),
    }
    subject = f"The verdict changed: {row['question']}"
    return Change(row["verdict_id"], subject, f"{table}\n\n{listed}".strip(), facts)


def _parts(payload: Mapping[str, Any]) -> dict[str, str]:
    found = {name: str(payload.get(name) or "").replace("_", " ") for name in _PARTS}
    effect = payload.get("effect") or {}
    if effect:
        low, high = effect.get("low"), effect.get("high")
        found["effect"] = f"{effect.get('measure')} {effect.get('point'):.3g} ({low:.3g} to {high:.3g})"
    return found
