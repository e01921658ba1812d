"""The tables of a verdict as CSV: studies, estimates as metafor reads them, decisions, searches, GRADE."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from aitia.evidence.effects import AbsoluteEffect
from aitia.evidence.grading.body import DOMAINS
from aitia.evidence.grading.study import study_size
from aitia.evidence.relations.models import GradedRelation
from aitia.model.evidence import StudyEvidence
from aitia.report.dossier import Dossier
from aitia.report.export.cells import Cell, table
from aitia.verdict.parts import absolute_of

STUDIES = (
    "study_id", "label", "year", "design", "population", "n", "events", "direction", "significant",
    "risk_of_bias", "grade", "retraction_status", "papers", "pmid", "doi", "used_for_verdict",
)  # fmt: skip
ESTIMATES = (
    "outcome", "role", "study_id", "slab", "year", "design", "design_group", "measure", "yi", "vi",
    "sei", "point", "low", "high", "level", "adjusted", "ai", "n1i", "ci", "n2i", "weight",
    "assumptions", "paper_id", "passage_id", "char_start", "char_end", "quote",
)  # fmt: skip
DECISIONS = (
    "claim_id", "extraction_id", "paper_id", "cause", "relation", "effect", "direction", "confidence",
    "decision", "rule", "reason", "edge_id", "passage_id", "char_start", "char_end", "quote",
)  # fmt: skip
SEARCHES = (
    "search_id", "round_no", "source", "evidence_type", "query", "filters", "result_limit", "status",
    "reported", "returned", "sent_at", "reason", "error",
)  # fmt: skip
GRADE = (
    "outcome", "role", "design_group", "studies", "participants", "direction", "measure", "point",
    "low", "high", "baseline_per_1000", "difference_per_1000", "difference_low", "difference_high",
    "start", "certainty", *(f"{domain}_{part}" for domain in DOMAINS for part in ("change", "reason")),
    "other_steps",
)  # fmt: skip


def table_files(dossier: Dossier) -> dict[str, bytes]:
    """`studies.csv`, `estimates.csv`, `decisions.csv` and `searches.csv`.

    In `estimates.csv` `yi` and `vi` are the effect and its variance on the scale of pooling (natural log for
    ratios), `ai` of `n1i` and `ci` of `n2i` the events of the two arms: the names of R's metafor.
    """
    files = {
        "studies.csv": table(STUDIES, _studies(dossier)),
        "estimates.csv": table(ESTIMATES, _estimates(dossier)),
        "decisions.csv": table(DECISIONS, _decisions(dossier)),
        "searches.csv": table(SEARCHES, _searches(dossier)),
    }
    return {name: text.encode("utf-8", "replace") for name, text in files.items()}


def grade_table(dossier: Dossier) -> str:
    """One row per outcome: effect, absolute effect, certainty, and each GRADE domain with its reason."""
    order = {"main": 0, "harm": 1, "surrogate": 2, "other": 3}
    shown = [r for r in dossier.relations if r.body is not None and r.role.value in order]
    shown.sort(key=lambda r: (order[r.role.value], -len(r.studies), r.relation_key))
    return table(GRADE, (_grade(relation) for relation in shown))


def _grade(relation: GradedRelation) -> list[Cell]:
    body = relation.body
    assert body is not None
    effect, absolute = body.pooled, absolute_of(relation)
    steps = {step.domain: step for step in body.grade.steps}
    others = [s for name, s in steps.items() if name not in DOMAINS]
    return [
        relation.effect,
        relation.role.value,
        body.group.value,
        len(body.study_ids),
        body.participants,
        relation.direction.value,
        *((effect.measure.value, effect.point, effect.low, effect.high) if effect else (None,) * 4),
        *_absolute(absolute),
        body.grade.start.value,
        body.grade.certainty.value,
        *(
            part
            for domain in DOMAINS
            for part in ((steps[domain].change, steps[domain].reason) if domain in steps else (0, ""))
        ),
        "; ".join(f"{step.domain} {step.change:+d}: {step.reason}" for step in others),
    ]


def _absolute(absolute: AbsoluteEffect | None) -> tuple[float | None, ...]:
    if absolute is None:
        return (None,) * 4
    return absolute.baseline_per_1000, absolute.difference, absolute.low, absolute.high


def _studies(dossier: Dossier) -> Iterator[list[Cell]]:
    verdict = dossier.verdict
    used = {s for group in verdict.groups if group.group is verdict.used_group for s in group.study_ids}
    grades = {grade.study_id: grade.grade.value for grade in verdict.study_grades}
    for study in verdict.studies:
        papers = [paper for key in study.paper_ids if (paper := dossier.paper(key))]
        yield [
            study.study_id,
            study.label,
            study.year,
            study.design.value,
            study.population,
            study_size(study),
            study.events,
            study.direction.value,
            study.significant,
            study.risk_of_bias.value,
            grades.get(study.study_id),
            "; ".join(paper.retraction_status.value for paper in papers),
            "; ".join(study.paper_ids),
            "; ".join(paper.pmid for paper in papers if paper.pmid),
            "; ".join(paper.doi for paper in papers if paper.doi),
            study.study_id in used,
        ]


def _estimates(dossier: Dossier) -> Iterator[list[Cell]]:
    for relation in dossier.relations:
        groups = {study: body for body in relation.groups for study in body.study_ids}
        quotes = {source.edge_id: source for source in relation.sources}
        for study in relation.studies:
            if study.estimate is None:
                continue
            body = groups.get(study.study_id)
            weights: Mapping[str, float] = body.pooled.weights if body and body.pooled else {}
            source = next((quotes[edge] for edge in study.edge_ids if edge in quotes), None)
            place: tuple[Cell, ...] = (None,) * 5
            if source is not None:
                quote = source.quote
                place = source.paper_id, quote.passage_id, quote.char_start, quote.char_end, quote.text
            yield [
                relation.effect,
                relation.role.value,
                study.study_id,
                study.label,
                study.year,
                study.design.value,
                body.group.value if body else None,
                *_numbers(study),
                weights.get(study.study_id),
                "; ".join(study.estimate.assumptions),
                *place,
            ]


def _numbers(study: StudyEvidence) -> tuple[Cell, ...]:
    e = study.estimate
    assert e is not None
    arms: tuple[Cell, ...] = (None,) * 4
    if e.counts is not None:
        c = e.counts
        arms = c.events_intervention, c.total_intervention, c.events_comparator, c.total_comparator
    scale = e.measure.value, e.effect, e.variance, e.variance**0.5
    return (*scale, e.point, e.low, e.high, e.level, e.adjusted, *arms)


def _decisions(dossier: Dossier) -> Iterator[list[Cell]]:
    for line in dossier.decisions:
        yield [getattr(line, name) for name in DECISIONS]


def _searches(dossier: Dossier) -> Iterator[list[Cell]]:
    for search in dossier.searches:
        filters = "; ".join(f"{name}={value}" for name, value in sorted(search.filters.items()))
        yield [filters if name == "filters" else getattr(search, name) for name in SEARCHES]
