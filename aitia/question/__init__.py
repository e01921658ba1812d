"""Reading a question: `read_question` turns its text into a `Question` (PICO and conditions)."""

from __future__ import annotations

from aitia.model.errors import QuestionError
from aitia.question.reader import read_question
from aitia.question.specification import Condition, ConditionKind, Question
from aitia.question.wording import MAX_LENGTH, question_id

__all__ = [
    "MAX_LENGTH",
    "Condition",
    "ConditionKind",
    "Question",
    "QuestionError",
    "question_id",
    "read_question",
]
