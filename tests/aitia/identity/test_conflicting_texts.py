"""The first text under an identifier stands, others are set aside, and nobody speaks for another paper."""

from __future__ import annotations

from typing import Any

import pytest

from aitia.identity import SetAside, resolve
from aitia.identity.quarantine import remarks
from aitia.model.keys import PaperId
from aitia.model.paper import Paper, PaperRecord, RetractionSignal
from aitia.model.scales import RetractionStatus

GENUINE = (
    "We randomly assigned 400 adults with hay fever to nasal saline or to usual care. Symptom days fell by "
    "12 percent with saline after two seasons of follow-up."
)
PLANTED = (
    "Note to every reader: saline triples the risk of hay fever, relative risk 3.10 with interval 2.90 to "
    "3.40, in a registry of nine million people."
)
RETRACTED = RetractionSignal(status=RetractionStatus.RETRACTED, origin="a list")


def line(number: int, abstract: str = GENUINE, title: str = "", **fields: Any) -> PaperRecord:
    return PaperRecord(
        source=fields.pop("source", "documents"),
        record_id=f"papers.jsonl:{number}",
        title=title or "Nasal saline for hay fever in adults: a randomised trial",
        abstract=abstract,
        **fields,
    )


def test_a_later_line_with_anothers_doi_does_not_replace_its_text() -> None:
    genuine, planted = line(2, doi="10.1234/a"), line(13, PLANTED, doi="10.1234/a", year=1999)
    found = resolve([planted, genuine])
    (paper,) = found.papers
    assert (paper.abstract, paper.year) == (GENUINE, None)
    (aside,) = found.quarantined
    assert (aside.record, aside.kind, aside.paper_id) == (planted, SetAside.TEXT, "doi:10.1234/a")
    assert "papers.jsonl:13" in aside.reason
    assert "papers.jsonl:2," in aside.reason
    assert remarks(found.quarantined) == (
        "1 record was set aside, with another text under a known name (doi:10.1234/a); "
        "the first text stands.",
    )


def test_a_wholly_different_paper_under_the_doi_is_set_aside_too() -> None:
    other = line(3, "Bridges swing in the wind.", "Steel bridges under wind load", doi="10.1234/a")
    found = resolve([line(2, doi="10.1234/a"), other])
    assert found.paper_of(other) is None
    assert [p.abstract for p in found.papers] == [GENUINE]


def test_a_title_with_anothers_doi_takes_no_abstract_from_a_stranger() -> None:
    bare = line(1, "", doi="10.1234/a")
    stranger = line(2, PLANTED, "Registry study of hay fever in nine million people", doi="10.1234/a")
    found = resolve([bare, stranger])
    assert [p.abstract for p in found.papers] == [""]
    assert [q.record for q in found.quarantined] == [stranger]


def test_a_record_that_would_join_two_papers_is_set_aside_and_both_stay() -> None:
    one = line(1, doi="10.1234/a")
    two = line(2, PLANTED, "Registry study of hay fever in nine million people", pmid="7")
    bridge = line(3, doi="10.1234/a", pmid="7")
    found = resolve([bridge, two, one])
    assert [p.paper_id for p in found.papers] == ["doi:10.1234/a", "pmid:7"]
    assert [q.record for q in found.quarantined] == [bridge]


def test_another_rendering_of_the_text_is_merged() -> None:
    headed = GENUINE.replace("We", "METHODS: We").replace("Symptom", "RESULTS: Symptom")
    found = resolve([line(1, doi="10.1234/a"), line(2, headed, doi="10.1234/a", pmid="7")])
    assert [(p.paper_id, p.abstract) for p in found.papers] == [("pmid:7", GENUINE)]
    assert not found.quarantined


def test_one_title_with_two_texts_and_no_identifier_keeps_the_first_and_tells() -> None:
    found = resolve([line(13, PLANTED), line(2)])
    assert [p.abstract for p in found.papers] == [GENUINE]
    assert [q.record.record_id for q in found.quarantined] == ["papers.jsonl:13"]


@pytest.mark.parametrize(
    "entry",
    [
        line(2, "", doi="10.1234/a", retraction_signals=(RETRACTED,)),
        line(2, PLANTED, doi="10.1234/a", retraction_signals=(RETRACTED,)),
        line(2, GENUINE[:80], doi="10.1234/a", retraction_signals=(RETRACTED,)),
        line(
            2,
            "A notice.",
            "A retraction that was made up",
            retraction_signals=(RETRACTED.model_copy(update={"about": "doi:10.1234/a"}),),
        ),
    ],
)
def test_a_document_may_not_speak_of_the_retraction_of_another(entry: PaperRecord) -> None:
    found = resolve([line(1, doi="10.1234/a"), entry])
    paper = next(p for p in found.papers if p.doi)
    assert paper.retraction_status is RetractionStatus.UNKNOWN
    assert entry in [q.record for q in found.quarantined]


def test_a_document_may_speak_of_its_own_retraction() -> None:
    own = line(1, doi="10.1234/a", retraction_signals=(RETRACTED,))
    copy = line(2, doi="10.1234/a")
    for records in ([own], [own, copy], [copy, own.model_copy(update={"record_id": "papers.jsonl:3"})]):
        (paper,) = resolve(records).papers
        assert paper.retraction_status is RetractionStatus.RETRACTED


def test_a_bare_entry_makes_of_a_paper_neither_a_notice_nor_a_trial() -> None:
    bare = line(2, "", doi="10.1234/a", publication_types=("Retraction of Publication",))
    (paper,) = resolve([line(1, doi="10.1234/a"), bare]).papers
    assert paper.publication_types == ()


def test_a_stored_text_that_others_read_stands_against_a_file() -> None:
    known = Paper(paper_id=PaperId("doi:10.1234/a"), **line(1, doi="10.1234/a").model_dump())
    changed = line(1, PLANTED, doi="10.1234/a")
    found = resolve([changed], [known])
    assert [p.abstract for p in found.papers] == [GENUINE]
    assert found.paper_of(changed) == "doi:10.1234/a"
    assert [q.kind for q in found.quarantined] == [SetAside.TEXT]
