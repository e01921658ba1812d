"""The key under which a question is a partition: its text, one for every way of writing it. No Dagster."""

from __future__ import annotations

from aitia.model.errors import QuestionError
from aitia.question import Question
from aitia.question.wording import shown
from resources.store.questions import stored_text
from resources.workbench import Workbench

_MOST_BYTES = 2_600
"""An entry of the index over partitions and events holds no more."""


def partition_of(workbench: Workbench, question: Question) -> str:
    """The text under which the question was asked first, or its own; never with "...", which Dagster refuses.

    Raises QuestionError for a text that is too long to be a key.
    """
    with workbench.store.session() as session:
        key = stored_text(session, question.question_id) or question.text
    key = key_of(key)
    size = len(key.encode())
    if size > _MOST_BYTES:
        raise QuestionError(
            f"The question takes {size:,} bytes; a partition's key holds at most {_MOST_BYTES:,}. "
            f"Shorten it. It begins: {shown(key)}"
        )
    return key


def key_of(text: str) -> str:
    """A stored question's text as a partition's key."""
    return text.replace("...", "…")
