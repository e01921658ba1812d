"""Causal summaries beside plain passage retrieval: `python -m bench.causal_summary LABELS --corpus FILE`.

The same documents, the same questions (the labels' own that their abstract answers), figures by rules alone:

- *faithfulness*: share of a summary's statements that the documents bear out: the quote, which stands letter
  for letter in its document, names both ends (by half of its words at least; the cause perhaps in the title),
  and no labelled finding in that sentence for these ends has the other direction. Plain retrieval repeats its
  passages, so that its own is 1.
- *context recall*: share of the characters of the labelled evidence that the contexts hold.
- *context precision*: mean over the ranks of relevant contexts of the share of relevant ones so far (average
  precision); a context is relevant when it holds part of the labelled evidence. 0 where none is.

Contexts are the summary's quotes in order, and the passages nearest to the question: as many characters of
them as the summary has, and the three nearest whole.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aitia.model.passage import Passage
from aitia.summary import CausalSummary, Said, summarise
from aitia.words.stemmer import stem
from assets.steps.causal_summary import read_statements_of
from bench.pairs.command import vectors_of
from bench.reading.labels import Labelled, read_labelled
from bench.report import Measure, clustered_interval, emit
from resources.embedders.base import Embedder
from resources.embedders.catalogue import make_embedder
from resources.settings import get_settings

LIMIT, NEAREST = 60, 3
_WORD = re.compile(r"[a-z0-9]+")
_OPPOSITE = {
    "increases": "lower",
    "decreases": "higher",
    "goes with more": "lower",
    "goes with less": "higher",
}


@dataclass(frozen=True)
class Context:
    """Characters of one abstract (half-open) that are shown for a question."""

    paper: str
    start: int
    end: int


@dataclass(frozen=True)
class Scored:
    """The figures of one question and one way of answering."""

    faithfulness: float
    recall: float
    precision: float


def main(argv: Sequence[str] | None = None) -> None:
    """Read the abstracts once, answer each question both ways, print the figures."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.causal_summary",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("labels", type=Path)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=LIMIT, help=f"abstracts (default: {LIMIT})")
    parser.add_argument("--json", type=Path, metavar="PATH")
    options = parser.parse_args(argv)
    labelled = read_labelled(options.labels, options.corpus)[: options.limit]
    emit(measured(labelled, make_embedder(get_settings())), options.json, "causal summaries")


def measured(labelled: Sequence[Labelled], embedder: Embedder) -> list[Measure]:
    """The figures of the summary and of plain retrieval, on the same questions and abstracts."""
    told = [said for item in labelled for said in read_statements_of(item.paper)]
    passages = [p for item in labelled for p in item.passages if p.section_id == "abstract"]
    vectors = vectors_of(embedder, [p.text for p in passages])
    findings = {str(item.paper.paper_id): item.row["findings"] for item in labelled}
    rows: dict[str, list[Scored]] = {}
    groups = []
    for item in labelled:
        for asked in item.row["questions"]:
            if not asked["evidence"]:
                continue
            question = question_of(asked)
            summary = summarise(question, told, lambda texts: embedder.embed(list(texts)))
            gold = [Context(str(item.paper.paper_id), a, b) for a, b in asked["evidence"]]
            shown = contexts_of(summary, passages)
            order = nearest(embedder, question, vectors)
            plain = [whole(passages[i]) for i in order]
            budget = sum(c.end - c.start for c in shown)
            faith = faithfulness(summary.contexts, findings)
            rows.setdefault("causal summary", []).append(scored(shown, gold, faith))
            rows.setdefault("passages, as many characters", []).append(scored(cut(plain, budget), gold, 1.0))
            rows.setdefault(f"passages, {NEAREST} nearest", []).append(scored(plain[:NEAREST], gold, 1.0))
            groups.append(str(item.paper.paper_id))
    return _figures(rows, groups, len(told))


def question_of(asked: Mapping[str, Any]) -> str:
    """The labels' question in words."""
    against = f" compared with {asked['comparator']}" if asked.get("comparator") else ""
    return f"What is the effect of {asked['intervention']}{against} on {asked['outcome']}?"


def faithfulness(statements: Sequence[Said], findings: Mapping[str, Sequence[Mapping[str, Any]]]) -> float:
    """Share of the statements that their own sentence bears out; nan without a statement."""
    if not statements:
        return float("nan")
    return float(np.mean([borne_out(said, findings.get(said.paper, ())) for said in statements]))


def borne_out(said: Said, findings: Sequence[Mapping[str, Any]]) -> bool:
    """The quote (or, for the cause, the title) names both ends, and no labelled finding says the opposite."""
    quote, title = _stems(said.quote.text), _stems(said.title)
    if _covered(said.effect, quote) < 0.5 or _covered(said.cause, quote | title) < 0.5:
        return False
    for finding in findings:
        ends = _stems(said.cause), _stems(said.effect)
        same = ends[0] & _stems(finding["intervention"]) and ends[1] & _stems(finding["outcome"])
        there = any(
            start < said.quote.char_end and end > said.quote.char_start for start, end in finding["evidence"]
        )
        if same and there and finding["direction"] == _OPPOSITE.get(said.relation):
            return False
    return True


def scored(shown: Sequence[Context], gold: Sequence[Context], faith: float) -> Scored:
    """Recall by characters of the evidence, precision by ranks."""
    wanted = {(g.paper, place) for g in gold for place in range(g.start, g.end)}
    held = {(c.paper, place) for c in shown for place in range(c.start, c.end)}
    relevant = [any(_overlap(c, g) for g in gold) for c in shown]
    hits = np.cumsum(relevant)
    shares = [hits[i] / (i + 1) for i, is_relevant in enumerate(relevant) if is_relevant]
    recall = len(wanted & held) / max(1, len(wanted))
    return Scored(faith, recall, float(np.mean(shares)) if shares else 0.0)


def cut(contexts: Sequence[Context], budget: int) -> list[Context]:
    """The first contexts up to so many characters, the last one cut."""
    found = []
    for context in contexts:
        if budget <= 0:
            break
        end = min(context.end, context.start + budget)
        found.append(Context(context.paper, context.start, end))
        budget -= end - context.start
    return found


def contexts_of(summary: CausalSummary, passages: Sequence[Passage]) -> list[Context]:
    """Where the summary's quotes stand in their abstracts; a quote of a title is none of the abstract's."""
    begins = {p.passage_id: p.char_offset for p in passages}
    found = [
        Context(said.paper, begins[q.passage_id] + q.char_start, begins[q.passage_id] + q.char_end)
        for said in summary.contexts
        if (q := said.quote).passage_id in begins
    ]
    return list(dict.fromkeys(found))


def whole(passage: Passage) -> Context:
    """All of a passage."""
    return Context(str(passage.paper_id), passage.char_offset, passage.char_offset + len(passage.text))


def nearest(embedder: Embedder, question: str, vectors: NDArray[np.float32]) -> list[int]:
    """The passages by cosine to the question, best first."""
    asked = embedder.embed([question])[0]
    likeness = vectors @ asked / np.maximum(np.linalg.norm(vectors, axis=1), 1e-12)
    return [int(i) for i in np.argsort(-likeness, kind="stable")]


def _figures(rows: Mapping[str, Sequence[Scored]], groups: Sequence[str], told: int) -> list[Measure]:
    found = [Measure("statements read", told, len(set(groups)))]
    for name, scores in rows.items():
        for figure in ("faithfulness", "recall", "precision"):
            values = np.array([getattr(score, figure) for score in scores])
            ends = clustered_interval(groups, lambda i, v=values: float(np.nanmean(v[i])), 500)  # type: ignore[misc]
            label = figure if figure == "faithfulness" else f"context {figure}"
            count = int(np.isfinite(values).sum())
            found.append(Measure(f"{name}: {label}", float(np.nanmean(values)), count, ends))
    return found


def _overlap(one: Context, other: Context) -> bool:
    return one.paper == other.paper and one.start < other.end and other.start < one.end


def _stems(text: str) -> set[str]:
    return {stem(word) for word in _WORD.findall(text.lower()) if len(word) > 2}


def _covered(name: str, words: set[str]) -> float:
    own = _stems(name)
    return len(own & words) / len(own) if own else 1.0


if __name__ == "__main__":
    main()
