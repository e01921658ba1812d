"""Closed lists, orders and ranges: what the database takes is what the program's own lists hold."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest
from sqlalchemy import text

from aitia.evidence.ties import LinkMethod
from aitia.identity.quarantine import SetAside
from aitia.model.errors import StoreError
from aitia.model.evidence import OutcomeRole
from aitia.model.scales import (
    Certainty,
    ComparisonAnswer,
    Conclusion,
    Decision,
    Direction,
    EffectMeasure,
    EvidenceType,
    GateDecision,
    Likelihood,
    Polarity,
    QuestionKind,
    RetractionStatus,
    SentenceRole,
)
from aitia.model.search import SearchStatus
from assets.steps.wordings import WORDINGS
from resources.engines.model import Finish
from resources.store.papers import EARLIER_TEXT
from resources.store.session import Store
from resources.store.tables import (
    AliasLinkRow,
    ClaimDecisionRow,
    ClaimRow,
    EffectEstimateRow,
    GradedRelationRow,
    PaperConflictRow,
    QuestionRow,
    ReviewRow,
    SearchRow,
    StudyLinkRow,
    VerdictRow,
)
from tests.resources.store.accepted import claim, decision, verdict, write

LISTS: dict[str, Iterable[str]] = {
    "claim_decisions_decision": Decision,
    "claims_direction": Direction,
    "claims_role": SentenceRole,
    "edges_direction": Direction,
    "effect_estimates_measure": EffectMeasure,
    "graded_relations_certainty": Certainty,
    "graded_relations_direction": Direction,
    "graded_relations_measure": EffectMeasure,
    "graded_relations_role": OutcomeRole,
    "model_calls_status": Finish,
    "paper_conflicts_kind": [*(kind.value for kind in SetAside), EARLIER_TEXT],
    "papers_retraction_status": RetractionStatus,
    "question_papers_decision": GateDecision,
    "questions_expected_direction": Direction,
    "questions_kind": QuestionKind,
    "questions_outcome_polarity": Polarity,
    "retraction_signals_status": RetractionStatus,
    "searches_evidence_type": EvidenceType,
    "searches_status": SearchStatus,
    "study_links_method": LinkMethod,
    "verdict_wordings_kind": WORDINGS,
    "verdicts_certainty": Certainty,
    "verdicts_comparison_answer": ComparisonAnswer,
    "verdicts_conclusion": Conclusion,
    "verdicts_direction": Direction,
    "verdicts_likelihood": Likelihood,
    "verdicts_measure": EffectMeasure,
}


def test_every_closed_list_of_the_schema_is_the_programs_own(kept_store: Store) -> None:
    with kept_store.session() as session:
        rows = session.execute(
            text("SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'c'")
        )
        found = {name: set(re.findall(r"'([^']*)'::text", stated)) for name, stated in rows}
    for name, values in LISTS.items():
        assert found[name] == {str(value) for value in values}, name


RELATION = {"question_id": "question_1", "relation_key": "other", "version": 1}
SEARCH = {"search_id": "s", "question_id": "question_1", "round_no": 1, "source": "x", "query": "q"}
LINK = {
    "link_id": "link_1",
    "node_a": "node_falls",
    "node_b": "node_tumbles",
    "tier": "A",
    "status": "active",
}
NEXT = verdict("verdict_2", 2, supersedes="verdict_1")


@pytest.mark.parametrize(
    ("table", "row", "rule"),
    [
        (QuestionRow, {"question_id": "q", "text": "?", "kind": "riddle"}, "questions_kind"),
        (QuestionRow, {"question_id": "q", "expected_direction": "sideways"}, "questions_expected_direction"),
        (SearchRow, SEARCH | {"evidence_type": "hearsay"}, "searches_evidence_type"),
        (SearchRow, SEARCH | {"evidence_type": "harm", "returned": -1}, "searches_counts"),
        (PaperConflictRow, {"conflict_id": "c", "kind": "a hunch"}, "paper_conflicts_kind"),
        (ClaimRow, claim("claim_9") | {"direction": "sideways"}, "claims_direction"),
        (ClaimRow, claim("claim_9") | {"role": "gossip"}, "claims_role"),
        (ClaimDecisionRow, decision("claim_3", "rejected") | {"rule": None}, "claim_decisions_rule"),
        (ClaimDecisionRow, decision("claim_3", "perhaps"), "claim_decisions_decision"),
        (
            EffectEstimateRow,
            {"estimate_id": "e", "claim_id": "claim_1", "extraction_id": "extraction_1", "measure": "luck"},
            "effect_estimates_measure",
        ),
        (AliasLinkRow, LINK | {"similarity": 1.5}, "alias_links_similarity"),
        (AliasLinkRow, LINK | {"status": "perhaps"}, "alias_links_status"),
        (AliasLinkRow, LINK | {"supersedes": "link_1"}, "alias_links_other_than_itself"),
        (
            StudyLinkRow,
            {"link_id": "l", "paper_id": "paper_1", "study_id": "study_1", "method": "a hunch"},
            "study_links_method",
        ),
        (GradedRelationRow, RELATION | {"direction": "sideways"}, "graded_relations_direction"),
        (GradedRelationRow, RELATION | {"certainty": "certain"}, "graded_relations_certainty"),
        (GradedRelationRow, RELATION | {"measure": "luck"}, "graded_relations_measure"),
        (GradedRelationRow, RELATION | {"low": 2.0, "high": 1.0}, "graded_relations_interval"),
        (GradedRelationRow, RELATION | {"low": 1.0, "high": float("nan")}, "graded_relations_interval"),
        (GradedRelationRow, RELATION | {"i2": 101.0}, "graded_relations_counts"),
        (GradedRelationRow, RELATION | {"outcome_role": "hero"}, "graded_relations_role"),
        (VerdictRow, NEXT | {"conclusion": "certainly"}, "verdicts_conclusion"),
        (VerdictRow, NEXT | {"likelihood": "sure"}, "verdicts_likelihood"),
        (VerdictRow, NEXT | {"direction": "sideways"}, "verdicts_direction"),
        (VerdictRow, NEXT | {"certainty": "certain"}, "verdicts_certainty"),
        (VerdictRow, NEXT | {"comparison_answer": "more"}, "verdicts_comparison_answer"),
        (VerdictRow, NEXT | {"low": 2.0, "high": 1.0}, "verdicts_interval"),
        (VerdictRow, NEXT | {"confidence": 1.1}, "verdicts_confidence"),
    ],
)
def test_a_row_outside_the_lists_is_refused(
    tried_concluded: Store, table: type, row: dict[str, Any], rule: str
) -> None:
    whole = {"graded_relation_id": "r", "outcome_role": "main", "direction": "unclear"} | row
    with pytest.raises(StoreError, match=f"rule {rule}"):
        write(tried_concluded, table, whole if table is GradedRelationRow else row)


def test_a_proposal_may_say_what_the_rules_then_refuse(tried_concluded: Store) -> None:
    estimate = {"estimate_id": "e", "claim_id": "claim_1", "extraction_id": "extraction_1", "measure": "RR"}
    assert write(tried_concluded, EffectEstimateRow, estimate | {"low": 2.0, "high": 1.0}) == 1
    assert write(tried_concluded, ClaimRow, claim("claim_9") | {"relation": "cures"}) == 1


REVIEW = {"review_id": "review_1", "subject_type": "edge", "subject_id": "edge_1", "reviewer": "a person"}
PAIR = {"subject_type": "study_pair", "subject_id": "paper_1|paper_2"}


@pytest.mark.parametrize(
    ("changed", "rule"),
    [
        ({"decision": "rejected"}, "reviews_decision"),
        ({"decision": "banana"}, "reviews_decision"),
        ({"decision": "rejct"}, "reviews_decision"),
        ({"decision": ""}, "reviews_decision"),
        ({"decision": "include"}, "reviews_decision"),
        ({"decision": "withdrawn"}, "reviews_decision"),
        ({"decision": "reject", "reviewer": ""}, "reviews_reviewer"),
        ({"decision": "reject", "reviewer": " \t"}, "reviews_reviewer"),
        ({"decision": "reject", "supersedes": "review_1"}, "reviews_other_than_itself"),
        ({"decision": "reject", "subject_type": "mood"}, "reviews_subject_type"),
        ({"decision": "reject", "subject_type": "study_link"}, "reviews_subject"),
        ({"decision": "include", "subject_type": "study_link"}, "reviews_decision"),
        ({"decision": "accept", "subject_type": "paper", "subject_id": "paper_1"}, "reviews_decision"),
        ({"decision": "accept"} | PAIR, "reviews_decision"),
        ({"decision": "join"} | PAIR | {"subject_id": "paper_2|paper_1"}, "reviews_pair"),
        ({"decision": "join"} | PAIR | {"subject_id": "paper_1|paper_1"}, "reviews_pair"),
        ({"decision": "join"} | PAIR | {"subject_id": "paper_1"}, "reviews_pair"),
        ({"decision": "join"} | PAIR | {"subject_id": "paper_1|paper_9"}, "reviews_subject"),
    ],
)
def test_a_review_without_an_effect_is_refused(
    tried_concluded: Store, changed: dict[str, Any], rule: str
) -> None:
    with pytest.raises(StoreError, match=f"rule {rule}"):
        write(tried_concluded, ReviewRow, REVIEW | changed)


def test_a_review_is_taken_back_by_one_that_names_it(tried_concluded: Store) -> None:
    assert write(tried_concluded, ReviewRow, REVIEW | {"decision": "reject"}) == 1
    back = {"review_id": "review_2", "decision": "withdrawn", "supersedes": "review_1"}
    assert write(tried_concluded, ReviewRow, REVIEW | back) == 1
