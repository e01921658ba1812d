"""The estimators of τ² against statsmodels and PyMARE, which take too long to import for a run."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from aitia.evidence.pooling import TauMethod, fit

Y = np.array([-0.89, -1.59, -1.35, -1.44, -0.22, -0.79, -1.62, 0.01, -0.47, -1.37, -0.34, 0.45, -0.02])
V = np.array([0.326, 0.195, 0.415, 0.02, 0.051, 0.007, 0.223, 0.004, 0.056, 0.073, 0.012, 0.533, 0.071])


@pytest.mark.parametrize(("name", "method"), [("chi2", TauMethod.DL), ("iterated", TauMethod.PM)])
def test_statsmodels_gives_the_same(name: str, method: TauMethod) -> None:
    meta = pytest.importorskip("statsmodels.stats.meta_analysis")
    theirs = meta.combine_effects(Y, V, method_re=name)
    ours = fit(Y, V, method)
    assert ours.tau2 == pytest.approx(theirs.tau2, abs=1e-4)
    assert ours.beta == pytest.approx(theirs.mean_effect_re, abs=1e-4)


@pytest.mark.parametrize("method", [TauMethod.DL, TauMethod.HE, TauMethod.ML, TauMethod.REML])
def test_pymare_gives_the_same(method: TauMethod) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        estimators = pytest.importorskip("pymare.estimators")
        chosen = {
            TauMethod.DL: estimators.DerSimonianLaird,
            TauMethod.HE: estimators.Hedges,
            TauMethod.ML: lambda: estimators.VarianceBasedLikelihoodEstimator("ML"),
            TauMethod.REML: lambda: estimators.VarianceBasedLikelihoodEstimator("REML"),
        }[method]()
        theirs = chosen.fit(Y[:, None], V[:, None], np.ones((len(Y), 1))).summary()
    ours = fit(Y, V, method)
    assert ours.tau2 == pytest.approx(float(theirs.tau2.ravel()[0]), abs=1e-4)
    assert ours.beta == pytest.approx(float(theirs.fe_params.ravel()[0]), abs=1e-4)
