"""Measures on abstracts labelled by reading: the answer to a question, and the findings of the paper's own.

Everything goes the way that a paper goes in the pipeline: passages, study facts, claims.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aitia.model.claim import Claim, StudyFacts
from aitia.model.errors import AitiaError
from aitia.model.keys import PaperId, QuestionId
from aitia.model.paper import Paper
from aitia.model.passage import Passage
from aitia.model.scales import Direction, Domain, QuestionKind
from aitia.question.specification import Question
from aitia.reading.answers.answering import answer_finding
from aitia.reading.open_findings import read_findings
from aitia.reading.statements.findings import turn
from aitia.reading.statements.matching import match_claim
from aitia.reading.study.facts import read_study_facts
from aitia.reading.trained import WORDS_ALONE, LocalModels
from aitia.text.passages import make_passages
from aitia.text.sentences import sentences
from bench.labelled import read_jsonl
from bench.report import Measure, clustered_interval
from resources.local_models import local_models
from resources.settings import get_settings

NOT_REPORTED = "not reported"
_DIRECTIONS = {
    "higher": Direction.INCREASES,
    "lower": Direction.DECREASES,
    "same": Direction.NO_DIFFERENCE,
    "unclear": Direction.UNCLEAR,
}
_NAMES = {direction: name for name, direction in _DIRECTIONS.items()}
_WORD = re.compile(r"[a-z0-9]+")

Rows = NDArray[np.int64]
Figure = Callable[[Rows], float]


@dataclass(frozen=True)
class Labelled:
    """One abstract with its labels."""

    paper: Paper
    row: Mapping[str, Any]

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        return make_passages(self.paper)

    @cached_property
    def facts(self) -> StudyFacts:
        return read_study_facts(self.paper, self.passages)


def read_labelled(labels: Path, corpus: Path) -> list[Labelled]:
    """The labelled abstracts. Raises AitiaError naming an abstract that the corpus does not hold."""
    held = {}
    for row in read_jsonl(corpus):
        for name in ("pmcid", "pmid"):
            if row.get(name):
                held[str(row[name])] = row
    found = []
    for row in read_jsonl(labels):
        if row["id"] not in held:
            raise AitiaError(f"{labels} labels {row['id']}, which {corpus} does not hold.")
        found.append(Labelled(_paper(row["id"], held[row["id"]]), row))
    return found


def _paper(key: str, row: Mapping[str, Any]) -> Paper:
    return Paper(
        paper_id=PaperId(key),
        title=row["title"],
        abstract=row["abstract"],
        source="labels",
        record_id=key,
        publication_types=tuple(row.get("publication_types") or ()),
    )


def shipped_models() -> LocalModels:
    """What a paper is read with by the settings."""
    settings = get_settings()
    return local_models(settings.cache_home / "models", settings.close_reading)


def question_measures(labels: Path, corpus: Path) -> tuple[list[Measure], str]:
    """How questions are answered: reported or not, direction, near misses."""
    return measures_of_questions(read_labelled(labels, corpus)), ""


def measures_of_questions(items: Sequence[Labelled]) -> list[Measure]:
    """The measures of the questions that stand with abstracts; intervals are by their rows' ids."""
    gold, given, groups = [], [], []
    models = shipped_models()
    for item in items:
        for asked in item.row["questions"]:
            gold.append(asked["answer"])
            given.append(answered(item, asked, models))
            groups.append(item.row["id"])
    return _question_figures(np.array(gold), np.array(given), groups)


def answered(item: Labelled, asked: Mapping[str, Any], models: LocalModels = WORDS_ALONE) -> str:
    """What the reader answers to a question of the labels, in the labels' words."""
    return direction_told(item, asked, answer_claims(item, asked, models))


def direction_told(item: Labelled, asked: Mapping[str, Any], claims: Sequence[Claim]) -> str:
    """What claims of a paper say to a question of the labels, in the labels' words; the first one counts."""
    if not claims:
        return NOT_REPORTED
    swapped = match_claim(asked_question(asked), claims[0], item.facts).swapped
    return _NAMES[turn(claims[0].direction, swapped)]


def answer_claims(
    item: Labelled, asked: Mapping[str, Any], models: LocalModels = WORDS_ALONE
) -> tuple[Claim, ...]:
    """The claims by which the reader answers a question of the labels."""
    return answer_finding(asked_question(asked), item.paper, item.passages, item.facts, models)


def asked_question(asked: Mapping[str, Any]) -> Question:
    """A question of the labels as the reader is asked it."""
    return Question(
        question_id=QuestionId("labelled"),
        text="",
        kind=QuestionKind.COMPARISON,
        domain=Domain.BIOMEDICAL,
        intervention=asked["intervention"],
        comparator=asked["comparator"] or None,
        outcome=asked["outcome"],
        population=asked.get("population") or None,
    )


def _question_figures(gold: NDArray[Any], given: NDArray[Any], groups: Sequence[str]) -> list[Measure]:
    reported, told = gold != NOT_REPORTED, given != NOT_REPORTED
    ways = ("higher", "lower")
    both = reported & np.isin(gold, ways) & np.isin(given, ways)
    usual = Counter(gold[reported].tolist()).most_common(1)[0][0]
    most = Counter(gold.tolist()).most_common(1)[0][0]
    figures: list[tuple[str, NDArray[np.bool_], NDArray[np.bool_], float | None]] = [
        ("questions: reported and answered", reported, told, 1.0),
        (
            "questions: right of the answered",
            reported & told,
            given == gold,
            float((gold[reported] == usual).mean()),
        ),
        ("questions: opposite of the directional", both, given != gold, 0.5),
        ("questions: near misses left unanswered", ~reported, ~told, 0.0),
        (
            "questions: five-class accuracy",
            np.ones_like(reported),
            given == gold,
            float((gold == most).mean()),
        ),
    ]
    return [share_of(name, among, right, groups, base) for name, among, right, base in figures]


def finding_measures(labels: Path, corpus: Path) -> tuple[list[Measure], str]:
    """How findings are read without a question: which sentences, which direction, which names."""
    hits: list[tuple[str, bool, bool]] = []
    directions: list[tuple[str, bool]] = []
    ends: list[tuple[str, float]] = []
    models = shipped_models()
    for item in read_labelled(labels, corpus):
        claims = read_findings(item.paper, item.passages, item.facts, Domain.BIOMEDICAL, models)
        spans = list(sentences(item.paper.abstract))
        quoted = [_place(item, claim) for claim in claims]
        key = item.row["id"]
        wanted = [tuple(e) for f in item.row["findings"] for e in f["evidence"]]
        hits += [(key, _touches((s.start, s.end), wanted), _touches((s.start, s.end), quoted)) for s in spans]
        for finding in item.row["findings"]:
            places = [tuple(e) for e in finding["evidence"]]
            near = [c for c, q in zip(claims, quoted, strict=True) if _touches(q, places)]
            if near:
                best = max(near, key=lambda c: _ends(c, finding))
                directions.append((key, finding_direction(best, finding) == finding["direction"]))
                ends.append((key, _ends(best, finding)))
    return [*_sentence_figures(hits), *_named_figures(directions, ends)], ""


def _sentence_figures(hits: Sequence[tuple[str, bool, bool]]) -> list[Measure]:
    gold, given = np.array([h[1] for h in hits]), np.array([h[2] for h in hits])

    def f1(rows: Rows) -> float:
        both = int((gold[rows] & given[rows]).sum())
        total = int(gold[rows].sum() + given[rows].sum())
        return 2 * both / total if total else 0.0

    everything = np.arange(len(gold))
    base = 2 * gold.sum() / (gold.sum() + len(gold))
    groups = [h[0] for h in hits]
    return [
        Measure(
            "findings: sentences of own results, F1",
            f1(everything),
            len(gold),
            clustered_interval(groups, f1, 300),
            float(base),
        ),
        share_of("findings: sentences read that are results", given, gold, groups, float(gold.mean())),
        share_of("findings: result sentences read", gold, given, groups, 1.0),
    ]


def _named_figures(
    directions: Sequence[tuple[str, bool]], ends: Sequence[tuple[str, float]]
) -> list[Measure]:
    right, groups = np.array([d for _, d in directions]), [key for key, _ in directions]
    score = np.array([e for _, e in ends])
    mean: Figure = lambda rows: float(score[rows].mean())  # noqa: E731
    return [
        share_of("findings: direction right given the sentence", np.ones_like(right), right, groups, None),
        Measure(
            "findings: both ends named, token F1",
            float(score.mean()),
            len(score),
            clustered_interval(groups, mean, 300),
        ),
    ]


def share_of(
    name: str, among: NDArray[np.bool_], right: NDArray[np.bool_], groups: Sequence[str], base: float | None
) -> Measure:
    """The share that is right of those among, with its interval by group."""
    rows = np.flatnonzero(among)
    own, held = right[rows], [groups[i] for i in rows.tolist()]
    if not len(rows):
        return Measure(name, None, 0, baseline=base)
    interval = clustered_interval(held, lambda i: float(own[i].mean()), 300)
    return Measure(name, float(own.mean()), len(rows), interval, base)


def _place(item: Labelled, claim: Claim) -> tuple[int, int]:
    """Where a claim's quote stands in the abstract; (0, 0) for a quote of the title."""
    passage = next(p for p in item.passages if p.passage_id == claim.quote.passage_id)
    if passage.section_id != "abstract":
        return 0, 0
    return passage.char_offset + claim.quote.char_start, passage.char_offset + claim.quote.char_end


def _touches(span: tuple[int, int], others: Sequence[tuple[int, ...]]) -> bool:
    return any(
        min(span[1], b) - max(span[0], a) > 0.5 * min(span[1] - span[0], b - a) for a, b in others if b > a
    )


def finding_of(item: Labelled, claim: Claim) -> Mapping[str, Any] | None:
    """The labelled finding whose sentence a claim quotes, of several the one that it names best."""
    place = _place(item, claim)
    near = [f for f in item.row["findings"] if _touches(place, [tuple(e) for e in f["evidence"]])]
    best: Mapping[str, Any] | None = max(near, key=lambda f: _ends(claim, f), default=None)
    return best


def finding_direction(claim: Claim, finding: Mapping[str, Any]) -> str:
    """The claim's direction in the label's order of arms."""
    turned = _f1(claim.cause, finding["comparator"]) > _f1(claim.cause, finding["intervention"])
    return _NAMES[turn(claim.direction, turned)]


def _ends(claim: Claim, finding: Mapping[str, Any]) -> float:
    """Token F1 of cause and effect against intervention and outcome, averaged; any arm may be the cause."""
    arms = [finding["intervention"], finding["comparator"]]
    cause = max(_f1(claim.cause, arm) for arm in arms if arm or arm == arms[0])
    return (cause + _f1(claim.effect, finding["outcome"])) / 2


def _f1(given: str, gold: str) -> float:
    a, b = Counter(_WORD.findall(given.lower())), Counter(_WORD.findall(gold.lower()))
    both = sum((a & b).values())
    return 2 * both / (sum(a.values()) + sum(b.values())) if a and b else 0.0
