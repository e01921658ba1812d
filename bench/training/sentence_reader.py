"""Train the reader of single sentences: `python -m bench.training.sentence_reader`.

Every marked sentence of Evidence Inference and every evidence sentence of the labelled findings is one row,
in the paper's own order of arms, and once more in its mirror image. What `bench.training.reader` holds
out is left out here too; its figures are printed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score

from aitia.reading.models.linear import softmax, text_scale
from aitia.reading.trained.layout import AskedOutcome
from aitia.reading.trained.marks import Text, names_of
from aitia.reading.trained.sentence import FLIP, MODEL, encode
from aitia.text.sentences import sentences
from bench.labelled import data_folder, read_jsonl
from bench.reading.evidence_inference import read_prompts
from bench.training.common import frequent, save_arrays, sparse_rows, training_seed
from bench.training.reader.examples import ANSWERS, read_corpus

SIZE = 2**18
STRENGTH = 0.15
SENTENCES = 2
SEED = 3
_FLIP = np.array(FLIP)

Columns = NDArray[np.int64]


@dataclass(frozen=True)
class Row:
    """A sentence as columns, direct and mirrored; `key` is its abstract or article."""

    direct: Columns
    mirrored: Columns
    label: int
    weight: float
    key: str


def label_rows() -> Iterator[Row]:
    """The findings of the labelled abstracts that have two arms and a direction."""
    folder = data_folder()
    corpus = read_corpus(folder / "corpus" / "abstracts.jsonl.gz")
    for labelled in read_jsonl(folder / "labels" / "train.jsonl"):
        paper = corpus[labelled["id"]]
        lines = sentences(paper["abstract"])
        text = Text.of(paper["title"], [line.text for line in lines])
        for finding in labelled["findings"]:
            answer = ANSWERS[finding["direction"]] - 1
            if answer > 2 or not finding["comparator"]:
                continue
            asked = AskedOutcome(finding["intervention"], finding["comparator"], finding["outcome"])
            names = names_of(text, asked)
            told = [s.text for s in lines if any(s.start < b and a < s.end for a, b in finding["evidence"])]
            for sentence in told[:SENTENCES]:
                yield Row(*encode(sentence, names, SIZE), answer, 1 / len(told[:SENTENCES]), labelled["id"])


def prompt_rows(split: str) -> Iterator[Row]:
    """The marked sentences of Evidence Inference."""
    prompts, texts = read_prompts(data_folder() / "evidence_inference" / f"{split}.jsonl.gz")
    texts_of = {key: Text.of("", [text]) for key, text in texts.items()}
    for prompt in prompts:
        names = names_of(
            texts_of[prompt.article], AskedOutcome(prompt.intervention, prompt.comparator, prompt.outcome)
        )
        for label, sentence in prompt.answers:
            yield Row(*encode(sentence, names, SIZE), label, 1 / len(prompt.answers), prompt.article)


def matrix(columns: Sequence[Columns], known: NDArray[np.bool_]) -> Any:
    """Scaled sparse rows of the known columns."""
    kept = [c[known[c]] for c in columns]
    return sparse_rows(kept, [text_scale(len(c)) for c in kept], SIZE)


def fit(rows: Sequence[Row]) -> tuple[NDArray[np.bool_], NDArray[np.float64], NDArray[np.float64]]:
    """Known columns, weights and bias of a multinomial logistic regression on rows and mirror images."""
    direct, mirrored = [r.direct for r in rows], [r.mirrored for r in rows]
    known = frequent(direct + mirrored, SIZE)
    labels, weight = np.array([r.label for r in rows]), np.array([r.weight for r in rows])
    model = LogisticRegression(C=STRENGTH, max_iter=400).fit(
        scipy.sparse.vstack([matrix(direct, known), matrix(mirrored, known)]),
        np.concatenate([labels, _FLIP[labels]]),
        sample_weight=np.concatenate([weight, weight]),
    )
    return known, model.coef_.T, model.intercept_


def answers(
    model: tuple[NDArray[np.bool_], NDArray[np.float64], NDArray[np.float64]], rows: Sequence[Row]
) -> NDArray[np.float64]:
    """Probabilities, the mirror image averaged in."""
    known, weights, bias = model
    plain = softmax(np.asarray(matrix([r.direct for r in rows], known) @ weights + bias))
    other = softmax(np.asarray(matrix([r.mirrored for r in rows], known) @ weights + bias))
    result: NDArray[np.float64] = (plain + other[:, _FLIP]) / 2
    return result


def main(argv: Sequence[str] | None = None) -> None:
    """Fit, print the figures on what was held out, write the artefact."""
    training_seed(MODEL, __doc__ or "", SEED, argv)
    from bench.training.reader.examples import held_out

    held = held_out()
    labelled = list(label_rows())
    learned = [r for r in labelled if r.key not in held] + list(prompt_rows("train"))
    model = fit(learned)
    for name, rows in (
        ("held-out findings", [r for r in labelled if r.key in held]),
        ("validation prompts", list(prompt_rows("validation"))),
    ):
        gold, guess = np.array([r.label for r in rows]), answers(model, rows).argmax(1)
        print(
            f"{name}: accuracy {(gold == guess).mean():.4f}  "
            f"macro-F1 {f1_score(gold, guess, average='macro'):.4f}  n {len(rows)}"
        )
    known, weights, bias = model
    save_arrays(
        MODEL, weights=np.where(known[:, None], weights, 0).astype(np.float16), known=known, bias=bias
    )


if __name__ == "__main__":
    main()
