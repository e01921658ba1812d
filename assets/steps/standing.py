"""What Crossref's notices say of the papers that are read. Imports no Dagster."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from aitia.model.errors import SourceError
from aitia.model.keys import PaperId
from aitia.model.paper import Paper, RetractionSignal
from aitia.question import Question
from assets.steps.batches import ask_each
from resources.sources.crossref import NAME, CrossrefSource
from resources.store.papers import save_standing
from resources.store.questions import latest_round, note_round
from resources.store.standing import question_places
from resources.workbench import Workbench

_NOTE = "notices"
_MOST_SHOWN = 3


@dataclass(frozen=True)
class Notices:
    """What was said of each paper, and of whom nothing could be learnt and why."""

    said: Mapping[PaperId, tuple[RetractionSignal, ...]] = field(default_factory=dict)
    failed: Mapping[PaperId, str] = field(default_factory=dict)


def add_notices(workbench: Workbench, question: Question, read: Sequence[Paper], run_id: str) -> Notices:
    """Ask for notices of the papers with a DOI, where the question is asked of Crossref, and store them.

    A second origin beside what the source of a paper says of it. A look-up that fails changes nothing in a
    paper's standing and is noted with the round.
    """
    with workbench.store.session() as session:
        sources, _ = question_places(session, question.question_id)
    wanted = [paper for paper in read if paper.doi]
    if NAME not in sources or not wanted:
        return Notices()
    workbench.tell(f"asking {NAME} for notices of {len(wanted)} papers")
    found = asyncio.run(_ask(workbench, wanted))
    told = [
        paper.model_copy(update={"retraction_signals": found.said[paper.paper_id]})
        for paper in wanted
        if paper.paper_id in found.said
    ]
    with workbench.store.session() as session:
        save_standing(session, told, run_id)
        newest = latest_round(session, question.question_id)
        note = {"asked": len(wanted), "failed": dict(sorted(found.failed.items()))}
        note_round(session, question.question_id, newest, {_NOTE: note})
    for paper_id, reason in sorted(found.failed.items())[:_MOST_SHOWN]:
        workbench.tell(f"note: no notices of {paper_id} could be asked for: {reason}", paper_id=paper_id)
    return found


async def _ask(workbench: Workbench, wanted: Sequence[Paper]) -> Notices:
    source = workbench.source(NAME, ())
    assert isinstance(source, CrossrefSource)
    answers = await ask_each(NAME, wanted, lambda paper: source.notices(paper.doi or ""))
    told = list(zip([paper.paper_id for paper in wanted], answers, strict=True))
    return Notices(
        {paper_id: answer for paper_id, answer in told if not isinstance(answer, SourceError)},
        {paper_id: str(answer) for paper_id, answer in told if isinstance(answer, SourceError)},
    )
