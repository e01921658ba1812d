"""The rounds in which the close reader learns, and how often each shows a question."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from bench.training.close.beside import (
    ALONE,
    BACKGROUND,
    BOTH_ARMS,
    KINDS,
    MENTIONED,
    NEIGHBOUR,
    OTHER_ARM,
)
from bench.training.close.rows import Question
from bench.training.reader.own_passages import ASKED, FILES, PASSAGE, PLAIN, TWIN
from bench.training.reader.recent import RECENT, RECENT_FINDING
from bench.training.reader.retold import RETOLD
from bench.training.reader.wording import given_away

UNEVEN, WITHIN = ("review", "own", PASSAGE, PLAIN, RECENT), (0.4, 2.5)
"""Written questions whose words give answers away, and how often at least and at most one is shown for it."""


@dataclass(frozen=True)
class Round:
    """One fit: batches, the share of them with what words the arms as the paper does, the highest rate, the
    seed of every draw, how many questions are shown in the other order than the paper's, how much of each
    kind is shown where that is not all of it, the share of batches of pages without a question, whether the
    mean of the second half's weights is kept in place of the last ones, whether written questions are shown
    so often that the words of their outcomes do not tell whether they are answered, and how much of what is
    worded as the paper words it is shown with the sentences that answer alone, and how far from the weights
    that it began with to those that it ends with the weights go that are kept."""

    steps: int
    easy: float
    rate: float
    seed: int
    flipped: float
    shown: Mapping[str, float] = field(default_factory=dict)
    pages: float = 0.0
    averaged: bool = False
    evened: bool = False
    alone: float = 0.0
    kept: float = 1.0


_ONWARD = {"review": 2.0, "made-up": 0.7}
_WRITTEN = {"review": 1.5, "own": 0.4, "made-up": 0.15, "finding": 0.12, "prompt": 0.0}
_ONCE_MORE = {"review": 2.0, "own": 0.8, "made-up": 0.15, "finding": 0.2, "prompt": 0.1}
_PASSAGES = {"review": 2.0, "own": 0.5, PASSAGE: 1.0, "made-up": 0.1, "finding": 0.15, "prompt": 0.05}
_IN_PLAIN_WORDS = {
    "review": 2.0,
    "own": 0.6,
    PASSAGE: 0.9,
    PLAIN: 1.5,
    "made-up": 0.1,
    "finding": 0.12,
    "prompt": 0.04,
}
_TWINS = {
    "review": 1.3,
    "own": 0.3,
    PASSAGE: 0.32,
    PLAIN: 0.4,
    TWIN: 1.6,
    "made-up": 0.35,
    "finding": 0.3,
    "prompt": 0.05,
}
_TWINS_ONCE_MORE = {
    "review": 0.9,
    "own": 0.1,
    PASSAGE: 0.1,
    PLAIN: 0.1,
    TWIN: 0.55,
    "made-up": 0.2,
    "finding": 0.3,
    "prompt": 0.1,
}
_OTHER_TWINS = {
    "review": 0.34,
    "own": 0.04,
    PASSAGE: 0.03,
    PLAIN: 0.03,
    TWIN: 0.17,
    "made-up": 0.05,
    "finding": 0.08,
    "prompt": 0.01,
}
_OTHERWISE = {
    "review": 0.5,
    "own": 0.06,
    PASSAGE: 0.05,
    PLAIN: 0.04,
    TWIN: 0.16,
    RETOLD: 0.4,
    "made-up": 0.1,
    "finding": 0.18,
    "prompt": 0.05,
}
_OTHERWISE_ONCE_MORE = {
    "review": 1.1,
    "own": 0.12,
    PASSAGE: 0.09,
    PLAIN: 0.09,
    TWIN: 0.28,
    RETOLD: 0.85,
    "made-up": 0.25,
    "finding": 0.34,
    "prompt": 0.1,
}
_BESIDE = {
    "review": 0.9,
    "own": 0.11,
    PASSAGE: 0.08,
    PLAIN: 0.08,
    TWIN: 0.28,
    RETOLD: 0.36,
    "made-up": 0.1,
    "finding": 0.34,
    "prompt": 0.1,
    ALONE: 1.0,
    MENTIONED: 1.0,
    OTHER_ARM: 0.6,
    NEIGHBOUR: 0.7,
}
_BESIDE_ONCE_MORE = {
    "review": 1.6,
    "own": 0.33,
    PASSAGE: 0.11,
    PLAIN: 0.11,
    TWIN: 0.2,
    RETOLD: 0.26,
    "made-up": 0.12,
    "finding": 0.3,
    "prompt": 0.15,
    ALONE: 1.5,
    BOTH_ARMS: 1.3,
    BACKGROUND: 0.25,
    MENTIONED: 0.4,
    OTHER_ARM: 0.3,
    NEIGHBOUR: 0.35,
}
_AS_PEOPLE_ASK = {
    "review": 1.0,
    "own": 0.2,
    PASSAGE: 0.15,
    PLAIN: 0.12,
    TWIN: 0.2,
    RETOLD: 0.3,
    ASKED: 0.75,
    "made-up": 0.08,
    "finding": 0.2,
    "prompt": 0.08,
    ALONE: 0.3,
    BOTH_ARMS: 0.3,
    MENTIONED: 0.3,
    OTHER_ARM: 0.2,
    NEIGHBOUR: 0.3,
}
_RECENT = {
    "review": 0.6,
    "own": 0.03,
    TWIN: 0.15,
    RETOLD: 0.04,
    ASKED: 0.08,
    "made-up": 0.05,
    "finding": 0.05,
    "prompt": 0.0,
    RECENT: 0.55,
    RECENT_FINDING: 0.12,
}
_RECENT_ONCE_MORE = {
    "review": 0.45,
    "own": 0.03,
    TWIN: 0.13,
    RETOLD: 0.03,
    ASKED: 0.06,
    "made-up": 0.04,
    "finding": 0.05,
    "prompt": 0.0,
    RECENT: 0.4,
    RECENT_FINDING: 0.13,
}
_AS_IN_USE = 0.13
"""As often as the order of arms was told wrongly in use when the first rounds were run."""
ROUNDS = (
    Round(1_290, 0.275, 5e-4, 3, _AS_IN_USE),
    Round(1_630, 0.0, 4e-4, 4, _AS_IN_USE, _ONWARD),
    Round(1_970, 0.0, 3e-4, 5, 0.35, _ONWARD),
    Round(900, 0.0, 3e-4, 6, 0.25, _WRITTEN),
    Round(2_500, 0.0, 3e-4, 8, 0.3, _ONCE_MORE),
    Round(2_000, 0.0, 3e-4, 17, 0.3, _ONCE_MORE),
    Round(2_000, 0.0, 3e-4, 18, 0.3, _PASSAGES),
    Round(4_390, 0.0, 3e-4, 21, 0.3, _IN_PLAIN_WORDS, averaged=True),
    Round(3_920, 0.0, 3e-4, 31, 0.3, _TWINS, evened=True),
    Round(850, 0.0, 2.5e-4, 41, 0.3, _TWINS_ONCE_MORE, evened=True),
    Round(590, 0.0, 2.5e-4, 51, 0.3, _OTHER_TWINS, evened=True),
    Round(1_230, 0.0, 2.5e-4, 61, 0.3, _OTHERWISE, evened=True),
    Round(2_560, 0.0, 2.5e-4, 71, 0.3, _OTHERWISE_ONCE_MORE, averaged=True, evened=True, alone=0.5),
    Round(1_300, 0.0, 3e-4, 7, 0.25, _WRITTEN, 0.7),
    Round(1_130, 0.0, 2.5e-4, 91, 0.3, _BESIDE, evened=True, alone=0.5, kept=0.5),
    Round(1_080, 0.0, 2.5e-4, 101, 0.3, _BESIDE_ONCE_MORE, evened=True, alone=0.5),
    Round(1_250, 0.0, 2.5e-4, 111, 0.3, _AS_PEOPLE_ASK, evened=True, alone=0.5),
    Round(800, 0.0, 1.5e-4, 121, 0.3, _RECENT, evened=True, alone=0.5),
    Round(850, 0.0, 1.3e-4, 131, 0.3, _RECENT_ONCE_MORE, evened=True, alone=0.5),
)
SHIPPED = (1, 2, 3, 4, 14, 5, 6, 7, 8, 9, 10, 11, 12)
"""Numbers of the rounds that made what ships, in order; that of pages changes nothing for the next."""


def shown_in(rows: Sequence[Question], this: Round) -> list[Question]:
    """What a round draws from: of each kind the share that it shows, some twice; passages and what
    stands beside written questions only where it names them."""
    rng = random.Random(this.seed)
    shown = {**dict.fromkeys((*FILES, RETOLD, RECENT, RECENT_FINDING, *KINDS), 0.0), **this.shown}
    even = evened(rows) if this.evened else [1.0] * len(rows)
    often = [int(shown.get(q.kind, 1.0) * by + rng.random()) for q, by in zip(rows, even, strict=True)]
    return [q for q, times in zip(rows, often, strict=True) for _ in range(times)]


def evened(rows: Sequence[Question]) -> list[float]:
    """How often to show each written question so that its outcome's words do not tell whether it is answered:
    the share of its kind (answered or not) over the chance that the words give it, within bounds and with a
    mean of 1. What is not written to be asked is shown as often as it is."""
    places = [n for n, q in enumerate(rows) if q.kind in UNEVEN]
    told = np.array([rows[n].answer > 0 for n in places])
    outcomes = [rows[n].asked.outcome for n in places]
    chance = 1 / (1 + np.exp(-given_away((outcomes, told.tolist()), [rows[n].key for n in places])))
    often = np.where(told, told.mean() / chance, (1 - told.mean()) / (1 - chance)).clip(*WITHIN)
    found = np.ones(len(rows))
    found[places] = often / often.mean()
    return list(found.tolist())
