"""Verdicts: the conclusion on a question with everything that it rests on."""

from aitia.model.gap import Gap, GapKind, SearchOutcomeSummary
from aitia.verdict.changes import describe_changes
from aitia.verdict.conclude import conclude, verdict_fingerprint
from aitia.verdict.models import ConditionFinding, HarmFinding, OutcomeFinding, Verdict

__all__ = [
    "ConditionFinding",
    "Gap",
    "GapKind",
    "HarmFinding",
    "OutcomeFinding",
    "SearchOutcomeSummary",
    "Verdict",
    "conclude",
    "describe_changes",
    "verdict_fingerprint",
]
