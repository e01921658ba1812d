"""Incremental equals rebuilt: additions, removals, retractions, reviews, aliases, and taking them back."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

if TYPE_CHECKING:
    from tests.assets.scenes import World

Paper = dict[str, Any]


def test_the_same_question_twice_adds_no_row_makes_no_call_and_keeps_every_data_version(world: World) -> None:
    before, first = world.rows(), world.ask()
    second = world.ask()
    assert world.rows() == before
    assert second["extracted_claims"].counts["newly_read"] == 0
    assert second["gated_papers"].counts["embedded"] == 0
    assert second["graded_relations"].counts["graded"] == 0
    assert {n: r.data_version for n, r in first.items()} == {n: r.data_version for n, r in second.items()}


def test_a_new_paper_changes_only_the_relations_it_touches_and_the_verdict_names_it(
    world: World, papers: dict[str, Paper]
) -> None:
    before = world.fingerprints()
    world.write(*papers.values())
    done = world.ask()
    after = world.fingerprints()
    assert {key for key in after if after[key] != before.get(key)} == {"main"}
    assert done["extracted_claims"].counts["newly_read"] == 1
    assert done["graded_relations"].counts["graded"] == 1
    verdict = world.verdict()
    assert verdict["version"] == 2
    assert any("2014" in line and line.startswith("New evidence") for line in verdict["changes"])


def test_a_paper_put_in_front_of_the_others_is_found_though_every_line_number_moved(
    world: World, papers: dict[str, Paper]
) -> None:
    world.write(papers["fourth"], *[p for name, p in papers.items() if name != "fourth"])
    world.ask()
    assert world.edges_of(papers["fourth"])


def test_a_paper_taken_out_of_the_documents_no_longer_counts_and_counts_again_when_put_back(
    world: World, papers: dict[str, Paper], first_papers: list[Paper]
) -> None:
    before = world.state()
    world.write(*[paper for paper in first_papers if paper is not papers["cohort"]])
    world.ask()
    assert "pmid:91000011" not in json.dumps(world.verdict()["payload"])
    assert world.verdict()["version"] == 2
    world.write(*first_papers)
    world.ask()
    assert world.state() == before
    assert world.verdict()["version"] == 3


def test_a_retracted_trial_leaves_the_pool_and_taking_the_retraction_back_restores_the_relation(
    world: World, papers: dict[str, Paper]
) -> None:
    first, before = world.fingerprints(), world.verdict()
    standing = world.value("SELECT retraction_status FROM papers WHERE pmid = '91000001'")
    world.retract(papers["first"])
    assert world.touched()
    world.ask()
    second = world.verdict()
    assert second["version"] == 2
    assert second["point"] != before["point"]
    assert any(line.startswith("Retracted since") for line in second["changes"])
    assert world.sql("SELECT payload, explanation FROM verdicts WHERE version = 1") == [
        {"payload": before["payload"], "explanation": before["explanation"]}
    ]
    world.retract(papers["first"], standing)
    assert world.touched()
    world.ask()
    assert world.fingerprints() == first
    third = world.verdict()
    assert (third["version"], third["fingerprint"]) == (3, before["fingerprint"])


def test_a_retraction_that_one_service_reports_stands_though_others_know_nothing_of_it(
    world: World, papers: dict[str, Paper]
) -> None:
    notice = {"status": "retracted", "origin": "a service", "detail": "notice of 2020"}
    told = papers["first"] | {"retraction_signals": [notice]}
    world.write(told, papers["second"], papers["third"])
    world.ask()
    assert world.value("SELECT retraction_status FROM papers WHERE pmid = '91000001'") == "retracted"
    world.write(papers["first"], papers["second"], papers["third"])
    world.ask()
    assert world.value("SELECT retraction_status FROM papers WHERE pmid = '91000001'") == "retracted"


def test_an_edge_rejected_by_a_person_stops_counting_until_a_later_review_accepts_it(
    world: World, papers: dict[str, Paper]
) -> None:
    before = world.state()
    rejected = None
    for edge in world.edges_of(papers["second"]):
        rejected = world.review("edge", edge, "reject")
    assert world.touched()
    world.ask()
    assert world.verdict()["point"] != before["verdict"]["effect"]["point"]  # type: ignore[index]
    assert not world.touched()
    for review in world.sql("SELECT review_id, subject_id FROM reviews"):
        rejected = world.review("edge", review["subject_id"], "accept", supersedes=review["review_id"])
    assert rejected
    assert world.touched()
    world.ask()
    assert world.state() == before


def test_a_claim_rejected_by_a_person_is_no_evidence_until_that_is_taken_back(
    world: World, papers: dict[str, Paper]
) -> None:
    before = world.state()
    for claim in world.sql("SELECT claim_id FROM claims WHERE paper_id = 'pmid:91000002'"):
        world.review("claim", claim["claim_id"], "reject")
    assert world.touched()
    world.ask()
    assert "pmid:91000002" not in json.dumps(world.verdict()["payload"]["sources"])
    for review in world.sql("SELECT review_id, subject_id FROM reviews"):
        world.review("claim", review["subject_id"], "accept", supersedes=review["review_id"])
    world.ask()
    assert world.state() == before


def test_a_paper_included_by_a_person_is_read_and_excluded_again_when_that_is_taken_back(
    world: World,
) -> None:
    before = world.state()
    review = world.review("paper", "pmid:91000013", "include")
    assert world.touched()
    world.ask()
    assert world.value("SELECT count(*) FROM question_extractions WHERE paper_id = 'pmid:91000013'") == 1
    world.review("paper", "pmid:91000013", "withdrawn", supersedes=review)
    assert world.touched()
    world.ask()
    assert world.state() == before


def two_harms(world: World) -> tuple[str, str]:
    """The nodes of two harm relations, in the order that links want."""
    rows = world.sql(
        "SELECT target_node_id FROM current_relations WHERE outcome_role = 'harm' ORDER BY target_node_id"
    )
    first, second = (row["target_node_id"] for row in rows)
    return first, second


def link(world: World, key: str, nodes: tuple[str, str], status: str, supersedes: str | None = None) -> None:
    world.sql(
        "INSERT INTO alias_links (link_id, node_a, node_b, tier, status, reason, supersedes)"
        " VALUES (:key, :a, :b, 'person', :status, 'the same harm', :supersedes)",
        key=key,
        a=nodes[0],
        b=nodes[1],
        status=status,
        supersedes=supersedes,
    )


def test_an_alias_link_joins_two_relations_and_taking_it_back_restores_them_exactly(
    make_world: Callable[..., World], papers: dict[str, Paper]
) -> None:
    abstract = papers["harm"]["abstract"].replace("increased major bleeding.", "increased bleeding.")
    other_word = papers["harm"] | {"abstract": abstract}
    world = make_world([papers["first"], papers["second"], papers["third"], other_word])
    world.ask()
    before = world.state()
    nodes = two_harms(world)
    link(world, "link_1", nodes, "active")
    assert world.touched()
    world.ask()
    assert len([key for key in world.fingerprints() if key.startswith("harm:")]) == 1
    link(world, "link_2", nodes, "rejected", supersedes="link_1")
    assert world.touched()
    world.ask()
    assert world.state() == before


def test_two_reports_joined_into_one_study_by_a_person_count_once_until_taken_apart(world: World) -> None:
    before = world.state()
    pair = "pmid:91000001|pmid:91000002"
    joined = world.review("study_pair", pair, "join")
    assert world.touched()
    world.ask()
    assert len(world.verdict()["payload"]["studies"]) == len(before["verdict"]["studies"]) - 1  # type: ignore[index]
    world.review("study_pair", pair, "separate", supersedes=joined)
    assert world.touched()
    world.ask()
    assert world.state() == before


def test_two_questions_that_share_papers_leave_each_other_in_peace(world: World) -> None:
    from aitia.question import read_question

    other = read_question("Does zeltamine increase major bleeding?")
    world.ask(other)
    world.ask()
    world.ask(other)
    before = world.rows()
    world.ask()
    world.ask(other)
    assert world.rows() == before
    assert not world.touched()


def test_a_reading_that_another_question_leaves_touches_whose_neighbourhood_it_stood_in(
    world: World, papers: dict[str, Paper], first_papers: list[Paper]
) -> None:
    """No edge is written or deleted, and no paper of the first question changes; no text is read again."""
    from aitia.question import read_question

    other = read_question("Does zeltamine increase major bleeding?")
    world.ask(other)
    world.ask()
    assert not world.touched()
    world.write(*[paper for paper in first_papers if paper is not papers["third"]])
    world.ask(other)
    assert world.touched()
    world.write(*first_papers)
    done = world.ask()
    assert done["extracted_claims"].counts["newly_read"] == 0
    assert not world.touched()


NAMES = ("first", "second", "third", "fourth", "cohort", "harm")
OPERATIONS = st.lists(
    st.one_of(
        st.tuples(st.just("documents"), st.sets(st.sampled_from(NAMES), min_size=2)),
        st.tuples(st.sampled_from(["retract", "restore", "reject", "accept"]), st.sampled_from(NAMES)),
        st.tuples(st.sampled_from(["join", "separate"]), st.just("first|second")),
    ),
    min_size=1,
    max_size=4,
)


@settings(
    max_examples=5,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(operations=OPERATIONS)
def test_whatever_happens_the_result_is_that_of_a_clean_build(
    make_world: Callable[..., World], papers: dict[str, Paper], operations: list[tuple[str, Any]]
) -> None:
    present: set[str] = {"first", "second", "cohort"}
    decided: dict[tuple[bool, str, str], str] = {}
    world = make_world([papers[name] for name in sorted(present)])
    world.ask()
    for operation, subject in operations:
        if operation == "documents":
            present = subject
            world.write(*[papers[name] for name in sorted(present)])
        elif apply(world, papers, operation, subject):
            decided[operation in ("join", "separate"), subject, kind(operation)] = operation
        world.ask()
    clean = make_world([papers[name] for name in sorted(present)])
    clean.ask()
    for (_, subject, _), operation in decided.items():
        apply(clean, papers, operation, subject)
    clean.ask()
    found, expected = world.state(), clean.state()
    for part, value in expected.items():
        assert found[part] == value, part


def kind(operation: str) -> str:
    """Which operations take each other back."""
    return {"restore": "retract", "accept": "reject", "separate": "join"}.get(operation, operation)


def apply(world: World, papers: dict[str, Paper], operation: str, subject: str) -> bool:
    """Do it in SQL where its subject is stored; True when it was done."""
    if operation in ("retract", "restore"):
        world.retract(papers[subject], "retracted" if operation == "retract" else "none")
        return True
    if operation in ("join", "separate"):
        stored: int = world.value("SELECT count(*) FROM papers WHERE pmid IN ('91000001', '91000002')")
        if stored == 2:
            world.review("study_pair", "pmid:91000001|pmid:91000002", operation)
        return stored == 2
    edges = world.edges_of(papers[subject])
    for edge in edges:
        world.review("edge", edge, operation)
    return bool(edges)
