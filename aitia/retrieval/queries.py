"""The views of a question that are searched with: evidence, intervention and outcome."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from aitia.question.specification import Question
from aitia.retrieval.tokens import tokenise

_CHOICE = r"(?:higher|lower|the same|increased|decreased|different|no different)"
_FRAMES = (
    re.compile(rf"\b{_CHOICE}(?:,? (?:or )?{_CHOICE}){{1,3}},?(?: when)?(?: comparing| compared)?\b", re.I),
    re.compile(r"^\s*(?:is|are|does|do|did|can|could|will|would|has|have|what is|what are) (?:the )?", re.I),
)


@dataclass(frozen=True)
class QuestionViews:
    """Three texts to embed and the weighted stems to look for.

    `expansions` are further stems (synonyms, narrower terms) with weights below 1.
    """

    evidence: str
    intervention: str
    outcome: str
    intervention_stems: Mapping[str, float] = field(default_factory=dict)
    outcome_stems: Mapping[str, float] = field(default_factory=dict)
    other_stems: Mapping[str, float] = field(default_factory=dict)
    expansions: Mapping[str, float] = field(default_factory=dict)

    @property
    def texts(self) -> tuple[str, str, str]:
        """The three views, in the order in which they are embedded."""
        return self.evidence, self.intervention, self.outcome

    @property
    def stems(self) -> dict[str, float]:
        """Every stem with its weight: one that two parts name counts for both."""
        total: dict[str, float] = {}
        for part in (self.intervention_stems, self.outcome_stems, self.other_stems):
            for stem, weight in part.items():
                total[stem] = total.get(stem, 0.0) + weight
        for stem, weight in self.expansions.items():
            total.setdefault(stem, weight)
        return total


def question_views(question: Question) -> QuestionViews:
    """The views of a question; without PICO terms all three are the question's own words."""
    asked = strip_frame(question.text)
    comparator = question.comparator or ""
    context = " ".join((question.population or "", *(condition.text for condition in question.conditions)))
    outcome = " ".join(filter(None, (question.outcome, question.population))) or asked
    return QuestionViews(
        evidence=asked,
        intervention=" versus ".join(filter(None, (question.intervention, comparator))) or asked,
        outcome=outcome,
        intervention_stems=dict.fromkeys(tokenise(question.intervention), 1.0),
        outcome_stems=dict.fromkeys(tokenise(question.outcome), 1.0),
        other_stems=dict.fromkeys(tokenise(f"{comparator} {context}"), 1.0),
    )


def strip_frame(text: str) -> str:
    """The question without the words that only ask ("Is … higher, lower, or the same when comparing …?")."""
    for frame in _FRAMES:
        text = frame.sub(" ", text)
    return re.sub(r"[\s,;?]+", " ", text).strip() or text
