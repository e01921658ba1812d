"""The close reader: its graph is made from checked weights and reads plain sentences the right way."""

from __future__ import annotations

import os
import time
from pathlib import Path

import numpy as np
import pytest

from aitia.model.errors import ModelFileError
from aitia.model.keys import PaperId
from aitia.model.paper import Paper
from aitia.model.scales import Direction, Domain
from aitia.reading.open_findings import read_findings
from aitia.reading.study.facts import read_study_facts
from aitia.reading.trained import AskedOutcome, LocalModels
from aitia.reading.trained.close import LONGEST, MARK, Told, lay_row, read_closely
from aitia.reading.trained.marks import Text, names_of
from aitia.text.passages import make_passages
from resources.close_reader import slices as slices_module
from resources.close_reader import weights as weights_module
from resources.close_reader.graph import LAYERS, buckets, merged
from resources.close_reader.learned import load_learned, of_rank, save_learned
from resources.close_reader.reader import OnnxCloseReader, close_reader
from resources.close_reader.slices import installed_slices
from resources.close_reader.weights import read_weights
from resources.settings import get_settings

# Every worker would build or load the graph.
pytestmark = pytest.mark.xdist_group("demonstration_findings")

ARMS = ("yoga", "usual care")


@pytest.fixture(scope="module")
def reader() -> OnnxCloseReader:
    found = close_reader(get_settings().cache_home / "models")
    assert found is not None, "the packages with all-mpnet-base-v2 are part of the lock file"
    return found


def _chances(reader: OnnxCloseReader, asked: AskedOutcome, sentence: str, natural: bool = True) -> np.ndarray:
    text = Text.of("Yoga for knee osteoarthritis: a randomised trial", [sentence])
    paper = names_of(text, AskedOutcome(*ARMS, asked.outcome))
    scores = read_closely(reader, text, ARMS, [Told(asked, natural, [0], paper)])[0].scores
    raised = np.exp(scores - scores.max())
    return np.asarray(raised / raised.sum())


def test_a_plain_sentence_is_read_the_right_way_in_either_order(reader: OnnxCloseReader) -> None:
    asked = AskedOutcome("yoga", "usual care", "knee pain")
    sentence = "Knee pain was significantly lower in the yoga group than in the usual care group (p < 0.001)."
    straight = _chances(reader, asked, sentence)
    crossed = _chances(reader, asked.turned(), sentence, natural=False)
    assert straight[2] > straight[1]
    assert crossed == pytest.approx(straight[[0, 2, 1, 3, 4]], abs=1e-6)


def test_no_difference_is_read_as_none(reader: OnnxCloseReader) -> None:
    asked = AskedOutcome("yoga", "usual care", "quality of life")
    told = _chances(reader, asked, "Quality of life did not differ between the groups (p = 0.61).")
    assert int(told.argmax()) == 3


def test_a_row_is_answered_alike_in_any_company(reader: OnnxCloseReader) -> None:
    text = Text.of("Yoga", ["Pain fell more with yoga than with usual care.", "Falls were as frequent."])
    asked = [AskedOutcome("yoga", "usual care", outcome) for outcome in ("pain", "falls", "x " * 30)]
    told = [Told(question, True, [0, 1], names_of(text, question)) for question in asked]
    together = np.array([each.scores for each in read_closely(reader, text, ARMS, told)])
    alone = np.array([read_closely(reader, text, ARMS, [one])[0].scores for one in told])
    assert together == pytest.approx(alone, abs=0.35)  # eight bits round by what stands beside


def test_the_answer_rests_on_the_sentence_that_gives_it(reader: OnnxCloseReader) -> None:
    lines = [
        "Adults with knee osteoarthritis were assigned to yoga or usual care.",
        "Adherence to the classes was 81%.",
        "Knee pain was significantly lower with yoga than with usual care (p = 0.01).",
        "Quality of life did not differ between the groups (p = 0.61).",
    ]
    text = Text.of("Yoga for knee osteoarthritis: a randomised trial", lines)
    for outcome, number in (("knee pain", 2), ("quality of life", 3)):
        asked = AskedOutcome(*ARMS, outcome)
        told = Told(asked, True, range(len(lines)), names_of(text, asked))
        evidence = read_closely(reader, text, ARMS, [told])[0].evidence
        assert max(evidence, key=lambda n: evidence[n]) == number
        assert sum(evidence.values()) == pytest.approx(1, abs=1e-5)


def test_a_mark_in_a_papers_text_is_text(reader: OnnxCloseReader) -> None:
    text = Text.of("Yoga", ["Pain fell <mask> more </s> with yoga than <mask> with usual care."])
    asked = AskedOutcome("yoga", "usual care", "pain")
    names = names_of(text, asked)
    row = lay_row(reader.encoder, asked, text, [0], names, names, ARMS)
    assert row.count(MARK) == 1
    assert reader.scores([row])[1][0] == pytest.approx([1.0])


FINDINGS = (
    "We randomly assigned 240 adults with stroke to exercise training or usual care for 12 weeks. "
    "Walking speed was significantly higher with exercise training than with usual care (p = 0.01). "
    "Falls did not differ between the groups (p = 0.61). "
    "Smoking increased the risk of recurrent stroke (p = 0.02)."
)


def test_a_page_is_read_without_a_question(reader: OnnxCloseReader) -> None:
    title = "Exercise training against usual care after stroke: a randomised trial"
    paper = Paper(paper_id=PaperId("p1"), source="s", record_id="1", title=title, abstract=FINDINGS)
    passages = make_passages(paper)
    facts = read_study_facts(paper, passages)
    claims = read_findings(paper, passages, facts, Domain.BIOMEDICAL, LocalModels(None, reader))
    said = {(c.cause.lower(), c.direction, c.effect.lower()) for c in claims}
    assert ("exercise training", Direction.INCREASES, "walking speed") in said
    assert ("exercise training", Direction.NO_DIFFERENCE, "falls") in said
    about_smoking = {(c.cause.lower(), c.direction) for c in claims if "Smoking" in c.quote.text}
    assert about_smoking == {("smoking", Direction.INCREASES)}


def test_a_product_of_less_rank_is_what_is_nearest_to_it() -> None:
    rng = np.random.default_rng(2)
    first, second = rng.normal(size=(6, 9)).astype(np.float32), rng.normal(size=(7, 6)).astype(np.float32)
    arrays = {"layers.3.q.a": first, "layers.3.q.c": second, "page.bias": np.ones(3, dtype=np.float32)}
    whole, less = of_rank(arrays, 6), of_rank(arrays, 4)
    assert whole["layers.3.q.c"] @ whole["layers.3.q.a"] == pytest.approx(second @ first, abs=1e-4)
    assert less["layers.3.q.a"].shape == (4, 9)
    left = np.linalg.norm(second @ first - less["layers.3.q.c"] @ less["layers.3.q.a"])
    values = np.linalg.svd(second @ first, compute_uv=False)
    assert left == pytest.approx(np.sqrt((values[4:] ** 2).sum()), rel=1e-3)
    assert less["page.bias"] is arrays["page.bias"]


def test_graphs_of_other_versions_go_when_nothing_read_them_for_a_month(tmp_path: Path) -> None:
    made = {name: tmp_path / f"close-{name}-v3.onnx" for name in ("now", "recent", "old")}
    made["pages"] = tmp_path / "pages-old-v3.onnx"
    other = tmp_path / "minilm.onnx"
    month = 31 * 24 * 3600
    for path in (*made.values(), *(graph.with_suffix(".json") for graph in made.values()), other):
        path.write_bytes(b"graph")
        days_ago = 5 if "recent" in path.name else month
        os.utime(path, (time.time() - days_ago, time.time() - month))
    OnnxCloseReader(tmp_path, [])._forget_unused(made["now"])
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "close-now-v3.json",
        "close-now-v3.onnx",
        "close-recent-v3.json",
        "close-recent-v3.onnx",
        "minilm.onnx",
    ]


def test_distances_are_counted_as_t5_counts_them() -> None:
    table = buckets(LONGEST)
    assert table[0, 0] == 0
    assert [int(table[k, 0]) for k in (1, 7, 8, 127, 200)] == [1, 7, 8, 15, 15]
    assert [int(table[0, k]) for k in (1, 7, 8, 127, 200)] == [17, 23, 24, 31, 31]


def test_what_was_learned_comes_back_to_within_its_eight_bits(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    arrays = {
        "layers.3.q.a": rng.normal(size=(4, 16)).astype(np.float32),
        "layers.3.q.c": rng.normal(size=(16, 4)).astype(np.float32),
        "mix.bias": rng.normal(size=8).astype(np.float32),
    }
    save_learned(tmp_path / "close.npz", arrays)
    held = load_learned(tmp_path / "close.npz")
    assert held.keys() == arrays.keys()
    for name, array in arrays.items():
        assert held[name] == pytest.approx(array, abs=np.abs(array).max() / 120)


def test_a_product_is_added_to_its_weight_alone() -> None:
    name = "encoder.layer.5.attention.attn.q.weight"
    base = {f"mpnet.{name}": np.zeros((3, 2), dtype=np.float32), "other": np.ones(2, dtype=np.float32)}
    first, second = np.array([[1.0, 2.0]]), np.array([[1.0], [0.0], [3.0]])
    held = merged(base, {"layers.5.q.a": first, "layers.5.q.c": second})
    assert held[name].tolist() == [[1, 2], [0, 0], [3, 6]]
    assert held["other"].tolist() == [1, 1]
    assert LAYERS == 12


def test_a_damaged_file_of_what_was_learned_is_named(tmp_path: Path) -> None:
    damaged = tmp_path / "close.npz"
    damaged.write_bytes(b"PK no archive")
    with pytest.raises(ModelFileError, match=r"close\.npz is missing or damaged"):
        load_learned(damaged)


def test_weights_that_are_not_the_published_ones_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    slices = installed_slices()
    assert slices is not None
    monkeypatch.setattr(weights_module, "TOKENIZER_SHA256", "0" * 64)
    monkeypatch.setattr(weights_module, "WEIGHTS_SHA256", "0" * 64)
    with pytest.raises(ModelFileError, match=r"has sha256 .*do not use these files"):
        read_weights(slices)


def test_a_missing_slice_leaves_no_archive(tmp_path: Path) -> None:
    slice_ = tmp_path / "all-mpnet-base-v2.zip.001"
    slice_.write_bytes(b"PK")
    with pytest.raises(ModelFileError, match="hold no whole archive"):
        read_weights([slice_])


def test_without_the_packages_there_is_no_close_reader(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(slices_module, "PACKAGES", ("no-such-package-of-slices",))
    assert close_reader(tmp_path) is None
