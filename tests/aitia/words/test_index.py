"""The index of names: what is put in is found, and a damaged file is refused."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from aitia.words import installed
from aitia.words.index import WordIndex, build_index
from aitia.words.sources import HEADINGS, make_index

ENTRIES = [("ache", 0, 1), ("pain", 0, 0), ("ache", 1, 0), ("cough", 1, 1)]
CONTENT = build_index(("Pain", "Hüsteln"), {"names": ENTRIES}, {"tree": [(1, 0)]}, {"made": "here"})


def test_a_key_is_found_with_its_best_rank_only() -> None:
    index = WordIndex(CONTENT)
    assert index.find("names", "ache") == [1]
    assert index.find("names", "pain") == [0]
    assert index.find("names", "joy") == [] == index.find("nothing", "pain")


def test_lines_links_and_notes_come_back() -> None:
    index = WordIndex(CONTENT)
    assert [index.line(n) for n in range(len(index))] == ["Pain", "Hüsteln"]
    assert index.linked("tree", 1) == [0]
    assert index.linked("tree", 0) == [] == index.linked("nothing", 0)
    assert index.notes == {"made": "here"}


def test_the_same_input_gives_the_same_bytes() -> None:
    other = build_index(("Pain", "Hüsteln"), {"names": ENTRIES[::-1]}, {"tree": [(1, 0)]}, {"made": "here"})
    assert other == CONTENT


def test_an_index_of_nothing_answers_nothing() -> None:
    index = WordIndex(build_index((), {"names": ()}, {"tree": ()}, {}))
    assert len(index) == 0
    assert index.find("names", "pain") == []


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 something else", CONTENT[:60], CONTENT[:-64]])
def test_what_is_no_whole_index_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match=r".+"):
        WordIndex(content)


def test_the_file_is_made_once_and_made_again_when_it_is_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources, home = tmp_path / "sources", tmp_path / "home"
    sources.mkdir()
    (sources / HEADINGS).write_text("D1\tAspirin\tAcetylsalicylic Acid\tD02.455\t\n", encoding="utf-8")
    monkeypatch.setattr(installed, "_homes", lambda: iter((home,)))
    for damaged in (False, True):
        installed.installed_index.cache_clear()
        opened = installed.installed_index(sources)
        assert opened is not None
        assert opened.find("names", "acetylsalicylic acid") == [0]
        (made,) = home.glob("names-*.idx")
        if not damaged:
            made.write_bytes(made.read_bytes()[:100])
    installed.installed_index.cache_clear()


def test_without_a_place_to_write_the_index_is_made_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / HEADINGS).write_text("D1\tAspirin\t\tD02.455\t\n", encoding="utf-8")
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setattr(installed, "_homes", lambda: iter((tmp_path / "file" / "below",)))
    installed.installed_index.cache_clear()
    opened = installed.installed_index(tmp_path)
    installed.installed_index.cache_clear()
    assert opened is not None
    assert opened.find("names", "aspirin") == [0]


def test_of_readers_that_start_together_one_makes_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources, home, made = tmp_path / "sources", tmp_path / "home", list[float]()
    sources.mkdir()
    (sources / HEADINGS).write_text("D1\tAspirin\tAcetylsalicylic Acid\tD02.455\t\n", encoding="utf-8")
    monkeypatch.setattr(installed, "_homes", lambda: iter((home,)))

    def slow(files: dict[str, str]) -> bytes:
        made.append(time.monotonic())
        time.sleep(0.2)
        return make_index(files)

    monkeypatch.setattr(installed, "make_index", slow)
    with ThreadPoolExecutor(4) as pool:
        opened = list(pool.map(installed.installed_index.__wrapped__, [sources] * 4))
    assert len(made) == 1
    assert all(index is not None and len(index) > 0 for index in opened)
