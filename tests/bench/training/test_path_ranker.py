"""A cross-encoder of paths is only written where it beats chance out of fold."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bench.training import path_encoder, path_ranker

PAIRS = 80


def _listed() -> path_ranker.Listed:
    return path_ranker.Listed(
        [object()] * PAIRS,  # type: ignore[list-item]
        [f"question {n}" for n in range(PAIRS)],
        np.arange(PAIRS),
        np.arange(PAIRS) % 2,
        [str(n) for n in range(PAIRS)],
    )


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Path]:
    """What was written; training reads 80 pairs of one path each, their vectors given by the test."""
    found: list[Path] = []
    tokenizer = tmp_path / "given.json"
    tokenizer.write_text("{}")

    def write(_head: object, path: Path) -> Path:
        found.append(path)
        return tokenizer

    monkeypatch.setattr(path_ranker, "read_listed", lambda *_: _listed())
    monkeypatch.setattr(path_ranker, "as_text", str)
    monkeypatch.setattr(path_encoder, "write_encoder", write)
    return found


def _vectors(monkeypatch: pytest.MonkeyPatch, values: np.ndarray) -> None:
    monkeypatch.setattr(path_encoder, "pair_vectors", lambda *_: values)


def test_a_head_that_tells_nothing_is_not_written(
    monkeypatch: pytest.MonkeyPatch, written: list[Path], tmp_path: Path
) -> None:
    _vectors(monkeypatch, np.random.default_rng(3).normal(size=(PAIRS, 4)))
    with pytest.raises(SystemExit, match="no better than chance"):
        path_ranker.train_encoder("rmse", tmp_path / "out", PAIRS, 5)
    assert written == []


def test_it_is_written_when_asked_for_even_so(
    monkeypatch: pytest.MonkeyPatch, written: list[Path], tmp_path: Path
) -> None:
    _vectors(monkeypatch, np.random.default_rng(3).normal(size=(PAIRS, 4)))
    path_ranker.train_encoder("rmse", tmp_path / "out", PAIRS, 5, even_so=True)
    assert [path.name for path in written] == ["path_encoder.onnx"]


def test_a_head_that_tells_causal_pairs_is_written(
    monkeypatch: pytest.MonkeyPatch, written: list[Path], tmp_path: Path
) -> None:
    told = np.zeros((PAIRS, 4))
    told[:, 0] = np.arange(PAIRS) % 2
    _vectors(monkeypatch, told)
    path_ranker.train_encoder("rmse", tmp_path / "out", PAIRS, 5)
    assert [path.name for path in written] == ["path_encoder.onnx"]
