"""Folders and sets of any size: in order, in little memory, and nothing lost in silence."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest

from aitia.model.scales import EvidenceType
from aitia.model.search import SearchOutcome, SearchRequest, SearchStatus
from assets.steps import rounds
from resources.sources import document_sets, documents, files, large_sets, records
from resources.sources.document_sets import iter_documents, read_documents
from resources.sources.documents import DocumentsSource
from resources.sources.files import files_under, mark_of
from resources.sources.formats.base import DocumentProblem


def write(path: Path, *papers: dict[str, Any]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(paper) + "\n" for paper in papers))
    return path


def report(n: int, about: str = "zinc") -> dict[str, Any]:
    return {
        "title": f"Report {n} on {about}",
        "abstract": f"{about} was given to {n} adults.",
        "pmid": str(n),
    }


def search(paths: list[Path], terms: str, limit: int) -> SearchOutcome:
    request = SearchRequest(
        source="documents", evidence_type=EvidenceType.RANDOMISED_TRIAL, query=terms, limit=limit
    )
    return asyncio.run(DocumentsSource(paths).search(request))


def test_files_come_by_name_and_folders_after_them_whatever_the_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("b/2", "b/1", "b/c/9", "a/5", "a/3", "z", "y", "x", ".hidden/1", "b/.no"):
        write(tmp_path / name)
    (tmp_path / "again").symlink_to(tmp_path)
    expected = ["x", "y", "z", "a/3", "a/5", "b/1", "b/2", "b/c/9"]
    for window in (1, 2, 100):
        monkeypatch.setattr(files, "WINDOW", window)
        found = [
            item.relative_to(tmp_path).as_posix() for item in files_under(tmp_path) if isinstance(item, Path)
        ]
        assert found == expected


def test_a_folder_without_files_and_what_is_no_file_are_told(tmp_path: Path) -> None:
    (tmp_path / "in" / "ner").mkdir(parents=True)
    (empty,) = files_under(tmp_path)
    assert isinstance(empty, DocumentProblem)
    assert "without files" in empty.message
    os.mkfifo(tmp_path / "pipe.jsonl")
    (pipe,) = files_under(tmp_path / "pipe.jsonl")
    assert isinstance(pipe, DocumentProblem)
    assert pipe.cut_short


def test_the_mark_of_a_set_changes_with_every_change_and_with_nothing_else(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", report(1))
    write(tmp_path / "in" / "b.jsonl", report(2))
    marks = [mark_of([tmp_path]), mark_of([tmp_path])]
    assert marks[0] == marks[1]
    os.utime(tmp_path / "in" / "b.jsonl", (1, 1))
    marks.append(mark_of([tmp_path]))
    write(tmp_path / "in" / "c.jsonl", report(3))
    marks.append(mark_of([tmp_path]))
    (tmp_path / "a.jsonl").unlink()
    marks.append(mark_of([tmp_path]))
    marks.append(mark_of([tmp_path / "absent"]))
    assert len(set(marks)) == 5


def test_a_question_s_inputs_change_with_its_files(store_settings: Any, tmp_path: Path) -> None:
    from resources.workbench import open_workbench

    file = write(tmp_path / "set" / "a.jsonl", report(1))
    with open_workbench(store_settings) as workbench:
        before = rounds.inputs_of(workbench, ["documents"], [str(file.parent)])
        assert before == rounds.inputs_of(workbench, ["documents"], [str(file.parent)])
        write(file, report(1), report(2))
        assert before != rounds.inputs_of(workbench, ["documents"], [str(file.parent)])


def test_a_set_too_large_for_memory_gives_the_same_papers_in_the_same_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    metals = ["zinc", "iron zinc", "copper", "zinc lozenges for colds", "stars zinc zinc"]
    papers = [report(n, metals[n % 5] + " and more" * (n % 7)) for n in range(1, 301)]
    write(tmp_path / "a.jsonl", *papers, {"title": "---"})
    write(tmp_path / "b.jsonl", *papers[:40])
    (tmp_path / "c.json").write_text("no paper")
    whole = search([tmp_path], "zinc lozenges", 30)
    monkeypatch.setattr(documents, "LARGE_SET", 50)
    monkeypatch.setattr(large_sets, "_FLUSH", 100)
    documents._cache.clear()
    large = search([tmp_path], "zinc lozenges", 30)
    assert large.records == whole.records
    assert large.reported == whole.reported == 301
    assert large.status is whole.status is SearchStatus.INCOMPLETE
    assert any("40 records repeat" in warning for warning in large.warnings)
    assert any("30 of 301 papers pre-selected" in warning for warning in large.warnings)
    assert len(search([tmp_path], "stars", 500).records) == 301
    assert search([tmp_path], "absent", 5).records == ()


def test_a_large_set_is_read_once_for_all_searches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write(tmp_path / "a.jsonl", *[report(n) for n in range(1, 101)])
    times: list[str] = []
    parse = document_sets.parse_jsonl

    def counted(path: Path, label: str) -> Any:
        times.append(label)
        return parse(path, label)

    monkeypatch.setitem(document_sets._BY_SUFFIX, ".jsonl", counted)
    monkeypatch.setattr(documents, "LARGE_SET", 50)
    documents.check_documents([file])
    for terms in ("zinc", "adults", "report"):
        assert len(search([file], terms, 5).records) == 5
    assert times == ["a.jsonl"]
    write(file, *[report(n) for n in range(1, 102)])
    assert search([file], "zinc", 5).reported == 101
    assert len(times) == 2


def test_more_papers_than_can_be_kept_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write(tmp_path / "a.jsonl", *[report(n) for n in range(1, 31)])
    found = read_documents([file], most=20)
    assert (len(found.records), found.full) == (20, True)
    assert [p.message for p in found.problems if p.cut_short] == ["more than 20 papers; split the set"]
    monkeypatch.setattr(large_sets, "MOST_PAPERS", 25)
    chosen = large_sets.LargeSet(iter_documents([file])).search("zinc", 5)
    assert (chosen.total, [p.cut_short for p in chosen.problems]) == (25, [True])


def test_a_link_in_a_circle_is_named_and_spoils_nothing(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", report(1))
    (tmp_path / "b.jsonl").symlink_to(tmp_path / "c.jsonl")
    (tmp_path / "c.jsonl").symlink_to(tmp_path / "b.jsonl")
    (tmp_path / "self").symlink_to("self")
    write(tmp_path / "in" / "d.jsonl", report(2))
    before = mark_of([tmp_path])
    found = search([tmp_path], "zinc", 5)
    assert (found.status, len(found.records)) == (SearchStatus.COMPLETE, 2)
    assert sum("circle" in warning for warning in found.warnings) == 3
    write(tmp_path / "in" / "d.jsonl", report(2), report(3))
    assert mark_of([tmp_path]) != before


def test_no_author_is_cut_without_a_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    everyone = [f"Author {n}" for n in range(6_000)]
    file = write(tmp_path / "a.jsonl", report(1) | {"authors": everyone})
    assert read_documents([file]).records[0].authors == tuple(everyone)
    for module in (records, document_sets):
        monkeypatch.setattr(module, "MOST_LISTED", 5_000)
    found = read_documents([file])
    assert len(found.records[0].authors) == 5_000
    assert any("more than 5000 authors" in str(problem) for problem in found.problems)


def test_a_set_whose_every_file_is_broken_lists_a_thousand_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document_sets, "_MOST_PROBLEMS", 10)
    for n in range(40):
        (tmp_path / f"{n:02}.json").write_text("no paper")
    write(tmp_path / "good.jsonl", report(1))
    found = read_documents([tmp_path])
    assert len(found.records) == 1
    assert [p.message for p in found.problems][-1] == "30 more problems like these"
    assert found.problems[-1].cut_short


def test_two_folders_with_a_file_of_one_name_keep_their_papers_apart(tmp_path: Path) -> None:
    one = write(tmp_path / "one" / "a.jsonl", report(1)).parent
    two = write(tmp_path / "two" / "a.jsonl", report(2)).parent
    found = read_documents([one, two, write(tmp_path / "a.jsonl", report(3))])
    assert [r.record_id for r in found.records] == ["a.jsonl:1", "a.jsonl(2):1", "a.jsonl(3):1"]
