"""A third domain is one module: its words are read, admitted, stored and concluded with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import aitia.domains
from aitia.domains import adapter_for, adapters, in_words_of
from aitia.model.claim import Claim
from aitia.model.errors import QuestionError
from aitia.model.keys import ClaimId, PaperId, PassageId
from aitia.model.passage import Quote
from aitia.model.scales import Direction, Domain, SentenceRole
from aitia.question import read_question

if TYPE_CHECKING:
    from tests.assets.scenes import World

QUESTION = "Does peer tutoring reduce truancy?"


def trial(number: int, ratio: str, interval: str) -> dict[str, Any]:
    return {
        "pmid": str(92000000 + number),
        "title": f"Peer tutoring and truancy: randomised trial number {number}",
        "abstract": (
            "Background: Truancy is common. Methods: We randomly assigned 4200 pupils to peer tutoring or "
            "usual lessons. Results: Peer tutoring reduced the risk of truancy compared with usual lessons "
            f"(RR {ratio}, 95% CI {interval}). Conclusions: Peer tutoring reduced truancy in pupils."
        ),
        "publication_types": ["Randomized Controlled Trial"],
        "year": 2010 + number,
    }


COHORT = {
    "pmid": "92000011",
    "title": "Peer tutoring and truancy in a cohort of schools",
    "abstract": (
        "Methods: In this prospective cohort study we followed 9000 pupils for two years. Results: Peer "
        "tutoring was associated with a lower risk of truancy (HR 0.71, 95% CI 0.60 to 0.84)."
    ),
    "publication_types": ["Observational Study"],
    "year": 2018,
}


@pytest.fixture
def education(monkeypatch: pytest.MonkeyPatch) -> Iterator[Domain]:
    """The domain of `tests/domains/education.py`, found as any other one is."""
    folder = str(Path(__file__).parents[1] / "domains")
    monkeypatch.setattr(aitia.domains, "__path__", [*aitia.domains.__path__, folder])
    adapters.cache_clear()
    yield Domain("education")
    monkeypatch.undo()
    adapters.cache_clear()


def test_a_module_is_found_and_its_cues_place_a_question(education: Domain) -> None:
    assert education in adapters()
    assert read_question(QUESTION).domain == education
    assert read_question("Does aspirin reduce heart attack risk?").domain == Domain.BIOMEDICAL


def test_a_domain_without_a_module_is_named_with_the_next_step() -> None:
    with pytest.raises(QuestionError, match=r"no domain is named 'alchemy'.*docs/domains.md"):
        adapter_for(Domain("alchemy"))


@pytest.mark.parametrize("name", ["", "Education", "a b", "1st", "x" * 60])
def test_a_name_that_is_no_word_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="lower-case words"):
        Domain(name)


def claim(**given: Any) -> Claim:
    quote = Quote(text="fewer", passage_id=PassageId("p"), char_start=0, char_end=5)
    values: dict[str, Any] = {
        "claim_id": ClaimId("c"),
        "paper_id": PaperId("paper"),
        "cause": "peer tutoring",
        "cause_type": "Intervention",
        "effect": "truancy",
        "effect_type": "Outcome",
        "relation": "decreases",
        "direction": Direction.DECREASES,
        "quote": quote,
        "role": SentenceRole.RESULT,
        "confidence": 0.8,
    }
    return Claim(**{**values, **given})


def test_a_claim_is_said_in_the_words_of_the_domain_and_keeps_its_strength(education: Domain) -> None:
    adapter = adapter_for(education)
    said = in_words_of(adapter, claim())
    assert (said.cause_type, said.relation, said.effect_type) == ("Programme", "lowers", "Attainment")
    assert in_words_of(adapter, claim(relation="associated_with")).relation == "goes_with"
    assert in_words_of(adapter, said) == said
    assert in_words_of(adapter_for(Domain.BIOMEDICAL), claim()) == claim()


def test_a_question_of_the_domain_is_answered_from_admitted_edges_in_its_words(
    education: Domain,
    make_world: Callable[..., World],
) -> None:
    papers = [trial(1, "0.70", "0.58 to 0.85"), trial(2, "0.76", "0.62 to 0.93"), COHORT]
    world = make_world(papers, QUESTION)
    world.ask()
    refused = world.sql("SELECT rule, reason FROM claim_decisions WHERE decision = 'rejected'")
    assert not [row for row in refused if row["rule"] in ("known_types", "known_relation")], refused
    edges = world.sql(
        "SELECT a.type AS cause, relationship_type AS relation, b.type AS effect,"
        " provenance->'meta'->>'source_paper_id' AS paper FROM edges"
        " JOIN nodes a ON a.id = source_node_id JOIN nodes b ON b.id = target_node_id"
    )
    assert {(e["cause"], e["effect"]) for e in edges} == {("Programme", "Attainment")}
    of_trials = {e["relation"] for e in edges if e["paper"] != "pmid:92000011"}
    assert of_trials == {"lowers"}
    assert {e["relation"] for e in edges if e["paper"] == "pmid:92000011"} <= {"goes_with"}
    assert world.verdict()["direction"] == "decreases"
