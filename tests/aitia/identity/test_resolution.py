"""Many records, one paper."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aitia.identity import resolve
from aitia.identity.conflicts import identifiers_of
from aitia.model.paper import Paper, PaperRecord, RetractionSignal
from aitia.model.scales import RetractionStatus

TITLE = "Weekly fish oil and the rate of relapse in adults: a randomised trial"


def record(record_id: str, source: str = "documents", title: str = TITLE, **fields: Any) -> PaperRecord:
    return PaperRecord(source=source, record_id=record_id, title=title, **fields)


def test_records_are_one_paper_over_a_chain_of_identifiers() -> None:
    found = resolve(
        [
            record("1", "pubmed", pmid="11", doi="10.1234/a"),
            record("2", "crossref", title="Fish oil", doi="https://doi.org/10.1234/A"),
            record("3", "europe_pmc", title="Fish oil", doi="10.1234/a", pmcid="PMC9"),
            record("4", "openalex", title="Fish oil", pmcid="9", arxiv_id="2301.00001v2"),
            record("5", "arxiv", title="Fish oil", doi="10.48550/arXiv.2301.00001"),
        ]
    )
    (paper,) = found.papers
    assert paper.paper_id == "pmid:11"
    assert (paper.doi, paper.pmcid, paper.arxiv_id) == ("10.1234/a", "PMC9", "2301.00001")
    assert paper.title == TITLE
    assert len(found.members["pmid:11"]) == 5


@pytest.mark.parametrize(
    ("fields", "paper_id"),
    [
        ({"pmid": "5", "doi": "10.1234/a"}, "pmid:5"),
        ({"doi": "10.1234/a", "pmcid": "PMC5"}, "doi:10.1234/a"),
        ({"pmcid": "PMC5", "arxiv_id": "2301.00001"}, "pmcid:PMC5"),
        ({"arxiv_id": "2301.00001v4"}, "arxiv:2301.00001"),
    ],
)
def test_a_paper_is_named_after_its_strongest_identifier(fields: dict[str, str], paper_id: str) -> None:
    assert [p.paper_id for p in resolve([record("1", **fields)]).papers] == [paper_id]


def test_a_paper_without_identifier_is_named_after_its_title() -> None:
    one, other = resolve([record("1", year=2020)]), resolve([record("9", title=TITLE.upper(), year=2020)])
    assert one.papers[0].paper_id == other.papers[0].paper_id
    assert one.papers[0].paper_id.startswith("title:")


def test_title_variants_with_agreeing_year_and_author_are_one_paper() -> None:
    found = resolve(
        [
            record("1", "pubmed", pmid="11", year=2020, authors=("Berg A", "Lund C")),
            record("2", title=TITLE.upper() + ".", year=2021, authors=("Berg, Anna",)),
        ]
    )
    assert [p.paper_id for p in found.papers] == ["pmid:11"]


@pytest.mark.parametrize(
    "other", [{"year": 2012}, {"year": 2020, "authors": ("Lund C",)}, {"pmid": "12", "year": 2020}]
)
def test_one_title_is_not_enough_when_a_fact_disagrees(other: dict[str, Any]) -> None:
    found = resolve([record("1", pmid="11", year=2020, authors=("Berg A",)), record("2", **other)])
    assert len(found.papers) == 2
    assert len(found.possible_duplicates) == 1
    assert not found.quarantined


def test_records_without_identifier_are_one_even_beside_papers_that_contradict_each_other() -> None:
    found = resolve(
        [record("1", pmid="1", year=2020), record("2", pmid="2", year=2020)]
        + [record(name, year=2020) for name in ("3", "4")]
    )
    assert sorted(len(held) for held in found.members.values()) == [1, 1, 2]


def test_short_titles_never_merge() -> None:
    records = [record("1", title="Editorial", year=2020), record("2", title="Editorial", year=2020, pmid="1")]
    assert len(resolve(records).papers) == 2


def test_a_preprint_and_its_published_version_do_not_contradict_each_other() -> None:
    found = resolve(
        [
            record("1", "europe_pmc", doi="10.1101/2020.01.02.123456", year=2020, authors=("Berg A",)),
            record("2", "pubmed", doi="10.1234/a", pmid="11", year=2021, authors=("Berg A",)),
        ]
    )
    assert [(p.paper_id, p.doi) for p in found.papers] == [("pmid:11", "10.1234/a")]


def test_records_of_one_rank_that_contradict_each_other_are_all_set_aside() -> None:
    found = resolve(
        [
            record("1", pmid="1", doi="10.1234/a"),
            record("2", pmid="2", doi="10.1234/a"),
            record("3", pmid="1"),
        ]
    )
    assert [p.paper_id for p in found.papers] == ["pmid:1"]
    assert [q.record.record_id for q in found.quarantined] == ["1", "2"]
    assert "pmid 1 and 2" in found.quarantined[0].reason


def test_a_careless_record_is_set_aside_and_the_curated_one_stays() -> None:
    curated = record("1", "pubmed", pmid="1", doi="10.1234/a")
    careless = record("2", "semantic_scholar", pmid="1", doi="10.1234/b")
    found = resolve([careless, curated])
    assert [p.doi for p in found.papers] == ["10.1234/a"]
    assert [q.record for q in found.quarantined] == [careless]
    assert found.paper_of(curated) == "pmid:1"
    assert found.paper_of(careless) is None


def test_a_record_that_bridges_two_papers_is_set_aside() -> None:
    bridge = record("3", pmid="1", doi="10.1234/b")
    found = resolve(
        [
            record("1", "pubmed", pmid="1", doi="10.1234/a"),
            record("2", "pubmed", pmid="2", doi="10.1234/b"),
            bridge,
        ]
    )
    assert [p.paper_id for p in found.papers] == ["pmid:1", "pmid:2"]
    assert [q.record for q in found.quarantined] == [bridge]


def test_a_chain_that_ends_in_a_contradiction_is_set_aside() -> None:
    found = resolve(
        [
            record("1", pmid="1", pmcid="PMC7"),
            record("2", pmcid="PMC7", doi="10.1234/a"),
            record("3", doi="10.1234/a", pmid="2"),
        ]
    )
    assert not found.papers
    assert len(found.quarantined) == 3


def test_one_identifier_on_two_unrelated_texts_is_set_aside() -> None:
    one = record("1", pmid="1", abstract="Adults took fish oil weekly and relapsed less often than controls.")
    other = record(
        "2", pmid="1", title="Steel bridges under wind load", abstract="Vibration was measured at midspan."
    )
    found = resolve([one, other])
    assert [p.title for p in found.papers] == [TITLE]
    assert [q.record for q in found.quarantined] == [other]
    assert "two texts" in found.quarantined[0].reason


def known(paper_id: str, **fields: Any) -> Paper:
    return Paper(paper_id=paper_id, source="documents", record_id="old", title=TITLE, **fields)


def test_known_papers_keep_their_id_and_text() -> None:
    stored = known("doi:10.1234/a", doi="10.1234/a", abstract="The stored text.")
    new = record("1", "pubmed", pmid="1", doi="10.1234/a", abstract="Another text.", year=2020)
    (paper,) = resolve([new], [stored]).papers
    assert (paper.paper_id, paper.abstract, paper.pmid, paper.year) == (
        "doi:10.1234/a", "The stored text.", "1", 2020,
    )  # fmt: skip


def test_a_known_paper_that_no_record_touches_is_unchanged() -> None:
    stored = known("pmid:1", pmid="1", abstract="The stored text.")
    assert resolve([], [stored]).papers == (stored,)


def test_two_known_papers_that_prove_to_be_one_are_named() -> None:
    found = resolve(
        [record("1", "pubmed", pmid="1", doi="10.1234/a")],
        [known("doi:10.1234/a", doi="10.1234/a"), known("pmid:1", pmid="1")],
    )
    assert [p.paper_id for p in found.papers] == ["pmid:1"]
    assert found.same_paper == (("pmid:1", "doi:10.1234/a"),)


def test_a_record_that_contradicts_a_known_paper_names_it() -> None:
    found = resolve(
        [record("1", "pubmed", pmid="2", doi="10.1234/a")], [known("pmid:1", pmid="1", doi="10.1234/a")]
    )
    assert [q.paper_id for q in found.quarantined] == ["pmid:1"]


def test_a_notice_among_the_records_marks_the_paper_it_names() -> None:
    said = RetractionSignal(status=RetractionStatus.RETRACTED, origin="pubmed:notice", about="pmid:1")
    found = resolve(
        [
            record("1", pmid="1"),
            record("2", "pubmed", title="Retraction: fish oil", pmid="2", retraction_signals=(said,)),
        ]
    )
    assert {p.paper_id: p.retraction_status for p in found.papers} == {
        "pmid:1": RetractionStatus.RETRACTED,
        "pmid:2": RetractionStatus.UNKNOWN,
    }


def test_ten_thousand_records_that_claim_one_doi_are_set_aside_without_effort() -> None:
    found = resolve([record(str(i), pmid=str(i), doi="10.1234/a") for i in range(1, 10_001)])
    assert len(found.quarantined) == 10_000


ids = st.sampled_from([None, "1", "2", "3"])
records = st.builds(
    lambda n, source, pmid, doi, pmcid, title, year: record(
        str(n), source, title=title, pmid=pmid, doi=doi and f"10.1234/{doi}", pmcid=pmcid, year=year
    ),
    st.integers(0, 30),
    st.sampled_from(["pubmed", "europe_pmc", "documents"]),
    ids,
    ids,
    ids,
    st.sampled_from([TITLE, "Another rather long title about something else", "Short"]),
    st.sampled_from([None, 2010, 2020, 2021]),
)


@settings(max_examples=150)
@given(st.lists(records, max_size=8), st.randoms())
def test_the_result_does_not_depend_on_order_and_no_record_is_lost(
    held: list[PaperRecord], random: Any
) -> None:
    found = resolve(held)
    shuffled = list(held)
    random.shuffle(shuffled)
    assert resolve(shuffled) == found
    settled = {key for keys in found.members.values() for key in keys}
    assert settled | {(q.record.source, q.record.record_id) for q in found.quarantined} == {
        (r.source, r.record_id) for r in held
    }
    owners: dict[tuple[str, str], str] = {}
    for paper in found.papers:
        for identifier in identifiers_of(paper):
            assert owners.setdefault(identifier, paper.paper_id) == paper.paper_id


@settings(max_examples=100)
@given(st.lists(records, max_size=6))
def test_resolving_what_is_already_known_changes_nothing(held: list[PaperRecord]) -> None:
    first = resolve(held)
    again = resolve([], first.papers)
    assert again.papers == first.papers
