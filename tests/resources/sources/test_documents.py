"""Local documents: every format, and every way a file can be wrong."""

from __future__ import annotations

import asyncio
import gzip
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aitia.model.errors import DocumentError
from aitia.model.scales import EvidenceType, RetractionStatus
from aitia.model.search import SearchRequest, SearchStatus
from resources.sources.documents import DocumentsSource, read_documents

ABSTRACT = "We gave 40 adults fish oil or placebo for a year. Relapse was rarer with fish oil (RR 0.70)."


def jsonl(path: Path, *rows: Any) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def paper(n: int, **fields: Any) -> dict[str, Any]:
    return {
        "title": f"Fish oil and relapse, report {n}",
        "abstract": f"{ABSTRACT} Report {n}.",
        "pmid": str(n),
        **fields,
    }


def request(terms: tuple[str, ...] = (), limit: int = 200) -> SearchRequest:
    return SearchRequest(
        source="documents",
        evidence_type=EvidenceType.RANDOMISED_TRIAL,
        query="fish oil",
        terms=terms,
        limit=limit,
    )


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
    row = {"title": "Cafe\u0301 and re\u0000lapse \ud800in adults", "abstract": "A\u0000b"}
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


MEDLINE = """\

PMID- 31
OWN - NLM
DP  - 2006 Mar
TI  - Fish oil and relapse in adults: a trial with a title that runs over
      two lines.
LID - 10.1234/fish.31 [doi]
AB  - BACKGROUND: Relapse is common. METHODS: We gave
      40 adults fish oil. RESULTS: Relapse was rarer.
FAU - Berg, Anna
AU  - Berg A
LA  - eng
PT  - Journal Article
PT  - Retracted Publication
JT  - A journal
MH  - *Fish Oils
RIN - A journal. 2008 May 2;3(1):9. PMID: 99
PMC - PMC77

PMID- 32
TI  - A title alone
"""


def test_medline_records_are_read_whatever_the_suffix(tmp_path: Path) -> None:
    for name in ("a.nbib", "b.txt"):
        (tmp_path / name).write_text(MEDLINE)
        one, other = read_documents([tmp_path / name]).records
        assert one.title == "Fish oil and relapse in adults: a trial with a title that runs over two lines."
        assert one.abstract.endswith("METHODS: We gave 40 adults fish oil. RESULTS: Relapse was rarer.")
        assert (one.pmid, one.pmcid, one.doi, one.year) == ("31", "PMC77", "10.1234/fish.31", 2006)
        assert (one.authors, one.mesh_terms, one.record_id) == (("Berg, Anna",), ("Fish Oils",), f"{name}:2")
        assert {s.status for s in one.retraction_signals} == {RetractionStatus.RETRACTED}
        assert {str(s.noticed_on) for s in one.retraction_signals} == {"None", "2008-05-02"}
        assert other.title == "A title alone"


def test_a_medline_record_with_a_damaged_line_is_skipped_and_the_next_one_kept(tmp_path: Path) -> None:
    file = tmp_path / "a.nbib"
    file.write_bytes(b"PMID- 1\nTI  - Caf\xe9\nAB  - x\n\nPMID- 2\nTI  - Second\n")
    found = read_documents([file])
    assert [r.pmid for r in found.records] == ["2"]
    assert [p.line for p in found.problems] == [2, 1, None]


RIS = """TY  - JOUR
AU  - Berg, Anna
TI  - Fish oil and relapse
AB  - We gave 40 adults fish oil.
PY  - 2006
JO  - A journal
DO  - https://doi.org/10.1234/FISH.31
KW  - Fish Oils
ER  -

TY  - JOUR
T1  - Without end
"""


def test_ris_records_are_read_and_one_without_end_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.ris").write_text(RIS)
    found = read_documents([tmp_path / "a.ris"])
    one, other = found.records
    assert (one.title, one.abstract, one.doi) == (
        "Fish oil and relapse",
        "We gave 40 adults fish oil.",
        "10.1234/fish.31",
    )
    assert (one.year, one.authors, other.title) == (2006, ("Berg, Anna",), "Without end")
    assert found.problems[0].line == 11


BIBTEX = r"""
@article{berg2006, title = {{Fish} oil and relapse in {G\"oteborg}}, author = {Berg, Anna and Lund, Carl},
  year = {2006}, journal = "A journal", doi = {10.1234/fish.31}, abstract = {We gave 40 adults fish oil.}}
@article{broken, title = {No closing brace
@misc{arx, title = {Gaussian things}, eprint = {2301.00001v2}, archivePrefix = {arXiv}, year = 2023}
"""


def test_bibtex_entries_are_read_and_broken_ones_told(tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_text(BIBTEX)
    found = read_documents([tmp_path / "a.bib"])
    first, last = found.records[0], found.records[-1]
    assert first.title == "Fish oil and relapse in Göteborg"
    assert (first.authors, first.year, first.doi) == (("Berg, Anna", "Lund, Carl"), 2006, "10.1234/fish.31")
    assert last.arxiv_id == "2301.00001"
    assert [p.line for p in found.problems if p.line] == [4]


JATS = """<?xml version="1.0"?>
<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Archiving DTD v1.2//EN" "jats.dtd">
<article xmlns:xlink="http://www.w3.org/1999/xlink" article-type="research-article" xml:lang="en"><front>
<journal-meta>
<journal-title-group><journal-title>A journal</journal-title></journal-title-group></journal-meta>
<article-meta><article-id pub-id-type="pmid">31</article-id><article-id pub-id-type="pmc">77</article-id>
<article-id pub-id-type="doi">10.1234/Fish.31</article-id>
<title-group><article-title>Fish oil and <italic>relapse</italic><xref>1</xref></article-title></title-group>
<contrib-group><contrib contrib-type="author">
<name><surname>Berg</surname><given-names>Anna</given-names></name></contrib>
</contrib-group><pub-date><year>2006</year></pub-date>
<abstract><sec><title>Methods</title><p>We gave 40 adults fish oil.</p></sec>
<sec><title>Results</title><p>Relapse fell.</p></sec></abstract>
</article-meta></front><body><p>Opening words.</p><sec><title>Methods</title><p>Adults took part.</p>
<sec><title>Statistical analysis</title><p>We used a log-rank test.</p></sec></sec>
<sec><title>Results</title><p>There were 7 relapses.</p><table-wrap>
<label>Table 1</label><table><tr><th>Arm</th><th>n/N</th></tr>
<tr><td>Oil</td><td>2/20</td></tr></table></table-wrap></sec><sec><title>Results</title><p>More.</p></sec></body></article>"""


def test_jats_full_text_keeps_its_sections(tmp_path: Path) -> None:
    (tmp_path / "a.nxml").write_text(JATS)
    (record,) = read_documents([tmp_path / "a.nxml"]).records
    assert (record.title, record.pmid, record.pmcid, record.doi) == (
        "Fish oil and relapse",
        "31",
        "PMC77",
        "10.1234/fish.31",
    )
    assert record.abstract == "Methods: We gave 40 adults fish oil.\nResults: Relapse fell."
    assert {s.section_id: s.text for s in record.sections} == {
        "text": "Opening words.",
        "methods": "Adults took part.",
        "methods/statistical-analysis": "We used a log-rank test.",
        "results": "There were 7 relapses.\nTable 1\nArm | n/N\nOil | 2/20",
        "results-2": "More.",
    }


def pdf(lines: list[str], encrypt: bool = False) -> bytes:
    """A minimal PDF with one page of text, written by hand."""
    text = "BT /F1 10 Tf 50 750 Td 14 TL " + " ".join(f"({line}) Tj T*" for line in lines) + " ET"
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        "/Resources << /Font << /F1 5 0 R >> >> >>",
        f"<< /Length {len(text)} >>\nstream\n{text}\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    if encrypt:
        key = "0" * 64
        objects.append(f"<< /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <{key}> /U <{key}> >>")
    out, places = "%PDF-1.4\n", []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n"
    rows = "".join(f"{place:010} 00000 n \n" for place in places)
    more = "/Encrypt 6 0 R /ID [<00><00>]" if encrypt else ""
    end = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{rows}"
    return (
        f"{out}{end}trailer << /Size {len(objects) + 1} /Root 1 0 R {more} >>\nstartxref\n{len(out)}\n%%EOF"
    ).encode()


def test_a_pdf_gives_its_text_and_abstract(tmp_path: Path) -> None:
    body = ["Fish oil and relapse in forty adults", "doi:10.1234/fish.31", "Abstract"]
    body += [f"Sentence number {n} of the abstract says something." for n in range(6)]
    (tmp_path / "a.pdf").write_bytes(pdf([*body, "Introduction", "Relapse is common."]))
    (record,) = read_documents([tmp_path / "a.pdf"]).records
    assert record.title == "Fish oil and relapse in forty adults"
    assert (record.doi, record.abstract.count("Sentence"), record.sections[0].section_id) == (
        "10.1234/fish.31",
        6,
        "text",
    )


def test_a_pdf_without_text_and_an_encrypted_one_are_told(tmp_path: Path) -> None:
    (tmp_path / "scan.pdf").write_bytes(pdf([]))
    (tmp_path / "locked.pdf").write_bytes(pdf(["Secret"], encrypt=True))
    jsonl(tmp_path / "a.jsonl", paper(1))
    found = read_documents([tmp_path])
    assert {p.path.name: p.message.split(";")[0].split(" on ")[0] for p in found.problems} == {
        "scan.pdf": "has no text",
        "locked.pdf": "is encrypted",
    }


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
