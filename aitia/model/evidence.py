"""Evidence as the engine of grading sees it: accepted claims, studies, pooled effects, grades."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from aitia.model.claim import ArmCounts, Claim, DirectionShares, RiskOfBias, StudyFacts
from aitia.model.keys import EdgeId, NodeId, PaperId, StudyId
from aitia.model.paper import Paper
from aitia.model.scales import Certainty, Direction, EffectMeasure, Polarity, StudyDesign


class OutcomeRole(StrEnum):
    """What an accepted claim is to the question."""

    MAIN = "main"
    SURROGATE = "surrogate"
    OTHER = "other"
    HARM = "harm"
    UNRELATED = "unrelated"


class OutcomePart(StrEnum):
    """What the outcome of a sentence is to the question's, nearest first.

    A component is a kind of the outcome asked for (haemorrhagic stroke for stroke); a proxy holds it among
    others (a composite, a class of events) or stands for it; another outcome is no answer.
    """

    OWN = "own"
    COMPONENT = "component"
    PROXY = "proxy"
    OTHER = "other"


class QuestionMatch(BaseModel):
    """How a claim answers a question.

    `swapped` is true when the claim's cause is the question's comparator, so that its direction and
    estimates must be turned. `score` is 0 to 1. `indirectness` names what differs (population,
    intervention, comparator, outcome) between question and claim, one sentence each. `part` says what the
    outcome of the quoted sentence is to the question's, where both name a known event. `family` is one
    key for all names of another outcome or harm, where its events are known. `unlikely` is the probability
    that the paper reports the outcome at all where, among the papers read, that is too low to count. `rival`
    is the other treatment that the claim compares with where the question names none.
    """

    model_config = ConfigDict(frozen=True)

    role: OutcomeRole
    score: float
    swapped: bool = False
    indirectness: tuple[str, ...] = ()
    reason: str = ""
    part: OutcomePart | None = None
    family: str | None = None
    unlikely: float | None = None
    rival: str | None = None


class AcceptedClaim(BaseModel):
    """An edge with everything that grading needs to know of it.

    `cause_node` and `effect_node` are alias clusters' representatives; `study_id` is the study after
    reports have been linked.
    """

    model_config = ConfigDict(frozen=True)

    edge_id: EdgeId
    claim: Claim
    paper: Paper
    study: StudyFacts
    study_id: StudyId
    cause_node: NodeId
    effect_node: NodeId
    match: QuestionMatch


class StandardEstimate(BaseModel):
    """An effect on the scale it is pooled on: natural log for ratios, as is otherwise.

    Oriented so that a positive `effect` means more of the outcome with the intervention. `point`,
    `low`, `high` are on the natural scale. `assumptions` lists every conversion made.
    """

    model_config = ConfigDict(frozen=True)

    measure: EffectMeasure
    effect: float
    variance: float
    point: float
    low: float
    high: float
    level: float = 0.95
    adjusted: bool | None = None
    counts: ArmCounts | None = None
    assumptions: tuple[str, ...] = ()


class StudyEvidence(BaseModel):
    """What one study says about one outcome: one row in a forest plot, with or without numbers.

    `label` is a short citation ("Jolliffe 2022"). `direction` is oriented to the question.
    `evidence_base` is, for a synthesis, the design of the studies inside it when the paper states it.
    `direction_shares` is the reader's belief in more, less and no difference, oriented as `direction`; None
    where a number decided or the reader gave none. `p_value` is an exact p that is printed without an effect.
    """

    model_config = ConfigDict(frozen=True)

    study_id: StudyId
    label: str
    paper_ids: tuple[PaperId, ...]
    edge_ids: tuple[EdgeId, ...]
    design: StudyDesign
    direction: Direction
    significant: bool | None = None
    sample_size: int | None = None
    events: int | None = None
    estimate: StandardEstimate | None = None
    risk_of_bias: RiskOfBias = RiskOfBias.UNKNOWN
    is_animal: bool = False
    population: str | None = None
    year: int | None = None
    indirectness: tuple[str, ...] = ()
    outcome_score: float = 1.0
    outcome_polarity: Polarity = Polarity.UNKNOWN
    dose: str | None = None
    evidence_base: StudyDesign | None = None
    direction_shares: DirectionShares | None = None
    p_value: float | None = None


class PoolingModel(StrEnum):
    """How effects are combined."""

    FIXED = "fixed"
    MANTEL_HAENSZEL = "mantel_haenszel"
    PETO = "peto"
    DERSIMONIAN_LAIRD = "dersimonian_laird"
    PAULE_MANDEL = "paule_mandel"
    REML = "reml"


class PooledEffect(BaseModel):
    """A pooled effect on the natural scale with its heterogeneity.

    `weights` maps study ids to shares that sum to 1. Values that cannot be computed (a prediction
    interval from two studies, say) are None, never NaN. `se` is the standard error on the scale of pooling
    (natural log for ratios) that the interval was made from. `limitations` says what was left out and why.
    """

    model_config = ConfigDict(frozen=True)

    measure: EffectMeasure
    model: PoolingModel
    k: int
    point: float
    low: float
    high: float
    level: float = 0.95
    se: float | None = None
    p_value: float | None = None
    q: float | None = None
    q_p_value: float | None = None
    i2: float | None = None
    tau2: float | None = None
    h2: float | None = None
    prediction_low: float | None = None
    prediction_high: float | None = None
    egger_p_value: float | None = None
    begg_p_value: float | None = None
    hartung_knapp: bool = False
    participants: int | None = None
    events: int | None = None
    weights: dict[str, float] = {}
    limitations: tuple[str, ...] = ()


class GradeStep(BaseModel):
    """One step of a grade: `change` levels in `domain`, why, and the studies it rests on."""

    model_config = ConfigDict(frozen=True)

    domain: str
    change: int
    reason: str
    study_ids: tuple[StudyId, ...] = ()


class StudyGrade(BaseModel):
    """Algorithm 3's grade of one study with its steps."""

    model_config = ConfigDict(frozen=True)

    study_id: StudyId
    grade: Certainty
    steps: tuple[GradeStep, ...]


class BodyGrade(BaseModel):
    """GRADE certainty of a body of evidence; all eight domains appear, change 0 where nothing was done."""

    model_config = ConfigDict(frozen=True)

    certainty: Certainty
    start: Certainty
    steps: tuple[GradeStep, ...]
