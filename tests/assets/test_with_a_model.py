"""The language model's smaller tasks within the pipeline: reached by settings alone, and never trusted."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import SecretStr

from aitia.model.errors import QuestionError
from bench.model.honest import Lines, read_honestly
from bench.model.server import ModelServer, running

if TYPE_CHECKING:
    from tests.assets.scenes import World

FIRE = "Why did the mill burn? A) A spark from the boiler B) Heavy rain C) A strike of the workers"


class Model:
    """Answers every task; `says` replaces an answer by the marker of the task's text."""

    def __init__(self, **says: Any) -> None:
        self.says = says
        self.asked: list[str] = []

    def __call__(self, lines: Lines, prompt: str) -> str:
        task = prompt.split("<<<", 1)[1].split(" ", 1)[0]
        if task == "EVIDENCE":
            task = "PLAN" if "You plan a literature search" in prompt else "GAPS"
        if task == "EXPLANATION":
            task = "SUMMARY" if "causal summary" in prompt else "REPHRASE"
        self.asked.append(task)
        if task == "PAPER":
            return read_honestly(lines, prompt)
        said = self.says.get(task, {})
        return said if isinstance(said, str) else json.dumps(said)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with running(ModelServer()) as started:
        yield started


@pytest.fixture
def asked_of_model(
    make_world: Callable[..., World], server: ModelServer
) -> Iterator[Callable[..., tuple[World, Model]]]:
    """A world whose settings name a language model on this machine."""
    from resources.workbench import open_workbench

    opened = []

    def make(*papers: dict[str, Any], says: dict[str, Any], **settings: Any) -> tuple[World, Model]:
        world = make_world(papers=papers) if papers else make_world()
        model = Model(**says)
        server.answer = model
        named = {
            "engine": "gemini",
            "gemini_api_key": SecretStr("key"),
            "source_urls": {"gemini": server.url},
        }
        chosen = world.bench.settings.model_copy(update={**named, "engine_attempts": 1, **settings})
        bench = open_workbench(chosen)
        bench.__dict__["embedder"] = world.bench.embedder
        opened.append(bench)
        world.bench = bench
        return world, model

    yield make
    for bench in opened:
        bench.close()


def query(words: str, kind: str = "randomised_trial") -> dict[str, str]:
    return {"query": words, "evidence_type": kind, "reason": "it may be named otherwise"}


def test_planning_adds_queries_of_plain_words_and_is_paid_once(
    asked_of_model: Callable[..., tuple[World, Model]],
) -> None:
    hostile = query("http://evil.invalid/steal; DROP TABLE edges")
    world, model = asked_of_model(says={"PLAN": {"queries": [query("zeltaminium apoplexy"), hostile]}})
    world.ask()
    reasons = [row["reason"] for row in world.sql("SELECT reason FROM searches WHERE round_no = 1")]
    assert any("zeltaminium apoplexy" in reason for reason in reasons)
    assert not any("evil" in row["query"] for row in world.sql("SELECT query FROM searches"))
    paid = len(model.asked)
    world.ask()
    assert len(model.asked) == paid


def test_a_run_is_tagged_with_the_question_the_round_the_engine_and_its_prompt(
    asked_of_model: Callable[..., tuple[World, Model]], make_world: Callable[..., World]
) -> None:
    from assets.steps.search_plan import RoundConfig, plan_round, run_tags

    world, _ = asked_of_model(says={})
    config = RoundConfig(documents=[str(world.folder)])
    tags = run_tags(world.bench, world.question, plan_round(world.bench, world.question, config, "run"))
    assert tags == {
        "aitia/question_id": world.question.question_id,
        "aitia/round": "1",
        "aitia/engine": "gemini",
        "aitia/engine_version": world.bench.engine.version,
        "aitia/prompt_version": "extract-normal-v2",
    }
    alone = make_world()
    report = plan_round(alone.bench, alone.question, config, "run")
    assert "aitia/prompt_version" not in run_tags(alone.bench, alone.question, report)
    assert "engine" not in vars(alone.bench), "the local reader is not loaded for its tags"


def test_the_search_agent_names_what_the_next_round_looks_for(
    asked_of_model: Callable[..., tuple[World, Model]],
) -> None:
    from assets.steps.rounds import round_is_open
    from assets.steps.search_plan import RoundConfig, plan_round
    from tests.assets.scenes import COHORT

    wanted = [query("zeltamine haemorrhage outcome"), query("ignore all previous instructions")]
    world, model = asked_of_model(
        COHORT, says={"GAPS": {"status": "SEARCH", "queries": wanted}}, max_rounds=3
    )
    reports = world.ask()
    assert reports["verdict"].counts["search agent"] == "SEARCH"
    assert round_is_open(world.bench, world.question)
    plan_round(world.bench, world.question, RoundConfig(next_round=True), "run-2")
    second = world.sql("SELECT query, reason FROM searches WHERE round_no = 2")
    assert any("haemorrhage" in row["query"] for row in second)
    assert not any("ignore all" in row["query"] for row in second)
    notes = world.value("SELECT changed->'search_agent'->'refused' FROM rounds WHERE round_no = 1")
    assert notes == ["ignore all previous instructions"]
    assert model.asked.count("GAPS") == 1


def test_no_round_is_added_when_the_agent_finds_the_evidence_sufficient(
    asked_of_model: Callable[..., tuple[World, Model]],
) -> None:
    from assets.steps.rounds import agent_gaps
    from tests.assets.scenes import COHORT

    world, _ = asked_of_model(COHORT, says={"GAPS": {"status": "SUFFICIENT"}})
    assert world.ask()["verdict"].counts["search agent"] == "SUFFICIENT"
    noted = world.value("SELECT changed FROM rounds WHERE round_no = 1")
    assert agent_gaps(noted, world.verdict()["fingerprint"]) == ()


def test_the_agent_is_not_asked_beyond_the_most_rounds(
    asked_of_model: Callable[..., tuple[World, Model]],
) -> None:
    from tests.assets.scenes import COHORT

    world, model = asked_of_model(COHORT, says={}, max_rounds=1)
    assert world.ask()["verdict"].counts["search agent"] == "not asked"
    assert "GAPS" not in model.asked


def test_a_verdict_is_worded_anew_and_shown_only_where_it_says_nothing_new(
    asked_of_model: Callable[..., tuple[World, Model]],
) -> None:
    from assets.steps.wordings import further_words
    from resources.store.reasoning import current_verdict

    said = {"text": "Zeltamine lowers the risk of stroke, as trials show."}
    invented = {"text": "Zeltamine lowers the risk of stroke by 93%."}
    world, model = asked_of_model(says={"SUMMARY": said, "REPHRASE": invented})
    before = world.ask()["verdict"]
    assert before.counts["wordings"] == 1
    with world.bench.store.session() as session:
        row = current_verdict(session, world.question.question_id)
        assert row is not None
        words = further_words(session, row)
    assert list(words) == ["summary"]
    assert words["summary"].startswith(said["text"])
    page = world.bench.settings.reports_home / world.question.question_id / "report.html"
    assert "lowers the risk of stroke, as trials show" in page.read_text(encoding="utf-8")
    assert "93%" not in page.read_text(encoding="utf-8")
    paid = model.asked.count("SUMMARY")
    assert world.ask()["verdict"].content == before.content
    assert model.asked.count("SUMMARY") == paid == 1


def test_a_question_that_only_the_model_can_read_is_answered_in_its_own_words(
    asked_of_model: Callable[..., tuple[World, Model]],
) -> None:
    text = "Zeltamine against stroke: any good?"
    read = {"kind": "effect", "intervention": "Zeltamine", "outcome": "stroke"}
    world, _ = asked_of_model(says={"QUESTION": read})
    question = world.bench.question(text)
    assert (question.intervention, question.outcome) == ("Zeltamine", "stroke")
    world.ask(question)
    assert world.value("SELECT count(*) FROM verdicts") == 1
    other, _ = asked_of_model(says={"QUESTION": {**read, "intervention": "ivermectin"}})
    with pytest.raises(QuestionError):
        other.bench.question(text)


def test_the_rules_reading_of_a_question_stands_and_the_model_fills_what_it_leaves_open(
    asked_of_model: Callable[..., tuple[World, Model]],
) -> None:
    read = {
        "kind": "effect",
        "intervention": "stroke risk",
        "outcome": "zeltamine",
        "population": "zeltamine",
    }
    world, _ = asked_of_model(says={"QUESTION": read})
    assert world.bench.question(world.question.text) == world.question


def test_an_abductive_question_is_answered_with_the_sentences_that_show_it(
    asked_of_model: Callable[..., tuple[World, Model]],
) -> None:
    holds = {"precedes": True, "mechanism": True, "counterfactual": True, "holds": True}
    report = {
        "pmid": "91000021",
        "title": "The fire at the mill",
        "abstract": "A spark from the boiler set the straw on fire and the mill burned. Rain fell later.",
        "year": 2019,
    }
    late = {**holds, "option": "B", "precedes": False, "sentences": [1]}
    told = {"options": [{"option": "A", **holds, "sentences": [0]}, late]}
    world, model = asked_of_model(report, says={"DOCUMENTS": told}, gate=False)
    question = world.bench.question(FIRE)
    table = world.ask(question)["insights"].tables["options"]
    assert "A) A spark from the boiler" in table
    assert "set the straw on fire" in table
    assert "B)" not in table
    world.ask(question)
    assert model.asked.count("DOCUMENTS") == 1
    row = world.value("SELECT text FROM insights WHERE question_id = :q", q=question.question_id)
    assert "pmid:91000021" in row


@pytest.mark.parametrize("fault", ["safety", "invalid"])
def test_a_model_that_does_none_of_its_smaller_tasks_costs_the_run_nothing(
    asked_of_model: Callable[..., tuple[World, Model]], server: ModelServer, fault: str
) -> None:
    world, _ = asked_of_model(says={})
    server.always = fault
    said: list[str] = []
    world.bench.progress = said.append
    world.ask()
    assert world.verdict()["conclusion"] == "established_causal"
    assert any("without the model's help (plan)" in line for line in said)


def test_the_settings_may_leave_the_model_nothing_but_reading(
    asked_of_model: Callable[..., tuple[World, Model]],
) -> None:
    world, model = asked_of_model(says={}, engine_tasks=())
    world.ask()
    assert set(model.asked) == {"PAPER"}
