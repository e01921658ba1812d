"""The trained reader's network: an int8 ONNX graph, its tokenizer and its calibration, loaded once."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aitia.model.errors import ModelFileError
from aitia.reading.models.sessions import make_session
from aitia.reading.trained.layout import CLS, SEP, AskedOutcome, Context, Encoder, Line, lay_out, question_ids
from aitia.reading.trained.marks import Marks, Text, mark
from aitia.reading.trained.words import IN_GRAPH, word_table

OUTCOME, INTERVENTION, COMPARATOR = range(3)
"""Columns of the tags."""
MOST_QUESTIONS = 16
"""Questions put to one context in one pass; more are asked in further passes."""
_FILES = ("reader.onnx", "tokenizer.json")

Scores = NDArray[np.float32]
Coded = tuple[tuple[int, ...], Marks]


@dataclass(frozen=True)
class Output:
    """Raw scores of one context with its questions; nothing is calibrated.

    `result` (sentences): logit that a sentence states a result of the paper's own. `tags` (tokens × 3):
    logits that a token names an outcome, the intervention, the comparator. `evidence` (questions ×
    sentences) and `answer` (questions × 5: not reported, more, less, no difference, unclear): logits.
    `significant` (questions): logit that the difference is called significant.
    """

    result: Scores
    tags: Scores
    evidence: Scores
    answer: Scores
    significant: Scores


@dataclass(frozen=True)
class Page:
    """A paper made ready for the network: its tokens, and its text for marking what a question names."""

    context: Context
    text: Text


class Network:
    """The graph with its tokenizer, calibration and the weights of the blend. `version` names the graph."""

    def __init__(
        self,
        graph: bytes,
        tokenizer: bytes,
        calibration: Mapping[str, float],
        weights: Mapping[str, Sequence[float]],
        threads: int = 2,
    ) -> None:
        from tokenizers import Tokenizer

        self.version = hashlib.sha256(graph).hexdigest()[:12]
        self.calibration = calibration
        self.weights = weights
        self._session: Any = make_session(graph, threads, {IN_GRAPH: word_table()})
        self._tokenizer: Any = Tokenizer.from_str(tokenizer.decode("utf-8"))
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._tokenizer.encode_special_tokens = True  # in a paper "[CLS]" is text

    @property
    def encoder(self) -> Encoder:
        """The tokenizer."""
        encoder: Encoder = self._tokenizer
        return encoder

    def page(self, title: str, lines: Sequence[Line], keep: frozenset[int] = frozenset()) -> Page:
        """A paper made ready; sentences whose number is in `keep` stay whatever the length."""
        context = lay_out(self.encoder, title, lines, keep)
        return Page(context, Text.of(title, [line.text for line in lines]))

    def run(self, page: Page, questions: Sequence[AskedOutcome]) -> Output:
        """Every question put to a page; without one, only what the page says by itself."""
        coded = [
            (question_ids(self.encoder, asked), mark(page.text, page.context, asked)) for asked in questions
        ]
        nothing: list[Coded] = [((CLS, SEP), _no_marks(page.context))]
        parts = [coded[i : i + MOST_QUESTIONS] for i in range(0, len(coded), MOST_QUESTIONS)] or [nothing]
        outputs = [self._pass(page.context, part) for part in parts]
        first = outputs[0]
        if not questions:
            return Output(first[0], first[1], first[2][:0], first[3][:0], first[4][:0])
        rest = [np.concatenate([output[k] for output in outputs]) for k in (2, 3, 4)]
        return Output(first[0], first[1], *rest)

    def _pass(self, context: Context, coded: Sequence[Coded]) -> list[Scores]:
        asked = [ids for ids, _ in coded]
        places = np.cumsum([0, *(len(ids) for ids in asked)])
        feed = {
            "context": np.array([context.ids], dtype=np.int64),
            "sentence_at": np.array([context.sentence_at], dtype=np.int64),
            "question": np.array([[i for ids in asked for i in ids]], dtype=np.int64),
            "segment": np.array([[n for n, ids in enumerate(asked, 1) for _ in ids]], dtype=np.int64),
            "position": np.array([[k for ids in asked for k in range(len(ids))]], dtype=np.int64),
            "question_at": places[None, :-1].astype(np.int64),
            "marks": np.stack([marks.tokens for _, marks in coded])[None],
            "shares": np.stack([marks.shares for _, marks in coded])[None],
        }
        return [output[0] for output in self._session.run(None, feed)]


def _no_marks(context: Context) -> Marks:
    return Marks(
        np.zeros(len(context.ids), dtype=np.int64), np.zeros((len(context.kept), 3), dtype=np.float32)
    )


_LOCK = threading.Lock()


def network() -> Network:
    """The network that ships with Aitia. Raises ModelFileError when its files are missing or damaged."""
    with _LOCK:
        return _load()


@cache
def _load() -> Network:
    folder = resources.files(__package__).joinpath("model")
    try:
        calibration = json.loads(folder.joinpath("calibration.json").read_text("utf-8"))
        weights = json.loads(folder.joinpath("blend.json").read_text("utf-8"))
        graph, tokenizer = (folder.joinpath(name).read_bytes() for name in _FILES)
    except (OSError, ValueError) as problem:
        raise ModelFileError(
            f"the trained reader's files are missing or damaged ({problem}): reinstall aitia"
        ) from None
    return Network(graph, tokenizer, calibration, weights)
