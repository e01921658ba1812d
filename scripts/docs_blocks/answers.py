"""The answers of the demonstration, asked anew."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from scripts.docs_blocks.markdown import ROOT, fenced

QUESTIONS = {
    "vitamin-d": "Does vitamin D prevent severe COVID-19?",
    "aspirin": "Does aspirin reduce heart attack risk?",
}


def answer(name: str) -> str:
    """The beginning of the answer to a demonstration question: up to the first list of sources."""
    text = answers()[QUESTIONS[name]]
    kept = []
    for section in re.split(r"(?m)^(?=## )", text):
        title = section.partition("\n")[0]
        if title in ("## Studies", "## Other outcomes", "## Limitations", "## Certainty, step by step"):
            continue
        kept.append(_first_source(section) if title == "## Sources" else section)
    left_out = "studies, steps of the grade, other outcomes, limitations and most sources are left out"
    return fenced("".join(kept).rstrip() + f"\n\n[extract: {left_out}]")


def _first_source(section: str) -> str:
    sources = re.split(r"(?m)^(?=\d+\. )", section)
    return "".join(sources[:2]) + f"[… and {max(0, len(sources) - 2)} more sources]\n"


@cache
def answers() -> dict[str, str]:
    """What `aitia ask` prints for the demonstration questions, in a new data home that is removed again."""
    program = [sys.executable, "-m", "cli.main"]
    with tempfile.TemporaryDirectory(prefix="aitia-docs-") as home:
        Path(home).chmod(0o755)
        outside = {
            k: v for k, v in os.environ.items() if not k.startswith("AITIA_") or k == "AITIA_CACHE_HOME"
        }
        environment = {**outside, "AITIA_DATA_HOME": home}

        def run(*words: str) -> str:
            done = subprocess.run(
                [*program, *words], cwd=ROOT, env=environment, text=True, capture_output=True, check=True
            )
            return done.stdout

        try:
            return {question: run("ask", "--quiet", question) for question in QUESTIONS.values()}
        finally:
            run("db", "stop")
