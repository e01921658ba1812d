"""The shapes of the answers to the smaller tasks."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from aitia.model.scales import Direction, EvidenceType, QuestionKind
from aitia.question.specification import ConditionKind
from resources.engines.wire import Maybe, Words

Text = Annotated[str, Field(max_length=60_000)]


class _Answer(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class WireCondition(_Answer):
    """One restriction in the question's words."""

    kind: ConditionKind
    text: Words


class WireQuestion(_Answer):
    """A question taken apart."""

    kind: QuestionKind
    intervention: Words
    outcome: Words
    comparator: Maybe = None
    population: Maybe = None
    conditions: tuple[WireCondition, ...] = ()
    expected_direction: Direction | None = None


class WireQuery(_Answer):
    """One follow-up query."""

    query: Words
    evidence_type: EvidenceType
    reason: Maybe = None


class WireGaps(_Answer):
    """Enough, or what to search for."""

    status: Literal["SUFFICIENT", "SEARCH"]
    queries: tuple[WireQuery, ...] = ()


class WirePlan(_Answer):
    """Queries beside those that are made in any case."""

    queries: tuple[WireQuery, ...] = ()


class WireCause(_Answer):
    """One option, judged."""

    option: Annotated[str, Field(pattern="^[A-H]$")]
    precedes: bool
    mechanism: bool
    counterfactual: bool
    holds: bool
    sentences: tuple[Annotated[int, Field(ge=0, le=1_000_000)], ...] = ()


class WireCauses(_Answer):
    """All options, and whether none of them holds."""

    options: tuple[WireCause, ...] = ()
    none: bool = False


Figure = Annotated[float, Field(ge=-1e12, le=1e12, allow_inf_nan=False)] | None


class WireArm(_Answer):
    """What is printed of one arm."""

    events: Figure = None
    mean: Figure = None
    standard_deviation: Figure = None
    group_size: Figure = None


class WireFigures(_Answer):
    """The figures of both arms."""

    intervention: WireArm = WireArm()
    comparator: WireArm = WireArm()


class WireText(_Answer):
    """A text."""

    text: Text
