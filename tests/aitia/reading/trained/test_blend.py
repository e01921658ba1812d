"""The readings of a page put together: the close reader's direction where it was asked, else the words'."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aitia.reading.trained.answers import UNREAD
from aitia.reading.trained.blend import Close, Parts, blended, direction_terms
from aitia.reading.trained.network import network

CHANCES = st.tuples(*[st.floats(0.001, 1)] * 3)


def _shares(chances: tuple[float, float, float]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array(chances) / sum(chances)


def _closely(chances: tuple[float, float, float], reported: float = 0.9) -> Close:
    return Close(reported, 0.1, _shares(chances), ((0, 1.0),))


def test_the_weights_that_ship_are_as_many_as_what_they_weigh() -> None:
    counts = {name: len(given) for name, given in network().weights.items()}
    assert counts == {
        "order": 21,
        "direction": 3,
        "reported": 2,
        "close_direction": 3,
        "close_reported": 3,
        "about": 14,
        "reported_about": 3,
        "close_reported_about": 4,
    }


@given(CHANCES, st.booleans())
def test_exchanged_arms_exchange_more_and_less(chances: tuple[float, float, float], closely: bool) -> None:
    turned = (chances[1], chances[0], chances[2])
    answers = [
        blended(
            Parts(UNREAD, 0.7, _shares(told), _closely(told) if closely else None), network().weights
        ).shares
        for told in (chances, turned)
    ]
    more, less, same = answers[0]
    assert answers[1] == pytest.approx((less, more, same))
    assert sum(answers[0]) == pytest.approx(1)


def test_the_close_readers_direction_counts_and_the_words_do_not() -> None:
    words, close = (0.9, 0.05, 0.05), (0.05, 0.9, 0.05)
    both = Parts(UNREAD, 0.7, _shares(words), _closely(close))
    assert direction_terms(both) == pytest.approx(direction_terms(Parts(UNREAD, 0.7, None, _closely(close))))
    assert direction_terms(both)[0] < 0 < direction_terms(Parts(UNREAD, 0.7, _shares(words)))[0]


def test_without_either_there_is_no_direction() -> None:
    with pytest.raises(ValueError, match="neither the close reader nor the words"):
        direction_terms(Parts(UNREAD, 0.7))


@pytest.mark.parametrize("reported", [0.02, 0.5, 0.98])
def test_what_the_close_reader_takes_to_be_reported_is_more_likely_so(reported: float) -> None:
    sure = blended(Parts(UNREAD, 0.7, None, _closely((1, 1, 1), reported)), network().weights).reported
    surer = blended(
        Parts(UNREAD, 0.7, None, _closely((1, 1, 1), reported + 0.01)), network().weights
    ).reported
    assert surer > sure
