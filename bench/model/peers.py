"""Systems of other people on the same papers, against the same model server, each in its own environment."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.model.runs import ROOT, demonstration_tasks, server_process
from bench.report import Measure

KNOWN = ("lightrag", "nano-graphrag")
_LONGEST = 600
_TOLD = 300


def peer_option(value: str) -> tuple[str, Path]:
    """NAME=PYTHON as name and interpreter. Raises ValueError, which argparse shows."""
    name, _, python = value.partition("=")
    if name not in KNOWN or not Path(python).is_file():
        raise ValueError(f"{value}: give NAME=PYTHON with a name of {', '.join(KNOWN)}")
    return name, Path(python)


def peer_measures(
    peers: Sequence[tuple[str, Path]], papers: int, concurrency: int, latency: float, faults: str
) -> list[Measure]:
    """Calls and seconds of each peer; what cannot be run is said and left out.

    The server's answers hold nothing in a peer's own format, so none finds an entity, and none makes the
    calls that merging entities would take: the figures are the least that it can need.
    """
    tasks = demonstration_tasks(papers)
    texts = [f"{task.paper.title}. {task.paper.abstract}" for task in tasks]
    found = []
    for name, python in peers:
        with server_process(latency, faults) as server, tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "texts.json"
            file.write_text(json.dumps(texts), encoding="utf-8")
            command = [
                str(python),
                "bench/model/peer_runner.py",
                name,
                server.url,
                str(file),
                f"{folder}/work",
            ]
            try:
                done = subprocess.run(
                    [*command, str(concurrency)], cwd=ROOT, capture_output=True, text=True, timeout=_LONGEST
                )
                told = json.loads(done.stdout.strip().splitlines()[-1])
            except (subprocess.TimeoutExpired, ValueError, IndexError) as problem:
                said = "" if isinstance(problem, subprocess.TimeoutExpired) else done.stderr[-_TOLD:]
                print(f"{name} could not be run: {type(problem).__name__} {said}")
                continue
            seen = server.stats()
        who, bound = f"{name} {told['version']}", seen["calls"] / concurrency * latency
        found += [
            Measure(f"{who}: wall time, seconds (at least)", told["seconds"], papers),
            Measure(f"{who}: wall time ÷ its own bound", told["seconds"] / bound, seen["calls"]),
            Measure(f"{who}: answered calls per abstract (at least)", seen["answered"] / papers, papers),
            Measure(f"{who}: prompt tokens per abstract", seen["prompt_tokens"] / papers, papers),
        ]
    return found
