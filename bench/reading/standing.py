"""What becomes of the findings read in labelled abstracts: which stand as edges, and how surely."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from aitia.domains import adapter_for
from aitia.model.scales import Decision, Domain
from aitia.reading.open_findings import read_findings
from aitia.reading.trained.guard import guarded
from bench.reading.labels import finding_direction, finding_of, read_labelled, shipped_models
from bench.report import Measure, clustered_interval
from validators.decide import decide
from validators.findings import ClaimContext

SURE = 0.7


def standing_measures(labels: Path, corpus: Path, only: Collection[str] = ()) -> tuple[list[Measure], str]:
    """Claims whose sentence a labelled finding rests on: how many of those with the right direction stand at
    all and at .7 or more, and how many of those that stand are wrong. `only`: abstracts by id, else all."""
    rows: list[tuple[str, bool, bool, bool]] = []
    models = shipped_models()
    for item in read_labelled(labels, corpus):
        if only and item.row["id"] not in only:
            continue
        context = ClaimContext.of(item.paper, item.passages, item.facts, adapter_for(Domain.BIOMEDICAL))
        proposed = read_findings(item.paper, item.passages, item.facts, Domain.BIOMEDICAL, models)
        for claim in guarded(proposed, item.paper.title, item.passages):
            finding = finding_of(item, claim)
            if finding is None:
                continue
            decided = decide(claim, context)
            stands = decided.decision is Decision.ACCEPTED
            right = finding_direction(claim, finding) == finding["direction"]
            rows.append((item.row["id"], right, stands, stands and decided.claim.confidence >= SURE))
    keys = [row[0] for row in rows]
    told: NDArray[np.bool_] = np.array([row[1:] for row in rows], dtype=bool).reshape(-1, 3)
    good, held, sure = told[:, 0], told[:, 1], told[:, 2]
    return [
        _share("standing: right findings that stand", keys, good, held),
        _share("standing: right findings that stand at .7 or more", keys, good, sure),
        _share("standing: wrong of the findings that stand", keys, held, ~good),
        _share("standing: wrong of the findings at .7 or more", keys, sure, ~good),
    ], ""


def _share(name: str, keys: list[str], among: NDArray[np.bool_], hit: NDArray[np.bool_]) -> Measure:
    places = np.flatnonzero(among)
    if not len(places):
        return Measure(name, None, 0)
    own = hit[places]
    interval = clustered_interval([keys[i] for i in places], lambda rows: float(own[rows].mean()), 300)
    return Measure(name, float(own.mean()), len(places), interval)
