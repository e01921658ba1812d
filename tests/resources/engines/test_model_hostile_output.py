"""Ten thousand random, cut and hostile outputs: no crash, and no accepted claim without its valid quote."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from aitia.domains import adapter_for
from aitia.model.errors import EngineOutputInvalid
from aitia.model.paper import Paper
from aitia.model.scales import Decision
from aitia.question import read_question
from aitia.reading.study.facts import read_study_facts
from aitia.text.passages import make_passages
from resources.engines.base import ReadingTask
from resources.engines.gemini import GeminiClient
from resources.engines.model_facts import completed_facts
from resources.engines.openai_compatible import OpenAICompatibleClient
from resources.engines.paper_text import paper_text
from resources.engines.proposals import context_of, model_claims
from resources.engines.wire import decode
from validators.decide import decide
from validators.findings import ClaimContext

ABSTRACT = (
    "BACKGROUND: Others found that drug X doubled the risk of death.\nMETHODS: We randomised 400 adults to "
    "drug X or placebo.\nRESULTS: "
    "Drug X reduced mortality (risk ratio 0.70, 95% confidence interval 0.55 to 0.89). "
    "Nausea was more frequent with drug X (12/200 v 4/200).\nCONCLUSIONS: Drug X reduced mortality."
)
WORDS: list[Any] = [
    *("Drug X", "mortality", "nausea", "placebo", "", " ", "\x00", "\ud800", "\u202e", "a" * 5_000),
    *("RR", "0.70", "null", "decreases", "increases", "no_difference", "DECREASES", "risk ratio", "0,70"),
    *(0, 1, 2, 3, 4, -1, 10**30, 0.7, 0.55, 0.89, 1e308, 0.1, True, None, [], {}, [[]], {"a": {"b": []}}),
]
CLAIM = (
    "sentence",
    "cause",
    "effect",
    "direction",
    "relation",
    "estimates",
    "confidence",
    "cause_type",
    "negated",
)
ESTIMATE = ("measure", "point", "low", "high", "level", "p_value", "p_operator")


def scene() -> tuple[ReadingTask, ClaimContext]:
    paper = Paper(
        paper_id="p",
        source="documents",
        record_id="1",
        title="Drug X for mortality: a randomised trial",
        abstract=ABSTRACT,
    )
    question = read_question("Does drug X reduce mortality?")
    task = ReadingTask(paper=paper, passages=make_passages(paper), question=question)
    facts = read_study_facts(paper, task.passages)
    return task, ClaimContext.of(paper, task.passages, facts, adapter_for(question.domain))


def claim(rng: random.Random) -> Any:
    sensible = {
        "sentence": rng.randrange(8),
        "cause": "Drug X",
        "effect": rng.choice(("mortality", "nausea")),
    }
    sensible |= {
        "direction": rng.choice(("decreases", "increases", "no_difference")),
        "confidence": rng.random(),
    }
    sensible["estimates"] = [{name: rng.choice(WORDS) for name in ESTIMATE} for _ in range(rng.randrange(3))]
    for _ in range(rng.randrange(4)):
        sensible[rng.choice(CLAIM)] = rng.choice(WORDS)
    return rng.choice((sensible, sensible, sensible, rng.choice(WORDS)))


def output(rng: random.Random) -> str:
    body = {"claims": [claim(rng) for _ in range(rng.randrange(4))], "facts": rng.choice(([], WORDS, 3))}
    if rng.random() < 0.3:
        fact = {"field": "sample_size", "value": rng.choice(WORDS), "sentence": rng.choice(WORDS)}
        body |= {
            "facts": [fact, {"field": "population", "value": "400 adults", "sentence": 2}],
            "bias": [fact, {}],
        }
    text = json.dumps(rng.choice((body, body, body, body, body["claims"], rng.choice(WORDS))))
    kind = rng.randrange(8)
    if kind == 0:
        return text[: rng.randrange(len(text) + 1)]
    if kind == 1:
        return "".join(chr(rng.randrange(1, 0x3000)) for _ in range(rng.randrange(60)))
    if kind == 2:
        return text.replace(rng.choice('{}[]":,'), rng.choice(("", "NaN", "'", "[" * 40)))
    return f"```json\n{text}\n```" if kind == 3 else text


def test_ten_thousand_outputs_crash_nothing_and_leave_no_claim_without_a_quote() -> None:
    task, rules = scene()
    text = paper_text(task.passages)
    context = context_of(task, text, rules.facts)
    rng = random.Random(20)
    accepted = refused = unreadable = 0
    for _ in range(10_000):
        notes: list[str] = []
        try:
            wire = decode(output(rng), notes)
        except EngineOutputInvalid:
            unreadable += 1
            continue
        completed_facts(context, wire, notes)
        for proposed in model_claims(context, wire, notes):
            decided = decide(proposed, rules)
            if decided.decision is not Decision.ACCEPTED:
                refused += 1
                continue
            accepted += 1
            quote = decided.claim.quote
            assert rules.passages[quote.passage_id].text[quote.char_start : quote.char_end] == quote.text
            for estimate in decided.claim.estimates:
                assert estimate.point is None or f"{estimate.point:.2f}" in ABSTRACT
            stated = {"mortality": "decreases", "nausea": "increases"}
            assert decided.claim.direction == stated.get(decided.claim.effect, decided.claim.direction)
    assert accepted > 20
    assert refused > 1_000
    assert unreadable > 1_000


@pytest.mark.parametrize("depth", [10, 2_000, 200_000])
def test_deeply_nested_output_is_invalid_and_nothing_worse(depth: int) -> None:
    with pytest.raises(EngineOutputInvalid):
        decode("[" * depth, [])


@pytest.mark.parametrize(
    "client", [GeminiClient("m", "k"), OpenAICompatibleClient("m", "http://127.0.0.1:1")]
)
def test_any_body_of_the_service_is_read_without_an_error(
    client: GeminiClient | OpenAICompatibleClient,
) -> None:
    rng = random.Random(3)
    names = (
        "candidates",
        "choices",
        "content",
        "message",
        "parts",
        "text",
        "finishReason",
        "usageMetadata",
        "usage",
    )
    for _ in range(3_000):
        inner: Any = rng.choice(WORDS)
        for _ in range(rng.randrange(5)):
            inner = {rng.choice(names): inner} if rng.random() < 0.6 else [inner]
        raw = json.dumps(inner)
        reply = client.parse(raw if rng.random() < 0.8 else raw[: rng.randrange(len(raw) + 1)])
        assert reply.prompt_tokens >= 0
