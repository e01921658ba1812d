"""The closed lists that questions, claims, edges and verdicts are written in."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import ClassVar

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema


class QuestionKind(StrEnum):
    """What sort of answer is asked for."""

    EFFECT = "effect"
    COMPARISON = "comparison"
    CONDITIONAL = "conditional"
    ABDUCTIVE = "abductive"
    PAIRWISE = "pairwise"
    LANDSCAPE = "landscape"


class Domain(str):
    """The name of a field of research, whose adapter names entities, relations and the hierarchy of evidence.

    Not a closed list: a module of `aitia.domains` adds one. Compare with `==`. Raises ValueError for anything
    but lower-case words joined by underscores.
    """

    BIOMEDICAL: ClassVar[Domain]
    MACHINE_LEARNING: ClassVar[Domain]

    def __new__(cls, name: str) -> Domain:
        """The domain of that name."""
        if not re.fullmatch(r"[a-z][a-z_]{1,39}", name):
            raise ValueError(
                f"'{name[:40]}' is no domain's name: write lower-case words joined by underscores"
            )
        return super().__new__(cls, name)

    @property
    def value(self) -> str:
        """The plain text."""
        return str(self)

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: object, _handler: GetCoreSchemaHandler) -> CoreSchema:
        plain = core_schema.to_string_ser_schema()
        return core_schema.no_info_after_validator_function(
            cls, core_schema.str_schema(), serialization=plain
        )


Domain.BIOMEDICAL = Domain("biomedical")
Domain.MACHINE_LEARNING = Domain("machine_learning")


class Direction(StrEnum):
    """What the intervention (first arm) does to the outcome, against the comparator."""

    INCREASES = "increases"
    DECREASES = "decreases"
    NO_DIFFERENCE = "no_difference"
    UNCLEAR = "unclear"


class Polarity(StrEnum):
    """Whether less of an outcome is better for the person (`harmful`) or worse (`beneficial`)."""

    HARMFUL = "harmful"
    BENEFICIAL = "beneficial"
    UNKNOWN = "unknown"


class EvidenceType(StrEnum):
    """What a search asks for, strongest first."""

    SYSTEMATIC_REVIEW = "systematic_review"
    RANDOMISED_TRIAL = "randomised_trial"
    OBSERVATIONAL = "observational"
    MECHANISM = "mechanism"
    HARM = "harm"


class StudyDesign(StrEnum):
    """The design of a study, strongest causal warrant first."""

    META_ANALYSIS = "meta_analysis"
    SYSTEMATIC_REVIEW = "systematic_review"
    RANDOMISED_TRIAL = "randomised_trial"
    CROSSOVER_TRIAL = "crossover_trial"
    CLUSTER_TRIAL = "cluster_trial"
    NON_RANDOMISED_TRIAL = "non_randomised_trial"
    MENDELIAN_RANDOMISATION = "mendelian_randomisation"
    COHORT = "cohort"
    CASE_CONTROL = "case_control"
    CROSS_SECTIONAL = "cross_sectional"
    CASE_SERIES = "case_series"
    CASE_REPORT = "case_report"
    ANIMAL = "animal"
    IN_VITRO = "in_vitro"
    MODELLING = "modelling"
    NARRATIVE_REVIEW = "narrative_review"
    PROTOCOL = "protocol"
    UNKNOWN = "unknown"


TRIAL_DESIGNS = frozenset(
    {StudyDesign.RANDOMISED_TRIAL, StudyDesign.CROSSOVER_TRIAL, StudyDesign.CLUSTER_TRIAL}
)
SYNTHESIS_DESIGNS = frozenset({StudyDesign.META_ANALYSIS, StudyDesign.SYSTEMATIC_REVIEW})


class SentenceRole(StrEnum):
    """What a sentence does in its paper; only results and conclusions are evidence."""

    RESULT = "result"
    CONCLUSION = "conclusion"
    METHOD = "method"
    BACKGROUND = "background"
    OTHERS = "others"


class EffectMeasure(StrEnum):
    """How an effect is expressed. RR, OR, HR and IRR are ratios and pooled on the log scale."""

    RISK_RATIO = "RR"
    ODDS_RATIO = "OR"
    HAZARD_RATIO = "HR"
    RATE_RATIO = "IRR"
    RISK_DIFFERENCE = "RD"
    MEAN_DIFFERENCE = "MD"
    STANDARDISED_MEAN_DIFFERENCE = "SMD"
    CORRELATION = "COR"
    PERCENT_CHANGE = "PERCENT"

    @property
    def shown(self) -> str:
        """As a reader is told it."""
        return "% change" if self is EffectMeasure.PERCENT_CHANGE else self.value

    @property
    def is_ratio(self) -> bool:
        """True where no effect is 1 and pooling is on the log scale."""
        return self in _RATIOS

    @property
    def null_value(self) -> float:
        """The value that means no effect."""
        return 1.0 if self.is_ratio else 0.0


_RATIOS = frozenset(
    {
        EffectMeasure.RISK_RATIO,
        EffectMeasure.ODDS_RATIO,
        EffectMeasure.HAZARD_RATIO,
        EffectMeasure.RATE_RATIO,
    }
)


class RetractionStatus(StrEnum):
    """What is known of a paper's standing; `unknown` when no service could be asked."""

    UNKNOWN = "unknown"
    NONE = "none"
    CORRECTED = "corrected"
    CONCERN = "concern"
    RETRACTED = "retracted"


class Certainty(StrEnum):
    """GRADE certainty of a body of evidence, or the grade of one study (4 to 1)."""

    HIGH = "high"
    MODERATE = "moderate"
    LOW = "low"
    VERY_LOW = "very_low"

    @property
    def level(self) -> int:
        """4 (high) to 1 (very low)."""
        return {"high": 4, "moderate": 3, "low": 2, "very_low": 1}[self.value]

    @classmethod
    def from_level(cls, level: int) -> Certainty:
        """The certainty at a level, kept within 1 to 4."""
        return {4: cls.HIGH, 3: cls.MODERATE, 2: cls.LOW, 1: cls.VERY_LOW}[min(4, max(1, level))]


class Decision(StrEnum):
    """What the validators decided of a claim."""

    ACCEPTED = "accepted"
    REVIEW = "review"
    REJECTED = "rejected"


class GateDecision(StrEnum):
    """Whether a paper passed the gate for a question."""

    INCLUDED = "included"
    BORDERLINE = "borderline"
    EXCLUDED = "excluded"


class Conclusion(StrEnum):
    """Algorithm 2's conclusion on an effect question; `listed` answers a landscape question."""

    ESTABLISHED_CAUSAL = "established_causal"
    NO_CAUSAL_EFFECT = "no_causal_effect"
    INSUFFICIENT_EVIDENCE = "insufficient_evidence"
    UNCLEAR = "unclear"
    LISTED = "listed"


class Likelihood(StrEnum):
    """The finer scale of a verdict that is used for evaluation."""

    ESTABLISHED = "established"
    PROBABLE = "probable"
    UNLIKELY = "unlikely"
    DISPROVEN = "disproven"
    INSUFFICIENT = "insufficient"


class ComparisonAnswer(StrEnum):
    """The answer to "is the outcome higher, lower or the same with A than with B?"."""

    HIGHER = "higher"
    LOWER = "lower"
    NO_DIFFERENCE = "no difference"
    UNCERTAIN_EFFECT = "uncertain effect"
    INSUFFICIENT_DATA = "insufficient data"
