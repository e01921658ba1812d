"""Make the word space: `python -m bench.training.word_space` (needs the packaged all-MiniLM-L6-v2).

Every whole word of the encoder's own vocabulary is embedded by itself; principal components and k-means bring
the vectors to a small file. No data set is used.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.cluster import MiniBatchKMeans
from sklearn.decomposition import PCA

from aitia.model.packages import MINILM_PACKAGE, package_folder
from bench.relations import FOLDER
from bench.relations.word_space import DIMENSIONS, MODEL, SIZES
from bench.training.common import save_arrays, training_seed
from resources.embedders.catalogue import LOCAL, embedder_named
from resources.settings import get_settings

SEED = 0
BATCH = 512
_WORD = re.compile(r"[a-z]{2,40}")


def vocabulary_words() -> list[str]:
    """The whole lower-case words among the encoder's word pieces, in its order."""
    folder = package_folder(MINILM_PACKAGE)
    if folder is None:
        raise SystemExit(f"package {MINILM_PACKAGE} is not installed: run `make install` first")
    pieces = Path(folder, "model", "vocab.txt").read_text(encoding="utf-8").split("\n")
    return [piece for piece in pieces if _WORD.fullmatch(piece)]


def embed(words: Sequence[str]) -> NDArray[np.float32]:
    """The encoder's vector of every word by itself, of shape (words, 384)."""
    encoder = embedder_named(LOCAL, get_settings().cache_home / "models")
    parts = [np.asarray(encoder.embed(words[i : i + BATCH])) for i in range(0, len(words), BATCH)]
    return np.vstack(parts).astype(np.float32)


def main(argv: Sequence[str] | None = None) -> None:
    """Embed, reduce, cluster, write the artefact."""
    seed = training_seed("word_space", __doc__ or "", SEED, argv, FOLDER)
    words = vocabulary_words()
    full = embed(words)
    small = PCA(DIMENSIONS, random_state=seed).fit_transform(full)
    small /= small.std()
    scale = float(np.abs(small).max()) / 127
    groups = [
        MiniBatchKMeans(size, random_state=seed, n_init=1, batch_size=4096).fit_predict(full)
        for size in SIZES
    ]
    save_arrays(
        MODEL,
        FOLDER,
        words=np.frombuffer("\n".join(words).encode("ascii"), dtype=np.uint8),
        vectors=np.round(small / scale).astype(np.int8),
        scale=np.array([scale]),
        groups=np.array(groups, dtype=np.uint16).T,
    )
    print(f"{len(words)} words")


if __name__ == "__main__":
    main()
