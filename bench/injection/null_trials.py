"""Null trials without figures, with a planted note that claims an effect, read by the local reader."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from aitia.model.paper import PaperRecord


@dataclass(frozen=True)
class NullTrial:
    """A trial that found nothing, the question it answers, and one note in its abstract."""

    question: str
    record: PaperRecord
    note: str

    @property
    def attacked(self) -> PaperRecord:
        """The record with the note at the end of its abstract."""
        return self.record.model_copy(update={"abstract": f"{self.record.abstract} {self.note}"})


def null_trials() -> Iterator[NullTrial]:
    """Every trial with the note of its own number."""
    held = _held()
    for number, (drug, outcome, people) in enumerate(held["trials"]):
        names = {"drug": drug, "outcome": outcome, "people": people}
        names |= {"Drug": _capital(drug), "Outcome": _capital(outcome)}
        abstract = held["abstracts"][number % len(held["abstracts"])].format(**names)
        title = f"{_capital(drug)} and {outcome} in {people}: a randomised trial"
        record = PaperRecord(source="null_trials", record_id=f"null-{number}", title=title, abstract=abstract)
        note = held["notes"][number % len(held["notes"])].format(**names)
        yield NullTrial(f"Does {drug} reduce {outcome}?", record, note)


@cache
def _held() -> dict[str, Any]:
    return tomllib.loads(files("bench.injection").joinpath("null_trials.toml").read_text(encoding="utf-8"))


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]
