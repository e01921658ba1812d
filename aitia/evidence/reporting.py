"""How likely papers report the outcome asked for, given how many of those read for the question do.

A reader tells of each paper by itself how likely it reports the outcome, as if half of all papers did. Of
thirty papers that a search found on something else, one or two are then taken to report it that do not, and
where nobody else reports it they alone would be the answer. The share that reports is estimated from all
papers read for the question, and each paper's probability moved by it: expectation and maximisation as in
Saerens, Latinne & Decaestecker 2002 (Neural Computation 14:21-41), with a beta prior.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from aitia.model.evidence import AcceptedClaim, OutcomeRole
from aitia.model.keys import PaperId
from aitia.model.scales import Domain, QuestionKind
from aitia.question.specification import Question

LIKELY = 0.5
"""Below this probability a paper is not taken to report the outcome."""
BEFORE = 2.0
"""The prior is worth so many papers that report the outcome, and as many that do not."""
LEAST_SHARE = 0.1
"""No share is estimated lower: what a reader tells with .9 or more always counts."""
SILENT = 0.1
"""What a paper without an answer is told with: the mean of those below .5 on held-out training questions."""
_ROUNDS = 50


def as_likely_here(
    question: Question, claims: Sequence[AcceptedClaim], read: Set[PaperId]
) -> tuple[AcceptedClaim, ...]:
    """The claims, those marked by `match.unlikely` that answer the question with less than `LIKELY` among the
    papers `read` by a reader that tells a probability.

    Not judged is what a claim finds without being asked, what other readers state (a language model's word is
    no such probability), and what is told of methods.
    """
    if question.kind is QuestionKind.LANDSCAPE or question.domain == Domain.MACHINE_LEARNING:
        return tuple(claims)
    told: dict[PaperId, float] = {}
    for item in claims:
        chance, paper = item.claim.answers_question, item.paper.paper_id
        if item.match.role is OutcomeRole.MAIN and chance is not None and paper in read:
            told[paper] = max(told.get(paper, 0.0), chance)
    here = dict(zip(told, moved(list(told.values()), len(read) - len(told)), strict=True))
    return tuple(_marked(item, here.get(item.paper.paper_id, 1.0)) for item in claims)


def moved(told: Sequence[float], silent: int) -> list[float]:
    """Probabilities told as if half of all papers reported, moved to the share that does among them and
    `silent` further ones."""
    odds = 1.0
    for _ in range(_ROUNDS):
        here = [_at(chance, odds) for chance in told]
        report = BEFORE + sum(here) + silent * _at(SILENT, odds)
        share = max(LEAST_SHARE, report / (2 * BEFORE + len(told) + silent))
        odds = share / (1 - share)
    return [_at(chance, odds) for chance in told]


def _at(chance: float, odds: float) -> float:
    return chance * odds / (chance * odds + 1 - chance)


def _marked(item: AcceptedClaim, here: float) -> AcceptedClaim:
    answers = item.match.role is OutcomeRole.MAIN and item.claim.answers_question is not None
    if not answers or here >= LIKELY:
        return item
    return item.model_copy(update={"match": item.match.model_copy(update={"unlikely": round(here, 2)})})
