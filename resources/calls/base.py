"""One call to a language model, and what a finished reading made of such calls."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from aitia.model.claim import Reading


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
