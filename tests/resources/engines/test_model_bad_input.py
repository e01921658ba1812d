"""Everything a language model's service can do wrong: one clear message, and nothing paid is lost."""

from __future__ import annotations

import json

import pytest

from aitia.model.errors import EngineUnavailable, SettingsError
from bench.model.honest import read_honestly
from bench.model.server import ModelServer
from resources.calls.ledger import MemoryLedger
from resources.engines.caller import Caller, Pace
from resources.engines.cloud import CloudEngine
from resources.engines.openai_compatible import OpenAICompatibleClient
from resources.readers import make_client, make_engine
from resources.settings import get_settings
from resources.store.session import Store
from tests.resources.engines.papers_to_read import (
    NOT_REPORTED,
    answering,
    engine,
    of_the_model,
    only,
    read,
    read_until,
    server,
    task,
)

__all__ = ["server"]


def test_an_abstract_takes_one_call_and_its_claims_quote_sentences_that_the_model_only_pointed_at(
    server: ModelServer,
) -> None:
    result = only(read(engine(server), [task()]))
    assert result.mode == "normal"
    assert len(server.requests) == len(result.calls) == 1
    assert result.reading
    claim = next(c for c in result.reading.claims if "mortality" in c.effect.lower() and c.estimates)
    passage = next(p for p in task().passages if p.passage_id == claim.quote.passage_id)
    assert passage.text[claim.quote.char_start : claim.quote.char_end] == claim.quote.text
    assert (claim.estimates[0].point, claim.estimates[0].high) == (0.70, 0.89)


def test_without_a_key_the_engine_says_so_before_anything_is_read(store: Store) -> None:
    with pytest.raises(EngineUnavailable, match="AITIA_GEMINI_API_KEY"):
        make_engine(get_settings(engine="gemini", gemini_api_key=None), store)


def test_a_compatible_server_needs_its_address_and_model() -> None:
    with pytest.raises(SettingsError, match="AITIA_ENGINE_URL"):
        make_client(get_settings(engine="openai_compatible"))
    with pytest.raises(SettingsError, match="AITIA_ENGINE_MODEL"):
        make_client(get_settings(engine="openai_compatible", engine_url="http://127.0.0.1:1"))


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (401, "AITIA_GEMINI_API_KEY"),
        (403, "AITIA_GEMINI_API_KEY"),
        (404, "AITIA_ENGINE_MODEL"),
        (400, "refused"),
    ],
)
def test_a_wrong_key_or_model_stops_the_run_with_one_message(
    server: ModelServer, fault: int, message: str
) -> None:
    server.always = fault
    found, problem = read_until(engine(server, concurrency=2), [task(n) for n in range(30)])
    assert found == []
    assert isinstance(problem, EngineUnavailable)
    assert message in str(problem)
    assert len(server.requests) <= 4


def test_a_quota_that_is_gone_stops_the_run_and_a_later_run_pays_only_for_the_rest(
    server: ModelServer,
) -> None:
    ledger, tasks = MemoryLedger(), [task(n) for n in range(4)]
    server.faults, server.always, server.headers = ["", ""], 429, {"Retry-After": "0"}
    found, problem = read_until(engine(server, ledger, concurrency=1), tasks)
    assert len(found) == 2
    assert isinstance(problem, EngineUnavailable)
    assert "quota" in str(problem)
    server.always = None
    assert len(read(engine(server, ledger), tasks)) == 4
    assert len(server.answered) == len(set(server.answered)) == 4


def test_a_service_that_asks_for_an_hour_is_not_waited_for(server: ModelServer) -> None:
    server.always, server.headers = 429, {"Retry-After": "3600"}
    _, problem = read_until(engine(server), [task()])
    assert "3600 s" in str(problem)


def test_retry_after_is_obeyed_although_the_client_ignores_it(server: ModelServer) -> None:
    server.faults, server.headers = [429], {"Retry-After": "1"}
    result = only(read(engine(server), [task()]))
    assert result.calls[0].retries == 1
    assert server.requests[1]["at"] - server.requests[0]["at"] >= 1.0


@pytest.mark.parametrize("fault", ["safety", "empty", "truncated", "invalid", "garbage"])
def test_an_unusable_answer_is_asked_for_again_in_simpler_modes(server: ModelServer, fault: str) -> None:
    server.faults = [fault]
    compact = only(read(engine(server), [task()]))
    assert (compact.mode, len(compact.calls), compact.error) == ("compact", 2, None)
    server.faults = [fault, fault]
    minimal = only(read(engine(server), [task(1)]))
    assert (minimal.mode, len(minimal.calls)) == ("minimal", 3)
    server.faults = [fault] * 3
    alone = only(read(engine(server), [task(2)]))
    assert alone.reading
    assert alone.reading.claims
    assert any("read by patterns only" in note for note in alone.reading.notes)


def test_a_server_that_hangs_is_given_up_and_other_papers_are_read(server: ModelServer) -> None:
    server.faults = ["hang"]
    results = read(engine(server, timeout=3.0, attempts=1), [task(n) for n in range(3)])
    failed = [result for result in results if result.error]
    assert len(failed) == 1
    assert "no answer in 1 attempts" in (failed[0].error or "")
    assert len(results) == 3


def test_a_server_that_always_hangs_stops_the_run_after_a_few_papers(server: ModelServer) -> None:
    server.always = "hang"
    found, problem = read_until(
        engine(server, timeout=0.2, attempts=1, concurrency=2), [task(n) for n in range(40)]
    )
    assert isinstance(problem, EngineUnavailable)
    assert len(server.requests) < 12
    assert all(result.error for result in found)


def test_numbers_as_words_cost_the_number_and_not_the_answer(server: ModelServer) -> None:
    claim = {
        "sentence": 3,
        "cause": "Drug X",
        "effect": "mortality",
        "direction": "decreases",
        "confidence": 0.9,
    }
    worded = {"measure": "RR", "point": "nought point seven"}
    answering(server, claims=[{**claim, "estimates": [worded]}, {**claim, "confidence": "high"}])
    result = only(read(engine(server), [task()]))
    assert result.reading
    assert len(of_the_model(result)) == 1
    assert any("point: Input should be a valid number" in note for note in result.reading.notes)
    assert any("confidence" in note for note in result.reading.notes)


def test_the_same_claim_twice_is_one_claim(server: ModelServer) -> None:
    claim = {"sentence": 3, "cause": "Drug X", "effect": "mortality", "direction": "decreases"}
    answering(server, claims=[claim, claim, {**claim, "sentence": 900}])
    result = only(read(engine(server), [task()]))
    assert result.reading
    assert len(of_the_model(result)) == 1
    assert any("the same claim again" in note for note in result.reading.notes)
    assert any("no sentence 900" in note for note in result.reading.notes)


def test_where_the_model_gives_no_answer_the_local_readers_stands(server: ModelServer) -> None:
    answering(server, claims=[], answer=None)
    result = only(read(engine(server), [task()]))
    assert result.reading
    assert any(claim.effect == "mortality" for claim in result.reading.claims)


def test_a_direction_that_the_sentence_does_not_state_waits_for_a_person(server: ModelServer) -> None:
    claim = {
        "sentence": 3,
        "cause": "Drug X",
        "effect": "mortality",
        "direction": "increases",
        "confidence": 1.0,
    }
    answering(server, claims=[claim])
    assert of_the_model(only(read(engine(server), [task()])))[0].confidence < 0.6


def test_samples_that_disagree_put_the_claim_below_the_line_of_review(server: ModelServer) -> None:
    told = iter(["decreases", "decreases", "increases"])

    def answer(_lines: object, _prompt: str) -> str:
        claim = {
            "sentence": 3,
            "cause": "Drug X",
            "effect": "mortality",
            "direction": next(told),
            "confidence": 0.9,
        }
        return json.dumps({"claims": [claim], "answer": NOT_REPORTED})

    server.answer = answer
    result = only(read(engine(server, samples=3, concurrency=1), [task()]))
    assert result.reading
    assert len(result.calls) == 3
    assert {claim.confidence < 0.6 for claim in of_the_model(result)} == {True}
    assert any("agreement 2 of 3" in note for note in result.reading.notes)


def test_samples_that_agree_keep_their_confidence(server: ModelServer) -> None:
    result = only(read(engine(server, samples=3), [task()]))
    assert result.reading
    assert max(claim.confidence for claim in result.reading.claims) >= 0.6
    assert len({call.cache_key for call in result.calls}) == 3


def test_a_compatible_server_gives_the_same_proposals(server: ModelServer) -> None:
    ledger = MemoryLedger()

    def caller(_question: str, _run: str | None) -> Caller:
        return Caller(OpenAICompatibleClient("m", f"{server.url}/v1"), ledger, Pace(2, None, 2, 0.01))

    compatible = only(read(CloudEngine("openai_compatible", "m", caller), [task()]))
    native = only(read(engine(server), [task()]))
    assert compatible.reading == native.reading
    assert server.requests[0]["body"]["response_format"]["type"] == "json_schema"
    assert compatible.calls[0].prompt_tokens > 0


@pytest.mark.parametrize("fault", ["safety", "empty", "truncated", "invalid", "garbage"])
def test_a_compatible_server_degrades_alike(server: ModelServer, fault: str) -> None:
    server.faults = [fault]

    def caller(_question: str, _run: str | None) -> Caller:
        return Caller(OpenAICompatibleClient("m", server.url), MemoryLedger(), Pace(2, None, 2, 0.01))

    assert only(read(CloudEngine("openai_compatible", "m", caller), [task()])).mode == "compact"


def test_the_honest_answer_of_the_server_is_a_reading() -> None:
    assert json.loads(read_honestly([(3, "abstract", "Drug X reduced mortality.")], ""))["claims"]
