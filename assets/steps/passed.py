"""Which rows passed which suite of a question: rows that are the same to the letter are not evaluated again.

An outcome follows from the suite and the rows alone, so a hash of both stands for it. Failures are not kept.
The hashes lie in a file of the data home; deleting it costs time only.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from aitia.model.keys import content_hash
from resources.files import replace_files
from resources.workbench import Workbench
from validators.suites import Suite

Passed = dict[str, tuple[str, int]]

_LOADED: dict[Path, Passed] = {}
_UNWRITTEN: set[Path] = set()
_MOST_LOADED = 64


def passed_mark(suite: Suite, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """A hash of the suite, and of the rows with their types, in whatever order: no suite looks at that."""
    return content_hash(repr(suite), repr(list(columns)), *sorted(repr(list(row)) for row in rows))


def checks_passed(workbench: Workbench, question_id: str, suite: str, mark: str) -> int | None:
    """How many expectations held when rows of this mark passed the suite; None where they never did."""
    known, evaluated = _passed(workbench, question_id).get(suite, ("", 0))
    return evaluated if known == mark else None


def note_passed(workbench: Workbench, question_id: str, suite: str, mark: str, evaluated: int) -> None:
    """Remember that rows of this mark passed; for this process until `write_passed`."""
    _passed(workbench, question_id)[suite] = mark, evaluated
    _UNWRITTEN.add(_file(workbench, question_id))


def write_passed(workbench: Workbench, question_id: str) -> None:
    """Write down what passed since, for other processes; where that cannot be done they evaluate again."""
    file = _file(workbench, question_id)
    if file in _UNWRITTEN:
        _UNWRITTEN.discard(file)
        with suppress(OSError):
            replace_files({file: json.dumps(_passed(workbench, question_id)).encode("utf-8")})


def was_checked(workbench: Workbench, question_id: str) -> bool:
    """Whether a run of the question passed its checks before."""
    return bool(_passed(workbench, question_id))


def _passed(workbench: Workbench, question_id: str) -> Passed:
    file = _file(workbench, question_id)
    if file not in _LOADED:
        while len(_LOADED) >= _MOST_LOADED:
            del _LOADED[next(iter(_LOADED))]
        _LOADED[file] = _load(file)
    return _LOADED[file]


def _load(file: Path) -> Passed:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        return {str(suite): (str(mark), int(evaluated)) for suite, (mark, evaluated) in found.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def _file(workbench: Workbench, question_id: str) -> Path:
    return workbench.settings.data_home / "kept" / f"{question_id}.checks.json"
