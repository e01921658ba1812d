"""Rankers of paths, and the reader of sentences that name a pair."""

from collections.abc import Sequence

import numpy as np
import pytest

from aitia.pairs.path_features import NUMBERS, TypedPath, as_text, path_ngrams, path_numbers, simple_paths
from aitia.pairs.rankers import (
    GRAMS,
    EncoderRanker,
    SimilarityRanker,
    path_vector,
    ranked,
    shipped_ranker,
)
from aitia.pairs.reader import sentences_on, threshold

DIRECT = TypedPath(("aspirin", "ulcer"), ("CAUSES_CcSE",), ("Compound", "SideEffect"))
ROUND = TypedPath(
    ("aspirin", "PTGS2", "ulcer"), ("BINDS_CbG", "^ASSOCIATES_DaG"), ("Compound", "Gene", "Disease"), 0.7, 3
)


def test_a_path_is_seen_by_types_relations_length_degrees_and_grade() -> None:
    grams = path_ngrams(ROUND, {"ptgs2": 7})
    assert {"length:2", "steps:BINDS_CbG/Gene", "relations:BINDS_CbG/^ASSOCIATES_DaG", "hub:3"} <= grams
    numbers = dict(zip(NUMBERS, path_numbers(ROUND, {"PTGS2".lower(): 7}), strict=True))
    assert (numbers["length"], numbers["hub degree"], numbers["confidence"], numbers["grade"]) == (
        2,
        3,
        0.7,
        3,
    )
    assert len(path_vector(ROUND)) == len(NUMBERS) - 1 + GRAMS


def test_a_path_reads_as_words() -> None:
    assert as_text(DIRECT) == "aspirin causes ulcer"


def test_the_shipped_trees_rank_without_lightgbm_and_in_the_same_order_whatever_came_first() -> None:
    ranker = shipped_ranker()
    forward = ranked(ranker, "Is aspirin a cause of ulcer?", [DIRECT, ROUND])
    backward = ranked(ranker, "Is aspirin a cause of ulcer?", [ROUND, DIRECT])
    assert forward == backward
    assert ranked(ranker, "?", []) == []


def test_a_path_of_unknown_types_or_too_many_steps_has_a_score() -> None:
    odd = TypedPath(tuple("abcdefghijklmnopq"), ("weird",) * 16)
    assert np.isfinite(shipped_ranker().scores("?", [odd, TypedPath((), ())])).all()


def test_likeness_ranks_by_words_and_an_encoder_by_what_it_says() -> None:
    def embed(texts: Sequence[str]) -> np.ndarray:
        return np.array([[len(t), t.count("PTGS2") * 50 + 1] for t in texts], dtype=np.float32)

    best, _ = ranked(SimilarityRanker(embed), "PTGS2?", [DIRECT, ROUND])[0]
    assert best is ROUND
    encoder = EncoderRanker(lambda _, texts: np.array([-len(t) for t in texts], dtype=np.float64))
    assert ranked(encoder, "?", [ROUND, DIRECT])[0][0] is DIRECT


def test_paths_have_no_node_twice_and_end_at_the_goal() -> None:
    arcs = {"a": [("r", "b"), ("r", "c")], "b": [("r", "a"), ("s", "c")], "c": [("r", "b")]}
    found = simple_paths(arcs, {}, "a", "c")
    assert [path.names for path in found] == [("a", "c"), ("a", "b", "c")]


def test_the_sentence_that_says_so_comes_first() -> None:
    texts = [
        "Smoking and cough were recorded at baseline.",
        "Smoking causes cough.",
        "Nothing of the kind is named here.",
    ]
    found = sentences_on(texts, ["smoking"], ["cough"])
    assert found[0].place == 1
    assert found[0].probability >= threshold()
    assert {item.place for item in found} == {0, 1}


def test_which_way_round_a_sentence_says_it_counts() -> None:
    text = "The fire was caused by the leak."
    (forward,) = sentences_on([text], ["leak"], ["fire"])
    (backward,) = sentences_on([text], ["fire"], ["leak"])
    assert forward.probability > threshold() > backward.probability


@pytest.mark.parametrize("names", [[""], [" "], ["x" * 5_000]])
def test_names_that_are_nowhere_find_nothing(names: list[str]) -> None:
    assert sentences_on(["Smoking causes cough."], names, ["cough"]) == ()
