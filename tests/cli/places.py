"""Trials of an invented drug in a folder, a database and a data home, and the command run there."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import LiteralString

import psycopg
from psycopg.rows import dict_row

ROOT = Path(__file__).resolve().parents[2]
QUESTION = "Does zeltamine reduce stroke risk?"
FAR = 300


def trial(number: int, ratio: str, interval: str) -> dict[str, object]:
    """A trial of an invented drug; every figure is made up."""
    return {
        "pmid": str(92000000 + number),
        "title": f"Zeltamine for the prevention of stroke: randomised trial number {number}",
        "abstract": (
            f"Methods: We randomly assigned {4000 + number} adults to zeltamine or placebo. Results: "
            f"Zeltamine reduced the risk of stroke compared with placebo (RR {ratio}, 95% CI {interval}). "
            "Conclusions: Zeltamine reduced stroke in adults."
        ),
        "publication_types": ["Randomized Controlled Trial"],
        "year": 2010 + number,
    }


TRIALS = (
    trial(1, "0.70", "0.55 to 0.89"),
    trial(2, "0.78", "0.62 to 0.98"),
    trial(3, "0.74", "0.58 to 0.94"),
)


@dataclass
class Place:
    """A database, a data home and a folder of papers; `run` is the command in a process of its own."""

    environment: dict[str, str]
    papers: Path

    @property
    def database(self) -> str:
        return self.environment["AITIA_DATABASE_URL"].rpartition("/")[2]

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-m", "cli.main", *arguments]

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*arguments),
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=FAR,
            check=False,
            stdin=subprocess.DEVNULL,
        )

    def ask(self, *options: str) -> subprocess.CompletedProcess[str]:
        return self.run("ask", QUESTION, "--documents", str(self.papers), *options)

    def query(self, statement: LiteralString) -> list[dict[str, object]]:
        with psycopg.connect(self.environment["AITIA_DATABASE_URL"], row_factory=dict_row) as connection:
            return connection.execute(statement).fetchall()


def write(folder: Path, papers: Sequence[object]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(paper) + "\n" for paper in papers)
    (folder / "papers.jsonl").write_text(text, encoding="utf-8")
