"""Readings given directly to grading and synthesis: no database and no gate in between.

Readings of a file are taken as they are; what the local reader proposes meets the rules.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from aitia.domains import adapter_for
from aitia.evidence.independence import link_studies
from aitia.evidence.relations import grade_relations
from aitia.evidence.reporting import as_likely_here
from aitia.model.claim import Reading
from aitia.model.errors import AitiaError
from aitia.model.evidence import AcceptedClaim
from aitia.model.keys import EdgeId, PaperId, stable_id
from aitia.model.paper import Paper
from aitia.model.scales import Decision
from aitia.question import Question, read_question
from aitia.reading.statements.matching import match_claim
from aitia.reading.trained import WORDS_ALONE
from aitia.text.passages import make_passages
from aitia.verdict import conclude
from aitia.words.names import other_names
from aitia.words.naming import canonical_name, node_id
from bench.answers.questions import AskedQuestion, names_of
from bench.answers.readings import ReadingsEngine, Row
from bench.answers.run import Answered
from resources.engines.base import ReadingTask
from resources.engines.local import read_paper
from resources.local_models import local_models
from validators.decide import decide
from validators.findings import ClaimContext

Reader = Callable[[ReadingTask], Reading]


def from_file(rows: Mapping[str, Row], questions: Sequence[AskedQuestion]) -> Reader:
    """The file's readings, taken as they are."""
    return ReadingsEngine(rows, questions).reading


def locally(models: Path | None, close: bool = True) -> Reader:
    """The local reader's readings, with the claims that the rules accept; `close` as for the local engine."""
    local = local_models(models, close) if models else WORDS_ALONE

    def read(task: ReadingTask) -> Reading:
        reading = read_paper(task, local)
        adapter = adapter_for(task.question.domain)
        context = ClaimContext.of(task.paper, task.passages, reading.study, adapter, other_names)
        decided = [decide(claim, context) for claim in reading.claims]
        kept = tuple(item.claim for item in decided if item.decision is Decision.ACCEPTED)
        return reading.model_copy(update={"claims": kept})

    return read


def answer_directly(reader: Reader, questions: Sequence[AskedQuestion]) -> Iterator[Answered]:
    """Each question's answer from what `reader` makes of its own sources, in order."""
    for asked in questions:
        started = time.monotonic()
        try:
            question = read_question(asked.text)
        except AitiaError as problem:
            yield Answered(asked, None, f"{type(problem).__name__}: {problem}"[:500])
            continue
        papers = [_paper(name, source) for name, source in asked.sources.items()]
        claims = as_likely_here(
            question, _claims(reader, question, papers), {paper.paper_id for paper in papers}
        )
        verdict = conclude(question, grade_relations(question, claims), [], papers_read=len(papers))
        read = frozenset(key for paper in papers for key in names_of(paper.pmid, paper.title))
        yield Answered(asked, verdict, "", {}, read, time.monotonic() - started)


def _claims(reader: Reader, question: Question, papers: Sequence[Paper]) -> list[AcceptedClaim]:
    tasks = [ReadingTask(paper=paper, passages=make_passages(paper), question=question) for paper in papers]
    readings = [reader(task) for task in tasks]
    links = link_studies([(t.paper, r.study) for t, r in zip(tasks, readings, strict=True)])
    study = {link.paper_id: link.study_id for link in links}
    return [
        AcceptedClaim(
            edge_id=EdgeId(stable_id("edge", claim.claim_id)),
            claim=claim,
            paper=task.paper,
            study=reading.study,
            study_id=study[task.paper.paper_id],
            cause_node=node_id(claim.cause_type, canonical_name(claim.cause)),
            effect_node=node_id(claim.effect_type, canonical_name(claim.effect)),
            match=match_claim(question, claim, reading.study),
        )
        for task, reading in zip(tasks, readings, strict=True)
        for claim in reading.claims
    ]


def _paper(name: str, source: Mapping[str, Any]) -> Paper:
    year = str(source.get("date") or source.get("year") or "")[:4]
    return Paper(
        source="readings",
        record_id=name,
        paper_id=PaperId(stable_id("paper", name)),
        title=str(source.get("title") or name),
        abstract=str(source.get("content") or source.get("abstract") or ""),
        year=int(year) if year.isdigit() else None,
        pmid=name if name.isdigit() else None,
        publication_types=tuple(source.get("publication_types") or ()),
    )
