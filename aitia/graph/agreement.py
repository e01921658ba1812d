"""How far reviewers agree beyond chance: Cohen's κ for each pair of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations

from pydantic import BaseModel, ConfigDict


class Agreement(BaseModel):
    """Two reviewers: `subjects` both decided on, the share `agreed` (0 to 1), and `kappa` (-1 to 1).

    `kappa` is None where chance alone agrees always: both gave one and the same decision throughout.
    """

    model_config = ConfigDict(frozen=True)

    first: str
    second: str
    subjects: int
    agreed: float
    kappa: float | None


def agreements(readings: Iterable[tuple[str, str, str]]) -> tuple[Agreement, ...]:
    """The agreement of each two reviewers with a subject in common, by name.

    `readings` are (reviewer, subject, decision), one for each reviewer and subject.
    """
    said: dict[str, dict[str, str]] = {}
    for reviewer, subject, decision in readings:
        said.setdefault(reviewer, {})[subject] = decision
    pairs = combinations(sorted(said), 2)
    return tuple(_agreement(a, b, said) for a, b in pairs if said[a].keys() & said[b].keys())


def cohens_kappa(pairs: Iterable[tuple[str, str]]) -> float | None:
    """(observed - expected) / (1 - expected) agreement of paired decisions (Cohen 1960, eq. 1).

    None for no pair, and where the expected agreement is 1.
    """
    rows = list(pairs)
    if not rows:
        return None
    one, other = Counter(a for a, _ in rows), Counter(b for _, b in rows)
    expected = sum(one[word] * other[word] for word in one) / len(rows) ** 2
    observed = sum(a == b for a, b in rows) / len(rows)
    return None if expected == 1 else (observed - expected) / (1 - expected)


def _agreement(first: str, second: str, said: Mapping[str, Mapping[str, str]]) -> Agreement:
    both = sorted(said[first].keys() & said[second].keys())
    pairs = [(said[first][subject], said[second][subject]) for subject in both]
    kappa = cohens_kappa(pairs)
    return Agreement(
        first=first,
        second=second,
        subjects=len(both),
        agreed=round(sum(a == b for a, b in pairs) / len(both), 4),
        kappa=None if kappa is None else round(kappa, 4),
    )
