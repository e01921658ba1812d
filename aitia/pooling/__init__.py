"""Pooling: meta-analysis of independent studies, by design and by population."""

from aitia.pooling.bias import begg, egger, trim_and_fill
from aitia.pooling.body import (
    Bodies,
    Body,
    DesignGroup,
    design_group,
    pool_by_design,
    pool_by_population,
    pool_rows,
)
from aitia.pooling.fit import Fit, fit
from aitia.pooling.heterogeneity import METAFOR, Convergence, TauMethod
from aitia.pooling.pool import PoolStudy, leave_one_out, pool
from aitia.pooling.tabular import TableFit, mantel_haenszel, peto

__all__ = [
    "METAFOR",
    "Bodies",
    "Body",
    "Convergence",
    "DesignGroup",
    "Fit",
    "PoolStudy",
    "TableFit",
    "TauMethod",
    "begg",
    "design_group",
    "egger",
    "fit",
    "leave_one_out",
    "mantel_haenszel",
    "peto",
    "pool",
    "pool_by_design",
    "pool_by_population",
    "pool_rows",
    "trim_and_fill",
]
