"""What a graded relation consists of. Everything is frozen and serialises to JSON for the store."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from aitia.evidence.conflicts import Conflict, ConflictTable
from aitia.evidence.grading.groups import DesignGroup
from aitia.evidence.relations.exclusion import ExclusionReason
from aitia.model.claim import EffectEstimate
from aitia.model.evidence import BodyGrade, OutcomeRole, PooledEffect, StudyEvidence, StudyGrade
from aitia.model.keys import EdgeId, NodeId, PaperId, StudyId
from aitia.model.passage import Quote
from aitia.model.scales import Certainty, Direction, RetractionStatus, StudyDesign
from aitia.model.synthesis import Synthesis


class Basis(StrEnum):
    """What a direction rests on: a pool of every study, one estimate, the synthesis of numbers and stated
    directions together, or stated directions alone."""

    POOLED = "pooled"
    SINGLE_ESTIMATE = "single_estimate"
    COMBINED = "combined"
    DIRECTIONS = "directions"
    NONE = "none"


class Votes(BaseModel):
    """Shares (0 to 1, summing to 1 unless nothing was found) of the weighted directions of studies.

    A vote is never shown as a pooled effect.
    """

    model_config = ConfigDict(frozen=True)

    higher: float = 0.0
    lower: float = 0.0
    none: float = 0.0
    unclear: float = 0.0


class GroupEvidence(BaseModel):
    """The studies of one kind of design: what they find together, and how sure that is.

    `pooled` holds the studies that print an effect, `synthesis` all that report the outcome; `significant`
    is None where that cannot be told.
    """

    model_config = ConfigDict(frozen=True)

    group: DesignGroup
    study_ids: tuple[StudyId, ...]
    pooled: PooledEffect | None
    direction: Direction
    significant: bool | None
    excludes_importance: bool | None
    basis: Basis
    votes: Votes
    participants: int | None
    events: int | None
    grade: BodyGrade
    limitations: tuple[str, ...] = ()
    synthesis: Synthesis | None = None

    @property
    def synthesis_differs(self) -> bool:
        """Whether studies without an estimate of their own stand beside the pool."""
        return self.basis in (Basis.COMBINED, Basis.DIRECTIONS)


class Subgroup(BaseModel):
    """What the studies of one population, dose or setting find."""

    model_config = ConfigDict(frozen=True)

    axis: str
    label: str
    study_ids: tuple[StudyId, ...]
    edge_ids: tuple[EdgeId, ...]
    group: DesignGroup
    direction: Direction
    significant: bool | None
    pooled: PooledEffect | None
    basis: Basis
    certainty: Certainty


class SubgroupSplit(BaseModel):
    """Subgroups along one axis; `interaction_p` tests whether two pooled subgroups differ."""

    model_config = ConfigDict(frozen=True)

    axis: str
    subgroups: tuple[Subgroup, ...]
    interaction_p: float | None = None


class AlternativeKind(StrEnum):
    """Another way to explain an association."""

    REVERSE_CAUSATION = "reverse_causation"
    CONFOUNDER = "confounder"
    NAMED_CONFOUNDER = "named_confounder"
    TIMING = "timing"


class Alternative(BaseModel):
    """One alternative explanation with what it rests on. `name` is the confounder or rival cause."""

    model_config = ConfigDict(frozen=True)

    kind: AlternativeKind
    name: str
    text: str
    edge_ids: tuple[EdgeId, ...] = ()
    paper_ids: tuple[PaperId, ...] = ()


class EvidenceSource(BaseModel):
    """One edge as it is shown to a reader: who said it, where, in which words.

    `direction` is oriented to the question; `estimates` are as printed in the paper. `used` is false
    for what was left out; `exclusion` and, in words, `note` then say why.
    """

    model_config = ConfigDict(frozen=True)

    edge_id: EdgeId
    study_id: StudyId
    paper_id: PaperId
    label: str
    title: str
    year: int | None = None
    doi: str | None = None
    pmid: str | None = None
    pmcid: str | None = None
    arxiv_id: str | None = None
    demonstration: bool = False
    retraction_status: RetractionStatus = RetractionStatus.UNKNOWN
    design: StudyDesign = StudyDesign.UNKNOWN
    direction: Direction = Direction.UNCLEAR
    cause: str = ""
    relation: str = ""
    effect: str = ""
    confidence: float = 0.0
    quote: Quote
    estimates: tuple[EffectEstimate, ...] = ()
    used: bool = True
    note: str = ""
    exclusion: ExclusionReason | None = None


class GradedRelation(BaseModel):
    """What an intervention does to one outcome, with all that it rests on.

    `used_group` is the design group that the verdict rests on and `used_reason` says why; the other
    groups stand beside it. `fingerprint` is a hash of exactly the evidence and the method's version.
    """

    model_config = ConfigDict(frozen=True)

    relation_key: str
    fingerprint: str
    role: OutcomeRole
    cause_node: NodeId
    effect_node: NodeId
    cause: str
    effect: str
    direction: Direction
    studies: tuple[StudyEvidence, ...]
    study_grades: tuple[StudyGrade, ...]
    groups: tuple[GroupEvidence, ...]
    used_group: DesignGroup | None
    used_reason: str
    conflicts: tuple[Conflict, ...] = ()
    conflict_table: ConflictTable | None = None
    alternatives: tuple[Alternative, ...] = ()
    splits: tuple[SubgroupSplit, ...] = ()
    sources: tuple[EvidenceSource, ...] = ()
    limitations: tuple[str, ...] = ()
    method_version: str

    @property
    def body(self) -> GroupEvidence | None:
        """The design group that the verdict rests on; None without any study."""
        return next((group for group in self.groups if group.group is self.used_group), None)

    @property
    def certainty(self) -> Certainty | None:
        """GRADE certainty of the group used; None without any study."""
        return self.body.grade.certainty if self.body else None

    @property
    def pooled(self) -> PooledEffect | None:
        """Pooled effect of the group used, where there is one."""
        return self.body.pooled if self.body else None

    @property
    def edge_ids(self) -> tuple[EdgeId, ...]:
        """Edges that the grade rests on, sorted."""
        return tuple(sorted(source.edge_id for source in self.sources if source.used))
