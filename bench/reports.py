"""Every number of the reports of many questions, followed to where it stands: over the pages and the rows.

`python -m bench.reports QUESTIONS.jsonl [--limit N] [--keep FOLDER] [--json PATH]`. Each question is answered
from its own sources; its report is then crawled (`bench.crawl`), and what the page shows of passages and read
numbers is compared with the rows of the store.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console
from sqlmodel import Session, select

from aitia.model.errors import AitiaError
from aitia.question import read_question
from bench.answers.questions import AskedQuestion, read_questions
from bench.answers.run import answer_questions, bench_server, bench_settings
from bench.crawl import crawl, held_by_rows, outside_requests
from bench.report import Measure, emit
from resources.settings import Settings
from resources.store.session import open_store
from resources.store.tables import PassageRow

_MOST_SHOWN = 20


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark; 1 where a number leads nowhere, 2 where the questions cannot be read."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.reports", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("questions", type=Path, help="questions with their sources, as JSON lines")
    parser.add_argument("--limit", type=int, default=100, help="only the first N questions")
    parser.add_argument("--keep", type=Path, help="keep the pages in this folder")
    parser.add_argument("--json", type=Path, help="write the figures here")
    options = parser.parse_args(arguments)
    try:
        asked = read_questions(options.questions)[: options.limit]
    except AitiaError as problem:
        print(problem, file=sys.stderr)
        return 2
    counts, faults = Counter[str](), list[str]()
    with bench_server() as server, tempfile.TemporaryDirectory() as folder:
        settings = bench_settings(server, "reports", Path(folder))
        for asked_one, html, texts in _pages(settings, asked, Path(folder)):
            counts["reports"] += 1
            found = crawl(html)
            counts.update(read=found.read, computed=found.computed, rows=found.rows)
            wrong = [*found.faults, *held_by_rows(html, texts)]
            wrong += [f"the page fetches {address}" for address in outside_requests(html)]
            faults += [f"{asked_one.question_id}: {fault}" for fault in wrong]
            if options.keep:
                options.keep.mkdir(parents=True, exist_ok=True)
                (options.keep / f"{asked_one.question_id}.html").write_text(html, encoding="utf-8")
    for fault in faults[:_MOST_SHOWN]:
        Console(stderr=True).print(fault, markup=False, highlight=False)
    emit(_measures(len(asked), counts, len(faults)), options.json, "Numbers of reports")
    return 1 if faults or counts["reports"] < len(asked) else 0


def _pages(
    settings: Settings, asked: Sequence[AskedQuestion], folder: Path
) -> Iterator[tuple[AskedQuestion, str, dict[str, str]]]:
    """Each question with its report and the passages of the store; one without a report is told."""
    store = None
    for answer in answer_questions(settings, asked, folder):
        question = read_question(answer.asked.text)
        page = settings.reports_home / question.question_id / "report.html"
        if not page.is_file():
            Console(stderr=True).print(f"{answer.asked.question_id}: no report. {answer.error}", markup=False)
            continue
        store = store or open_store(settings)
        with store.session() as session:
            yield answer.asked, page.read_text(encoding="utf-8"), _texts(session)
    if store:
        store.close()


def _texts(session: Session) -> dict[str, str]:
    return {str(key): text for key, text in session.exec(select(PassageRow.passage_id, PassageRow.text))}


def _measures(asked: int, counts: Counter[str], faults: int) -> list[Measure]:
    numbers = sum(counts[kind] for kind in ("read", "computed", "rows"))
    return [
        Measure("reports written", counts["reports"], asked),
        Measure("numbers that stand in the passage they lead to", counts["read"], numbers),
        Measure("numbers that lead to what they were computed from", counts["computed"], numbers),
        Measure("counts that lead to their rows", counts["rows"], numbers),
        Measure("faults", faults, numbers),
    ]


if __name__ == "__main__":
    sys.exit(main())
