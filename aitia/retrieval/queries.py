"""The views of a question that are searched with: evidence, intervention and outcome."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from aitia.model.scales import QuestionKind
from aitia.question.specification import Question
from aitia.words.abbreviations import long_forms
from aitia.words.tokens import tokenise
from aitia.words.vocabularies import Vocabulary

Vectors = NDArray[np.float32]

SYNONYM_WEIGHT = 0.5
WORDINGS = (1.0, 1.0, 0.5)
"""Weights of the evidence view, the pair and the arms in the vector that papers are compared with."""
_MAX_NAMES = 12

_CHOICE = r"(?:higher|lower|the same|increased|decreased|different|no different)"
_FRAMES = (
    re.compile(rf"\b{_CHOICE}(?:,? (?:or )?{_CHOICE}){{1,3}},?(?: when)?(?: comparing| compared)?\b", re.I),
    re.compile(r"^\s*(?:is|are|does|do|did|can|could|will|would|has|have|what is|what are) (?:the )?", re.I),
)


@dataclass(frozen=True)
class QuestionViews:
    """Texts to embed and the weighted stems to look for.

    `pair` (the intervention for the outcome) and `arms` (intervention, comparator and population) say the
    question again in words nearer to a title's; "" where the question has no intervention.
    `expansions` are further stems (synonyms, narrower terms) with weights below 1.
    """

    evidence: str
    intervention: str
    outcome: str
    pair: str = ""
    arms: str = ""
    intervention_stems: Mapping[str, float] = field(default_factory=dict)
    outcome_stems: Mapping[str, float] = field(default_factory=dict)
    other_stems: Mapping[str, float] = field(default_factory=dict)
    expansions: Mapping[str, float] = field(default_factory=dict)

    @property
    def texts(self) -> tuple[str, ...]:
        """What is embedded: the evidence, intervention and outcome view, and the two other wordings."""
        return (
            self.evidence,
            self.intervention,
            self.outcome,
            self.pair or self.evidence,
            self.arms or self.evidence,
        )

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


def question_views(
    question: Question,
    vocabulary: Vocabulary | None = None,
    abbreviations: Mapping[str, tuple[str, ...]] | None = None,
) -> QuestionViews:
    """The views of a question; without PICO terms all three are the question's own words.

    `vocabulary` adds synonyms of the intervention and the outcome, `abbreviations` (those of the
    index) what the question's short forms stand for.
    """
    if question.kind is QuestionKind.LANDSCAPE:  # "papers" and "foundations" are no words of any paper
        question = question.model_copy(update={"intervention": question.outcome, "text": question.outcome})
    asked = strip_frame(question.text)
    comparator = question.comparator or ""
    context = " ".join((question.population or "", *(condition.text for condition in question.conditions)))
    outcome = " ".join(filter(None, (question.outcome, question.population))) or asked
    forms = tokenise(" ".join(long_forms(question.text, abbreviations or {})))
    return QuestionViews(
        evidence=asked,
        intervention=" versus ".join(filter(None, (question.intervention, comparator))) or asked,
        outcome=outcome,
        pair=f"{question.intervention} for {question.outcome}" if question.intervention else "",
        arms=" ".join(filter(None, (question.intervention, comparator, question.population))),
        intervention_stems=_counted(question.intervention or asked),
        outcome_stems=_counted(question.outcome),
        other_stems=_counted(f"{comparator} {context}"),
        expansions={**_synonym_stems(question, vocabulary), **dict.fromkeys(forms, 1.0)},
    )


def view_vectors(views: QuestionViews, embed: Callable[[Sequence[str]], Vectors]) -> Vectors:
    """Unit vectors of the evidence, intervention and outcome view, shape (3, d).

    That of the evidence view is the mean of three wordings: what they share is the question.
    """
    vectors = embed(views.texts)
    mixed = np.asarray(WORDINGS, dtype=np.float32) @ vectors[[0, 3, 4]]
    length = float(np.linalg.norm(mixed))
    return np.vstack([mixed / length if length else mixed, vectors[1:3]])


def _counted(text: str) -> dict[str, float]:
    return {stem: float(count) for stem, count in Counter(tokenise(text)).items()}


def _synonym_stems(question: Question, vocabulary: Vocabulary | None) -> dict[str, float]:
    """Stems of other names of what the question is about; those of long names weigh less."""
    weights: dict[str, float] = {}
    if vocabulary is None:
        return weights
    for text in (question.intervention, question.outcome):
        for concept in vocabulary.find_within(text):
            for name in concept.natural_names[:_MAX_NAMES]:
                stems = set(tokenise(name))
                for stem in stems:
                    weights[stem] = max(weights.get(stem, 0.0), SYNONYM_WEIGHT / len(stems))
    return weights


def strip_frame(text: str) -> str:
    """The question without the words that only ask ("Is … higher, lower, or the same when comparing …?")."""
    for frame in _FRAMES:
        text = frame.sub(" ", text)
    return re.sub(r"[\s,;?]+", " ", text).strip() or text
