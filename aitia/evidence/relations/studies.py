"""From accepted claims to one row of evidence per study."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from aitia.evidence.grading.thresholds import excludes_null
from aitia.evidence.independence import one_per_study
from aitia.evidence.relations.contradiction import corroborated
from aitia.evidence.relations.statistics import standard_estimates
from aitia.evidence.relations.text import synthesises_observational
from aitia.model.claim import DirectionShares, RiskOfBias
from aitia.model.evidence import AcceptedClaim, OutcomeRole, StandardEstimate, StudyEvidence
from aitia.model.keys import EdgeId
from aitia.model.paper import Paper
from aitia.model.scales import SYNTHESIS_DESIGNS, Direction, Polarity, SentenceRole, StudyDesign
from aitia.question.specification import Question

_OPPOSITE = {Direction.INCREASES: Direction.DECREASES, Direction.DECREASES: Direction.INCREASES}
_BIAS_ORDER = (RiskOfBias.UNKNOWN, RiskOfBias.LOW, RiskOfBias.SOME_CONCERNS, RiskOfBias.HIGH)
_NEAR_BEST = 0.04
_ANSWERS = 0.5
"""From this on the reader's answer counts as near whatever another finding scores."""
_LABEL = 40
_DOUBTED = "another passage contradicts a very large effect that stands in one only; it is left out"
_SUFFIXES = frozenset(("jr", "sr", "ii", "iii", "iv"))
_GROUP = re.compile(
    r"\b(?:group|collaborat\w+|committee|project|investigators|trialists\w*|consortium|society|network)", re.I
)


def is_opposite_outcome(question: Question, item: AcceptedClaim) -> bool:
    """Whether a claim on the question's outcome names its opposite: survival for mortality.

    Told by polarity, and only where both are known: more of the one is then less of the other.
    """
    known = {question.outcome_polarity, item.claim.outcome_polarity} - {Polarity.UNKNOWN}
    return item.match.role is OutcomeRole.MAIN and len(known) == 2


def oriented_direction(question: Question, item: AcceptedClaim) -> Direction:
    """The claim's direction from the question's side.

    Turned when its cause is the comparator or its outcome the opposite one; no difference where the
    paper says that the difference is not significant.
    """
    direction = item.claim.direction
    if item.claim.significant is False and direction in _OPPOSITE:
        return Direction.NO_DIFFERENCE
    turned = item.match.swapped != is_opposite_outcome(question, item)
    return _OPPOSITE.get(direction, direction) if turned else direction


def directions_of(question: Question, claims: Sequence[AcceptedClaim]) -> dict[EdgeId, Direction]:
    """Every claim's direction from the question's side."""
    return {item.edge_id: oriented_direction(question, item) for item in claims}


def _shares(question: Question, item: AcceptedClaim) -> DirectionShares | None:
    """The reader's belief from the question's side."""
    told = item.claim.direction_shares
    if told is None or item.match.swapped == is_opposite_outcome(question, item):
        return told
    up, down, none = told
    return down, up, none


def relevance(item: AcceptedClaim) -> float:
    """How surely a claim is the finding asked for, 0 to 1: the reader's own view, else the match."""
    told = item.claim.answers_question
    return item.match.score if told is None else (item.match.score + told) / 2


def citation(paper: Paper) -> str:
    """A short label: the first author's family name (or group) and the year, else how the title begins."""
    name = _author_name(paper.authors[0]) if paper.authors else ""
    if not name:
        name = _beginning(paper.title) or paper.paper_id
    return f"{name} {paper.year}" if paper.year else name


def study_evidence(
    question: Question, claims: Sequence[AcceptedClaim]
) -> tuple[StudyEvidence, tuple[str, ...]]:
    """One row for all claims of one study about one outcome, and what had to be left aside.

    The claim that answers the question best leads; the study's estimate is taken from it or, failing
    that, from the claims that answer nearly as well, or that the reader gave as its answer and that agree.
    """
    kept, doubted = corroborated(claims, directions_of(question, claims))
    ranked = sorted(kept, key=_rank)
    lead = ranked[0]
    near = [item for item in ranked if _is_near(question, item, lead)]
    estimate, notes = _choose_estimate(question, near)
    direction, significant = _finding(question, near, estimate)
    label = citation(lead.paper)
    notes = (*notes, *(f"{citation(item.paper)}: {_DOUBTED}" for item in doubted))
    if estimate is not None and _contradicts(question, lead, estimate):
        notes = (
            *notes,
            f"{label}: the number and the words point in opposite directions; the number is left out",
        )
        estimate, direction, significant = None, oriented_direction(question, lead), lead.claim.significant
    row = StudyEvidence(
        study_id=lead.study_id,
        label=label,
        paper_ids=tuple(sorted({item.paper.paper_id for item in claims})),
        edge_ids=tuple(sorted(item.edge_id for item in claims)),
        design=_design(claims),
        direction=direction,
        significant=significant,
        sample_size=_sample_size(claims, estimate),
        events=_events(estimate),
        estimate=estimate,
        risk_of_bias=max((item.study.risk_of_bias for item in claims), key=_BIAS_ORDER.index),
        is_animal=any(item.study.is_animal for item in claims),
        population=lead.claim.population or lead.study.population,
        year=lead.paper.year,
        indirectness=_indirectness(question, lead),
        outcome_score=min(1.0, max(0.0, relevance(lead))),
        outcome_polarity=_polarity(question, near),
        dose=lead.study.dose,
        evidence_base=_evidence_base(claims),
        direction_shares=None if estimate else _shares(question, lead),
        p_value=None if estimate else _p_alone(lead),
    )
    return row, notes


def _is_near(question: Question, item: AcceptedClaim, lead: AcceptedClaim) -> bool:
    if relevance(item) >= relevance(lead) - _NEAR_BEST:
        return True
    answers = (item.claim.answers_question or 0.0) >= _ANSWERS
    return answers and oriented_direction(question, item) is oriented_direction(question, lead)


def _p_alone(lead: AcceptedClaim) -> float | None:
    """An exact p value of the leading claim that stands without a usable effect."""
    told = [e.p_value for e in lead.claim.estimates if e.p_value is not None and e.p_operator == "="]
    return told[0] if told else None


def _rank(item: AcceptedClaim) -> tuple[float, bool, bool, float, str]:
    conclusion = item.claim.role is not SentenceRole.RESULT
    return (
        -round(relevance(item), 3),
        not item.claim.estimates,
        conclusion,
        -item.claim.confidence,
        item.edge_id,
    )


def _choose_estimate(
    question: Question,
    near: Sequence[AcceptedClaim],
) -> tuple[StandardEstimate | None, tuple[str, ...]]:
    """One estimate for the study by the rules of `aitia.evidence.independence`, and why it was that one."""
    notes: list[str] = []
    rows: list[StudyEvidence] = []
    for item in near:
        usable, problems = standard_estimates(item, is_opposite_outcome(question, item))
        notes.extend(f"{citation(item.paper)}: {problem}" for problem in problems)
        rows.extend(_candidate(question, item, estimate) for estimate in dict.fromkeys(usable))
    if not rows:
        return None, tuple(notes)
    (chosen,), why = one_per_study(rows)
    return chosen.estimate, (*notes, *why)


def _candidate(question: Question, item: AcceptedClaim, estimate: StandardEstimate) -> StudyEvidence:
    return StudyEvidence(
        study_id=item.study_id,
        label=citation(item.paper),
        paper_ids=(item.paper.paper_id,),
        edge_ids=(item.edge_id,),
        design=item.study.design,
        direction=oriented_direction(question, item),
        sample_size=item.study.sample_size,
        estimate=estimate,
        year=item.paper.year,
        outcome_score=min(1.0, max(0.0, relevance(item))),
    )


def _finding(
    question: Question, near: Sequence[AcceptedClaim], estimate: StandardEstimate | None
) -> tuple[Direction, bool | None]:
    if estimate is not None:
        if not excludes_null(estimate.measure, estimate.low, estimate.high):
            return Direction.NO_DIFFERENCE, False
        return (Direction.INCREASES if estimate.effect > 0 else Direction.DECREASES), True
    weight: Counter[Direction] = Counter()
    for item in near:
        weight[oriented_direction(question, item)] += round(1000 * item.claim.confidence)
    clear = {direction: value for direction, value in weight.items() if direction is not Direction.UNCLEAR}
    if not clear:
        return Direction.UNCLEAR, near[0].claim.significant
    best = max(
        clear, key=lambda direction: (clear[direction], direction is oriented_direction(question, near[0]))
    )
    told = [item.claim.significant for item in near if oriented_direction(question, item) is best]
    significant = next((value for value in told if value is not None), None)
    return best, False if best is Direction.NO_DIFFERENCE and significant is None else significant


def _contradicts(question: Question, lead: AcceptedClaim, estimate: StandardEstimate) -> bool:
    stated = {Direction.INCREASES: 1, Direction.DECREASES: -1}.get(oriented_direction(question, lead), 0)
    sure = excludes_null(estimate.measure, estimate.low, estimate.high)
    return sure and stated * estimate.effect < 0


def _design(claims: Sequence[AcceptedClaim]) -> StudyDesign:
    """The design read with most confidence among the study's reports."""
    order = list(StudyDesign)
    best = max(claims, key=lambda item: (item.study.design_confidence, -order.index(item.study.design)))
    return best.study.design


def _sample_size(claims: Sequence[AcceptedClaim], estimate: StandardEstimate | None) -> int | None:
    sizes = [item.study.sample_size for item in claims if item.study.sample_size is not None]
    if sizes:
        return max(sizes)
    counts = estimate.counts if estimate else None
    return counts.total_intervention + counts.total_comparator if counts else None


def _events(estimate: StandardEstimate | None) -> int | None:
    counts = estimate.counts if estimate else None
    return counts.events_intervention + counts.events_comparator if counts else None


def _indirectness(question: Question, lead: AcceptedClaim) -> tuple[str, ...]:
    notes = list(lead.match.indirectness)
    if lead.match.role is OutcomeRole.SURROGATE:
        notes.append(f"The outcome {lead.claim.effect} is a surrogate of {question.outcome}.")
    return tuple(notes)


def _polarity(question: Question, near: Sequence[AcceptedClaim]) -> Polarity:
    known = [
        item.claim.outcome_polarity for item in near if item.claim.outcome_polarity is not Polarity.UNKNOWN
    ]
    if near[0].match.role is OutcomeRole.MAIN and question.outcome_polarity is not Polarity.UNKNOWN:
        return question.outcome_polarity
    return known[0] if known else Polarity.UNKNOWN


def _evidence_base(claims: Sequence[AcceptedClaim]) -> StudyDesign | None:
    syntheses = [item.paper for item in claims if item.study.design in SYNTHESIS_DESIGNS]
    if any(synthesises_observational(f"{paper.title} {paper.abstract}") for paper in syntheses):
        return StudyDesign.COHORT
    return None


def _author_name(author: str) -> str:
    """The family name of "Lewis HD Jr", "Lewis, Harold" or "Harold D. Lewis"; a group's own name."""
    if _GROUP.search(author):
        return _beginning(author)
    if "," in author:
        return author.split(",")[0].strip()
    words = [word for word in author.split() if word.rstrip(".").casefold() not in _SUFFIXES]
    if len(words) > 1 and words[-1].isupper() and len(words[-1]) <= 3:
        return " ".join(words[:-1])
    return words[-1] if words else ""


def _beginning(text: str) -> str:
    """The first words of a text, at most 40 characters, with an ellipsis where it goes on."""
    plain = " ".join(text.split())
    return plain if len(plain) <= _LABEL else plain[:_LABEL].rsplit(" ", 1)[0].rstrip(" ,;:") + " …"
