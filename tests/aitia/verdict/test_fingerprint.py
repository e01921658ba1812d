"""What makes a new version of a verdict, and what does not."""

from __future__ import annotations

import pytest

from aitia.evidence.relations import grade_relations
from aitia.model.gap import SearchOutcomeSummary
from aitia.model.scales import EvidenceType
from aitia.model.search import SearchStatus
from aitia.verdict import conclude
from aitia.verdict.conclude import PRESENCE_DOUBTED, verdict_fingerprint


def search(**given) -> SearchOutcomeSummary:
    values = {
        "source": "pubmed",
        "evidence_type": EvidenceType.RANDOMISED_TRIAL,
        "status": SearchStatus.COMPLETE,
        "query": "drug event",
        "records": 5,
    }
    return SearchOutcomeSummary(**{**values, **given})


@pytest.fixture(scope="module")
def rows(make):
    return grade_relations(make.question(), [make.claim("adams", (0.8, 0.7, 0.9), n=3000)])


@pytest.mark.parametrize(
    "given",
    [
        {"searches": [search(status=SearchStatus.INCOMPLETE)]},
        {"searches": [search(error="503")]},
        {"searches": [search(source="openalex")]},
        {"searches": [search(evidence_type=EvidenceType.OBSERVATIONAL)]},
        {"searches": []},
        {"question": {"intervention": "another drug"}},
        {"relations": []},
        {"doubted": True},
        {"remarks": ("two papers have one text",)},
        {"papers_read": 4},
    ],
    ids=str,
)
def test_what_a_verdict_rests_on_is_in_its_fingerprint(make, rows, given):
    def of(**changed):
        values = {"relations": rows, "searches": [search()], "papers_read": 3, **changed}
        return verdict_fingerprint(make.question(**values.pop("question", {})), **values)

    assert of() != of(**given)


def test_counts_of_records_and_queries_are_not_in_the_fingerprint(make, rows):
    question = make.question()
    one = verdict_fingerprint(question, rows, [search()])
    assert one == verdict_fingerprint(question, rows, [search(records=99, query="event drug")])


def test_a_relation_with_other_evidence_is_another_verdict(make, rows):
    other = [rows[0].model_copy(update={"fingerprint": "other"})]
    assert verdict_fingerprint(make.question(), rows, []) != verdict_fingerprint(make.question(), other, [])


def test_the_same_evidence_gives_the_previous_verdict_back(make, rows):
    question = make.question()
    first = conclude(question, rows, [search()])
    assert conclude(question, rows, [search(records=7)], first) is first


def test_a_search_that_failed_is_a_new_version_that_says_so(make, rows):
    question = make.question()
    first = conclude(question, rows, [search()])
    second = conclude(question, rows, [search(status=SearchStatus.INCOMPLETE)], first)
    assert second.version == first.version + 1
    assert "The search is incomplete: pubmed did not answer in full." in second.limitations
    assert not any("incomplete" in note for note in first.limitations)


def test_doubt_about_what_was_found_is_said_and_lowers_the_confidence(make, rows):
    question = make.question()
    sure = conclude(question, rows, [], presence=PRESENCE_DOUBTED)
    unsure = conclude(question, rows, [], presence=PRESENCE_DOUBTED - 0.01)
    assert unsure.confidence == pytest.approx(0.7 * sure.confidence, abs=1e-4)
    assert len(unsure.limitations) == len(sure.limitations) + 1
