"""Pairs told causal or not, from text, paths and both: `python -m bench.pairs TRAIN_DIR [--test FILE]`.

TRAIN_DIR holds a .jsonl file of pairs, or sub-folders with one each. Without --test each set is
cross-validated: no pair, either way round, and no sentence stands in two folds. With --test the readers learn
on all of TRAIN_DIR (of several sets: on the one whose wording the file's is most like) and score FILE.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from aitia.model.keys import content_hash
from bench.pairs.data import PairSet, read_degrees, read_set, read_sets
from bench.pairs.measures import FOLDS, cross_validated, same_rows, trained_and_tested
from bench.pairs.views import make_views
from bench.report import Measure, emit
from resources.embedders.base import Embedder
from resources.embedders.catalogue import make_embedder
from resources.settings import get_settings

_CHUNK = 64


def main(argv: Sequence[str] | None = None) -> None:
    """Cross-validate, or train and test."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.pairs",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("train", type=Path, metavar="TRAIN_DIR", help="folder of pair sets (.jsonl)")
    parser.add_argument("--test", type=Path, metavar="FILE", help="score this file after training on all")
    parser.add_argument("--folds", type=int, default=FOLDS, help=f"folds (default: {FOLDS})")
    parser.add_argument("--json", type=Path, metavar="PATH", help="write the figures as a JSON list")
    options = parser.parse_args(argv)
    if options.folds < 2:
        parser.error("--folds must be 2 or more")
    sets = read_sets(options.train)
    tested = read_set(options.test) if options.test else None
    for item in [*sets, *([tested] if tested else [])]:
        for problem in item.problems:
            print(problem)
    embedder, degrees = make_embedder(get_settings()), read_degrees(options.train)

    def views_of(item: PairSet):  # type: ignore[no-untyped-def]
        return make_views(item.rows, lambda texts: vectors_of(embedder, texts), degrees)

    measures: list[Measure] = []
    if tested is None:
        for item in sets:
            if one_sided(item):
                print(f"{item.name}: every pair has the same answer, so that there is nothing to tell apart")
                continue
            measures += cross_validated(item, views_of(item), options.folds)
    else:
        trained = nearest(sets, tested)
        print(
            f"trained on {trained.name} ({len(trained.rows)} pairs); of the {len(tested.rows)} pairs tested "
            f"{same_rows(trained, tested)} share a pair or a sentence with it"
        )
        measures = trained_and_tested(trained, views_of(trained), tested, views_of(tested))
    emit(measures, options.json, title=f"pairs: {options.test or options.train}")


def one_sided(item: PairSet) -> bool:
    """Whether all rows have one answer."""
    return len({bool(row.causal) for row in item.rows}) < 2


def nearest(sets: Sequence[PairSet], tested: PairSet) -> PairSet:
    """The set whose wording the file's is most like, by the cosine of their words' log counts."""
    counted = [_wording(item) for item in (*sets, tested)]
    everywhere = Counter(word for counts in counted[:-1] for word in counts)
    names = sorted({word for counts in counted for word in counts})
    weights = np.array([1.0 / (1 + everywhere[word]) for word in names])
    rows = [np.log1p([counts[word] for word in names]) * weights for counts in counted]
    likeness = [_cosine(row, rows[-1]) for row in rows[:-1]]
    return sets[int(np.argmax(likeness))]


def vectors_of(embedder: Embedder, texts: Sequence[str]) -> NDArray[np.float32]:
    """A vector a text, kept under the cache home, because they take a minute."""
    folder = get_settings().cache_home / "bench"
    file = folder / f"pairs-{content_hash(embedder.name, embedder.version, *texts)[:16]}.npy"
    if not file.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        starts = range(0, len(texts), _CHUNK)
        np.save(file, np.vstack([embedder.embed(list(texts[at : at + _CHUNK])) for at in starts]))
    found: NDArray[np.float32] = np.load(file)
    return found


def _wording(item: PairSet) -> Counter[str]:
    text = (f"{row.marked.text} {row.cause} {row.effect}" for row in item.rows)
    return Counter(word for line in text for word in line.lower().split())


def _cosine(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    return float(one @ other) / max(1e-12, float(np.linalg.norm(one)) * float(np.linalg.norm(other)))
