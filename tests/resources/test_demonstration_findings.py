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
from resources.engines.base import ReadingTask
from resources.engines.local import read_paper
from resources.local_models import local_models
from resources.settings import get_settings
from resources.sources.demonstration import demonstration_records
from resources.sources.demonstration.corpus import load_synopses
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
        "boston-1974": (LESS, None),
        "cook-2000": (LESS, 0.72),
        "cumulative-2020": (LESS, 0.80),
        "hot-1998": (LESS, None),
        "isis2-1988": (LESS, None),
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
        "ben-eltriki-2021": (LESS, 0.67),
        "butler-laporte-2021": (SAME, 0.97),
        "cannata-andia-2022": (SAME, None),
        "cui-2021": (SAME, 1.03),
        "dror-2022": (LESS, 0.07),
        "entrenas-castillo-2020": (LESS, None),
        "gibbons-2022": (LESS, 0.67),
        "loucera-2021": (LESS, 0.75),
        "mariani-2022": (SAME, None),
        "murai-2021": (SAME, None),
        "nogues-2021": (LESS, 0.21),
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
MISREAD = {STROKE: {"peto-1988"}}
"""Synopses that are known to be read wrongly: "disabling strokes were, if anything, somewhat commoner" is
taken for fewer. Remove one when it is read rightly."""
TOPICS = {HEART: "aspirin_heart", COVID: "vitamin_d_covid", STROKE: "aspirin_heart"}
SAME_AS_HEART = "Does aspirin reduce MI risk?"
MORTALITY = "What could confound the association between vitamin D and COVID-19 mortality?"
INFECTED = {"brunvoll-2022", "jolliffe-2022", "meltzer-2020", "nimavat-2021", "villasis-keever-2022"}
"""Synopses that tell who was infected, and not who died."""


@cache
def studies_of(text: str, topic: str) -> dict[str, StudyEvidence]:
    """The rows of the question's own outcome by synopsis of a topic, read and judged as in a run."""
    question = read_question(text)
    wanted = {synopsis.record_id for synopsis in load_synopses() if synopsis.topic == topic}
    adapter, claims = adapter_for(question.domain), []
    for record in demonstration_records():
        name = record.record_id.split("#")[1]
        if name not in wanted:
            continue
        fields = record.model_dump(include=set(Paper.model_fields))
        paper = Paper(**{**fields, "paper_id": PaperId(name)})
        task = ReadingTask(paper=paper, passages=make_passages(paper), question=question)
        reading = read_paper(task, local_models(get_settings().cache_home / "models"))
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


def told(text: str, topic: str) -> dict[str, tuple[str, float | None]]:
    """Direction and printed effect of every synopsis that counts."""
    return {
        name: (study.direction.value, round(study.estimate.point, 2) if study.estimate else None)
        for name, study in studies_of(text, topic).items()
    }


@pytest.mark.parametrize("text", FINDINGS)
def test_every_study_counts_for_what_its_synopsis_states_and_no_other_counts(text: str) -> None:
    counted, misread = told(text, TOPICS[text]), MISREAD.get(text, set())
    assert {name: found for name, found in counted.items() if name not in misread} == FINDINGS[text]


@pytest.mark.xfail(strict=True, reason="the close reader takes 'if anything, somewhat commoner' for fewer")
def test_what_is_misread_is_read_rightly() -> None:
    assert told(STROKE, TOPICS[STROKE]).get("peto-1988", (MORE, None))[0] != LESS


def test_a_heart_attack_by_its_short_name_is_the_same_question() -> None:
    assert told(SAME_AS_HEART, TOPICS[HEART]) == FINDINGS[HEART]


def test_an_infection_is_no_death_of_it() -> None:
    counted = told(MORTALITY, TOPICS[COVID])
    assert INFECTED.isdisjoint(counted)
    assert counted["gibbons-2022"] == (LESS, 0.67)
    assert counted["nogues-2021"] == (LESS, 0.21)
