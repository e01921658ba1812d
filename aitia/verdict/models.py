"""What a verdict consists of. It carries all that the explanation needs, so that words come from it alone."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from aitia.evidence.conflicts import Conflict, ConflictTable
from aitia.evidence.effects import AbsoluteEffect
from aitia.evidence.grading.groups import DesignGroup
from aitia.evidence.relations.models import Alternative, EvidenceSource, GroupEvidence, SubgroupSplit
from aitia.model.evidence import GradeStep, PooledEffect, StudyEvidence, StudyGrade
from aitia.model.gap import Gap, SearchOutcomeSummary
from aitia.model.options import Options
from aitia.model.scales import Certainty, ComparisonAnswer, Conclusion, Direction, Likelihood, Polarity
from aitia.question.specification import Question
from aitia.verdict.comparison import ComparisonDecision


class ConditionFinding(BaseModel):
    """Where the answer holds: one axis with its subgroups, and what they say together."""

    model_config = ConfigDict(frozen=True)

    axis: str
    text: str
    holds_in: tuple[str, ...]
    not_shown_in: tuple[str, ...]
    opposite_in: tuple[str, ...]
    split: SubgroupSplit


class HarmFinding(BaseModel):
    """One harm of the same intervention with its own effect and grade."""

    model_config = ConfigDict(frozen=True)

    relation_key: str
    outcome: str
    direction: Direction
    significant: bool | None
    certainty: Certainty | None
    effect: PooledEffect | None
    absolute: AbsoluteEffect | None
    group: DesignGroup | None
    studies: tuple[StudyEvidence, ...]
    steps: tuple[GradeStep, ...]


class OutcomeFinding(BaseModel):
    """Another outcome, or a surrogate, in one line."""

    model_config = ConfigDict(frozen=True)

    relation_key: str
    outcome: str
    surrogate: bool
    direction: Direction
    significant: bool | None
    certainty: Certainty | None
    effect: PooledEffect | None
    study_count: int


class LandscapeEntry(BaseModel):
    """One paper that stands in one relation to what a landscape question asks about, by its best quote.

    `group` is the heading under which a view of a whole field lists it.
    """

    model_config = ConfigDict(frozen=True)

    relation: str
    asked: bool
    name: str
    group: str = ""
    source: EvidenceSource


class Verdict(BaseModel):
    """The answer to a question and everything that it rests on.

    `comparison` holds the answer to a comparison ("higher", "lower" …) with its features; it is filled
    for every kind of question. `confidence` (0 to 1) is how likely the answer is to be right; it is
    not the certainty of the evidence. `rule` names the rule that led to the conclusion.
    """

    model_config = ConfigDict(frozen=True)

    question: Question
    conclusion: Conclusion
    likelihood: Likelihood
    comparison: ComparisonDecision
    direction: Direction
    polarity: Polarity
    certainty: Certainty | None
    effect: PooledEffect | None
    absolute: AbsoluteEffect | None
    used_group: DesignGroup | None
    used_reason: str
    rule: str
    headline: str
    groups: tuple[GroupEvidence, ...] = ()
    studies: tuple[StudyEvidence, ...] = ()
    study_grades: tuple[StudyGrade, ...] = ()
    steps: tuple[GradeStep, ...] = ()
    conditions: tuple[ConditionFinding, ...] = ()
    harms: tuple[HarmFinding, ...] = ()
    outcomes: tuple[OutcomeFinding, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    conflict_table: ConflictTable | None = None
    alternatives: tuple[Alternative, ...] = ()
    landscape: tuple[LandscapeEntry, ...] = ()
    options: Options | None = None
    limitations: tuple[str, ...] = ()
    gaps: tuple[Gap, ...] = ()
    searches: tuple[SearchOutcomeSummary, ...] = ()
    sources: tuple[EvidenceSource, ...] = ()
    excluded: tuple[EvidenceSource, ...] = ()
    relation_keys: tuple[str, ...] = ()
    confidence: float
    fingerprint: str
    version: int = 1
    changes: tuple[str, ...] = ()

    @property
    def answer(self) -> ComparisonAnswer:
        """The comparison's answer."""
        return self.comparison.answer
