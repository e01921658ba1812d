"""Many meta-analyses at once: the same estimators as `fit`, on arrays with a group label per study."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Pools:
    """One entry per group (0 to the largest label): effects as they came in, nan for empty groups."""

    k: NDArray[np.int64]
    fixed: Array
    fixed_se: Array
    q: Array
    tau2: Array
    random: Array
    random_se: Array
    i2: Array


def pool_groups(
    y: Array, v: Array, group: NDArray[np.int64], reml: bool = True, iterations: int = 500
) -> Pools:
    """Common-effect and random-effects pools of all groups; τ² by REML, or by DerSimonian–Laird.

    `y`, `v` and `group` have one entry per study; variances are finite and positive. Linear in the number of
    studies. REML runs Fisher scoring for all groups side by side, each scaled by its own spread.
    """
    size = int(group.max()) + 1 if len(group) else 0
    k = np.bincount(group, minlength=size)
    with np.errstate(all="ignore"):
        w = 1 / v
        s1, s2 = _sum(group, w, size), _sum(group, w**2, size)
        fixed = _sum(group, w * y, size) / s1
        q = _sum(group, w * (y - fixed[group]) ** 2, size)
        trace = s1 - s2 / s1
        tau2 = np.where(k > 1, np.maximum(0.0, (q - (k - 1)) / trace), 0.0)
        typical = (k - 1) / trace
        if reml:
            tau2 = _reml(y, v, group, size, k, tau2, iterations)
        wr = 1 / (v + tau2[group])
        sr = _sum(group, wr, size)
        random = _sum(group, wr * y, size) / sr
        i2 = np.where(k > 1, 100 * tau2 / (typical + tau2), np.nan)
    return Pools(k, fixed, 1 / np.sqrt(s1), q, tau2, random, 1 / np.sqrt(sr), i2)


def _reml(
    y: Array,
    v: Array,
    group: NDArray[np.int64],
    size: int,
    k: NDArray[np.int64],
    start: Array,
    iterations: int,
) -> Array:
    spread = _sum(group, v, size) / np.maximum(k, 1) + start
    tau2 = np.where(k > 1, start, 0.0)
    active = k > 1
    for _ in range(iterations):
        on = active[group]
        label, yy, vv = group[on], y[on], v[on]
        w = 1 / (vv + tau2[label])
        s1, s2, s3 = (_sum(label, w**p, size) for p in (1, 2, 3))
        mean = _sum(label, w * yy, size) / s1
        score = _sum(label, w**2 * (yy - mean[label]) ** 2, size) - (s1 - s2 / s1)
        information = s2 - 2 * s3 / s1 + (s2 / s1) ** 2
        step = np.where(active & (information > 0), score / information, 0.0)
        new = np.maximum(0.0, tau2 + np.nan_to_num(step))
        moved = np.abs(new - tau2) > 1e-10 * spread
        tau2 = np.where(active, new, tau2)
        active &= moved
        if not active.any():
            break
    return tau2


def _sum(group: NDArray[np.int64], values: Array, size: int) -> Array:
    return np.bincount(group, weights=values, minlength=size).astype(np.float64)
