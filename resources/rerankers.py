"""Reranking of the best candidates by a cross-encoder whose ONNX file the user gives.

Without a file the fusion's order stands, and the run says so. The file's folder holds the model's own
`tokenizer.json`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aitia.model.errors import ModelFileError
from aitia.reading.models.sessions import make_session

RERANKED = 20
_MAX_TOKENS = 512
_MAX_CHARACTERS = 8_000
_INPUTS = frozenset({"input_ids", "attention_mask", "token_type_ids"})


@dataclass(frozen=True)
class Reranking:
    """Positions of the texts, best first, and which method put them so."""

    order: tuple[int, ...]
    method: str


class CrossEncoder:
    """Scores pairs of question and text. Raises ModelFileError when a file is missing or not of that kind."""

    def __init__(self, model: Path, threads: int = 2) -> None:
        self.model = model
        self._threads = threads
        self._loaded: tuple[Any, Any] | None = None

    def scores(self, question: str, texts: Sequence[str]) -> NDArray[np.float64]:
        """One number per text, higher is nearer to the question, shape (n,)."""
        if not texts:
            return np.zeros(0)
        session, tokenizer = self._load()
        pairs = [(question[:_MAX_CHARACTERS], text[:_MAX_CHARACTERS]) for text in texts]
        encoded = tokenizer.encode_batch(pairs)
        feeds = {
            "input_ids": np.array([item.ids for item in encoded], dtype=np.int64),
            "attention_mask": np.array([item.attention_mask for item in encoded], dtype=np.int64),
            "token_type_ids": np.array([item.type_ids for item in encoded], dtype=np.int64),
        }
        wanted = {item.name for item in session.get_inputs()}
        output = np.asarray(session.run(None, {name: feeds[name] for name in wanted})[0], dtype=np.float64)
        scores = output.reshape(len(texts), -1)[:, -1]
        if not np.isfinite(scores).all():
            raise ModelFileError(f"reranker {self.model} gave a score that is not finite: use another file")
        return scores

    def _load(self) -> tuple[Any, Any]:
        if self._loaded is None:
            self._loaded = (
                _session(self.model, self._threads),
                _tokenizer(self.model.parent / "tokenizer.json"),
            )
        return self._loaded


def rerank(
    encoder: CrossEncoder | None, question: str, texts: Sequence[str], top: int = RERANKED
) -> Reranking:
    """The first `top` texts in the encoder's order, the others as they are; ties keep their order."""
    if encoder is None:
        return Reranking(tuple(range(len(texts))), "dense and BM25 fusion (no cross-encoder file is given)")
    scores = encoder.scores(question, texts[:top])
    best = tuple(int(place) for place in np.argsort(-scores, kind="stable"))
    rest = tuple(range(len(best), len(texts)))
    return Reranking((*best, *rest), f"cross-encoder {encoder.model.name} on the best {len(best)}")


def _session(model: Path, threads: int) -> Any:
    if not model.is_file():
        raise ModelFileError(f"reranker file {model} is missing: correct AITIA_RERANKER_PATH or unset it")
    try:
        session = make_session(str(model), threads)
    except Exception as error:  # onnxruntime raises classes of its own that have no common base
        raise ModelFileError(
            f"reranker file {model} cannot be loaded ({error}): use an ONNX cross-encoder"
        ) from error
    names = {item.name for item in session.get_inputs()}
    if not names <= _INPUTS:
        raise ModelFileError(
            f"reranker file {model} wants the inputs {sorted(names)}: use an ONNX cross-encoder"
        )
    return session


def _tokenizer(file: Path) -> Any:
    from tokenizers import Tokenizer

    if not file.is_file():
        raise ModelFileError(f"{file} is missing: put the reranker's tokenizer beside its model")
    tokenizer = Tokenizer.from_file(str(file))
    tokenizer.enable_truncation(max_length=_MAX_TOKENS)
    tokenizer.enable_padding()
    return tokenizer
