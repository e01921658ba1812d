"""What is missing for a surer verdict, and what finding it would change. Input to the next round's plan."""

from __future__ import annotations

from collections.abc import Sequence

from aitia.evidence.grading.groups import DesignGroup
from aitia.evidence.grading.thresholds import OPTIMAL_EVENTS, OPTIMAL_PARTICIPANTS
from aitia.evidence.relations.models import GradedRelation
from aitia.evidence.relations.subgroups import asked_labels
from aitia.model.evidence import OutcomeRole
from aitia.model.gap import Gap, GapKind, SearchOutcomeSummary
from aitia.model.scales import Certainty, EvidenceType
from aitia.model.search import SearchStatus
from aitia.question.specification import Question


def find_gaps(
    question: Question, relations: Sequence[GradedRelation], searches: Sequence[SearchOutcomeSummary]
) -> tuple[Gap, ...]:
    """The gaps of a verdict, most important first, each once."""
    main = next((relation for relation in relations if relation.role is OutcomeRole.MAIN), None)
    found = (
        *incomplete_searches(searches),
        *_missing_types(question, main),
        *_participants(question, main),
        *_population(question, main),
        *_conflicts(main),
        *_harms(question, relations),
    )
    return tuple(dict.fromkeys(found))


def sufficient(relations: Sequence[GradedRelation]) -> bool:
    """Whether the main outcome has a body of high or moderate certainty (METHODS.md §1)."""
    main = next((relation for relation in relations if relation.role is OutcomeRole.MAIN), None)
    return main is not None and main.certainty in (Certainty.HIGH, Certainty.MODERATE)


def incomplete_searches(searches: Sequence[SearchOutcomeSummary]) -> list[Gap]:
    """One gap for each source that did not answer in full."""
    failed: dict[str, list[SearchOutcomeSummary]] = {}
    for search in searches:
        if search.status is SearchStatus.INCOMPLETE:
            failed.setdefault(search.source, []).append(search)
    gaps = []
    for source, part in sorted(failed.items()):
        types = ", ".join(sorted({search.evidence_type.value.replace("_", " ") for search in part}))
        error = next((search.error for search in part if search.error), None)
        why = f": {error}" if error else ""
        gaps.append(
            Gap(
                kind=GapKind.SEARCH_INCOMPLETE,
                text=f"The search of {source} for {types} is incomplete{why}",
                would_change="Papers that were not seen may change any part of the answer; search again.",
                source=source,
            )
        )
    return gaps


def _missing_types(question: Question, main: GradedRelation | None) -> list[Gap]:
    groups = {group.group for group in main.groups} if main else set()
    gaps = []
    if not groups & {DesignGroup.TRIALS, DesignGroup.SYNTHESES}:
        gaps.append(
            Gap(
                kind=GapKind.EVIDENCE_TYPE,
                text=f"No trial of {question.intervention} that reports {question.outcome} was found.",
                would_change="Trials could establish the effect or rule it out; else it is an association.",
                evidence_type=EvidenceType.RANDOMISED_TRIAL,
            )
        )
    if DesignGroup.SYNTHESES not in groups and not (main and sufficient([main])):
        gaps.append(
            Gap(
                kind=GapKind.EVIDENCE_TYPE,
                text="No systematic review of the question was found.",
                would_change="A review would add studies that this search did not see.",
                evidence_type=EvidenceType.SYSTEMATIC_REVIEW,
            )
        )
    if not groups:
        gaps.append(
            Gap(
                kind=GapKind.EVIDENCE_TYPE,
                text="No observational study was found either.",
                would_change="An association would at least give a direction.",
                evidence_type=EvidenceType.OBSERVATIONAL,
            )
        )
    return gaps


def _participants(question: Question, main: GradedRelation | None) -> list[Gap]:
    body = main.body if main else None
    if body is None or main is None or sufficient([main]):
        return []
    needed = []
    if body.participants is not None and body.participants < OPTIMAL_PARTICIPANTS:
        needed.append(f"{body.participants} of at least {OPTIMAL_PARTICIPANTS} participants")
    if body.events is not None and body.events < OPTIMAL_EVENTS:
        needed.append(f"{body.events} of at least {OPTIMAL_EVENTS} events")
    if not needed:
        return []
    trials = body.group in (DesignGroup.TRIALS, DesignGroup.SYNTHESES)
    return [
        Gap(
            kind=GapKind.PARTICIPANTS,
            text=f"Too little was observed for {question.outcome}: {' and '.join(needed)}.",
            would_change="More participants would narrow the interval and could raise the certainty.",
            evidence_type=EvidenceType.RANDOMISED_TRIAL if trials else EvidenceType.OBSERVATIONAL,
        )
    ]


def _population(question: Question, main: GradedRelation | None) -> list[Gap]:
    asked = asked_labels(question)
    restricted = question.population or "; ".join(condition.text for condition in question.conditions)
    if main is None or not restricted or not main.studies:
        return []
    indirect = [
        study for study in main.studies if any("population" in note.lower() for note in study.indirectness)
    ]
    if len(indirect) < len(main.studies):
        return []
    return [
        Gap(
            kind=GapKind.POPULATION,
            text=f"No study was done in the people asked about ({restricted}).",
            would_change="Studies in these people would remove the indirectness and could turn the answer.",
            evidence_type=EvidenceType.RANDOMISED_TRIAL,
            terms=tuple(sorted(asked.values())) or (restricted,),
        )
    ]


def _conflicts(main: GradedRelation | None) -> list[Gap]:
    if main is None or not any(c.kind.value == "opposed" and not c.explained_by for c in main.conflicts):
        return []
    return [
        Gap(
            kind=GapKind.CONFLICT,
            text="Studies of one kind point in opposite directions, and nothing that was read explains why.",
            would_change="A larger study, or one with subgroups, would tell which side holds for whom.",
            evidence_type=EvidenceType.SYSTEMATIC_REVIEW,
        )
    ]


def _harms(question: Question, relations: Sequence[GradedRelation]) -> list[Gap]:
    if any(relation.role is OutcomeRole.HARM and relation.studies for relation in relations):
        return []
    return [
        Gap(
            kind=GapKind.HARM,
            text=f"No harm of {question.intervention} was read in any paper.",
            would_change="Harms do not change whether the effect exists, but whether it is worth having.",
            evidence_type=EvidenceType.HARM,
        )
    ]
