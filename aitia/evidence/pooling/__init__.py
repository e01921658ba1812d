"""Pooling: meta-analysis of independent studies. Which studies share a pool, `relations` decides."""

from aitia.evidence.pooling.bias import begg, egger, trim_and_fill
from aitia.evidence.pooling.body import Body, pool_rows
from aitia.evidence.pooling.fit import Fit, fit
from aitia.evidence.pooling.heterogeneity import METAFOR, Convergence, TauMethod
from aitia.evidence.pooling.pool import PoolStudy, leave_one_out, pool
from aitia.evidence.pooling.tabular import TableFit, mantel_haenszel, peto

__all__ = [
    "METAFOR",
    "Body",
    "Convergence",
    "Fit",
    "PoolStudy",
    "TableFit",
    "TauMethod",
    "begg",
    "egger",
    "fit",
    "leave_one_out",
    "mantel_haenszel",
    "peto",
    "pool",
    "pool_rows",
    "trim_and_fill",
]
