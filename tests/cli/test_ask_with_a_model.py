"""`aitia ask` with a language model: the real clients against a local server with their protocols."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
import psycopg.rows
import pytest
from click.testing import CliRunner, Result

from bench.model.honest import Lines
from bench.model.server import ModelServer, running
from cli.main import cli

if TYPE_CHECKING:
    from resources.store.server import EmbeddedServer

QUESTION = "Does zeltamine reduce stroke risk?"
FINDING = "Zeltamine reduced the risk of stroke compared with placebo (RR {ratio})."
LEDGER = """
    SELECT count(*) AS calls, sum(prompt_tokens + output_tokens) AS tokens, min(provider) AS provider,
           min(prompt_version) AS prompt, sum(price) > 0 AS paid, count(DISTINCT run_id) AS run_ids,
           (SELECT array_agg(DISTINCT engine) FROM extractions) AS engines,
           (SELECT count(*) FROM edges) AS edges
    FROM model_calls
"""


def trial(number: int, ratio: str) -> dict[str, object]:
    """A trial of an invented drug; every figure is made up."""
    return {
        "pmid": str(93000000 + number),
        "title": f"Zeltamine for the prevention of stroke: randomised trial number {number}",
        "abstract": f"Methods: We randomly assigned {4000 + number} adults to zeltamine or placebo. Results: "
        + FINDING.format(ratio=ratio),
        "publication_types": ["Randomized Controlled Trial"],
        "year": 2010 + number,
    }


TRIALS = (
    trial(1, "0.70, 95% CI 0.55 to 0.89"),
    trial(2, "0.78, 95% CI 0.62 to 0.98"),
    trial(3, "0.74, 95% CI 0.58 to 0.94"),
)


def read(lines: Lines, _prompt: str) -> str:
    """Point at the sentence of the finding; every other task is left to code."""
    claims = [
        {
            "sentence": number,
            "cause": "Zeltamine",
            "effect": "stroke",
            "direction": "decreases",
            "confidence": 0.9,
        }
        for number, _, text in lines
        if text.startswith("Results: Zeltamine reduced") or text.startswith("Zeltamine reduced")
    ]
    answer = {"asked": "stroke", "reported": True, "sentences": [c["sentence"] for c in claims]}
    answer |= {"direction": "decreases", "significant": True, "confidence": 0.9, "direction_confidence": 0.9}
    return json.dumps({"claims": claims, "answer": answer})


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with running(ModelServer(answer=read)) as started:
        yield started


@pytest.mark.parametrize(
    ("engine", "path"),
    [("gemini", ":generateContent"), ("openai_compatible", "/v1/chat/completions")],
)
def test_a_question_is_answered_from_what_the_model_read_and_asked_again_costs_nothing(
    store_server: EmbeddedServer, server: ModelServer, tmp_path: Path, engine: str, path: str
) -> None:
    name = f"cli_{uuid.uuid4().hex[:12]}"
    store_server.ensure_database(name, template="template_aitia")
    papers = tmp_path / "papers.jsonl"
    papers.write_text("".join(json.dumps(paper) + "\n" for paper in TRIALS), encoding="utf-8")
    told = {
        "DATABASE_URL": store_server.url(name),
        "DATA_HOME": str(tmp_path / "home"),
        "ENGINE": engine,
        "ENGINE_MODEL": "gemini-2.5-flash",
        "ENGINE_URL": server.url,
        "SOURCE_URLS": json.dumps({"gemini": server.url}),
        "GEMINI_API_KEY": "key",
        "ENGINE_TASKS": "none",
    }
    environment = {f"AITIA_{key}": value for key, value in told.items()}

    def ask(*further: str) -> Result:
        done = CliRunner().invoke(cli, ["ask", QUESTION, "-d", str(papers), *further], env=environment)
        assert done.exit_code == 0, done.stderr
        return done

    foreseen = json.loads(ask("--estimate", "--json").stdout)
    assert (foreseen["papers"], foreseen["kept"], foreseen["calls"]) == (3, 0, 3)
    assert 0 < foreseen["usd"] < foreseen["usd_most"] < 0.1
    assert server.requests == []
    first = ask()
    assert server.prompt_tokens == pytest.approx(foreseen["prompt_tokens"], rel=0.5)
    assert "RR 0.7" in first.stdout
    assert "Zeltamine reduced the risk of stroke compared with placebo (RR 0.78" in first.stdout
    assert all(request["path"].endswith(path) for request in server.requests)
    with psycopg.connect(store_server.url(name), row_factory=psycopg.rows.dict_row) as connection:
        ledger = connection.execute(LEDGER).fetchone()
    tokens = server.prompt_tokens + server.output_tokens
    told_of = {"calls": 3, "tokens": tokens, "provider": engine, "prompt": "extract-normal-v2", "paid": True}
    assert ledger == {**told_of, "run_ids": 1, "engines": [engine], "edges": 3}
    assert "Language model: 3 calls, US$ 0.00" in first.stderr
    again = ask()
    assert again.stdout == first.stdout
    assert "Language model: 0 calls, US$ 0.0000 this time; 3 calls" in again.stderr
    assert "3 papers would be read, 3 of them are paid already; 0 calls" in ask("--estimate").stdout
    assert len(server.requests) == 3
    store_server.drop_database(name)


def test_an_estimate_of_the_local_reader_says_that_it_costs_nothing() -> None:
    done = CliRunner().invoke(cli, ["ask", QUESTION, "--estimate"], env={"AITIA_ENGINE": "local"})
    assert done.exit_code != 0
    assert "costs nothing" in str(done.exception) + done.output
