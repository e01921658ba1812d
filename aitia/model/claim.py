"""What a reading engine proposes: study facts, effect estimates and claims. All of it is untrusted."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from aitia.model.keys import ClaimId, PaperId
from aitia.model.passage import Quote
from aitia.model.scales import Direction, EffectMeasure, Polarity, SentenceRole, StudyDesign


class RiskOfBias(StrEnum):
    """The overall risk of bias that a paper's own statements suggest."""

    LOW = "low"
    SOME_CONCERNS = "some_concerns"
    HIGH = "high"
    UNKNOWN = "unknown"


class BiasSignal(BaseModel):
    """A statement that bears on risk of bias ("open-label", "lost to follow-up 30%")."""

    model_config = ConfigDict(frozen=True)

    domain: str
    judgement: RiskOfBias
    quote: Quote


class StudyFacts(BaseModel):
    """What a paper says of its study. `quotes` maps a field's name to where its value was read."""

    model_config = ConfigDict(frozen=True)

    design: StudyDesign = StudyDesign.UNKNOWN
    design_confidence: float = Field(default=0.0, ge=0, le=1)
    design_basis: str = ""
    sample_size: int | None = None
    studies_included: int | None = None
    registration_ids: tuple[str, ...] = ()
    cohort_name: str | None = None
    population: str | None = None
    dose: str | None = None
    duration: str | None = None
    time_point: str | None = None
    funding: str | None = None
    industry_funded: bool | None = None
    risk_of_bias: RiskOfBias = RiskOfBias.UNKNOWN
    bias_signals: tuple[BiasSignal, ...] = ()
    is_animal: bool = False
    quotes: dict[str, Quote] = Field(default_factory=dict)


class ArmCounts(BaseModel):
    """Events and totals of the two arms (first arm: the intervention)."""

    model_config = ConfigDict(frozen=True)

    events_intervention: int
    total_intervention: int
    events_comparator: int
    total_comparator: int


class ArmMeans(BaseModel):
    """Mean, standard deviation and n of the two arms (first arm: the intervention)."""

    model_config = ConfigDict(frozen=True)

    mean_intervention: float
    sd_intervention: float
    n_intervention: int
    mean_comparator: float
    sd_comparator: float
    n_comparator: int


class EffectEstimate(BaseModel):
    """An effect of the intervention against the comparator, as printed or computed from arms.

    `level` is the interval's confidence level as a fraction. `p_operator` is "=", "<" or ">".
    `derived` names the computation when the paper does not print the point itself.
    """

    model_config = ConfigDict(frozen=True)

    measure: EffectMeasure
    point: float | None = None
    low: float | None = None
    high: float | None = None
    level: float = 0.95
    p_value: float | None = None
    p_operator: str | None = None
    adjusted: bool | None = None
    counts: ArmCounts | None = None
    means: ArmMeans | None = None
    derived: str | None = None
    quote: Quote | None = None


Share = Annotated[float, Field(ge=0, le=1)]
DirectionShares = tuple[Share, Share, Share]
"""Belief in increases, decreases, no difference; sum 1."""


class Claim(BaseModel):
    """One proposed causal statement of one paper, in the paper's own terms.

    `direction` is what `cause` does to `effect` as the quote states it. `relation` is a word of the
    domain adapter's vocabulary. `answers_question` is 0 to 1: how sure the reader is that this is
    the finding that the question asks for; None when it was read without a question.
    `direction_shares` is how the reader's belief divides over increases, decreases and no difference
    (each 0 to 1, sum 1); None where only the direction is known.
    """

    model_config = ConfigDict(frozen=True)

    claim_id: ClaimId
    paper_id: PaperId
    cause: str
    cause_type: str
    effect: str
    effect_type: str
    relation: str
    direction: Direction
    quote: Quote
    role: SentenceRole
    comparator: str | None = None
    population: str | None = None
    condition: str | None = None
    significant: bool | None = None
    negated: bool = False
    hedged: bool = False
    outcome_polarity: Polarity = Polarity.UNKNOWN
    estimates: tuple[EffectEstimate, ...] = ()
    confidence: float = Field(ge=0, le=1)
    answers_question: float | None = Field(default=None, ge=0, le=1)
    direction_shares: DirectionShares | None = None


class Reading(BaseModel):
    """Everything that one engine proposes of one paper."""

    model_config = ConfigDict(frozen=True)

    paper_id: PaperId
    study: StudyFacts
    claims: tuple[Claim, ...] = ()
    notes: tuple[str, ...] = ()
