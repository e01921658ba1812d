"""Passages cover a paper completely and point back into its sections."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from aitia.model.keys import PaperId
from aitia.model.paper import Paper, Section
from aitia.model.passage import Passage
from aitia.text.passages import make_passages


def _paper(abstract: str = "", title: str = "A title", body: str = "") -> Paper:
    sections = (Section(section_id="results", text=body),) if body else ()
    return Paper(
        paper_id=PaperId("paper_1"),
        source="s",
        record_id="1",
        title=title,
        abstract=abstract,
        sections=sections,
    )


def _source(paper: Paper, passage: Passage) -> str:
    texts = {"title": paper.title, "abstract": paper.abstract} | {
        s.section_id: s.text for s in paper.sections
    }
    return texts[passage.section_id]


def test_the_title_is_its_own_section() -> None:
    passages = make_passages(_paper("One sentence that says enough to stand alone as an abstract here."))
    assert [p.section_id for p in passages] == ["title", "abstract"]


def test_a_structured_abstract_gives_one_passage_a_part() -> None:
    abstract = (
        "BACKGROUND: Falls are common among the very old and lead to fractures of the hip. METHODS: We "
        "randomised ninety "
        "adults to exercise or to rest for a year. RESULTS: Falls were fewer with exercise than with rest "
        "in these adults."
    )
    parts = [p.text.split(":")[0] for p in make_passages(_paper(abstract)) if p.section_id == "abstract"]
    assert parts == ["BACKGROUND", "METHODS", "RESULTS"]


def test_an_empty_paper_has_no_passages() -> None:
    assert make_passages(_paper("", "")) == ()


@given(st.lists(st.sampled_from(["word", "p<0.05.", "RESULTS:", "\n", "x" * 50, "é–½"]), max_size=2500))
def test_nothing_is_lost_and_offsets_point_back(words: list[str]) -> None:
    paper = _paper(" ".join(words), body=" ".join(words))
    covered: dict[str, set[int]] = {}
    for passage in make_passages(paper):
        source = _source(paper, passage)
        end = passage.char_offset + len(passage.text)
        assert source[passage.char_offset : end] == passage.text
        covered.setdefault(passage.section_id, set()).update(range(passage.char_offset, end))
    for section, text in (("abstract", paper.abstract), ("results", " ".join(words))):
        missing = [
            i for i, char in enumerate(text) if not char.isspace() and i not in covered.get(section, set())
        ]
        assert missing == []


def test_ids_follow_the_content_only() -> None:
    first, again = make_passages(_paper("Same text.")), make_passages(_paper("Same text."))
    assert first == again
    assert {p.passage_id for p in first}.isdisjoint(
        p.passage_id for p in make_passages(_paper("Other.", "B"))
    )
