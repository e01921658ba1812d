"""Runs questions through the whole pipeline, in a database of its own on a throw-away server."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlmodel import Session

from aitia.model.errors import AitiaError
from aitia.model.keys import PaperId
from aitia.model.scales import GateDecision
from aitia.question import read_question
from aitia.verdict import Verdict
from assets.steps.order import run_steps
from assets.steps.search_plan import RoundConfig
from bench.answers.questions import AskedQuestion, names_of, write_sources
from resources.engines.base import ReadingEngine
from resources.settings import Settings, get_settings
from resources.store import papers, reasoning
from resources.store.gate import load_gate
from resources.store.server import EmbeddedServer
from resources.workbench import Workbench, open_workbench


@dataclass(frozen=True)
class Answered:
    """What the pipeline made of one question: its verdict, or the error it ended with.

    `counts` holds the counts of every step by asset name, `read` the keys (see `names_of`) of the papers
    that passed the gate, `ranked` their ids, best first.
    """

    asked: AskedQuestion
    verdict: Verdict | None
    error: str = ""
    counts: Mapping[str, Mapping[str, int | float | str]] | None = None
    read: frozenset[str] = frozenset()
    seconds: float = 0.0
    ranked: tuple[PaperId, ...] = ()

    @property
    def kept_out(self) -> int:
        """How many of the papers found the gate kept from being read."""
        gate = (self.counts or {}).get("gated_papers", {})
        return sum(int(gate.get(name, 0)) for name in ("excluded", "borderline"))


@contextmanager
def bench_server() -> Iterator[EmbeddedServer]:
    """An embedded server in a temporary folder, gone at the end."""
    home = Path(tempfile.mkdtemp(prefix="aitia-bench-"))
    home.chmod(0o755)  # as root the server runs under another account, which must reach its folder
    server = EmbeddedServer(home / "postgres", durable=False)
    try:
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(home, ignore_errors=True)


def bench_settings(server: EmbeddedServer, database: str, folder: Path, **given: object) -> Settings:
    """Settings that name a database of that server, created when it is not there."""
    server.ensure_database(database)
    return get_settings(database_url=server.url(database), data_home=folder, **given)


def answer_questions(
    settings: Settings,
    questions: Sequence[AskedQuestion],
    folder: Path,
    corpus: Path | None = None,
    engine: ReadingEngine | None = None,
) -> Iterator[Answered]:
    """Each question's answer, in order; an error ends its question only.

    Sources are the question's own, or those that are found in `corpus`; `engine` reads in place of the
    settings' one.
    """
    with open_workbench(settings) as workbench:
        if engine is not None:
            workbench.engine = engine
        for number, asked in enumerate(questions):
            documents = corpus or write_sources(asked, folder / f"question-{number}.jsonl")
            yield _answer(workbench, asked, documents)


def _answer(workbench: Workbench, asked: AskedQuestion, documents: Path) -> Answered:
    started = time.monotonic()
    try:
        question = read_question(asked.text)
        config = RoundConfig(sources=["documents"], documents=[str(documents)])
        reports = run_steps(workbench, question, config, f"bench-{asked.question_id}")
        with workbench.store.session() as session:
            row = reasoning.current_verdict(session, question.question_id)
            verdict = Verdict.model_validate(row.payload) if row else None
            ranked = _ranked(session, question.question_id)
            read = _read_keys(session, ranked)
    except (AitiaError, ValueError, LookupError, ArithmeticError, TypeError, OSError) as problem:
        reason = f"{type(problem).__name__}: {problem}"[:500]
        return Answered(asked, None, reason, seconds=time.monotonic() - started)
    counts = {name: dict(report.counts) for name, report in reports.items()}
    error = "" if verdict else "no verdict was written"
    return Answered(asked, verdict, error, counts, read, time.monotonic() - started, ranked)


def _ranked(session: Session, question_id: str) -> tuple[PaperId, ...]:
    """The papers that passed the gate, best first."""
    rows = load_gate(session, question_id)
    return tuple(row.paper_id for row in rows if row.decision is GateDecision.INCLUDED)


def _read_keys(session: Session, included: Sequence[PaperId]) -> frozenset[str]:
    found = papers.load_papers(session, included).values()
    return frozenset(key for paper in found for key in names_of(paper.pmid, paper.title))
