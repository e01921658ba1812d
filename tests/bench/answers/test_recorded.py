"""Readings from a file answer as a model does: through the prompt, the protocol and the rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aitia.model.errors import AitiaError
from aitia.model.keys import PaperId
from aitia.model.paper import Paper
from aitia.model.scales import ComparisonAnswer
from aitia.question import read_question
from aitia.text.passages import make_passages
from bench.answers import command as answers
from bench.answers.questions import AskedQuestion
from bench.answers.recorded import RecordedModel, recorded_readings
from resources.engines.paper_text import paper_text

TEXT = "Is fever higher, lower, or the same when comparing warm saline to cold saline?"
ABSTRACT = (
    "We randomised 800 adults to warm saline or cold saline. "
    "Raised temperature occurred in 40 of 400 and in 80 of 400 adults (p=0.001)."
)
FOUND = ABSTRACT[ABSTRACT.index("Raised") :]
SPAN = [ABSTRACT.index(FOUND), len(ABSTRACT)]
FINDING = {"intervention": "warm saline", "comparator": "cold saline", "outcome": "raised temperature"}
FINDING |= {"direction": "lower", "significant": True, "evidence": [SPAN]}
ANSWER = {"question_id": 7, "intervention": "warm saline", "comparator": "cold saline", "outcome": "fever"}
ANSWER |= {"answer": "lower", "significant": True, "evidence": [SPAN], "estimate": None}
ANSWER |= {"arms": {"ei": 40, "ni": 400, "ec": 80, "nc": 400}}
READING = {"pmid": "900001", "participants": 800, "findings": [FINDING], "answers": [ANSWER]}
TITLE = "Warm saline against cold saline: a randomised trial."
SOURCES = {"900001": {"title": TITLE, "content": ABSTRACT}}


def test_the_model_points_at_the_sentence_and_uses_the_papers_words() -> None:
    asked = AskedQuestion("7", TEXT, ComparisonAnswer.LOWER, None, "review", SOURCES)
    paper = Paper(paper_id=PaperId("p"), source="documents", record_id="1", title=TITLE, abstract=ABSTRACT)
    text = paper_text(make_passages(paper))
    prompt = text.content("normal", read_question(TEXT))
    lines = [(s.index, s.section_id, s.text) for s in text.sentences]
    said = json.loads(RecordedModel({"900001": READING}, [asked]).answer(lines, prompt))
    told = said["answer"]
    assert text.sentences[told["sentences"][0]].text == FOUND
    assert (told["reported"], told["direction"], told["outcome"]) == (True, "decreases", "raised temperature")
    assert told["intervention_arm"]["events"] == 40
    assert said["facts"][0]["value"] == "800"


def test_a_line_that_is_no_reading_is_named(tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    file.write_text(f'{json.dumps(READING)}\n{{"answers": []}}\n', encoding="utf-8")
    with pytest.raises(AitiaError, match="line 2 is no reading"):
        recorded_readings(file)


def test_a_recorded_model_needs_its_readings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = {"question_id": 7, "question": TEXT, "answer": "lower", "original_review": "r", "sources": SOURCES}
    questions = tmp_path / "q.jsonl"
    questions.write_text(json.dumps(row) + "\n", encoding="utf-8")
    assert answers.main([str(questions), "--engine", "recorded"]) == 2
    assert "--readings FILE" in capsys.readouterr().err
