"""What every study of the demonstration found, as its synopsis states it, is what it counts for."""

from __future__ import annotations

from functools import cache

import pytest

from aitia.domains import adapter_for
from aitia.evidence.relations import grade_relations
from aitia.model.evidence import AcceptedClaim, StudyEvidence
from aitia.model.keys import EdgeId, PaperId, StudyId, stable_id
from aitia.model.paper import Paper
from aitia.model.scales import Decision
from aitia.question import read_question
from aitia.reading.statements.matching import match_claim
from aitia.text.passages import make_passages
from aitia.words.naming import canonical_name, node_id
from resources.embedders.names import name_vectors
from resources.engines.base import ReadingTask
from resources.engines.local import read_paper
from resources.settings import get_settings
from resources.sources.demonstration import demonstration_records
from validators.decide import decide
from validators.findings import ClaimContext

# Both workers would read the synopses.
pytestmark = pytest.mark.xdist_group("demonstration_findings")

LESS, MORE, SAME, OPEN = "decreases", "increases", "no_difference", "unclear"
HEART = "Does aspirin reduce heart attack risk?"
COVID = "Does vitamin D prevent severe COVID-19?"
STROKE = "(aspirin, stroke)"


FINDINGS = {
    HEART: {
        "att-2002": (LESS, None),
        "att-2009": (LESS, None),
        "cook-2000": (LESS, 0.72),
        "cumulative-2020": (LESS, 0.80),
        "hot-1998": (LESS, None),
        "jppp-2014": (LESS, 0.53),
        "lewis-1983": (LESS, None),
        "manson-1991": (LESS, 0.75),
        "peto-1988": (SAME, None),
        "phs-1989": (LESS, 0.56),
        "tips3-2021": (SAME, 1.04),
        "whs-2005": (SAME, 1.02),
        "xie-2019": (LESS, None),
    },
    COVID: {
        "annweiler-2022": (LESS, 0.39),
        "ben-eltriki-2021": (LESS, 0.62),
        "butler-laporte-2021": (SAME, 0.97),
        "cannata-andia-2022": (SAME, None),
        "cui-2021": (SAME, 1.03),
        "dror-2022": (LESS, 0.07),
        "entrenas-castillo-2020": (LESS, None),
        "gibbons-2022": (LESS, 0.67),
        "loucera-2021": (LESS, 0.75),
        "mariani-2022": (SAME, None),
        "murai-2021": (SAME, None),
        "nogues-2021": (LESS, None),
        "patchen-2021": (SAME, 0.96),
        "stroehlein-2021": (OPEN, None),
        "three-trial-review-2021": (SAME, None),
        "zamanian-2024": (SAME, 0.63),
    },
    STROKE: {
        "hot-1998": (SAME, None),
        "manson-1991": (SAME, None),
        "phs-1989": (OPEN, None),
        "whs-2005": (LESS, 0.83),
    },
}
"""Direction of the question's own outcome with the intervention and, where it is printed, its effect."""
OTHERS = {
    HEART: {"arrive-2018", "isis2-1988", "hammond-1975", "aspree-cvd-2018", "ascend-2018", "boston-1974"},
    COVID: {"rastogi-2022", "jolliffe-2022", "hastie-2020", "elamir-2022", "villasis-keever-2022"},
    STROKE: {"cumulative-2020", "isis2-1988", "lewis-1983"},
}
"""Synopses that tell another outcome, a proxy, or that it was not studied, read beside the others."""


@cache
def studies_of(text: str) -> dict[str, StudyEvidence]:
    """The rows of the question's own outcome by synopsis, read and judged as in a run."""
    question = read_question(text)
    wanted = FINDINGS[text].keys() | OTHERS[text]
    adapter, claims = adapter_for(question.domain), []
    for record in demonstration_records():
        name = record.record_id.split("#")[1]
        if name not in wanted:
            continue
        fields = record.model_dump(include=set(Paper.model_fields))
        paper = Paper(**{**fields, "paper_id": PaperId(name)})
        task = ReadingTask(paper=paper, passages=make_passages(paper), question=question)
        reading = read_paper(task, name_vectors(get_settings().cache_home / "models"))
        context = ClaimContext.of(paper, task.passages, reading.study, adapter)
        for proposed in reading.claims:
            decided = decide(proposed, context)
            if decided.decision is Decision.ACCEPTED:
                claim = decided.claim
                claims.append(
                    AcceptedClaim(
                        edge_id=EdgeId(stable_id("edge", claim.claim_id)),
                        claim=claim,
                        paper=paper,
                        study=reading.study,
                        study_id=StudyId(name),
                        cause_node=node_id(claim.cause_type, canonical_name(claim.cause)),
                        effect_node=node_id(claim.effect_type, canonical_name(claim.effect)),
                        match=match_claim(question, claim, reading.study),
                    )
                )
    relations = grade_relations(question, claims)
    main = next(relation for relation in relations if relation.relation_key == "main")
    return {str(study.study_id): study for study in main.studies}


@pytest.mark.parametrize("text", FINDINGS)
def test_every_study_counts_for_what_its_synopsis_states(text: str) -> None:
    read = {
        name: (study.direction.value, round(study.estimate.point, 2) if study.estimate else None)
        for name, study in studies_of(text).items()
    }
    counted = {name: found for name, found in read.items() if name in FINDINGS[text]}
    assert counted == FINDINGS[text]


def test_other_outcomes_proxies_and_what_was_not_studied_do_not_count() -> None:
    assert {"arrive-2018", "hammond-1975", "aspree-cvd-2018", "ascend-2018"}.isdisjoint(studies_of(HEART))
    assert {"rastogi-2022", "jolliffe-2022", "hastie-2020", "villasis-keever-2022"}.isdisjoint(
        studies_of(COVID)
    )
    assert studies_of(STROKE).keys() == FINDINGS[STROKE].keys()
