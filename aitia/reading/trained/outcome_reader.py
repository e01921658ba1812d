"""What did the intervention do to the outcome, against the comparator, and which sentence says so?

The arms are put into an order that depends on their names and the article alone, the sentence is read for
that order, and the answer is turned when the question names the arms the other way round. Exchanging
intervention and comparator therefore exchanges "increases" and "decreases" exactly, by construction.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from aitia.model.claim import DirectionShares
from aitia.model.scales import Direction, SentenceRole
from aitia.reading.models import load_arrays
from aitia.reading.models.linear import buckets, softmax, text_scale
from aitia.reading.paper.arm_order import order_features
from aitia.reading.paper.arms import Names, group_labels, make_names, mark_roles
from aitia.reading.statements.outcome_features import mirror, sentence_features
from aitia.reading.statements.rule_features import rule_features
from aitia.reading.trained.answers import direction_of
from aitia.reading.trained.evidence_ranking import Candidate, Prepared, candidates, prepare, rank_scores
from aitia.text.sentences import Sentence
from aitia.words.abbreviations import find_abbreviations

MODEL = "outcome_reader"
READ_SENTENCES = 5

DIRECTIONS = (Direction.INCREASES, Direction.DECREASES, Direction.NO_DIFFERENCE)
FLIP = (1, 0, 2)
"""The class of each class when the arms are exchanged."""

Probabilities = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class OutcomeReading:
    """The direction, its calibrated probability, and the evidence at `start:end` of the sentences' source.

    `probabilities` are those of increases, decreases, no difference. `rank` is the share (0 to 1) that the
    evidence sentence has among all candidates. `start` is −1 where there was nothing to read.
    """

    direction: Direction
    confidence: float
    probabilities: tuple[float, float, float]
    text: str = ""
    start: int = -1
    end: int = -1
    rank: float = 0.0


@dataclass(frozen=True)
class Article:
    """An article made ready for questions: prepare it once, ask often."""

    text: str
    abbreviations: dict[str, str]
    prepared: Prepared


@dataclass(frozen=True)
class Asked:
    """A question put to one text: how the text calls its arms and outcome, and which arm is read first."""

    names: Names
    turned: bool
    outcome: str


def by_halves(reading: OutcomeReading, shares: DirectionShares) -> OutcomeReading:
    """A reading and what another reader makes of the same evidence, each for one half; unread stays so."""
    if reading.start < 0:
        return reading
    more, less, same = ((a + b) / 2 for a, b in zip(reading.probabilities, shares, strict=True))
    both = more, less, same
    return replace(reading, direction=direction_of(both), confidence=max(both), probabilities=both)


def prepare_article(text: str, sentences: Sequence[Sentence]) -> Article:
    """Abbreviations and candidate sentences of an article; `sentences` hold offsets into `text`."""
    return Article(text, find_abbreviations(text), prepare(candidates(sentences)))


def ask(article: Article, intervention: str, comparator: str, outcome: str) -> Asked:
    """Make a question ready for an article: do it once, read often."""
    names = article_names(article, intervention, comparator, outcome)
    return Asked(names, is_turned(intervention, comparator, article.text), outcome)


def read_article(article: Article, intervention: str, comparator: str, outcome: str) -> OutcomeReading:
    """Rank the article's sentences for the outcome, read the best ones and weigh their answers by rank."""
    return weighed(article, ask(article, intervention, comparator, outcome))[0]


def weighed(article: Article, asked: Asked) -> tuple[OutcomeReading, tuple[Candidate, ...], list[float]]:
    """The answer, the candidates, most likely evidence first, and what the first of them, which were read,
    counted (sum 1)."""
    ranked, scores = _ranked(article, asked.names, asked.outcome)
    if not ranked:
        return UNREAD, (), []
    weights = rank_weights(scores[:READ_SENTENCES])
    read = [read_masked(one.text, asked.names, asked.turned) for one in ranked[:READ_SENTENCES]]
    answer = calibrate(weights @ np.array(read), "article_temperature")
    return _reading(answer, ranked[0], float(weights[0])), ranked, weights.tolist()


def read_asked(sentence: str, asked: Asked, start: int = 0) -> OutcomeReading:
    """One sentence of the text that the question was made ready for."""
    where = Candidate(start, start + len(sentence), sentence, SentenceRole.RESULT)
    answer = read_masked(sentence, asked.names, asked.turned)
    return _reading(calibrate(answer, "sentence_temperature"), where, 1.0)


def read_sentence(
    sentence: str, intervention: str, comparator: str, outcome: str, context: str = "", start: int = 0
) -> OutcomeReading:
    """Read one given sentence; `context` (the article, title first) helps to tell the arms apart."""
    near = context or sentence
    names = named(near, intervention, comparator, outcome)
    return read_asked(sentence, Asked(names, is_turned(intervention, comparator, near), outcome), start)


def rank_sentences(
    article: Article, intervention: str, comparator: str, outcome: str
) -> tuple[Candidate, ...]:
    """The candidates of an article, most likely evidence first."""
    return _ranked(article, article_names(article, intervention, comparator, outcome), outcome)[0]


def _ranked(article: Article, names: Names, outcome: str) -> tuple[tuple[Candidate, ...], Probabilities]:
    """The candidates and their scores, highest first."""
    scores = rank_scores(article.prepared, names, outcome)
    order = np.argsort(-scores, kind="stable")
    return tuple(article.prepared.items[i] for i in order), scores[order]


def article_names(article: Article, intervention: str, comparator: str, outcome: str) -> Names:
    """How the article calls the two arms and the outcome."""
    names = make_names(intervention, comparator, outcome, article.abbreviations)
    return group_labels(article.text, names)


def named(text: str, intervention: str, comparator: str, outcome: str) -> Names:
    """How a text calls the two arms and the outcome."""
    return group_labels(text, make_names(intervention, comparator, outcome, find_abbreviations(text)))


def is_turned(intervention: str, comparator: str, text: str) -> bool:
    """Whether the comparator is the arm that is read first."""
    score = float(order_features(intervention, comparator, text) @ load_arrays(MODEL)["order"])
    return score < 0 or (score == 0 and intervention > comparator)


def read_masked(sentence: str, names: Names, turned: bool) -> Probabilities:
    """Probabilities of the three directions, for the arms as the question names them."""
    ordered = names.swapped() if turned else names
    direct, mirrored = encode(sentence, ordered, len(load_arrays(MODEL)["weights"]))
    answer = (_probabilities(direct) + _probabilities(mirrored)[list(FLIP)]) / 2
    return answer[list(FLIP)] if turned else answer


def encode(sentence: str, names: Names, size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Columns of a sentence as it stands, and of its mirror image with the arms exchanged."""
    tokens = mark_roles(sentence, names)
    bound, free = sentence_features(sentence, names, tokens)
    rule_bound, rule_free = rule_features(sentence, names, tokens)
    bound, free = bound | rule_bound, free | rule_free
    return _columns(bound, free, "f", size), _columns({mirror(b) for b in bound}, free, "m", size)


def _columns(bound: Iterable[str], free: Iterable[str], side: str, size: int) -> NDArray[np.int64]:
    return buckets(["b" + b for b in bound] + [side + f for f in free], size)


def _probabilities(columns: NDArray[np.int64]) -> Probabilities:
    model = load_arrays(MODEL)
    kept = columns[model["known"][columns]]
    weights = model["weights"][kept].astype(np.float64).sum(axis=0)
    return softmax(weights * text_scale(len(kept)) + model["bias"])


def rank_weights(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """What each of the best candidates counts, from its rank score."""
    return softmax(scores * float(load_arrays(MODEL)["rank_sharpness"][0]))


def calibrate(answer: Probabilities, name: str) -> Probabilities:
    """Probabilities after temperature scaling."""
    return softmax(np.log(np.clip(answer, 1e-6, 1.0)) / float(load_arrays(MODEL)[name][0]))


def _reading(answer: Probabilities, where: Candidate, rank: float) -> OutcomeReading:
    shares = (float(answer[0]), float(answer[1]), float(answer[2]))
    return OutcomeReading(direction_of(shares), max(shares), shares, where.text, where.start, where.end, rank)


UNREAD = OutcomeReading(Direction.UNCLEAR, 0.0, (1 / 3, 1 / 3, 1 / 3))
