"""Build the project's own 200 questions, with their abstracts, for `bench.answers`.

`python -m bench.answers.make_own OUT.jsonl --corpus ABSTRACTS.jsonl.gz`. `own.jsonl` holds the questions in
four types (effect, conditional, strength of the evidence, conflict), written in our own words after reading
abstracts of the training labels, each with its papers and our own judgement of the answer. The papers' text
comes from the corpus and stands only in OUT.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from aitia.model.errors import AitiaError
from aitia.question import read_question

OWN = Path(__file__).with_name("own.jsonl")
TYPES = ("effect", "conditional", "strength", "conflict")
Row = Mapping[str, Any]


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the questions file; 0 when every paper was found and every question can be read."""
    title = (__doc__ or "").split("\n")[0]
    parser = argparse.ArgumentParser(prog="python -m bench.answers.make_own", description=title)
    parser.add_argument("out", type=Path, help="the questions file to write (JSON lines)")
    parser.add_argument("--corpus", type=Path, required=True, help="the abstracts (JSON lines, gzip)")
    options = parser.parse_args(arguments)
    try:
        rows = make_own(own_questions(), read_corpus(options.corpus))
    except AitiaError as problem:
        print(problem, file=sys.stderr)
        return 2
    options.out.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    print(f"{len(rows)} questions written to {options.out}")
    return 0


def own_questions(path: Path = OWN) -> list[dict[str, Any]]:
    """The questions as they were written, without any paper's text."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def read_corpus(path: Path) -> dict[str, Row]:
    """The abstracts by PMID and PMCID. Raises AitiaError where the file cannot be read."""
    found: dict[str, Row] = {}
    try:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                found.update({str(row[key]): row for key in ("pmid", "pmcid") if row.get(key)})
    except (OSError, ValueError) as problem:
        raise AitiaError(f"{path} cannot be read as gzipped JSON lines: {problem}.") from None
    return found


def make_own(questions: Sequence[Row], corpus: Mapping[str, Row]) -> list[dict[str, Any]]:
    """Rows for `bench.answers`. Questions that share a paper share a cluster, as those of one review do.

    Raises AitiaError that names the question whose paper the corpus lacks or that cannot be read.
    """
    missing = [
        f"{row['id']} ({paper})" for row in questions for paper in row["papers"] if paper not in corpus
    ]
    if missing:
        raise AitiaError(f"The corpus lacks the papers of {', '.join(missing[:5])}: give the whole corpus.")
    cluster = _clusters(questions)
    return [_row(row, corpus, cluster[row["id"]]) for row in questions]


def _row(row: Row, corpus: Mapping[str, Row], cluster: str) -> dict[str, Any]:
    read_question(row["question"])  # raises what a person would be told
    rest = {key: row[key] for key in ("effect", "confounders", "conflict") if key in row}
    return {
        "question_id": row["id"],
        "type": row["type"],
        "question": row["question"],
        "answer": row["answer"],
        "evidence_certainty": row["certainty"],
        "original_review": cluster,
        "sources": {_name(paper, corpus[paper]): _source(corpus[paper]) for paper in row["papers"]},
        **rest,
    }


def _name(paper: str, found: Row) -> str:
    return str(found.get("pmid") or paper)


def _source(found: Row) -> dict[str, Any]:
    return {
        "title": found["title"],
        "content": found["abstract"],
        "date": str(found.get("year") or ""),
        "publication_types": list(found.get("pub_types") or ()),
    }


def _clusters(questions: Sequence[Row]) -> dict[str, str]:
    """The name of each question's cluster: the first paper of all that are joined to it by questions."""
    root: dict[str, str] = {}

    def find(paper: str) -> str:
        while root.setdefault(paper, paper) != paper:
            paper = root[paper]
        return paper

    for row in questions:
        for paper in row["papers"][1:]:
            root[find(paper)] = find(row["papers"][0])
    return {row["id"]: find(row["papers"][0]) for row in questions}


if __name__ == "__main__":
    sys.exit(main())
