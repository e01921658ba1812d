"""What the shapes find before it becomes a question."""

from __future__ import annotations

from dataclasses import dataclass

from aitia.model.scales import Domain, QuestionKind
from aitia.question.causal import Sense


@dataclass(frozen=True)
class Draft:
    """Raw wording of the parts; None where the shape has no such part, "" where it is missing."""

    kind: QuestionKind
    intervention: str
    outcome: str
    comparator: str | None = None
    lead: str = ""
    sense: Sense = Sense.OPEN
    domain: Domain | None = None
    options: tuple[str, ...] = ()
    relation: str | None = None
