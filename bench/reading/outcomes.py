"""Measure: what an intervention did to an outcome, from the marked sentence and from the whole article.

Read by the outcome reader and, where its packages are installed, by the close reader beside it, as a model's
quotes are by the second opinion. The close reader sees the article's own names of its arms, which the page
reader tells from the abstract.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from aitia.model.keys import PaperId
from aitia.model.paper import Paper
from aitia.reading.answers.trained import Closely
from aitia.reading.models import load_arrays
from aitia.reading.models.linear import fingerprint
from aitia.reading.trained import AskedOutcome, LocalModels, read_with_network
from aitia.reading.trained.close import MOST_SENTENCES, CloseReader
from aitia.reading.trained.marks import Text
from aitia.reading.trained.outcome_reader import (
    DIRECTIONS,
    FLIP,
    MODEL,
    Article,
    OutcomeReading,
    rank_sentences,
    read_article,
    read_sentence,
)
from aitia.text.passages import make_passages
from bench.reading.evidence_inference import Prompt, article_sections, prepare_articles, read_prompts
from bench.reading.labels import shipped_models
from bench.report import Measure, clustered_interval

_CONTEXT = 20_000
"""Characters of an article in which the names of groups are looked for."""

Guesses = NDArray[np.int64]


def macro_f1(guess: Guesses, gold: Guesses, classes: Sequence[int] = (0, 1, 2)) -> float:
    """Mean of the classes' F1; a class that neither guess nor gold has counts 0."""
    scores = []
    for c in classes:
        hits = int(((guess == c) & (gold == c)).sum())
        total = int((guess == c).sum() + (gold == c).sum())
        scores.append(2 * hits / total if total else 0.0)
    return float(np.mean(scores))


def outcome_measures(path: Path) -> tuple[list[Measure], str]:
    """The figures and a note on rows that the reader was trained on (those articles are left out)."""
    prompts, texts = read_prompts(path)
    trained = set(load_arrays(MODEL)["trained_on"].tolist())
    seen = {key for key, text in texts.items() if int(fingerprint(text[:2000])) in trained}
    fresh = [p for p in prompts if p.article not in seen]
    note = f"{len(seen)} of {len(texts)} articles were trained on"
    if fresh:
        note += " and are left out" if seen else ""
    else:
        note += ": THESE FIGURES ARE OF TRAINING ROWS, not a test"
        fresh = prompts
    return _measures(fresh, {p.article: texts[p.article] for p in fresh}), note


@dataclass(frozen=True)
class _Articles:
    """The articles made ready for both readers; `beside` is empty without the close reader."""

    texts: Mapping[str, str]
    known: Mapping[str, Article]
    beside: Mapping[str, Closely]

    def marked(self, p: Prompt, turned: bool = False) -> OutcomeReading:
        """The marked sentence, with the arms as asked or exchanged."""
        asked = _asked(p, turned)
        told = read_sentence(p.gold, *_parts(asked), self.texts[p.article])
        return self._closely(p, told, [p.gold], asked)

    def whole(self, p: Prompt) -> OutcomeReading:
        """The whole article; the close reader reads the sentences that come first."""
        asked, article = _asked(p), self.known[p.article]
        told = read_article(article, *_parts(asked))
        best = sorted(rank_sentences(article, *_parts(asked))[:MOST_SENTENCES], key=lambda one: one.start)
        return self._closely(p, told, [one.text for one in best], asked)

    def _closely(
        self, p: Prompt, told: OutcomeReading, sentences: Sequence[str], asked: AskedOutcome
    ) -> OutcomeReading:
        beside = self.beside.get(p.article)
        return beside.beside(told, sentences, asked) if beside and sentences else told


def _beside(key: str, text: str, article: Article, models: LocalModels, reader: CloseReader) -> Closely:
    title, abstract, _ = article_sections(text)
    told = " ".join(sentence.text for sentence in abstract)
    paper = Paper(paper_id=PaperId(key), title=title, abstract=told, source="articles", record_id=key)
    names = read_with_network(title, make_passages(paper), None, models).names
    return Closely(reader, Text(title, (), article.text[:_CONTEXT], article.abbreviations), names)


def _asked(p: Prompt, turned: bool = False) -> AskedOutcome:
    asked = AskedOutcome(p.intervention, p.comparator, p.outcome)
    return asked.turned() if turned else asked


def _parts(asked: AskedOutcome) -> tuple[str, str, str]:
    return asked.intervention, asked.comparator, asked.outcome


def _measures(prompts: list[Prompt], texts: dict[str, str]) -> list[Measure]:
    articles = prepare_articles(texts)
    gold = np.array([p.label for p in prompts])
    groups = [p.article for p in prompts]
    constant = np.full(len(gold), np.bincount(gold, minlength=3).argmax())
    models = shipped_models()
    close = models.close
    beside = {k: _beside(k, texts[k], one, models, close) for k, one in articles.items()} if close else {}
    reader = _Articles(texts, articles, beside)
    marked = [reader.marked(p) for p in prompts]
    guess = _classes(marked)
    swapped = np.array(FLIP)[_classes([reader.marked(p, turned=True) for p in prompts])]
    whole = [reader.whole(p) for p in prompts]
    read = _classes(whole)
    first, five = _ranks(prompts, articles)
    base = float((constant == gold).mean())
    rows: list[tuple[str, Callable[[NDArray[np.int64]], float], float | None]] = [
        ("marked sentence: macro-F1", lambda i: macro_f1(guess[i], gold[i]), macro_f1(constant, gold)),
        ("marked sentence: accuracy", lambda i: float((guess == gold)[i].mean()), base),
        ("marked sentence: right as asked and with the arms swapped",
         lambda i: float(((guess == gold) & (swapped == gold))[i].mean()), base),
        ("marked sentence: right on the most confident 60%", _confident(marked, guess == gold), base),
        ("marked sentence: expected calibration error", _calibration(marked, guess == gold), None),
        ("whole article: macro-F1", lambda i: macro_f1(read[i], gold[i]), macro_f1(constant, gold)),
        ("whole article: accuracy", lambda i: float((read == gold)[i].mean()), base),
        ("whole article: right on the most confident 60%", _confident(whole, read == gold), base),
        ("evidence sentence ranked first", lambda i: float(first[i].mean()), None),
        ("evidence sentence among five", lambda i: float(five[i].mean()), None),
    ]  # fmt: skip
    everything = np.arange(len(gold))
    return [
        Measure(name, figure(everything), len(gold), clustered_interval(groups, figure, 300), baseline)
        for name, figure, baseline in rows
    ]


def _classes(readings: Sequence[OutcomeReading]) -> Guesses:
    order = {d: i for i, d in enumerate(DIRECTIONS)}
    return np.array([order.get(r.direction, 2) for r in readings])


def _confident(
    readings: Sequence[OutcomeReading], right: NDArray[np.bool_], share: float = 0.6
) -> Callable[[NDArray[np.int64]], float]:
    confidence = np.array([r.confidence for r in readings])

    def figure(rows: NDArray[np.int64]) -> float:
        best = rows[np.argsort(-confidence[rows], kind="stable")[: max(1, int(share * len(rows)))]]
        return float(right[best].mean())

    return figure


def _calibration(
    readings: Sequence[OutcomeReading], right: NDArray[np.bool_]
) -> Callable[[NDArray[np.int64]], float]:
    confidence = np.array([r.confidence for r in readings])

    def figure(rows: NDArray[np.int64]) -> float:
        bins = np.minimum((confidence[rows] * 10).astype(int), 9)
        gaps = [
            abs(confidence[rows][bins == b].mean() - right[rows][bins == b].mean()) * (bins == b).mean()
            for b in np.unique(bins)
        ]
        return float(sum(gaps))

    return figure


def _ranks(
    prompts: list[Prompt], articles: dict[str, Article]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    first, five = [], []
    for p in prompts:
        top = rank_sentences(articles[p.article], p.intervention, p.comparator, p.outcome)[:5]
        hit = [any(c.start < end and c.end > start for start, end in p.spans) for c in top]
        first.append(any(hit[:1]))
        five.append(any(hit))
    return np.array(first), np.array(five)
