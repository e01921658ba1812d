"""Markdown out of hostile text: no tag, link, heading or table cell that the paper could have planted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aitia.text.markdown import bullets, cell, plain, section, table


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("p < 0.05", "p < 0.05"),
        ("<b>bold", "\\<b>bold"),
        ("</p>", "\\</p>"),
        ("<!-- x", "\\<!-- x"),
        ("<?xml", "\\<?xml"),
        ("[here](http://evil)", "[here\\](http://evil)"),
        ("[here][1]", "[here\\][1]"),
        ("# heading", "\\# heading"),
        ("> quote", "\\> quote"),
        ("`code`", "'code'"),
        ("two\n# lines\tand  spaces ", "two # lines and spaces"),
        ("a | b", "a | b"),
    ],
)
def test_text_is_one_line_that_starts_nothing(text: str, shown: str) -> None:
    assert plain(text) == shown


def test_a_bar_does_not_end_a_cell() -> None:
    assert cell("a | b") == "a \\| b"
    assert table(("x", "y"), [("a | b", "c")]) == "| x | y |\n| --- | --- |\n| a \\| b | c |"


def test_what_has_nothing_to_say_has_no_heading() -> None:
    assert table(("x",), []) == ""
    assert section("Harms", "") == ""
    assert section("Harms", "none") == "## Harms\n\nnone"
    assert bullets([]) == ""
    assert bullets(["a", "b"]) == "- a\n- b"


@given(st.text(max_size=80))
def test_no_text_breaks_out_of_its_line(text: str) -> None:
    shown = plain(text)
    assert "\n" not in shown
    assert "`" not in shown
    assert not shown.startswith(("#", ">"))
