"""The close reader on onnxruntime, its graph made once from installed weights and what was learned."""

from __future__ import annotations

import contextlib
import fcntl
import threading
import time
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from aitia.model.errors import SettingsError
from aitia.reading.trained.close import MARK, PAD, CloseRow, Scores
from aitia.reading.trained.layout import Encoder
from resources.close_reader.learned import FILE, PAGES, learned_version, load_learned
from resources.close_reader.slices import installed_slices
from resources.close_reader.weights import read_weights
from resources.embedders.onnx_files import onnx_session, write_whole

_BATCH = 16
_UNUSED_SECONDS = 30 * 24 * 3600.0


class OnnxCloseReader:
    """Scores of rows and what pages tell; nothing is read or built before the first of either.

    `folder` keeps the graphs (125 MB each) and the tokenizer. Building raises ModelFileError where the
    installed weights are not the published ones, SettingsError where the folder cannot be written.
    """

    def __init__(self, folder: Path, slices: Sequence[Path], threads: int = 2) -> None:
        self._folder, self._slices, self._threads = folder, slices, threads
        self.version = learned_version()
        self._lock = threading.Lock()
        self._sessions: dict[str, Any] = {}
        self._encoder: Any = None

    @property
    def encoder(self) -> Encoder:
        """The tokenizer."""
        with self._lock:
            if self._encoder is None:
                from tokenizers import Tokenizer

                tokenizer = Tokenizer.from_file(str(_tokenizer_beside(self._graph(FILE))))
                tokenizer.no_truncation()
                tokenizer.no_padding()
                tokenizer.encode_special_tokens = True  # in a paper "<mask>" is text
                self._encoder = tokenizer
            encoder: Encoder = self._encoder
            return encoder

    def prepare(self) -> None:
        """Make the graphs where they are not there yet."""
        for name in (FILE, PAGES):
            self._graph(name)

    def scores(self, rows: Sequence[CloseRow]) -> tuple[Scores, list[Scores]]:
        """Logits (rows × 5) in the order of the rows, and the shares of each row's sentences."""
        session = self._session(FILE)
        found, shares = np.zeros((len(rows), 5)), [np.zeros(0)] * len(rows)
        for places in _by_length(rows):
            part = [rows[place] for place in places]
            length = max(len(row) for row in part)
            ids = np.full((len(part), length), PAD, dtype=np.int64)
            for number, row in enumerate(part):
                ids[number, : len(row)] = row
            found[places], rests = session.run(None, {"ids": ids})
            for place, own, marks in zip(places, rests, ids == MARK, strict=True):
                shares[place] = own[marks].astype(float)
        return found, shares

    def found(self, row: CloseRow) -> Scores:
        """What the places of a page without a question tell (places × columns)."""
        session = self._session(PAGES)
        told: Scores = session.run(None, {"ids": np.array([row], dtype=np.int64)})[0][0].astype(float)
        return told

    def _session(self, name: str) -> Any:
        with self._lock:
            if name not in self._sessions:
                self._sessions[name] = onnx_session(self._graph(name), self._threads)
            return self._sessions[name]

    def _graph(self, name: str) -> Path:
        """The cached graph of a file, built first when it is not there; safe beside other builders."""
        from resources.close_reader.graph import GRAPH_VERSION

        target = self._folder / f"{Path(name).stem}-{self.version}-v{GRAPH_VERSION}.onnx"
        if not target.is_file():
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
                with target.with_suffix(".lock").open("a") as lock:
                    fcntl.flock(lock, fcntl.LOCK_EX)  # of processes that start together one builds
                    if not target.is_file():
                        self._build(target, name)
            except OSError as problem:
                raise SettingsError(
                    f"The close reader cannot keep its graph in {self._folder}: "
                    f"{problem.strerror or problem}. "
                    "Set AITIA_CACHE_HOME to a folder that you may write to, on a disk with space."
                ) from problem
        return target

    def _build(self, target: Path, name: str) -> None:
        from resources.close_reader.graph import build_graph

        weights, tokenizer = read_weights(self._slices)
        model = build_graph(weights, load_learned(name=name))
        del weights
        write_whole(_tokenizer_beside(target), tokenizer)
        write_whole(target, model.SerializeToString())
        self._forget_unused(target)

    def _forget_unused(self, target: Path) -> None:
        """Take away graphs of other versions that nothing has read for a month: each is 125 MB."""
        stems = (Path(name).stem for name in (FILE, PAGES))
        for graph in (graph for stem in stems for graph in self._folder.glob(f"{stem}-*.onnx")):
            with contextlib.suppress(OSError):  # it may be another's file, or just taken away
                if graph != target and time.time() - graph.stat().st_atime > _UNUSED_SECONDS:
                    for path in (graph, _tokenizer_beside(graph), graph.with_suffix(".lock")):
                        path.unlink(missing_ok=True)


def close_reader(folder: Path) -> OnnxCloseReader | None:
    """The close reader with its graph kept in `folder`; one for each folder and process, None where the
    packages with its weights are not installed."""
    slices = installed_slices()
    return _one(folder, tuple(slices)) if slices else None


@cache
def _one(folder: Path, slices: tuple[Path, ...]) -> OnnxCloseReader:
    return OnnxCloseReader(folder, slices)


def _tokenizer_beside(graph: Path) -> Path:
    return graph.with_suffix(".json")


def _by_length(rows: Sequence[CloseRow]) -> Iterator[list[int]]:
    """Places in batches of like length, so that little is padded."""
    order = sorted(range(len(rows)), key=lambda place: (len(rows[place]), place))
    for start in range(0, len(order), _BATCH):
        yield order[start : start + _BATCH]
