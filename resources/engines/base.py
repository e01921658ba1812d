"""What a reading engine is."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from pydantic import BaseModel, ConfigDict

from aitia.model.paper import Paper
from aitia.model.passage import Passage
from aitia.question.specification import Question
from resources.calls.base import ReadingResult


class ReadingTask(BaseModel):
    """One paper to read, with its stored passages, for one question; `run_id` is named in the ledger."""

    model_config = ConfigDict(frozen=True)

    paper: Paper
    passages: tuple[Passage, ...]
    question: Question
    run_id: str | None = None


class ReadingEngine(Protocol):
    """Reads papers into proposals. Stateless apart from its cache; validators decide.

    `free`: reading costs nothing, so papers on the border of the gate are read as well. `prompt_version`: the
    prompt that is sent first; empty where none is.
    """

    name: str
    version: str
    prompt_version: str
    free: bool

    def key(self, task: ReadingTask) -> str:
        """The task's cache key: equal keys promise equal readings."""
        ...

    def read(self, tasks: Sequence[ReadingTask]) -> AsyncIterator[ReadingResult]:
        """Yield results as they come, in any order, one for each task."""
        ...
