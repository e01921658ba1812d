"""What papers say reaches a terminal as text, never as orders to it."""

from __future__ import annotations

import json

import pytest

from cli.output import print_rows
from cli.visible import visible, visible_json

CLEAR = "\x1b[2J"
TITLE = "\x1b]0;owned\x07"
C1 = "\x9b31m"
TURNED = "safe\u202eelttob"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (CLEAR, "\\x1b[2J"),
        (TITLE, "\\x1b]0;owned\\x07"),
        (C1, "\\x9b31m"),
        (TURNED, "safe\\u202eelttob"),
        ("a\rb", "a\\x0db"),
        ("a\x00b\x7f", "a\\x00b\\x7f"),
        ("\ud800", "\\ud800"),
        ("\U000e0041", "\\U000e0041"),
        ("line\nand\ttab, naïve “quotes” 日本語 Ελληνικά", "line\nand\ttab, naïve “quotes” 日本語 Ελληνικά"),
    ],
)
def test_what_acts_on_a_terminal_is_shown_and_nothing_else_changes(text: str, shown: str) -> None:
    assert visible(text) == shown


@pytest.mark.parametrize("text", [CLEAR, TITLE, C1, TURNED, "\U000e0041", 'quote " and \\ backslash'])
def test_json_says_the_same_value_without_a_character_that_acts(text: str) -> None:
    written = visible_json(json.dumps({"title": text}, ensure_ascii=False))
    assert json.loads(written) == {"title": text}
    assert visible(written) == written


@pytest.mark.parametrize("as_json", [True, False])
def test_rows_of_a_query_reach_the_terminal_as_text(capfd: pytest.CaptureFixture[str], as_json: bool) -> None:
    print_rows(["title\x1b[31m", "n"], [(CLEAR + TITLE + C1 + TURNED + "[bold]", {"x": TURNED})], as_json)
    out = capfd.readouterr().out
    assert visible(out) == out
    assert "x1b[2J" in out or "u001b[2J" in out
    assert "[bold]" in out


def test_a_long_value_is_shortened_in_the_table_and_its_length_told(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert print_rows(["payload"], [("x" * 3_000_000,)] * 6, as_json=False)
    out = capfd.readouterr().out
    assert "3000000 characters" in out
    assert len(out) < 20_000
    assert not print_rows(["n"], [(1,)], as_json=False)
