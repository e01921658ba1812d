"""What a search brings becomes rows with the answers that were judged."""

from __future__ import annotations

import random

import pytest

from aitia.reading.trained.network import network
from bench.labelled import data_folder
from bench.training.close import asked as room
from bench.training.reader.judged import ASKED_HELD, JUDGED, read_judged
from bench.training.reader.own_passages import ASKED, read_passage_questions


def test_questions_of_both_kinds_keep_their_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    if not data_folder().is_dir():
        pytest.skip("the shared data are not here")
    written = read_passage_questions(ASKED_HELD)
    judged = read_judged(data_folder() / "labels" / "train.jsonl")
    key = next(iter(judged))
    monkeypatch.setattr(room, "read_passage_questions", lambda path: {key: written[key]})
    monkeypatch.setattr(room, "read_judged", lambda path: {key: judged[key]})
    rows = list(room.asked_of_searches(network(), random.Random(1)))
    told = [(row.kind, row.key, row.asked, row.answer) for row in rows]
    assert told == [
        *((ASKED, key, one.asked, one.answer) for one in written[key]),
        *((JUDGED, key, one.asked, one.answer) for one in judged[key]),
    ]
    assert all(row.told for row in rows if row.answer)
