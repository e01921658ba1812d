"""Gradient-boosted trees in LightGBM's text format, evaluated with NumPy alone.

Importing LightGBM takes seconds (it brings scikit-learn and pandas along); walking a few hundred small
trees does not need it. Only what our own models use is read: one class, numeric splits, no linear leaves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_NUMERIC_DEFAULT_LEFT = 2


@dataclass(frozen=True)
class TreeEnsemble:
    """Trees side by side: arrays of shape (trees, widest tree); leaves are numbered below zero."""

    feature: NDArray[np.int64]
    threshold: NDArray[np.float64]
    left: NDArray[np.int64]
    right: NDArray[np.int64]
    leaf: NDArray[np.float64]
    features: int

    @classmethod
    def parse(cls, text: str) -> TreeEnsemble:
        """Read a model file. Raises ValueError for anything that these trees do not cover."""
        head, *blocks = text.split("\nTree=")
        fields = _fields(head)
        if fields.get("num_class") != "1" or not blocks:
            raise ValueError("not a LightGBM model with one class and at least one tree")
        trees = [_fields(block.split("\n\n")[0]) for block in blocks]
        for tree in trees:
            _check(tree)
        return cls(
            feature=_padded(trees, "split_feature").astype(np.int64),
            threshold=_padded(trees, "threshold"),
            left=_padded(trees, "left_child", -1).astype(np.int64),
            right=_padded(trees, "right_child", -1).astype(np.int64),
            leaf=_padded(trees, "leaf_value"),
            features=int(fields["max_feature_idx"]) + 1,
        )

    def predict(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Raw scores of shape (n,) for rows of shape (n, features); a missing value counts as 0.

        Raises ValueError when the rows have another number of columns.
        """
        table = np.nan_to_num(np.asarray(rows, dtype=np.float64), nan=0.0)
        if table.ndim != 2 or table.shape[1] != self.features:
            raise ValueError(f"the model takes {self.features} features, not {table.shape}")
        node = np.zeros((len(self.feature), len(table)), dtype=np.int64)
        trees = np.arange(len(self.feature))[:, None]
        places = np.arange(len(table))[None, :]
        while (inside := node >= 0).any():
            at = np.where(inside, node, 0)
            goes_left = table[places, self.feature[trees, at]] <= self.threshold[trees, at]
            below = np.where(goes_left, self.left[trees, at], self.right[trees, at])
            node = np.where(inside, below, node)
        return np.asarray(self.leaf[trees, -node - 1].sum(axis=0))


def _fields(block: str) -> Mapping[str, str]:
    return dict(line.split("=", 1) for line in block.splitlines() if "=" in line)


def _check(tree: Mapping[str, str]) -> None:
    kinds = {int(value) for value in tree.get("decision_type", "").split()}
    if tree.get("num_cat") != "0" or tree.get("is_linear", "0") != "0" or kinds - {_NUMERIC_DEFAULT_LEFT}:
        raise ValueError("a tree has categorical or linear parts, which are not read here")


def _padded(trees: list[Mapping[str, str]], name: str, fill: float = 0.0) -> NDArray[np.float64]:
    rows = [np.array(tree.get(name, "").split(), dtype=np.float64) for tree in trees]
    width = max(1, *(len(row) for row in rows))
    # A tree of one leaf has no split: its root falls straight to leaf 0, which is node -1.
    return np.stack([np.pad(row, (0, width - len(row)), constant_values=fill) for row in rows])
