"""Brent's root finder (Brent 1973, chapter 4), stopping as R's `uniroot` does.

scipy's `brentq` stops by another rule, so that a loose tolerance gives another number.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

_EPSILON = sys.float_info.epsilon


def bracketed_root(f: Callable[[float], float], low: float, high: float, tolerance: float) -> float:
    """A root of `f` between `low` and `high`, where f has opposite signs, to within `tolerance`."""
    a, b = low, high
    fa, fb = f(a), f(b)
    c, fc = a, fa
    for _ in range(1000):
        previous = b - a
        if abs(fc) < abs(fb):
            a, b, c = b, c, b
            fa, fb, fc = fb, fc, fb
        limit = 2 * _EPSILON * abs(b) + tolerance / 2
        step = (c - b) / 2
        if abs(step) <= limit or fb == 0:
            return b
        if abs(previous) >= limit and abs(fa) > abs(fb):
            step = _interpolated(a, b, c, fa, fb, fc, previous, limit, step)
        if abs(step) < limit:
            step = limit if step > 0 else -limit
        a, fa = b, fb
        b += step
        fb = f(b)
        if (fb > 0) == (fc > 0):
            c, fc = a, fa
    return b


def _interpolated(
    a: float, b: float, c: float, fa: float, fb: float, fc: float, previous: float, limit: float, half: float
) -> float:
    """Secant or inverse quadratic step where it stays well inside the bracket, else the half step."""
    width = c - b
    if a == c:
        t = fb / fa
        p, q = width * t, 1.0 - t
    else:
        q, t1, t2 = fa / fc, fb / fc, fb / fa
        p = t2 * (width * q * (q - t1) - (b - a) * (t1 - 1.0))
        q = (q - 1.0) * (t1 - 1.0) * (t2 - 1.0)
    if p > 0:
        q = -q
    else:
        p = -p
    if p < 0.75 * width * q - abs(limit * q) / 2 and p < abs(previous * q / 2):
        return p / q
    return half
