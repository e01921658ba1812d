"""Papers of two worked examples, and the verdict on claims."""

from __future__ import annotations

from typing import Any

import pytest

from aitia.evidence.relations import grade_relations
from aitia.model.evidence import OutcomeRole
from aitia.model.scales import (
    Direction,
    StudyDesign,
)
from aitia.verdict import Verdict, conclude

NONE = Direction.NO_DIFFERENCE


def answer(make: Any, claims: Any, searches: Any = (), previous: Any = None, **question: Any) -> Verdict:
    asked = make.question(**question)
    return conclude(asked, grade_relations(asked, claims), searches, previous)


@pytest.fixture(scope="session")
def supplement(make: Any) -> Any:
    cohort, genetic = StudyDesign.COHORT, StudyDesign.MENDELIAN_RANDOMISATION
    return [
        make.claim("adams", (1.10, 0.80, 1.51), direction=NONE, n=3000, demonstration=True),
        make.claim("brown", (0.95, 0.62, 1.45), direction=NONE, n=1200),
        make.claim(
            "clark", (0.40, 0.30, 0.53), design=cohort, n=5000, abstract="Adjusted for age, sex and smoking."
        ),
        make.claim(
            "davis", (0.55, 0.42, 0.72), design=cohort, n=8000, abstract="We adjusted for age and obesity."
        ),
        make.claim("evans", (1.03, 0.88, 1.20), design=genetic, direction=NONE, n=14000),
    ]


@pytest.fixture(scope="session")
def prevention(make: Any) -> Any:
    more = Direction.INCREASES
    harm = {"role": OutcomeRole.HARM, "effect": "major bleeding", "direction": more}
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
        make.claim("irwin_bleed", (1.60, 1.30, 1.97), n=20000, study="irwin", **harm),
        make.claim("finch_bleed", (1.45, 1.10, 1.91), n=17000, study="finch", **harm),
    ]
