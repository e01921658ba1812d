"""The answer to a question: whether and where it is reported by the page reader and the close reader, its
direction by the close reader, or, where that was not asked, by the words of the sentences that say so.

All are read in the paper's own order of arms and turned as far as the question is turned, so that
exchanging the question's arms exchanges "more" and "less" exactly. Few weights put them together; they come
from pages that no reading learned from (see the model card).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from aitia.model.claim import DirectionShares
from aitia.reading.paper.arms import Names
from aitia.reading.statements.lack import is_low_exposure
from aitia.reading.trained.answers import Answer, softmax
from aitia.reading.trained.close import CloseReading
from aitia.reading.trained.layout import AskedOutcome
from aitia.reading.trained.marks import names_of
from aitia.reading.trained.network import Network, Output, Page
from aitia.reading.trained.order import Embed, natural_probability, page_features
from aitia.reading.trained.results import PaperNames
from aitia.reading.trained.sentence import read_sentence
from aitia.reading.trained.windows import Whole

Shares = NDArray[np.float64]

READ_SENTENCES = 3
RESULT = 0.5
"""From this probability on a sentence is taken for a result of the paper's own."""
NO_COMPARATOR = "control"
_LEAST = 1e-4
_TOKEN = re.compile(r"[^\W_]+(?:[-/+][^\W_]+)*")
_DEFICIENT = re.compile(
    r"(?i)\b(?:deficien|insufficien|inadequa)\w*|"
    r"\blow(?:er)? (?:\S{1,30} ){0,4}(?:levels?|status|concentrations?)\b|"
    r"\b(?:was|were|is|are) (?:\w+ )?low\b"
)


@dataclass(frozen=True)
class Close:
    """What the close reader makes of a question: whether the paper reports it, and where it does whether it
    is told (1 - unclear) and the shares of more, less and no difference, in the question's order; and how
    much of that rests on each sentence, best first."""

    reported: float
    unclear: float
    shares: Shares
    evidence: tuple[tuple[int, float], ...]


@dataclass(frozen=True)
class Parts:
    """What the blend is made of: the page reader's answer to the question in its likelier order, the
    probability that the question names the arms in the paper's, and, of the close reader and the sentences'
    words, what was asked; `words` are the shares of more, less and no difference in the question's order.
    `whole` is what a longer paper's whole text was weighed to say; `about` the log odds that the page is
    about what is asked, None where names have no vectors."""

    answer: Answer
    natural: float
    words: Shares | None = None
    close: Close | None = None
    whole: Whole | None = None
    about: float | None = None


def own_question(asked: AskedOutcome, names: PaperNames) -> AskedOutcome:
    """The question with the paper's own names of its arms, in the paper's order."""
    return AskedOutcome(
        names.intervention, names.comparator or NO_COMPARATOR, asked.outcome, asked.population
    )


def natural_order(
    net: Network, page: Page, asked: AskedOutcome, names: PaperNames, output: Output, embed: Embed | None
) -> float:
    """The probability that the question names the arms in the paper's order; `output` is any pass over the
    page."""
    asked = replace(
        asked,
        intervention=spelled_out(asked.intervention, page.text.abbreviations),
        comparator=spelled_out(asked.comparator, page.text.abbreviations),
    )
    paper = own_question(asked, names)
    features = page_features(asked, paper.intervention, paper.comparator, page, output.tags, embed)
    return natural_probability(features, net.weights["order"])


def spelled_out(name: str, abbreviations: Mapping[str, str]) -> str:
    """A name with its abbreviations as the paper spells them out."""
    return _TOKEN.sub(lambda word: abbreviations.get(word[0], word[0]), name)


def in_order(asked: AskedOutcome, natural: float) -> AskedOutcome:
    """The question in the paper's likelier order."""
    return asked if natural >= 0.5 else asked.turned()


def with_words(
    parts: Parts, page: Page, asked: AskedOutcome, names: PaperNames, embed: Embed | None
) -> Parts:
    """The parts with what the words of the best sentences tell of the direction."""
    turned = min(
        parts.natural, 1 - parts.natural
    )  # what speaks for the other order than the one that was read
    evidence = dict(parts.answer.evidence[:READ_SENTENCES])
    lack = _lack(page, asked, evidence)
    turned = turned * (1 - lack) + (1 - turned) * lack
    shares = _mixed(_sentence_shares(page, in_order(asked, parts.natural), names, evidence, embed), turned)
    return replace(parts, words=shares if parts.natural >= 0.5 else shares[[1, 0, 2]])


def with_close(parts: Parts, page: Page, asked: AskedOutcome, reading: CloseReading) -> Parts:
    """The parts with what the close reader makes of the question; what it read of the lack of an arm is
    turned."""
    chances = softmax(reading.scores)
    unclear = float(chances[4] / chances[1:].sum())
    best = sorted(reading.evidence.items(), key=lambda item: (-item[1], item[0]))
    shares = _mixed(chances[1:4] / chances[1:4].sum(), _lack(page, asked, dict(best)))
    return replace(parts, close=Close(1 - float(chances[0]), unclear, shares, tuple(best)))


def blended(parts: Parts, weights: Mapping[str, Sequence[float]]) -> Answer:
    """The answer of all parts together; of a longer paper what was shown and the whole count by halves, for
    the direction and for what it rests on."""
    answer, close = parts.answer, parts.close
    kind = "close_" if close else ""
    shown = replace(
        answer,
        reported=reported(parts, weights),
        shares=_blend(parts, weights[f"{kind}direction"]),
        unclear=(answer.unclear + close.unclear) / 2 if close else answer.unclear,
        evidence=close.evidence if close and close.evidence else answer.evidence,
    )
    return _beside_whole(shown, parts.whole) if parts.whole else shown


def _beside_whole(answer: Answer, whole: Whole) -> Answer:
    more, less, same = (float(a + b) / 2 for a, b in zip(answer.shares, whole.shares, strict=True))
    own = dict(answer.evidence)
    rests = {n: (own.get(n, 0.0) + whole.evidence.get(n, 0.0)) / 2 for n in {*own, *whole.evidence}}
    best = sorted(rests.items(), key=lambda item: (-item[1], item[0]))
    return replace(answer, shares=(more, less, same), evidence=tuple(best))


def direction_terms(parts: Parts) -> NDArray[np.float64]:
    """Log odds of more over less, and of no difference over either, by the close reader where it was asked,
    else by the sentences' words. Raises ValueError where neither was."""
    shares = parts.close.shares if parts.close else parts.words
    if shares is None:
        raise ValueError("neither the close reader nor the words of the sentences were asked")
    more, less, same = np.log(np.clip(shares, _LEAST, 1))
    return np.array([more - less, same - (more + less) / 2])


def reported_terms(parts: Parts) -> NDArray[np.float64]:
    """1, the log odds of being reported by the page reader and, where it was asked, the close reader, and
    where they are known those that the page is about what is asked."""
    told = np.clip([p.reported for p in (parts.answer, parts.close) if p], _LEAST, 1 - _LEAST)
    known = [] if parts.about is None else [parts.about]
    return np.array([1.0, *np.log(told / (1 - told)), *known])


def reported_weights(parts: Parts) -> str:
    """Which weights such terms have."""
    return f"{'close_' if parts.close else ''}reported{'' if parts.about is None else '_about'}"


def reported(parts: Parts, weights: Mapping[str, Sequence[float]]) -> float:
    """The probability that the paper reports what is asked."""
    own = np.asarray(weights[reported_weights(parts)])
    score = float(np.clip(reported_terms(parts) @ own, -30, 30))
    return float(1 / (1 + np.exp(-score)))


def _blend(parts: Parts, weights: Sequence[float]) -> DirectionShares:
    """`weights`: of more over less, a constant of no difference, and of no difference over either."""
    (up, same), (much, constant, none_much) = direction_terms(parts), weights
    odds = np.array([much * up / 2, -much * up / 2, constant + none_much * same])
    raised = np.exp(np.clip(odds, -30, 30))
    more, less, none = (float(v) for v in raised / raised.sum())
    return more, less, none


def _mixed(shares: Shares, turned: float) -> Shares:
    """Shares with a part of them read the other way round."""
    result: Shares = (1 - turned) * shares + turned * shares[[1, 0, 2]]
    return result


def _sentence_shares(
    page: Page, natural: AskedOutcome, names: PaperNames, evidence: Mapping[int, float], embed: Embed | None
) -> Shares:
    """The best sentences read by their words in the paper's order, each by its share of the evidence."""
    total = sum(evidence.values())
    if total <= 0:
        return np.full(3, 1 / 3)
    read = [
        share / total * read_sentence(page.text.lines[n], _called(page, natural, names, n, embed))
        for n, share in evidence.items()
    ]
    summed: Shares = np.sum(read, axis=0)
    return summed


def _lack(page: Page, asked: AskedOutcome, evidence: Mapping[int, float]) -> float:
    """The share of the evidence that speaks of the lack of one of the arms ("vitamin D deficiency")."""
    total = sum(evidence.values())
    lacking = [
        weight
        for number, weight in evidence.items()
        if _DEFICIENT.search(page.text.lines[number])
        and any(
            is_low_exposure(page.text.lines[number], arm) for arm in (asked.intervention, asked.comparator)
        )
    ]
    return sum(lacking) / total if total else 0.0


def _called(page: Page, natural: AskedOutcome, names: PaperNames, number: int, embed: Embed | None) -> Names:
    """How a sentence calls arms and outcome: by the question's names, by the paper's names of its arms, and
    by the words of the sentence that name an outcome nearest to the one asked for."""
    asked = names_of(page.text, natural)
    spans = [span.text for span in names.outcomes if span.sentence == number]
    outcome = natural.outcome
    if spans and embed is not None:
        vectors = embed([natural.outcome, *spans])
        outcome = spans[int(np.argmax(vectors[1:] @ vectors[0]))]
    own = names_of(page.text, replace(own_question(natural, names), outcome=outcome))
    first, second = own.first - own.second, own.second - own.first
    return replace(
        asked,
        first=(asked.first | first) - second,
        second=(asked.second | second) - first,
        outcome=asked.outcome | own.outcome,
        first_control=asked.first_control or own.first_control,
        second_control=asked.second_control or own.second_control,
        polarity=own.polarity if asked.polarity == "unknown" else asked.polarity,
    )
