"""Train the rankers of paths: `python -m bench.training.path_ranker [--loss NAME --out FOLDER]`.

Without `--loss`: LightGBM's LambdaRank over path features, the artefact that ships. With it: a
cross-encoder as an ONNX file beside its tokenizer, for `EncoderRanker`: MiniLM over question and path
together, whose head alone is learned (no PyTorch needed), pointwise (rmse), pairwise (ranknet) or listwise
(listnet). A head that does not beat chance out of fold is not written: it would put paths in a worse order
than none at all.

A list to rank is a handful of pairs with all their paths; a path is relevant when its pair is causal. Folds
are by pair and sentence, as in `bench.pairs`.
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import scipy.optimize
from numpy.typing import NDArray

from aitia.pairs.path_features import TypedPath, as_text
from aitia.pairs.rankers import MODEL, path_vector
from bench.labelled import data_folder
from bench.pairs.data import PairRow, connected, read_degrees, read_sets
from bench.pairs.measures import auroc
from bench.training.common import MODELS, group_folds
from bench.training.ranking_losses import LOSSES, Floats

PARAMETERS = {
    "objective": "lambdarank",
    "learning_rate": 0.05,
    "num_leaves": 7,
    "min_data_in_leaf": 60,
    "lambda_l2": 10.0,
    "verbosity": -1,
    "deterministic": True,
    "num_threads": 2,
}
TREES, FOLDS, SEED, TOGETHER = 60, 5, 23, 20
CHANCE = 0.5
MOST_PAIRS = 500
DRAWS = 2_000
"""Bootstrap samples of pairs for the interval of an AUROC."""


@dataclass(frozen=True)
class Listed:
    """The paths of all pairs: to which pair each belongs, and each pair's answer and group."""

    paths: list[TypedPath]
    questions: list[str]
    pair: NDArray[np.int64]
    causal: NDArray[np.int64]
    groups: list[str]


def main(argv: Sequence[str] | None = None) -> None:
    """Cross-validate by pair, train on all, write the artefact."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.training.path_ranker",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seed", type=int, default=SEED, help=f"of folds and lists (default: {SEED})")
    parser.add_argument("--loss", choices=sorted(LOSSES), help="train a cross-encoder instead")
    parser.add_argument("--out", type=Path, help="folder for the cross-encoder")
    parser.add_argument("--pairs", type=int, default=MOST_PAIRS, help="at most so many pairs for it")
    parser.add_argument(
        "--even-so", action="store_true", help="write a cross-encoder that is no better than chance"
    )
    options = parser.parse_args(argv)
    if options.loss and options.out is None:
        parser.error("--loss needs --out with a folder for the model")
    if options.loss:
        train_encoder(options.loss, options.out, options.pairs, options.seed, options.even_so)
    else:
        train_trees(options.seed)


def train_trees(seed: int) -> None:
    """LambdaRank: figures out of fold, then the model of all pairs."""
    folder = data_folder() / "causal_pairs"
    listed, degrees = read_listed(folder), read_degrees(folder)
    x = np.array([path_vector(path, degrees) for path in listed.paths])
    folds = group_folds(listed.groups, FOLDS, seed)
    scores = np.zeros(len(x))
    for fold in range(FOLDS):
        learned, held = folds[listed.pair] != fold, folds[listed.pair] == fold
        scores[held] = _trees(x, listed, learned, seed).predict(x[held])
    print(f"LambdaRank, out of fold: AUROC of a pair's best path {pair_auroc(scores, listed):.3f}")
    model = _trees(x, listed, np.ones(len(x), dtype=bool), seed)
    path = MODELS / f"{MODEL}.txt"
    path.write_text(model.model_to_string(), encoding="utf-8")
    print(f"wrote {path.name}: {path.stat().st_size / 1e3:.0f} kB")


def train_encoder(loss: str, out: Path, most: int, seed: int, even_so: bool = False) -> None:
    """The head of a cross-encoder: figures out of fold, then the ONNX file of all pairs.

    Ends with an error, and nothing written, where the interval's lower end is not above chance, unless
    `even_so`.
    """
    from bench.training.path_encoder import pair_vectors, write_encoder

    listed = read_listed(data_folder() / "causal_pairs", most, seed)
    x = pair_vectors(listed.questions, [as_text(path) for path in listed.paths])
    folds = group_folds(listed.groups, FOLDS, seed)
    scores = np.zeros(len(x))
    for fold in range(FOLDS):
        learned, held = folds[listed.pair] != fold, folds[listed.pair] == fold
        head = fit_head(x, listed, learned, loss, seed)
        scores[held] = x[held] @ head[:-1] + head[-1]
    low, high = auroc_interval(scores, listed, seed)
    print(
        f"cross-encoder ({loss}), out of fold: AUROC of a pair's best path {pair_auroc(scores, listed):.3f} "
        f"({low:.3f} to {high:.3f})"
    )
    if low <= CHANCE and not even_so:
        raise SystemExit("Not written: this order of paths is no better than chance. --even-so writes it.")
    head = fit_head(x, listed, np.ones(len(x), dtype=bool), loss, seed)
    out.mkdir(parents=True, exist_ok=True)
    tokenizer = write_encoder(head, out / "path_encoder.onnx")
    shutil.copyfile(tokenizer, out / "tokenizer.json")
    print(f"wrote {out / 'path_encoder.onnx'}")


def read_listed(folder: Path, most: int | None = None, seed: int = SEED) -> Listed:
    """The paths of the sets in which both answers occur."""
    sets = [item for item in read_sets(folder) if len({row.causal for row in item.rows}) > 1]
    rows = [row for item in sets for row in item.rows if row.paths and row.causal is not None]
    if most is not None and len(rows) > most:
        chosen = np.sort(np.random.default_rng(seed).choice(len(rows), most, replace=False))
        rows = [rows[i] for i in chosen]
    owner = [(number, path) for number, row in enumerate(rows) for path in row.paths]
    return Listed(
        [path for _, path in owner],
        [_question(rows[number]) for number, _ in owner],
        np.array([number for number, _ in owner]),
        np.array([int(bool(row.causal)) for row in rows]),
        connected([[f"{row.cause}|{row.effect}", row.marked.text] for row in rows]),
    )


def pair_auroc(scores: Floats, listed: Listed) -> float:
    """AUROC over pairs, each by its best path."""
    best = np.full(len(listed.causal), -np.inf)
    np.maximum.at(best, listed.pair, scores)
    return auroc(best, listed.causal)


def auroc_interval(scores: Floats, listed: Listed, seed: int) -> tuple[float, float]:
    """The 95% interval of `pair_auroc`, by drawing pairs."""
    best = np.full(len(listed.causal), -np.inf)
    np.maximum.at(best, listed.pair, scores)
    draws = np.random.default_rng(seed).integers(0, len(best), (DRAWS, len(best)))
    found = [auroc(best[d], listed.causal[d]) for d in draws if 0 < listed.causal[d].sum() < len(d)]
    low, high = np.quantile(found, (0.025, 0.975)) if found else (0.0, 1.0)
    return float(low), float(high)


def fit_head(x: Floats, listed: Listed, learned: NDArray[np.bool_], loss: str, seed: int) -> Floats:
    """Weights and intercept that lower the mean loss over lists, with a pull of the weights to zero."""
    lists = [at for at in _lists(listed, learned, seed) if len(at)]
    y = listed.causal[listed.pair].astype(np.float64)
    measure = LOSSES[loss]

    def objective(head: Floats) -> tuple[float, Floats]:
        value, slope = 0.05 * float(head[:-1] @ head[:-1]), 0.1 * np.append(head[:-1], 0.0)
        for at in lists:
            part, by_score = measure(x[at] @ head[:-1] + head[-1], y[at])
            value += part / len(lists)
            slope += np.append(x[at].T @ by_score, by_score.sum()) / len(lists)
        return value, slope

    start = np.zeros(x.shape[1] + 1)
    found: Floats = scipy.optimize.minimize(
        objective, start, jac=True, method="L-BFGS-B", options={"maxiter": 100}
    ).x
    return found


def _trees(x: Floats, listed: Listed, learned: NDArray[np.bool_], seed: int) -> Any:
    import lightgbm

    lists = _lists(listed, learned, seed)
    order = np.concatenate(lists)
    y = listed.causal[listed.pair[order]]
    data = lightgbm.Dataset(x[order], y, group=[len(at) for at in lists])
    return lightgbm.train({**PARAMETERS, "seed": seed}, data, TREES)


def _lists(listed: Listed, learned: NDArray[np.bool_], seed: int) -> list[NDArray[np.int64]]:
    """The learned paths in lists of some pairs each, pairs in an order drawn by the seed."""
    pairs = np.random.default_rng(seed).permutation(np.unique(listed.pair[learned]))
    paths: dict[int, list[int]] = {}
    for place in np.flatnonzero(learned):
        paths.setdefault(int(listed.pair[place]), []).append(int(place))
    return [
        np.array([place for pair in pairs[at : at + TOGETHER] for place in paths[int(pair)]])
        for at in range(0, len(pairs), TOGETHER)
    ]


def _question(row: PairRow) -> str:
    return f"Is {row.cause} a cause of {row.effect}?"


if __name__ == "__main__":
    main()
