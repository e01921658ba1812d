"""Train the reader of result sentences: `python -m bench.training.outcome_reader` (after evidence_ranker).

Every marked sentence of the Evidence Inference training articles is one row, in the order of arms that
`aitia.reading.paper.arm_order` gives, and once more in its mirror image. Temperatures and the sharpness of
the rank weights are fitted on out-of-fold answers (five folds over articles). The validation
articles are not used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score

from aitia.reading.models.linear import fingerprint, softmax, text_scale
from aitia.reading.paper.arm_order import order_features
from aitia.reading.trained.outcome_reader import FLIP, MODEL, READ_SENTENCES, Article, article_names, encode
from bench.labelled import data_folder
from bench.reading.evidence_inference import Prompt, prepare_articles, read_prompts
from bench.training import evidence_ranker
from bench.training.common import frequent, group_folds, save_arrays, sparse_rows, training_seed

SIZE = 2**18
STRENGTH = 0.4
FOLDS = 5
SEED = 3
_FLIP = np.array(FLIP)

Columns = NDArray[np.int64]


@dataclass
class Rows:
    """Sentences as columns (direct and mirrored), their classes in reading order, and the prompt of each."""

    direct: list[Columns]
    mirrored: list[Columns]
    label: NDArray[np.int64]
    prompt: NDArray[np.int64]

    def weight(self) -> NDArray[np.float64]:
        """Every prompt counts as one, however many sentences were marked for it."""
        counts = np.bincount(self.prompt)
        return 1.0 / counts[self.prompt]


@dataclass
class Linear:
    """A fitted model of hashed columns."""

    known: NDArray[np.bool_]
    weights: NDArray[np.float64]
    bias: NDArray[np.float64]

    def answers(self, direct: list[Columns], mirrored: list[Columns]) -> NDArray[np.float64]:
        """Probabilities in reading order, the mirror image averaged in."""
        plain = softmax(matrix(direct, self.known) @ self.weights + self.bias)
        other = softmax(matrix(mirrored, self.known) @ self.weights + self.bias)
        result: NDArray[np.float64] = (plain + other[:, _FLIP]) / 2
        return result


def fit_order(prompts: list[Prompt], texts: dict[str, str]) -> NDArray[np.float64]:
    """Weights without intercept by which annotators' interventions score above their comparators."""
    x = np.array([order_features(p.intervention, p.comparator, texts[p.article]) for p in prompts])
    y = np.repeat([1, 0], len(x))
    model = LogisticRegression(C=1.0, fit_intercept=False, max_iter=500).fit(np.vstack([x, -x]), y)
    weights: NDArray[np.float64] = model.coef_[0]
    return weights


def turned(prompts: list[Prompt], texts: dict[str, str], order: NDArray[np.float64]) -> list[bool]:
    """Whether each prompt is read with its comparator first (as `is_turned` will decide)."""
    scores = [float(order_features(p.intervention, p.comparator, texts[p.article]) @ order) for p in prompts]
    return [s < 0 or (s == 0 and p.intervention > p.comparator) for s, p in zip(scores, prompts, strict=True)]


def rows_of(prompts: list[Prompt], articles: dict[str, Article], flips: list[bool]) -> Rows:
    """One row per marked sentence."""
    direct, mirrored, label, owner = [], [], [], []
    for number, (prompt, flip) in enumerate(zip(prompts, flips, strict=True)):
        names = article_names(
            articles[prompt.article], prompt.intervention, prompt.comparator, prompt.outcome
        )
        for answer, sentence in prompt.answers:
            a, b = encode(sentence, names.swapped() if flip else names, SIZE)
            direct.append(a)
            mirrored.append(b)
            label.append(FLIP[answer] if flip else answer)
            owner.append(number)
    return Rows(direct, mirrored, np.array(label), np.array(owner))


def matrix(columns: list[Columns], known: NDArray[np.bool_]) -> Any:
    """Scaled sparse rows of the known columns."""
    kept = [c[known[c]] for c in columns]
    return sparse_rows(kept, [text_scale(len(c)) for c in kept], SIZE)


def fit(rows: Rows, chosen: NDArray[np.int64]) -> Linear:
    """Multinomial logistic regression on the chosen rows and their mirror images."""
    direct, mirrored = [rows.direct[i] for i in chosen], [rows.mirrored[i] for i in chosen]
    known = frequent(direct + mirrored, SIZE)
    labels, weight = rows.label[chosen], rows.weight()[chosen]
    model = LogisticRegression(C=STRENGTH, max_iter=400).fit(
        scipy.sparse.vstack([matrix(direct, known), matrix(mirrored, known)]),
        np.concatenate([labels, _FLIP[labels]]),
        sample_weight=np.concatenate([weight, weight]),
    )
    return Linear(known, model.coef_.T, model.intercept_)


def best_temperature(answers: NDArray[np.float64], labels: NDArray[np.int64]) -> float:
    """The temperature of least log loss."""
    logs = np.log(np.clip(answers, 1e-6, 1))
    losses = {t: _log_loss(softmax(logs / t), labels) for t in np.arange(0.4, 3.01, 0.05)}
    return float(min(losses, key=lambda t: losses[t]))


def _log_loss(answers: NDArray[np.float64], labels: NDArray[np.int64]) -> float:
    return float(-np.log(np.clip(answers[np.arange(len(labels)), labels], 1e-6, 1)).mean())


def main(argv: Sequence[str] | None = None) -> None:
    """Cross-validate over articles, fit on all training articles, write the artefact."""
    seed = training_seed("outcome_reader", __doc__ or "", SEED, argv)
    prompts, texts = read_prompts(data_folder() / "evidence_inference" / "train.jsonl.gz")
    articles = prepare_articles(texts)
    order = fit_order(prompts, texts)
    flips = turned(prompts, texts, order)
    rows = rows_of(prompts, articles, flips)
    folds = group_folds([p.article for p in prompts], FOLDS, seed)
    row_folds = folds[rows.prompt]
    models = [fit(rows, np.flatnonzero(row_folds != f)) for f in range(FOLDS)]
    answers = np.zeros((len(rows.label), 3))
    for fold, model in enumerate(models):
        held = np.flatnonzero(row_folds == fold)
        answers[held] = model.answers([rows.direct[i] for i in held], [rows.mirrored[i] for i in held])
    first = first_rows(rows, prompts, flips)
    guess, gold = answers[first].argmax(1), rows.label[first]
    print(f"order of arms as annotated: {1 - np.mean(flips):.4f}")
    print(
        f"out of fold, marked sentence: macro-F1 {f1_score(gold, guess, average='macro'):.4f}  n {len(gold)}"
    )
    temperature = best_temperature(answers[first], gold)
    sharpness, article_temperature = fit_article(prompts, articles, flips, folds, models)
    final = fit(rows, np.arange(len(rows.label)))
    save_arrays(
        MODEL,
        weights=np.where(final.known[:, None], final.weights, 0).astype(np.float16),
        known=final.known,
        bias=final.bias,
        order=order,
        sentence_temperature=np.array([temperature]),
        article_temperature=np.array([article_temperature]),
        rank_sharpness=np.array([sharpness]),
        trained_on=np.array(sorted({fingerprint(t[:2000]) for t in texts.values()}), dtype=np.uint64),
    )


def first_rows(rows: Rows, prompts: list[Prompt], flips: list[bool]) -> NDArray[np.int64]:
    """For every prompt, its first row that carries the prompt's own label."""
    found: dict[int, int] = {}
    for i, (number, label) in enumerate(zip(rows.prompt, rows.label, strict=True)):
        wanted = FLIP[prompts[number].label] if flips[number] else prompts[number].label
        if label == wanted:
            found.setdefault(int(number), i)
    return np.array([found[n] for n in range(len(prompts))])


def fit_article(
    prompts: list[Prompt],
    articles: dict[str, Article],
    flips: list[bool],
    folds: NDArray[np.int64],
    models: list[Linear],
) -> tuple[float, float]:
    """Sharpness of the rank weights and temperature for whole articles, on out-of-fold ranks and readings."""
    x, y, sizes = evidence_ranker.ranking_data(prompts, articles)
    ends = np.cumsum(sizes)
    owner = np.repeat(np.arange(len(prompts)), sizes)
    scores = np.zeros(len(x))
    for fold in range(FOLDS):
        train = folds[owner] != fold
        ranker = evidence_ranker.fit(x[train], y[train], sizes[folds != fold])
        scores[~train] = evidence_ranker.scores_of(ranker, x[~train])
    print(
        "out of fold: evidence first {:.4f}, among five {:.4f}".format(
            *tuple(evidence_ranker.hits(scores, y, sizes))
        )
    )
    tops, answers = [], []
    for i, (prompt, flip) in enumerate(zip(prompts, flips, strict=True)):
        article, own = articles[prompt.article], scores[ends[i] - sizes[i] : ends[i]]
        best = np.argsort(-own, kind="stable")[:READ_SENTENCES]
        names = article_names(article, prompt.intervention, prompt.comparator, prompt.outcome)
        coded = [
            encode(article.prepared.items[j].text, names.swapped() if flip else names, SIZE) for j in best
        ]
        tops.append(own[best])
        answers.append(models[folds[i]].answers([c[0] for c in coded], [c[1] for c in coded]))
    labels = np.array([FLIP[p.label] if f else p.label for p, f in zip(prompts, flips, strict=True)])
    best_loss = (np.inf, 1.0, 1.0)
    for sharpness in (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0):
        mixed = np.array([softmax(t * sharpness) @ a for t, a in zip(tops, answers, strict=True)])
        temperature = best_temperature(mixed, labels)
        loss = _log_loss(softmax(np.log(mixed) / temperature), labels)
        guess = mixed.argmax(1)
        f1 = f1_score(labels, guess, average="macro")
        print(f"  whole article, sharpness {sharpness}: macro-F1 {f1:.4f} loss {loss:.4f}")
        best_loss = min(best_loss, (loss, sharpness, temperature))
    return best_loss[1], best_loss[2]


if __name__ == "__main__":
    main()
