"""Measures: cause and effect in a sentence, and typed relations between given entities."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from aitia.reading.models.linear import fingerprint
from bench.labelled import Abstract, Parts, directed_f1, pair_fingerprint, read_pairs, read_pubtator
from bench.reading.outcomes import macro_f1
from bench.relations import cause_effect as cause_effect_reader
from bench.relations import learned
from bench.relations.cause_effect import cause_effect
from bench.relations.pair_relations import MODEL, pair_features, read_pair_relations
from bench.report import Measure, clustered_interval

Triple = tuple[str, str, str]


def cause_effect_measures(path: Path) -> tuple[list[Measure], str]:
    """F1 of Cause-Effect with direction; sentences that were trained on are answered out of fold."""
    parts, gold = read_pairs(path)
    model = learned(cause_effect_reader.MODEL)
    known = dict(zip(model["trained_on"].tolist(), model["out_of_fold"].argmax(1).tolist(), strict=True))
    prints = [int(pair_fingerprint(p)) for p in parts]
    guess = np.array([known.get(key, _read(p)) for key, p in zip(prints, parts, strict=True)])
    simple = np.array([_simple(p) for p in parts])
    groups = [str(k) for k in prints]
    measures = [
        Measure(
            "Cause-Effect with direction: F1",
            directed_f1(guess, gold),
            len(gold),
            clustered_interval(groups, lambda i: directed_f1(guess[i], gold[i]), 200),
            directed_f1(simple, gold),
        )
    ]
    measures.append(
        Measure(
            "Cause-Effect: macro-F1 of the three classes, neither included",
            macro_f1(guess, gold),
            len(gold),
            clustered_interval(groups, lambda i: macro_f1(guess[i], gold[i]), 200),
            macro_f1(simple, gold),
        )
    )
    for name, value in (("(e1,e2)", 1), ("(e2,e1)", 2)):
        own, base = (np.where(g == value, value, 0) for g in (guess, simple))
        wanted = np.where(gold == value, value, 0)
        measures.append(
            Measure(
                f"Cause-Effect{name}: F1",
                directed_f1(own, wanted),
                int((wanted > 0).sum()),
                baseline=directed_f1(base, wanted),
            )
        )
    seen = sum(k in known for k in prints)
    return measures, f"{seen} of {len(gold)} sentences were trained on: answered by ten-fold cross-validation"


def _read(parts: Parts) -> int:
    before, first, between, second, after = parts
    start = len(before)
    middle = start + len(first) + len(between)
    answer = cause_effect(
        before + first + between + second + after, (start, start + len(first)), (middle, middle + len(second))
    )
    return int(np.argmax([answer.neither, answer.first_causes_second, answer.second_causes_first]))


def _simple(parts: Parts) -> int:
    """The baseline: a causal verb between the two, its voice deciding the direction."""
    between = " " + parts[2].lower() + " "
    if any(
        c in between for c in ("caused by", "due to", "induced by", "triggered by", "result of", "arose from")
    ):
        return 2
    return 1 if any(c in between for c in ("caus", "lead", " led to", "result", "trigger", "produc")) else 0


def relation_measures(path: Path) -> tuple[list[Measure], str]:
    """F1 of relations, typed and untyped, against the baseline of entities named in one sentence."""
    documents = read_pubtator(path)
    trained = set(learned(MODEL)["trained_on"].tolist())
    fresh = [d for d in documents if int(fingerprint(d.text)) not in trained]
    note = f"{len(documents) - len(fresh)} of {len(documents)} abstracts were trained on"
    if fresh:
        note += " and are left out" if len(fresh) < len(documents) else ""
        documents = fresh
    else:
        note += ": THESE FIGURES ARE OF TRAINING ROWS, not a test"
    read = [
        {(r.first, r.second, r.relation) for r in read_pair_relations(d.text, d.mentions)} for d in documents
    ]
    return (
        relation_figures(documents, read),
        note + "; baseline: both named in one sentence, the commonest relation of the pair's kind",
    )


def relation_figures(documents: list[Abstract], read: list[set[Triple]]) -> list[Measure]:
    """F1 of the relations read in each document."""
    gold = [{(a, b, r) for (a, b), r in d.relations.items()} for d in documents]
    base = [_together(d) for d in documents]
    groups = [d.key for d in documents]
    measures = []
    for name, typed in (("relations, type and sign: F1", True), ("relations, pair only: F1", False)):
        parts = [_kept(sets, typed) for sets in (read, gold, base)]
        measures.append(
            Measure(
                name,
                _f1(parts[0], parts[1], np.arange(len(groups))),
                sum(len(g) for g in gold),
                clustered_interval(groups, partial(_f1, parts[0], parts[1]), 300),
                _f1(parts[2], parts[1], np.arange(len(groups))),
            )
        )
    return measures


def _kept(sets: list[set[Triple]], typed: bool) -> list[set[Triple]]:
    return sets if typed else [{(a, b, "") for a, b, _ in s} for s in sets]


def _f1(guess: list[set[Triple]], gold: list[set[Triple]], rows: NDArray[np.int64]) -> float:
    counts = Counter[str]()
    for i in rows:
        counts.update(right=len(guess[i] & gold[i]), said=len(guess[i]), there=len(gold[i]))
    return 2 * counts["right"] / max(1, counts["said"] + counts["there"])


_COMMONEST = {
    "Chemical+Disease": "Negative_Correlation",
    "Chemical+Chemical": "Association",
    "Disease+Variant": "Positive_Correlation",
}


def _together(document: Abstract) -> set[Triple]:
    """The baseline: every pair that stands in one sentence, with the commonest relation of its kind."""
    found: set[Triple] = set()
    for (first, second), features in pair_features(document.text, document.mentions).items():
        kind = next(f for f in features if f.startswith("kind:"))[5:]
        if not any(f.startswith("both:") and f.endswith(":0") for f in features):
            found.add((first, second, _COMMONEST.get(kind, "Association")))
    return found
