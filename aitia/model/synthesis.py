"""What a synthesis of estimates and stated directions says, and how each study entered it."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from aitia.model.keys import StudyId
from aitia.model.scales import Direction, EffectMeasure


class EntryKind(StrEnum):
    """What of a study entered, strongest first."""

    ESTIMATE = "estimate"
    P_VALUE = "p_value"
    TESTED_DIRECTION = "tested_direction"
    DIRECTION = "direction"

    @property
    def words(self) -> str:
        """The kind as a reader is told it."""
        return {
            EntryKind.ESTIMATE: "an effect with its interval",
            EntryKind.P_VALUE: "a p value with its direction",
            EntryKind.TESTED_DIRECTION: "a direction with its test",
            EntryKind.DIRECTION: "a direction without a test",
        }[self]


class SynthesisEntry(BaseModel):
    """One study in the synthesis. `size`: its participants as used, `assumed` where they are not stated."""

    model_config = ConfigDict(frozen=True)

    study_id: StudyId
    label: str
    kind: EntryKind
    direction: Direction
    size: int
    assumed: bool = False


class FullPool(BaseModel):
    """Probabilities of what a pool of everybody's numbers would show: sum 1."""

    model_config = ConfigDict(frozen=True)

    higher: float
    lower: float
    neither: float


class Synthesis(BaseModel):
    """The posterior of the average effect over all studies that report the outcome.

    `point` and its 95% interval stand on the natural scale of `measure`; all three are None where no study
    gives an estimate, since a direction has no size. `more` is the probability that the average effect is
    an increase; `important_more` and `important_less` that it is an important one, `unimportant` that it is
    neither. `excludes_importance`: the 95% interval lies between the important limits. `prediction_low`
    and `prediction_high` hold the effect in a new study. `equals_pool`: every study gave an estimate, so
    that point and interval are the classic pool's own.
    """

    model_config = ConfigDict(frozen=True)

    entries: tuple[SynthesisEntry, ...]
    participants: int | None
    measure: EffectMeasure | None = None
    point: float | None = None
    low: float | None = None
    high: float | None = None
    prediction_low: float | None = None
    prediction_high: float | None = None
    more: float
    important_more: float
    important_less: float
    unimportant: float
    excludes_importance: bool
    full_pool: FullPool
    equals_pool: bool = False

    def count(self, kind: EntryKind) -> int:
        """How many studies entered in that way."""
        return sum(entry.kind is kind for entry in self.entries)
