"""Which studies may stand in one body of evidence: designs that are never pooled with each other."""

from __future__ import annotations

from enum import StrEnum

from aitia.model.evidence import StudyEvidence
from aitia.model.scales import SYNTHESIS_DESIGNS, TRIAL_DESIGNS, StudyDesign

_LABORATORY = frozenset({StudyDesign.ANIMAL, StudyDesign.IN_VITRO, StudyDesign.MODELLING})
_UNCONTROLLED = frozenset({StudyDesign.CASE_REPORT, StudyDesign.CASE_SERIES})
NO_EVIDENCE = frozenset({StudyDesign.PROTOCOL, StudyDesign.NARRATIVE_REVIEW})


class DesignGroup(StrEnum):
    """A body of evidence of one kind, strongest causal warrant first."""

    SYNTHESES = "syntheses"
    TRIALS = "trials"
    GENETIC = "genetic"
    OBSERVATIONAL = "observational"
    OBSERVATIONAL_SYNTHESES = "observational_syntheses"
    UNCONTROLLED = "uncontrolled"
    LABORATORY = "laboratory"

    @property
    def words(self) -> str:
        """The group's name in a sentence."""
        return _WORDS[self]

    @property
    def tier(self) -> int:
        """4 for trials and their syntheses down to 0; a verdict rests on the highest that found something."""
        return _TIERS[self]


_WORDS = {
    DesignGroup.SYNTHESES: "systematic reviews and meta-analyses",
    DesignGroup.TRIALS: "randomised trials",
    DesignGroup.GENETIC: "Mendelian randomisation studies",
    DesignGroup.OBSERVATIONAL: "observational studies",
    DesignGroup.OBSERVATIONAL_SYNTHESES: "meta-analyses of observational studies",
    DesignGroup.UNCONTROLLED: "case reports and series",
    DesignGroup.LABORATORY: "animal, laboratory and modelling studies",
}
_TIERS = {
    DesignGroup.SYNTHESES: 4,
    DesignGroup.TRIALS: 4,
    DesignGroup.GENETIC: 3,
    DesignGroup.OBSERVATIONAL: 2,
    DesignGroup.OBSERVATIONAL_SYNTHESES: 2,
    DesignGroup.UNCONTROLLED: 1,
    DesignGroup.LABORATORY: 0,
}


SYNTHESIS_GROUPS = frozenset({DesignGroup.SYNTHESES, DesignGroup.OBSERVATIONAL_SYNTHESES})
"""Groups whose studies share their trials: the largest speaks for them."""


def is_randomised(group: DesignGroup) -> bool:
    """Whether a group is of randomised trials or their syntheses."""
    return group.tier == _TIERS[DesignGroup.TRIALS]


def design_group(study: StudyEvidence) -> DesignGroup:
    """The body of evidence that a study belongs to."""
    if study.is_animal or study.design in _LABORATORY:
        return DesignGroup.LABORATORY
    if study.design in SYNTHESIS_DESIGNS:
        trials = study.evidence_base is None or study.evidence_base in TRIAL_DESIGNS
        return DesignGroup.SYNTHESES if trials else DesignGroup.OBSERVATIONAL_SYNTHESES
    if study.design in TRIAL_DESIGNS:
        return DesignGroup.TRIALS
    if study.design is StudyDesign.MENDELIAN_RANDOMISATION:
        return DesignGroup.GENETIC
    return DesignGroup.UNCONTROLLED if study.design in _UNCONTROLLED else DesignGroup.OBSERVATIONAL
