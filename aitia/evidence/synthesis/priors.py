"""What is expected of an effect before any study is seen.

The numbers in `priors.json` are fitted on tables of Cochrane reviews by `python -m bench.synthesis TABLES
--write` (docs/models/synthesis.md).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

PRIORS_FILE = Path(__file__).with_name("priors.json")
DIFFERENCE_UNIT = 2.0
"""Standard error times √n of a standardised mean difference between two arms of equal size."""
TYPICAL_SIZE = 60
"""Participants of a study that does not state them: about the first quartile of the Cochrane tables."""


class Priors(BaseModel):
    """Average effects ~ normal(0, effect), heterogeneity τ ~ half-normal(heterogeneity).

    `ratio_*` are on the log scale of an odds ratio; `difference_*` in standard deviations. `ratio_unit`
    is the median of standard error times √n of a log odds ratio.
    """

    model_config = ConfigDict(frozen=True)

    ratio_effect: float
    ratio_heterogeneity: float
    ratio_unit: float
    difference_effect: float
    difference_heterogeneity: float


@cache
def shipped_priors() -> Priors:
    """The priors in `priors.json`."""
    return Priors.model_validate_json(PRIORS_FILE.read_text(encoding="utf-8"))
