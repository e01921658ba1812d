"""The paper that a landscape question starts from. Imports no Dagster."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from aitia.model.errors import SourceError
from aitia.model.paper import Paper, PaperRecord
from aitia.model.scales import QuestionKind
from aitia.question import Question
from aitia.searching.plan import seed_in
from resources.sources.semantic_scholar import NAME, SemanticScholarSource
from resources.store.papers import papers_like
from resources.workbench import Workbench

_SCHEMES = {"ARXIV": "arxiv_id", "DOI": "doi", "PMID": "pmid"}


def seed_paper(
    workbench: Workbench, question: Question, sources: Sequence[str]
) -> Paper | PaperRecord | None:
    """The paper that the question's text names: as stored, else as Semantic Scholar gives it.

    None for other questions, and where neither knows the paper; a failed look-up is shown.
    """
    seed = seed_in(question.text)
    if question.kind is not QuestionKind.LANDSCAPE or seed is None:
        return None
    scheme, _, value = seed.partition(":")
    wanted = PaperRecord.model_validate(
        {"source": "question", "record_id": seed, "title": "", _SCHEMES[scheme]: value.lower()}
    )
    with workbench.store.session() as session:
        known = papers_like(session, [wanted])
    full = next((paper for paper in known if paper.authors), None)
    return full or (_asked(workbench, seed) if NAME in sources else None) or next(iter(known), None)


def seed_authors(workbench: Workbench, question: Question, sources: Sequence[str]) -> tuple[str, ...]:
    """The authors of the seed paper; none known costs nothing but the searches by author."""
    paper = seed_paper(workbench, question, sources)
    return paper.authors if paper else ()


def _asked(workbench: Workbench, seed: str) -> PaperRecord | None:
    source = workbench.source(NAME, ())
    assert isinstance(source, SemanticScholarSource)
    try:
        return asyncio.run(source.paper(seed))
    except SourceError as error:
        workbench.tell(f"note: the seed paper {seed} could not be looked up: {error}", paper_id=seed)
        return None
