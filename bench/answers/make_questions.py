"""Build a questions file for `bench.answers` from a folder of review data.

`python -m bench.answers.make_questions FOLDER OUT.jsonl`. FOLDER holds one CSV per review, plain or gzip, one
row a study in an analysis; docs/benchmarks.md lists the columns. Every analysis becomes one question,
answered as stated or, where no answer is stated, as its pooled studies say.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from aitia.model.errors import AitiaError
from aitia.question import read_question
from bench.answers.make_answers import reviewed_answer, reviewed_effect

_MOST_CELL = 1_000_000
_NEEDED = ("analysis.name", "experimental.name", "control.name", "title")

Row = Mapping[str, str]


@dataclass
class Made:
    """The questions of a folder as JSON-ready rows, and what was left out, one sentence each."""

    questions: list[dict[str, object]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the questions; 0 when there is at least one."""
    title = (__doc__ or "").split("\n")[0]
    parser = argparse.ArgumentParser(prog="python -m bench.answers.make_questions", description=title)
    parser.add_argument("folder", type=Path, help="one CSV per review (.csv or .csv.gz)")
    parser.add_argument("out", type=Path, help="the questions file to write (JSON lines)")
    options = parser.parse_args(arguments)
    try:
        made = make_questions(options.folder)
    except AitiaError as problem:
        print(problem, file=sys.stderr)
        return 2
    for line in made.problems:
        print(line, file=sys.stderr)
    if not made.questions:
        print(f"No question could be built from {options.folder}.", file=sys.stderr)
        return 2
    options.out.write_text("".join(json.dumps(row) + "\n" for row in made.questions), encoding="utf-8")
    print(f"{len(made.questions)} questions written to {options.out}; {len(made.problems)} problems")
    return 0


def make_questions(folder: Path) -> Made:
    """A question for every analysis of every CSV file of the folder, in the order of names and lines.

    Raises AitiaError when the folder holds no CSV file. A file or an analysis that cannot be used is a
    problem with its reason, never a guess.
    """
    files = sorted(path for path in folder.glob("*") if path.name.endswith((".csv", ".csv.gz")))
    if not files:
        raise AitiaError(f"{folder} holds no .csv or .csv.gz file. Give a folder with one CSV per review.")
    made = Made()
    for path in files:
        try:
            analyses = _analyses(path)
        except (OSError, ValueError, csv.Error) as problem:
            made.problems.append(f"{path.name}: {problem}")
            continue
        for number, (analysis, rows) in enumerate(analyses.items(), start=1):
            _add(made, path, f"{_stem(path)}-{number}", analysis, rows)
    return made


def _add(
    made: Made, path: Path, question_id: str, analysis: tuple[str, str, str], rows: Sequence[Row]
) -> None:
    try:
        made.questions.append(_question(path, question_id, rows))
    except (AitiaError, ValueError) as problem:
        made.problems.append(f"{path.name}, analysis {analysis[2] or analysis[1]!r}: {problem}")


def _question(path: Path, question_id: str, rows: Sequence[Row]) -> dict[str, object]:
    first = rows[0]
    outcome, intervention, comparator = (
        _same(rows, name) for name in ("analysis.name", "experimental.name", "control.name")
    )
    if not (outcome and intervention and comparator):
        raise ValueError("Analysis.name, Experimental.name and Control.name are needed on its first row")
    text = f"Is {outcome} higher, lower, or the same when comparing {intervention} to {comparator}?"
    read_question(text)  # raises what a person would be told
    certainty = _same(rows, "certainty").lower().replace("_", " ")
    effect, sources = reviewed_effect(rows), _sources(rows)
    row: dict[str, object] = {
        "question_id": question_id,
        "question": text,
        "answer": _same(rows, "answer").lower() or reviewed_answer(effect, certainty).value,
        "evidence_certainty": certainty,
        "original_review": first.get("review") or _stem(path),
        "relevant_sources": list(sources),
        "sources": sources,
    }
    if effect is not None:
        row["effect"] = {
            "measure": effect.measure.value,
            "point": effect.point,
            "low": effect.low,
            "high": effect.high,
        }
    confounders = [name.strip() for name in _same(rows, "confounders").split(";") if name.strip()]
    return row | ({"confounders": confounders} if confounders else {})


def _sources(rows: Sequence[Row]) -> dict[str, dict[str, str]]:
    """The papers of the analysis by PMID, or by study name where no PMID is given."""
    found: dict[str, dict[str, str]] = {}
    for row in rows:
        name = row.get("pmid") or row.get("study") or row["title"]
        paper = {
            "article_id": name,
            "title": row.get("title", ""),
            "content": row.get("abstract", ""),
            "date": row.get("study.year", ""),
        }
        if paper["title"] or paper["content"]:
            found.setdefault(name, paper)
    if not found:
        raise ValueError("none of its rows has a Title or an Abstract")
    return found


def _same(rows: Sequence[Row], name: str) -> str:
    """The first value of a column that belongs to the whole analysis."""
    return next((row[name] for row in rows if row.get(name)), "")


def _analyses(path: Path) -> dict[tuple[str, str, str], list[Row]]:
    """Rows by review, analysis and arms. Raises ValueError when a needed column is missing."""
    found: dict[tuple[str, str, str], list[Row]] = {}
    for row in _rows(path):
        missing = [name for name in _NEEDED if name not in row]
        if missing:
            raise ValueError(f"columns {', '.join(missing)} are missing; docs/benchmarks.md lists all")
        number = f"{row.get('analysis.group', '')}.{row.get('analysis.number', '')}"
        named = row["analysis.name"] if number == "." else ""
        found.setdefault((row.get("review", ""), number, named), []).append(row)
    return found


def _rows(path: Path) -> Iterator[Row]:
    csv.field_size_limit(_MOST_CELL)
    opening = gzip.open if path.suffix == ".gz" else open
    with opening(path, "rt", encoding="utf-8-sig", newline="") as handle:
        for row in csv.DictReader(handle):
            yield {
                str(k).strip().lower(): str(v or "").strip()
                for k, v in row.items()
                if isinstance(v, str | None)
            }


def _stem(path: Path) -> str:
    return path.name.removesuffix(".gz").removesuffix(".csv")


if __name__ == "__main__":
    sys.exit(main())
