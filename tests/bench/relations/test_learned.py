"""What the readers of relations learned is plain and whole, and says what is wrong when it is not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from aitia.model.errors import ModelFileError
from bench.relations import FOLDER, learned


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.npz")), ids=lambda p: p.stem)
def test_every_array_file_is_plain_finite_data(path: Path) -> None:
    arrays = learned(path.stem)
    assert all(a.dtype.kind in "biuf" for a in arrays.values())
    assert all(np.isfinite(a).all() for a in arrays.values() if a.dtype.kind == "f")


def test_there_are_three_and_a_missing_one_is_named() -> None:
    assert {path.stem for path in FOLDER.glob("*.npz")} == {"cause_effect", "pair_relations", "word_space"}
    with pytest.raises(ModelFileError, match=r"nowhere\.npz is missing"):
        learned("nowhere")
