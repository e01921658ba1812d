"""Papers of two worked examples, and the main relation of claims."""

from __future__ import annotations

from typing import Any

import pytest

from aitia.evidence.relations import grade_relations
from aitia.model.evidence import OutcomeRole
from aitia.model.scales import Direction, StudyDesign


@pytest.fixture(scope="session")
def supplement(make: Any) -> Any:
    """Trials without an effect, cohorts with one, genetics without: the pattern of vitamin D and COVID-19."""
    cohort, genetic = StudyDesign.COHORT, StudyDesign.MENDELIAN_RANDOMISATION
    none = Direction.NO_DIFFERENCE
    return [
        make.claim("adams", (1.10, 0.80, 1.51), direction=none, n=3000),
        make.claim("brown", (0.95, 0.62, 1.45), direction=none, n=1200),
        make.claim(
            "clark", (0.40, 0.30, 0.53), design=cohort, n=5000, abstract="Adjusted for age, sex and smoking."
        ),
        make.claim(
            "davis", (0.55, 0.42, 0.72), design=cohort, n=8000, abstract="We adjusted for age and obesity."
        ),
        make.claim("evans", (1.03, 0.88, 1.20), design=genetic, direction=none, n=14000),
    ]


@pytest.fixture(scope="session")
def prevention(make: Any) -> Any:
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
        make.claim(
            "irwin_bleed",
            (1.60, 1.30, 1.97),
            n=20000,
            study="irwin",
            role=OutcomeRole.HARM,
            effect="major bleeding",
            direction=Direction.INCREASES,
        ),
        make.claim(
            "finch_bleed",
            (1.45, 1.10, 1.91),
            n=17000,
            study="finch",
            role=OutcomeRole.HARM,
            effect="major bleeding",
            direction=Direction.INCREASES,
        ),
    ]


def main_of(make: Any, claims: Any, **question: Any) -> Any:
    (relation,) = [
        r for r in grade_relations(make.question(**question), claims) if r.role is OutcomeRole.MAIN
    ]
    return relation
