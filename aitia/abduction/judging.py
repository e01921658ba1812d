"""Options judged by precedence, mechanism and counterfactual, all from the documents' own sentences.

*Mechanism*: sentences that tell of option and event together. *Counterfactual*: the option is told of around
the sentences that tell of the event, more than elsewhere; an event that is told as well without the option
would have come without it. *Precedence*: dates, and sentences that put one before the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aitia.abduction.choice import ChoiceModel, Figures
from aitia.abduction.precedence import order_by_dates, order_in_sentence
from aitia.abduction.views import Keywords, Scores, Told, View, both, view
from aitia.model.options import Check, State
from aitia.question.options import Option

Vectors = NDArray[np.float32]
TOGETHER = 0.30
"""Cosine from which a sentence is taken to tell of a text: the embedder's own threshold of relevance."""
_SHARPNESS = 10.0
_AROUND = 2
_BEST = 3
_READ_FOR_ORDER = 8


@dataclass(frozen=True)
class Weighed:
    """One option before any choice: its figures, its checks, its sentences by the view of both and alone."""

    option: Option
    figures: tuple[float, ...]
    precedence: Check
    mechanism: Check
    counterfactual: Check
    together: tuple[int, ...]
    alone: tuple[int, ...]
    both: Scores

    @property
    def fails(self) -> bool:
        """Whether any of the three conditions is contradicted."""
        return State.FAILS in (self.precedence.state, self.mechanism.state, self.counterfactual.state)


def weigh(
    event: str, options: Sequence[Option], sentences: Sequence[Told], vectors: Vectors, asked: Vectors
) -> tuple[Weighed, ...]:
    """Every option in order; empty without sentences or options.

    `vectors` (n, d) belong to the sentences, `asked` (1 + options, d) to the event and the options; all are
    of length 1.
    """
    if not sentences or not options:
        return ()
    keywords = Keywords(sentences)
    told, *offered = (
        view((vectors @ row).astype(np.float64), keywords.coverage(text))
        for row, text in zip(asked, (event, *(o.text for o in options)), strict=True)
    )
    figures = figures_of(sentences, [told.cosine, *(v.cosine for v in offered)])
    return tuple(
        _weighed(event, option, tuple(row), sentences, told, own)
        for option, row, own in zip(options, figures.tolist(), offered, strict=True)
    )


def _weighed(
    event: str,
    option: Option,
    figures: tuple[float, ...],
    sentences: Sequence[Told],
    told: View,
    own: View,
) -> Weighed:
    together = both(told, own)
    return Weighed(
        option=option,
        figures=figures,
        precedence=_precedence(event, option, sentences, together),
        mechanism=_mechanism(together),
        counterfactual=_counterfactual(sentences, told, own),
        together=_best(together.boosted),
        alone=_best(own.boosted),
        both=together.boosted,
    )


def all_shares(weighed: Sequence[Weighed], model: ChoiceModel) -> dict[tuple[int, ...], float]:
    """Probability of each set of options by the figures alone, whatever condition fails."""
    return model.probabilities(np.array([item.figures for item in weighed])) if weighed else {}


def set_shares(weighed: Sequence[Weighed], model: ChoiceModel) -> dict[tuple[int, ...], float]:
    """The same of the sets of which no option fails a condition; empty where every option fails."""
    shares = all_shares(weighed, model)
    possible = {s: p for s, p in shares.items() if not any(weighed[n].fails for n in s)}
    whole = sum(possible.values())
    return {s: p / whole for s, p in possible.items()} if whole > 0 else {}


def figures_of(sentences: Sequence[Told], cosines: Sequence[Scores]) -> Figures:
    """How near to the event each option is told, shape (options, 1); `cosines` begin with the event's.

    The mean, over sentences weighted by softmax of ten times the event's cosine, of the option's best cosine
    within two sentences.
    """
    event = cosines[0]
    weight = np.exp(_SHARPNESS * (event - event.max()))
    weight /= weight.sum()
    return np.array([[float(weight @ _around(sentences, option))] for option in cosines[1:]])


def _around(sentences: Sequence[Told], scores: Scores) -> Scores:
    """The best score within two sentences of the same document, for each sentence."""
    documents = np.unique([s.document for s in sentences], return_inverse=True)[1]
    best = scores.copy()
    for step in range(1, min(_AROUND, len(scores) - 1) + 1):
        same = documents[step:] == documents[:-step]
        best[:-step] = np.maximum(best[:-step], np.where(same, scores[step:], -1.0))
        best[step:] = np.maximum(best[step:], np.where(same, scores[:-step], -1.0))
    return best


def _precedence(event: str, option: Option, sentences: Sequence[Told], together: View) -> Check:
    dated = order_by_dates(option.text, event)
    if dated is not None:
        return dated
    near = [n for n in _best(together.boosted, _READ_FOR_ORDER) if together.cosine[n] >= TOGETHER]
    orders = [order_in_sentence(sentences[n].text, option.text, event) for n in near]
    if -1 in orders and 1 not in orders:
        return Check(state=State.HOLDS, why="a sentence puts it before the event")
    if 1 in orders and -1 not in orders:
        return Check(state=State.FAILS, why="a sentence puts it after the event")
    return Check(state=State.OPEN, why="no date and no wording says which came first")


def _mechanism(together: View) -> Check:
    best = float(together.cosine.max())
    if best >= TOGETHER:
        return Check(state=State.HOLDS, why=f"a sentence tells of both (cosine {best:.2f})")
    return Check(state=State.FAILS, why=f"no sentence tells of both (best cosine {best:.2f})")


def _counterfactual(sentences: Sequence[Told], told: View, offered: View) -> Check:
    around = _around(sentences, offered.cosine)
    near = told.cosine >= min(float(told.cosine.max()), max(TOGETHER, float(np.quantile(told.cosine, 0.95))))
    more = float(around[near].mean() - around.mean())
    if more > 0:
        return Check(
            state=State.HOLDS, why=f"told of more where the event is told of than elsewhere (+{more:.2f})"
        )
    return Check(
        state=State.FAILS, why=f"told of no more where the event is told of than elsewhere ({more:.2f})"
    )


def _best(scores: Scores, most: int = _BEST) -> tuple[int, ...]:
    return tuple(int(place) for place in np.argsort(-scores, kind="stable")[:most])
