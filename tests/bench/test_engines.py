"""Benchmarks with a language model: `--engine` names it, and the figures say what it was asked and cost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bench.engines import Reader, embedded_by, embedder_of, stored_calls, used_of
from bench.model.server import ModelServer, running
from bench.reading import command as reading
from bench.report import Measure, emit
from bench.retrieval import command as retrieval
from resources.calls.base import ModelCall
from resources.readers import make_caller
from resources.settings import get_settings
from resources.store.session import Store

SENTENCES = """1\t"The <e1>flood</e1> was caused by the <e2>storm</e2>."
Cause-Effect(e2,e1)
Comment:

2\t"The <e1>smoke</e1> stood beside the <e2>house</e2>."
Other
Comment:
"""


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with running(ModelServer()) as started:
        yield started


@pytest.fixture(params=["gemini", "openai_compatible"])
def engine(
    request: pytest.FixtureRequest, server: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> str:
    """An engine that the environment points at the local server."""
    told = {"GEMINI_API_KEY": "key", "ENGINE_URL": server.url, "ENGINE_MODEL": "gemini-2.5-flash"}
    told |= {"CACHE_HOME": str(tmp_path), "SOURCE_URLS": json.dumps({"gemini": server.url})}
    for name, value in told.items():
        monkeypatch.setenv(f"AITIA_{name}", value)
    name: str = request.param
    return name


def storm(_lines: object, _prompt: str) -> str:
    told = {"sentence": 0, "cause": "storm", "effect": "flood", "direction": "increases", "confidence": 0.9}
    return json.dumps({"claims": [told]})


def test_a_benchmark_of_reading_asks_the_model_and_records_its_name_prompt_and_cost(
    engine: str, server: ModelServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server.answer = storm
    file, out = tmp_path / "sentences.txt", tmp_path / "out.json"
    file.write_text(SENTENCES, encoding="utf-8")
    for _ in range(2):  # the second run pays for nothing and says the same
        reading.main(["cause-effect", str(file), "--engine", engine, "--json", str(out)])
        rows = {row["measure"]: row for row in json.loads(out.read_text(encoding="utf-8"))}
        assert rows["Cause-Effect with direction: F1"]["value"] == 1.0
        assert rows["model calls"]["value"] == len(server.answered) == 2
        assert rows["model tokens, prompt"]["value"] == server.prompt_tokens
        assert rows["model cost, US dollars"]["value"] > 0
        assert all({"measure", "value", "n", "ci", "baseline"} <= row.keys() for row in rows.values())
        assert {row["engine"].split(",")[:2][0] for row in rows.values()} == {f"{engine} gemini-2.5-flash"}
        assert all("extract-normal-v2" in row["engine"] for row in rows.values())
    assert "extract-normal-v2" in capsys.readouterr().out


@pytest.mark.parametrize("measure", ["study-type", "evidence-inference", "cause-effect", "relations"])
def test_without_a_key_a_benchmark_says_so_in_one_line(
    measure: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("AITIA_GEMINI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY", "AITIA_VERTEX_PROJECT"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(SystemExit, match="AITIA_GEMINI_API_KEY"):
        reading.main([measure, str(tmp_path / "none"), "--engine", "gemini"])


@pytest.mark.parametrize(
    ("measure", "file"),
    [
        ("study-type", "study_type/dev.medline.txt"),
        ("evidence-inference", "evidence_inference/validation.jsonl.gz"),
        ("relations", "biored/dev.pubtator"),
    ],
)
def test_every_measure_that_a_model_can_take_is_read_through_it(
    shared: Path, server: ModelServer, engine: str, tmp_path: Path, measure: str, file: str
) -> None:
    out = tmp_path / "out.json"
    path = str(shared / "data" / file)
    reading.main([measure, path, "--engine", engine, "--limit", "3", "--json", str(out)])
    rows = {row["measure"]: row["value"] for row in json.loads(out.read_text(encoding="utf-8"))}
    assert rows["model calls"] == len(server.answered) > 0


def test_a_price_that_nobody_knows_is_no_cost_of_nought(engine: str) -> None:
    used = used_of(get_settings(engine="gemini", engine_model="new-model"))
    rows = {row.measure: row for row in used.told([Measure("accuracy", 0.5, 2)])}
    assert rows["model cost, US dollars"].value is None
    assert "price unknown" in (rows["accuracy"].engine or "")


def test_a_figure_without_a_model_keeps_its_shape(tmp_path: Path) -> None:
    emit([Measure("accuracy", 0.5, 2)], tmp_path / "out.json")
    assert set(json.loads((tmp_path / "out.json").read_text())[0]) == {
        "measure",
        "value",
        "n",
        "ci",
        "baseline",
    }


def test_what_a_store_paid_for_is_counted(store: Store, store_settings: Any) -> None:
    call = ModelCall(
        cache_key="k", provider="gemini", model="m", prompt_version="p-v1", schema_version="1",
        input_hash="h", request="{}", response="{}", prompt_tokens=10, output_tokens=2, price=0.5,
        latency=0.1, retries=0, status="complete",
    )  # fmt: skip
    settings = store_settings.model_copy(
        update={"engine": "openai_compatible", "engine_url": "http://127.0.0.1:1"}
    )
    settings = settings.model_copy(update={"engine_model": "m"})
    make_caller(settings, store).ledger.record(call)
    used = used_of(settings)
    used.add(stored_calls(settings))
    rows = {row.measure: row for row in used.told([])}
    assert (rows["model calls"].value, rows["model cost, US dollars"].value) == (1.0, 0.5)
    assert "p-v1" in (rows["model calls"].engine or "")


def test_vectors_of_a_service_carry_their_model_and_an_estimated_cost(engine: str, tmp_path: Path) -> None:
    embedder = embedder_of("gemini", tmp_path)
    rows = {
        row.measure: row for row in embedded_by(embedder, ["abcd" * 1000], [Measure("recall@20", 0.9, 1)])
    }
    assert rows["recall@20"].engine == "gemini gemini-embedding-001, no prompt, price list of 2026-03"
    assert np.isclose(rows["model cost, US dollars (estimated)"].value or 0, 1000 * 0.15 / 1e6)


def test_the_benchmark_of_retrieval_embeds_with_the_service_and_says_so(
    server: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drugs = ("zeltamine", "marlostat", "quibenol", "dorzapine")
    papers = [
        {
            "pmid": str(94000000 + n),
            "title": f"{drug} for stroke",
            "abstract": f"{drug} or placebo in adults.",
        }
        for n, drug in enumerate(drugs * 2)
    ]
    asked = [
        {
            "question": f"Does {drug} prevent stroke?",
            "relevant_sources": [papers[n]["pmid"]],
            "original_review": drug,
        }
        for n, drug in enumerate(drugs)
    ]
    for name, rows in (("corpus", papers), ("questions", asked)):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    monkeypatch.setenv("AITIA_GEMINI_API_KEY", "key")
    monkeypatch.setenv("AITIA_SOURCE_URLS", json.dumps({"gemini": server.url}))
    files = [str(tmp_path / "questions.jsonl"), "--corpus", str(tmp_path / "corpus.jsonl")]
    more = [
        "--engine",
        "gemini",
        "--no-index",
        "--cache",
        str(tmp_path / "cache"),
        "--json",
        str(tmp_path / "out"),
    ]
    monkeypatch.setattr("sys.argv", ["bench.retrieval", *files, *more])
    retrieval.main()
    rows = {row["measure"]: row for row in json.loads((tmp_path / "out").read_text(encoding="utf-8"))}
    assert rows["dense: MRR"]["value"] > 0.5
    assert all(row["engine"].startswith("gemini gemini-embedding-001") for row in rows.values())
    assert rows["texts embedded"]["value"] > len(papers)
    assert rows["model cost, US dollars (estimated)"]["value"] > 0
    assert {request["path"].rsplit("/", 1)[-1] for request in server.requests} == {
        "gemini-embedding-001:batchEmbedContents"
    }


def test_a_line_that_a_kill_cut_short_is_asked_again(
    engine: str, server: ModelServer, tmp_path: Path
) -> None:
    from bench.reading.model import cause_effect_measures

    server.answer = storm
    file = tmp_path / "sentences.txt"
    file.write_text(SENTENCES, encoding="utf-8")
    cause_effect_measures(Reader(get_settings(engine=engine)), file, None)
    (kept,) = (tmp_path / "bench").glob("*.jsonl")
    text = kept.read_text(encoding="utf-8")
    kept.write_text(text[: len(text) - 40], encoding="utf-8")
    cause_effect_measures(Reader(get_settings(engine=engine)), file, None)
    assert len(server.answered) == 3


REPORT = "Gout occurred in 12 of 1240 adults with tea and in 31 of 1250 adults with water."


@pytest.mark.parametrize(("events", "exact"), [(12, 1.0), (13, 0.0)])
def test_figures_that_a_model_makes_up_are_no_answer(
    engine: str, server: ModelServer, tmp_path: Path, events: int, exact: float
) -> None:
    told = {
        "intervention": {"events": events, "group_size": 1240},
        "comparator": {"events": 31, "group_size": 1250},
    }
    server.answer = lambda _lines, _prompt: json.dumps(told)
    row = {"pmcid": "1", "intervention": "tea", "comparator": "water", "outcome": "gout"}
    row |= {"outcome_type": "binary", "intervention_events": "12", "intervention_group_size": "1240"}
    row |= {"comparator_events": "31", "comparator_group_size": "1250"}
    file, articles, out = tmp_path / "rows.jsonl", tmp_path / "articles.jsonl", tmp_path / "out.json"
    file.write_text(json.dumps(row), encoding="utf-8")
    articles.write_text(json.dumps({"pmcid": "1", "markdown": REPORT}), encoding="utf-8")
    reading.main(["numeric", str(file), "--articles", str(articles), "--engine", engine, "--json", str(out)])
    rows = {found["measure"]: found for found in json.loads(out.read_text(encoding="utf-8"))}
    assert rows["binary: complete rows, all fields exact"]["value"] == exact
    assert rows["binary: complete rows answered"]["value"] == exact
    assert rows["model calls"]["value"] == len(server.answered) == 1
    assert "figures-v1" in rows["model calls"]["engine"]
