"""The model's answer is the paper's reading, unless its own quoted sentence speaks against it."""

from __future__ import annotations

from typing import Any

import pytest

from aitia.model.claim import Reading
from aitia.model.evidence import OutcomeRole
from aitia.model.paper import Section
from aitia.model.scales import Decision, Direction
from aitia.reading.statements.matching import match_claim
from bench.model.honest import asked_in
from bench.model.server import ModelServer
from resources.calls.ledger import MemoryLedger
from tests.resources.engines.asked_trial import (
    ANSWER,
    EMESIS,
    METHODS,
    answered,
    decided,
    number_of,
    read,
    server,
    standing,
    trial,
)

__all__ = ["server"]


def test_the_question_stands_in_the_prompt_after_the_paper(server: ModelServer) -> None:
    read(server, trial())
    prompt = server.answered[0]
    assert asked_in(prompt)["outcome"] == "nausea"
    assert asked_in(prompt)["comparator"] == "placebo"
    assert prompt.index("Emetic episodes") < prompt.index("<<<QUESTION")
    assert prompt.rstrip().endswith("WANTED: findings, answer")
    assert len(server.requests) == 1


def test_an_answer_in_the_papers_own_words_is_the_papers_reading(server: ModelServer) -> None:
    task = trial()
    reading = answered(server, task)
    (claim,) = standing(task, reading)
    assert (claim.effect, claim.direction) == ("Emetic episodes", Direction.DECREASES)
    assert claim.quote.text in EMESIS
    match = match_claim(task.question, claim, reading.study)
    assert (match.role, match.swapped) == (OutcomeRole.MAIN, False)
    assert match.indirectness == ()
    assert claim.direction_shares
    assert claim.direction_shares[1] > 0.8


def test_the_counts_of_both_arms_enter_as_printed(server: ModelServer) -> None:
    arms = {"intervention_arm": {"events": 12, "total": 80}, "comparator_arm": {"events": 30, "total": 80}}
    task = trial()
    (claim,) = standing(task, answered(server, task, **arms))
    counts = claim.estimates[-1].counts
    assert counts
    assert (counts.events_intervention, counts.total_comparator) == (12, 80)


def test_the_one_estimate_of_the_telling_sentence_counts_where_the_model_names_none(
    server: ModelServer,
) -> None:
    task = trial(METHODS, "RESULTS: Zeltamine reduced nausea (RR 0.40, 95% CI 0.22 to 0.73).")
    told = {**ANSWER, "outcome": "nausea", "sentences": [number_of(task, "reduced nausea")]}
    reading = read(server, task, answer=told).reading
    assert reading is not None
    assert [(e.point, e.high) for e in standing(task, reading)[0].estimates] == [(0.40, 0.73)]


def test_counts_larger_than_their_arm_cost_themselves_and_not_the_answer(server: ModelServer) -> None:
    arms = {"intervention_arm": {"events": 80, "total": 12}, "comparator_arm": {"events": 30, "total": 80}}
    task = trial()
    reading = answered(server, task, **arms)
    (claim,) = standing(task, reading)
    admitted = decided(task, claim, reading)
    assert admitted.claim.estimates == ()
    assert "arms_possible" in {finding.rule for finding in admitted.findings}


def test_not_reported_leaves_the_local_readers_answer_to_a_person(server: ModelServer) -> None:
    task = trial(METHODS, "RESULTS: Nausea was less frequent with zeltamine than with placebo (p = 0.01).")
    alone = read(server, task, claims=[]).reading
    assert alone is not None
    assert standing(task, alone)
    reading = read(server, task, answer={"asked": "nausea", "reported": False, "confidence": 0.95}).reading
    assert reading is not None
    assert standing(task, reading) == []


@pytest.mark.parametrize(
    ("changed", "note"),
    [
        ({"asked": "length of hospital stay"}, "another question"),
        ({"sentences": [900]}, "there is no sentence 900"),
        ({"sentences": [1]}, "no result of the paper's own"),
        ({"reported": "perhaps"}, "no answer to the question"),
    ],
)
def test_an_answer_that_is_none_leaves_the_local_readers(
    server: ModelServer, changed: dict[str, Any], note: str
) -> None:
    task = trial(METHODS, "RESULTS: Nausea was less frequent with zeltamine than with placebo (p = 0.01).")
    own = read(server, task, claims=[]).reading
    reading = read(
        server, task, answer={**ANSWER, "sentences": [3], "direction": "increases", **changed}
    ).reading
    assert reading is not None
    assert own is not None
    assert standing(task, reading) == standing(task, own) != []
    assert any(note in said for said in reading.notes)


def test_an_answer_against_the_words_that_it_quotes_waits_for_a_person(server: ModelServer) -> None:
    none = "RESULTS: There was no significant difference in nausea between zeltamine and placebo (p = 0.48)."
    task = trial(METHODS, none)
    told = {
        **ANSWER,
        "outcome": "nausea",
        "intervention": "zeltamine",
        "sentences": [number_of(task, "no sig")],
    }
    reading = read(server, task, answer=told).reading
    assert reading is not None
    waiting = [c for c in reading.claims if c.direction is Direction.DECREASES]
    assert [decided(task, claim, reading).decision for claim in waiting] == [Decision.REVIEW]
    assert any("waits for a person" in note for note in reading.notes)
    assert all(claim.direction is not Direction.DECREASES for claim in standing(task, reading))


def test_a_finding_about_the_other_arm_does_not_contradict_the_answer(server: ModelServer) -> None:
    """Washing lowers infections, say the findings; no washing raises them, says the answer."""
    line = "RESULTS: Infections occurred in 40% with no bladder wash and in 4% with amikacin bladder wash."
    task = trial(
        line, question="Does no bladder wash increase infections compared with amikacin bladder wash?"
    )
    where = number_of(task, "Infections occurred")
    finding = {"sentence": where, "cause": "amikacin bladder wash", "effect": "Infections", "confidence": 0.9}
    answer = {**ANSWER, "asked": "infections", "sentences": [where], "outcome": "Infections"}
    answer |= {
        "intervention": "no bladder wash",
        "comparator": "amikacin bladder wash",
        "direction": "increases",
    }
    result = read(server, task, claims=[{**finding, "direction": "decreases"}], answer=answer)
    assert result.reading is not None
    (claim,) = standing(task, result.reading)
    assert (claim.cause, claim.direction) == ("no bladder wash", Direction.INCREASES)


def test_an_outcome_that_only_the_question_names_is_named_in_the_papers_words(server: ModelServer) -> None:
    line = "RESULTS: The overall cost was significantly higher with zeltamine than with placebo (p = 0.02)."
    task = trial(line, question="Does zeltamine increase total health care spending compared with placebo?")
    where = [number_of(task, "overall cost")]
    told = {"asked": "total health care spending", "outcome": "spending", "direction": "increases"}
    reading = answered(server, task, sentences=where, **told)
    (claim,) = standing(task, reading)
    assert claim.effect == "overall cost"


def test_a_finding_that_contradicts_the_answer_sends_it_to_a_person(server: ModelServer) -> None:
    task = trial()
    number = number_of(task, "Emetic episodes")
    claim = {"sentence": number, "cause": "zeltamine", "effect": "Emetic episodes", "direction": "increases"}
    told = {**ANSWER, "intervention": "zeltamine", "sentences": [number]}
    reading = read(server, task, claims=[claim], answer=told).reading
    assert reading is not None
    assert standing(task, reading) == []
    assert any("among its findings" in note for note in reading.notes)


def test_agreement_raises_the_confidence_and_disagreement_lowers_it(server: ModelServer) -> None:
    finding = "RESULTS: Zeltamine reduced nausea compared with placebo (p = 0.01)."
    doubtful = "RESULTS: Nausea fell by 12 points with zeltamine and by 11 points with placebo."
    both = trial(METHODS, finding)
    alone = trial()
    agreed = read(server, both, answer={**ANSWER, "sentences": [number_of(both, "reduced nausea")]}).reading
    silent = answered(server, alone)
    against = trial(METHODS, doubtful, finding)
    told = {**ANSWER, "direction": "no_difference", "significant": False}
    told |= {"sentences": [number_of(against, "fell by")]}
    opposed = read(server, against, answer=told).reading
    assert agreed is not None
    assert opposed is not None
    sure = {
        name: next(c for c in reading.claims if c.quote.text in words and c.answers_question).confidence
        for name, reading, words in (
            ("agreed", agreed, finding),
            ("silent", silent, EMESIS),
            ("opposed", opposed, doubtful),
        )
    }
    assert sure["agreed"] >= sure["silent"] > sure["opposed"] >= 0.6


def test_a_second_question_about_a_paper_pays_for_its_own_answer_only(server: ModelServer) -> None:
    ledger = MemoryLedger()
    first = read(server, trial(), ledger)
    second = read(server, trial(question="Does zeltamine reduce pain compared with placebo?"), ledger)
    assert [len(first.calls), len(second.calls)] == [1, 1]
    assert first.calls[0].output_tokens > second.calls[0].output_tokens > 0
    assert server.answered[1].rstrip().endswith("WANTED: answer")
    assert first.reading is not None
    assert second.reading is not None

    def about_others(reading: Reading) -> set[str]:
        return {c.effect for c in reading.claims if c.answers_question is None}

    assert about_others(second.reading) <= about_others(first.reading) | {"Emetic episodes"}
    paid = len(server.requests)
    again = read(server, trial(question="Does zeltamine reduce pain compared with placebo?"), ledger)
    assert again.reading == second.reading
    assert len(server.requests) == paid


def test_of_a_long_paper_the_telling_stretch_is_shown_wherever_it_stands(server: ModelServer) -> None:
    filler = " ".join(
        f"The {n}th device was calibrated in the usual manner before each run." for n in range(300)
    )
    table = "Nausea with zeltamine 12 of 80 and with placebo 30 of 80 (p = 0.002)."
    sections = (Section(section_id="results", title="Results", text=f"{filler} {table} {filler}"),)
    task = trial(METHODS, "RESULTS: See the tables.", sections=sections)
    read(server, task)
    assert len(server.answered[0]) < 60_000
    assert table in server.answered[0]
