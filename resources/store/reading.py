"""Extractions, claims, decisions and model calls: rows to domain objects and back."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import delete
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import Session, col, select

from aitia.model.claim import Claim, EffectEstimate, StudyFacts
from aitia.model.keys import PaperId, stable_id
from resources.calls.base import ModelCall, ReadingResult
from resources.store import changes
from resources.store.session import insert_once, upsert
from resources.store.tables import (
    ClaimDecisionRow,
    ClaimRow,
    EffectEstimateRow,
    ExtractionRow,
    ModelCallRow,
    QuestionExtractionRow,
    RuleVersionRow,
)


@dataclass(frozen=True)
class StoredExtraction:
    """One paper as one engine read it."""

    extraction_id: str
    paper_id: PaperId
    engine: str
    engine_version: str
    mode: str
    error: str | None
    facts: StudyFacts


@dataclass(frozen=True)
class StoredDecision:
    """What the validators decided of one claim of one extraction; `admitted`: the claim as let in."""

    claim_id: str
    extraction_id: str
    decision: str
    rule: str | None
    reason: str
    findings: list[dict[str, object]]
    admitted: dict[str, object] | None


def known_extractions(session: Session, keys: Iterable[str]) -> set[str]:
    """Which cache keys have been read without an error."""
    statement = (
        select(ExtractionRow.extraction_id)
        .where(col(ExtractionRow.extraction_id).in_(list(keys)))
        .where(col(ExtractionRow.error).is_(None))
    )
    return set(session.exec(statement))


def save_reading(
    session: Session,
    paper_id: str,
    engine: str,
    version: str,
    result: ReadingResult,
    question_id: str,
    run_id: str,
) -> int:
    """Store one engine's reading of one paper with its calls; returns the number of new claims."""
    save_calls(session, result.calls, question_id, run_id)
    facts = result.reading.study if result.reading else StudyFacts()
    values = {
        "extraction_id": result.key,
        "paper_id": paper_id,
        "engine": engine,
        "engine_version": version,
        "mode": result.mode,
        "error": result.error,
        "notes": list(result.reading.notes) if result.reading else [],
        "facts": facts.model_dump(mode="json"),
        "run_id": run_id,
    }
    statement = insert(ExtractionRow).values(values)
    # A failed reading may be tried again; a finished one never changes.
    session.execute(
        statement.on_conflict_do_update(
            index_elements=["extraction_id"],
            set_={name: values[name] for name in ("mode", "error", "notes", "facts", "run_id")},
            where=col(ExtractionRow.error).is_not(None),
        )
    )
    claims = result.reading.claims if result.reading else ()
    return save_claims(session, result.key, claims, run_id)


def save_claims(session: Session, extraction_id: str, claims: Sequence[Claim], run_id: str) -> int:
    """Store proposals and their estimates once; returns the number of new claims."""
    added = insert_once(session, ClaimRow, [_claim_row(claim, extraction_id, run_id) for claim in claims])
    estimates = [
        _estimate_row(estimate, place, claim, extraction_id, run_id)
        for claim in claims
        for place, estimate in enumerate(claim.estimates)
    ]
    insert_once(session, EffectEstimateRow, estimates)
    return added


def save_calls(session: Session, calls: Sequence[ModelCall], question_id: str, run_id: str) -> int:
    """Write the ledger; a call already there is not written again."""
    rows = [ModelCallRow(**call.model_dump(), question_id=question_id, run_id=run_id) for call in calls]
    return insert_once(session, ModelCallRow, rows)


def point_question_at(
    session: Session, question_id: str, extractions: Mapping[PaperId, str], run_id: str
) -> None:
    """Say which extraction stands for which paper of the question; a paper not named no longer counts."""
    rows = [
        QuestionExtractionRow(
            question_id=question_id, paper_id=paper, extraction_id=extraction, run_id=run_id
        )
        for paper, extraction in extractions.items()
    ]
    place = col(QuestionExtractionRow.question_id) == question_id
    held = select(QuestionExtractionRow.paper_id, QuestionExtractionRow.extraction_id).where(place)
    standing = {PaperId(paper): extraction for paper, extraction in session.exec(held)}
    gone = sorted(standing.keys() - extractions.keys())
    if standing != dict(extractions):
        changes.unsettle(session, question_id)
    if gone:
        session.execute(
            delete(QuestionExtractionRow).where(place, col(QuestionExtractionRow.paper_id).in_(gone))
        )
    upsert(session, QuestionExtractionRow, rows, changed_by="extraction_id")


def question_extractions(session: Session, question_id: str) -> list[StoredExtraction]:
    """The extraction that stands for each paper of the question, by paper."""
    statement = (
        select(ExtractionRow)
        .join(
            QuestionExtractionRow,
            col(QuestionExtractionRow.extraction_id) == col(ExtractionRow.extraction_id),
        )
        .where(col(QuestionExtractionRow.question_id) == question_id)
        .order_by(col(ExtractionRow.paper_id))
    )
    return [
        StoredExtraction(
            row.extraction_id,
            PaperId(row.paper_id),
            row.engine,
            row.engine_version,
            row.mode,
            row.error,
            StudyFacts.model_validate(row.facts),
        )
        for row in session.exec(statement)
    ]


def facts_of_papers(session: Session, paper_ids: Sequence[str]) -> dict[PaperId, StudyFacts]:
    """Study facts of papers that stand for some question; of several readings the last by id."""
    statement = (
        select(ExtractionRow)
        .join(
            QuestionExtractionRow,
            col(QuestionExtractionRow.extraction_id) == col(ExtractionRow.extraction_id),
        )
        .where(col(QuestionExtractionRow.paper_id).in_(list(paper_ids)))
        .order_by(col(ExtractionRow.extraction_id))
    )
    return {PaperId(row.paper_id): StudyFacts.model_validate(row.facts) for row in session.exec(statement)}


def load_claims(session: Session, extraction_ids: Sequence[str]) -> list[tuple[str, Claim]]:
    """(extraction id, claim) of the extractions, in a stable order."""
    statement = (
        select(ClaimRow)
        .where(col(ClaimRow.extraction_id).in_(list(extraction_ids)))
        .order_by(col(ClaimRow.extraction_id), col(ClaimRow.claim_id))
    )
    return [(row.extraction_id, Claim.model_validate(row.payload)) for row in session.exec(statement)]


def decided_claims(
    session: Session, extraction_ids: Sequence[str], version: str
) -> dict[tuple[str, str], StoredDecision]:
    """The decisions of one version of the validators, by (claim id, extraction id)."""
    statement = (
        select(ClaimDecisionRow)
        .where(col(ClaimDecisionRow.extraction_id).in_(list(extraction_ids)))
        .where(col(ClaimDecisionRow.validators_version) == version)
    )
    return {
        (row.claim_id, row.extraction_id): StoredDecision(
            row.claim_id, row.extraction_id, row.decision, row.rule, row.reason, row.findings, row.admitted
        )
        for row in session.exec(statement)
    }


def put_in_force(session: Session, version: str, run_id: str) -> None:
    """Let edges stand by the decisions of this version of the validators from now on."""
    newest = select(RuleVersionRow.version).order_by(col(RuleVersionRow.seq).desc()).limit(1)
    if session.exec(newest).first() != version:
        session.add(RuleVersionRow(version=version, run_id=run_id))
        session.flush()


def save_decisions(session: Session, version: str, decisions: Sequence[StoredDecision], run_id: str) -> int:
    """Store decisions once per version of the validators."""
    rows = [
        ClaimDecisionRow(**decision.__dict__, validators_version=version, run_id=run_id)
        for decision in decisions
    ]
    return insert_once(session, ClaimDecisionRow, rows)


def _claim_row(claim: Claim, extraction_id: str, run_id: str) -> ClaimRow:
    return ClaimRow(
        claim_id=claim.claim_id,
        extraction_id=extraction_id,
        paper_id=claim.paper_id,
        cause=claim.cause,
        cause_type=claim.cause_type,
        effect=claim.effect,
        effect_type=claim.effect_type,
        relation=claim.relation,
        direction=claim.direction.value,
        quote=claim.quote.text,
        passage_id=claim.quote.passage_id,
        char_start=claim.quote.char_start,
        char_end=claim.quote.char_end,
        role=claim.role.value,
        confidence=claim.confidence,
        payload=claim.model_dump(mode="json"),
        run_id=run_id,
    )


def _estimate_row(
    estimate: EffectEstimate, place: int, claim: Claim, extraction_id: str, run_id: str
) -> EffectEstimateRow:
    quote = estimate.quote
    return EffectEstimateRow(
        estimate_id=stable_id("estimate", extraction_id, claim.claim_id, str(place)),
        claim_id=claim.claim_id,
        extraction_id=extraction_id,
        measure=estimate.measure.value,
        point=estimate.point,
        low=estimate.low,
        high=estimate.high,
        level=estimate.level,
        p_value=estimate.p_value,
        p_operator=estimate.p_operator,
        adjusted=estimate.adjusted,
        counts=estimate.counts.model_dump() if estimate.counts else {},
        means=estimate.means.model_dump() if estimate.means else {},
        derived=estimate.derived,
        quote=quote.text if quote else None,
        char_start=quote.char_start if quote else None,
        char_end=quote.char_end if quote else None,
        run_id=run_id,
    )
