"""What the database itself refuses, whoever writes to it."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text
from sqlmodel import Session

from aitia.model.errors import StoreError
from resources.store.session import Store, insert_once
from resources.store.tables import (
    AliasLinkRow,
    EdgeRow,
    NodeRow,
    PassageRow,
    QuestionRow,
    ReviewRow,
    SearchHitRow,
    SearchRow,
    VerdictRow,
)
from tests.resources.store.accepted import QUOTE, START, TEXT, edge, run, verdict, write


def test_an_edge_with_its_quote_at_its_offsets_is_accepted_once(tried_filled: Store) -> None:
    assert write(tried_filled, EdgeRow, edge()) == 1
    assert write(tried_filled, EdgeRow, edge()) == 0


@pytest.mark.parametrize(
    ("changed", "rule"),
    [
        ({"evidence": QUOTE.replace("–", "-")}, "edges_quote"),
        ({"evidence": QUOTE.replace("0.80", "0.8O")}, "edges_quote"),
        ({"evidence": QUOTE + " "}, "edges_quote"),
        ({"char_start": START + 1}, "edges_quote"),
        ({"char_start": -1}, "edges_quote"),
        ({"char_start": START, "char_end": START, "evidence": ""}, "edges_quote"),
        ({"char_end": START - 1}, "edges_quote"),
        ({"char_end": len(TEXT) + 50}, "edges_quote"),
        ({"passage_id": "passage_9"}, "edges_passage"),
        ({"target_node_id": "node_drug"}, "edges_no_self_reference"),
        ({"target_node_id": "node_unknown"}, "edges_target_node_id_fkey"),
        ({"relationship_type": "cures"}, "edges_relationship_type_fkey"),
        ({"direction": "sideways"}, "edges_direction"),
        ({"confidence": 1.0001}, "edges_confidence"),
        ({"confidence": -0.1}, "edges_confidence"),
        ({"confidence": math.nan}, "edges_confidence"),
        ({"claim_id": "claim_9"}, "edges_claim_fkey"),
        ({"provenance": {}}, "edges_provenance"),
        ({"provenance": {"meta": None}}, "edges_provenance"),
        ({"provenance": {"meta": edge()["provenance"]["meta"] | {"char_start": 0}}}, "edges_provenance"),
        ({"provenance": {"meta": edge()["provenance"]["meta"] | {"section_id": "x"}}}, "edges_provenance"),
        (
            {"provenance": {"meta": edge()["provenance"]["meta"] | {"source_paper_id": "paper_2"}}},
            "edges_provenance",
        ),
    ],
)
def test_a_false_edge_is_refused(tried_filled: Store, changed: dict[str, Any], rule: str) -> None:
    with pytest.raises(StoreError, match=f"rule {rule}"):
        write(tried_filled, EdgeRow, edge(**changed))


def test_a_quote_over_300_characters_is_refused(tried_filled: Store) -> None:
    long = "a" * 301
    passage = {"passage_id": "passage_2", "paper_id": "paper_1", "section_id": "results", "part_index": 1}
    write(tried_filled, PassageRow, passage | {"text": long})
    row = edge(passage_id="passage_2", char_start=0, char_end=301, evidence=long)
    row["provenance"]["meta"]["part_index"] = 1
    with pytest.raises(StoreError, match="rule edges_quote_length"):
        write(tried_filled, EdgeRow, row)


def test_an_edge_on_another_papers_passage_is_refused(tried_filled: Store) -> None:
    passage = {"passage_id": "passage_2", "paper_id": "paper_2", "section_id": "results", "part_index": 0}
    write(tried_filled, PassageRow, passage | {"text": TEXT})
    row = edge(passage_id="passage_2")
    row["provenance"]["meta"]["source_paper_id"] = "paper_2"
    with pytest.raises(StoreError, match="rule edges_claim_paper"):
        write(tried_filled, EdgeRow, row)


def test_a_refused_edge_takes_the_whole_transaction_back(tried_filled: Store) -> None:
    with pytest.raises(StoreError):
        write(tried_filled, EdgeRow, edge(), edge(id="edge_2", claim_id="claim_2", confidence=2.0))
    with tried_filled.session() as session:
        assert session.execute(text("SELECT count(*) FROM edges")).scalar_one() == 0


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(start=st.integers(-3, len(TEXT) + 3), length=st.integers(-3, len(TEXT)), spoil=st.booleans())
def test_offsets_and_quote_agree_or_the_edge_is_refused(
    filled: Store, start: int, length: int, spoil: bool
) -> None:
    end = start + length
    quote = TEXT[max(start, 0) : max(end, 0)] + ("x" if spoil else "")
    true = 0 <= start < end <= len(TEXT) and not spoil
    with filled.engine.connect() as connection, Session(connection) as session:
        try:
            accepted = insert_once(session, EdgeRow, [edge(char_start=start, char_end=end, evidence=quote)])
        except StoreError:
            accepted = 0
        assert accepted == int(true)


def test_a_node_of_an_unknown_type_or_of_a_known_name_is_refused(tried_filled: Store) -> None:
    with pytest.raises(StoreError, match="nodes_type_fkey"):
        write(tried_filled, NodeRow, {"id": "node_x", "type": "Vehicle", "canonical_name": "car"})
    twin = {"id": "node_twin", "type": "Outcome", "canonical_name": "falls"}
    assert write(tried_filled, NodeRow, twin) == 0


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE passages SET text = text || '.'",
        "UPDATE claims SET quote = 'something nicer'",
        "UPDATE effect_estimates SET point = 0.5",
        "UPDATE claim_decisions SET decision = 'rejected'",
        "UPDATE edges SET confidence = 1",
        "UPDATE nodes SET canonical_name = 'cure' WHERE id = 'node_drug'",
        "UPDATE graded_relations SET certainty = 'high'",
        "UPDATE verdicts SET conclusion = 'established_causal'",
        "UPDATE verdict_relations SET part = ''",
        "UPDATE change_log SET node_ids = '{}'",
    ],
)
def test_what_was_read_decided_or_concluded_is_never_changed(tried_concluded: Store, statement: str) -> None:
    with pytest.raises(StoreError, match="never changed"):
        run(tried_concluded, statement)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM edges",
        "DELETE FROM passages",
        "DELETE FROM claims",
        "DELETE FROM claim_decisions",
        "DELETE FROM effect_estimates",
        "DELETE FROM extractions",
        "DELETE FROM nodes WHERE id = 'node_drug'",
        "DELETE FROM papers WHERE paper_id = 'paper_1'",
        "DELETE FROM studies",
        "DELETE FROM graded_relations",
        "DELETE FROM verdicts",
        "DELETE FROM questions",
        "DELETE FROM relation_types",
        "TRUNCATE papers",
    ],
)
def test_nothing_that_something_accepted_rests_on_can_be_deleted(
    tried_concluded: Store, statement: str
) -> None:
    with pytest.raises(Exception, match=r"refused a row|cannot truncate"):
        run(tried_concluded, statement)


def test_a_new_verdict_supersedes_the_last_one_once_and_without_a_gap(tried_concluded: Store) -> None:
    with pytest.raises(StoreError, match="versions_without_gap"):
        write(tried_concluded, VerdictRow, verdict("verdict_3", 3, supersedes="verdict_1"))
    with pytest.raises(StoreError, match="versions_without_gap"):
        write(tried_concluded, VerdictRow, verdict("verdict_2", 2))
    assert write(tried_concluded, VerdictRow, verdict("verdict_2", 2, supersedes="verdict_1")) == 1
    with tried_concluded.session() as session:
        standing = session.execute(text("SELECT verdict_id FROM current_verdicts")).scalars().all()
    assert standing == ["verdict_2"]


def test_a_row_supersedes_only_its_like(tried_concluded: Store) -> None:
    link = {"tier": "A", "status": "active", "node_a": "node_falls", "node_b": "node_tumbles"}
    write(tried_concluded, AliasLinkRow, link | {"link_id": "link_1"})
    strange = link | {"link_id": "link_2", "node_a": "node_slips", "supersedes": "link_1"}
    with pytest.raises(StoreError, match="supersedes_its_like"):
        write(tried_concluded, AliasLinkRow, strange)
    back = link | {"link_id": "link_3", "status": "rejected", "supersedes": "link_1"}
    assert write(tried_concluded, AliasLinkRow, back) == 1
    assert write(tried_concluded, AliasLinkRow, back | {"link_id": "link_4"}) == 0, "superseded already"
    with pytest.raises(StoreError, match="never changed"):
        run(tried_concluded, "UPDATE alias_links SET status = 'pending'")
    with pytest.raises(StoreError, match="never deleted"):
        run(tried_concluded, "DELETE FROM alias_links WHERE link_id = 'link_3'")


def changes(store: Store) -> list[tuple[str, str, str, list[str], str | None]]:
    with store.session() as session:
        rows = session.execute(
            text("SELECT table_name, row_id, operation, node_ids, paper_id FROM change_log ORDER BY seq")
        )
        return [(*row[:3], sorted(row[3]), row[4]) for row in rows]


def test_every_change_of_the_graph_is_recorded_with_the_nodes_it_touches(filled: Store) -> None:
    ends = ["node_drug", "node_falls"]
    write(filled, EdgeRow, edge())
    link = {"link_id": "link_1", "tier": "A", "status": "active"}
    write(filled, AliasLinkRow, link | {"node_a": "node_falls", "node_b": "node_tumbles"})
    review = {"review_id": "review_1", "subject_type": "edge", "subject_id": "edge_1", "decision": "reject"}
    review["reviewer"] = "a person"
    write(filled, ReviewRow, review)
    run(filled, "UPDATE papers SET retraction_status = 'retracted' WHERE paper_id = 'paper_1'")
    run(filled, "UPDATE papers SET venue = 'elsewhere'")
    assert changes(filled) == [
        ("edges", "edge_1", "insert", ends, "paper_1"),
        ("alias_links", "link_1", "insert", ["node_falls", "node_tumbles"], None),
        ("reviews", "review_1", "insert", ends, "paper_1"),
        ("papers", "paper_1", "update", ends, "paper_1"),
    ]


def test_writing_the_same_again_records_no_change(filled: Store) -> None:
    write(filled, EdgeRow, edge())
    before = changes(filled)
    write(filled, EdgeRow, edge())
    run(filled, "UPDATE papers SET retraction_status = retraction_status")
    assert changes(filled) == before


def test_a_review_of_nothing_is_refused(tried_filled: Store) -> None:
    review = {"review_id": "review_1", "subject_type": "edge", "subject_id": "edge_9", "decision": "reject"}
    review["reviewer"] = "a person"
    with pytest.raises(StoreError, match="not stored"):
        write(tried_filled, ReviewRow, review)
    with pytest.raises(StoreError, match="reviews_subject_type"):
        write(tried_filled, ReviewRow, review | {"subject_type": "planet"})


def test_a_reader_of_the_change_log_never_skips_a_transaction_in_flight(filled: Store) -> None:
    settled = text(
        "SELECT row_id FROM change_log WHERE transaction_id < change_log_horizon() ORDER BY row_id"
    )
    with filled.engine.connect() as slow, Session(slow) as early:
        insert_once(early, EdgeRow, [edge()])
        write(filled, EdgeRow, edge(id="edge_2", claim_id="claim_2", source_node_id="node_tumbles"))
        with filled.session() as session:
            assert session.execute(settled).scalars().all() == [], "the later one waits for the earlier one"
        early.commit()
    with filled.session() as session:
        assert session.execute(settled).scalars().all() == ["edge_1", "edge_2"]


def test_counts_of_papers_that_do_not_add_up_raise_an_error(tried_filled: Store) -> None:
    write(tried_filled, QuestionRow, {"question_id": "question_1", "text": "Does it?"})
    search = {
        "search_id": "search_1",
        "question_id": "question_1",
        "round_no": 1,
        "source": "x",
        "query": "q",
    }
    write(tried_filled, SearchRow, search | {"evidence_type": "harm"})
    hit = {"search_id": "search_1", "record_id": "1", "paper_id": "paper_1", "rank": 1}
    write(tried_filled, SearchHitRow, hit, hit | {"record_id": "2", "rank": 2, "duplicate": True})
    with tried_filled.session() as session:
        row = session.execute(text("SELECT * FROM prisma_counts")).one()
    assert (row.records_identified, row.duplicates_removed, row.papers_found) == (2, 1, 1)
    write(tried_filled, SearchHitRow, hit | {"record_id": "3", "rank": 3})
    with pytest.raises(Exception, match="do not add up: records identified 3 against 2"):
        run(tried_filled, "SELECT * FROM prisma_counts")


def test_the_claim_ledger_and_the_evidence_trail_reach_the_sentence(tried_concluded: Store) -> None:
    with tried_concluded.session() as session:
        trail = session.execute(text("SELECT * FROM evidence_trail")).one()
        ledger = session.execute(
            text("SELECT claim_id, decision, edge_id FROM claim_ledger ORDER BY 1")
        ).all()
    assert (trail.verdict_id, trail.paper_id, trail.quote) == ("verdict_1", "paper_1", QUOTE)
    assert [tuple(row) for row in ledger] == [
        ("claim_1", "accepted", "edge_1"),
        ("claim_2", "accepted", None),
        ("claim_3", "undecided", None),
    ]
