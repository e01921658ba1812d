"""A sound claim with its estimate and passage, and what the rules decide of it."""

from __future__ import annotations

from typing import Any

from aitia.domains import adapter_for
from aitia.model.claim import ArmCounts, Claim, EffectEstimate, StudyFacts
from aitia.model.keys import PaperId, PassageId
from aitia.model.paper import Paper
from aitia.model.passage import Passage, Quote
from aitia.model.scales import Domain, EffectMeasure, StudyDesign
from tests.proposals import proposed
from validators.decide import decide
from validators.findings import ClaimContext, ClaimDecision

TEXT = (
    "BACKGROUND: Earlier work suggested that marigold tea raises fever. "
    "METHODS: We randomised 400 adults to marigold tea or water. "
    "RESULTS: Fever occurred in 20 of 200 adults given marigold tea and in 40 of 200 given water "
    "(RR 0.50, 95% CI 0.30 to 0.82; p = 0.006). "
    "CONCLUSION: Marigold tea reduced fever in adults."
)

RESULT = TEXT[TEXT.index("Fever occurred") : TEXT.index(" CONCLUSION")]
CONCLUSION = "Marigold tea reduced fever in adults."
PAPER = Paper(
    source="test",
    record_id="1",
    title="Marigold tea for fever: a randomised trial",
    abstract=TEXT,
    paper_id=PaperId("paper_1"),
)

PASSAGE = Passage(
    passage_id=PassageId("passage_1"), paper_id=PAPER.paper_id, section_id="abstract", part_index=0, text=TEXT
)

GOOD_ESTIMATE = EffectEstimate(
    measure=EffectMeasure.RISK_RATIO,
    point=0.50,
    low=0.30,
    high=0.82,
    p_value=0.006,
    p_operator="=",
    counts=ArmCounts(
        events_intervention=20, total_intervention=200, events_comparator=40, total_comparator=200
    ),
)


def quoted(text: str, passage: Passage = PASSAGE) -> Quote:
    start = passage.text.index(text)
    return Quote(passage_id=passage.passage_id, char_start=start, char_end=start + len(text), text=text)


def context(design: StudyDesign = StudyDesign.RANDOMISED_TRIAL, passage: Passage = PASSAGE) -> ClaimContext:
    return ClaimContext.of(PAPER, (passage,), StudyFacts(design=design), adapter_for(Domain.BIOMEDICAL))


def claim(**changes: Any) -> Claim:
    told = {"cause": "marigold tea", "effect": "fever", "significant": True, "estimates": (GOOD_ESTIMATE,)}
    return proposed(quoted(RESULT), **told).model_copy(update=changes)


def estimate(**changes: Any) -> EffectEstimate:
    return GOOD_ESTIMATE.model_copy(update=changes)


def judged(proposal: Claim, where: ClaimContext | None = None) -> ClaimDecision:
    return decide(proposal, where or context())
