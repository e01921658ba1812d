"""Does a sentence say that one of two marked things causes the other, and which way round?"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aitia.reading.linear import buckets, softmax, text_scale
from aitia.reading.models import load_arrays

MODEL = "cause_effect"
SIDE_LIMIT = 400
MIDDLE_LIMIT = 600

_WORD = re.compile(r"[a-z]+|\d+|[^\sa-z\d]")
_CUE = re.compile(
    r"caus|trigger|induc|produc|generat|result|led|lead|due|from|aris|arose|emit|radiat|deriv|provok|creat|bring|"
    r"brought|contribut|attribut|after|stem|evok|by|give|gave|spark|prompt|becaus|responsib|effect|source"
)
_ENDINGS = ("ings", "ing", "ed", "es", "s")


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
    model = load_arrays(MODEL)
    columns = buckets(pair_features(*parts), len(model["weights"]))
    columns = columns[model["known"][columns]]
    scores = (
        model["weights"][columns].astype(np.float64).sum(axis=0) * text_scale(len(columns)) + model["bias"]
    )
    answer: NDArray[np.float64] = softmax(scores)
    return CauseEffect(float(answer[1]), float(answer[2]), float(answer[0]))


def pair_features(before: str, first: str, between: str, second: str, after: str) -> set[str]:
    """N-grams between the marked things, near context, the things' last words and their endings."""
    left = [_stem(w) for w in _words(before[-SIDE_LIMIT:])[-4:]] + ["<1>"]
    middle = [_stem(w) for w in _words(between[:MIDDLE_LIMIT])]
    right = ["<2>"] + [_stem(w) for w in _words(after[:SIDE_LIMIT])[:4]]
    found = {f"len:{min(8, len(middle))}"}
    sequence = ["<1>", *middle, "<2>"]
    for n in (1, 2, 3, 4):
        found.update("B:" + "_".join(sequence[i : i + n]) for i in range(len(sequence) - n + 1))
    for n in (1, 2, 3):
        found.update(("A:" + "_".join(left[-n - 1 :]), "C:" + "_".join(right[: n + 1])))
    found.update(f"a:{w}" for w in left)
    found.update(f"c:{w}" for w in right)
    for side, text in (("1", first), ("2", second)):
        head = _stem((_words(text) or ["-"])[-1])
        found.update((f"h{side}:{head}", f"e{side}:{head[-4:]}", f"e{side}:{head[-3:]}"))
    cues = [w for w in middle if _CUE.match(w)]
    found.add("cue:" + "_".join(cues[:6]))
    found.update(f"cues:{c}" for c in cues)
    return found


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)].rstrip("e")
    return word[:-1] if word.endswith("e") and len(word) > 4 else word
