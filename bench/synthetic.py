"""Papers and questions made up for measurements of speed: trials of invented drugs among papers on plants."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_STARTS = ("zel", "bor", "cam", "dri", "fen", "gal", "hul", "kor", "lim", "mor", "nav", "pel", "quin", "ros")
_MIDDLES = ("ta", "ve", "lo", "ni", "pra", "sti", "mu", "co")
_ENDS = ("mine", "zole", "statin", "mab", "pril")
TRIALS = 4


def drug(number: int) -> str:
    """The name of an invented drug; 560 names, then the same again with a letter."""
    rest, start = divmod(number, len(_STARTS))
    rest, middle = divmod(rest, len(_MIDDLES))
    series, end = divmod(rest, len(_ENDS))
    return _STARTS[start] + _MIDDLES[middle] + _ENDS[end] + ("x" * series)


def question(number: int) -> str:
    """A question on the drug of that number."""
    return f"Does {drug(number)} reduce stroke risk?"


def trial(number: int, which: int) -> dict[str, Any]:
    """One trial of a drug; every figure is made up."""
    name, ratio = drug(number), 0.70 + 0.03 * which
    return {
        "pmid": str(70_000_000 + 1_000 * number + which),
        "title": f"{name.capitalize()} for the prevention of stroke: randomised trial number {which}",
        "abstract": (
            "Background: Stroke is common. Methods: We randomly assigned "
            f"{3_000 + 400 * which} adults to {name} or placebo and followed them for two years. Results: "
            f"{name.capitalize()} reduced the risk of stroke compared with placebo (RR {ratio:.2f}, "
            f"95% CI {ratio - 0.12:.2f} to {ratio + 0.14:.2f}). Conclusions: "
            f"{name.capitalize()} reduced stroke in adults."
        ),
        "publication_types": ["Randomized Controlled Trial"],
        "year": 2005 + which,
    }


def unrelated(number: int) -> dict[str, Any]:
    """A paper that no question asks for, of words drawn at random."""
    chance = random.Random(number)
    words = [f"leaf{chance.randrange(4_000)}" for _ in range(120)]
    return {
        "pmid": str(60_000_000 + number),
        "title": f"Growth of plant {number} under {' '.join(words[:6])}",
        "abstract": " ".join(words),
        "publication_types": ["Journal Article"],
        "year": 1990 + number % 30,
    }


def corpus(papers: int, questions: int) -> Iterator[dict[str, Any]]:
    """So many papers: the trials of every question's drug, and papers on plants for the rest."""
    trials = [trial(number, which) for number in range(questions) for which in range(TRIALS)]
    yield from trials[:papers]
    yield from map(unrelated, range(max(0, papers - len(trials))))


def write_corpus(folder: Path, papers: int, questions: int) -> Path:
    """The corpus as one file of JSON lines in a folder; returns the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "papers.jsonl").open("w", encoding="utf-8") as file:
        for paper in corpus(papers, questions):
            file.write(json.dumps(paper) + "\n")
    return folder


def add_trial(folder: Path, number: int, which: int) -> None:
    """One more trial of a drug at the end of the file."""
    with (folder / "papers.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(trial(number, which)) + "\n")
