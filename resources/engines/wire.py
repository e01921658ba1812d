"""The shapes that a model answers in, read leniently: one bad item costs itself, never the whole answer."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from aitia.errors import EngineOutputInvalid
from aitia.vocabulary import Direction

SCHEMA_VERSION = "1"
MAX_ITEMS = 60
_MAX_OUTPUT = 400_000
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


def _clean(value: object) -> object:
    """Text on one line, normalised, without what hides in it or what a database refuses."""
    if not isinstance(value, str):
        return value
    held = value[:2_000].encode("utf-8", "ignore").decode("utf-8")
    return " ".join(_CONTROL.sub(" ", unicodedata.normalize("NFC", held)).split())


def _blank(value: object) -> object:
    cleaned = _clean(value)
    return None if cleaned in ("", "null", "none", "None", "N/A") else cleaned


Words = Annotated[str, BeforeValidator(_clean), Field(min_length=1, max_length=200)]
Maybe = Annotated[Annotated[str, Field(max_length=300)] | None, BeforeValidator(_blank)]
Number = Annotated[float, Field(allow_inf_nan=False, strict=True)] | None


class _Wire(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class WireEstimate(_Wire):
    """Numbers as printed in the sentence; `level` in percent."""

    measure: Words
    point: Number = None
    low: Number = None
    high: Number = None
    level: Number = None
    p_value: Number = None
    p_operator: Literal["=", "<", ">"] | None = None


class WireShort(_Wire):
    """A finding of the minimal mode."""

    sentence: Annotated[int, Field(strict=True, ge=0, le=1_000_000)]
    cause: Words
    effect: Words
    direction: Direction


class WireClaim(WireShort):
    """A finding: which sentence states it, and what it says."""

    cause_type: Maybe = None
    effect_type: Maybe = None
    relation: Maybe = None
    comparator: Maybe = None
    population: Maybe = None
    condition: Maybe = None
    significant: bool | None = None
    negated: bool = False
    hedged: bool = False
    associative: bool = False
    confidence: Annotated[float, Field(ge=0, le=1, strict=True, allow_inf_nan=False)] = 0.7


class WireFullClaim(WireClaim):
    """A finding with the numbers of its sentence."""

    estimates: tuple[WireEstimate, ...] = ()


class WireFact(_Wire):
    """One fact of the study, copied from a sentence."""

    field: Literal["design", "sample_size", "population", "dose", "duration", "time_point", "funding"]
    value: Words
    sentence: Annotated[int, Field(strict=True, ge=0, le=1_000_000)]


class WireBias(_Wire):
    """A statement that bears on risk of bias."""

    domain: Words
    judgement: Literal["low", "some_concerns", "high"]
    sentence: Annotated[int, Field(strict=True, ge=0, le=1_000_000)]


class WireEntity(_Wire):
    """A thing named as cause or effect."""

    name: Words
    type: Words


class WireReading(_Wire):
    """Everything of one paper, in one call."""

    claims: tuple[WireFullClaim, ...]
    facts: tuple[WireFact, ...] = ()
    bias: tuple[WireBias, ...] = ()
    entities: tuple[WireEntity, ...] = ()


class WireCompact(_Wire):
    """Findings only."""

    claims: tuple[WireClaim, ...]


class WireMinimal(_Wire):
    """The main findings only."""

    claims: tuple[WireShort, ...]


Item = TypeVar("Item", bound=BaseModel)


def read_object(text: str) -> dict[str, Any]:
    """The JSON object of an answer, perhaps within a code fence. Raises EngineOutputInvalid."""
    body = text.strip()[:_MAX_OUTPUT]
    if body.startswith("```"):
        body = body.strip("`").removeprefix("json").strip()
    try:
        value = json.loads(body, parse_constant=_refuse)
    except (ValueError, RecursionError) as problem:
        raise EngineOutputInvalid(f"the model's output is not JSON: {str(problem)[:100]}") from None
    if not isinstance(value, dict):
        raise EngineOutputInvalid(f"the model's output is a {type(value).__name__}, not an object")
    return value


def read_items(body: dict[str, Any], name: str, kind: type[Item], notes: list[str]) -> list[Item]:
    """The items of a list that fit their shape; each one that does not leaves a note."""
    values = body.get(name)
    if values is None:
        return []
    if not isinstance(values, list):
        notes.append(f"{name}: not a list, left out")
        return []
    found = []
    for place, value in enumerate(values[:MAX_ITEMS]):
        try:
            found.append(kind.model_validate(value))
        except (ValidationError, RecursionError, ValueError, TypeError) as problem:
            notes.append(f"{name} {place + 1} left out: {_fault(problem)}")
    if len(values) > MAX_ITEMS:
        notes.append(f"{name}: only the first {MAX_ITEMS} of {len(values)} are read")
    return found


def decode(text: str, notes: list[str]) -> WireReading:
    """A model's answer in any mode as a reading. Raises EngineOutputInvalid where it is no reading at all."""
    body = read_object(text)
    if not isinstance(body.get("claims"), list):
        raise EngineOutputInvalid("the model's output has no list of claims")
    claims = []
    for value in body["claims"][:MAX_ITEMS]:
        estimates: list[WireEstimate] = []
        if isinstance(value, dict):
            estimates = read_items(value, "estimates", WireEstimate, notes)
            value = {name: part for name, part in value.items() if name != "estimates"}
        fitting = read_items({"claims": [value]}, "claims", WireFullClaim, notes)
        claims += [claim.model_copy(update={"estimates": tuple(estimates)}) for claim in fitting]
    return WireReading(
        claims=tuple(claims),
        facts=tuple(read_items(body, "facts", WireFact, notes)),
        bias=tuple(read_items(body, "bias", WireBias, notes)),
        entities=tuple(read_items(body, "entities", WireEntity, notes)),
    )


def _refuse(name: str) -> float:
    raise ValueError(f"{name} is no JSON number")


def _fault(problem: Exception) -> str:
    if isinstance(problem, ValidationError):
        first = problem.errors()[0]
        return f"{'.'.join(str(part) for part in first['loc'])[:60]}: {first['msg'][:100]}"
    return type(problem).__name__
