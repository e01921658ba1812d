"""What of a paper the network is shown: the abstract, or of a longer paper the results that are asked for.

A longer paper has its sentences ranked for the question (`evidence_ranking`), and the outcome reader weighs
the best of them, wherever they stand; the network reads the results of the abstract with those of the body
that rank first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from aitia.model.claim import DirectionShares
from aitia.model.scales import SentenceRole
from aitia.reading.paper.document import ReadSentence
from aitia.reading.trained.close import MOST_SENTENCES as MOST_READ
from aitia.reading.trained.layout import AskedOutcome
from aitia.reading.trained.outcome_reader import Article, ask, prepare_article, weighed
from aitia.text.sentences import Sentence

FROM_THE_BODY = 4
MOST_SENTENCES = 60
_UNASKED = 8
_EVIDENCE = (SentenceRole.RESULT, SentenceRole.CONCLUSION)
_CONTEXT = 4_000
"""Characters of a paper's beginning that tell its arms apart."""
_KEPT = 4


@dataclass(frozen=True)
class Whole:
    """A whole article as the outcome reader weighs it: the shares of more, less and no difference, and how
    much of them rests on each sentence shown (by number; what was not shown has none)."""

    shares: DirectionShares
    evidence: Mapping[int, float]

    def first(self) -> list[int]:
        """The sentences that count most, as many as are read closely, in the order of the text."""
        best = sorted(self.evidence, key=lambda number: -self.evidence[number])
        return sorted(best[:MOST_READ])


class Shown(NamedTuple):
    """The sentences that the network reads; `whole` is there for a paper with a body that is asked for
    something."""

    lines: tuple[ReadSentence, ...]
    whole: Whole | None = None


def shown_of(title: str, document: Sequence[ReadSentence], asked: AskedOutcome | None) -> Shown:
    """What is shown of a paper; the title is shown apart. A paper without an abstract is read from its body
    alone. Raises ModelFileError when the ranker's or the outcome reader's files are missing."""
    abstract = _shown(tuple(s for s in document if s.section_id == "abstract"))
    body = tuple(s for s in document if s.section_id not in ("abstract", "title"))
    if not body:
        return Shown(abstract)
    if asked is None:
        results = [s for s in body if s.role in _EVIDENCE]
        return Shown((*abstract, *results[: _UNASKED if abstract else 2 * _UNASKED]))
    article, held = _article(title, abstract, body)
    own = ask(article, asked.intervention, asked.comparator, asked.outcome)
    told, ranked, weights = weighed(article, own)
    order = [held[one.start] for one in ranked]
    found = [s for s in order if s.role in _EVIDENCE and s.section_id != "abstract"]
    best = found[: FROM_THE_BODY if abstract else 2 * FROM_THE_BODY]
    results = [s for s in abstract if s.role in _EVIDENCE]
    lines = tuple(sorted((*results, *best), key=lambda s: s.index))
    number = {s.index: n for n, s in enumerate(lines)}
    counted = zip(order[: len(weights)], weights, strict=True)
    rests = {number[s.index]: weight for s, weight in counted if s.index in number}
    return Shown(lines, Whole(told.probabilities, rests))


def _shown(abstract: tuple[ReadSentence, ...]) -> tuple[ReadSentence, ...]:
    """Of an abstract that is longer than any, the last results and conclusions before all else."""
    told = [s for s in abstract if s.role in _EVIDENCE][-MOST_SENTENCES:]
    others = [s for s in abstract if s.role not in _EVIDENCE][: MOST_SENTENCES - len(told)]
    return tuple(sorted((*told, *others), key=lambda s: s.index))


def article_of(context: str, sentences: Sequence[ReadSentence]) -> tuple[Article, dict[int, ReadSentence]]:
    """The sentences as an article for the outcome reader, and where each begins; the beginning of `context`,
    the paper from its title on, stands before them and only tells the arms apart."""
    head = context[:_CONTEXT] + "\n"
    parts, spans, held, place = [head], [], {}, len(head)
    for item in sentences:
        spans.append(Sentence(place, place + len(item.text), item.text, item.role))
        parts.append(item.text + " ")
        held[place] = item
        place += len(item.text) + 1
    return prepare_article("".join(parts), spans), held


@lru_cache(maxsize=_KEPT)
def _article(
    title: str, abstract: tuple[ReadSentence, ...], body: tuple[ReadSentence, ...]
) -> tuple[Article, dict[int, ReadSentence]]:
    """The paper made ready, whatever it is asked."""
    return article_of(" ".join((title, *(s.text for s in abstract))), (*abstract, *body))
