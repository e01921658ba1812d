"""Train the reader of cause and effect: `python -m bench.training.cause_effect` (after word_space).

Sentences of SemEval-2010 task 8 (training part): Cause-Effect in either direction against everything else.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from sklearn.neural_network import MLPClassifier

from aitia.reading.models.linear import buckets, text_scale
from bench.labelled import LABELS, data_folder, directed_f1, pair_fingerprint, read_relations
from bench.relations import FOLDER
from bench.relations.cause_effect import MODEL, collapsed, mixed, pair_features, pair_vector
from bench.training.common import frequent, group_folds, save_arrays, sparse_rows, training_seed

SIZE = 2**19
STRENGTH = 2.0
CAUSAL_WEIGHT = 3.0
FOLDS = 10
NETWORKS = 3
HIDDEN = 96
EPOCHS = 25
SEED = 5


def matrix(columns: list[NDArray[np.int64]], known: NDArray[np.bool_]) -> Any:
    """Scaled sparse rows of the known columns."""
    kept = [c[known[c]] for c in columns]
    return sparse_rows(kept, [text_scale(len(c)) for c in kept], SIZE)


def fit(x: Any, y: NDArray[np.int64]) -> LogisticRegression:
    """Multinomial logistic regression that weighs the two causal classes up."""
    weight = {0: 1.0, 1: CAUSAL_WEIGHT, 2: CAUSAL_WEIGHT}
    return LogisticRegression(C=STRENGTH, max_iter=400, class_weight=weight).fit(x, y)


def fit_networks(x: NDArray[np.float64], relations: NDArray[np.int64], seed: int) -> list[MLPClassifier]:
    """Networks of one hidden layer that tell all relations of the set apart, each with a seed of its own."""
    return [
        MLPClassifier(
            (HIDDEN,),
            alpha=1e-2,
            batch_size=64,
            learning_rate_init=1e-3,
            max_iter=EPOCHS,
            random_state=seed + n,
        ).fit(x, relations)
        for n in range(NETWORKS)
    ]


def network_answers(
    networks: list[MLPClassifier], x: NDArray[np.float64], causal: NDArray[np.int64]
) -> NDArray[np.float64]:
    """The networks' mean, as probabilities of the three classes."""
    return collapsed(np.mean([network.predict_proba(x) for network in networks], axis=0), causal)


def main(argv: Sequence[str] | None = None) -> None:
    """Cross-validate, print, train on all sentences, write the artefact."""
    seed = training_seed("cause_effect", __doc__ or "", SEED, argv, FOLDER)
    warnings.filterwarnings("ignore", category=ConvergenceWarning)  # EPOCHS is the stop, by intent
    parts, relations = read_relations(data_folder() / "semeval2010" / "train.txt")
    y = np.array([LABELS.get(relation, 0) for relation in relations])
    names = sorted(set(relations))
    classes = np.array([names.index(relation) for relation in relations])
    causal = np.array([names.index(label) for label in LABELS])
    columns = [buckets(pair_features(*p), SIZE) for p in parts]
    vectors = np.array([pair_vector(*p) for p in parts])
    prints = np.array([pair_fingerprint(p) for p in parts], dtype=np.uint64)
    folds = group_folds([str(f) for f in prints], FOLDS, seed)
    out_of_fold, alone = np.zeros((len(y), 3)), np.zeros((len(y), 3))
    for fold in range(FOLDS):
        train, held = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
        known = frequent([columns[i] for i in train], SIZE)
        x = matrix(columns, known)
        alone[held] = fit(x[train], y[train]).predict_proba(x[held])
        networks = fit_networks(vectors[train], classes[train], seed)
        out_of_fold[held] = mixed(alone[held], network_answers(networks, vectors[held], causal))
        print(
            f"fold {fold + 1} of {FOLDS}: F1 {directed_f1(out_of_fold[held].argmax(1), y[held]):.4f}",
            flush=True,
        )
    print(f"out of fold, words alone: F1 with direction {directed_f1(alone.argmax(1), y):.4f}")
    print(f"out of fold: F1 with direction {directed_f1(out_of_fold.argmax(1), y):.4f}  n {len(y)}")
    known = frequent(columns, SIZE)
    model = fit(matrix(columns, known), y)
    networks = fit_networks(vectors, classes, seed)
    save_arrays(
        MODEL,
        FOLDER,
        weights=np.where(known[:, None], model.coef_.T, 0).astype(np.float16),
        known=known,
        bias=model.intercept_,
        hidden=np.array([n.coefs_[0] for n in networks], dtype=np.float16),
        hidden_bias=np.array([n.intercepts_[0] for n in networks]),
        output=np.array([n.coefs_[1] for n in networks]),
        output_bias=np.array([n.intercepts_[1] for n in networks]),
        causal=causal,
        trained_on=prints,
        out_of_fold=out_of_fold.astype(np.float16),
    )


if __name__ == "__main__":
    main()
