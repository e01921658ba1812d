"""What a model may say of the study itself: it may take strength away, and name printed numbers of people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from aitia.model.scales import Direction, StudyDesign
from bench.model.server import ModelServer, running
from tests.resources.engines.asked_trial import (
    ANSWER,
    EMESIS,
    END,
    METHODS,
    PAIN,
    number_of,
    read,
    standing,
    trial,
)

WORLD = "BACKGROUND: Nausea troubles 900000 households a year."


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with running(ModelServer()) as started:
        yield started


def facts_of(server: ModelServer, *facts: dict[str, Any], lines: tuple[str, ...] = ()) -> Any:
    task = trial(*(lines or (METHODS, EMESIS, PAIN, END)))
    told = [{"sentence": number_of(task, fact.pop("at")), **fact} for fact in facts]
    answer = {**ANSWER, "sentences": [number_of(task, "Emetic episodes")]}
    reading = read(server, task, facts=told, answer=answer).reading
    assert reading is not None
    return reading, task


def test_a_model_may_take_randomisation_from_a_trial(server: ModelServer) -> None:
    reading, task = facts_of(
        server, {"field": "design", "value": "non-randomised trial", "at": "We randomly"}
    )
    assert reading.study.design is StudyDesign.NON_RANDOMISED_TRIAL
    assert standing(task, reading)


def test_what_becomes_an_observation_asserts_no_cause(server: ModelServer) -> None:
    reading, task = facts_of(
        server, {"field": "design", "value": "retrospective cohort", "at": "We randomly"}
    )
    assert reading.study.design is StudyDesign.COHORT
    assert [claim.relation for claim in standing(task, reading)] == ["associated_with"]


@pytest.mark.parametrize(
    "said", ["randomised controlled trial", "double-blind randomized cohort", "best of all"]
)
def test_a_model_never_makes_a_design_stronger(server: ModelServer, said: str) -> None:
    cohort = ("METHODS: In a retrospective cohort of 160 adults we compared nausea.", EMESIS, PAIN, END)
    told = {"field": "design", "value": said, "at": "retrospective cohort"}
    # The title says "randomised": without it the local reader takes the paper for a cohort.
    task = trial(*cohort)
    paper = task.paper.model_copy(update={"title": "Zeltamine against placebo in adults after surgery."})
    task = task.model_copy(update={"paper": paper})
    alone = read(server, task, claims=[]).reading
    number = number_of(task, told.pop("at"))
    reading = read(server, task, facts=[{**told, "sentence": number}], claims=[]).reading
    assert alone is not None
    assert reading is not None
    assert reading.study.design is alone.study.design is StudyDesign.COHORT


def test_a_publication_type_outranks_the_model(server: ModelServer) -> None:
    task = trial()
    paper = task.paper.model_copy(update={"publication_types": ("Randomized Controlled Trial",)})
    task = task.model_copy(update={"paper": paper})
    told = {"field": "design", "value": "cohort study", "sentence": number_of(task, "We randomly")}
    reading = read(server, task, facts=[told], claims=[]).reading
    assert reading is not None
    assert reading.study.design is StudyDesign.RANDOMISED_TRIAL


def test_a_printed_number_of_people_outranks_the_one_that_code_read(server: ModelServer) -> None:
    lines = (METHODS, "RESULTS: In all 412 adults were enrolled.", EMESIS, PAIN, END)
    reading, _ = facts_of(server, {"field": "sample_size", "value": "412", "at": "In all 412"}, lines=lines)
    assert reading.study.sample_size == 412


def test_a_number_of_something_else_or_that_is_not_printed_does_not(server: ModelServer) -> None:
    for value, at in (("900000", "900000 households"), ("7777", "We randomly")):
        reading, _ = facts_of(
            server,
            {"field": "sample_size", "value": value, "at": at},
            lines=(WORLD, METHODS, EMESIS, PAIN, END),
        )
        assert reading.study.sample_size == 160


def test_turned_arms_wait_for_a_person(server: ModelServer) -> None:
    """Fewer with the drug, and the model says that the drug increases it."""
    line = "RESULTS: Zeltamine significantly reduced nausea compared with placebo (p = 0.002)."
    task = trial(METHODS, line)
    told = {**ANSWER, "intervention": "placebo", "comparator": "Zeltamine", "outcome": "nausea"}
    told |= {"direction": "increases", "sentences": [number_of(task, "reduced nausea")]}
    reading = read(server, task, answer=told).reading
    assert reading is not None
    assert all(claim.direction is not Direction.INCREASES for claim in standing(task, reading))
    assert any("waits for a person" in note for note in reading.notes)


def test_a_long_sentence_is_quoted_where_its_numbers_stand(server: ModelServer) -> None:
    long = (
        "RESULTS: Emetic episodes, which were counted by nurses who did not know the arm, at two, six and"
        " twelve hours after the end of the operation, and on every morning until discharge home by"
        " means of a printed chart that hung at the bed and was collected by the office once a week, were"
        " fewer with ZLT than in controls (risk ratio 0.40, 95% CI 0.22 to 0.73)."
    )
    task = trial(METHODS, long, END)
    told = {**ANSWER, "sentences": [number_of(task, "Emetic episodes")]}
    told |= {"estimate": {"measure": "RR", "point": 0.4, "low": 0.22, "high": 0.73}}
    reading = read(server, task, answer=told).reading
    assert reading is not None
    (claim,) = standing(task, reading)
    assert [(e.point, e.low, e.high) for e in claim.estimates] == [(0.4, 0.22, 0.73)]
