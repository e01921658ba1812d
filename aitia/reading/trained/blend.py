"""The answer from three readings of one page: the question in its own names, the question in the paper's
names, and the sentences that the evidence rests on, read one by one by their words.

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
from aitia.reading.paper.arms import Names, stems
from aitia.reading.statements.lack import is_low_exposure
from aitia.reading.trained.answers import Answer, softmax
from aitia.reading.trained.close import CloseReading
from aitia.reading.trained.layout import AskedOutcome
from aitia.reading.trained.marks import names_of
from aitia.reading.trained.network import Network, Output, Page
from aitia.reading.trained.order import Embed, nearness, page_features
from aitia.reading.trained.orientation import Told
from aitia.reading.trained.results import NamedSpan, PaperNames
from aitia.reading.trained.sentence import read_sentence

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
class Lie:
    """How a question lies beside the paper's words: the probability that it names the arms in the paper's
    order, and that its outcome goes the way of the paper's (`told`)."""

    natural: float
    way: float
    told: Told


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
    """What the blend is made of. `natural` is the probability that the question names the arms in the paper's
    order; `direct` and `own` are answers in the paper's order, the shares are more, less and no difference in
    the question's. `fit` is how well the question's words fit the paper: the outcome by words and by meaning,
    the arms by either and by words."""

    direct: Answer
    own: Answer
    natural: float
    direct_shares: Shares
    own_shares: Shares
    sentence_shares: Shares
    fit: tuple[float, float, float, float]
    close: Close | None = None


def own_question(asked: AskedOutcome, names: PaperNames) -> AskedOutcome:
    """The question with the paper's own names of its arms, in the paper's order."""
    return AskedOutcome(
        names.intervention, names.comparator or NO_COMPARATOR, asked.outcome, asked.population
    )


def lie_of(
    net: Network, page: Page, asked: AskedOutcome, names: PaperNames, output: Output, embed: Embed | None
) -> Lie:
    """How the question lies beside the paper's words; `output` is any pass over the page."""
    (looks, order, way), told = lie_terms(net, page, asked, names, output, embed)
    if net.orientation is None:
        return Lie(logistic(looks), 1.0, told)
    by_looks, by_order, constant, by_way = net.weights["lie"]
    return Lie(logistic(by_looks * looks + by_order * order), logistic(constant + by_way * way), told)


def lie_terms(
    net: Network, page: Page, asked: AskedOutcome, names: PaperNames, output: Output, embed: Embed | None
) -> tuple[tuple[float, float, float], Told]:
    """Log odds of the paper's order by the looks of the arms and by the orientation network, its score that
    the outcomes go one way, and what the question was put beside."""
    asked = _spelled_out(asked, page.text.abbreviations)
    paper = own_question(asked, names)
    features = page_features(asked, paper.intervention, paper.comparator, page, output.tags, embed)
    looks = float(features @ np.asarray(net.weights["order"]))
    told = told_of(page, asked, names, embed)
    if net.orientation is None:
        return (looks, 0.0, 0.0), told
    read = net.orientation.read(asked, told)
    return (looks, read.order, read.way), told


def _spelled_out(asked: AskedOutcome, abbreviations: Mapping[str, str]) -> AskedOutcome:
    """The question with its arms' abbreviations as the paper spells them out."""
    first, second = (
        _TOKEN.sub(lambda word: abbreviations.get(word[0], word[0]), arm)
        for arm in (asked.intervention, asked.comparator)
    )
    return replace(asked, intervention=first, comparator=second)


def told_of(page: Page, asked: AskedOutcome, names: PaperNames, embed: Embed | None) -> Told:
    """The paper's arms, and the outcome of a result sentence that is nearest to the one asked for."""
    results = [span for span in names.outcomes if names.result.get(span.sentence, 0.0) >= RESULT]
    spans = results or [*names.outcomes]
    best = None
    if spans and embed is not None:
        vectors = embed([asked.outcome, *(span.text for span in spans)])
        best = spans[int(np.argmax(vectors[1:] @ vectors[0]))]
    elif spans:
        wanted = stems(asked.outcome)
        best = max(spans, key=lambda span: len(stems(span.text) & wanted))
    outcome, sentence = (best.text, page.text.lines[best.sentence]) if best else ("", "")
    return Told(page.text.whole, names.intervention, names.comparator, outcome, sentence)


def in_order(asked: AskedOutcome, natural: float) -> AskedOutcome:
    """The question in the paper's likelier order."""
    return asked if natural >= 0.5 else asked.turned()


def parts_of(
    page: Page,
    asked: AskedOutcome,
    names: PaperNames,
    lie: Lie,
    answers: tuple[Answer, Answer],
    embed: Embed | None,
) -> Parts:
    """Everything that the blend weighs; `answers` are those to the question and to `own_question`, both in
    the paper's order."""
    direct, own = answers
    natural = lie.natural
    turned = min(natural, 1 - natural)  # what speaks for the other order than the one that was read
    evidence = best_sentences(direct, own)
    lack = _lack(page, asked, evidence)
    turned = turned * (1 - lack) + (1 - turned) * lack
    told = _sentence_shares(page, in_order(asked, natural), names, evidence, embed)
    shares = [_mixed(np.array(given), turned) for given in (direct.shares, own.shares, told)]
    shares[1:] = [_mixed(given, 1 - lie.way) for given in shares[1:]]
    if natural < 0.5:
        shares = [given[[1, 0, 2]] for given in shares]
    fit = _fit(page, asked, names, direct, embed)
    return Parts(direct, own, natural, shares[0], shares[1], shares[2], fit)


def with_close(parts: Parts, reading: CloseReading) -> Parts:
    """The parts with what the close reader makes of the question."""
    chances = softmax(reading.scores)
    told = chances[1:4].sum()
    unclear = float(chances[4] / chances[1:].sum())
    best = sorted(reading.evidence.items(), key=lambda item: (-item[1], item[0]))
    return replace(parts, close=Close(1 - float(chances[0]), unclear, chances[1:4] / told, tuple(best)))


def blended(parts: Parts, weights: Mapping[str, Sequence[float]]) -> Answer:
    """The answer of all parts together."""
    close = parts.close
    kind = "close_" if close else ""
    unclear = (parts.direct.unclear + close.unclear) / 2 if close else parts.direct.unclear
    return replace(
        parts.direct,
        reported=reported(parts, weights[f"{kind}reported"]),
        shares=_blend(parts, weights[f"{kind}direction"]),
        unclear=unclear,
        evidence=close.evidence if close and close.evidence else parts.direct.evidence,
    )


def direction_terms(parts: Parts) -> NDArray[np.float64]:
    """2 × readings: log odds of more over less, and of no difference over either, by each of the three
    readings and, where it was asked, the close reader."""
    rows = [parts.direct_shares, parts.own_shares, parts.sentence_shares]
    if parts.close:
        rows.append(parts.close.shares)
    logs = np.log(np.clip(np.array(rows), _LEAST, 1))
    return np.array([logs[:, 0] - logs[:, 1], logs[:, 2] - (logs[:, 0] + logs[:, 1]) / 2])


def reported_terms(parts: Parts) -> NDArray[np.float64]:
    """1, the log odds of being reported by the question in its own and the paper's names, the fit, and the
    close reader's log odds where it was asked."""
    chances = [parts.direct.reported, parts.own.reported, *([parts.close.reported] if parts.close else [])]
    told = np.clip(chances, _LEAST, 1 - _LEAST)
    odds = np.log(told / (1 - told))
    return np.array([1.0, *odds[:2], *parts.fit, *odds[2:]])


def logistic(score: float) -> float:
    """A probability from a logit."""
    return float(1 / (1 + np.exp(-np.clip(score, -30, 30))))


def reported(parts: Parts, weights: Sequence[float]) -> float:
    """The probability that the paper reports what is asked."""
    score = float(np.clip(reported_terms(parts) @ np.asarray(weights), -30, 30))
    return float(1 / (1 + np.exp(-score)))


def _blend(parts: Parts, weights: Sequence[float]) -> DirectionShares:
    """`weights`: one a reading for more over less, then a constant and one a reading for no difference."""
    terms, given = direction_terms(parts), np.asarray(weights)
    count = terms.shape[1]
    up, same = float(terms[0] @ given[:count]), float(given[count] + terms[1] @ given[count + 1 :])
    raised = np.exp(np.clip([up / 2, -up / 2, same], -30, 30))
    more, less, none = (float(v) for v in raised / raised.sum())
    return more, less, none


def _mixed(shares: Shares, turned: float) -> Shares:
    """Shares with a part of them read the other way round."""
    result: Shares = (1 - turned) * shares + turned * shares[[1, 0, 2]]
    return result


def best_sentences(direct: Answer, own: Answer, most: int = READ_SENTENCES) -> dict[int, float]:
    """The sentences with most of the evidence of both answers, with their shares."""
    evidence: dict[int, float] = {}
    for answer in (direct, own):
        for number, share in answer.evidence:
            evidence[number] = evidence.get(number, 0.0) + share
    best = sorted(evidence, key=lambda number: (-evidence[number], number))[:most]
    return {number: evidence[number] for number in best}


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


def _fit(
    page: Page, asked: AskedOutcome, names: PaperNames, direct: Answer, embed: Embed | None
) -> tuple[float, float, float, float]:
    told = [number for number, _ in direct.evidence[:READ_SENTENCES]]
    spans = [span for span in names.outcomes if span.sentence in told]
    lexical = max((float(direct_share) for direct_share in _covered(page, asked, told)), default=0.0)
    arms = nearness(asked, names.intervention, names.comparator, embed)
    words = nearness(asked, names.intervention, names.comparator, None)
    return lexical, _meaning(asked.outcome, spans, embed), arms, words


def _covered(page: Page, asked: AskedOutcome, told: Sequence[int]) -> list[float]:
    wanted = stems(asked.outcome)
    return [len(stems(page.text.lines[n], 2_000) & wanted) / max(1, len(wanted)) for n in told]


def _meaning(outcome: str, spans: Sequence[NamedSpan], embed: Embed | None) -> float:
    if embed is None or not spans:
        return 0.0
    vectors = embed([outcome, *(span.text for span in spans[:6])])
    return float(np.max(vectors[1:] @ vectors[0]))
