"""A domain of its own for the tests: what helps pupils learn. One module, as docs/domains.md says."""

from __future__ import annotations

from aitia.domains.adapter import DomainAdapter, PolarityWords, SearchTemplate, listed
from aitia.model.scales import Direction, Domain, EvidenceType, StudyDesign

ADAPTER = DomainAdapter(
    name=Domain("education"),
    node_types=("Programme", "Attainment"),
    relation_types=("raises", "lowers", "leaves_unchanged", "goes_with"),
    evidence_hierarchy=(StudyDesign.META_ANALYSIS, StudyDesign.RANDOMISED_TRIAL, StudyDesign.COHORT),
    templates={
        EvidenceType.RANDOMISED_TRIAL: SearchTemplate(phrases=("randomised trial",)),
        EvidenceType.HARM: SearchTemplate(phrases=("unintended effects",), uses_outcome=False),
    },
    polarity=PolarityWords(harmful=("truancy", "absence"), beneficial=("reading", "attainment")),
    default_cause_type="Programme",
    default_effect_type="Attainment",
    directed_relations={
        Direction.INCREASES: "raises",
        Direction.DECREASES: "lowers",
        Direction.NO_DIFFERENCE: "leaves_unchanged",
        Direction.UNCLEAR: "goes_with",
    },
    observational_relation="goes_with",
    causal_relations=("raises", "lowers"),
    harm_terms=("stress",),
    cues=listed("truancy, tutoring, curriculum, pupils, homework"),
)
