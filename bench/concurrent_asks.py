"""First questions asked at once of a new store: `python -m bench.concurrent_asks [--json PATH]`.

`--stores` times a new data home, and `--asks` processes of `aitia ask` that start together in it, each with a
question of its own: one makes the server, the schema and Dagster's tables, and all answer.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from bench.model.runs import ROOT
from bench.place import environment_of, throw_away_place
from bench.report import Measure, emit

_PATIENCE = 900.0
_CAUSES = ("vitamin D", "aspirin")
_EFFECTS = (
    "severe COVID-19",
    "heart attack",
    "mortality",
    "major bleeding",
    "stroke",
    "hospital stay",
    "cancer",
)


def questions(many: int) -> list[str]:
    """So many different questions on the papers of the demonstration."""
    made = [f"Does {cause} reduce {effect}?" for effect in _EFFECTS for cause in _CAUSES]
    if many > len(made):
        raise ValueError(f"There are {len(made)} questions; {many} were asked for.")
    return made[:many]


def failures(asks: int) -> list[str]:
    """What the asks that failed said, one line each."""
    with throw_away_place(sources=("demonstration",)) as place:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("AITIA_")}
        running = [
            subprocess.Popen(
                [sys.executable, "-m", "cli.main", "ask", "--quiet", question],
                cwd=ROOT,
                env={**kept, **environment_of(place)},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                stdin=subprocess.DEVNULL,
                text=True,
            )
            for question in questions(asks)
        ]
        found = []
        for process in running:
            try:
                _, said = process.communicate(timeout=_PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                said = f"did not end in {_PATIENCE:.0f} s\n" + process.communicate()[1]
            if process.returncode:
                found.append((said.strip().splitlines() or ["no word"])[0])
        return found


def main() -> None:
    """Ask, count and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stores", type=int, default=20)
    parser.add_argument("--asks", type=int, default=8, help="processes at once in each store")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    failed = []
    for number in range(given.stores):
        found = failures(given.asks)
        failed += found
        print(f"store {number + 1}: {len(found)} of {given.asks} failed", *found, sep="\n", flush=True)
    total = given.stores * given.asks
    emit(
        [Measure("concurrent first asks that failed", len(failed), total)],
        given.json,
        "Concurrent first asks",
    )


if __name__ == "__main__":
    main()
