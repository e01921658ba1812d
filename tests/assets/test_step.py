"""Reports of steps: data versions from content, and tables that hostile text cannot break."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from assets.steps.step import StepReport, markdown_table


def test_equal_content_has_an_equal_version_whatever_was_counted() -> None:
    assert StepReport(("a", "b"), {"new": 3}).data_version == StepReport(("a", "b"), {"new": 0}).data_version
    assert StepReport(("a", "b")).data_version != StepReport(("ab",)).data_version


@given(st.lists(st.tuples(st.text(), st.text()), max_size=5))
def test_text_of_papers_stays_in_its_cell(rows: list[tuple[object, ...]]) -> None:
    table = markdown_table(("a", "b"), rows)
    for line in table.split("\n")[2:]:
        assert line.count(" | ") + line.count("\\|") >= 1
        assert "<" not in line


def test_a_long_table_says_how_many_rows_are_left_out() -> None:
    assert "8 more rows" in markdown_table(("n",), [(n,) for n in range(10)], limit=2)
