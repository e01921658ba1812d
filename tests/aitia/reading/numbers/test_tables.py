"""Tables in Markdown are read with their headers, sections and places."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from aitia.reading.numbers.tables import read_tables
from aitia.reading.numbers.text import running_sentences

DASHED = """Some text. ::::table-wrap
::: caption
Outcomes after twelve weeks
:::

  Outcome                Lesurad (n = 40)   Placebo (n = 41)   P
  ---------------------- ------------------ ------------------ -------
  Flares, n (%)
   Any flare             8 (20.0)           16 (39.0)          .04
  Urate, mean (SD)       5.1 (1.2)          6.8 (1.4)          <.001::::
"""

SPANNING = """
  Score          Lesurad     Placebo
  -------------- ----------- ----------- ----------- -----------
                 Pre-test    Post-test   Pre-test    Post-test
  Pain           6.1 ± 1.0   2.0 ± 0.9   6.0 ± 1.1   5.1 ± 1.2

"""


def test_a_table_of_dashes_keeps_caption_header_and_sections() -> None:
    (table,) = read_tables(DASHED)
    assert table.caption == "Outcomes after twelve weeks"
    assert table.header == ("Lesurad (n = 40)", "Placebo (n = 41)", "P")
    assert [(r.section, r.label, r.cells[:2]) for r in table.rows] == [
        ("Flares, n (%)", "Any flare", ("8 (20.0)", "16 (39.0)")),
        ("Flares, n (%)", "Urate, mean (SD)", ("5.1 (1.2)", "6.8 (1.4)")),
    ]


def test_header_cells_that_span_columns_are_put_over_them() -> None:
    (table,) = read_tables(SPANNING)
    assert table.header == ("Lesurad Pre-test", "Lesurad Post-test", "Placebo Pre-test", "Placebo Post-test")
    assert table.rows[0].cells[3] == "5.1 ± 1.2"


def test_a_table_of_pipes_is_read() -> None:
    (table,) = read_tables("| Outcome | A (n=10) | B (n=12) |\n|---|---|---|\n| Death | 1 | 2 |\n")
    assert table.header == ("A (n=10)", "B (n=12)")
    assert table.rows[0].cells == ("1", "2")


def test_a_stored_table_has_a_line_a_row_and_the_lines_above_for_a_caption() -> None:
    above = "Long before.\nTable 2\nOutcomes\n+ per patient\n"
    text = f"{above} | A (n = 10) | B (n = 12)\nDeath | 1\nPain | 3 | 4\nEnd."
    (table,) = read_tables(text)
    assert table.caption == "Table 2 Outcomes + per patient"
    assert table.header == ("A (n = 10)", "B (n = 12)")
    assert [(row.label, row.cells) for row in table.rows] == [("Death", ("1", "")), ("Pain", ("3", "4"))]
    assert text[table.rows[1].offset :].startswith("Pain | 3")


def test_stored_rows_end_where_a_table_of_markdowns_begins() -> None:
    stored, markdown = read_tables("Of | A\nDeath | 1\n| Of | B |\n|---|---|\n| Pain | 2 |\n")
    assert [row.label for row in stored.rows] == ["Death"]
    assert markdown.header == ("B",)


def test_rows_of_a_stored_table_are_no_sentences() -> None:
    text = "Death | trial registry | was rare.\nIt was seen.\nOutcome | A | B\nDeath | 1 | 2\nPain was low."
    told = " ".join(text for _, text in running_sentences(text)).split()
    assert " ".join(told) == "Death | trial registry | was rare. It was seen. Pain was low."


def test_a_line_of_cells_alone_is_no_table() -> None:
    assert read_tables("Here a | b is written.\nAnd nothing more.") == ()


def test_text_without_tables_has_none() -> None:
    assert read_tables("Nothing here -- really | nothing.\n---\nEnd") == ()


@given(st.text(alphabet="-|: \n1a()=n%", max_size=400))
def test_no_arrangement_of_marks_breaks_it(text: str) -> None:
    for table in read_tables(text):
        assert all(len(row.cells) == len(table.header) for row in table.rows)
