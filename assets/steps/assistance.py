"""What a language model adds once a verdict stands: its wording, and what to search for next."""

from __future__ import annotations

from aitia.question import Question
from aitia.verdict import Verdict
from assets.steps.rounds import DEMONSTRATION, SEARCH_AGENT, SUFFICIENT
from assets.steps.wordings import WORDINGS
from resources.store import questions, reasoning, standing
from resources.store.searches import load_searches
from resources.store.tables import VerdictRow, VerdictWordingRow
from resources.workbench import Workbench


def assist(workbench: Workbench, question: Question, row: VerdictRow, run_id: str) -> dict[str, int | str]:
    """Word the verdict and ask the search agent, where the settings name a model; counts for the report.

    Done once for each version of a verdict; nothing here changes the verdict.
    """
    if workbench.assistant is None:
        return {}
    verdict = Verdict.model_validate(row.payload)
    worded = sum(_word(workbench, kind, verdict, row, run_id) for kind in WORDINGS)
    return {"wordings": worded, "search agent": _ask_agent(workbench, question, verdict, row, run_id)}


def _word(workbench: Workbench, kind: str, verdict: Verdict, row: VerdictRow, run_id: str) -> int:
    assistant = workbench.assistant
    assert assistant is not None
    with workbench.store.session() as session:
        if kind in standing.wordings_of(session, row.verdict_id):
            return 1
    text = assistant.word(kind, verdict, run_id)
    if text is None:
        return 0
    engine = f"{workbench.engine.name} {workbench.engine.version}"
    wording = VerdictWordingRow(verdict_id=row.verdict_id, kind=kind, text=text, engine=engine, run_id=run_id)
    with workbench.store.session() as session:
        reasoning.save_wording(session, wording)
    return 1


def _ask_agent(
    workbench: Workbench, question: Question, verdict: Verdict, row: VerdictRow, run_id: str
) -> str:
    """Note the agent's follow-up queries with the round; asked only where another round may be made."""
    assistant = workbench.assistant
    assert assistant is not None
    with workbench.store.session() as session:
        newest = questions.latest_round(session, question.question_id)
        noted = standing.round_notes(session, question.question_id, newest).get(SEARCH_AGENT)
        sources, _ = standing.question_places(session, question.question_id)
        made = [s.request.query for s in load_searches(session, question.question_id)]
    if isinstance(noted, dict) and noted.get("fingerprint") == row.fingerprint:
        return str(noted.get("status"))
    no_more = newest >= workbench.settings.max_rounds or set(sources) <= {DEMONSTRATION}
    if no_more or row.certainty in SUFFICIENT:
        return "not asked"
    answer = assistant.find_gaps(verdict, made, run_id)
    if answer is None:
        return "no answer"
    status = "SUFFICIENT" if answer.sufficient else "SEARCH"
    note = {
        "fingerprint": row.fingerprint,
        "status": status,
        "gaps": [gap.model_dump(mode="json") for gap in answer.gaps],
        "refused": list(answer.refused),
    }
    with workbench.store.session() as session:
        questions.note_round(session, question.question_id, newest, {SEARCH_AGENT: note})
    workbench.tell(f"search agent: {status}, {len(answer.gaps)} follow-up queries")
    return status
