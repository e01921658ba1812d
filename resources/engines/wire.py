"""The shapes that a model answers in, read leniently: one bad item costs itself, never the whole answer."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from aitia.model.errors import EngineOutputInvalid
from aitia.model.scales import Direction

SCHEMA_VERSION = "2"
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
Sure = Annotated[float, Field(ge=0, le=1, strict=True, allow_inf_nan=False)]


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
    confidence: Sure = 0.7


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


class WireArm(_Wire):
    """What is printed of one arm: a count or a mean."""

    events: Number = None
    total: Number = None
    mean: Number = None
    sd: Number = None


class WireAnswer(_Wire):
    """What the paper says to the question, in the question's order of arms; `asked` copies its outcome.

    `sentences` are the evidence, the telling one first. `opposite`: more of the paper's outcome is less of
    the question's. `exchanged`: the printed estimate compares the arms the other way round.
    """

    asked: Words
    reported: bool
    sentences: tuple[Annotated[int, Field(strict=True, ge=0, le=1_000_000)], ...] = ()
    intervention: Maybe = None
    comparator: Maybe = None
    outcome: Maybe = None
    opposite: bool = False
    direction: Direction = Direction.UNCLEAR
    significant: bool | None = None
    estimate: WireEstimate | None = None
    exchanged: bool = False
    intervention_arm: WireArm | None = None
    comparator_arm: WireArm | None = None
    population: Maybe = None
    time_point: Maybe = None
    proxy: Maybe = None
    confidence: Sure = 0.7
    direction_confidence: Sure = 0.7


class WireFindings(_Wire):
    """Everything of one paper that no question is needed for."""

    claims: tuple[WireFullClaim, ...]
    facts: tuple[WireFact, ...] = ()
    bias: tuple[WireBias, ...] = ()
    entities: tuple[WireEntity, ...] = ()


class WireReading(WireFindings):
    """Everything of one paper and its answer to the question, in one call."""

    answer: WireAnswer | None


class WireAnswered(_Wire):
    """The answer alone, where the rest was read for another question."""

    answer: WireAnswer


class WireCompact(_Wire):
    """The answer and the findings without numbers."""

    claims: tuple[WireClaim, ...]
    answer: WireAnswer | None


class WireMinimal(_Wire):
    """The answer and the main findings."""

    claims: tuple[WireShort, ...]
    answer: WireAnswer | None


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


_PARTS: tuple[tuple[str, type[BaseModel]], ...] = (
    ("estimate", WireEstimate),
    ("intervention_arm", WireArm),
    ("comparator_arm", WireArm),
)


def decode_answer(body: dict[str, Any], notes: list[str]) -> WireAnswer | None:
    """The answer to the question; None where there is none. A number that does not fit costs itself."""
    value = body.get("answer")
    if not isinstance(value, dict):
        return None
    numbers = {}
    for name, kind in _PARTS:
        if value.get(name) is not None:
            numbers[name] = next(iter(read_items({name: [value[name]]}, name, kind, notes)), None)
    plain = {name: part for name, part in value.items() if name not in dict(_PARTS)}
    found = read_items({"answer": [plain]}, "answer", WireAnswer, notes)
    return found[0].model_copy(update=numbers) if found else None


def decode(text: str, notes: list[str]) -> WireReading:
    """A model's answer in any mode as a reading. Raises EngineOutputInvalid where it is no reading at all."""
    body = read_object(text)
    answer = decode_answer(body, notes)
    if not isinstance(body.get("claims"), list) and (answer is None or "claims" in body):
        raise EngineOutputInvalid("the model's output has no list of claims")
    return WireReading(**dict(_findings(body, notes)), answer=answer)


def _findings(body: dict[str, Any], notes: list[str]) -> WireFindings:
    claims = []
    for value in (body.get("claims") or [])[:MAX_ITEMS]:
        estimates: list[WireEstimate] = []
        if isinstance(value, dict):
            estimates = read_items(value, "estimates", WireEstimate, notes)
            value = {name: part for name, part in value.items() if name != "estimates"}
        fitting = read_items({"claims": [value]}, "claims", WireFullClaim, notes)
        claims += [claim.model_copy(update={"estimates": tuple(estimates)}) for claim in fitting]
    return WireFindings(
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
