"""The figures of the benchmarks, and how they are measured anew."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import Any

from scripts.docs_blocks.markdown import ROOT, read, table

FIGURES = ROOT / "docs" / "figures"


def figures_table(every: bool) -> str:
    """The figures in docs/figures beside the commands that wrote them; in the README chosen ones only."""
    parts, missing = [], []
    for figure in tomllib.loads(read("scripts/docs_figures.toml"))["figure"]:
        file = FIGURES / f"{figure['name']}.json"
        if not file.is_file():
            missing.append(figure["name"])
            continue
        rows = json.loads(file.read_text(encoding="utf-8"))
        chosen = rows if every else [row for row in rows if _chosen(row["measure"], figure["readme"])]
        if chosen:
            heading = f"**{figure['title']}**: `{figure['command']}`"
            parts.append(f"{heading}\n\n" + table(_HEADINGS, [_figure_row(row) for row in chosen]))
    if missing:
        parts.append(f"Not measured yet for this version: {', '.join(missing)}.")
    return "\n\n".join(parts)


def measure(names: Sequence[str]) -> None:
    """Run the benchmarks of those names (all without one), each writing its figures into docs/figures."""
    figures = {
        figure["name"]: figure for figure in tomllib.loads(read("scripts/docs_figures.toml"))["figure"]
    }
    if unknown := sorted(set(names) - set(figures)):
        raise SystemExit(f"no benchmark is called {', '.join(unknown)}; known: {', '.join(figures)}")
    FIGURES.mkdir(exist_ok=True)
    data = os.environ.get("AITIA_SHARED", str(ROOT.parent / "shared"))
    for name in names or figures:
        words = figures[name]["command"].replace("$AITIA_SHARED", data).split()
        print(f"== {name}", flush=True)
        command = [sys.executable, *words[1:], "--json", str(FIGURES / f"{name}.json")]
        subprocess.run(command, cwd=ROOT, check=True)


def _chosen(name: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)


_HEADINGS = ("measure", "value", "n", "95% interval", "constant baseline")


def _figure_row(row: dict[str, Any]) -> tuple[str, ...]:
    low, high = row.get("ci") or (None, None)
    interval = "" if low is None or high is None else f"{_number(low)} to {_number(high)}"
    return (row["measure"], _number(row["value"]), str(row["n"]), interval, _number(row.get("baseline")))


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}"
