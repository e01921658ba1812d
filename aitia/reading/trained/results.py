"""What a paper found, read without a question: result sentences, outcomes and arms, then their directions.

The page alone says which sentences state results of the paper's own and which words name outcomes and arms;
what its sentence says of every outcome is then read by its words.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from aitia.model.claim import DirectionShares
from aitia.model.data import read_table, words_of
from aitia.model.scales import Direction
from aitia.reading.paper.arms import control_words, stems
from aitia.reading.trained.answers import direction_of
from aitia.reading.trained.layout import AskedOutcome, Context, Line
from aitia.reading.trained.marks import names_of
from aitia.reading.trained.network import COMPARATOR, INTERVENTION, OUTCOME, Network, Output, Page
from aitia.reading.trained.sentence import read_sentence
from aitia.text.splitting import Span

NAME_WORDS = read_table(__package__, "names.toml")
"""Which words belong to a name: lists by kind."""
MOST_OUTCOMES = 12
TITLE = -1
"""The title's number among the sentences that hold names of arms."""
_LONGEST_NAME = 110
_TAGS = ("outcome", "intervention", "comparator")
_FURTHER = (0.15, 0.5, 0.5)
"""From this probability of its tag on, a word carries a name on; chosen on the held-out abstracts."""
_MOST_STEMS = 400
_OF_A_PART = 0.3
"""Chosen, like the weight of a mention, on the abstracts that were learned from."""
_WORD = re.compile(r"[^\W_]+(?:[-\u2010\u2011'/+.][^\W_]+)*")
_JOINED = re.compile(r"(?i)\s(?:and|or|versus|vs\.?|&)\s")
_JOINING = frozenset({"and", "or"})
_BREAK = re.compile(r"[;:.(),]")
LACK = re.compile(r"(?i)\b(?:no|not|non|without|lack|absence|absent)\b")
_ONLY_GROUP = re.compile(r"(?i)(?:(?:groups?|arms?|patients|participants|subjects)\b\s*)+")
_NO_EDGE = words_of(NAME_WORDS, "no_edge")
_BETWEEN_ARMS = words_of(NAME_WORDS, "between_arms")
_CHANGE_OF = words_of(NAME_WORDS, "change_of")
_COMPARED = words_of(NAME_WORDS, "compared")
_BEFORE_AN_ARM = (["with"], ["in"], ["for"], ["after"], ["on"])
_CHANGED = _CHANGE_OF | words_of(NAME_WORDS, "changed")

_Word = tuple[int, int, float]
"""A word's characters and its score."""


@dataclass(frozen=True, slots=True)
class NamedSpan:
    """Words of a sentence that name an outcome or an arm; `span` are characters of that sentence."""

    sentence: int
    span: Span
    text: str
    score: float


@dataclass(frozen=True, slots=True)
class Result:
    """One result of the paper's own: its outcome, its arms, the shares of more, less and no difference, the
    probability that the outcome's sentence states a result, whether the arms are those of this result rather
    than the page's, and the probability that none of the three can be told."""

    outcome: NamedSpan
    asked: AskedOutcome
    shares: DirectionShares
    result: float
    own_arms: bool = False
    unclear: float = 0.0

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


def read_results(page: Page, names: PaperNames, outcomes: Sequence[NamedSpan]) -> tuple[Result, ...]:
    """What became of every outcome, each sentence read by its words."""
    results = []
    for span in outcomes:
        asked = AskedOutcome(names.intervention, names.comparator, span.text)
        more, less, same = read_sentence(page.text.lines[span.sentence], names_of(page.text, asked))
        shares = (float(more), float(less), float(same))
        results.append(Result(span, asked, shares, names.result[span.sentence]))
    return tuple(results)


def names_of_page(network: Network, page: Page, lines: Sequence[Line], output: Output) -> PaperNames:
    """The names that a page tells by itself; `output` is any pass over it."""
    context = page.context
    texts = {TITLE: page.text.title, **{number: line.text for number, line in enumerate(lines)}}
    result = {number: probability(float(output.result[k])) for k, number in enumerate(context.kept)}
    least = network.calibration["result"]
    spans = {column: _spans(network, output, context, texts, column) for column in range(3)}
    outcomes = [span for span in spans[OUTCOME] if result.get(span.sentence, 0.0) >= least]
    said = frozenset().union(*(stems(text, _MOST_STEMS) for text in page.text.lines))
    told = frozenset().union(*(stems(span.text) for span in outcomes))
    for column in (INTERVENTION, COMPARATOR):
        spans[column] = [s for s in spans[column] if s.sentence != TITLE or _is_arm(s, said, told)]
    long = {short.lower(): name for short, name in page.text.abbreviations.items()}
    first, second = (long.get(arm.lower(), arm) for arm in _told_apart(*_arms(spans)))
    return PaperNames(tuple(outcomes), first, second, result)


def _told_apart(first: str, second: str) -> tuple[str, str]:
    """Two arms of which neither is also named as a part of the other ("A and B" against "B")."""
    return _without(first, second) if second else first, _without(second, first)


def _without(name: str, other: str) -> str:
    own, rival = _JOINED.split(name), stems(other)
    left = [part for part in own if stems(part) and not (stems(part) <= rival or rival <= stems(part))]
    return " and ".join(left) if 0 < len(left) < len(own) else name


def _is_arm(name: NamedSpan, said: frozenset[str], outcomes: frozenset[str]) -> bool:
    """Whether a name in the title can be an arm's: the abstract speaks of it, and it holds no outcome
    ("coffee and gout")."""
    own = stems(name.text)
    return bool(own & said) and not own & outcomes


def _arms(spans: Mapping[int, Sequence[NamedSpan]]) -> tuple[str, str]:
    """Intervention and comparator; what is called a control is the comparator wherever the other is not."""
    first = _leading(spans[INTERVENTION])
    second = _leading(spans[COMPARATOR], first)
    if not (first and control_words(first)) or (second and control_words(second) >= control_words(first)):
        return first, second
    return second or _leading([s for s in spans[INTERVENTION] if not control_words(s.text)]), first


def _spans(
    network: Network, output: Output, context: Context, texts: Mapping[int, str], column: int
) -> list[NamedSpan]:
    """Runs of words that carry the tag.

    A run begins at a word that is surely tagged and goes on over words that are not surely untagged, up to a
    bracket or the end of a clause; words that no name begins or ends with are cut off.
    """
    seed = network.calibration[f"{_TAGS[column]}_tag"]
    further = _FURTHER[column]
    found: list[NamedSpan] = []
    for number, words in _scored(output, context, texts, column).items():
        text = texts[number]
        if column != OUTCOME:
            words = [(a, b, 0.0 if text[a:b].lower() in _BETWEEN_ARMS else score) for a, b, score in words]
        for first, last in name_runs(text, words, seed, further):
            span = trimmed(text, words[first : last + 1])
            if span is not None and not (column and _ONLY_GROUP.fullmatch(text[slice(*span)])):
                score = sum(word[2] for word in words[first : last + 1]) / (last + 1 - first)
                found.append(NamedSpan(number, span, text[slice(*span)], score))
    return sorted(found, key=lambda span: (span.sentence, span.span))


def _scored(
    output: Output, context: Context, texts: Mapping[int, str], column: int
) -> dict[int, list[_Word]]:
    """The words of the title and of every sentence kept, each with the mean probability of its tokens to
    carry the tag."""
    scores = [probability(float(score)) for score in output.tags[:, column]]
    tokens = {TITLE: [(start, end, scores[k]) for k, (start, end) in enumerate(context.title, 1)]}
    for place, token in enumerate(context.token_of):
        if token is not None:
            tokens.setdefault(token[0], []).append((token[1], token[2], scores[place]))
    return {number: words_with_means(texts[number], own) for number, own in tokens.items()}


def words_with_means(text: str, tokens: Sequence[tuple[int, int, float]]) -> list[_Word]:
    """The words of a text that hold tokens (characters and a score each), each with their mean score."""
    words, first = [], 0
    for start, end in (match.span() for match in _WORD.finditer(text)):
        while first < len(tokens) and tokens[first][1] <= start:
            first += 1
        last = first
        while last < len(tokens) and tokens[last][0] < end:
            last += 1
        if last > first:
            score = sum(token[2] for token in tokens[first:last]) / (last - first)
            words.append((start, end, score))
    return words


def name_runs(
    text: str, words: Sequence[_Word], seed: float, further: float, starts: Set[int] = frozenset()
) -> list[tuple[int, int]]:
    """First and last word of every run, the surest first; no word is in two of them, and none but the first
    begins at one of the characters `starts`."""
    taken: set[int] = set()
    runs = []

    def joins(left: int, right: int, new: int) -> bool:
        between = text[words[left][1] : words[right][0]]
        apart = words[right][0] in starts or _BREAK.search(between)
        return new not in taken and words[new][2] >= further and not apart

    for place in sorted(range(len(words)), key=lambda k: -words[k][2]):
        if words[place][2] < seed or place in taken:
            continue
        first = last = place
        while first > 0 and joins(first - 1, first, first - 1):
            first -= 1
        while last + 1 < len(words) and joins(last, last + 1, last + 1):
            last += 1
        taken.update(range(first, last + 1))
        runs.append((first, last))
    return runs


def trimmed(text: str, words: Sequence[_Word]) -> Span | None:
    """Where a name stands without the words that none begins or ends with; None where nothing is left."""
    names = [text[a:b].lower() for a, b, _ in words]
    first, last = 0, len(names) - 1
    if names[0] in _COMPARED and names[1:2] in _BEFORE_AN_ARM:
        first = 2
    while first <= last and (names[first] in _NO_EDGE or names[first] in _CHANGED):
        if names[first] in _CHANGE_OF and names[first + 1 : first + 2] not in (["in"], ["of"]):
            break
        first += 1
    while last >= first and (
        names[last] in _NO_EDGE
        or names[last] in _CHANGED - _CHANGE_OF
        or (names[last].isdigit() and names[last - 1] in _JOINING)  # "received calcifediol and 391 did not"
    ):
        last -= 1
    if first > last:
        return None
    span = words[first][0], words[last][1]
    return span if 2 < span[1] - span[0] <= _LONGEST_NAME else None


def _leading(spans: Sequence[NamedSpan], taken: str = "") -> str:
    """The name with most belief over all its mentions, "" without one; `taken` names the other arm.

    Each mention counts by its words, and a part of what is believed of a shorter name is believed of the one
    that holds it.
    """
    belief: defaultdict[str, float] = defaultdict(float)
    shown: dict[str, str] = {}
    for span in spans:
        key = span.text.lower()
        if not is_same_arm(key, taken):
            belief[key] += span.score * len(key.split())
            shown.setdefault(key, span.text)
    own = {key: stems(key) for key in belief}
    total = {
        key: alone + _OF_A_PART * sum(belief[part] for part in own if own[part] and own[part] < own[key])
        for key, alone in belief.items()
    }
    return shown[max(total, key=lambda key: (total[key], key))] if total else ""


def is_same_arm(name: str, taken: str) -> bool:
    """Whether two names are one arm's in other words ("A plus B", "A and B"); "without A" is another's."""
    own = stems(name)
    alike = own == stems(taken) if own else name.lower() == taken.lower()
    return alike and bool(LACK.search(name)) is bool(LACK.search(taken))


def probability(logit: float) -> float:
    """A probability from log odds."""
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, logit))))
