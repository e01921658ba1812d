"""MEDLINE, RIS, BibTeX, JATS and PDF files: what is read, and what is told of damaged ones."""

from __future__ import annotations

from pathlib import Path

from aitia.model.scales import RetractionStatus
from resources.sources.documents import read_documents
from tests.resources.sources.document_files import jsonl, paper

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
