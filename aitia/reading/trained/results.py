"""What a paper found, read without a question: result sentences, outcomes and arms, then their directions.

The page alone says which sentences state results of the paper's own and which words name outcomes and arms;
what its sentence says of every outcome is then read by its words.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from aitia.model.claim import DirectionShares
from aitia.model.scales import Direction
from aitia.reading.trained.answers import direction_of
from aitia.reading.trained.layout import AskedOutcome, Context, Line
from aitia.reading.trained.marks import names_of
from aitia.reading.trained.network import COMPARATOR, INTERVENTION, OUTCOME, Network, Output, Page
from aitia.reading.trained.sentence import read_sentence
from aitia.text.splitting import Span

MOST_OUTCOMES = 12
_LONGEST_NAME = 110


@dataclass(frozen=True, slots=True)
class NamedSpan:
    """Words of a sentence that name an outcome or an arm; `span` are characters of that sentence."""

    sentence: int
    span: Span
    text: str
    score: float


@dataclass(frozen=True, slots=True)
class Result:
    """One result of the paper's own: its outcome, its arms, the shares of more, less and no difference, and
    the probability that the outcome's sentence states a result."""

    outcome: NamedSpan
    asked: AskedOutcome
    shares: DirectionShares
    result: float

    @property
    def direction(self) -> Direction:
        """The likeliest direction."""
        return direction_of(self.shares)


@dataclass(frozen=True, slots=True)
class PaperNames:
    """What the network takes for names: outcomes by place, arms by how surely they are named; `result`
    holds the probability of each kept sentence to state a result of the paper's own."""

    outcomes: tuple[NamedSpan, ...]
    intervention: str
    comparator: str
    result: dict[int, float]


def outcomes_of(names: PaperNames) -> tuple[NamedSpan, ...]:
    """The outcomes to ask for, in the order of the text; none without an intervention's name."""
    unique: dict[tuple[int, str], NamedSpan] = {}
    for span in names.outcomes:
        unique.setdefault((span.sentence, span.text.lower()), span)
    if not names.intervention:
        return ()
    chosen = sorted(unique.values(), key=lambda span: -span.score)[:MOST_OUTCOMES]
    return tuple(sorted(chosen, key=lambda span: (span.sentence, span.span)))


def read_results(page: Page, names: PaperNames) -> tuple[Result, ...]:
    """What became of every outcome named in a result sentence, each sentence read by its words."""
    results = []
    for span in outcomes_of(names):
        asked = AskedOutcome(names.intervention, names.comparator, span.text)
        more, less, same = read_sentence(page.text.lines[span.sentence], names_of(page.text, asked))
        shares = (float(more), float(less), float(same))
        results.append(Result(span, asked, shares, names.result[span.sentence]))
    return tuple(results)


def names_of_page(network: Network, page: Page, lines: Sequence[Line], output: Output) -> PaperNames:
    """The names that a page tells by itself; `output` is any pass over it."""
    context = page.context
    result = {number: _probability(float(output.result[k])) for k, number in enumerate(context.kept)}
    least = network.calibration["result"]
    spans = {column: _spans(network, output, context, lines, column) for column in range(3)}
    outcomes = [span for span in spans[OUTCOME] if result[span.sentence] >= least]
    first = _leading(spans[INTERVENTION])
    return PaperNames(tuple(outcomes), first, _leading(spans[COMPARATOR], first), result)


def _spans(
    network: Network, output: Output, context: Context, lines: Sequence[Line], column: int
) -> list[NamedSpan]:
    """Runs of tokens that carry the tag, widened to whole words; a run ends with its sentence."""
    least = network.calibration[("outcome_tag", "intervention_tag", "comparator_tag")[column]]
    found: list[NamedSpan] = []
    run: list[tuple[int, int, int, float]] = []
    for place, token in enumerate(context.token_of):
        score = _probability(float(output.tags[place, column]))
        if token is not None and score >= least and (not run or run[-1][0] == token[0]):
            run.append((*token, score))
            continue
        if run:
            found.append(_named(run, lines))
            run = []
        if token is not None and score >= least:
            run = [(*token, score)]
    if run:
        found.append(_named(run, lines))
    return [span for span in found if 2 < len(span.text) <= _LONGEST_NAME]


def _named(run: Sequence[tuple[int, int, int, float]], lines: Sequence[Line]) -> NamedSpan:
    number, text = run[0][0], lines[run[0][0]].text
    start, end = run[0][1], run[-1][2]
    while start > 0 and text[start - 1].isalnum() and text[start].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum() and text[end - 1].isalnum():
        end += 1
    score = sum(item[3] for item in run) / len(run)
    return NamedSpan(number, (start, end), text[start:end], score)


def _leading(spans: Sequence[NamedSpan], taken: str = "") -> str:
    """The name with most belief over all its mentions, "" without one; `taken` names the other arm."""
    belief: Counter[str] = Counter()
    shown: dict[str, str] = {}
    for span in spans:
        key = span.text.lower()
        if key != taken.lower():
            belief[key] += span.score * len(key.split()) ** 0.5
            shown.setdefault(key, span.text)
    return shown[max(belief, key=lambda key: (belief[key], key))] if belief else ""


def _probability(logit: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, logit))))
