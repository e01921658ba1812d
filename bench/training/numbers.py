"""Train the ranker of the arms' figures: `python -m bench.training.numbers`.

Fourteen numbers are fitted on 278 rows: a weight for each feature of a candidate, and for either kind of
outcome how likely it is that the article tells nothing. The printed figures are out of fold by article; at
the thresholds right answers less wrong ones were most there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from aitia.reading.numbers.candidates import FEATURES, Candidate, find_candidates, matrix
from aitia.reading.numbers.places import prepare_numeric
from aitia.reading.numbers.reader import KINDS, MODEL, surest
from bench.labelled import data_folder
from bench.reading.numeric import FIELDS, TOLERANCE, gold_figures, numeric_rows
from bench.training.common import group_folds, save_arrays, training_seed

SEED = 0
FOLDS = 10
PENALTY = 0.3
WRONG = 1.0
STEPS = np.arange(0.1, 0.9, 0.05)


@dataclass(frozen=True)
class Example:
    """One row: its article and kind, its candidates, which are right, and whether gold is complete."""

    article: str
    kind: str
    candidates: tuple[Candidate, ...]
    features: NDArray[np.float64]
    right: NDArray[np.bool_]
    complete: bool


def read_examples() -> list[Example]:
    """The candidates of every row."""
    folder = data_folder() / "numeric_results"
    rows, texts = numeric_rows(folder / "dev.jsonl", folder / "articles.jsonl.gz")
    prepared = {key: prepare_numeric(text) for key, text in texts.items()}
    examples = []
    for row in rows:
        kind, article = str(row["outcome_type"]), str(row["pmcid"])
        asked = (row["intervention"], row["comparator"], row["outcome"])
        found = tuple(find_candidates(prepared[article], *asked, binary=kind == "binary"))
        gold = gold_figures(row, FIELDS[kind])
        right = np.array([_is_right(c.values, gold) for c in found], dtype=bool)
        examples.append(Example(article, kind, found, matrix(found), right, None not in gold))
    return examples


def _is_right(values: Sequence[float], gold: Sequence[float | None]) -> bool:
    return all(g is not None and abs(g - v) <= TOLERANCE for g, v in zip(gold, values, strict=True))


def fit(examples: Sequence[Example]) -> NDArray[np.float64]:
    """The weights of the features, then the score of "none" for either kind.

    Maximum likelihood over candidates and "none", with a ridge; an article counts by the root of its rows.
    """
    rows = Counter(example.article for example in examples)
    used = [e for e in examples if len(e.features)]
    shares = [rows[e.article] ** -0.5 for e in used]
    start = np.zeros(len(FEATURES) + len(KINDS))
    result = minimize(_loss, start, args=(used, shares), jac=True, method="L-BFGS-B")
    return np.asarray(result.x, dtype=np.float64)


def _loss(
    numbers: NDArray[np.float64], examples: Sequence[Example], shares: Sequence[float]
) -> tuple[float, NDArray[np.float64]]:
    weights = numbers[: len(FEATURES)]
    loss, slope = 0.5 * PENALTY * float(weights @ weights), np.zeros_like(numbers)
    slope[: len(FEATURES)] = PENALTY * weights
    for example, share in zip(examples, shares, strict=True):
        none = len(FEATURES) + KINDS.index(example.kind)
        scores = np.append(example.features @ weights, numbers[none])
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        target = np.append(example.right, not example.right.any()).astype(float)
        reached = float(chances @ target)
        loss -= share * float(np.log(reached))
        change = share * (chances - chances * target / reached)
        slope[: len(FEATURES)] += change[:-1] @ example.features
        slope[none] += change[-1]
    return loss, slope


@dataclass(frozen=True)
class Held:
    """What was read of a row out of fold."""

    example: Example
    chance: float
    right: bool


def out_of_fold(examples: Sequence[Example], seed: int = SEED) -> list[Held]:
    """Every row answered by a model that saw no row of its article."""
    held: list[Held] = []
    fold_of = group_folds((e.article for e in examples), FOLDS, seed)
    for fold in range(FOLDS):
        numbers = fit([e for e, own in zip(examples, fold_of, strict=True) if own != fold])
        for example in (e for e, own in zip(examples, fold_of, strict=True) if own == fold):
            if not example.candidates:
                held.append(Held(example, 0.0, False))
                continue
            none = float(numbers[len(FEATURES) + KINDS.index(example.kind)])
            values, chance = surest(example.candidates, numbers[: len(FEATURES)], none)
            place = [c.values for c in example.candidates].index(values)
            held.append(Held(example, chance, bool(example.right[place])))
    return held


def best_threshold(held: Sequence[Held]) -> float:
    """The lowest step at which right answers less wrong ones are most, over all rows."""

    def worth(step: float) -> float:
        answered = [h.right for h in held if h.chance >= step]
        return sum(answered) - WRONG * (len(answered) - sum(answered))

    return float(max(STEPS, key=lambda step: (worth(step), -step)))


def main(argv: Sequence[str] | None = None) -> None:
    """Train, print the figures out of fold, write the artefact."""
    seed = training_seed("numbers", __doc__ or "", SEED, argv)
    examples = read_examples()
    held = out_of_fold(examples, seed)
    thresholds = []
    for kind in KINDS:
        own = [h for h in held if h.example.kind == kind]
        thresholds.append(best_threshold(own))
        for step in STEPS:
            print(_told(kind, own, float(step), float(step) == thresholds[-1]))
    numbers = fit(examples)
    for name, number in zip((*FEATURES, *(f"none, {kind}" for kind in KINDS)), numbers, strict=True):
        print(f"{name:26} {number:6.2f}")
    save_arrays(
        MODEL,
        weights=numbers[: len(FEATURES)],
        none=numbers[len(FEATURES) :],
        thresholds=np.array(thresholds),
    )


def _told(kind: str, held: Sequence[Held], step: float, chosen: bool) -> str:
    complete = [h for h in held if h.example.complete]
    answered = [h for h in held if h.chance >= step]
    of_complete = [h for h in answered if h.example.complete]
    right = sum(h.right for h in of_complete)
    mark = "  <- threshold" if chosen else ""
    return (
        f"{kind:10} {step:.2f}: exact {right / len(complete):.3f}, "
        f"right of the complete rows answered {right / max(1, len(of_complete)):.3f} ({len(of_complete)}), "
        f"of all rows answered {right / max(1, len(answered)):.3f} ({len(answered)}){mark}"
    )


if __name__ == "__main__":
    main()
