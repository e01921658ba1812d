"""What a person takes away: a self-contained page, and the evidence as files that programs read."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

from sqlmodel import Session

from aitia.question import Question
from aitia.report import pictures, render_page
from aitia.report.export.cells import table
from assets.steps.dossier import load_dossier
from assets.steps.refresh import state_of
from assets.steps.rounds import inputs_of
from assets.steps.step import StepReport
from resources.files import replace_files
from resources.store import changes, graph, reasoning, standing
from resources.workbench import Workbench

_COLUMNS = ("edge_id", "cause", "relation", "effect", "direction", "confidence", "paper_id", "quote")


def write_report(workbench: Workbench, question: Question, _run_id: str) -> StepReport:
    """Write the files of the standing verdict, and remember the inputs it was reached from."""
    folder = workbench.settings.reports_home / question.question_id
    with workbench.store.session() as session:
        row = reasoning.current_verdict(session, question.question_id)
        if row is None:
            return StepReport(content=("no verdict",), counts={"files": 0})
        dossier = load_dossier(session, row, workbench.embedder.name)
        files = {
            "report.html": render_page(dossier),
            "verdict.json": json.dumps(row.payload, ensure_ascii=False, indent=1),
            "edges.csv": _edges(session, question),
        }
        # First the files: a question whose page could not be written is not settled; its next run does it.
        replace_files({folder / name: content.encode("utf-8") for name, content in files.items()})
        sources, documents = standing.question_places(session, question.question_id)
        inputs = inputs_of(workbench, sources, documents)
        changes.settle(session, question.question_id, inputs, state_of(session, question))
    workbench.tell(f"report written to {folder / 'report.html'}")
    return StepReport(
        content=(row.fingerprint, *sorted(files)),
        counts={"files": len(files)},
        tables={"verdict": row.explanation, **pictures(dossier)},
        files={"report": str(folder / "report.html")},
        links={"page": f"{workbench.settings.pages_url.rstrip('/')}/questions/{question.question_id}"},
    )


def written_files(workbench: Workbench, question_id: str) -> list[tuple[str, str | None, str]]:
    """(file, what it shows, what it should show): the run of the page, the verdict's fingerprint, the edges.

    What a file that is missing or cannot be read shows is None.
    """
    folder = workbench.settings.reports_home / question_id
    with workbench.store.session() as session:
        row = reasoning.current_verdict(session, question_id)
        edges = len(graph.question_edges(session, question_id))
    run_id, fingerprint = (row.run_id or "", row.fingerprint) if row else ("", "")
    shows: dict[str, tuple[Callable[[str], str], str]] = {
        "report.html": (lambda page: run_id if run_id in page else "another run", run_id),
        "verdict.json": (lambda verdict: str(json.loads(verdict)["fingerprint"]), fingerprint),
        "edges.csv": (lambda table: str(len(list(csv.reader(io.StringIO(table)))) - 1), str(edges)),
    }
    return [(name, _shown(folder / name, show), expected) for name, (show, expected) in shows.items()]


def _shown(file: Path, show: Callable[[str], str]) -> str | None:
    try:
        return show(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, KeyError):
        return None


def _edges(session: Session, question: Question) -> str:
    edges = graph.question_edges(session, question.question_id)
    return table(
        _COLUMNS,
        (
            (
                edge.id,
                edge.claim.cause,
                edge.relationship_type,
                edge.claim.effect,
                edge.direction,
                edge.confidence,
                edge.paper_id,
                edge.evidence,
            )
            for edge in edges
        ),
    )
