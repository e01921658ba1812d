"""Does a sentence say that one of two marked things causes the other, and which way round?

Two readers of the same sentence are mixed: a linear one over words and groups of words, and a small network
over word vectors, which knows what kinds of things cause what kinds of things.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aitia.reading.models.linear import buckets, softmax, text_scale
from bench.relations import learned
from bench.relations.word_space import DIMENSIONS, SIZES, word_groups, word_vector

MODEL = "cause_effect"
SIDE_LIMIT = 400
MIDDLE_LIMIT = 600

_WORD = re.compile(r"[a-z]+|\d+|[^\sa-z\d]")
_CUE = re.compile(
    r"caus|trigger|induc|produc|generat|result|led|lead|due|from|aris|arose|emit|radiat|deriv|provok|creat|bring|"
    r"brought|contribut|attribut|after|stem|evok|by|give|gave|spark|prompt|becaus|responsib|effect|source"
)
_LEAST = 1e-4
_WEIGHTS = np.array([1.0, 2.0, 2.0])
_SKIP_FROM = 10
_SHORT = 3
"""Words of at most so many letters stay themselves where others become their group."""
_NOTHING: NDArray[np.float64] = np.zeros(DIMENSIONS)
_ENDINGS = ("ings", "ing", "ed", "es", "s")

Probabilities = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class CauseEffect:
    """Probabilities that the first thing causes the second, the second the first, and neither (sum 1)."""

    first_causes_second: float
    second_causes_first: float
    neither: float


def cause_effect(sentence: str, first: tuple[int, int], second: tuple[int, int]) -> CauseEffect:
    """Read a sentence in which `first` and `second` (half-open offsets, in order, apart) are marked.

    Raises ValueError when the spans are not inside the sentence in that order.
    """
    if not 0 <= first[0] < first[1] <= second[0] < second[1] <= len(sentence):
        raise ValueError(f"spans {first} and {second} must lie in order inside a sentence of {len(sentence)}")
    parts = (
        sentence[: first[0]],
        sentence[first[0] : first[1]],
        sentence[first[1] : second[0]],
        sentence[second[0] : second[1]],
        sentence[second[1] :],
    )
    model = learned(MODEL)
    columns = buckets(pair_features(*parts), len(model["weights"]))
    columns = columns[model["known"][columns]]
    scores = (
        model["weights"][columns].astype(np.float64).sum(axis=0) * text_scale(len(columns)) + model["bias"]
    )
    answer = mixed(softmax(scores), _network(pair_vector(*parts)))
    return CauseEffect(float(answer[1]), float(answer[2]), float(answer[0]))


def mixed(words: Probabilities, vectors: Probabilities) -> Probabilities:
    """Geometric mean of both readers' probabilities (…, 3), the causal classes weighed twice."""
    joined = np.sqrt((words + _LEAST) * (vectors + _LEAST)) * _WEIGHTS
    result: Probabilities = joined / joined.sum(axis=-1, keepdims=True)
    return result


def _network(vector: Probabilities) -> Probabilities:
    """The mean of the trained networks: one hidden layer, the relations of the training set as classes."""
    model = learned(MODEL)
    hidden = np.maximum(0.0, np.einsum("i,nih->nh", vector, model["hidden"]) + model["hidden_bias"])
    scores = np.einsum("nh,nhc->nc", hidden, model["output"]) + model["output_bias"]
    return collapsed(softmax(scores).mean(axis=0), model["causal"])


def collapsed(shares: Probabilities, causal: NDArray[np.int64]) -> Probabilities:
    """Probabilities of neither, first causes second, second causes first from those of all relations."""
    first, second = shares[..., int(causal[0])], shares[..., int(causal[1])]
    return np.stack([1.0 - first - second, first, second], axis=-1)


def pair_features(before: str, first: str, between: str, second: str, after: str) -> set[str]:
    """N-grams between the marked things, near context, the things' last words and their endings."""
    left = [_stem(w) for w in _words(before[-SIDE_LIMIT:])[-4:]] + ["<1>"]
    middle = [_stem(w) for w in _words(between[:MIDDLE_LIMIT])]
    right = ["<2>"] + [_stem(w) for w in _words(after[:SIDE_LIMIT])[:4]]
    found = {f"len:{min(8, len(middle))}", "whole:" + "_".join(middle[:8])}
    sequence = ["<1>", *middle, "<2>"]
    for n in (1, 2, 3, 4):
        found.update("B:" + "_".join(sequence[i : i + n]) for i in range(len(sequence) - n + 1))
    for n in (1, 2, 3):
        found.update(("A:" + "_".join(left[-n - 1 :]), "C:" + "_".join(right[: n + 1])))
    found.update(f"a:{w}" for w in left)
    found.update(f"c:{w}" for w in right)
    for side, text in (("1", first), ("2", second)):
        head = _stem(_head(text))
        found.update((f"h{side}:{head}", f"e{side}:{head[-4:]}", f"e{side}:{head[-3:]}"))
    cues = [w for w in middle if _CUE.match(w)]
    found.add("cue:" + "_".join(cues[:6]))
    found.update(f"cues:{c}" for c in cues)
    found.update(
        f"skip:{middle[i]}_{middle[j]}"
        for i in range(min(_SKIP_FROM, len(middle)))
        for j in range(i + 2, min(i + 5, len(middle)))
    )
    heads = _head(first), _head(second)
    for level in range(len(SIZES)):
        found |= _group_features(level, *heads, _words(between[:MIDDLE_LIMIT]), cues)
    return found


def _group_features(level: int, first: str, second: str, middle: list[str], cues: list[str]) -> set[str]:
    """The same with words replaced by the group that they belong to."""
    left, right = _group(level, first), _group(level, second)
    found = {f"g1:{left}", f"g2:{right}", f"g12:{left}_{right}"}
    found.update(f"gm:{_group(level, word)}" for word in middle if len(word) > _SHORT)
    words = (_stem(word) if len(word) <= _SHORT else _group(level, word) for word in middle)
    sequence = [left, *words, right]
    for n in (2, 3, 4):
        found.update(f"g{level}:" + "_".join(sequence[i : i + n]) for i in range(len(sequence) - n + 1))
    for cue in cues[:4]:
        found.update((f"gc1:{cue}_{left}", f"gc2:{cue}_{right}"))
    return found


def _group(level: int, word: str) -> str:
    groups = word_groups(word)
    return f"{level}." + ("?" if groups is None else str(groups[level]))


def pair_vector(before: str, first: str, between: str, second: str, after: str) -> NDArray[np.float64]:
    """Ten word vectors and two counts (642): the heads, what stands between them, and the words around."""
    middle = [w for w in _words(between[:MIDDLE_LIMIT]) if w.isalpha()]
    cues = [w for w in middle if _CUE.match(_stem(w))]
    vectors = [word_vector(w) for w in middle] or [_NOTHING]
    sides = (
        [w for w in _words(before[-SIDE_LIMIT:]) if w.isalpha()][-3:],
        [w for w in _words(after[:SIDE_LIMIT]) if w.isalpha()][:3],
    )
    return np.concatenate(
        [
            word_vector(_head(first)),
            word_vector(_head(second)),
            np.mean(vectors, axis=0),
            np.max(vectors, axis=0),
            _mean(cues),
            vectors[0],
            vectors[-1],
            vectors[len(vectors) // 2],
            *(_mean(side) for side in sides),
            [len(_words(between[:MIDDLE_LIMIT])) / 10, len(cues)],
        ]
    )


def _mean(words: list[str]) -> NDArray[np.float64]:
    mean: NDArray[np.float64] = np.mean([word_vector(w) for w in words] or [_NOTHING], axis=0)
    return mean


def _head(thing: str) -> str:
    return (_words(thing) or ["-"])[-1]


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)].rstrip("e")
    return word[:-1] if word.endswith("e") and len(word) > 4 else word
