"""Train the ranker of evidence sentences: `python -m bench.training.evidence_ranker`.

LambdaRank over the candidates of every Evidence Inference training article; a candidate is relevant when it
overlaps a marked span. The validation articles are only looked at for the printed figures.
"""

from __future__ import annotations

from collections.abc import Sequence

import lightgbm
import numpy as np
from numpy.typing import NDArray

from aitia.reading.trained.evidence_ranking import MODEL, rank_features
from aitia.reading.trained.outcome_reader import Article, article_names
from bench.labelled import data_folder
from bench.reading.evidence_inference import Prompt, prepare_articles, read_prompts
from bench.training.common import MODELS, training_seed

SEED = 1
PARAMETERS = {
    "objective": "lambdarank",
    "num_leaves": 7,
    "learning_rate": 0.08,
    "feature_fraction": 0.6,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "min_data_in_leaf": 50,
    "lambdarank_truncation_level": 8,
    "verbose": -1,
    "num_threads": 2,
    "deterministic": True,
    "force_row_wise": True,
}
TREES = 400


def ranking_data(
    prompts: list[Prompt], articles: dict[str, Article]
) -> tuple[NDArray[np.float32], NDArray[np.int64], NDArray[np.int64]]:
    """(features, relevance, candidates per prompt)."""
    features, relevance, sizes = [], [], []
    for prompt in prompts:
        article = articles[prompt.article]
        names = article_names(article, prompt.intervention, prompt.comparator, prompt.outcome)
        features.append(rank_features(article.prepared, names, prompt.outcome).astype(np.float32))
        relevant = [
            any(c.start < end and c.end > start for start, end in prompt.spans)
            for c in article.prepared.items
        ]
        relevance.append(np.array(relevant, dtype=np.int64))
        sizes.append(len(relevant))
    return np.vstack(features), np.concatenate(relevance), np.array(sizes)


def fit(
    x: NDArray[np.float32], y: NDArray[np.int64], sizes: NDArray[np.int64], seed: int = SEED
) -> lightgbm.Booster:
    """The boosted ranker."""
    return lightgbm.train({**PARAMETERS, "seed": seed}, lightgbm.Dataset(x, y, group=sizes), TREES)


def scores_of(model: lightgbm.Booster, x: NDArray[np.float32]) -> NDArray[np.float64]:
    """The ranker's score of every candidate."""
    return np.asarray(model.predict(x, num_threads=2), dtype=np.float64)


def hits(scores: NDArray[np.float64], relevance: NDArray[np.int64], sizes: NDArray[np.int64]) -> list[float]:
    """Share of prompts with a relevant candidate first, and among the first five."""
    ends = np.cumsum(sizes)
    counts = np.zeros(2)
    for start, end in zip(ends - sizes, ends, strict=True):
        order = np.argsort(-scores[start:end], kind="stable")
        counts += [relevance[start:end][order[:k]].any() for k in (1, 5)]
    return [float(c) for c in counts / len(sizes)]


def main(argv: Sequence[str] | None = None) -> None:
    """Train, print the figures on the validation articles, write the artefact."""
    seed = training_seed("evidence_ranker", __doc__ or "", SEED, argv)
    folder = data_folder() / "evidence_inference"
    prompts, texts = read_prompts(folder / "train.jsonl.gz")
    model = fit(*ranking_data(prompts, prepare_articles(texts)), seed=seed)
    prompts, texts = read_prompts(folder / "validation.jsonl.gz")
    x, y, sizes = ranking_data(prompts, prepare_articles(texts))
    first, five = hits(scores_of(model, x), y, sizes)
    print(f"validation: first {first:.4f}, among five {five:.4f}  n {len(sizes)}")
    path = MODELS / f"{MODEL}.txt"
    path.write_text(model.model_to_string(importance_type="gain"), encoding="utf-8")
    print(f"wrote {path.name}: {path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
