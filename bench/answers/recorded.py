"""A recorded model: readings from a file, served through the real client, protocol, caller and ledger.

`python -m bench.answers QUESTIONS.jsonl --engine recorded --readings FILE`. A line of FILE is a paper: its
`findings` and its `answers` to the questions, each with evidence as code points of the abstract.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aitia.model.errors import AitiaError, QuestionError
from aitia.question import read_question
from aitia.reading.statements.matching import term_match
from bench.answers.questions import AskedQuestion
from bench.model.honest import Lines, asked_in, question_in
from bench.model.server import ModelServer, running
from resources.engines.paper_text import question_lines

RECORDED = "recorded"
SURE = 0.95
_DIRECTIONS = {
    "higher": "increases",
    "lower": "decreases",
    "same": "no_difference",
    "unclear": "unclear",
}
_DESIGNS = {
    **dict.fromkeys(("rct", "cluster_rct", "crossover"), "randomised trial"),
    **dict.fromkeys(("nrct", "before_after"), "non-randomised trial"),
    **dict.fromkeys(("cohort", "diagnostic"), "cohort study"),
    "case_control": "case-control study",
    "cross_sectional": "cross-sectional study",
    "case_series": "case series",
}
Row = Mapping[str, Any]


@dataclass(frozen=True)
class _Source:
    """A paper as its questions bring it along, and what was read of it."""

    content: str
    reading: Row


class RecordedModel:
    """Answers with the file's reading of the paper that a prompt shows, and of the question that it asks."""

    def __init__(self, readings: Mapping[str, Row], asked: Sequence[AskedQuestion]) -> None:
        self._sources: dict[str, _Source] = {}
        self._asked: dict[str, str] = {}
        for question in asked:
            for pmid, source in question.sources.items():
                if pmid in readings:
                    held = _Source(str(source.get("content") or ""), readings[pmid])
                    self._sources[_key(str(source.get("title") or pmid))] = held
            try:
                block = "\n".join(question_lines(read_question(question.text)))
            except QuestionError:
                continue
            self._asked[block] = question.question_id

    def answer(self, lines: Lines, prompt: str) -> str:
        """The reading in the shape that the prompt asks for."""
        title = " ".join(text for _, section, text in lines if section == "title")
        source = self._sources.get(_key(title))
        if source is None:
            return json.dumps({"claims": [], "answer": None})
        places = _places(source.content, lines)
        said: dict[str, Any] = {"claims": self._claims(source, places), "facts": _facts(source, lines)}
        asked = self._asked.get(question_in(prompt))
        answers = [a for a in source.reading.get("answers", ()) if str(a["question_id"]) == asked]
        if answers:
            said["answer"] = {**_answer(source, answers[0], places), "asked": asked_in(prompt)["outcome"]}
        return json.dumps(said)

    def _claims(self, source: _Source, places: Mapping[int, tuple[int, int]]) -> list[dict[str, Any]]:
        claims = []
        for finding in source.reading.get("findings", ()):
            sentences = _sentences(finding["evidence"], places)
            if sentences and finding["intervention"] and finding["outcome"]:
                told = {"sentence": sentences[0], "cause": finding["intervention"], "confidence": SURE}
                told |= {"effect": finding["outcome"], "direction": _DIRECTIONS[finding["direction"]]}
                told |= {"comparator": finding["comparator"] or None, "significant": finding["significant"]}
                claims.append(told)
        return claims


def recorded_readings(path: Path) -> dict[str, Row]:
    """The rows of a file by PMID. Raises AitiaError naming the line that cannot be used."""
    found: dict[str, Row] = {}
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as problem:
        raise AitiaError(f"{path} cannot be read ({problem.strerror}): give a file of readings.") from None
    for number, line in enumerate(lines, start=1):
        try:
            row = json.loads(line)
            found[str(row["pmid"])] = {**row, "answers": list(row["answers"])}
        except (ValueError, KeyError, TypeError) as problem:
            raise AitiaError(f"{path}, line {number} is no reading: {problem!r}.") from None
    return found


@contextmanager
def recorded_model(
    readings: Mapping[str, Row], asked: Sequence[AskedQuestion]
) -> Iterator[dict[str, object]]:
    """Serve the readings while the block runs; the settings that make the pipeline ask this server."""
    with running(ModelServer(answer=RecordedModel(readings, asked).answer)) as server:
        yield {
            "engine": "gemini",
            "engine_model": RECORDED,
            "engine_prices": {RECORDED: (0.0, 0.0)},
            "engine_tasks": (),
            "gemini_api_key": "recorded",
            "source_urls": {"gemini": server.url},
        }


def _answer(source: _Source, row: Row, places: Mapping[int, tuple[int, int]]) -> dict[str, Any]:
    told: dict[str, Any] = {"confidence": SURE, "direction_confidence": SURE}
    if row["answer"] == "not reported":
        return told | {"reported": False}
    told |= {"reported": True, "sentences": _sentences(row["evidence"], places)}
    told |= {"direction": _DIRECTIONS[row["answer"]], "significant": row["significant"]}
    estimate, arms = row.get("estimate") or {}, row.get("arms") or {}
    if estimate:
        names = {"m": "measure", "v": "point", "lo": "low", "hi": "high", "p": "p_value"}
        told["estimate"] = {names[key]: value for key, value in estimate.items() if value is not None}
    for side, keys in (("intervention_arm", "ei ni mi sdi"), ("comparator_arm", "ec nc mc sdc")):
        values = dict(zip(("events", "total", "mean", "sd"), map(arms.get, keys.split()), strict=True))
        told |= {side: values} if any(value is not None for value in values.values()) else {}
    return told | _own_words(row, source.reading)


def _own_words(row: Row, reading: Row) -> dict[str, str]:
    """How a finding with the same evidence names the arms and the outcome, in the question's order."""
    same = [f for f in reading.get("findings", ()) if _touch(f["evidence"], row["evidence"])]
    if not same:
        return {}
    best = max(
        same, key=lambda f: (term_match(row["outcome"], f["outcome"]), f["direction"] == row["answer"])
    )
    first, second = best["intervention"], best["comparator"]
    turned = {"higher": "lower", "lower": "higher"}.get(best["direction"]) == row["answer"]
    words = {"intervention": second if turned else first, "comparator": first if turned else second}
    return {name: text for name, text in {**words, "outcome": best["outcome"]}.items() if text}


def _touch(one: Sequence[Sequence[int]], other: Sequence[Sequence[int]]) -> bool:
    """Whether two sets of spans share a character."""
    return any(a < d and c < b for a, b in one for c, d in other)


def _facts(source: _Source, lines: Lines) -> list[dict[str, Any]]:
    return [*_size_fact(source, lines), *_design_fact(source, lines)]


def _design_fact(source: _Source, lines: Lines) -> list[dict[str, Any]]:
    """The design with the first sentence of the abstract: readings tell no place for it."""
    words = _DESIGNS.get(str(source.reading.get("design")))
    where = [number for number, section, _ in lines if section == "abstract"]
    return [{"field": "design", "value": words, "sentence": where[0]}] if words and where else []


def _size_fact(source: _Source, lines: Lines) -> list[dict[str, Any]]:
    size = source.reading.get("participants")
    printed = re.compile(rf"(?<![\d.,]){size}(?![\d.,]*\d)")
    where = [number for number, _, text in lines if size and printed.search(text.replace(",", ""))]
    return [{"field": "sample_size", "value": str(size), "sentence": where[0]}] if where else []


def _sentences(evidence: Sequence[Sequence[int]], places: Mapping[int, tuple[int, int]]) -> list[int]:
    """The numbers of the sentences that the evidence covers, in its order."""
    found: list[int] = []
    for start, end in evidence:
        found += [n for n, (a, b) in places.items() if min(b, end) - max(a, start) > min(20, (b - a) / 2)]
    return list(dict.fromkeys(found))


def _places(content: str, lines: Lines) -> dict[int, tuple[int, int]]:
    """Where each shown sentence stands in the content."""
    found = {}
    for number, section, text in lines:
        words = [re.escape(word) for word in text.split()]
        match = re.search(r"\s+".join(words), content) if words and section == "abstract" else None
        if match:
            found[number] = match.span()
    return found


def _key(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "", title.lower())
