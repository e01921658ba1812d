"""Who wrote a landscape question's seed paper. Imports no Dagster."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from aitia.errors import SourceError
from aitia.paper import PaperRecord
from aitia.plan import seed_in
from aitia.question import Question
from aitia.vocabulary import QuestionKind
from resources.sources.semantic_scholar import NAME, SemanticScholarSource
from resources.store.papers import papers_like
from resources.workbench import Workbench

_SCHEMES = {"ARXIV": "arxiv_id", "DOI": "doi", "PMID": "pmid"}


def seed_authors(workbench: Workbench, question: Question, sources: Sequence[str]) -> tuple[str, ...]:
    """The authors of the paper that the question's text names: as stored, else as Semantic Scholar says.

    Empty for other questions, and where neither knows the paper; a failed look-up is shown and costs
    nothing but the searches by author.
    """
    seed = seed_in(question.text)
    if question.kind is not QuestionKind.LANDSCAPE or seed is None:
        return ()
    scheme, _, value = seed.partition(":")
    wanted = PaperRecord.model_validate(
        {"source": "question", "record_id": seed, "title": "", _SCHEMES[scheme]: value.lower()}
    )
    with workbench.store.session() as session:
        known = next((paper.authors for paper in papers_like(session, [wanted]) if paper.authors), ())
    return known or (_asked(workbench, seed) if NAME in sources else ())


def _asked(workbench: Workbench, seed: str) -> tuple[str, ...]:
    source = workbench.source(NAME, ())
    assert isinstance(source, SemanticScholarSource)
    try:
        record = asyncio.run(source.paper(seed))
    except SourceError as error:
        workbench.progress(f"note: the authors of {seed} are not known: {error}")
        return ()
    return record.authors if record else ()
