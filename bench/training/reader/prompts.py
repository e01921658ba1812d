"""Examples from Evidence Inference: prompts of an article, on a page where the reader has to choose."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from aitia.model.scales import SentenceRole
from aitia.reading.trained.layout import AskedOutcome, Encoder
from aitia.text.sentences import Sentence
from bench.labelled import read_jsonl
from bench.reading.evidence_inference import CLASSES, article_sections
from bench.training.reader.examples import ANSWERS, Example, make_asked, make_page, overlaps

_PROMPTS_A_PAGE = 3
_DISTRACTORS = 5
_FROM_THE_ABSTRACT = 12


def prompt_examples(encoder: Encoder, path: Path, seed: int) -> list[Example]:
    """Evidence Inference: up to three prompts of an article on one page.

    The page holds the abstract, the sentences that annotators marked with their neighbours, and some other
    results, so that the network has to choose.
    """
    rng = random.Random(seed)
    found: list[Example] = []
    for row in read_jsonl(path):
        title, abstract, body = article_sections(row["text"])
        prompts = [p for p in (_prompt(p) for p in row["prompts"]) if p is not None]
        for start in range(0, len(prompts), _PROMPTS_A_PAGE):
            example = _prompted(encoder, row["pmcid"], title, abstract, body, prompts[start : start + 3], rng)
            if example.questions:
                found.append(example)
    return found


def not_of(abstracts: Collection[str], prompted: Sequence[Example]) -> list[Example]:
    """The pages of articles that none of the abstracts, held out by their PMCID, belongs to."""
    return [example for example in prompted if f"PMC{example.key}" not in abstracts]


Prompted = tuple[AskedOutcome, int, list[tuple[int, int]]]


def _prompt(row: dict[str, Any]) -> Prompted | None:
    """The question, the label that most annotators gave, and what they marked for it."""
    marked = [
        (CLASSES[a["label"]] + 1, (int(a["start"]), int(a["end"])))
        for a in row["annotations"]
        if a["label"] in CLASSES and a["evidence"].strip()
    ]
    if not marked:
        return None
    labels = [label for label, _ in marked]
    label = max(labels, key=labels.count)
    spans = [span for own, span in marked if own == label and span[1] > span[0] >= 0]
    return AskedOutcome(row["intervention"], row["comparator"], row["outcome"]), label, spans


def _prompted(
    encoder: Encoder,
    key: str,
    title: str,
    abstract: Sequence[Sentence],
    body: Sequence[Sentence],
    prompts: Sequence[Prompted],
    rng: random.Random,
) -> Example:
    everything = [*abstract, *body]
    spans = [span for _, _, own in prompts for span in own]
    wanted = {n for n, s in enumerate(everything) if overlaps(s, spans)}
    near = {n + d for n in wanted for d in (-1, 1) if 0 <= n + d < len(everything)}
    rest = [
        n for n in range(len(abstract), len(everything))
        if everything[n].role is SentenceRole.RESULT and n not in wanted
    ]  # fmt: skip
    rng.shuffle(rest)
    chosen = sorted(
        wanted | near | set(rest[:_DISTRACTORS]) | set(range(min(len(abstract), _FROM_THE_ABSTRACT)))
    )
    lines = [everything[n] for n in chosen]
    page = make_page(encoder, title, lines, frozenset(i for i, n in enumerate(chosen) if n in wanted))
    places = {number: place for place, number in enumerate(page.context.kept)}
    questions = []
    for asked, label, own in prompts:
        evidence = [places[n] for n, s in enumerate(lines) if n in places and overlaps(s, own)]
        if evidence:
            questions.append(
                make_asked(encoder, page, "prompt", asked, label, evidence, label != ANSWERS["same"])
            )
    return Example(key, page, tuple(questions))
