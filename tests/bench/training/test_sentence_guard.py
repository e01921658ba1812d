"""What the guard is taught: its sentences are whole, and none that measures it is among them."""

from __future__ import annotations

import gzip
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from aitia.reading.models import load_arrays
from aitia.reading.trained.guard import MODEL, NONE, SIZE
from bench.statements import LISTS, statements
from bench.training.common import MODELS
from bench.training.sentence_guard import fit, read_traps, shares_of, statement_row, written_traps


def _plain(text: str) -> str:
    return " ".join("".join(c if c.isalnum() else " " for c in text.lower()).split())


def test_no_measuring_sentence_is_taught() -> None:
    taught = {_plain(statement.text) for _, statement in written_traps()}
    taught |= {_plain(statement.text) for statement in statements(LISTS[:3])}
    measured = [_plain(statement.text) for statement in statements(["statements_fourth"])]
    assert len(measured) == 300
    assert taught.isdisjoint(measured)


def test_the_traps_are_1800_sentences_of_three_writers_in_all_classes() -> None:
    traps = read_traps()
    assert Counter(writer for writer, _, _ in traps) == {"a": 600, "b": 600, "c": 600}
    assert {label for _, label, _ in traps} == {"more", "less", "same", "none"}
    assert all(s.intervention and s.outcome and s.comparator and s.text for _, _, s in traps)


def test_the_fifth_list_is_a_writer_of_its_own() -> None:
    assert Counter(writer for writer, _ in written_traps())["statements_fifth"] == 300


def test_a_row_that_is_no_trap_is_named(tmp_path: Path) -> None:
    path = tmp_path / "traps.tsv.gz"
    path.write_bytes(gzip.compress(b"a\tperhaps\tplain\tA\tB\tO\tA reduced O.\n"))
    with pytest.raises(ValueError, match=r"traps\.tsv\.gz, line 1: not a trap"):
        read_traps(path)


def test_the_artefact_is_small_and_of_the_shape_that_the_loader_reads() -> None:
    held = load_arrays(MODEL)
    assert held["weights"].shape == (SIZE, NONE + 1)
    assert held["weights"].dtype == np.int8
    assert not held["weights"][~held["known"]].any()
    assert held["claim"].shape == (12,)
    assert (MODELS / f"{MODEL}.npz").stat().st_size < 1_500_000


def test_a_fit_is_repeatable_and_learns_what_it_is_taught() -> None:
    rows = [statement_row(s, 1.0) for s in statements(LISTS[2:3])]
    first, second = fit(rows), fit(rows)
    assert all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))
    shares = shares_of(first, [(row.direct, row.mirrored) for row in rows])
    gold = np.array([row.label for row in rows])
    assert ((shares.argmax(1) == NONE) == (gold == NONE)).mean() > 0.8
