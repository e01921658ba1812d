"""Pooling: meta-analysis of independent studies. Which studies share a pool, `aitia.relations` decides."""

from aitia.pooling.bias import begg, egger, trim_and_fill
from aitia.pooling.body import Body, pool_rows
from aitia.pooling.fit import Fit, fit
from aitia.pooling.heterogeneity import METAFOR, Convergence, TauMethod
from aitia.pooling.pool import PoolStudy, leave_one_out, pool
from aitia.pooling.tabular import TableFit, mantel_haenszel, peto

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
