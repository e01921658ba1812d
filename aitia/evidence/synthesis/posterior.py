"""The posterior of average effect and heterogeneity on a grid, and what a pool of all numbers would show."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from aitia.evidence.synthesis.observations import TEST, Observation
from aitia.model.synthesis import FullPool

Array = NDArray[np.float64]

_LEAST = 1e-12
"""No way to read a study is held for less probable: a window without any width would divide by nothing."""
_MISREAD = 0.03
"""The share of readings that say nothing at all of the study: no single study can rule an effect out."""
_COARSE, _FINE = 121, 161
_TAU = (0.01, 0.1, 0.25, 0.5, 0.75, 1.0, 1.4, 1.9, 2.5, 3.5)
_POINTS = 1024
_BISECTIONS = 34


@dataclass(frozen=True)
class Posterior:
    """Probabilities (`mass`, sum 1) over average effects (rows) and heterogeneities (columns).

    `prior` are the spreads of effect and heterogeneity that it started from.
    """

    effects: Array
    taus: Array
    mass: Array
    prior: tuple[float, float]

    @cached_property
    def marginal(self) -> Array:
        """Probability of each average effect."""
        total: Array = self.mass.sum(axis=1)
        return total

    def above(self, limit: float) -> float:
        """The probability that the average effect is beyond a limit."""
        return float(np.interp(limit, self.effects, 1 - _centred(self.marginal)))

    def quantile(self, share: float) -> float:
        """A quantile of the average effect."""
        return float(np.interp(share, _centred(self.marginal), self.effects))

    def prediction(self, share: float) -> float:
        """A quantile of the effect in a new study, by bisection."""
        wide = 5 * float(self.taus[-1])
        low, high = float(self.effects[0]) - wide, float(self.effects[-1]) + wide
        for _ in range(_BISECTIONS):
            middle = (low + high) / 2
            below = ndtr((middle - self.effects[:, None]) / self.taus[None, :])
            low, high = (middle, high) if float((below * self.mass).sum()) < share else (low, middle)
        return (low + high) / 2


def fit_posterior(observations: Sequence[Observation], effect: float, heterogeneity: float) -> Posterior:
    """The posterior under normal(0, `effect`) and half-normal(`heterogeneity`); the prior without a study."""
    return _fitted(tuple(observations), effect, heterogeneity)


# The same studies are weighed again in the parts of a body and in each run that adds a paper elsewhere.
@lru_cache(maxsize=256)
def _fitted(observations: tuple[Observation, ...], effect: float, heterogeneity: float) -> Posterior:
    observations = tuple(unweighed(o, effect, heterogeneity) for o in observations)
    values = [o.value for o in observations if o.value is not None]
    reach = max(5 * effect, *(abs(v) + 2 * effect for v in values), 0.0) if values else 5 * effect
    taus = heterogeneity * np.array(_TAU)
    first = _on(np.linspace(-reach, reach, _COARSE), taus, observations, effect, heterogeneity)
    held = np.flatnonzero(first.marginal > 1e-7 * first.marginal.max())
    low, high = max(held[0] - 1, 0), min(held[-1] + 1, _COARSE - 1)
    finer = np.linspace(first.effects[low], first.effects[high], _FINE)
    second = _on(finer, taus, observations, effect, heterogeneity)
    held = np.flatnonzero(second.marginal > 1e-7 * second.marginal.max())
    low, high = max(held[0] - 1, 0), min(held[-1] + 1, _FINE - 1)
    last = np.linspace(second.effects[low], second.effects[high], _FINE)
    return _on(last, taus, observations, effect, heterogeneity)


def unweighed(observation: Observation, effect: float, heterogeneity: float) -> Observation:
    """The study with each share divided by how probable that way to read it was before anything was read.

    A reader's shares are what it believes of the study, not how well each way explains its words: taken for
    a likelihood they would be weighed by the prior once more, which expects no difference of most studies.
    So a study alone leaves the belief in it as it was read (Jeffrey's rule).
    """
    expected = np.zeros(len(observation.windows))
    for factor in observation.factors:
        error = factor * observation.error
        spread = math.sqrt(error**2 + effect**2 + heterogeneity**2)
        expected += [
            ndtr(high * error / spread) - ndtr(low * error / spread) for _, (low, high) in observation.windows
        ]
    ways = zip(observation.windows, np.maximum(expected / len(observation.factors), _LEAST), strict=True)
    return replace(
        observation, windows=tuple((share / float(known), window) for (share, window), known in ways)
    )


def log_likelihood(observation: Observation, effects: Array, taus: Array) -> Array:
    """Log-likelihood of one study over a grid: rows are average effects, columns heterogeneities.

    Of a direction it is relative to that of a study that says nothing (`unweighed`).
    """
    parts = [
        _likelihood(observation, factor, effects[:, None], taus[None, :]) for factor in observation.factors
    ]
    told = np.mean(parts, axis=0)
    if observation.value is not None:
        vague = 1e-9 / observation.error
        return _array(np.log(observation.weight * told + (1 - observation.weight) * vague + 1e-300))
    told = (1 - _MISREAD) * told + _MISREAD
    return _array(np.log(observation.weight * told + (1 - observation.weight)))


def _likelihood(observation: Observation, factor: float, mean: Array, taus: Array) -> Array:
    """The likelihood where the study's error is `factor` times what it is taken for."""
    error = factor * observation.error
    spread = np.sqrt(error**2 + taus**2)
    if observation.value is not None:
        z = (factor * observation.value - mean) / spread
        # What is seen is the test statistic: its density is the value's times the error that scales it.
        density: Array = factor * np.exp(-0.5 * z * z) / spread / math.sqrt(2 * math.pi)
        return density
    parts = [share * _inside(window, error, mean, spread) for share, window in observation.windows]
    return _array(np.sum(parts, axis=0))


def foresee_pool(observations: Sequence[Observation], posterior: Posterior) -> FullPool:
    """What a random-effects pool (DerSimonian–Laird) of everybody's estimates would show, were they printed.

    A study is in it as often as it reports the outcome, the one that does so most surely always, and then
    with its whole weight: a pool there must be, so all is told as if that one reported. Drawn at the points
    of a Richtmyer sequence: always the same, no chance in it.
    """
    surest = max(o.weight for o in observations)
    if 0 < surest < 1:
        observations = [replace(o, weight=o.weight / surest) for o in observations]
        posterior = fit_posterior(observations, *posterior.prior)
    observations = [unweighed(o, *posterior.prior) for o in observations]
    points = _richtmyer(_POINTS, 3 * len(observations) + 1)
    cells = np.searchsorted(np.cumsum(posterior.mass.ravel()), points[:, 0] * (1 - 1e-9))
    rows, columns = np.unravel_index(np.minimum(cells, posterior.mass.size - 1), posterior.mass.shape)
    mean, tau = posterior.effects[rows], posterior.taus[columns]
    drawn = [
        _drawn(o, mean, tau, points[:, 3 * i + 1], points[:, 3 * i + 2]) for i, o in enumerate(observations)
    ]
    weights = np.array([o.weight if surest > 0 else 1.0 for o in observations])
    inside = weights[:, None] >= points[:, 3::3].T
    z = _pooled_z(np.array([value for value, _ in drawn]), np.array([e**2 for _, e in drawn]), inside)
    higher, lower = float(np.mean(z > TEST)), float(np.mean(z < -TEST))
    return FullPool(higher=higher, lower=lower, neither=max(0.0, 1 - higher - lower))


def _pooled_z(drawn: Array, variances: Array, inside: NDArray[np.bool_]) -> Array:
    """The pool's test statistic at each point, over the studies that are in it there."""
    w = inside / variances
    total = np.maximum(w.sum(axis=0), 1e-300)
    q = (w * (drawn - (w * drawn).sum(axis=0) / total) ** 2).sum(axis=0)
    scale = total - (w**2).sum(axis=0) / total
    tau2 = np.maximum(0.0, (q - (inside.sum(axis=0) - 1)) / np.maximum(scale, 1e-300)) * (
        scale > 1e-9 * total
    )
    weight = inside / (variances + tau2[None, :])
    z: Array = (weight * drawn).sum(axis=0) / np.sqrt(np.maximum(weight.sum(axis=0), 1e-300))
    return z


def _on(
    effects: Array, taus: Array, observations: Sequence[Observation], effect: float, heterogeneity: float
) -> Posterior:
    log = -0.5 * (effects[:, None] / effect) ** 2 - 0.5 * (taus[None, :] / heterogeneity) ** 2
    log = log + np.log(np.gradient(taus))[None, :]
    for observation in observations:
        log = log + log_likelihood(observation, effects, taus)
    mass = np.exp(log - log.max())
    return Posterior(effects, taus, mass / mass.sum(), (effect, heterogeneity))


def _inside(window: tuple[float, float], error: float, mean: Array, spread: Array) -> Array:
    low, high = window
    inside: Array = ndtr((high * error - mean) / spread) - ndtr((low * error - mean) / spread)
    return inside


def _drawn(
    observation: Observation, mean: Array, tau: Array, which: Array, where: Array
) -> tuple[Array, Array]:
    """The study's estimate at each point, as printed or within the window that its words leave it, and its
    error: `which` chooses among all windows and all that the error may be, `where` within the window."""
    ways = [
        (factor * observation.error, *way) for factor in observation.factors for way in _ways(observation)
    ]
    errors, shares = np.array([way[0] for way in ways]), [way[1] for way in ways]
    spreads = np.sqrt(errors[:, None] ** 2 + tau**2)
    if observation.value is not None:
        values = observation.value * np.array(observation.factors)
        z = (values[:, None] - mean) / spreads
        chosen = _chosen(np.exp(-0.5 * z * z) * np.array(observation.factors)[:, None] / spreads, which)
        return values[chosen], errors[chosen]
    windows = np.array([way[2] for way in ways]) * errors[:, None]
    low, high = (ndtr((windows[:, side, None] - mean) / spreads) for side in (0, 1))
    chosen = _chosen(np.array(shares)[:, None] * (high - low), which)
    at = chosen, np.arange(len(mean))
    quantile = np.clip(low[at] + where * (high[at] - low[at]), 1e-12, 1 - 1e-12)
    value = mean + spreads[at] * ndtri(quantile)
    return _array(np.clip(value, windows[chosen, 0], windows[chosen, 1])), errors[chosen]


def _ways(observation: Observation) -> tuple[tuple[float, tuple[float, float]], ...]:
    return observation.windows if observation.value is None else ((1.0, (-math.inf, math.inf)),)


def _chosen(parts: Array, which: Array) -> NDArray[np.int64]:
    """The row at each point, as often as its part there says."""
    bounds = np.cumsum(parts, axis=0)
    row: NDArray[np.int64] = (which * bounds[-1] > bounds[:-1]).sum(axis=0)
    return row


def _array(value: object) -> Array:
    return np.asarray(value, dtype=float)


def _centred(mass: Array) -> Array:
    """Cumulated mass up to the middle of each cell."""
    cumulated: Array = np.cumsum(mass) - 0.5 * mass
    return cumulated


def _richtmyer(points: int, dimensions: int) -> Array:
    steps = np.sqrt(np.array(_primes(dimensions), dtype=float)) % 1
    return _array((0.5 + np.arange(1, points + 1)[:, None] * steps[None, :]) % 1)


def _primes(count: int) -> list[int]:
    found: list[int] = []
    number = 2
    while len(found) < count:
        if all(number % prime for prime in found if prime * prime <= number):
            found.append(number)
        number += 1
    return found
