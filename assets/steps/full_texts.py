"""Open full text of the papers that passed the gate."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from aitia.model.keys import PaperId
from aitia.model.paper import Paper, PaperRecord
from aitia.model.scales import GateDecision
from aitia.question import Question
from aitia.text.passages import make_passages
from assets.steps.batches import ask_each
from assets.steps.step import StepReport, markdown_table
from resources.http import NotFound
from resources.sources.europe_pmc import NAME, EuropePmcSource
from resources.store import papers as paper_rows
from resources.store import questions as rows
from resources.store import standing
from resources.store.full_texts import save_full_text
from resources.store.gate import load_gate
from resources.store.passages import save_passages
from resources.workbench import Workbench

_NOTE = "full_text"
_MOST_SHOWN = 3


@dataclass(frozen=True)
class FullTexts:
    """Papers that gained sections, and why others did not: `absent` have none open, `failed` may later."""

    papers: Mapping[PaperId, Paper] = field(default_factory=dict)
    absent: Mapping[PaperId, str] = field(default_factory=dict)
    failed: Mapping[PaperId, str] = field(default_factory=dict)


def fetch_full_texts(workbench: Workbench, question: Question, run_id: str) -> StepReport:
    """Fetch and store the open full text of the included papers, and cut it into passages.

    Nothing is fetched unless the settings and the question's sources say so. A paper that has sections is
    never asked for, nor one of which Europe PMC said in an earlier run of this question that it has none. A
    failure is noted with the round and shown; the paper is read from its abstract.
    """
    with workbench.store.session() as session:
        sources, _ = standing.question_places(session, question.question_id)
        newest = rows.latest_round(session, question.question_id)
        notes = [standing.round_notes(session, question.question_id, n) for n in range(1, newest + 1)]
        gated = load_gate(session, question.question_id)
        sure = [row.paper_id for row in gated if row.decision is GateDecision.INCLUDED]
        included = paper_rows.load_papers(session, sure)
    found = FullTexts(absent=_absent(notes))
    wanted = [p for p in included.values() if p.pmcid and not p.sections and p.paper_id not in found.absent]
    if workbench.settings.full_text and NAME in sources and wanted:
        found = _add(workbench, question, wanted, found.absent, newest, run_id)
    in_full = sorted(p.paper_id for p in {**included, **found.papers}.values() if p.sections)
    table: list[tuple[object, ...]] = [*found.absent.items(), *found.failed.items()]
    return StepReport(
        content=tuple(in_full),
        counts={
            "in_full": len(in_full),
            "full_texts_fetched": len(found.papers),
            "full_texts_failed": len(found.failed),
        },
        tables={"read from the abstract": markdown_table(("paper", "why"), sorted(table, key=str))},
    )


def _add(
    workbench: Workbench,
    question: Question,
    wanted: Sequence[Paper],
    absent: Mapping[PaperId, str],
    newest: int,
    run_id: str,
) -> FullTexts:
    workbench.tell(f"asking {NAME} for the open full text of {len(wanted)} papers")
    found = asyncio.run(_fetch(workbench, wanted))
    with workbench.store.session() as session:
        papers = {p.paper_id: save_full_text(session, p, p.sections, run_id) for p in found.papers.values()}
        passages = [passage for paper in papers.values() for passage in make_passages(paper)]
        save_passages(session, passages, run_id)
        complete = FullTexts(papers, {**absent, **found.absent}, found.failed)
        note = {"absent": dict(complete.absent), "failed": dict(complete.failed), "read": sorted(papers)}
        rows.note_round(session, question.question_id, newest, {_NOTE: note})
    for paper_id, reason in sorted(found.failed.items())[:_MOST_SHOWN]:
        workbench.tell(f"note: no full text of {paper_id}: {reason}", paper_id=paper_id)
    return complete


def _absent(notes: Sequence[Mapping[str, object]]) -> dict[PaperId, str]:
    """The papers of which an earlier run was told that no open full text exists."""
    known: dict[PaperId, str] = {}
    for note in notes:
        part = note.get(_NOTE)
        listed = part.get("absent") if isinstance(part, Mapping) else None
        known |= {PaperId(k): str(v) for k, v in listed.items()} if isinstance(listed, Mapping) else {}
    return known


async def _fetch(workbench: Workbench, wanted: Sequence[Paper]) -> FullTexts:
    source = workbench.source(NAME, ())
    assert isinstance(source, EuropePmcSource)
    papers: dict[PaperId, Paper] = {}
    absent: dict[PaperId, str] = {}
    failed: dict[PaperId, str] = {}
    answers = await ask_each(NAME, wanted, lambda paper: _one(source, paper))
    for paper, answer in zip(wanted, answers, strict=True):
        if isinstance(answer, Paper):
            papers[paper.paper_id] = answer
        elif isinstance(answer, NotFound):
            absent[paper.paper_id] = str(answer)
        else:
            failed[paper.paper_id] = str(answer)
    return FullTexts(papers, absent, failed)


async def _one(source: EuropePmcSource, paper: Paper) -> Paper:
    record = await source.full_text(paper.pmcid or "")
    if reason := _refused(paper, record):
        raise NotFound(f"{NAME}: {paper.pmcid} {reason}")
    said = tuple(signal for signal in record.retraction_signals if signal.about is None)
    return paper.model_copy(update={"sections": record.sections, "retraction_signals": said})


def _refused(paper: Paper, record: PaperRecord) -> str:
    """Why an article is not this paper's full text; empty when it is."""
    for name in ("pmcid", "pmid", "doi"):
        asked, given = getattr(paper, name), getattr(record, name)
        if asked and given and asked != given:
            return f"gives the full text of another paper ({name} {given[:60]})"
    return "" if record.sections else "has no text beside its abstract"
