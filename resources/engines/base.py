"""What a reading engine is."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from pydantic import BaseModel, ConfigDict

from aitia.model.claim import Reading
from aitia.model.paper import Paper
from aitia.model.passage import Passage
from aitia.question.specification import Question


class ReadingTask(BaseModel):
    """One paper to read, with its stored passages, for one question; `run_id` is named in the ledger.

    `vouched`: the gate let the paper in by meaning, and the question describes its intervention rather than
    naming it ("smart technology"), so that the paper may call it something else.
    """

    model_config = ConfigDict(frozen=True)

    paper: Paper
    passages: tuple[Passage, ...]
    question: Question
    run_id: str | None = None
    vouched: bool = False


class ModelCall(BaseModel):
    """One answered call to a language model: a row of `model_calls`.

    `price` is in US dollars, `latency` in seconds. `cache_key` is the content key of DESIGN.md; `part_key`
    that of what the answer holds whatever is asked, "" where it holds nothing of the kind.
    """

    model_config = ConfigDict(frozen=True)

    cache_key: str
    provider: str
    model: str
    prompt_version: str
    schema_version: str
    input_hash: str
    request: str
    response: str
    prompt_tokens: int
    output_tokens: int
    price: float
    latency: float
    retries: int
    status: str
    part_key: str = ""


class ReadingResult(BaseModel):
    """A finished task. `mode` is normal, compact or minimal; `error` is set when nothing was read."""

    model_config = ConfigDict(frozen=True)

    key: str
    reading: Reading | None
    mode: str = "normal"
    error: str | None = None
    calls: tuple[ModelCall, ...] = ()


class ReadingEngine(Protocol):
    """Reads papers into proposals. Stateless apart from its cache; validators decide.

    `free`: reading costs nothing, so papers on the border of the gate are read as well.
    """

    name: str
    version: str
    free: bool

    def key(self, task: ReadingTask) -> str:
        """The task's cache key: equal keys promise equal readings."""
        ...

    def read(self, tasks: Sequence[ReadingTask]) -> AsyncIterator[ReadingResult]:
        """Yield results as they come, in any order, one for each task."""
        ...
