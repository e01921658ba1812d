"""What the engine proposes of every paper that passed the gate. Unchanged text is never read twice."""

import asyncio
from collections.abc import Sequence

from aitia.question import Question
from assets.steps.gated_papers import papers_to_read
from assets.steps.step import StepReport, markdown_table
from resources.engines.base import ReadingTask
from resources.store import papers as paper_rows
from resources.store import reading as rows
from resources.store.gate import load_gate
from resources.store.passages import load_passages
from resources.workbench import Workbench


def read_papers(workbench: Workbench, question: Question, run_id: str) -> StepReport:
    """Read the papers that have no reading yet; each result is stored as it comes."""
    engine = workbench.engine
    tasks = {engine.key(task): task for task in reading_tasks(workbench, question)}
    with workbench.store.session() as session:
        known = rows.known_extractions(session, tasks)
    unread = [task.model_copy(update={"run_id": run_id}) for key, task in tasks.items() if key not in known]
    if unread:
        workbench.tell(f"reading {len(unread)} papers with {engine.name} {engine.version}")
        asyncio.run(_read(workbench, question, unread, run_id))
    with workbench.store.session() as session:
        standing = {task.paper.paper_id: key for key, task in tasks.items()}
        rows.point_question_at(session, question.question_id, standing, run_id)
        extractions = rows.question_extractions(session, question.question_id)
        claims = rows.load_claims(session, [item.extraction_id for item in extractions])
    failed = [item for item in extractions if item.error]
    table: list[tuple[object, ...]] = [
        (claim.paper_id, claim.cause, claim.relation, claim.effect, claim.quote.text) for _, claim in claims
    ]
    return StepReport(
        content=tuple(f"{extraction_id} {claim.claim_id}" for extraction_id, claim in claims),
        counts={
            "papers": len(tasks),
            "newly_read": len(unread),
            "claims": len(claims),
            "failed": len(failed),
            "engine": f"{engine.name} {engine.version}",
        },
        tables={"claims": markdown_table(("paper", "cause", "relation", "effect", "quote"), table)},
    )


def reading_tasks(workbench: Workbench, question: Question) -> list[ReadingTask]:
    """The papers that passed the gate, as tasks of an engine."""
    with workbench.store.session() as session:
        gated = load_gate(session, question.question_id)
        included = papers_to_read(workbench, gated)
        papers = paper_rows.load_papers(session, included)
        passages = load_passages(session, included)
    return [
        ReadingTask(paper=papers[paper_id], passages=passages.get(paper_id, ()), question=question)
        for paper_id in included
    ]


async def _read(workbench: Workbench, question: Question, tasks: Sequence[ReadingTask], run_id: str) -> None:
    engine = workbench.engine
    paper_of = {engine.key(task): task.paper.paper_id for task in tasks}
    done = 0
    async for result in engine.read(tasks):
        with workbench.store.session() as session:
            rows.save_reading(
                session,
                paper_of[result.key],
                engine.name,
                engine.version,
                result,
                question.question_id,
                run_id,
            )
        done += 1
        if done % 20 == 0:
            workbench.tell(f"read {done} of {len(tasks)} papers")
