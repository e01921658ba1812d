"""Papers of a worked example, and the verdict on claims."""

from __future__ import annotations

from typing import Any

import pytest

from aitia.evidence.relations import grade_relations
from aitia.model.scales import Direction
from aitia.verdict import Verdict, conclude

NONE = Direction.NO_DIFFERENCE


def answer(make: Any, claims: Any, searches: Any = (), previous: Any = None, **question: Any) -> Verdict:
    asked = make.question(**question)
    return conclude(asked, grade_relations(asked, claims), searches, previous)


@pytest.fixture(scope="session")
def prevention(make: Any, bleeding: Any) -> Any:
    return [
        make.claim(
            "finch",
            (0.62, 0.50, 0.77),
            n=17000,
            counts=(124, 8500, 200, 8500),
            population="survivors of stroke",
        ),
        make.claim(
            "grant", (0.70, 0.58, 0.85), n=12000, population="people with established cardiovascular disease"
        ),
        make.claim("hobbs", (0.90, 0.80, 1.02), n=39000, population="healthy women", direction=NONE),
        make.claim("irwin", (0.94, 0.82, 1.08), n=20000, title="Primary prevention trial", direction=NONE),
        *bleeding,
    ]
