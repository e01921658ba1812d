"""A record is what it says: its place in a file is only where it was last seen."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from aitia.identity import resolve
from aitia.identity.merging import natural_order
from aitia.model.paper import PaperRecord

WORDS = ["copper", "zinc", "iron", "silver", "nickel", "cobalt", "tin", "lead"]


def line(number: int, metal: str, **fields: Any) -> PaperRecord:
    return PaperRecord(
        source="documents",
        record_id=f"papers.jsonl:{number}",
        title=f"Daily {metal} for the relief of chronic back pain: a randomised trial",
        abstract=f"Patients took {metal} or placebo. Pain fell with {metal}.",
        **fields,
    )


def file_of(metals: list[str]) -> list[PaperRecord]:
    return [line(number, metal) for number, metal in enumerate(metals, start=1)]


def test_a_line_put_on_top_of_a_file_loses_none_of_the_papers_below() -> None:
    first = resolve(file_of(["copper", "zinc", "iron"]))
    edited = file_of(["tin", "copper", "zinc", "iron"])
    found = resolve(edited, first.papers)
    assert {found.paper_of(record) for record in edited} == {p.paper_id for p in found.papers}
    assert len(found.papers) == 4
    copper = resolve([line(1, "copper")]).papers[0].paper_id
    assert found.members[copper] == (("documents", "papers.jsonl:2"),)


def test_two_records_of_one_place_are_told_apart_as_when_a_file_is_edited_between_two_searches() -> None:
    before, after = line(1, "copper"), line(1, "zinc")
    found = resolve([before, after])
    assert found.paper_of(before) != found.paper_of(after)
    assert None not in (found.paper_of(before), found.paper_of(after))


def test_lines_are_ordered_as_numbers() -> None:
    places = ["b.jsonl:2", "a.jsonl:13", "a.jsonl:2", "a.jsonl:2#7", "part10.ris:1", "part9.ris:1"]
    assert sorted(places, key=natural_order) == [
        "a.jsonl:2", "a.jsonl:2#7", "a.jsonl:13", "b.jsonl:2", "part9.ris:1", "part10.ris:1",
    ]  # fmt: skip


@settings(max_examples=100)
@given(st.lists(st.lists(st.sampled_from(WORDS), unique=True, max_size=8), min_size=1, max_size=5))
def test_after_any_edits_every_line_is_the_paper_that_a_first_reading_makes_of_it(
    versions: list[list[str]],
) -> None:
    known: tuple[Any, ...] = ()
    for metals in versions:
        records = file_of(metals)
        found = resolve(records, known)
        fresh = resolve(records)
        assert [found.paper_of(r) for r in records] == [fresh.paper_of(r) for r in records]
        assert len({found.paper_of(r) for r in records} - {None}) == len(metals)
        known = found.papers
