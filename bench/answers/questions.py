"""The questions of the answers benchmark, and their sources as a file of documents."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aitia.model.errors import AitiaError
from aitia.model.scales import Certainty, ComparisonAnswer, EffectMeasure

_CERTAINTIES = {"high", "moderate", "low", "very_low"}


@dataclass(frozen=True)
class KnownEffect:
    """The effect that a review reports, on the natural scale."""

    measure: EffectMeasure
    point: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class AskedQuestion:
    """One row of a questions file: what is asked, what the review answers, and its sources.

    `certainty` is None where the review gave none; `confounders` is empty where none are listed. `kind` is
    the type of question where the file tells one, `conflict` whether its studies disagree (None: not told).
    """

    question_id: str
    text: str
    answer: ComparisonAnswer
    certainty: Certainty | None
    review: str
    sources: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    effect: KnownEffect | None = None
    confounders: tuple[str, ...] = ()
    kind: str = ""
    conflict: bool | None = None


def read_questions(path: Path) -> list[AskedQuestion]:
    """Every question of a JSON-lines file. Raises AitiaError naming the line that cannot be used."""
    if not path.is_file():
        raise AitiaError(f"No questions file at {path}. `python -m bench.answers.make_questions` builds one.")
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line.strip():
            try:
                found.append(_question(json.loads(line)))
            except (ValueError, KeyError, TypeError, AttributeError) as problem:
                name = type(problem).__name__
                raise AitiaError(f"{path}, line {number} is no question: {name}: {problem}.") from None
    if not found:
        raise AitiaError(f"{path} holds no question.")
    return found


def write_sources(question: AskedQuestion, path: Path) -> Path:
    """The question's own sources as a JSON-lines file that the documents source reads."""
    rows = [_document(name, source) for name, source in question.sources.items()]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def names_of(pmid: str | None, title: str) -> set[str]:
    """The keys by which a paper is known again: its PMID and the letters of its title."""
    return {f"title:{_plain(title)}"} | ({f"pmid:{pmid}"} if pmid else set())


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "", text.lower())


def _question(row: Mapping[str, Any]) -> AskedQuestion:
    certainty = str(row.get("evidence_certainty") or "").strip().lower().replace(" ", "_")
    effect = row.get("effect")
    return AskedQuestion(
        question_id=str(row["question_id"]),
        text=str(row["question"]),
        answer=ComparisonAnswer(str(row["answer"]).strip().lower()),
        certainty=Certainty(certainty) if certainty in _CERTAINTIES else None,
        review=str(row.get("original_review") or row["question_id"]),
        sources={str(name): dict(source) for name, source in (row.get("sources") or {}).items()},
        effect=_effect(effect) if effect else None,
        confounders=tuple(str(name) for name in row.get("confounders") or ()),
        kind=str(row.get("type") or ""),
        conflict=row.get("conflict"),
    )


def _effect(row: Mapping[str, Any]) -> KnownEffect:
    low, high = row.get("low"), row.get("high")
    return KnownEffect(
        measure=EffectMeasure(row["measure"]),
        point=float(row["point"]),
        low=None if low is None else float(low),
        high=None if high is None else float(high),
    )


def _document(name: str, source: Mapping[str, Any]) -> dict[str, Any]:
    year = str(source.get("date") or source.get("year") or "")[:4]
    row = {
        "pmid": name if name.isdigit() else None,
        "title": source.get("title") or name,
        "abstract": source.get("content") or source.get("abstract") or "",
        "year": int(year) if year.isdigit() else None,
        **{key: source.get(key) for key in ("doi", "pmcid", "publication_types", "authors", "text")},
    }
    return {key: value for key, value in row.items() if value not in (None, "")}
