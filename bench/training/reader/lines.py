"""Sentences of a page as lines with a role, where only the text is kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from aitia.model.scales import SentenceRole


@dataclass(frozen=True)
class ResultLine:
    """A sentence that is taken for a result."""

    text: str
    role: SentenceRole = SentenceRole.RESULT


def as_lines(texts: Iterable[str]) -> list[ResultLine]:
    """Each text as a line."""
    return [ResultLine(text) for text in texts]
