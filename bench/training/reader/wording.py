"""What the wording of a question gives away by itself: `python -m bench.training.reader.wording`.

A linear model over the words of the asked outcome, which never sees a paper, is fitted on the written
questions of the labelled abstracts that the reader learned from, and told which of the others are answered. A
reader that is no better than this has learned how near misses are worded, and not what papers report. Beside
it the same for the questions that we wrote, by leaving a fifth of their papers out.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from bench.labelled import data_folder, read_jsonl
from bench.training.common import group_folds
from bench.training.reader.examples import held_out
from bench.training.reader.own_passages import FILES, TWIN, PassageQuestion, read_passage_questions, topic
from bench.training.reader.own_questions import RESULT, OwnQuestion, read_own_questions

Questions = tuple[list[str], list[bool]]
"""The outcomes asked for, and whether the abstract answers them."""


def questions(path: Path, keys: frozenset[str] | None = None, inside: bool = True) -> Questions:
    """The written questions of a labels file; with `keys` those of these abstracts, or of all others."""
    rows = [row for row in read_jsonl(path) if keys is None or (row["id"] in keys) is inside]
    asked = [question for row in rows for question in row["questions"]]
    return [q["outcome"] for q in asked], [q["answer"] != "not reported" for q in asked]


def figures(learned: Questions, others: dict[str, Questions]) -> str:
    """AUROC and share told rightly, for each of the others."""
    lines = []
    for name, (asked, answered) in others.items():
        odds, told = _log_odds(learned, asked), np.array(answered)
        right = float(((odds > 0) == told).mean())
        lines.append(f"{name}: AUROC {roc_auc_score(told, odds):.3f}, right {right:.3f}, n {len(told)}")
    return "\n".join(lines)


def _log_odds(learned: Questions, asked: Sequence[str]) -> NDArray[np.float64]:
    words = TfidfVectorizer(ngram_range=(1, 2), min_df=2, sublinear_tf=True, token_pattern=r"\b\w+\b")
    model = LogisticRegression(C=1.0, max_iter=1000).fit(words.fit_transform(learned[0]), learned[1])
    odds: NDArray[np.float64] = model.decision_function(words.transform(asked))
    return odds


def own_figures(folds: int = 5) -> str:
    """AUROC for each file of our own questions, by their outcomes' words alone."""
    mine = read_own_questions()
    files: dict[str, list[tuple[str, OwnQuestion | PassageQuestion]]] = {
        "own questions": [(key, row) for key in mine for row in mine[key] if row.kind != RESULT]
    }
    for kind, path in FILES.items():
        asked = read_passage_questions(path).items()
        files[kind] = [(topic(key) if kind == TWIN else key, row) for key, rows in asked for row in rows]
    return "\n".join(f"{name}: {out_of_fold(rows, folds)}" for name, rows in files.items())


def out_of_fold(rows: Sequence[tuple[str, OwnQuestion | PassageQuestion]], folds: int) -> str:
    """AUROC of answered or not by the outcome's words, by leaving papers out."""
    asked = [row.asked.outcome for _, row in rows], [row.answer > 0 for _, row in rows]
    odds = given_away(asked, [key for key, _ in rows], folds)
    return f"AUROC {roc_auc_score(asked[1], odds):.3f}, n {len(rows)}"


def given_away(asked: Questions, keys: Sequence[str], folds: int = 5) -> NDArray[np.float64]:
    """Log odds of being answered by the outcome's words alone, for each question, learned from the questions
    of other papers; `keys` name their papers, or passages of these (before the colon)."""
    outcomes, told = asked
    odds, fold = np.zeros(len(told)), group_folds([key.partition(":")[0] for key in keys], folds, 1)
    for number in range(folds):
        learned = np.flatnonzero(fold != number).tolist()
        others = np.flatnonzero(fold == number).tolist()
        known = [outcomes[i] for i in learned], [told[i] for i in learned]
        odds[others] = _log_odds(known, [outcomes[i] for i in others])
    return odds


def main(argv: Sequence[str] | None = None) -> None:
    """Print the figures on what is held out, and on the dev labels."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.training.reader.wording",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.parse_args(argv)
    labels, held = data_folder() / "labels", held_out()
    others = {
        "held-out train": questions(labels / "train.jsonl", held),
        "dev": questions(labels / "dev.jsonl"),
    }
    print(figures(questions(labels / "train.jsonl", held, inside=False), others))
    print(own_figures())


if __name__ == "__main__":
    main()
