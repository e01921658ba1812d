"""Local documents: every format, and every way a file can be wrong."""

from __future__ import annotations

import asyncio
import gzip
import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aitia.model.errors import DocumentError
from aitia.model.search import SearchStatus
from resources.sources.documents import DocumentsSource, read_documents
from tests.resources.sources.document_files import ABSTRACT, jsonl, paper, request


def test_json_lines_plain_and_gzip_give_the_same_papers(tmp_path: Path) -> None:
    plain = jsonl(
        tmp_path / "a.jsonl", paper(1, pub_types=["Randomized Controlled Trial"], year="2007-05-01"), paper(2)
    )
    packed = tmp_path / "b.jsonl.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    one, other = read_documents([plain]), read_documents([packed])
    assert [r.model_copy(update={"record_id": ""}) for r in one.records] == [
        r.model_copy(update={"record_id": ""}) for r in other.records
    ]
    first = one.records[0]
    assert (first.source, first.record_id, first.pmid, first.year) == ("documents", "a.jsonl:1", "1", 2007)
    assert first.publication_types == ("Randomized Controlled Trial",)
    assert one.problems == ()


def test_a_line_may_be_a_question_with_its_sources_and_only_the_papers_are_taken(tmp_path: Path) -> None:
    row = {
        "question": "Is relapse higher or lower?",
        "answer": "lower",
        "sources": {"7": {"article_id": "7", "title": "Fish oil", "content": ABSTRACT, "date": "2001-01-01"}},
    }
    (record,) = read_documents([jsonl(tmp_path / "q.jsonl", row)]).records
    assert (record.pmid, record.abstract, record.year) == ("7", ABSTRACT, 2001)
    assert "lower" not in record.model_dump_json().replace(ABSTRACT, "")


def test_malformed_lines_are_named_by_number_and_the_good_ones_kept(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_bytes(
        b"\n".join(
            [
                json.dumps(paper(1)).encode(),
                b'{"title": "cut',
                b"[1, 2]",
                b"\xff\xfe\xfa",
                b"",
                b"{}",
                json.dumps(paper(2)).encode(),
            ]
        )
    )
    found = read_documents([file])
    assert [r.record_id for r in found.records] == ["a.jsonl:1", "a.jsonl:7"]
    assert [p.line for p in found.problems] == [2, 3, 4, 6]
    assert all(p.path == file for p in found.problems)


def test_text_is_composed_and_free_of_nul_and_lone_surrogates(tmp_path: Path) -> None:
    row = {"title": ": Cafe\u0301 and re\u0000lapse \ud800in adults", "abstract": "A\u0000b"}
    (record,) = read_documents([jsonl(tmp_path / "a.jsonl", row)]).records
    assert (record.title, record.abstract) == ("Café and relapse in adults", "Ab")
    record.model_dump_json().encode("utf-8")


def test_papers_without_abstract_are_kept_and_told(tmp_path: Path) -> None:
    found = read_documents(
        [jsonl(tmp_path / "a.jsonl", paper(1), paper(2, abstract=""), paper(3, abstract=None))]
    )
    assert len(found.records) == 3
    assert ["2 papers have no abstract" in p.message for p in found.problems] == [True]


def test_one_id_with_two_texts_is_told_and_both_kept(tmp_path: Path) -> None:
    found = read_documents([jsonl(tmp_path / "a.jsonl", paper(1), paper(1, abstract="Something else."))])
    assert len(found.records) == 2
    (problem,) = found.problems
    assert (problem.line, "pmid 1" in problem.message, "a.jsonl:1" in problem.message) == (2, True, True)


def test_a_second_upload_of_the_same_file_adds_nothing_and_is_told(tmp_path: Path) -> None:
    jsonl(tmp_path / "a.jsonl", paper(1), paper(2))
    jsonl(tmp_path / "b.jsonl", paper(1), paper(2))
    found = read_documents([tmp_path])
    assert len(found.records) == 2
    assert [p.message.startswith("2 records repeat") for p in found.problems] == [True]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.jsonl", b"", "is empty"),
        ("a.jsonl", b"\xff\xfe{\x00}\x00", "UTF-16"),
        ("a.jsonl", bytes(range(256)) * 8, "line skipped"),
        ("a.ris", b"", "is empty"),
        ("a.bib", b"no entry at all", "no BibTeX entry"),
        ("a.xml", b"<article><front></article>", "not well-formed"),
        ("a.xml", b'<!DOCTYPE a [<!ENTITY b "c">]><article>&b;</article>', "entities"),
        ("a.pdf", b"%PDF-1.4 nothing", "not a PDF"),
        ("a.docx", b"PK\x03\x04", "unknown type"),
    ],
)
def test_a_file_with_nothing_readable_is_one_clear_error(
    tmp_path: Path, name: str, content: bytes, message: str
) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    with pytest.raises(DocumentError, match=message) as caught:
        read_documents([file])
    assert caught.value.path == file


def test_a_missing_path_is_an_error_only_when_nothing_else_can_be_read(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="does not exist"):
        read_documents([tmp_path / "absent.jsonl"])
    with pytest.raises(DocumentError, match="no documents given"):
        read_documents([])
    with pytest.raises(DocumentError, match="folder without files"):
        read_documents([tmp_path])
    found = read_documents([tmp_path / "absent.jsonl", jsonl(tmp_path / "a.jsonl", paper(1))])
    assert len(found.records) == 1
    assert found.problems[0].cut_short


def test_a_truncated_gzip_keeps_what_came_before(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl.gz"
    whole = gzip.compress("".join(json.dumps(paper(n)) + "\n" for n in range(1, 3000)).encode())
    file.write_bytes(whole[: len(whole) // 2])
    found = read_documents([file])
    assert 100 < len(found.records) < 2999
    assert [("truncated" in p.message, p.cut_short) for p in found.problems] == [(True, True)]


def test_a_gzip_bomb_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl.gz"
    with gzip.open(file, "wb", compresslevel=1) as out:
        for _ in range(400):
            out.write(b" " * 1_000_000)
    with pytest.raises(DocumentError):
        read_documents([file])


def test_a_folder_is_searched_in_depth_and_unknown_types_are_counted(tmp_path: Path) -> None:
    (tmp_path / "in" / "ner").mkdir(parents=True)
    jsonl(tmp_path / "in" / "ner" / "a.jsonl", paper(1))
    for n in range(300):
        (tmp_path / "in" / f"{n}.png").write_bytes(b"\x89PNG")
    found = read_documents([tmp_path])
    assert [r.record_id for r in found.records] == ["in/ner/a.jsonl:1"]
    assert [p.message.split(" skipped")[0] for p in found.problems] == ["300 files of unknown type (.png)"]


def test_a_small_set_comes_back_whole(tmp_path: Path) -> None:
    source = DocumentsSource([jsonl(tmp_path / "a.jsonl", *(paper(n) for n in range(1, 6)))])
    outcome = asyncio.run(source.search(request(terms=("nothing", "alike"))))
    assert (outcome.status, len(outcome.records), outcome.reported) == (SearchStatus.COMPLETE, 5, 5)


def test_a_large_set_is_pre_selected_by_the_terms_and_says_so(tmp_path: Path) -> None:
    rows = [paper(n) for n in range(1, 60)] + [
        {"title": "Zinc for colds", "abstract": "Zinc lozenges.", "pmid": "99"}
    ]
    source = DocumentsSource([jsonl(tmp_path / "a.jsonl", *rows)])
    outcome = asyncio.run(source.search(request(terms=("zinc lozenge",), limit=10)))
    assert [r.pmid for r in outcome.records] == ["99"]
    assert "1 of 60 papers pre-selected" in outcome.warnings[-1]


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    file = jsonl(tmp_path / "a.jsonl", paper(1))
    source = DocumentsSource([file])
    assert len(asyncio.run(source.search(request())).records) == 1
    jsonl(file, paper(1), paper(2))
    assert len(asyncio.run(source.search(request())).records) == 2


def test_nothing_readable_or_a_missing_file_makes_the_search_incomplete(tmp_path: Path) -> None:
    empty = asyncio.run(DocumentsSource([tmp_path / "absent"]).search(request()))
    assert (empty.status, empty.records) == (SearchStatus.INCOMPLETE, ())
    assert "does not exist" in (empty.error or "")
    partly = DocumentsSource([tmp_path / "absent", jsonl(tmp_path / "a.jsonl", paper(1))])
    outcome = asyncio.run(partly.search(request()))
    assert (outcome.status, len(outcome.records)) == (SearchStatus.INCOMPLETE, 1)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(
        ["a.jsonl", "a.json", "a.nbib", "a.ris", "a.bib", "a.xml", "a.txt", "a.jsonl.gz", "a.pdf"]
    ),
    st.binary(max_size=600),
)
def test_noise_in_any_format_is_told_and_never_crashes(tmp_path: Path, name: str, content: bytes) -> None:
    for start in (
        b"",
        b"PMID- 1\nTI  - x\n",
        b"TY  - JOUR\nTI  - x\n",
        b"@article{a, title={",
        b'{"title": "',
    ):
        (tmp_path / name).write_bytes(start + content)
        with suppress(DocumentError):
            assert read_documents([tmp_path / name]).records


@pytest.mark.parametrize(
    ("name", "papers", "with_abstract"),
    [
        ("corpus/abstracts.jsonl.gz", 6713, 6700),
        ("medevidence/dev.jsonl", 125, 120),
        ("study_type/dev.medline.txt", 472, 380),
        ("api_fixtures/pubmed/metapub_pmid_xml", 163, 140),
    ],
)
def test_genuine_collections_are_read(shared: Path, name: str, papers: int, with_abstract: int) -> None:
    found = read_documents([shared / "data" / name])
    assert len(found.records) == papers
    assert sum(bool(r.abstract) for r in found.records) >= with_abstract
    assert all(r.title or r.abstract for r in found.records)
    assert not [p for p in found.problems if p.cut_short]
