"""Every table of the store, as a SQLModel class."""

from resources.store.tables.graph import (
    AliasLinkRow,
    ChangeRow,
    EdgeRow,
    NodeRow,
    NodeTypeRow,
    RelationTypeRow,
    ReviewRow,
    StudyLinkRow,
    StudyRow,
)
from resources.store.tables.papers import (
    PaperConflictRow,
    PaperEmbeddingRow,
    PaperRow,
    PassageRow,
    RetractionSignalRow,
)
from resources.store.tables.questions import (
    QuestionPaperRow,
    QuestionRow,
    RoundRow,
    SearchHitRow,
    SearchRow,
)
from resources.store.tables.reading import (
    ClaimDecisionRow,
    ClaimRow,
    EffectEstimateRow,
    ExtractionRow,
    ModelCallRow,
    QuestionExtractionRow,
    RuleVersionRow,
)
from resources.store.tables.reasoning import (
    GradedRelationEdgeRow,
    GradedRelationRow,
    InsightRow,
    VerdictRelationRow,
    VerdictRow,
    VerdictWordingRow,
)

__all__ = [
    "AliasLinkRow",
    "ChangeRow",
    "ClaimDecisionRow",
    "ClaimRow",
    "EdgeRow",
    "EffectEstimateRow",
    "ExtractionRow",
    "GradedRelationEdgeRow",
    "GradedRelationRow",
    "InsightRow",
    "ModelCallRow",
    "NodeRow",
    "NodeTypeRow",
    "PaperConflictRow",
    "PaperEmbeddingRow",
    "PaperRow",
    "PassageRow",
    "QuestionExtractionRow",
    "QuestionPaperRow",
    "QuestionRow",
    "RelationTypeRow",
    "RetractionSignalRow",
    "ReviewRow",
    "RoundRow",
    "RuleVersionRow",
    "SearchHitRow",
    "SearchRow",
    "StudyLinkRow",
    "StudyRow",
    "VerdictRelationRow",
    "VerdictRow",
    "VerdictWordingRow",
]
