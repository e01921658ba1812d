"""What people ask of a search, and what it brings, as rows to measure the close reader by."""

from __future__ import annotations

import random
from collections.abc import Iterator

from aitia.reading.trained.network import Network
from bench.labelled import data_folder
from bench.training.close.rows import Question, questions_of
from bench.training.reader.judged import ASKED_HELD, JUDGED, read_judged
from bench.training.reader.own_passages import (
    ASKED,
    abstracts,
    orders,
    passage_examples,
    read_passage_questions,
)


def asked_of_searches(reader: Network, rng: random.Random) -> Iterator[Question]:
    """Questions as people ask them and what a search brought, on abstracts that nothing learns from."""
    data = data_folder()
    brought = read_judged(data / "labels" / "train.jsonl")
    for kind, rows in ((ASKED, read_passage_questions(ASKED_HELD)), (JUDGED, brought)):
        texts = abstracts(data / "corpus" / "abstracts.jsonl.gz", list(rows))
        for example in passage_examples(reader.encoder, texts, rows, kind):
            yield from questions_of(reader, example, orders(rows, kind), (), rng)
