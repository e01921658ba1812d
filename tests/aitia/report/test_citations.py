"""A number leads to the sentence that prints it, to what it comes from, or to the rows that it counts."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aitia.model.keys import PaperId, PassageId
from aitia.model.passage import Passage, Quote
from aitia.report.citations import Citations, prose, read_link, stands

TEXT = "Stroke fell (RR 0·70, 95% CI 0.55 to 0.89) in 12,345 adults; mean difference −1.5. <script>x</script>"
PASSAGE = Passage(
    passage_id=PassageId("passage_1"),
    paper_id=PaperId("pmid:1"),
    section_id="abstract",
    part_index=0,
    text=TEXT,
)


def quote(words: str) -> Quote:
    start = TEXT.index(words)
    return Quote(passage_id=PASSAGE.passage_id, char_start=start, char_end=start + len(words), text=words)


def cited(*words: str) -> Citations:
    found = Citations({PASSAGE.passage_id: PASSAGE})
    found.add([quote(part) for part in words])
    return found


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0.7, "0·70"),
        (0.55, "0.55"),
        (12345.0, "12,345"),
        (-1.5, "1.5"),
        (95.0, "95"),
        (0.71, None),
        (5.0, None),
    ],
)
def test_a_number_stands_where_it_is_printed_whatever_the_mark_of_its_decimals(
    value: float, shown: str | None
) -> None:
    assert stands(value, TEXT) == shown


def test_overlapping_quotes_are_one_mark_and_apart_they_are_two() -> None:
    found = cited("Stroke fell (RR 0·70", "(RR 0·70, 95% CI", "12,345 adults")
    marks = found.marks(PASSAGE.passage_id)
    assert [mark.text for mark in marks] == ["Stroke fell (RR 0·70, 95% CI", "12,345 adults"]
    assert found.mark(quote("RR 0·70")) == marks[0]
    assert found.mark(quote("mean difference")) is None


def test_a_quote_that_does_not_stand_in_its_passage_is_no_mark() -> None:
    found = Citations({PASSAGE.passage_id: PASSAGE})
    found.add([quote("RR 0·70").model_copy(update={"text": "RR 0·60"}), None])
    assert found.cited() == []


def test_the_marked_passage_is_the_passage_and_runs_nothing() -> None:
    shown = str(cited("RR 0·70", "12,345 adults").marked_text(PASSAGE))
    assert "<script>" not in shown
    assert shown.count("<mark id=") == 2


def test_a_number_is_shown_as_its_sentence_prints_it() -> None:
    marks = cited("RR 0·70, 95% CI 0.55").marks(PASSAGE.passage_id)
    link = read_link(0.7, marks)
    assert str(link) == f'<a class="read" href="#{marks[0].anchor}">0·70</a>'
    assert read_link(0.89, marks) is None


def test_every_number_of_a_sentence_becomes_a_link_and_its_words_are_escaped() -> None:
    shown = str(prose('RR 0.75 (95% CI 0.42 to 1.33), p=7.66e-05 <b>"x"</b>', "how-1"))
    assert shown.count('<a class="computed" href="#how-1">') == 5
    assert "<b>" not in shown


@given(st.text(max_size=80))
def test_prose_changes_no_word(text: str) -> None:
    assert prose(text, "how").striptags() == prose(text, "elsewhere").striptags()
    assert str(prose(text, "how")).count("<a ") == str(prose(text, "how")).count("</a>")


@pytest.mark.parametrize("name", ["COVID-19", "B12", "HbA1c", "IL-6", "CHA2DS2-VASc", "SARS-CoV-2", "ω-3"])
def test_digits_of_a_name_are_no_figure(name: str) -> None:
    shown = prose(f"fewer cases of {name}: RR 0.63", "how-1")
    assert shown == f'fewer cases of <cite>{name}</cite>: RR <a class="computed" href="#how-1">0.63</a>'


@pytest.mark.parametrize("text", ["n=12", "(95% CI 0.5-0.9)", "p<0.05", "I² 40%", "−1.5 to 2"])
def test_a_figure_beside_letters_or_signs_stays_a_figure(text: str) -> None:
    assert "<cite>" not in prose(text, "how-1")


@pytest.mark.parametrize("unit", ["a-", "a-1", "1a", "1-", "1,"])
def test_a_long_word_is_read_in_one_pass(unit: str) -> None:
    begun = time.process_time()
    prose(unit * 20_000, "how-1")
    assert time.process_time() - begun < 5
