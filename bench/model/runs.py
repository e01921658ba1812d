"""Pieces that measurements with a language model share: papers, a server process, a database."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from aitia.model.keys import PaperId, stable_id
from aitia.model.paper import Paper
from aitia.question import Question, read_question
from aitia.text.passages import make_passages
from resources.engines.base import ReadingTask
from resources.settings import Settings, get_settings
from resources.sources.demonstration.corpus import demonstration_records
from resources.store.session import Store, open_store
from resources.store.tables import PaperRow, QuestionRow

QUESTION = "Does vitamin D prevent severe COVID-19?"
ROOT = Path(__file__).resolve().parents[2]


def demonstration_tasks(many: int, question: Question | None = None) -> list[ReadingTask]:
    """The first papers of the demonstration as reading tasks."""
    asked = question or read_question(QUESTION)
    tasks = []
    for record in demonstration_records()[:many]:
        paper = Paper(paper_id=PaperId(stable_id("paper", record.record_id)), **record.model_dump())
        tasks.append(ReadingTask(paper=paper, passages=make_passages(paper), question=asked))
    return tasks


def with_rows(store: Store, tasks: Sequence[ReadingTask]) -> None:
    """Store the question and papers that readings refer to; those that are there stay."""
    with store.session() as session:
        asked = tasks[0].question
        if session.get(QuestionRow, asked.question_id) is None:
            session.add(
                QuestionRow(
                    question_id=asked.question_id,
                    text=asked.text,
                    kind=asked.kind.value,
                    domain=asked.domain.value,
                    intervention=asked.intervention,
                    outcome=asked.outcome,
                )
            )
        for task in tasks:
            if session.get(PaperRow, task.paper.paper_id) is None:
                session.add(PaperRow(paper_id=task.paper.paper_id, title=task.paper.title))


class ServerProcess:
    """A model server in a process of its own; `stats` is its own count."""

    def __init__(self, url: str) -> None:
        self.url = url

    def stats(self) -> dict[str, int]:
        """The server's own count of calls and tokens."""
        with urllib.request.urlopen(self.url, timeout=10) as answer:
            counted: dict[str, int] = json.load(answer)
        return counted


@contextmanager
def server_process(latency: float, faults: str = "", retry_after: str = "0.5") -> Iterator[ServerProcess]:
    """Start `bench.model.server`; it ends when its input is closed."""
    command = [sys.executable, "-m", "bench.model.server", "--latency", str(latency), "--faults", faults]
    command += ["--retry-after", retry_after]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield ServerProcess(process.stdout.readline().strip())
    finally:
        process.stdin.close()
        process.stdout.close()
        process.wait(20)


@contextmanager
def temporary_store(
    server_url: str, database_url: str | None = None, **overrides: object
) -> Iterator[tuple[Settings, Store]]:
    """Settings for the local model server, and an empty database on a server of its own; both go afterwards.

    With `database_url` it is that database, which stays.
    """
    with ExitStack() as stack:
        folder = stack.enter_context(
            tempfile.TemporaryDirectory(prefix="aitia-bench-", ignore_cleanup_errors=True)
        )
        settings = get_settings(
            database_url=database_url or stack.enter_context(_own_database(Path(folder))),
            data_home=Path(folder),
            engine="gemini",
            gemini_api_key="key",
            source_urls={"gemini": server_url},
            **overrides,
        )
        store = open_store(settings)
        stack.callback(store.close)
        yield settings, store


@contextmanager
def _own_database(folder: Path) -> Iterator[str]:
    """The address of an empty database on a server of its own."""
    from resources.store.server import EmbeddedServer

    os.chmod(folder, 0o755)
    server = EmbeddedServer(folder / "postgres", durable=False)
    server.start()
    try:
        server.ensure_database("bench")
        yield server.url("bench")
    finally:
        server.stop()
