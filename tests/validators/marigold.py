"""A trial of marigold tea: its paper, a passage, a claim on it, and what one rule says of that."""

from __future__ import annotations

from typing import Any

from aitia.domains import adapter_for
from aitia.model.claim import Claim, EffectEstimate, StudyFacts
from aitia.model.keys import PaperId, PassageId
from aitia.model.paper import Paper
from aitia.model.passage import Passage, Quote
from aitia.model.scales import Domain, EffectMeasure, StudyDesign
from tests.proposals import proposed
from validators.findings import ClaimContext, Outcome

RATIO, CORRELATION = EffectMeasure.RISK_RATIO, EffectMeasure.CORRELATION
TEXT = (
    "RESULTS: Fever occurred in 20 of 200 adults given marigold tea and in 40 of 200 given water "
    "(RR 0.50, 95% CI 0.30 to 0.82; p = 0.006)."
)

PAPER = Paper(
    source="test",
    record_id="1",
    title="Marigold tea for fever: a randomised trial",
    abstract=TEXT,
    paper_id=PaperId("paper_1"),
)


def passage(text: str = TEXT, section: str = "abstract", paper: str = "paper_1") -> Passage:
    return Passage(
        passage_id=PassageId("passage_1"),
        paper_id=PaperId(paper),
        section_id=section,
        part_index=0,
        text=text,
    )


def context(
    where: Passage | None = None,
    design: StudyDesign = StudyDesign.RANDOMISED_TRIAL,
    paper: Paper = PAPER,
) -> ClaimContext:
    facts = StudyFacts(design=design)
    return ClaimContext.of(paper, (where or passage(),), facts, adapter_for(Domain.BIOMEDICAL))


def claim(*estimates: EffectEstimate, text: str = TEXT[9:], **changes: Any) -> Claim:
    start = changes.pop("start", TEXT.find(text))
    quote = Quote(passage_id=PassageId("passage_1"), char_start=start, char_end=start + len(text), text=text)
    base = proposed(quote, cause="marigold tea", effect="fever", estimates=estimates)
    return base.model_copy(update=changes)


def ratio(point: Any = None, low: Any = None, high: Any = None, **more: Any) -> EffectEstimate:
    return EffectEstimate.model_construct(
        **{**EffectEstimate(measure=RATIO).model_dump(), "point": point, "low": low, "high": high, **more}
    )


def outcomes(rule: Any, proposal: Claim, where: ClaimContext | None = None) -> list[Outcome]:
    return [finding.outcome for finding in rule(proposal, where or context())]


DROP, REVIEW, REJECT = [Outcome.DROP_ESTIMATE], [Outcome.REVIEW], [Outcome.REJECT]
