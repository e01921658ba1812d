"""The shipped models are small, whole, and say what is wrong when they are not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import aitia.reading.models
from aitia.model.errors import ModelFileError
from aitia.reading.models import load_arrays, load_booster
from aitia.reading.models.linear import bucket, fingerprint, sigmoid, softmax

FOLDER = Path(aitia.reading.models.__file__).parent
MEGABYTE = 1_000_000


def test_all_models_together_stay_under_thirty_megabytes() -> None:
    files = [p for p in FOLDER.iterdir() if p.suffix in (".npz", ".txt", ".json")]
    assert files
    assert sum(p.stat().st_size for p in files) < 30 * MEGABYTE


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.npz")), ids=lambda p: p.stem)
def test_every_array_file_is_plain_finite_data(path: Path) -> None:
    arrays = load_arrays(path.stem)
    assert all(a.dtype.kind in "biuf" for a in arrays.values())
    assert all(np.isfinite(a).all() for a in arrays.values() if a.dtype.kind == "f")


def test_a_model_is_read_once() -> None:
    assert load_arrays("outcome_reader") is load_arrays("outcome_reader")


def test_a_missing_model_is_named() -> None:
    with pytest.raises(ModelFileError, match=r"nowhere\.npz is missing"):
        load_arrays("nowhere")
    with pytest.raises(ModelFileError, match=r"nowhere\.txt is missing"):
        load_booster("nowhere")


def test_hashes_are_the_same_everywhere() -> None:
    assert bucket("B:caus", 2**17) == 130_604
    assert int(fingerprint("A  title", "an abstract")) == int(fingerprint("a title", "An abstract"))


def test_probabilities_are_safe_at_the_ends() -> None:
    assert sigmoid(-1e9) < 1e-300
    assert sigmoid(1e9) == 1.0
    assert softmax(np.array([1e9, 0.0])).tolist() == [1.0, 0.0]
