"""What a question asks, as data (PICO and conditions)."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from aitia.model.keys import QuestionId
from aitia.model.scales import Direction, Domain, Polarity, QuestionKind


class ConditionKind(StrEnum):
    """What a condition restricts."""

    AGE = "age"
    SEX = "sex"
    RISK = "risk"
    PREVENTION = "prevention"
    DOSE = "dose"
    DURATION = "duration"
    TIME_POINT = "time_point"
    OTHER = "other"


class Focus(StrEnum):
    """What a question asks of the evidence on an effect, beside the effect itself."""

    STRENGTH = "strength"
    CONFLICT = "conflict"
    ALTERNATIVES = "alternatives"


class Condition(BaseModel):
    """One restriction of the question, with the words that state it."""

    model_config = ConfigDict(frozen=True)

    kind: ConditionKind
    text: str


class Question(BaseModel):
    """A question read into PICO terms; `text` is what the person typed, trimmed.

    `intervention` is the cause asked about (treatment or exposure), `expected_direction` what the
    wording presumes ("reduce", "cause"), None when it is open ("higher, lower or the same"). In a landscape
    question `outcome` is the thing asked about, `intervention` the kind of thing that is looked for and
    `relation` the edge type between them. `focus` is set where the strength of the evidence, its conflicts or
    other explanations are asked for.
    """

    model_config = ConfigDict(frozen=True)

    question_id: QuestionId
    text: str
    kind: QuestionKind
    domain: Domain
    intervention: str
    outcome: str
    comparator: str | None = None
    population: str | None = None
    conditions: tuple[Condition, ...] = ()
    expected_direction: Direction | None = None
    outcome_polarity: Polarity = Polarity.UNKNOWN
    options: tuple[str, ...] = ()
    relation: str | None = None
    focus: Focus | None = None
