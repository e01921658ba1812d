"""Notices of retraction of the papers that are read, as an origin beside what their sources say."""

from __future__ import annotations

from aitia.question import Question
from assets.steps.gated_papers import papers_to_read
from assets.steps.standing import add_notices
from assets.steps.step import StepReport, markdown_table
from resources.store import papers as rows
from resources.store.gate import load_gate
from resources.workbench import Workbench


def look_up_notices(workbench: Workbench, question: Question, run_id: str) -> StepReport:
    """Ask for notices of the papers that are read, where the question's sources say so, and store them."""
    with workbench.store.session() as session:
        read = papers_to_read(workbench, load_gate(session, question.question_id))
        papers = rows.load_papers(session, read)
    notices = add_notices(workbench, question, [papers[paper_id] for paper_id in read], run_id)
    with workbench.store.session() as session:
        standing = rows.load_papers(session, read)
    told = sorted((paper_id, paper.retraction_status.value) for paper_id, paper in standing.items())
    return StepReport(
        content=tuple(f"{paper_id} {status}" for paper_id, status in told),
        counts={"notices_asked": len(notices.said), "notices_failed": len(notices.failed)},
        tables={"could not be asked": markdown_table(("paper", "why"), sorted(notices.failed.items()))},
    )
