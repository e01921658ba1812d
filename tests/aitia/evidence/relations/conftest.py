"""Papers of a worked example, and the main relation of claims."""

from __future__ import annotations

from typing import Any

import pytest

from aitia.evidence.relations import grade_relations
from aitia.model.evidence import OutcomeRole
from aitia.model.scales import Direction


@pytest.fixture(scope="session")
def prevention(make: Any, bleeding: Any) -> Any:
    """One drug, primary and secondary prevention, and a harm: the pattern of aspirin."""
    return [
        make.claim(
            "finch",
            (0.62, 0.50, 0.77),
            n=17000,
            quote="In patients with previous myocardial infarction, 0.62.",
        ),
        make.claim(
            "grant", (0.70, 0.58, 0.85), n=12000, population="people with established cardiovascular disease"
        ),
        make.claim(
            "hobbs",
            (1.01, 0.86, 1.19),
            n=39000,
            population="healthy women",
            direction=Direction.NO_DIFFERENCE,
        ),
        make.claim(
            "irwin",
            (0.97, 0.82, 1.15),
            n=20000,
            title="Primary prevention trial",
            direction=Direction.NO_DIFFERENCE,
        ),
        *bleeding,
    ]


def main_of(make: Any, claims: Any, **question: Any) -> Any:
    (relation,) = [
        r for r in grade_relations(make.question(**question), claims) if r.role is OutcomeRole.MAIN
    ]
    return relation
