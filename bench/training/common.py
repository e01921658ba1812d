"""What the training scripts and the reading benchmark share: reading the data, folds, writing artefacts."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse
from numpy.typing import NDArray

import aitia.reading.models

ROOT = Path(__file__).resolve().parents[2]
MODELS = Path(aitia.reading.models.__file__).parent


def training_seed(
    name: str, description: str, seed: int, argv: Sequence[str] | None = None, folder: Path = MODELS
) -> int:
    """The seed to train with: the fixed one that made the shipped artefact, unless `--seed` gives another."""
    parser = argparse.ArgumentParser(
        prog=f"python -m bench.training.{name}",
        description=description,
        epilog="Reads the data in ../shared/data (or $AITIA_SHARED/data); "
        f"writes to {folder.relative_to(ROOT)}.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    shown = f"seed of folds and sampling (default: {seed}, that of the shipped artefact)"
    parser.add_argument("--seed", type=int, default=seed, help=shown)
    chosen: int = parser.parse_args(argv).seed
    return chosen


def sparse_rows(columns: Sequence[NDArray[np.int64]], scales: Sequence[float], size: int) -> Any:
    """A CSR matrix with `scales[i]` in the given columns of row i."""
    indices = np.concatenate(columns) if columns else np.empty(0, dtype=np.int64)
    lengths = np.array([len(c) for c in columns])
    pointer = np.concatenate([[0], np.cumsum(lengths)])
    values = np.repeat(np.asarray(scales, dtype=np.float64), lengths)
    return scipy.sparse.csr_matrix((values, indices, pointer), shape=(len(columns), size))


def frequent(columns: Iterable[NDArray[np.int64]], size: int, minimum: int = 2) -> NDArray[np.bool_]:
    """Which columns occur in at least `minimum` rows."""
    counts = np.zeros(size, dtype=np.int64)
    for row in columns:
        counts[row] += 1
    kept: NDArray[np.bool_] = counts >= minimum
    return kept


def save_arrays(name: str, folder: Path = MODELS, **arrays: NDArray[Any]) -> Path:
    """Write `name.npz` and say how large it is."""
    path = folder / f"{name}.npz"
    np.savez_compressed(path, **arrays)  # type: ignore[arg-type]
    print(f"wrote {path.name}: {path.stat().st_size / 1e6:.2f} MB")
    return path


def group_folds(groups: Iterable[str], folds: int, seed: int) -> NDArray[np.int64]:
    """The fold (0 to folds − 1) of every row; rows of one group share a fold."""
    listed = list(groups)
    names = sorted(set(listed))
    order = np.random.default_rng(seed).permutation(len(names))
    fold_of = {names[i]: int(position % folds) for position, i in enumerate(order)}
    return np.array([fold_of[g] for g in listed], dtype=np.int64)
