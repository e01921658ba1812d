"""The benchmark of pairs: what may share a fold, what is not looked at, and that paths never do harm."""

import json
from pathlib import Path

import numpy as np
import pytest

from bench.pairs.command import nearest
from bench.pairs.data import PairRow, connected, read_set, read_sets
from bench.pairs.measures import auroc, cross_validated, f1, same_rows, trained_and_tested
from bench.pairs.readers import best_threshold, learn_and_read
from bench.pairs.views import Views, make_views


def row(number: int, causal: bool, path: str = "binds", **other: object) -> dict[str, object]:
    verb = "triggers" if causal else "resembles"
    return {
        "qid": str(number),
        "sentence": f"Study {number}: <e1> drug{number} </e1> {verb} <e2> harm{number} </e2> .",
        "e1": f"drug{number}",
        "e2": f"harm{number}",
        "ground_truth": str(int(causal)),
        "metapaths": [{"stops": "a - b - c", "reltypes": f"{path} - {path}", "nodelabels": "X - Y - Z"}],
        **other,
    }


def written(folder: Path, rows: list[object], name: str = "train.jsonl") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    lines = [item if isinstance(item, str) else json.dumps(item) for item in rows]
    (folder / name).write_text("\n".join(lines), encoding="utf-8")
    return folder / name


def views_of(rows: tuple[PairRow, ...]) -> Views:
    """Views without a model of meaning: its vectors are the same for all."""
    return make_views(rows, lambda texts: np.zeros((len(texts), 2), dtype=np.float32), {})


def test_rows_that_share_a_pair_either_way_round_or_a_sentence_share_a_fold() -> None:
    ties = [["pair a|b"], ["pair a|b", "sentence s"], ["sentence s", "pair c|d"], ["pair e|f"]]
    assert len(set(connected(ties))) == 2
    assert connected(ties)[0] == connected(ties)[2]


def test_both_orders_of_a_pair_are_one_group(tmp_path: Path) -> None:
    turned = row(2, False) | {"e1": "harm1", "e2": "drug1"}
    groups = read_set(written(tmp_path, [row(1, True), turned, row(3, False)])).groups
    assert groups[0] == groups[1] != groups[2]


def test_what_was_made_from_the_answer_is_not_looked_at(tmp_path: Path) -> None:
    plain = read_set(written(tmp_path / "a", [row(1, True)])).rows
    path = {"stops": "a - b - c", "reltypes": "binds - binds", "nodelabels": "X - Y - Z"}
    told = row(1, True) | {
        "llm_pred": "1",
        "metapaths": [path | {"rel_score": 9.0, "relevant": "1", "prob_score": -0.1, "pathid": 4}],
    }
    assert read_set(written(tmp_path / "b", [told])).rows == plain


def test_bad_lines_are_told_and_left_out(tmp_path: Path) -> None:
    rows = [row(1, True), "{not json", "[1]", {"unknown": 1}, row(2, False, metapaths="none")]
    rows += [{"e1": "x", "e2": "y"}, row(3, True, ground_truth=None), row(4, True, sentence="")]
    rows += [row(5, False, metapaths=[None, {"reltypes": 5}, {"stops": "a - b"}]), row(6, True, e1=None)]
    found = read_set(written(tmp_path, rows))
    assert len(found.rows) == 7
    assert any("JSONDecodeError" in problem and "2" in problem for problem in found.problems)
    assert any("2 rows without an answer" in problem for problem in found.problems)
    assert any("2 rows without a sentence" in problem for problem in found.problems)
    assert len(views_of(found.rows)) == 7


def test_a_folder_without_pairs_is_named(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="hold no"):
        read_sets(tmp_path)
    with pytest.raises(SystemExit, match="holds no pair"):
        read_set(written(tmp_path, ["", "null"]))
    with pytest.raises(SystemExit, match="is not there"):
        read_set(tmp_path / "absent.jsonl")


@pytest.mark.parametrize("telling", [False, True])
def test_paths_count_only_where_they_help(tmp_path: Path, telling: bool) -> None:
    rng = np.random.default_rng(3)
    causal = rng.random(160) < 0.4
    noise = rng.random(160) < 0.5
    rows = [
        row(i, bool(c), path="causes" if (c if telling else n) else "binds")
        # Words say as much as a coin does, so that only paths can help.
        | {"sentence": f"<e1> drug{i} </e1> {'up' if rng.random() < 0.5 else 'down'} <e2> harm{i} </e2>"}
        for i, (c, n) in enumerate(zip(causal, noise, strict=True))
    ]
    found = read_set(written(tmp_path, rows))
    train, test = np.arange(110), np.arange(110, 160)
    joined = learn_and_read(views_of(found.rows), found.labels, found.groups, train, test, seed=1)
    if telling:
        assert joined.path_weight > 0
        assert auroc(joined.scores["both"], found.labels[test]) > 0.95
    else:
        assert joined.path_weight == 0
        np.testing.assert_array_equal(joined.scores["both"], joined.scores["text"])


def test_cross_validation_reads_what_the_words_say(tmp_path: Path) -> None:
    found = read_set(written(tmp_path, [row(i, i % 3 == 0) for i in range(60)]))
    figures = {m.measure: m for m in cross_validated(found, views_of(found.rows), folds=3, draws=20)}
    name = found.name
    assert figures[f"{name}: AUROC, text"].value == 1.0
    assert figures[f"{name}: F1, text"].value == 1.0
    assert figures[f"{name}: F1, text"].baseline == pytest.approx(0.5)
    assert figures[f"{name}: AUROC, both minus text"].value == 0.0


def test_a_file_is_scored_by_readers_of_the_whole_folder(tmp_path: Path) -> None:
    trained = read_set(written(tmp_path / "one", [row(i, i % 3 == 0) for i in range(60)]))
    rows = [row(i, i % 2 == 0) for i in range(100, 110)] + [row(5, False), row(200, True, ground_truth="?")]
    tested = read_set(written(tmp_path / "two", rows, "test.jsonl"))
    assert same_rows(trained, tested) == 1
    measures = trained_and_tested(trained, views_of(trained.rows), tested, views_of(tested.rows))
    figures = {m.measure: m for m in measures}
    assert figures["two: AUROC, text"].value == 1.0
    assert figures["two: AUROC, text"].n == 11


def test_a_file_goes_to_the_set_that_it_reads_like(tmp_path: Path) -> None:
    genes = read_set(
        written(tmp_path / "genes", [row(i, True, sentence="gene mutant allele") for i in range(5)])
    )
    drugs = read_set(
        written(tmp_path / "drugs", [row(i, True, sentence="patient dose tablet") for i in range(5)])
    )
    asked = read_set(written(tmp_path / "x", [row(9, True, sentence="the dose of a tablet")], "test.jsonl"))
    assert nearest([genes, drugs], asked).name == "drugs"


def test_one_class_or_no_answer_at_all_ends_without_an_error(tmp_path: Path) -> None:
    trained = read_set(written(tmp_path / "one", [row(i, True) for i in range(12)]))
    tested = read_set(written(tmp_path / "two", [row(50, True, ground_truth=None)]))
    (only,) = trained_and_tested(trained, views_of(trained.rows), tested, views_of(tested.rows))
    assert "none has an answer" in only.measure


def test_thresholds_and_f1_on_numbers_worked_by_hand() -> None:
    y = np.array([1, 0, 1, 0])
    shares = np.array([0.9, 0.8, 0.7, 0.1])
    assert best_threshold(shares, y) == pytest.approx(0.4)
    assert f1(np.array([1, 1, 1, 0]), y) == pytest.approx(0.8)
    assert auroc(shares, y) == pytest.approx(0.75)
