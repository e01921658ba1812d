"""One large file of papers: `python -m bench.large_file [--papers 100000] [--searches 5] [--json PATH]`.

The papers are words drawn at random, 230 an abstract. Measured are the processor seconds and the peak memory
of reading, indexing and searching, without those of writing the file: a process of its own does that.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from aitia.model.scales import EvidenceType
from aitia.model.search import SearchRequest
from bench.report import Measure, emit
from resources.sources.documents import DocumentsSource

WORDS = 230
VOCABULARY = 40_000


def write_file(path: Path, papers: int, seed: int = 1) -> None:
    """A JSON-lines file of so many papers."""
    chance = random.Random(seed)
    vocabulary = [f"w{chance.getrandbits(24):x}" for _ in range(VOCABULARY)]
    with path.open("w", encoding="utf-8") as file:
        for number in range(papers):
            drawn = [vocabulary[int(chance.random() ** 3 * VOCABULARY)] for _ in range(WORDS)]
            paper = {
                "pmid": str(number + 1),
                "title": f"Paper {number} on {' '.join(drawn[:10])}",
                "abstract": " ".join(drawn),
                "year": 2000 + number % 20,
                "authors": ["Smith, Ann", "Jones, Bo", "Lee, Cy"],
                "publication_types": ["Journal Article"],
            }
            file.write(json.dumps(paper) + "\n")


def search_file(path: Path, searches: int) -> tuple[float, float, int]:
    """(processor seconds, peak MB, papers found) of several searches in this process."""
    started = time.process_time()
    found = 0
    for number in range(searches):
        request = SearchRequest(
            source="documents", evidence_type=EvidenceType.HARM, query=f"paper {number} on", limit=200
        )
        found += len(asyncio.run(DocumentsSource([path]).search(request)).records)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return time.process_time() - started, peak, found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--papers", type=int, default=100_000)
    parser.add_argument("--searches", type=int, default=5)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--write", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.write:
        write_file(options.write, options.papers)
        return
    with tempfile.TemporaryDirectory(prefix="aitia-bench-") as folder:
        path = Path(folder) / "papers.jsonl"
        command = [
            sys.executable,
            "-m",
            "bench.large_file",
            "--papers",
            str(options.papers),
            "--write",
            str(path),
        ]
        subprocess.run(command, check=True)
        seconds, megabytes, found = search_file(path, options.searches)
    emit(
        [
            Measure("processor seconds, read once and searched", round(seconds, 1), options.papers),
            Measure("peak memory, MB", round(megabytes), options.papers),
            Measure("papers returned", found, options.searches),
        ],
        options.json,
        "One large file",
    )


if __name__ == "__main__":
    main()
