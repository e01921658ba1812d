"""What a language model's client is: one request out, one raw answer back, read without surprises."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Protocol

from pydantic import BaseModel

from aitia.model.errors import EngineUnavailable
from aitia.model.keys import content_hash

LATER = frozenset({408, 429, 500, 502, 503, 504})


class NoAnswer(EngineUnavailable):
    """One call found no answer in all its attempts; other papers may still be read."""


class Later(Exception):
    """The service asks to try again. `after` is in seconds, None when it does not say when."""

    def __init__(self, problem: str, after: float | None = None, quota: bool = False) -> None:
        super().__init__(problem)
        self.after = after
        self.quota = quota


class Finish(StrEnum):
    """How an answer ended; everything but `complete` asks for a simpler request."""

    COMPLETE = "complete"
    TRUNCATED = "truncated"
    REFUSED = "refused"
    EMPTY = "empty"
    INVALID = "invalid"


@dataclass(frozen=True)
class ModelRequest:
    """One call. `content` is data; `schema` is what the answer must look like. `sample` numbers repeats.

    `part` names what in the answer holds whatever is asked (a paper's findings): another request with the
    same part need not pay for it again.
    """

    task: str
    prompt_version: str
    schema_version: str
    system: str
    content: str
    schema: type[BaseModel]
    mode: str = "normal"
    sample: int = 0
    temperature: float = 0.0
    max_output_tokens: int = 8_192
    part: tuple[str, ...] = ()

    @property
    def input_hash(self) -> str:
        """Hash of all that is sent."""
        shape = json.dumps(json_schema(self.schema), sort_keys=True)
        return content_hash(
            self.system, self.content, shape, f"{self.temperature:g}", str(self.max_output_tokens)
        )

    def key(self, provider: str, model: str) -> str:
        """The ledger's key: equal keys are one call, paid once."""
        versions = (self.prompt_version, self.schema_version)
        return content_hash(provider, model, *versions, self.input_hash, self.mode, str(self.sample))

    def part_key(self, provider: str, model: str) -> str:
        """The ledger's key of the shared part; "" without one."""
        versions = (self.prompt_version, self.schema_version, f"{self.temperature:g}")
        return content_hash(provider, model, *versions, *self.part) if self.part else ""

    def as_text(self) -> str:
        """What the ledger keeps of the request."""
        told = {"task": self.task, "mode": self.mode, "sample": self.sample, "temperature": self.temperature}
        told |= {"max_output_tokens": self.max_output_tokens, "system": self.system, "content": self.content}
        return json.dumps(told, ensure_ascii=False)


@dataclass(frozen=True)
class ModelReply:
    """An answer's text, how it ended, and the tokens that the service counted.

    `cached_tokens` are those of the prompt that the service had cached, and charges less for.
    """

    text: str
    finish: Finish
    prompt_tokens: int = 0
    output_tokens: int = 0
    reason: str = ""
    cached_tokens: int = 0


class ModelClient(Protocol):
    """A provider's client. `open` and `close` surround the calls of one event loop."""

    provider: str
    model: str

    async def open(self) -> None:
        """Connect lazily; called in the event loop that sends."""

    async def close(self) -> None:
        """Give the connections back."""

    async def send(self, request: ModelRequest) -> str:
        """The raw body of the answer. Raises Later, or EngineUnavailable when trying again is useless."""
        ...

    def parse(self, raw: str) -> ModelReply:
        """Read a raw body; never raises, since what stands in the ledger may be anything."""
        ...


@cache
def json_schema(shape: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema of a shape; making it takes longer than reading an abstract, so it is made once."""
    return shape.model_json_schema()


def storable(text: str) -> str:
    """Text that the database can hold: no NUL, no lone surrogates."""
    return text.replace("\x00", "\ufffd").encode("utf-8", "replace").decode("utf-8")


def count(value: object) -> int:
    """A token count as a service gives it; 0 for anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31 else 0
