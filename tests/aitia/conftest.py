"""Builders of domain objects for tests: only what a test is about needs to be named."""

from __future__ import annotations

from typing import Any

import pytest

from aitia.model.claim import ArmCounts, Claim, EffectEstimate, RiskOfBias, StudyFacts
from aitia.model.evidence import (
    AcceptedClaim,
    OutcomeRole,
    PooledEffect,
    PoolingModel,
    QuestionMatch,
    StandardEstimate,
    StudyEvidence,
)
from aitia.model.keys import ClaimId, EdgeId, NodeId, PaperId, PassageId, QuestionId, StudyId
from aitia.model.paper import Paper
from aitia.model.passage import Quote
from aitia.model.scales import (
    Direction,
    Domain,
    EffectMeasure,
    Polarity,
    QuestionKind,
    RetractionStatus,
    SentenceRole,
    StudyDesign,
)
from aitia.question.specification import Question


class Make:
    """Builds questions, studies, pooled effects and accepted claims with sensible defaults."""

    def question(self, **given: Any) -> Question:
        values: dict[str, Any] = {
            "question_id": QuestionId("q"),
            "text": "Does the drug reduce the event?",
            "kind": QuestionKind.EFFECT,
            "domain": Domain.BIOMEDICAL,
            "intervention": "the drug",
            "outcome": "the event",
            "expected_direction": Direction.DECREASES,
            "outcome_polarity": Polarity.HARMFUL,
        }
        return Question(**{**values, **given})

    def estimate(
        self,
        point: float = 0.8,
        low: float = 0.7,
        high: float = 0.9,
        measure: EffectMeasure = EffectMeasure.RISK_RATIO,
    ) -> StandardEstimate:
        from aitia.evidence.effects import Unusable, standardise

        result = standardise(EffectEstimate(measure=measure, point=point, low=low, high=high))
        assert not isinstance(result, Unusable), result
        return result

    def study(self, name: str = "s1", **given: Any) -> StudyEvidence:
        values: dict[str, Any] = {
            "study_id": StudyId(name),
            "label": name,
            "paper_ids": (PaperId(f"paper_{name}"),),
            "edge_ids": (EdgeId(f"edge_{name}"),),
            "design": StudyDesign.RANDOMISED_TRIAL,
            "direction": Direction.DECREASES,
            "significant": True,
            "sample_size": 1000,
            "estimate": self.estimate(),
            "risk_of_bias": RiskOfBias.LOW,
        }
        return StudyEvidence(**{**values, **given})

    def pooled(self, **given: Any) -> PooledEffect:
        values: dict[str, Any] = {
            "measure": EffectMeasure.RISK_RATIO,
            "model": PoolingModel.REML,
            "k": 2,
            "point": 0.8,
            "low": 0.7,
            "high": 0.9,
            "i2": 0.0,
            "participants": 5000,
            "events": 900,
        }
        return PooledEffect(**{**values, **given})

    def claim(
        self,
        name: str,
        ratio: tuple[float, float, float] | None = None,
        *,
        design: StudyDesign = StudyDesign.RANDOMISED_TRIAL,
        direction: Direction = Direction.DECREASES,
        n: int | None = 2000,
        role: OutcomeRole = OutcomeRole.MAIN,
        cause: str = "the drug",
        effect: str = "the event",
        study: str | None = None,
        swapped: bool = False,
        retraction: RetractionStatus = RetractionStatus.NONE,
        risk: RiskOfBias = RiskOfBias.LOW,
        counts: tuple[int, int, int, int] | None = None,
        measure: EffectMeasure = EffectMeasure.RISK_RATIO,
        title: str = "",
        abstract: str = "",
        population: str | None = None,
        polarity: Polarity = Polarity.HARMFUL,
        significant: bool | None = None,
        score: float = 0.9,
        answers: float | None = 0.9,
        relation: str = "decreases",
        sentence_role: SentenceRole = SentenceRole.RESULT,
        demonstration: bool = False,
        indirectness: tuple[str, ...] = (),
        quote: str = "",
        year: int = 2020,
        family: str | None = None,
        comparator: str | None = None,
        duration: str | None = None,
    ) -> AcceptedClaim:
        arms = None
        if counts is not None:
            keys = ("events_intervention", "total_intervention", "events_comparator", "total_comparator")
            arms = ArmCounts(**dict(zip(keys, counts, strict=True)))
        said = quote or f"{name}: {cause} and {effect}" + (
            f", {ratio[0]} ({ratio[1]} to {ratio[2]})" if ratio else ""
        )
        printed = Quote(passage_id=PassageId(f"passage_{name}"), char_start=0, char_end=len(said), text=said)
        estimates = ()
        if ratio is not None:
            point, low, high = ratio
            estimates = (
                EffectEstimate(measure=measure, point=point, low=low, high=high, counts=arms, quote=printed),
            )
        author = name.split("_")[0].capitalize()
        return AcceptedClaim(
            edge_id=EdgeId(f"edge_{name}"),
            claim=Claim(
                claim_id=ClaimId(f"claim_{name}"),
                paper_id=PaperId(f"paper_{study or name}"),
                cause=cause,
                cause_type="Intervention",
                effect=effect,
                effect_type="Outcome",
                relation=relation,
                direction=direction,
                quote=printed,
                role=sentence_role,
                population=population,
                comparator=comparator,
                significant=significant,
                outcome_polarity=polarity,
                estimates=estimates,
                confidence=0.9,
                answers_question=answers,
            ),
            paper=Paper(
                source="test",
                record_id=name,
                paper_id=PaperId(f"paper_{study or name}"),
                title=title or f"The {author} study",
                abstract=abstract,
                year=year,
                authors=(f"{author} AB",),
                doi=f"10.1000/{study or name}",
                retraction_status=retraction,
                demonstration=demonstration,
            ),
            study=StudyFacts(
                design=design, design_confidence=0.9, sample_size=n, risk_of_bias=risk, duration=duration
            ),
            study_id=StudyId(f"study_{study or name}"),
            cause_node=NodeId(f"node_{cause}"),
            effect_node=NodeId(f"node_{effect}"),
            match=QuestionMatch(
                role=role, score=score, swapped=swapped, indirectness=indirectness, family=family
            ),
        )


@pytest.fixture(scope="session")
def make() -> Make:
    """Builders with defaults: a well-made trial of a drug that lowers a harmful event."""
    return Make()


@pytest.fixture(scope="session")
def supplement(make: Make) -> list[AcceptedClaim]:
    """Trials without an effect, cohorts with one, genetics without: the pattern of vitamin D and COVID-19."""
    cohort, genetic = StudyDesign.COHORT, StudyDesign.MENDELIAN_RANDOMISATION
    none = Direction.NO_DIFFERENCE
    return [
        make.claim("adams", (1.10, 0.80, 1.51), direction=none, n=3000, demonstration=True),
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
def bleeding(make: Make) -> list[AcceptedClaim]:
    """What two of the trials of `prevention` tell of a harm."""
    more = Direction.INCREASES
    return [
        make.claim(
            f"{study}_bleed",
            ratio,
            n=n,
            study=study,
            role=OutcomeRole.HARM,
            effect="major bleeding",
            direction=more,
        )
        for study, ratio, n in (("irwin", (1.60, 1.30, 1.97), 20000), ("finch", (1.45, 1.10, 1.91), 17000))
    ]
