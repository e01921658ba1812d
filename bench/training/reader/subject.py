"""Fit whether a page is about what is asked, beside the readings: `python -m bench.training.reader.subject`.

Learned on questions of the labelled abstracts that were learned from, each put to its own page and to four of
the 25 nearest abstracts of the whole corpus, which are taken not to report it; those of *dev* are left out,
and here those held out. How much that counts beside the page reader and the close reader is fitted on the
abstracts held out: the labels' questions, and neighbours. Both go into `blend.json`, after
`bench.training.reader.blend`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import brentq
from sklearn.linear_model import LogisticRegression
from tokenizers import Tokenizer

from aitia.reading.trained import LocalModels
from aitia.reading.trained.blend import Parts, reported_terms, reported_weights
from aitia.reading.trained.layout import Encoder
from aitia.reading.trained.network import Network, Page
from aitia.reading.trained.order import Embed
from aitia.reading.trained.paper import in_words_of
from aitia.reading.trained.results import names_of_page
from aitia.reading.trained.subject import subject_features
from aitia.text.sentences import sentences
from bench.labelled import data_folder, read_jsonl
from bench.pairs.measures import auroc
from bench.training.common import group_folds
from bench.training.reader.blend import FOLDER, REVIEW, Array, Written, read_parts, written
from bench.training.reader.examples import Asked, Example, held_out, label_examples, make_page
from bench.training.reader.lines import as_lines
from resources.local_models import local_models
from resources.settings import get_settings

SEED = 0
NEAREST, NEIGHBOURS = 25, 4
QUESTIONS = 260
"""Of those that were learned from: more change nothing."""
SHORTEST = 300
NEIGHBOUR = "neighbour"
FOLDS = 10


@dataclass(frozen=True)
class Corpus:
    """Abstracts (key, title, text) and their vectors (n × d), to find a question's neighbours among."""

    rows: Sequence[tuple[str, str, str]]
    vectors: Array
    encoder: Encoder

    def near(
        self, key: str, question: Asked, embed: Embed, draw: np.random.Generator
    ) -> list[tuple[str, Page]]:
        """Some of the pages nearest to a question, other than its own, by key."""
        asked = question.asked
        told = f"{asked.intervention} {asked.comparator} {asked.outcome} {asked.population}"
        order = np.argsort(-(self.vectors @ embed([told])[0]), kind="stable")
        others = [self.rows[k] for k in order[: NEAREST + 1] if self.rows[k][0] != key][:NEAREST]
        chosen = (others[k] for k in draw.permutation(len(others))[:NEIGHBOURS])
        return [
            (other, make_page(self.encoder, title, as_lines([s.text for s in sentences(text)])))
            for other, title, text in chosen
        ]

    def without(self, keys: Set[str]) -> Corpus:
        """The corpus without those abstracts."""
        kept = [k for k, row in enumerate(self.rows) if row[0] not in keys]
        return Corpus([self.rows[k] for k in kept], self.vectors[kept], self.encoder)


def read_neighbours(encoder: Encoder, corpus: Path, banned: Set[str], embed: Embed) -> Corpus:
    """The abstracts of a corpus with a title and `SHORTEST` characters; `banned` are ids of others."""
    rows = []
    for row in read_jsonl(corpus):
        ids = [str(row[name]) for name in ("pmcid", "pmid") if row.get(name)]
        text, title = row.get("abstract") or "", row.get("title") or ""
        if ids and title and len(text) >= SHORTEST and not banned & set(ids):
            rows.append((ids[0], title, text))
    texts = [f"{title}. {text[:400]}" for _, title, text in rows]
    vectors = np.vstack([np.asarray(embed(texts[i : i + 64])) for i in range(0, len(texts), 64)])
    return Corpus(rows, vectors, encoder)


def reported_questions(examples: Sequence[Example]) -> list[tuple[Example, Asked]]:
    """The labels' questions that their own page answers."""
    return [(e, q) for e in examples for q in e.questions if q.kind == REVIEW and q.answer > 0]


def features_on(network: Network, page: Page, question: Asked, embed: Embed) -> Array:
    """The features of a question on a page, whose names are told without the question."""
    asked = in_words_of(question.asked, page.text)
    names = names_of_page(network, page, as_lines(page.text.lines), network.run(page, ()))
    return subject_features(asked, names.intervention, names.comparator, page, embed)


def fit_about(network: Network, learned: Sequence[Example], corpus: Corpus, embed: Embed) -> list[float]:
    """A constant and a weight for each feature; prints the area under the curve out of fold by question."""
    draw = np.random.default_rng(SEED)
    asked = reported_questions(learned)
    rows, own, groups = list[Array](), list[bool](), list[str]()
    for k in draw.permutation(len(asked))[:QUESTIONS]:
        example, question = asked[k]
        near = [page for _, page in corpus.near(example.key, question, embed, draw)]
        for page in (example.page, *near):
            rows.append(features_on(network, page, question, embed))
            own.append(page is example.page)
            groups.append(example.key)
    x, y = np.array(rows), np.array(own)
    told, folds = np.zeros(len(y)), group_folds(groups, FOLDS, 1)
    for fold in range(FOLDS):
        model = LogisticRegression(C=1.0, max_iter=1000).fit(x[folds != fold], y[folds != fold])
        told[folds == fold] = model.decision_function(x[folds == fold])
    area = auroc(told, y.astype(np.int64))
    print(f"about what is asked, own page or a neighbour: AUROC {area:.3f} of {len(y)}")
    model = LogisticRegression(C=1.0, max_iter=1000).fit(x, y)
    return [round(float(w), 4) for w in (*model.intercept_, *model.coef_[0])]


def neighbours(
    network: Network, kept: Sequence[Example], corpus: Corpus, models: LocalModels
) -> Iterator[Written]:
    """One question of each page that is held out, put to its neighbours, as not reported."""
    assert models.names is not None
    draw, seen = np.random.default_rng(SEED), set[str]()
    for example, question in reported_questions(kept):
        if example.key not in seen:
            seen.add(example.key)
            for _, page in corpus.near(example.key, question, models.names, draw):
                parts = read_parts(network, replace(example, page=page), question, models)
                yield Written(example.key, NEIGHBOUR, 0, parts)


def fit_reported(rows: Sequence[Written]) -> list[float]:
    """A constant and a weight for each reading and for what the page is about; neighbours count half. The
    constant is that of the labels' questions alone, half of which are reported: as if half of all papers were
    to report what is asked."""
    x, y = np.array([reported_terms(r.parts) for r in rows]), np.array([r.answer > 0 for r in rows])
    near = np.array([r.kind == NEIGHBOUR for r in rows])
    model = LogisticRegression(C=1.0, fit_intercept=False, max_iter=500)
    slopes = model.fit(x, y, sample_weight=np.where(near, 0.5, 1.0)).coef_[0][1:]
    scores, wanted = x[~near, 1:] @ slopes, y[~near].mean()
    constant = brentq(lambda c: float((1 / (1 + np.exp(-(scores + c)))).mean() - wanted), -20, 20)
    return [round(float(w), 4) for w in (constant, *slopes)]


def figures(name: str, rows: Sequence[Written]) -> str:
    """Out of fold: of the questions that are reported, of near misses and of neighbours, taken to be so."""
    folds, told = group_folds([r.key for r in rows], FOLDS, 1), np.zeros(len(rows))
    for fold in range(FOLDS):
        weights = np.array(fit_reported([r for r, f in zip(rows, folds, strict=True) if f != fold]))
        for i in np.flatnonzero(folds == fold).tolist():
            told[i] = reported_terms(rows[i].parts) @ weights
    own = np.array([r.answer > 0 for r in rows])
    near = np.array([r.kind == NEIGHBOUR for r in rows])
    shares = [(told[chosen] >= 0).mean() for chosen in (own, ~own & ~near, near)]
    return f"{name}: reported {shares[0]:.3f}, near misses {shares[1]:.3f}, neighbours {shares[2]:.3f}"


def main() -> None:
    """Fit, print the figures, write both into `blend.json`."""
    encoder: Any = Tokenizer.from_file(str(FOLDER / "tokenizer.json"))
    encoder.no_truncation()
    encoder.no_padding()
    data, held = data_folder(), held_out()
    labelled = label_examples(
        encoder, data / "labels" / "train.jsonl", data / "corpus" / "abstracts.jsonl.gz"
    )
    models = local_models(get_settings().cache_home / "models")
    if models.names is None or models.close is None:
        raise SystemExit("The packages with all-mpnet-base-v2 are not installed: make install")
    graph, tokens = ((FOLDER / name).read_bytes() for name in ("reader.onnx", "tokenizer.json"))
    calibration = json.loads((FOLDER / "calibration.json").read_text("utf-8"))
    weights = json.loads((FOLDER / "blend.json").read_text("utf-8"))
    network = Network(graph, tokens, calibration, weights)
    dev = {str(row["id"]) for row in read_jsonl(data / "labels" / "dev.jsonl")}
    corpus = read_neighbours(encoder, data / "corpus" / "abstracts.jsonl.gz", dev, models.names)
    learned = [e for e in labelled if e.key not in held]
    weights["about"] = fit_about(network, learned, corpus.without(held), models.names)
    kept = [e for e in labelled if e.key in held]
    rows = [r for r in written(network, kept, models) if r.kind == REVIEW]
    rows += neighbours(network, kept, corpus, models)
    for of_all, parts in (("without it", replace_about), ("with it", lambda p: p)):
        print(figures(of_all, [replace(r, parts=parts(r.parts)) for r in rows]))
    for own in ([replace(r, parts=replace(r.parts, close=None)) for r in rows], rows):
        weights[reported_weights(own[0].parts)] = fit_reported(own)
    (FOLDER / "blend.json").write_text(json.dumps(weights, indent=1) + "\n", encoding="utf-8")
    print(f"wrote blend.json: {weights}")


def replace_about(parts: Parts) -> Parts:
    """The parts without what the page is about."""
    return replace(parts, about=None)


if __name__ == "__main__":
    main()
