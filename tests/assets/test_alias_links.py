"""Links that rules make follow from the names that papers use; what a person says of two names stays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import pytest
from sqlalchemy import text
from sqlmodel import Session

from aitia.model.claim import Claim
from aitia.model.keys import ClaimId, PaperId, PassageId
from aitia.model.passage import Quote
from aitia.model.scales import Direction, SentenceRole
from aitia.question import Question, read_question
from aitia.words.naming import canonical_name, node_id
from assets.steps.alias_links import link_aliases
from resources.settings import Settings
from resources.store import names
from resources.store.reading import StoredDecision, put_in_force, save_claims, save_decisions
from resources.store.session import Store, insert_once
from resources.store.tables import (
    AliasLinkRow,
    EdgeRow,
    ExtractionRow,
    NodeRow,
    PaperRow,
    PassageRow,
    QuestionExtractionRow,
    QuestionRow,
    ReviewRow,
)
from resources.workbench import Workbench

ONE, OTHER = "Does interferon reduce relapses?", "Does valvuloplasty reduce breathlessness?"
SCLEROSIS = ("Relapses in multiple sclerosis (MS) are frequent.", ["MS", "multiple sclerosis"])
STENOSIS = ("Mitral stenosis (MS) narrows the valve.", ["MS", "mitral stenosis"])
PLAIN = ("Both are old diseases.", ["MS", "multiple sclerosis"])


class Blind:
    """An embedder for which no two names are alike."""

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [[0.0, 0.0] for _ in texts]


@dataclass
class Graph:
    """A store in which papers are read as a test says, and the step that links names."""

    bench: Workbench

    def read(self, asked: str, number: int, said: tuple[str, list[str]]) -> Question:
        """A question reads a paper with that abstract, one edge for each of the causes that it names."""
        question = read_question(asked)
        abstract, causes = said
        paper, extraction = f"paper_{number}", f"extraction_{number}"
        with self.bench.store.session() as session:
            put_in_force(session, "1", "run")
            insert_once(session, QuestionRow, [{"question_id": question.question_id, "text": asked}])
            insert_once(session, PaperRow, [{"paper_id": paper, "title": "A report", "abstract": abstract}])
            passage = {"passage_id": f"passage_{number}", "paper_id": paper, "section_id": "abstract"}
            insert_once(session, PassageRow, [passage | {"part_index": 0, "text": abstract}])
            insert_once(session, ExtractionRow, [{"extraction_id": extraction, "paper_id": paper}])
            for place, cause in enumerate(causes):
                edge(session, claim_of(number, place, cause, abstract), extraction)
            stands = {"question_id": question.question_id, "paper_id": paper, "extraction_id": extraction}
            insert_once(session, QuestionExtractionRow, [stands])
        return question

    def drop(self, number: int) -> None:
        """The paper is in nobody's files any more."""
        with self.bench.store.session() as session:
            paper = {"paper": f"paper_{number}"}
            session.execute(text("DELETE FROM question_extractions WHERE paper_id = :paper"), paper)

    def link(self, *asked: str) -> None:
        for question in asked:
            link_aliases(self.bench, read_question(question), "run")

    def links(self) -> dict[frozenset[str], str]:
        """Pairs of names that some link joins or joined, and how it stands."""
        with self.bench.store.session() as session:
            rows = session.execute(text("SELECT name_a, name_b, status, active FROM current_aliases"))
            return {
                frozenset((row.name_a, row.name_b)): "active" if row.active else row.status for row in rows
            }

    def write(self, table: Any, **row: object) -> None:
        with self.bench.store.session() as session:
            insert_once(session, table, [row])

    def newest(self) -> names.PairLink:
        """The link of the pair that the tests are about."""
        with self.bench.store.session() as session:
            (found,) = names.links_of(session, [node_id("Condition", "ms")])
        return found


def claim_of(number: int, place: int, cause: str, abstract: str) -> Claim:
    quote = Quote(
        passage_id=PassageId(f"passage_{number}"), char_start=0, char_end=len(abstract), text=abstract
    )
    return Claim(
        claim_id=ClaimId(f"claim_{number}_{place}"),
        paper_id=PaperId(f"paper_{number}"),
        cause=cause,
        cause_type="Condition",
        effect="falls",
        effect_type="Outcome",
        relation="increases",
        direction=Direction.INCREASES,
        quote=quote,
        role=SentenceRole.RESULT,
        confidence=0.9,
    )


def edge(session: Session, claim: Claim, extraction: str) -> None:
    save_claims(session, extraction, [claim], "run")
    admitted = claim.model_dump(mode="json")
    decision = StoredDecision(claim.claim_id, extraction, "accepted", None, "", [], admitted)
    save_decisions(session, "1", [decision], "run")
    ends = [(claim.cause_type, claim.cause), (claim.effect_type, claim.effect)]
    nodes = [(node_id(kind, canonical_name(name)), kind, canonical_name(name), name) for kind, name in ends]
    columns = ("id", "type", "canonical_name", "name")
    insert_once(session, NodeRow, [dict(zip(columns, node, strict=True)) for node in nodes])
    quote = claim.quote
    place = {"char_start": quote.char_start, "char_end": quote.char_end, "extraction_id": extraction}
    meta = place | {"source_paper_id": claim.paper_id, "section_id": "abstract", "part_index": 0}
    row = {
        "id": claim.claim_id.replace("claim", "edge"),
        "source_node_id": nodes[0][0],
        "target_node_id": nodes[1][0],
        "relationship_type": claim.relation,
        "direction": "increases",
        "confidence": 0.9,
        "evidence": quote.text,
        "passage_id": quote.passage_id,
        "claim_id": claim.claim_id,
        "provenance": {"meta": meta, "claim": admitted},
    }
    insert_once(session, EdgeRow, [row | place])


@pytest.fixture
def graph(store: Store, store_settings: Settings) -> Graph:
    bench = Workbench(store_settings, store)
    bench.__dict__["embedder"] = Blind()
    return Graph(bench)


PAIR = frozenset(("ms", "multiple_sclerosis"))


def test_a_link_goes_with_the_paper_that_declared_it_and_returns_with_it(graph: Graph) -> None:
    graph.read(ONE, 1, SCLEROSIS)
    graph.read(ONE, 2, PLAIN)
    graph.link(ONE)
    assert graph.links() == {PAIR: "active"}
    graph.drop(1)
    graph.link(ONE)
    assert graph.links() == {PAIR: "withdrawn"}
    graph.read(ONE, 1, SCLEROSIS)
    graph.link(ONE)
    assert graph.links() == {PAIR: "active"}
    graph.link(ONE)
    with graph.bench.store.session() as session:
        assert session.execute(text("SELECT count(*) FROM alias_links")).scalar_one() == 3, (
            "asked again: no row"
        )


def test_a_link_goes_when_its_question_has_neither_name_any_more(graph: Graph) -> None:
    graph.read(ONE, 1, SCLEROSIS)
    graph.read(OTHER, 2, PLAIN)
    graph.link(OTHER, ONE)
    assert graph.links() == {PAIR: "active"}
    graph.drop(1)
    graph.link(ONE)
    assert graph.links() == {PAIR: "withdrawn"}, "no paper that is read declares it, whoever asks"


@pytest.mark.parametrize("order", list(permutations((ONE, OTHER))))
def test_whether_an_abbreviation_is_ambiguous_does_not_depend_on_the_order_of_questions(
    graph: Graph, order: tuple[str, str]
) -> None:
    papers = {ONE: (1, SCLEROSIS), OTHER: (2, STENOSIS)}
    for asked in order:
        graph.read(asked, *papers[asked])
        graph.link(asked)
    assert {pair for pair, status in graph.links().items() if status == "active"} == set()
    graph.drop(2)
    graph.link(OTHER)
    assert graph.links()[PAIR] == "active", "the other meaning is gone, and with it the doubt"


def test_an_ambiguity_two_steps_away_is_seen(graph: Graph) -> None:
    """The second question has no node of the first one's link: only the short form in a longer name."""
    graph.read(ONE, 1, SCLEROSIS)
    graph.link(ONE)
    graph.read(OTHER, 2, ("Mitral stenosis (MS) narrows the valve.", ["Mitral stenosis (MS)"]))
    graph.link(OTHER)
    assert graph.links()[PAIR] == "withdrawn"


@pytest.mark.parametrize(("said", "active"), [("accept", "active"), ("reject", "withdrawn")])
def test_what_a_person_says_of_a_link_stays_whatever_the_papers_declare(
    graph: Graph, said: str, active: str
) -> None:
    graph.read(ONE, 1, SCLEROSIS)
    graph.read(ONE, 2, PLAIN)
    graph.link(ONE)
    review = {"review_id": "review_1", "subject_type": "alias_link", "subject_id": graph.newest().link_id}
    graph.write(ReviewRow, **review, decision=said, reviewer="a person")
    before = graph.newest()
    assert (before.active, before.by_person) == (said == "accept", True)
    graph.drop(1)
    graph.link(ONE)
    assert graph.newest() == before


def test_a_link_that_a_person_made_is_no_rules_to_withdraw(graph: Graph) -> None:
    graph.read(ONE, 2, PLAIN)
    a, b = sorted((node_id("Condition", "ms"), node_id("Condition", "multiple_sclerosis")))
    graph.write(
        AliasLinkRow, link_id="mine", node_a=a, node_b=b, tier="person", status="active", reason="known"
    )
    graph.link(ONE)
    assert graph.links() == {PAIR: "active"}
    with pytest.raises(Exception, match="alias_links_person_stays"):
        graph.write(
            AliasLinkRow, link_id="rule", node_a=a, node_b=b, tier="A", status="withdrawn", supersedes="mine"
        )


def test_a_review_of_a_link_that_was_withdrawn_since_still_speaks_of_the_pair(graph: Graph) -> None:
    graph.read(ONE, 1, SCLEROSIS)
    graph.read(ONE, 2, PLAIN)
    graph.link(ONE)
    first = graph.newest().link_id
    graph.drop(1)
    graph.link(ONE)
    review = {"review_id": "review_1", "subject_type": "alias_link", "subject_id": first}
    graph.write(ReviewRow, **review, decision="reject", reviewer="a person")
    graph.read(ONE, 1, SCLEROSIS)
    graph.link(ONE)
    assert not graph.newest().active


def test_a_name_spelled_in_two_ways_is_one_name_whichever_came_first(graph: Graph) -> None:
    graph.read(ONE, 1, ("Nothing is declared.", ["Ms"]))
    graph.read(ONE, 2, SCLEROSIS)
    graph.link(ONE)
    assert graph.links() == {PAIR: "active"}


def test_no_view_says_pending_once_a_person_has_decided(graph: Graph) -> None:
    a, b = sorted((node_id("Condition", "ms"), node_id("Condition", "multiple_sclerosis")))
    graph.read(ONE, 2, PLAIN)
    pair = {"node_a": a, "node_b": b, "tier": "B", "status": "pending", "similarity": 0.9, "reason": "alike"}
    graph.write(AliasLinkRow, link_id="waits", **pair)
    status = "SELECT status, ruled FROM current_aliases"
    with graph.bench.store.session() as session:
        assert tuple(session.execute(text(status)).one()) == ("pending", "pending")
    review = {"review_id": "review_1", "subject_type": "alias_link", "subject_id": "waits"}
    graph.write(ReviewRow, **review, decision="accept", reviewer="a person")
    with graph.bench.store.session() as session:
        assert tuple(session.execute(text(status)).one()) == ("active", "pending")


class Alike(Blind):
    """An embedder for which all names are alike."""

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [[1.0, 0.0] for _ in texts]


def test_names_that_are_only_alike_wait_while_a_question_has_both(graph: Graph) -> None:
    graph.bench.__dict__["embedder"] = Alike()
    graph.read(ONE, 1, ("Nothing is declared.", ["kidney failure", "failure of the kidneys"]))
    graph.read(OTHER, 2, ("Nothing is declared.", ["kidney failure"]))
    pair = frozenset(("kidney_failure", "failure_of_the_kidneys"))
    graph.link(OTHER)
    assert graph.links() == {}
    graph.link(ONE, OTHER)
    assert graph.links() == {pair: "pending"}, "a question that has one of them leaves the link alone"
    graph.drop(1)
    graph.link(ONE)
    assert graph.links() == {pair: "withdrawn"}


class Watching(Alike):
    """An embedder that looks, each time it is asked, whether another question could work out its links."""

    def __init__(self, bench: Workbench) -> None:
        self.bench = bench
        self.free: list[bool] = []

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        with self.bench.store.reading() as connection:
            found = connection.execute(
                text("SELECT pg_try_advisory_xact_lock(hashtextextended('alias links', 7))")
            )
            self.free.append(bool(found.scalar()))
        return super().embed(texts)


def test_no_question_waits_while_another_compares_names(graph: Graph) -> None:
    watching = Watching(graph.bench)
    graph.bench.__dict__["embedder"] = watching
    graph.read(ONE, 1, ("Nothing is declared.", ["kidney failure", "failure of the kidneys"]))
    graph.link(ONE)
    assert graph.links() == {frozenset(("kidney_failure", "failure_of_the_kidneys")): "pending"}
    assert watching.free == [True, True], "each name is embedded once, before the links are locked"
