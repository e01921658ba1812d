"""Graded relations: what an intervention does to each outcome, with all that this rests on."""

from aitia.evidence.relations.grade import grade_relation, grade_relations
from aitia.evidence.relations.inputs import MAIN_KEY, RelationInput, relation_inputs
from aitia.evidence.relations.models import (
    Alternative,
    AlternativeKind,
    Basis,
    EvidenceSource,
    GradedRelation,
    GroupEvidence,
    Subgroup,
    SubgroupSplit,
    Votes,
)

__all__ = [
    "MAIN_KEY",
    "Alternative",
    "AlternativeKind",
    "Basis",
    "EvidenceSource",
    "GradedRelation",
    "GroupEvidence",
    "RelationInput",
    "Subgroup",
    "SubgroupSplit",
    "Votes",
    "grade_relation",
    "grade_relations",
    "relation_inputs",
]
