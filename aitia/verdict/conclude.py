"""From graded relations and searches to a verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aitia.evidence import METHOD_VERSION
from aitia.evidence.relations.models import EvidenceSource, GradedRelation
from aitia.model.evidence import OutcomeRole
from aitia.model.gap import SearchOutcomeSummary
from aitia.model.keys import content_hash
from aitia.model.options import Options
from aitia.model.scales import Conclusion, Direction, Polarity, QuestionKind
from aitia.model.search import SearchStatus
from aitia.question.specification import Question
from aitia.verdict.causes import conclude_event
from aitia.verdict.changes import describe_changes
from aitia.verdict.comparison import ComparisonRules, comparison_features, decide
from aitia.verdict.conclusion import Concluded, conclude_effect
from aitia.verdict.consistency import held_to
from aitia.verdict.gaps import find_gaps
from aitia.verdict.headline import headline
from aitia.verdict.landscape import list_landscape
from aitia.verdict.models import Verdict
from aitia.verdict.parts import absolute_of, conditions_of, harms_of, outcomes_of, polarity_of

PRESENCE_DOUBTED = 0.3
"""Below this the papers that could answer are probably not among those found."""
_DOUBTED_SHARE = 0.7
_DOUBT = "Few of the papers found resemble the question: those that could answer it may not be among them."


def conclude(
    question: Question,
    relations: Sequence[GradedRelation],
    searches: Sequence[SearchOutcomeSummary],
    previous: Verdict | None = None,
    rules: ComparisonRules | None = None,
    presence: float | None = None,
    remarks: Sequence[str] = (),
    papers_read: int | None = None,
    since: Verdict | None = None,
    options: Options | None = None,
) -> Verdict:
    """The verdict on a question. The order of relations and searches does not matter.

    `presence` is the probability, 0 to 1, that papers able to answer were among those found; below
    `PRESENCE_DOUBTED` the verdict says so and is less confident. `remarks` are sentences on what was set
    aside before anything was read, or counts once; they are among the limitations.
    `options` are the options of an abductive question as they were weighed.
    `papers_read` is how many papers were read for the question, those that do not report the outcome too.

    When `previous` rests on the same evidence it is returned as it is; otherwise the new verdict has
    the next version number and names what changed since `previous`, or since an earlier version, `since`,
    where a round of searches only went on from `previous`. Never raises for thin, missing or odd evidence: it
    is stated as a limitation.
    """
    rows = sorted(relations, key=lambda relation: relation.relation_key)
    asked = sorted(set(searches), key=lambda search: search.model_dump_json())
    doubted = presence is not None and presence < PRESENCE_DOUBTED
    fingerprint = verdict_fingerprint(question, rows, asked, doubted, remarks, papers_read, options)
    if previous is not None and previous.fingerprint == fingerprint:
        return previous
    verdict = _build(_Basis(question, rows, asked, fingerprint), rules, papers_read, options)
    if doubted:
        verdict = verdict.model_copy(
            update={
                "limitations": (_DOUBT, *verdict.limitations),
                "confidence": round(_DOUBTED_SHARE * verdict.confidence, 4),
            }
        )
    if remarks:
        verdict = verdict.model_copy(update={"limitations": (*remarks, *verdict.limitations)})
    if previous is None:
        return verdict
    changes = describe_changes(since or previous, verdict)
    return verdict.model_copy(update={"version": previous.version + 1, "changes": changes})


def verdict_fingerprint(
    question: Question,
    relations: Sequence[GradedRelation],
    searches: Sequence[SearchOutcomeSummary],
    doubted: bool = False,
    remarks: Sequence[str] = (),
    papers_read: int | None = None,
    options: Options | None = None,
) -> str:
    """Hash of what a verdict rests on: question, the relations' fingerprints, what was searched and failed.

    Counts of records are left out: a search that returns more papers changes nothing until one of them
    is evidence.
    """
    tried = sorted({f"{s.source}|{s.evidence_type}|{s.status}|{s.error}" for s in searches})
    prints = sorted(f"{relation.relation_key}={relation.fingerprint}" for relation in relations)
    return content_hash(
        "verdict",
        METHOD_VERSION,
        question.model_dump_json(),
        *prints,
        "searches",
        *tried,
        str(doubted),
        *remarks,
        f"papers read: {papers_read}",
        *([options.model_dump_json()] if options else []),
    )


@dataclass(frozen=True)
class _Basis:
    """What a verdict rests on."""

    question: Question
    relations: Sequence[GradedRelation]
    searches: Sequence[SearchOutcomeSummary]
    fingerprint: str


def _build(
    basis: _Basis, rules: ComparisonRules | None, papers_read: int | None, options: Options | None
) -> Verdict:
    question = basis.question
    if question.kind is QuestionKind.LANDSCAPE:
        return list_landscape(question, basis.relations, basis.searches, basis.fingerprint)
    if question.kind is QuestionKind.ABDUCTIVE:
        return conclude_event(question, options, basis.searches, basis.fingerprint)
    return _on_effect(basis, rules, papers_read)


def _on_effect(basis: _Basis, rules: ComparisonRules | None, papers_read: int | None) -> Verdict:
    question, relations, searches = basis.question, basis.relations, basis.searches
    main = next((relation for relation in relations if relation.role is OutcomeRole.MAIN), None)
    body = main.body if main else None
    concluded = conclude_effect(question, main)
    conditions = conditions_of(main)
    comparison = decide(comparison_features(main, papers_read), rules)
    why = "; ".join(comparison.reasons)
    concluded = held_to(concluded, main.direction if main else Direction.UNCLEAR, comparison.answer, why)
    polarity = polarity_of(main) if main else question.outcome_polarity
    return Verdict(
        question=question,
        conclusion=concluded.conclusion,
        likelihood=concluded.likelihood,
        comparison=comparison,
        direction=main.direction if main else Direction.UNCLEAR,
        polarity=polarity,
        certainty=main.certainty if main else None,
        effect=main.pooled if main else None,
        absolute=absolute_of(main),
        used_group=main.used_group if main else None,
        used_reason=main.used_reason if main else "no study was found",
        rule=concluded.rule,
        headline=headline(question, main, concluded, conditions),
        groups=main.groups if main else (),
        studies=main.studies if main else (),
        study_grades=main.study_grades if main else (),
        steps=body.grade.steps if body else (),
        conditions=conditions,
        harms=harms_of(relations),
        outcomes=outcomes_of(relations),
        conflicts=main.conflicts if main else (),
        conflict_table=main.conflict_table if main else None,
        alternatives=main.alternatives if main else (),
        limitations=_limitations(main, relations, searches, polarity),
        gaps=find_gaps(question, relations, searches),
        searches=tuple(searches),
        sources=_sources(relations, used=True),
        excluded=_sources(relations, used=False),
        relation_keys=tuple(relation.relation_key for relation in relations),
        confidence=_confidence(question, concluded, comparison.confidence),
        fingerprint=basis.fingerprint,
    )


def _limitations(
    main: GradedRelation | None,
    relations: Sequence[GradedRelation],
    searches: Sequence[SearchOutcomeSummary],
    polarity: Polarity,
) -> tuple[str, ...]:
    notes: list[str] = []
    if main is None:
        notes.append("No accepted claim speaks of the question's own outcome.")
    elif not main.studies:
        notes.append("Every paper on the question's own outcome had to be left out.")
    elif len(main.studies) == 1:
        notes.append("One study only: nothing confirms it.")
    if main is not None and main.studies and polarity is Polarity.UNKNOWN:
        notes.append(
            f"Whether more or less of {main.effect} is better is not known, so no benefit or harm is named."
        )
    if main is not None and main.body is not None and main.body.pooled is None and main.studies:
        notes.append("No effect could be pooled; the direction is read from what the studies state.")
    notes.extend(main.limitations if main else ())
    for relation in relations:
        if relation.role is OutcomeRole.HARM:
            notes.extend(note for note in relation.limitations if note.startswith("Retracted"))
    failed = sorted({search.source for search in searches if search.status is SearchStatus.INCOMPLETE})
    if failed:
        notes.append(f"The search is incomplete: {', '.join(failed)} did not answer in full.")
    if any(source.demonstration for relation in relations for source in relation.sources):
        notes.append("Papers of the bundled corpus are synopses written for the demonstration.")
    return tuple(dict.fromkeys(notes))


def _sources(relations: Sequence[GradedRelation], used: bool) -> tuple[EvidenceSource, ...]:
    found = {
        source.edge_id: source for relation in relations for source in relation.sources if source.used is used
    }
    return tuple(sorted(found.values(), key=_place))


def _place(source: EvidenceSource) -> tuple[str, ...]:
    """By what is quoted before the edge: a newer reader gives the same sentence another edge."""
    quote = source.quote
    return source.label, source.paper_id, quote.passage_id, f"{quote.char_start:9}", source.edge_id


def _confidence(question: Question, concluded: Concluded, comparison: float) -> float:
    """The comparison's confidence; for other kinds less where the conclusion is open."""
    if question.kind is QuestionKind.COMPARISON:
        return comparison
    settled = concluded.conclusion in (Conclusion.ESTABLISHED_CAUSAL, Conclusion.NO_CAUSAL_EFFECT)
    return round(comparison if settled else 0.8 * comparison, 4)
