"""Fit what puts the readings of one page together: `python -m bench.training.reader.blend`.

The looks of the order of arms are fitted on the labelled abstracts that were learned from (they use nothing
that was learned there). Direction and reported are fitted on the labels' own questions of those held out,
once without the close reader and once with it; figures by leaving a tenth of these abstracts out, on the
labels' questions and on ours.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression
from tokenizers import Tokenizer

from aitia.reading.trained import LocalModels
from aitia.reading.trained.blend import (
    Parts,
    direction_terms,
    own_question,
    reported_terms,
    with_close,
    with_words,
)
from aitia.reading.trained.network import Network
from aitia.reading.trained.order import Embed, natural_features, page_features
from aitia.reading.trained.paper import close_readings, in_words_of, read_asked
from aitia.reading.trained.results import names_of_page
from bench.labelled import data_folder
from bench.pairs.measures import auroc
from bench.training.common import group_folds
from bench.training.reader.examples import Asked, Example, held_out, label_examples, two_arms
from bench.training.reader.lines import as_lines
from bench.training.reader.own_questions import read_own_questions, with_own_questions
from resources.local_models import local_models
from resources.settings import get_settings

PENALTY = 0.006
"""Of the squares of a direction's weights."""
FOLDS = 10
REVIEW, OWN = "review", "own"
KINDS = (REVIEW, OWN)
FOLDER = Path(__file__).resolve().parents[3] / "aitia" / "reading" / "trained" / "model"

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Written:
    """A question of a held-out abstract: who wrote it (review: the labels; own: we), its answer and what the
    readings make of it."""

    key: str
    kind: str
    answer: int
    parts: Parts


def order_rows(examples: Sequence[Example], embed: Embed) -> Iterator[tuple[Array, bool]]:
    """Features of the order of arms, and whether it is the paper's: told where a finding that rests on the
    same sentence points the same or the other way."""
    for example in examples:
        findings = [q for q in example.questions if q.kind == "finding" and two_arms(q)]
        for question in example.questions:
            same = [f for f in findings if f.answer in (1, 2) and set(f.evidence) & set(question.evidence)]
            if question.kind == "review" and question.answer in (1, 2) and same:
                told = same[0].asked
                whole = example.page.text.whole
                yield (
                    natural_features(question.asked, told.intervention, told.comparator, whole, embed),
                    question.answer == same[0].answer,
                )


def page_order_rows(
    network: Network, examples: Sequence[Example], embed: Embed
) -> Iterator[tuple[Array, bool]]:
    """The same with the names that the network tells, as a paper is read in the pipeline."""
    for example in examples:
        output = network.run(example.page, ())
        lines = as_lines(example.page.text.lines)
        names = names_of_page(network, example.page, lines, output)
        findings = [q for q in example.questions if q.kind == "finding" and two_arms(q)]
        for question in example.questions:
            same = [f for f in findings if f.answer in (1, 2) and set(f.evidence) & set(question.evidence)]
            if question.kind == "review" and question.answer in (1, 2) and same:
                told = own_question(question.asked, names)
                features = page_features(
                    question.asked, told.intervention, told.comparator, example.page, output.tags, embed
                )
                yield features, question.answer == same[0].answer


def fit_order(rows: Sequence[tuple[Array, bool]]) -> list[float]:
    """Weights without a constant, so that exchanging the arms turns the answer."""
    x, y = np.array([r[0] for r in rows]), np.array([r[1] for r in rows])
    model = LogisticRegression(C=1.0, fit_intercept=False, max_iter=500)
    model.fit(np.vstack([x, -x]), np.concatenate([y, ~y]))
    return [round(float(w), 4) for w in model.coef_[0]]


def written(network: Network, examples: Sequence[Example], models: LocalModels) -> list[Written]:
    """Every question of the examples in other words than the paper's, read as in the pipeline."""
    return [
        Written(example.key, question.kind, question.answer, read_parts(network, example, question, models))
        for example in examples
        for question in example.questions
        if question.kind in KINDS
    ]


def read_parts(network: Network, example: Example, question: Asked, models: LocalModels) -> Parts:
    """What the readings make of a question on a page, as in the pipeline."""
    asked, page = in_words_of(question.asked, example.page.text), example.page
    names, parts = read_asked(network, page, as_lines(page.text.lines), asked, models.names)
    parts = with_words(parts, page, asked, names, models.names)
    if models.close:
        parts = with_close(parts, page, asked, close_readings(models.close, page, names, [(asked, parts)])[0])
    return parts


def fit_direction(rows: Sequence[Written]) -> list[float]:
    """A weight of more over less, a constant and a weight of no difference; no weight below nothing."""
    terms = np.array([direction_terms(r.parts) for r in rows])
    gold = np.array([r.answer - 1 for r in rows])

    def loss(w: Array) -> float:
        p = _directions(terms, w)
        return float(-np.log(np.clip(p[np.arange(len(gold)), gold], 1e-6, 1)).mean() + PENALTY * (w**2).sum())

    bounds = [(0, None), (None, None), (0, None)]
    return [round(float(w), 4) for w in minimize(loss, np.array([0.3, 0.0, 0.3]), bounds=bounds).x]


def _reviews(rows: Sequence[Written]) -> list[Written]:
    """The labels' questions: ours turn arms and outcome round far more often than reviews do."""
    return [r for r in rows if r.kind == REVIEW]


def _directional(rows: Sequence[Written]) -> list[Written]:
    return [r for r in _reviews(rows) if 0 < r.answer < 4]


def _directions(terms: Array, w: Array) -> Array:
    """Shares of more, less and no difference (rows × 3) from terms (rows × 2)."""
    up, same = w[0] * terms[:, 0], w[1] + w[2] * terms[:, 1]
    scores = np.stack([up / 2, -up / 2, same], 1)
    raised = np.exp(scores - scores.max(1, keepdims=True))
    result: Array = raised / raised.sum(1, keepdims=True)
    return result


def fit_reported(rows: Sequence[Written]) -> list[float]:
    """A constant and a weight a reading."""
    x, y = np.array([reported_terms(r.parts) for r in rows]), np.array([r.answer > 0 for r in rows])
    model = LogisticRegression(C=1.0, fit_intercept=False, max_iter=500).fit(x, y)
    return [round(float(w), 4) for w in model.coef_[0]]


def figures(rows: Sequence[Written]) -> str:
    """Out of fold: reported or not, direction, opposite of the directional; each reading alone beside it."""
    folds = group_folds([r.key for r in rows], FOLDS, 1)
    told, way = np.zeros(len(rows)), np.zeros((len(rows), 3))
    for fold in range(FOLDS):
        inside = [r for r, f in zip(rows, folds, strict=True) if f != fold]
        direction = np.array(fit_direction(_directional(inside)))
        report = np.array(fit_reported(_reviews(inside)))
        for i in np.flatnonzero(folds == fold).tolist():
            told[i] = 1 / (1 + np.exp(-reported_terms(rows[i].parts) @ report))
            way[i] = _directions(direction_terms(rows[i].parts)[None], direction)[0]
    return "\n".join(_figures(kind, rows, told, way) for kind in KINDS)


def _figures(kind: str, rows: Sequence[Written], told: Array, way: Array) -> str:
    chosen = [i for i, r in enumerate(rows) if r.kind == kind]
    if not chosen:
        return f"{kind}: none"
    parts = [rows[i].parts for i in chosen]
    gold, told, way = np.array([rows[i].answer for i in chosen]), told[chosen], way[chosen]
    area = auroc(told, (gold > 0).astype(np.int64))
    lines = [
        f"{kind}, n {len(gold)}: reported or not {((told >= 0.5) == (gold > 0)).mean():.3f}, AUROC {area:.3f}"
    ]
    known = (gold > 0) & (gold < 4)
    reader = "close reader" if all(p.close for p in parts) else "words"
    for name, shares in ((f"{reader}, weighed", way), (f"{reader}, as read", _as_read(parts))):
        guess = shares.argmax(1)[known] + 1
        own = gold[known]
        both = (own < 3) & (guess < 3)
        lines.append(
            f"  {name}: direction {(guess == own).mean():.3f}, "
            f"opposite {(guess != own)[both].mean():.3f} of {both.sum()}"
        )
    return "\n".join(lines)


def _as_read(parts: Sequence[Parts]) -> Array:
    return np.array([p.close.shares if p.close else p.words for p in parts])


def main() -> None:
    """Fit on the shipped network, print the figures, write `blend.json`."""
    encoder: Any = Tokenizer.from_file(str(FOLDER / "tokenizer.json"))
    encoder.no_truncation()
    encoder.no_padding()
    data = data_folder()
    labelled = label_examples(
        encoder, data / "labels" / "train.jsonl", data / "corpus" / "abstracts.jsonl.gz"
    )
    held = held_out()
    models = local_models(get_settings().cache_home / "models")
    embed = models.names
    if embed is None or models.close is None:
        raise SystemExit("The packages with all-mpnet-base-v2 are not installed: make install")
    graph, tokens = ((FOLDER / name).read_bytes() for name in ("reader.onnx", "tokenizer.json"))
    calibration = json.loads((FOLDER / "calibration.json").read_text("utf-8"))
    weights: dict[str, list[float]] = {}
    network = Network(graph, tokens, calibration, weights)
    learned = [e for e in labelled if e.key not in held]
    weights["order"] = fit_order(list(page_order_rows(network, learned, embed)))
    kept = with_own_questions(encoder, [e for e in labelled if e.key in held], read_own_questions())
    rows = written(network, kept, models)
    for kind, own in (("", [replace(r, parts=replace(r.parts, close=None)) for r in rows]), ("close_", rows)):
        print(figures(own))
        weights[f"{kind}direction"] = fit_direction(_directional(own))
        weights[f"{kind}reported"] = fit_reported(_reviews(own))
    (FOLDER / "blend.json").write_text(json.dumps(weights, indent=1) + "\n", encoding="utf-8")
    print(f"wrote blend.json: {weights}")


if __name__ == "__main__":
    main()
