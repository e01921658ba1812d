"""Which candidates are read for a question, and why the others are not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from aitia.model.keys import PaperId
from aitia.model.scales import GateDecision, QuestionKind
from aitia.question.specification import Question
from aitia.retrieval.candidates import Candidate
from aitia.retrieval.fusion import Scores, second_look
from aitia.retrieval.lexical import LexicalIndex
from aitia.retrieval.queries import QuestionViews
from aitia.retrieval.relevance import RelevanceModel

DEFAULT_TOP_N = 100
BAND = 0.05
"""Cosines this far below the threshold are borderline, when the words speak for the paper."""


@dataclass(frozen=True)
class GatedPaper:
    """The decision on one candidate. `rank` is 1-based over all candidates of the question."""

    paper_id: PaperId
    rank: int
    score: float
    similarity: float
    bm25: float
    probability: float
    decision: GateDecision
    reason: str


def gate(
    question: Question,
    candidates: Sequence[Candidate],
    threshold: float,
    model: RelevanceModel,
    top_n: int = DEFAULT_TOP_N,
    seed_threshold: float = 1.0,
    reranked: Callable[[Sequence[PaperId]], Sequence[PaperId]] | None = None,
) -> tuple[GatedPaper, ...]:
    """Decide on every candidate; best first, ties by paper id.

    `reranked` gives the same papers in another order, which then decides which `top_n` are kept.

    `threshold` is a cosine of the embedder in use; a paper passes too when its cosine to the seed paper
    reaches `seed_threshold`, which is higher: papers on one subject are alike in more than that. At most
    `top_n` papers are included or kept for review. The order of the candidates does not matter.
    """
    pool = sorted(candidates, key=lambda candidate: candidate.paper_id)
    scores = ranking_scores(pool)
    probabilities = model.probabilities(pool)
    order = sorted(range(len(pool)), key=lambda row: (-scores[row], pool[row].paper_id))
    if reranked is not None:
        place = {candidate.paper_id: row for row, candidate in enumerate(pool)}
        order = [place[paper_id] for paper_id in reranked([pool[row].paper_id for row in order])]
    rule = _Rule(question, threshold, model, top_n, seed_threshold)
    gated: list[GatedPaper] = []
    for row in order:
        candidate, probability = pool[row], float(probabilities[row])
        decision, reason = rule.decide(candidate, probability)
        gated.append(
            GatedPaper(
                paper_id=candidate.paper_id,
                rank=len(gated) + 1,
                score=float(scores[row]),
                similarity=candidate.nearest,
                bm25=candidate.bm25,
                probability=probability,
                decision=decision,
                reason=reason,
            )
        )
    return tuple(gated)


def ranking_scores(candidates: Sequence[Candidate]) -> Scores:
    """The score that candidates are ranked by, shape (n,): fusion with feedback."""
    names = ("nearest", "bm25", "keyword_match", "feedback_similarity", "feedback_bm25", "outcome_match")
    columns = [np.array([getattr(c, name) for c in candidates], dtype=np.float64) for name in names]
    return second_look(*columns)


def not_preselected(views: QuestionViews, index: LexicalIndex, rows: Sequence[int]) -> tuple[GatedPaper, ...]:
    """Exclusions of the papers that the lexical pre-selection left out, in BM25 order after it."""
    chosen = set(rows)
    scores = index.scores(views.stems)
    lowest = min((float(scores[row]) for row in chosen), default=0.0)
    others = [row for row in range(len(index)) if row not in chosen]
    others.sort(key=lambda row: (-scores[row], index.paper_ids[row]))
    return tuple(
        GatedPaper(
            paper_id=index.paper_ids[row],
            rank=len(chosen) + position,
            score=0.0,
            similarity=0.0,
            bm25=float(scores[row]),
            probability=0.0,
            decision=GateDecision.EXCLUDED,
            reason=_outside(float(scores[row]), lowest, len(chosen)),
        )
        for position, row in enumerate(others, start=1)
    )


def _outside(score: float, lowest: float, chosen: int) -> str:
    if score <= 0:
        return "no word in common with the question"
    return f"BM25 {score:.1f}: not among the {chosen} papers nearest in words (from {lowest:.1f})"


@dataclass
class _Rule:
    """Decides on candidates in the order of their rank and counts those that are kept."""

    question: Question
    threshold: float
    model: RelevanceModel
    top_n: int
    seed_threshold: float
    kept: int = 0

    def decide(self, candidate: Candidate, probability: float) -> tuple[GateDecision, str]:
        decision, reason = self._judge(candidate, probability)
        if decision is GateDecision.EXCLUDED:
            return decision, reason
        if self.kept >= self.top_n:
            return GateDecision.EXCLUDED, f"beyond the best {self.top_n} papers; {reason}"
        self.kept += 1
        return decision, reason

    def _judge(self, candidate: Candidate, probability: float) -> tuple[GateDecision, str]:
        if not candidate.has_text:
            return GateDecision.EXCLUDED, "neither title nor abstract to compare with the question"
        decision, reason = self._by_question(candidate, probability)
        return self._by_seed(candidate, decision, reason)

    def _by_seed(self, candidate: Candidate, decision: GateDecision, reason: str) -> tuple[GateDecision, str]:
        """A paper like the seed paper passes, whatever its words; one nearly like it is kept for review."""
        if candidate.seed_similarity is None or decision is GateDecision.INCLUDED:
            return decision, reason
        near = f"similarity to the seed paper {candidate.seed_similarity:.2f}"
        if candidate.seed_similarity >= self.seed_threshold:
            return GateDecision.INCLUDED, f"{near} reaches {self.seed_threshold:.2f}"
        if candidate.seed_similarity >= self.seed_threshold - BAND:
            below = f"{near} is within {BAND:.2f} below {self.seed_threshold:.2f}"
            return GateDecision.BORDERLINE, f"{below}; {reason}"
        return decision, f"{reason}; {near}"

    def _by_question(self, candidate: Candidate, probability: float) -> tuple[GateDecision, str]:
        likely = f"probability of relevance {probability:.3f}"
        near = f"similarity {candidate.similarity:.2f}"
        if candidate.similarity < self.threshold - BAND:
            return GateDecision.EXCLUDED, f"{near} is below the threshold {self.threshold:.2f}"
        if probability < self.model.review_from:
            limit = f"{likely} is below {self.model.review_from:.3f}"
            return GateDecision.EXCLUDED, f"{limit}: {near}, {self._words(candidate)}"
        if candidate.similarity < self.threshold:
            text = f"{near} is within {BAND:.2f} below the threshold {self.threshold:.2f}, {likely}"
            return GateDecision.BORDERLINE, text
        if probability < self.model.include_from:
            text = f"{likely} is between {self.model.review_from:.3f} and {self.model.include_from:.3f}"
            return GateDecision.BORDERLINE, f"{text}: {near}, {self._words(candidate)}"
        return GateDecision.INCLUDED, f"{near}, {likely}, {self._words(candidate)}"

    def _words(self, candidate: Candidate) -> str:
        found = candidate.intervention_match, candidate.outcome_match
        landscape = self.question.kind is QuestionKind.LANDSCAPE
        first = self.question.outcome if landscape else self.question.intervention
        parts = dict(zip((first, self.question.outcome), found, strict=True)).items()
        return " and ".join(f'{share:.0%} of the words of "{part}"' for part, share in parts) + " found"
