"""Questions, documents and gold answers of the public abductive set, read with care."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aitia.abduction import Told, merged_options, says_none
from aitia.model.errors import DocumentError
from aitia.text.splitting import sentence_spans

LETTERS = "ABCD"
FREE, NONE, REPEATED = "artefact-free", "offers none of the others", "repeats an option"
_SHORTEST, _LONGEST = 15, 600


@dataclass(frozen=True)
class Asked:
    """One question as the file gives it."""

    question_id: str
    topic: str
    event: str
    options: tuple[str, ...]

    @property
    def artefact(self) -> str:
        """Which artefact of the data set the question has; `FREE` for neither."""
        if any(says_none(option) for option in self.options):
            return NONE
        return FREE if len(merged_options(self.options)[0]) == len(self.options) else REPEATED


def read_questions(path: Path) -> tuple[Asked, ...]:
    """The questions of a JSON-lines file; raises DocumentError with the line of what is missing."""
    found: dict[str, Asked] = {}
    for line, row in _rows(path):
        given = (
            _text(row, "id", path, line),
            _text(row, "topic_id", path, line),
            _text(row, "target_event", path, line),
        )
        options = tuple(_text(row, f"option_{letter}", path, line) for letter in LETTERS)
        asked = Asked(*given, options)
        if asked.question_id in found:
            raise DocumentError(f'{path}:{line}: the id "{asked.question_id}" stands twice.', path, line)
        found[asked.question_id] = asked
    if not found:
        raise DocumentError(f"{path} holds no question.", path)
    return tuple(found.values())


def read_gold(path: Path, questions: tuple[Asked, ...]) -> dict[str, frozenset[str]]:
    """The right letters of every question; raises DocumentError where one lacks them."""
    gold: dict[str, frozenset[str]] = {}
    for line, row in _rows(path):
        answer = _text(row, "golden_answer", path, line)
        letters = frozenset(answer.replace(" ", "").split(","))
        if not letters <= frozenset(LETTERS):
            raise DocumentError(f'{path}:{line}: "{answer}" is no list of letters A to D.', path, line)
        gold[_text(row, "id", path, line)] = letters
    missing = [q.question_id for q in questions if q.question_id not in gold]
    if missing:
        raise DocumentError(f"{path} has no answer to {len(missing)} questions, first {missing[0]}.", path)
    return gold


def read_documents(path: Path) -> dict[str, tuple[Told, ...]]:
    """The sentences of every topic's documents; raises DocumentError for another shape."""
    try:
        topics = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise DocumentError(f"{path} cannot be read as JSON: {problem}", path) from problem
    if not isinstance(topics, list) or not all(isinstance(t, dict) and "topic_id" in t for t in topics):
        raise DocumentError(f'{path}: expected a list of topics, each with "topic_id" and "docs".', path)
    return {str(topic["topic_id"]): _told(topic.get("docs") or []) for topic in topics}


def _told(documents: list[Any]) -> tuple[Told, ...]:
    found: list[Told] = []
    for number, document in enumerate(documents):
        if not isinstance(document, dict):
            continue
        text = str(document.get("content") or document.get("snippet") or "")
        name = str(document.get("id") or number)
        for place, (start, end) in enumerate(sentence_spans(text)):
            if _SHORTEST <= end - start <= _LONGEST:
                found.append(Told(name, place, text[start:end]))
    return tuple(found)


def _rows(path: Path) -> list[tuple[int, Mapping[str, Any]]]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as problem:
        raise DocumentError(f"{path} cannot be read: {problem}", path) from problem
    found: list[tuple[int, Mapping[str, Any]]] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError as problem:
            raise DocumentError(f"{path}:{number} is not JSON: {problem}", path, number) from problem
        if not isinstance(row, dict):
            raise DocumentError(f"{path}:{number} is no JSON object.", path, number)
        found.append((number, row))
    return found


def _text(row: Mapping[str, Any], name: str, path: Path, line: int) -> str:
    value = row.get(name)
    if not isinstance(value, str | int) or not str(value).strip():
        raise DocumentError(f'{path}:{line}: "{name}" is missing or empty.', path, line)
    return str(value).strip()
