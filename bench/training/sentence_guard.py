"""Train the guard of single sentences: `python -m bench.training.sentence_guard`.

Rows: sentences that were written to be misread (`traps.tsv.gz` and four lists of `bench.statements`), the
sentences that labelled findings rest on and others of the same abstracts, and Evidence Inference. A second
step learns how likely a claim of the local reader is right, from its claims on the traps, judged out of fold
by their writer, and on the labelled abstracts that are held out. The fourth list measures and is not read.
"""

from __future__ import annotations

import csv
import gzip
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from aitia.model.scales import SentenceRole
from aitia.reading.models.linear import softmax, text_scale
from aitia.reading.paper.arms import Names
from aitia.reading.trained.guard import DOUBTED, FLIP, MODEL, NONE, SIZE, SURE, WAYS, encode
from aitia.reading.trained.layout import AskedOutcome
from aitia.reading.trained.marks import Text, names_of
from aitia.text.sentences import sentences
from bench.labelled import data_folder, read_jsonl
from bench.reading.evidence_inference import read_prompts
from bench.statements import LISTS, Statement, statements
from bench.training.common import frequent, save_arrays, sparse_rows, training_seed
from bench.training.guard_claims import FOLDS, GuardClaim, held_claims, trap_claims
from bench.training.reader.examples import ANSWERS, held_out, read_corpus

FIFTH = "statements_fifth"
TRAPS = Path(__file__).with_name("traps.tsv.gz")
ANSWER_OF = {"more": 0, "less": 1, "same": 2, "none": NONE}
STRENGTH, CLAIM_STRENGTH = 0.15, 0.3
TRAP_WEIGHT, LIST_WEIGHT, OTHER_WEIGHT = 3.0, 2.1, 0.3
SEED = 7
_FLIP = np.array(FLIP)

Floats = NDArray[np.float64]
Model = tuple[NDArray[np.bool_], Floats, Floats]
"""Known columns, weights, bias."""


@dataclass(frozen=True)
class Row:
    """A sentence as columns, direct and mirrored, and its class; `writer` is set for traps."""

    direct: NDArray[np.int64]
    mirrored: NDArray[np.int64]
    label: int
    weight: float
    writer: str = ""


def read_traps(path: Path = TRAPS) -> list[tuple[str, str, Statement]]:
    """Writer, label and statement of each trap. Raises ValueError for a row that is none."""
    found = []
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        for number, row in enumerate(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE), 1):
            if len(row) != 7 or row[1] not in ANSWER_OF:
                raise ValueError(f"{path.name}, line {number}: not a trap: {row}")
            writer, label, trap, intervention, comparator, outcome, text = row
            answer = ANSWER_OF[label]
            direction = None if answer == NONE else WAYS[answer]
            found.append((writer, label, Statement(trap, direction, intervention, outcome, text, comparator)))
    return found


def written_traps() -> list[tuple[str, Statement]]:
    """Every trap with its writer; the fifth list is a writer's of its own."""
    read = [(writer, statement) for writer, _, statement in read_traps()]
    return read + [(FIFTH, statement) for statement in statements([FIFTH])]


def statement_row(statement: Statement, weight: float, writer: str = "") -> Row:
    """A written sentence with the paper that the bench makes of it."""
    comparator = statement.comparator or "placebo"
    record = statement.record
    text = Text.of(record.title, [record.abstract.partition("\n")[0], statement.text])
    names = names_of(text, AskedOutcome(statement.intervention, comparator, statement.outcome))
    label = NONE if statement.direction is None else WAYS.index(statement.direction)
    return Row(*encode(statement.text, names), label, weight, writer)


def label_rows(rng: random.Random) -> Iterator[Row]:
    """For each finding of the labelled abstracts its sentences, and others of the abstract as none."""
    folder, held = data_folder(), held_out()
    corpus = read_corpus(folder / "corpus" / "abstracts.jsonl.gz")
    for labelled in read_jsonl(folder / "labels" / "train.jsonl"):
        if labelled["id"] in held:
            continue
        paper = corpus[labelled["id"]]
        lines = sentences(paper["abstract"])
        text = Text.of(paper["title"], [line.text for line in lines])
        told = [e for one in (*labelled["findings"], *labelled["questions"]) for e in one["evidence"]]
        rest = [s for s in lines if not any(s.start < b and a < s.end for a, b in told)]
        results = [s for s in rest if s.role is SentenceRole.RESULT]
        others = [s for s in rest if s.role not in (SentenceRole.RESULT, SentenceRole.CONCLUSION)]
        for finding in labelled["findings"]:
            arms = finding["intervention"], finding["comparator"] or ""
            names = names_of(text, AskedOutcome(*arms, finding["outcome"]))
            yield from _finding_rows(finding, names, lines)
            picked = [rng.choice(others)] if others else []
            picked += [rng.choice(results)] if results and rng.random() < 0.5 else []
            for sentence in picked:
                yield Row(*encode(sentence.text, names), NONE, OTHER_WEIGHT)


def _finding_rows(finding: Any, names: Names, lines: Sequence[Any]) -> Iterator[Row]:
    answer = ANSWERS[finding["direction"]] - 1
    if answer >= NONE or finding["comparator"] in ("", None, "baseline"):
        return
    told = [s.text for s in lines if any(s.start < b and a < s.end for a, b in finding["evidence"])][:2]
    for sentence in told:
        yield Row(*encode(sentence, names), answer, 1 / len(told))


def prompt_rows() -> Iterator[Row]:
    """The marked sentences of Evidence Inference train."""
    prompts, texts = read_prompts(data_folder() / "evidence_inference" / "train.jsonl.gz")
    texts_of = {key: Text.of("", [text]) for key, text in texts.items()}
    for prompt in prompts:
        asked = AskedOutcome(prompt.intervention, prompt.comparator, prompt.outcome)
        names = names_of(texts_of[prompt.article], asked)
        for label, sentence in prompt.answers:
            yield Row(*encode(sentence, names), label, 1 / len(prompt.answers))


def _matrix(columns: Sequence[NDArray[np.int64]], known: NDArray[np.bool_]) -> Any:
    kept = [c[known[c]] for c in columns]
    return sparse_rows(kept, [text_scale(len(c)) for c in kept], SIZE)


def fit(rows: Sequence[Row]) -> Model:
    """A multinomial logistic regression on rows and mirror images."""
    direct, mirrored = [r.direct for r in rows], [r.mirrored for r in rows]
    known = frequent(direct + mirrored, SIZE)
    labels, weight = np.array([r.label for r in rows]), np.array([r.weight for r in rows])
    model = LogisticRegression(C=STRENGTH, max_iter=150, tol=1e-3).fit(
        scipy.sparse.vstack([_matrix(direct, known), _matrix(mirrored, known)]),
        np.concatenate([labels, _FLIP[labels]]),
        sample_weight=np.concatenate([weight, weight]),
    )
    return known, model.coef_.T, model.intercept_


def shares_of(model: Model, columns: Sequence[tuple[NDArray[np.int64], NDArray[np.int64]]]) -> Floats:
    """Probabilities of the classes, the mirror image averaged in."""
    known, weights, bias = model
    plain = softmax(np.asarray(_matrix([c[0] for c in columns], known) @ weights + bias))
    other = softmax(np.asarray(_matrix([c[1] for c in columns], known) @ weights + bias))
    result: Floats = (plain + other[:, _FLIP]) / 2
    return result


def print_figures(rows: Sequence[Row], shares: Floats) -> None:
    """How the classes of the traps are told out of fold, beside the constants."""
    gold = np.array([r.label for r in rows])
    own = gold != NONE
    way = shares[own][:, :NONE].argmax(1)
    usual = np.bincount(gold).max() / len(gold)
    print(f"traps, by writer out of fold (n {len(rows)}):")
    print(f"  four classes right {(shares.argmax(1) == gold).mean():.3f}  most frequent class {usual:.3f}")
    print(f"  result or none, AUROC {roc_auc_score(~own, shares[:, NONE]):.3f}  constant .500")
    constant = np.bincount(gold[own]).max() / own.sum()
    print(f"  way of the results right {(way == gold[own]).mean():.3f}  constant {constant:.3f}")


def _told(right: NDArray[np.bool_], kept: NDArray[np.bool_]) -> str:
    wrong = float((~right[kept]).mean()) if kept.any() else float("nan")
    return f"{kept.sum()}, wrong {wrong:.3f}"


def fit_claims(claims: Sequence[GuardClaim], shares: Floats) -> Floats:
    """Weights and bias of the probability that a claim is right; its figures out of fold are printed."""
    features = np.array([c.features(s) for c, s in zip(claims, shares, strict=True)])
    right = np.array([c.right for c in claims])
    fold = np.array([c.fold for c in claims])
    out = np.zeros(len(claims))
    for one in range(FOLDS):
        learned = LogisticRegression(C=CLAIM_STRENGTH).fit(features[fold != one], right[fold != one])
        out[fold == one] = learned.predict_proba(features[fold == one])[:, 1]
    doubted = shares[:, NONE] >= DOUBTED
    own = np.array([c.claim.confidence for c in claims])
    for kind in ("trap", "held-out answer", "held-out finding"):
        among = np.array([c.kind == kind for c in claims])
        for name, kept in (
            ("as read, .7 or more", among & (own >= 0.7)),
            ("as read, .6 or more", among & (own >= 0.6)),
            ("guarded, .7 or more", among & (own >= 0.7) & (out >= SURE) & ~doubted),
            ("guarded, .6 or more", among & (own >= 0.6) & (out >= 0.6) & ~doubted),
        ):
            print(f"  {kind}, {name}: {_told(right, kept)}")
        for least in (0.8, 0.85, 0.88, 0.9, 0.92, 0.94, 0.96):
            sure = among & (own >= 0.7) & (out >= least) & ~doubted
            print(f"  {kind}, probability {least} or more: {_told(right, sure)}")
    model = LogisticRegression(C=CLAIM_STRENGTH).fit(features, right)
    return np.concatenate([model.coef_[0], model.intercept_])


def save(model: Model, claim: Floats) -> None:
    """Write the artefact, its weights in eight bits."""
    known, weights, bias = model
    scale = np.abs(weights).max() / 127
    stored = np.where(known[:, None], np.round(weights / scale), 0).astype(np.int8)
    save_arrays(MODEL, weights=stored, known=known, bias=bias, scale=np.array(scale), claim=claim)


def main(argv: Sequence[str] | None = None) -> None:
    """Fit, print the figures out of fold, write the artefact."""
    seed = training_seed(MODEL, __doc__ or "", SEED, argv)
    read = written_traps()
    traps = [statement_row(statement, TRAP_WEIGHT, writer) for writer, statement in read]
    rest = [statement_row(s, LIST_WEIGHT) for s in statements(LISTS[:3])]
    rest += [*label_rows(random.Random(seed)), *prompt_rows()]
    print(len(traps), "traps,", len(rest), "other rows")
    writers = sorted({row.writer for row in traps})
    models = {w: fit([*(r for r in traps if r.writer != w), *rest]) for w in writers}
    shares = np.zeros((len(traps), 4))
    for writer, model in models.items():
        own = [i for i, row in enumerate(traps) if row.writer == writer]
        shares[own] = shares_of(model, [(traps[i].direct, traps[i].mirrored) for i in own])
    print_figures(traps, shares)
    whole = fit([*traps, *rest])
    claims = [*trap_claims(read), *held_claims()]
    judged = np.concatenate(
        [shares_of(models.get(c.writer, whole), [encode(c.sentence, c.names)]) for c in claims]
    )
    save(whole, fit_claims(claims, judged))


if __name__ == "__main__":
    main()
