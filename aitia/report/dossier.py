"""All that is told of one verdict, loaded once: report, exports and pages are written from it alone."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict

from aitia.evidence.relations.models import GradedRelation
from aitia.model.claim import StudyFacts
from aitia.model.keys import PaperId, PassageId
from aitia.model.passage import Passage, Quote
from aitia.model.scales import GateDecision, RetractionStatus
from aitia.verdict import Verdict


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True)


class Provenance(_Frozen):
    """How the verdict came about: who read, which run, when (UTC, as text)."""

    engine: str
    embedder: str
    run_id: str
    created_at: str


class SearchLine(_Frozen):
    """One search as sent, and what came of it (PRISMA-S). `reported` is the service's own total."""

    search_id: str
    round_no: int
    source: str
    evidence_type: str
    query: str
    filters: dict[str, str] = {}
    result_limit: int
    status: str
    reported: int | None = None
    returned: int | None = None
    sent_at: str = ""
    reason: str = ""
    error: str | None = None


class PaperLine(_Frozen):
    """One paper that the searches found, what the gate decided of it, and what is known of its standing.

    `decision` is None for a paper that waits for the gate; `signals` say who says what of its standing.
    """

    paper_id: PaperId
    title: str
    year: int | None = None
    venue: str = ""
    authors: tuple[str, ...] = ()
    doi: str | None = None
    pmid: str | None = None
    pmcid: str | None = None
    arxiv_id: str | None = None
    publication_types: tuple[str, ...] = ()
    retraction_status: RetractionStatus = RetractionStatus.UNKNOWN
    signals: tuple[str, ...] = ()
    demonstration: bool = False
    decision: GateDecision | None = None
    reason: str = ""
    score: float | None = None
    read: bool = False
    reading_error: str | None = None


class DecisionLine(_Frozen):
    """One proposed claim and what the rules decided of it; `edge_id` where it became an edge."""

    claim_id: str
    extraction_id: str
    paper_id: PaperId
    cause: str
    relation: str
    effect: str
    direction: str
    confidence: float
    quote: str
    passage_id: PassageId
    char_start: int
    char_end: int
    decision: str
    rule: str | None = None
    reason: str = ""
    edge_id: str | None = None
    cause_node: str | None = None
    cause_name: str = ""
    cause_type: str = ""
    effect_node: str | None = None
    effect_name: str = ""
    effect_type: str = ""


class VersionLine(_Frozen):
    """One version of the verdict: when it was reached, what it said and what had changed."""

    version: int
    created_at: str
    conclusion: str
    direction: str
    certainty: str | None = None
    changes: tuple[str, ...] = ()


class StepLine(_Frozen):
    """One edge of a path, with the sentence that says it."""

    edge_id: str
    paper_id: PaperId
    quote: Quote


class PathLine(_Frozen):
    """What the graph adds, in words: a `path` over other things, a `contradiction` or a `confounder`.

    `score` (0 to 1) orders those of a kind, and `why` says what made it.
    """

    text: str
    score: float
    kind: str = "path"
    why: str = ""
    steps: tuple[StepLine, ...]


class Dossier(_Frozen):
    """A verdict with all that it rests on and all that was left out.

    `flow` holds the PRISMA counts by name, `further` the Markdown that a model said beside the verdict,
    `passages` every passage that something here quotes, `relations` what was graded, one per outcome.
    """

    verdict: Verdict
    verdict_id: str
    provenance: Provenance
    further: str = ""
    relations: tuple[GradedRelation, ...] = ()
    paths: tuple[PathLine, ...] = ()
    flow: dict[str, int] = {}
    searches: tuple[SearchLine, ...] = ()
    papers: tuple[PaperLine, ...] = ()
    decisions: tuple[DecisionLine, ...] = ()
    facts: Mapping[PaperId, StudyFacts] = {}
    passages: Mapping[PassageId, Passage] = {}
    versions: tuple[VersionLine, ...] = ()

    def paper(self, paper_id: str) -> PaperLine | None:
        """The paper of that id, where the searches found it."""
        return next((paper for paper in self.papers if paper.paper_id == paper_id), None)

    @property
    def relation_of(self) -> Mapping[str, GradedRelation]:
        """The graded relations by their key."""
        return {relation.relation_key: relation for relation in self.relations}

    @property
    def included(self) -> tuple[PaperLine, ...]:
        """Papers that a sentence of the verdict comes from."""
        used = {source.paper_id for source in self.verdict.sources}
        return tuple(paper for paper in self.papers if paper.paper_id in used)

    @property
    def left_out(self) -> tuple[tuple[PaperLine, str], ...]:
        """Every other paper that was found, with the reason."""
        used = {source.paper_id for source in self.verdict.sources}
        notes = {source.paper_id: source.note for source in self.verdict.excluded}
        return tuple(
            (paper, notes.get(paper.paper_id) or _why(paper))
            for paper in self.papers
            if paper.paper_id not in used
        )


def _why(paper: PaperLine) -> str:
    if paper.decision is None:
        return "waits for the gate"
    if paper.decision is not GateDecision.INCLUDED:
        return paper.reason or paper.decision.value
    if paper.reading_error:
        return f"could not be read: {paper.reading_error}"
    return "read; no accepted sentence on the question" if paper.read else "not read yet"
