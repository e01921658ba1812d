"""From a verdict to what it counts for: sources used, effect, confounders, grade."""

from __future__ import annotations

import math
import re

from aitia.evidence.relations.models import AlternativeKind
from aitia.model.evidence import PooledEffect
from aitia.model.scales import ComparisonAnswer
from aitia.verdict import Verdict
from bench.answers.explanation import quality
from bench.answers.questions import AskedQuestion, KnownEffect, names_of
from bench.answers.run import Answered
from bench.answers.score import Scored

_CONFOUNDERS = (AlternativeKind.CONFOUNDER, AlternativeKind.NAMED_CONFOUNDER)
CLOSE = 0.1
"""A point is right within 10% on the scale that its measure is pooled on, or inside the review's interval."""


def score(answered: Answered, given: ComparisonAnswer | None = None) -> Scored:
    """The scored row; `given` replaces the verdict's own answer (of an ablation)."""
    asked, verdict = answered.asked, answered.verdict
    if verdict is None:
        return Scored(
            question_id=asked.question_id,
            review=asked.review,
            answer=asked.answer,
            given=None,
            certainty=asked.certainty,
            sources=len(asked.sources),
            kind=asked.kind,
        )
    return Scored(
        question_id=asked.question_id,
        review=asked.review,
        answer=asked.answer,
        given=given or verdict.answer,
        certainty=asked.certainty,
        graded=verdict.certainty,
        confidence=verdict.confidence,
        sources=len(asked.sources),
        completeness=share_used(asked, verdict),
        retrieved=_share(asked, answered.read),
        effect_right=effect_right(asked.effect, verdict.effect),
        confounders_found=confounders_found(asked, verdict),
        names_confounder=any(item.kind in _CONFOUNDERS for item in verdict.alternatives),
        explained=quality(verdict) if given is None else None,
        kind=asked.kind,
        conflict_right=_conflict_right(asked, verdict),
    )


def share_used(asked: AskedQuestion, verdict: Verdict) -> float | None:
    """Share of the given sources that contributed a study with a finding on the question's outcome."""
    edges = {edge for study in verdict.studies for edge in study.edge_ids}
    used = [source for source in verdict.sources if source.edge_id in edges]
    return _share(asked, {name for source in used for name in names_of(source.pmid, source.title)})


def effect_right(known: KnownEffect | None, found: PooledEffect | None) -> bool | None:
    """Whether a pooled effect agrees with the review's; None where either is missing or measures differ."""
    if known is None or found is None or known.measure is not found.measure:
        return None
    if known.low is not None and known.high is not None and known.low <= found.point <= known.high:
        return True
    if known.measure.is_ratio:
        if known.point <= 0 or found.point <= 0:
            return None
        return abs(math.log(found.point / known.point)) <= math.log1p(CLOSE)
    return abs(found.point - known.point) <= CLOSE * abs(known.point)


def confounders_found(asked: AskedQuestion, verdict: Verdict) -> float | None:
    """Share of the listed confounders whose every word stands in one that the verdict names."""
    if not asked.confounders:
        return None
    named = [_words(item.name) for item in verdict.alternatives if item.kind in _CONFOUNDERS]
    hits = sum(any(_words(wanted) <= found for found in named) for wanted in asked.confounders)
    return hits / len(asked.confounders)


def _conflict_right(asked: AskedQuestion, verdict: Verdict) -> bool | None:
    return None if asked.conflict is None else (verdict.conflict_table is not None) is asked.conflict


def _share(asked: AskedQuestion, known: set[str] | frozenset[str]) -> float | None:
    if not asked.sources:
        return None
    wanted = [
        names_of(name if name.isdigit() else None, str(source.get("title") or name))
        for name, source in asked.sources.items()
    ]
    return sum(bool(names & known) for names in wanted) / len(wanted)


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z0-9]+", text.lower()))
