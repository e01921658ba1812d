"""Examples for the network: pages with questions, from labelled abstracts and from Evidence Inference."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aitia.reading.trained.layout import AskedOutcome, Encoder, Line, lay_out, question_ids
from aitia.reading.trained.marks import TURNED, Text, mark
from aitia.reading.trained.network import Page
from aitia.reading.trained.order import Embed, natural_features, natural_probability
from aitia.text.sentences import Sentence, sentences
from bench.labelled import read_jsonl

ANSWERS = {"not reported": 0, "higher": 1, "lower": 2, "same": 3, "unclear": 4}
FLIP = (0, 2, 1, 3, 4)


@dataclass(frozen=True)
class Asked:
    """A question with its answer (a class of ANSWERS), the sentences that say so (places on the page) and how
    the page names it. `significant` is None where nothing is known of it; `kind` is finding, review, own,
    prompt or made-up."""

    kind: str
    asked: AskedOutcome
    answer: int
    evidence: tuple[int, ...]
    significant: bool | None
    ids: tuple[int, ...]
    marks: NDArray[np.int8]
    shares: NDArray[np.float32]

    def turned(self, encoder: Encoder) -> Asked:
        """The same with the arms exchanged."""
        other = self.asked.turned()
        return replace(
            self,
            asked=other,
            answer=FLIP[self.answer],
            ids=question_ids(encoder, other),
            marks=TURNED[self.marks].astype(np.int8),
            shares=self.shares[:, [0, 2, 1]],
        )


@dataclass(frozen=True)
class Example:
    """A page with questions. `own` are the places of sentences with results of the paper's own; `tags` and
    `known` (tokens × 3) mark names of outcome, intervention and comparator, and where that is known at all.
    All three are None where nobody labelled the findings."""

    key: str
    page: Page
    questions: tuple[Asked, ...]
    own: tuple[int, ...] | None = None
    tags: NDArray[np.bool_] | None = None
    known: NDArray[np.bool_] | None = None


def make_asked(
    encoder: Encoder,
    page: Page,
    kind: str,
    asked: AskedOutcome,
    answer: int,
    evidence: Sequence[int] = (),
    significant: bool | None = None,
) -> Asked:
    """A question to a page, with its marks."""
    marks = mark(page.text, page.context, asked)
    return Asked(
        kind,
        asked,
        answer,
        tuple(evidence),
        significant,
        question_ids(encoder, asked),
        marks.tokens.astype(np.int8),
        marks.shares,
    )


def read_corpus(path: Path) -> dict[str, dict[str, Any]]:
    """Abstracts by PMCID and PMID."""
    held: dict[str, dict[str, Any]] = {}
    for row in read_jsonl(path):
        held.update({str(row[name]): row for name in ("pmcid", "pmid") if row.get(name)})
    return held


def label_examples(encoder: Encoder, labels: Path, corpus: Path) -> list[Example]:
    """One example for every labelled abstract."""
    held = read_corpus(corpus)
    return [_labelled(encoder, row, held[row["id"]]) for row in read_jsonl(labels)]


def _labelled(encoder: Encoder, row: dict[str, Any], paper: dict[str, Any]) -> Example:
    abstract = paper["abstract"]
    lines = sentences(abstract)
    page = make_page(encoder, paper["title"], lines)
    places = {number: place for place, number in enumerate(page.context.kept)}

    def said(spans: Sequence[Sequence[int]]) -> tuple[int, ...]:
        return tuple(sorted(places[n] for n, s in enumerate(lines) if n in places and overlaps(s, spans)))

    questions = []
    for finding in row["findings"]:
        asked = AskedOutcome(
            finding["intervention"], finding["comparator"], finding["outcome"], finding["condition"]
        )
        answer = ANSWERS[finding["direction"]]
        questions.append(
            make_asked(
                encoder, page, "finding", asked, answer, said(finding["evidence"]), finding["significant"]
            )
        )
    for question in row["questions"]:
        asked = AskedOutcome(
            question["intervention"], question["comparator"], question["outcome"], question["population"]
        )
        answer = ANSWERS[question["answer"]]
        questions.append(make_asked(encoder, page, "review", asked, answer, said(question["evidence"])))
    own = sorted({place for q in questions if q.kind == "finding" for place in q.evidence})
    tags, known = _tags(row["findings"], abstract.lower(), lines, page, said)
    return Example(row["id"], page, tuple(questions), tuple(own), tags, known)


def make_page(
    encoder: Encoder, title: str, lines: Sequence[Line], keep: frozenset[int] = frozenset()
) -> Page:
    """A page as the network is given it."""
    return Page(lay_out(encoder, title, lines, keep), Text.of(title, [line.text for line in lines]))


def _tags(
    findings: Sequence[dict[str, Any]], low: str, lines: Sequence[Sentence], page: Page, said: Any
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Where the abstract names outcome and arms as the label does, word for word; and where that is known.

    An outcome counts in the sentences that say what became of it; where it is not found there, those
    sentences stay unknown. An arm counts wherever it is named.
    """
    length = len(page.context.ids)
    tags, known = np.zeros((length, 3), dtype=bool), np.zeros((length, 3), dtype=bool)
    places = {number: place for place, number in enumerate(page.context.kept)}
    tokens = [
        (i, places[t[0]], lines[t[0]].start + t[1], lines[t[0]].start + t[2])
        for i, t in enumerate(page.context.token_of)
        if t is not None
    ]
    every_arm, told, missed = True, set[int](), set[int]()
    for finding in findings:
        evidence = set(said(finding["evidence"]))
        told |= evidence
        held = find_name(finding["outcome"], low)
        hits = [
            i for i, place, a, b in tokens if place in evidence and any(s <= a and b <= e for s, e in held)
        ]
        tags[hits, 0] = True
        if not hits:
            missed |= evidence
        for name, column in ((finding["intervention"], 1), (finding["comparator"], 2)):
            if not name or name == "baseline":
                continue
            held = find_name(name, low)
            every_arm = every_arm and bool(held)
            tags[[i for i, _, a, b in tokens if any(s <= a and b <= e for s, e in held)], column] = True
    for i, place, _, _ in tokens:
        known[i, 0] = (place in told and place not in missed) or tags[i, 0]
        known[i, 1:] = every_arm | tags[i, 1:]
    return tags, known


def find_name(phrase: str, low: str) -> list[tuple[int, int]]:
    """Where a text in lower case says a name word for word."""
    plain = phrase.lower().strip()
    if len(plain) < 2:
        return []
    return [m.span() for m in re.finditer(rf"(?<!\w){re.escape(plain)}(?!\w)", low)]


def overlaps(sentence: Sentence, spans: Sequence[Sequence[int]]) -> bool:
    """Whether more than half of a sentence, or of a span, lies in the other."""
    a, b = sentence.start, sentence.end
    return any(min(b, e) - max(a, s) > 0.5 * min(b - a, e - s) for s, e in spans)


def in_natural_order(example: Example, encoder: Encoder, weights: Sequence[float], embed: Embed) -> Example:
    """The example with its written questions in the paper's order of arms.

    For a label's question a finding that rests on the same sentence and has a direction tells the order;
    else, and for our own, which may word the outcome the other way round, the weights do.
    """
    findings = [q for q in example.questions if q.kind == "finding" and two_arms(q)]
    turned = [
        q.turned(encoder) if _turns(q, findings, example, weights, embed) else q for q in example.questions
    ]
    return replace(example, questions=tuple(turned))


def two_arms(question: Asked) -> bool:
    """Whether a finding compares two arms and not one with its own beginning."""
    return question.asked.comparator not in ("", "baseline")


def _turns(
    question: Asked, findings: Sequence[Asked], example: Example, weights: Sequence[float], embed: Embed
) -> bool:
    if question.kind not in ("review", "own") or not question.asked.comparator:
        return False
    same = [f for f in findings if set(f.evidence) & set(question.evidence)]
    clear = [f for f in same if f.answer in (1, 2)]
    if question.kind == "review" and question.answer in (1, 2) and clear:
        return clear[0].answer != question.answer
    named = [*same, *findings]
    told = named[0].asked if named else AskedOutcome("", "", "")
    whole = example.page.text.whole
    features = natural_features(question.asked, told.intervention, told.comparator, whole, embed)
    return natural_probability(features, weights) < 0.5


def split_held(examples: Sequence[Example], share: float, seed: int) -> tuple[list[Example], list[Example]]:
    """Examples to learn from, and a share that is held out for calibration and figures."""
    keys = sorted({e.key for e in examples})
    random.Random(seed).shuffle(keys)
    held = set(keys[: round(share * len(keys))])
    return [e for e in examples if e.key not in held], [e for e in examples if e.key in held]


def keys_of(examples: Sequence[Example]) -> str:
    """The examples' keys as JSON, for the record."""
    return json.dumps(sorted({e.key for e in examples}))


def held_out() -> frozenset[str]:
    """The labelled abstracts that nothing that ships was fitted to, but calibration and the blend."""
    path = resources.files("aitia.reading.trained").joinpath("model", "held_out.json")
    return frozenset(json.loads(path.read_text("utf-8")))
