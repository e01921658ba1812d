"""What makes a store one with an accepted edge, and one with a verdict on it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import text

from resources.store.session import Store, insert_once
from resources.store.tables import (
    ClaimDecisionRow,
    ClaimRow,
    EdgeRow,
    EffectEstimateRow,
    ExtractionRow,
    GradedRelationEdgeRow,
    GradedRelationRow,
    NodeRow,
    PaperRow,
    PassageRow,
    QuestionRow,
    RuleVersionRow,
    StudyRow,
    VerdictRelationRow,
    VerdictRow,
)

TEXT = "Fewer falls were seen with the study drug (RR 0.80, 95% CI 0.70–0.91); naïve β-users had none."
QUOTE = "RR 0.80, 95% CI 0.70–0.91"
START = TEXT.index(QUOTE)


def edge(**changed: Any) -> dict[str, Any]:
    """An edge that the database accepts, with some columns changed; provenance follows the columns."""
    row = {
        "id": "edge_1",
        "source_node_id": "node_drug",
        "target_node_id": "node_falls",
        "relationship_type": "decreases",
        "direction": "decreases",
        "confidence": 0.9,
        "evidence": QUOTE,
        "passage_id": "passage_1",
        "char_start": START,
        "char_end": START + len(QUOTE),
        "claim_id": "claim_1",
        "extraction_id": "extraction_1",
    } | changed
    meta = {
        "source_paper_id": "paper_1",
        "section_id": "results",
        "part_index": 0,
        **{name: row[name] for name in ("char_start", "char_end", "extraction_id")},
    }
    return {"provenance": {"meta": meta}} | row


def fill(store: Store) -> None:
    """A paper that was read: everything that an edge rests on, and no edge yet."""
    with store.session() as session:
        insert_once(session, PaperRow, [{"paper_id": "paper_1"}, {"paper_id": "paper_2"}])
        passage = {"passage_id": "passage_1", "paper_id": "paper_1", "section_id": "results", "part_index": 0}
        insert_once(session, PassageRow, [passage | {"text": TEXT}])
        insert_once(
            session,
            NodeRow,
            [
                {"id": "node_drug", "type": "Intervention", "canonical_name": "study_drug"},
                {"id": "node_falls", "type": "Outcome", "canonical_name": "falls"},
                {"id": "node_tumbles", "type": "Outcome", "canonical_name": "tumbles"},
                {"id": "node_slips", "type": "Outcome", "canonical_name": "slips"},
            ],
        )
        insert_once(session, ExtractionRow, [{"extraction_id": "extraction_1", "paper_id": "paper_1"}])
        insert_once(session, ClaimRow, [claim("claim_1"), claim("claim_2"), claim("claim_3")])
        estimate = {"estimate_id": "estimate_1", "claim_id": "claim_1", "extraction_id": "extraction_1"}
        insert_once(session, EffectEstimateRow, [estimate | {"measure": "RR", "point": 0.8}])
        session.add(RuleVersionRow(version="1"))
        insert_once(session, ClaimDecisionRow, [decision("claim_1"), decision("claim_2")])


def claim(claim_id: str) -> dict[str, Any]:
    """A proposal."""
    return {
        "claim_id": claim_id,
        "extraction_id": "extraction_1",
        "paper_id": "paper_1",
        "quote": QUOTE,
        "passage_id": "passage_1",
        "char_start": START,
        "char_end": START + len(QUOTE),
        "direction": "decreases",
        "role": "result",
        "confidence": 0.9,
    }


def decision(claim_id: str, decided: str = "accepted", version: str = "1") -> dict[str, Any]:
    """What a version of the rules decided of a claim."""
    row = {"claim_id": claim_id, "extraction_id": "extraction_1", "validators_version": version}
    return row | {"decision": decided, "rule": None if decided == "accepted" else "some_rule"}


def conclude(store: Store) -> None:
    """An edge, a graded relation and a verdict, where a paper was read."""
    with store.session() as session:
        insert_once(session, EdgeRow, [edge()])
        insert_once(session, QuestionRow, [{"question_id": "question_1", "text": "Does it?"}])
        insert_once(session, StudyRow, [{"study_id": "study_1"}])
        relation = {"graded_relation_id": "relation_1", "question_id": "question_1", "relation_key": "main"}
        graded = {"version": 1, "outcome_role": "main", "direction": "decreases"}
        insert_once(session, GradedRelationRow, [relation | graded])
        rests = {"graded_relation_id": "relation_1", "edge_id": "edge_1", "study_id": "study_1"}
        insert_once(session, GradedRelationEdgeRow, [rests])
        insert_once(session, VerdictRow, [verdict("verdict_1", 1)])
        part = {"verdict_id": "verdict_1", "graded_relation_id": "relation_1", "part": "main"}
        insert_once(session, VerdictRelationRow, [part])


def verdict(verdict_id: str, version: int, **changed: Any) -> dict[str, Any]:
    """A version of a verdict."""
    row = {"verdict_id": verdict_id, "question_id": "question_1", "version": version, "round_no": 1}
    said = {"conclusion": "unclear", "likelihood": "insufficient", "direction": "unclear"}
    return row | said | changed


def write(store: Store, table: type, *rows: dict[str, Any]) -> int:
    with store.session() as session:
        return insert_once(session, table, rows)


def run(store: Store, statement: str) -> None:
    with store.session() as session:
        session.execute(text(statement))
