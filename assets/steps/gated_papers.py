"""Which candidates are read: by meaning and by words, with the reason for every exclusion."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from sqlmodel import Session

from aitia.identity import notice_kind
from aitia.model.keys import PaperId, content_hash
from aitia.model.paper import Paper
from aitia.model.scales import GateDecision, QuestionKind
from aitia.question import Question
from aitia.retrieval.candidates import make_candidates
from aitia.retrieval.gate import GatedPaper, gate, not_preselected
from aitia.retrieval.lexical import Document, LexicalIndex
from aitia.retrieval.preselection import preselect
from aitia.retrieval.presence import presence_model
from aitia.retrieval.queries import Vectors, question_views, view_vectors
from aitia.retrieval.relevance import relevance_model
from aitia.text.passages import make_passages
from assets.steps.seed_paper import seed_paper
from assets.steps.step import StepReport, markdown_table
from resources.rerankers import CrossEncoder, rerank
from resources.store import changes, graph
from resources.store import papers as rows
from resources.store.embeddings import load_embeddings, save_embeddings
from resources.store.gate import GateRow, save_gate
from resources.store.passages import save_passages
from resources.store.questions import latest_round, note_round
from resources.store.standing import question_places
from resources.workbench import Workbench

LANDSCAPE_PAPERS = 1_000
_UNGATED = "read without a gate, as the settings say"


def gate_papers(workbench: Workbench, question: Question, run_id: str) -> StepReport:
    """Pre-select by words, embed what is new, decide on every candidate, cut those to read into passages."""
    with workbench.store.session() as session:
        changes.unsettle(session, question.question_id)
        papers = rows.load_papers(session, rows.candidate_ids(session, question.question_id))
    index = LexicalIndex([Document(p.paper_id, p.title, p.abstract) for p in papers.values()])
    views = question_views(question, workbench.vocabulary, index.abbreviations)
    embedder = workbench.embedder
    asked = view_vectors(views, embedder.embed)
    embedded = 0

    def vectors_of(chosen: Sequence[int]) -> Vectors:
        nonlocal embedded
        vectors, new = _vectors(workbench, [papers[index.paper_ids[row]] for row in chosen], run_id)
        embedded += new
        return vectors

    chosen, vectors = preselect(views, asked, index, vectors_of)
    seed = _seed_vector(workbench, question)
    threshold = workbench.settings.gate_threshold
    threshold = embedder.threshold if threshold is None else threshold
    candidates = make_candidates(views, asked, index, chosen, vectors, seed)
    order = ""

    def reranked(best: Sequence[PaperId]) -> Sequence[PaperId]:
        nonlocal order
        ordered, order = _reranked(workbench, question, best, papers)
        return ordered

    decided = gate(
        question,
        candidates,
        threshold,
        relevance_model(embedder.name),
        papers_that_may_pass(workbench, question),
        embedder.seed_threshold,
        reranked,
    )
    gated: tuple[GatedPaper, ...] = (*decided, *not_preselected(views, index, chosen))
    presence = presence_model(embedder.name)
    if not workbench.settings.gate:
        gated = tuple(replace(item, decision=GateDecision.INCLUDED, reason=_UNGATED) for item in gated)
    decided_rows = [_without_notice(_row(x, threshold, embedder.name), papers[x.paper_id]) for x in gated]
    present = None if presence is None else presence.probability(candidates)
    standing = _save(workbench, question, decided_rows, present, run_id)
    included = papers_to_read(workbench, standing)
    _cut(workbench, [papers[paper_id] for paper_id in included], run_id)
    workbench.tell(f"{len(included)} of {len(papers)} papers are read")
    return _report(standing, papers, embedded, order)


def _cut(workbench: Workbench, papers: Sequence[Paper], run_id: str) -> None:
    """Store the passages of papers that are read."""
    with workbench.store.session() as session:
        passages = [passage for paper in papers for passage in make_passages(paper)]
        save_passages(session, passages, run_id)


def papers_that_may_pass(workbench: Workbench, question: Question) -> int:
    """How many papers may pass: for a landscape, which counts papers, all of them where reading is free."""
    most = workbench.settings.gate_top_n
    whole = question.kind is QuestionKind.LANDSCAPE and workbench.engine.free
    return max(most, LANDSCAPE_PAPERS) if whole else most


def _save(
    workbench: Workbench,
    question: Question,
    decided: Sequence[GateRow],
    present: float | None,
    run_id: str,
) -> list[GateRow]:
    """Store what was decided, with a person's word above it; what then stands."""
    with workbench.store.session() as session:
        standing = _reviewed(session, decided)
        round_no = latest_round(session, question.question_id)
        save_gate(session, question.question_id, round_no, standing, run_id)
        if present is not None:
            note_round(session, question.question_id, round_no, {"sources_present": round(present, 3)})
    return standing


def papers_to_read(workbench: Workbench, gate_rows: Sequence[GateRow]) -> list[PaperId]:
    """The included papers, and the borderline ones where reading costs nothing."""
    wanted = {GateDecision.INCLUDED}
    if workbench.engine.free:
        wanted.add(GateDecision.BORDERLINE)
    return [row.paper_id for row in gate_rows if row.decision in wanted]


def _reranked(
    workbench: Workbench, question: Question, best: Sequence[PaperId], papers: Mapping[PaperId, Paper]
) -> tuple[tuple[PaperId, ...], str]:
    """The best papers in a cross-encoder's order where its file is given; and which order it is."""
    path = workbench.settings.reranker_path
    texts = [f"{papers[paper_id].title}\n{papers[paper_id].abstract}" for paper_id in best]
    ranking = rerank(CrossEncoder(path) if path else None, question.text, texts)
    return tuple(best[place] for place in ranking.order), ranking.method


def _vectors(workbench: Workbench, papers: Sequence[Paper], run_id: str) -> tuple[NDArray[np.float32], int]:
    """One vector per paper; only texts without a stored vector are embedded."""
    embedder = workbench.embedder
    hashes = {paper.paper_id: content_hash(paper.title, paper.abstract) for paper in papers}
    with workbench.store.session() as session:
        known = load_embeddings(session, embedder.name, hashes)
    missing = [paper for paper in papers if paper.paper_id not in known]
    if missing:
        workbench.tell(f"embedding {len(missing)} papers")
        found = embedder.embed([f"{paper.title}\n{paper.abstract}" for paper in missing])
        new = {p.paper_id: (hashes[p.paper_id], v) for p, v in zip(missing, found, strict=True)}
        with workbench.store.session() as session:
            save_embeddings(session, embedder.name, embedder.short_dimensions, new, run_id)
        known.update({paper_id: vector for paper_id, (_, vector) in new.items()})
    if not papers:
        return np.zeros((0, embedder.dimensions), dtype=np.float32), 0
    return np.stack([known[paper.paper_id] for paper in papers]), len(missing)


def _seed_vector(workbench: Workbench, question: Question) -> Vectors | None:
    """The vector of the paper that a landscape question names, where its title is known."""
    with workbench.store.session() as session:
        sources, _ = question_places(session, question.question_id)
    seed = seed_paper(workbench, question, sources)
    if seed is None or not seed.title:
        return None
    vector: Vectors = workbench.embedder.embed([f"{seed.title}\n{seed.abstract}"])[0]
    return vector


def _row(item: GatedPaper, threshold: float, embedder: str) -> GateRow:
    return GateRow(
        item.paper_id,
        item.decision,
        item.reason,
        item.rank,
        round(item.score, 6),
        round(item.similarity, 6),
        round(item.bm25, 6),
        threshold,
        embedder,
    )


def _without_notice(row: GateRow, paper: Paper) -> GateRow:
    """A notice about a paper is not a study, whatever its words."""
    kind = notice_kind(paper.title, paper.publication_types)
    if kind is None:
        return row
    reason = f"a notice ({kind.value}) about a paper, not a study"
    return replace(row, decision=GateDecision.EXCLUDED, reason=reason)


def _reviewed(session: Session, decided: Sequence[GateRow]) -> list[GateRow]:
    """A person's review of a paper stands above the gate."""
    reviews = graph.reviews_of(session, "paper", [row.paper_id for row in decided])
    verdicts = {"include": GateDecision.INCLUDED, "exclude": GateDecision.EXCLUDED}
    standing = []
    for row in decided:
        review = reviews.get(row.paper_id)
        if review is not None and review.decision in verdicts:
            reason = f"{review.decision}d by {review.reviewer}: {review.note}"
            row = replace(row, decision=verdicts[review.decision], reason=reason)
        standing.append(row)
    return standing


def _report(
    standing: Sequence[GateRow],
    papers: Mapping[PaperId, Paper],
    embedded: int,
    order: str,
) -> StepReport:
    counts = Counter(row.decision.value for row in standing)
    table: list[tuple[object, ...]] = [
        (row.rank, row.decision.value, papers[row.paper_id].title, row.reason) for row in standing
    ]
    saved = 1 - counts["included"] / len(standing) if standing else 0.0
    return StepReport(
        content=tuple(sorted(f"{row.paper_id} {row.decision.value}" for row in standing)),
        counts={
            **counts,
            "embedded": embedded,
            "reading_saved": round(saved, 3),
            "order": order,
        },
        tables={"gate": markdown_table(("rank", "decision", "paper", "reason"), table)},
    )
