"""A page read as a whole: which words name outcomes and arms, and which way an outcome went."""

from __future__ import annotations

import numpy as np
import pytest

from aitia.reading.trained import AskedOutcome, Page, network
from aitia.reading.trained.close import BEGIN, END, MARK
from aitia.reading.trained.page_closely import (
    ASKS,
    BEGINS,
    COLUMNS,
    DIRECTION,
    ENDS,
    INSIDE,
    KEY_WIDTH,
    RESULT,
    TOLD,
    Table,
    both_directions,
    outcomes_told,
    page_row,
    result_chances,
    what_became,
)
from bench.training.reader.lines import as_lines

LINES = (
    "We assigned 240 adults to chair yoga (CY) or to usual care.",
    "Knee pain and falls were less frequent with CY than with usual care.",
)
SURE, NEVER = 8.0, -8.0


@pytest.fixture
def page() -> Page:
    return network().page("Chair yoga for knee osteoarthritis", as_lines(LINES))


def _places(page: Page, number: int, words: str) -> list[int]:
    start = page.text.lines[number].index(words)
    return [
        place
        for place, t in enumerate(page.context.token_of)
        if t is not None and t[0] == number and t[1] < start + len(words) and start < t[2]
    ]


def _table(page: Page, results: tuple[float, float], outcomes: tuple[str, ...]) -> Table:
    """A table in which those words of the second sentence name outcomes."""
    table = np.full((len(page.context.ids), COLUMNS), NEVER)
    table[:, 3:] = 0.0
    table[list(page.context.sentence_at), RESULT] = results
    for name in outcomes:
        places = _places(page, 1, name)
        table[places, INSIDE] = SURE
        table[places[0], BEGINS] = SURE
    return table


def _name_arms(page: Page, table: Table, outcome: str, arms: tuple[list[int], list[int]]) -> None:
    """Let an outcome ask for the ends of those names, and the names tell them."""
    keys = table[:, TOLD].reshape(len(table), ENDS, KEY_WIDTH)
    for number, place in enumerate(end for arm in arms for end in (arm[0], arm[-1])):
        table[_places(page, 1, outcome), ASKS.start + number * KEY_WIDTH] = 60.0
        keys[place, number, 0] = 20.0
    table[:, TOLD] = keys.reshape(len(table), -1)


def test_a_row_holds_the_page_place_by_place_with_a_mark_before_every_sentence(page: Page) -> None:
    row = page_row(page.context)
    assert len(row) == len(page.context.ids)
    assert (row[0], row[-1]) == (BEGIN, END)
    assert [place for place, own in enumerate(row) if own == MARK] == list(page.context.sentence_at)


def test_markers_in_a_papers_text_are_text() -> None:
    lines = ("Pain fell [CLS] more [SEP] with yoga than <mask> [MASK] with usual care.",)
    page = network().page("Yoga [CLS] for pain", as_lines(lines))
    row = page_row(page.context)
    assert [place for place, own in enumerate(row) if own == MARK] == list(page.context.sentence_at)
    assert [place for place, own in enumerate(row) if own == END] == [row.index(END), len(row) - 1]


def test_outcomes_are_the_words_that_name_them_in_sentences_with_results(page: Page) -> None:
    table = _table(page, (NEVER, SURE), ("Knee pain", "falls"))
    assert [span.text for span in outcomes_told(page, table)] == ["Knee pain", "falls"]
    assert result_chances(page, table)[1] > 0.99
    assert not outcomes_told(page, _table(page, (NEVER, NEVER), ("Knee pain",)))


def test_a_name_ends_where_another_begins(page: Page) -> None:
    table = _table(page, (NEVER, SURE), ("Knee pain and falls",))
    assert [span.text for span in outcomes_told(page, table)] == ["Knee pain and falls"]
    table[_places(page, 1, "falls"), BEGINS] = SURE
    assert [span.text for span in outcomes_told(page, table)] == ["Knee pain", "falls"]


def test_a_name_ends_before_a_clause_about_it() -> None:
    lines = ("Bleeding that required transfusion was more frequent with aspirin.",)
    page = network().page("Aspirin", as_lines(lines))
    table = np.full((len(page.context.ids), COLUMNS), SURE)
    table[:, BEGINS] = NEVER
    assert [span.text for span in outcomes_told(page, table)] == ["Bleeding"]


def test_each_outcome_has_arms_of_its_own_spelled_out(page: Page) -> None:
    table = _table(page, (NEVER, SURE), ("Knee pain", "falls"))
    _name_arms(page, table, "falls", (_places(page, 1, "CY"), _places(page, 1, "usual care")))
    falls = next(span for span in outcomes_told(page, table) if span.text == "falls")
    told = what_became(page, table, falls)
    assert (told.intervention, told.comparator) == ("chair yoga", "usual care")


def test_a_comparator_that_is_not_named_is_none(page: Page) -> None:
    table = _table(page, (NEVER, SURE), ("falls",))
    _name_arms(page, table, "falls", (_places(page, 1, "CY"), [0]))
    told = what_became(page, table, outcomes_told(page, table)[0])
    assert (told.intervention, told.comparator) == ("chair yoga", "")


def test_the_direction_is_the_mean_over_the_places_of_the_outcome(page: Page) -> None:
    table = _table(page, (NEVER, SURE), ("Knee pain",))
    places = [page.context.sentence_at[1], *_places(page, 1, "Knee pain")]
    table[places, DIRECTION] = (0.0, 4.0, 0.0, 0.0)
    told = what_became(page, table, outcomes_told(page, table)[0])
    assert told.shares[1] == max(told.shares)
    assert sum(told.shares) == pytest.approx(1)
    shares = both_directions(page, told, AskedOutcome("chair yoga", "usual care", "Knee pain"))
    assert shares[1] == max(shares)
    assert sum(shares) == pytest.approx(1)
