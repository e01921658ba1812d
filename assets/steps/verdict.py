"""The answer. A new version is written only when what it rests on changed, and it names what changed."""

from typing import Any

from pydantic import ValidationError
from sqlmodel import Session

from aitia.model.keys import stable_id
from aitia.model.scales import GateDecision
from aitia.question import Question
from aitia.report.explanation import explain
from aitia.verdict import SearchOutcomeSummary, Verdict, conclude
from assets.steps.assistance import assist
from assets.steps.graded_relations import load_relations
from assets.steps.options import stored_options
from assets.steps.remarks import remarks_on
from assets.steps.step import StepReport
from resources.store import questions, reading, reasoning, standing
from resources.store.gate import load_gate
from resources.store.searches import load_searches
from resources.store.tables import VerdictRow
from resources.workbench import Workbench

_DECISIVE = {
    "question", "conclusion", "likelihood", "comparison", "direction", "certainty", "effect", "absolute",
    "confidence", "relation_keys", "rule", "options",
}  # fmt: skip
_ALTERED = "The stored verdict did not say what follows from its evidence and was concluded anew."


def conclude_question(workbench: Workbench, question: Question, run_id: str) -> StepReport:
    """Conclude from the relations that stand and the searches that were made."""
    with workbench.store.session() as session:
        reasoning.lock_question(session, question.question_id)
        row = reasoning.current_verdict(session, question.question_id)
        relations = load_relations(session, question.question_id)
        concluded = concluded_now(session, question, row)
        changed = row is None or row.fingerprint != concluded.fingerprint
        if row is not None and not changed:
            anew = concluded_anew(session, question)
            if changed := not says_the_same(row, anew):
                concluded = anew.model_copy(update={"changes": (_ALTERED,)})
        if row is None or changed:
            relation_ids = {key: row_id for key, (row_id, _) in relations.items()}
            row = _save(workbench, session, concluded, row, relation_ids, run_id)
            found: dict[str, object] = {"verdict_version": row.version, "changes": list(row.changes)}
            questions.note_round(session, question.question_id, row.round_no, found)
    assisted = assist(workbench, question, row, run_id)
    workbench.tell(f"verdict: {concluded.conclusion.value.replace('_', ' ')}")
    return StepReport(
        content=(concluded.fingerprint,),
        counts={
            "version": row.version,
            "conclusion": row.conclusion,
            "direction": row.direction,
            "certainty": row.certainty or "none",
            "gaps": len(concluded.gaps),
            **assisted,
        },
        tables={"verdict": row.explanation, "changes": "\n".join(f"- {line}" for line in row.changes)},
    )


def concluded_anew(session: Session, question: Question) -> Verdict:
    """What the stored relations and searches lead to, as if no verdict stood yet; nothing is stored."""
    return concluded_now(session, question, None)


def concluded_now(session: Session, question: Question, row: VerdictRow | None) -> Verdict:
    """What follows from the relations that stand and the searches that were made, after the verdict `row`."""
    newest = questions.latest_round(session, question.question_id)
    before = reasoning.verdict_before_rounds(session, row, newest) if row else None
    return conclude(
        question,
        [relation for _, relation in load_relations(session, question.question_id).values()],
        _searches(session, question),
        _previous(row),
        presence=_presence(session, question),
        remarks=remarks_on(session, question),
        papers_read=_papers_read(session, question),
        since=_previous(before),
        options=stored_options(session, question),
    )


def says_the_same(row: VerdictRow, anew: Verdict) -> bool:
    """Whether a stored verdict decides what follows anew; its words may be those of an older program.

    True of a row that an older program wrote in a form that this one cannot read.
    """
    stored = _previous(row)
    if stored is None:
        return True
    shown = row.conclusion, row.direction, row.certainty, row.point, row.low, row.high
    effect = anew.effect
    figures = (effect.point, effect.low, effect.high) if effect else (None, None, None)
    wanted = anew.conclusion.value, anew.direction.value, anew.certainty and anew.certainty.value, *figures
    return shown == wanted and _decided(stored) == _decided(anew)


def _decided(verdict: Verdict) -> dict[str, Any]:
    return verdict.model_dump(mode="json", include=_DECISIVE)


def _searches(session: Session, question: Question) -> list[SearchOutcomeSummary]:
    asked, kept = questions.counted_sources(session, question.question_id)
    return [
        SearchOutcomeSummary(
            source=search.request.source,
            evidence_type=search.request.evidence_type,
            status=search.status,
            query=search.request.query,
            records=search.returned or 0,
            error=search.error,
        )
        for search in load_searches(session, question.question_id)
        if search.request.source in (*asked, *kept)
    ]


def _presence(session: Session, question: Question) -> float | None:
    """How likely the papers that could answer were among those found, as the gate noted it."""
    newest = questions.latest_round(session, question.question_id)
    noted = standing.round_notes(session, question.question_id, newest).get("sources_present")
    return float(noted) if isinstance(noted, int | float) else None


def _papers_read(session: Session, question: Question) -> int:
    """How many papers that passed the gate were read, whether or not they report the outcome."""
    gate = load_gate(session, question.question_id)
    passed = {row.paper_id for row in gate if row.decision is GateDecision.INCLUDED}
    found = reading.question_extractions(session, question.question_id)
    return sum(item.error is None and item.paper_id in passed for item in found)


def _previous(row: VerdictRow | None) -> Verdict | None:
    if row is None:
        return None
    try:
        return Verdict.model_validate(row.payload)
    except ValidationError:
        return None  # written by an older program; the new version then simply follows it


def _save(
    workbench: Workbench,
    session: Session,
    concluded: Verdict,
    old: VerdictRow | None,
    relation_ids: dict[str, str],
    run_id: str,
) -> VerdictRow:
    question_id = concluded.question.question_id
    version = old.version + 1 if old else 1
    concluded = concluded.model_copy(update={"version": version})
    effect = concluded.effect
    engine = workbench.engine
    row = VerdictRow(
        verdict_id=stable_id("verdict", question_id, str(version)),
        question_id=question_id,
        version=version,
        round_no=max(1, questions.latest_round(session, question_id)),
        fingerprint=concluded.fingerprint,
        conclusion=concluded.conclusion.value,
        likelihood=concluded.likelihood.value,
        comparison_answer=concluded.answer.value,
        direction=concluded.direction.value,
        certainty=concluded.certainty.value if concluded.certainty else None,
        measure=effect.measure.value if effect else None,
        point=effect.point if effect else None,
        low=effect.low if effect else None,
        high=effect.high if effect else None,
        confidence=concluded.confidence,
        explanation=explain(concluded),
        changes=list(concluded.changes),
        gaps=[gap.model_dump(mode="json") for gap in concluded.gaps],
        payload=concluded.model_dump(mode="json"),
        engine=f"{engine.name} {engine.version}",
        supersedes=old.verdict_id if old else None,
        run_id=run_id,
    )
    rests_on = [(relation_ids[key], key) for key in concluded.relation_keys]
    reasoning.save_verdict(session, row, rests_on)
    stored = reasoning.current_verdict(session, question_id)
    assert stored is not None
    return stored
