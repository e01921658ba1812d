"""Local files that are made to take time or memory: each is refused, plain and packed, and says why."""

from __future__ import annotations

import asyncio
import gzip
import multiprocessing
import os
import resource
from collections.abc import Iterator
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from aitia.model.scales import EvidenceType
from aitia.model.search import SearchRequest, SearchStatus
from bench.refusals.attacks import ATTACKS, GIGABYTE, Payload
from resources.sources.documents import DocumentsSource, read_documents
from resources.sources.formats import base, pdf

_LINES = 20 * 1024 * 1024
_WHOLE = 66 * 1024 * 1024
_MEMORY = 256 * 1024 * 1024
_SECONDS = 60


def _attacks() -> Iterator[tuple[str, str]]:
    for name in ATTACKS:
        if name != "a.pdf":
            yield from ((name, attack) for attack in ATTACKS[name]())


def _smaller(name: str, payload: Payload) -> Payload:
    """What is a gigabyte in the benchmark is here as much as the limits need."""
    enough = _LINES if name in ("a.jsonl", "a.nbib", "a.ris") else _WHOLE
    return replace(payload, size=enough) if payload.size == GIGABYTE else payload


def _within_memory(path: Path) -> str:
    """What `_told` says of a file, in a process that may take 256 MB beyond what it holds.

    It comes of a server without threads: a copy of this one could wait for a lock that a thread held.
    """
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    here, there = context.Pipe()
    process = context.Process(target=_tell, args=(there, path))
    process.start()
    there.close()
    try:
        assert here.poll(_SECONDS), "no answer"
        return str(here.recv())
    finally:
        process.kill()
        process.join()


def _tell(there: Connection, path: Path) -> None:
    held = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (held + _MEMORY, held + _MEMORY))
    try:
        there.send(_told(path))
    except MemoryError:
        there.send("out of memory")


def _told(path: Path) -> str:
    """The error of a search in a file from which no paper may come, but for the one set before the attack."""
    request = SearchRequest(
        source="documents", evidence_type=EvidenceType.RANDOMISED_TRIAL, query="zinc", limit=5
    )
    outcome = asyncio.run(DocumentsSource([path]).search(request))
    papers = [record.title for record in outcome.records if record.title != "A paper"]
    if papers or outcome.status is not SearchStatus.INCOMPLETE:
        return f"{outcome.status}: {papers}"
    return outcome.error or ""


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
@pytest.mark.parametrize(("name", "attack"), list(_attacks()))
def test_a_hostile_file_is_refused_within_memory(
    tmp_path: Path, name: str, attack: str, packed: bool
) -> None:
    path = tmp_path / (f"{name}.gz" if packed else name)
    _smaller(name, ATTACKS[name]()[attack]).write(path)
    told = _within_memory(path)
    assert "a." in told
    assert "out of memory" not in told
    assert Path("/etc/hostname").read_text().strip() not in told


def test_the_small_print_of_the_attacks_is_a_genuine_gzip_stream() -> None:
    payload = Payload(b"head", b"unit ", 3_000_000, b"tail")
    assert gzip.decompress(payload.packed()) == b"".join(payload.pieces())


def test_a_pdf_that_unpacks_without_end_costs_one_file_and_not_the_run(tmp_path: Path) -> None:
    from bench.refusals.attacks import _bomb_in_bomb

    _bomb_in_bomb().write(tmp_path / "a.pdf")
    (tmp_path / "b.jsonl").write_text('{"title": "A paper", "abstract": "We gave zinc."}\n')
    (tmp_path / "c.pdf").write_bytes(b"%PDF-1.4 nothing")
    found = read_documents([tmp_path])
    assert [record.title for record in found.records] == ["A paper"]
    told = {problem.path.name: problem.message for problem in found.problems}
    assert "more memory" in told["a.pdf"]
    assert "not a PDF" in told["c.pdf"]


def test_a_pdf_that_takes_too_long_is_given_up_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "_SECONDS", 0)
    Payload(b"%PDF-1.5\n", b"1 0 obj\n(text)\nendobj\n", 20_000_000).write(tmp_path / "a.pdf")
    (problem,) = pdf.parse_pdf(tmp_path / "a.pdf", "a")
    assert "not read within 0 s" in str(problem)


def test_a_file_beyond_the_size_limit_is_not_read_at_all(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    with path.open("wb") as file:
        file.truncate(base.MAX_FILE + 1)
    problem = base.read_whole(path)
    assert isinstance(problem, base.DocumentProblem)
    assert "larger than the limit" in problem.message


def test_a_few_bad_lines_among_papers_are_no_reason_to_stop(tmp_path: Path) -> None:
    rows = [f'{{"title": "Report {n}"}}\n' + "junk\n" * 20 for n in range(600)]
    (tmp_path / "a.jsonl").write_text("".join(rows))
    found = read_documents([tmp_path / "a.jsonl"])
    assert len(found.records) == 600
    assert not any(problem.cut_short for problem in found.problems)


def test_a_bibtex_file_with_an_open_brace_keeps_its_other_entries(tmp_path: Path) -> None:
    broken = "".join(f"@article{{x{n}, title = {{Open\n" for n in range(60))
    (tmp_path / "a.bib").write_text(broken + "@article{a, title = {Zinc for colds}, month = jan # 7}\n")
    found = read_documents([tmp_path / "a.bib"])
    assert [record.title for record in found.records] == ["Zinc for colds"]


PAPER = b'{"title": "A paper"}\n'
GIVEN_UP = {
    "empty lines": ("a.jsonl", PAPER + b" \n" * 100_001 + PAPER, "empty lines one after the other"),
    "lines that are no papers": ("a.jsonl", PAPER + b"x\n" * 10_200 + PAPER, "the rest was not read"),
    "a MEDLINE record of many fields": (
        "a.nbib",
        b"PMID- 1\nTI  - A paper\n\nPMID- 2\n" + b"AU  - Name\n" * 20_001 + b"PMID- 3\nTI  - Lost\n",
        "longer than any genuine one",
    ),
    "a MEDLINE field of many lines": (
        "a.nbib",
        b"PMID- 1\nTI  - A paper\n\nPMID- 2\nAB  - a\n"
        + b"      "
        + b"x" * 5_000_000
        + b"\nPMID- 3\nTI  - Lost\n",
        "longer than any genuine one",
    ),
    "a RIS record of many fields": (
        "a.ris",
        b"TY  - JOUR\nTI  - A paper\nER  - \nTY  - JOUR\n"
        + b"AU  - Name\n" * 20_001
        + b"TI  - Lost\nER  - \n",
        "longer than any genuine one",
    ),
    "RIS lines without a record": (
        "a.ris",
        b"TY  - JOUR\nTI  - A paper\nER  - \n" + b"ER  - \n" * 100_002 + b"TY  - JOUR\nTI  - Lost\nER  - \n",
        "outside of any record",
    ),
    "too many BibTeX entries": ("a.bib", b"@misc{a}\n" * 50_001, "more than 50000 entries"),
    "BibTeX nested deeply": ("a.bib", b"@misc{a, title = " + b"{" * 60, "nested deeper than 50"),
}


@pytest.mark.parametrize("case", GIVEN_UP)
def test_what_goes_on_without_papers_is_given_up_on_and_what_came_is_kept(tmp_path: Path, case: str) -> None:
    name, content, message = GIVEN_UP[case]
    (tmp_path / name).write_bytes(content)
    (tmp_path / "b.jsonl").write_bytes(PAPER)
    found = read_documents([tmp_path])
    assert {record.title for record in found.records} == {"A paper"}
    assert any(message in problem.message and problem.cut_short for problem in found.problems)


def test_a_file_without_line_ends_is_not_read_to_its_end(tmp_path: Path) -> None:
    with (tmp_path / "a.jsonl").open("wb") as file:
        file.truncate(10 * GIGABYTE)
    (tmp_path / "b.jsonl").write_bytes(PAPER)
    told = [problem.message for problem in read_documents([tmp_path]).problems if problem.cut_short]
    assert ["no line end within" in message for message in told] == [True]


def test_zeros_after_packed_data_are_not_read_one_by_one(tmp_path: Path) -> None:
    for zeros, name in ((60_000, "a.jsonl.gz"), (GIGABYTE, "b.jsonl.gz")):
        (tmp_path / name).write_bytes(gzip.compress(PAPER.replace(b"A", name[:1].encode())))
        os.truncate(tmp_path / name, (tmp_path / name).stat().st_size + zeros)
    found = read_documents([tmp_path])
    assert "a paper" in {record.title for record in found.records}
    assert ["zeros after its data" in p.message for p in found.problems if p.cut_short] == [True]
