"""A sentence in which a cause and an effect are marked, and the words that a reader of it sees."""

from __future__ import annotations

import re
from dataclasses import dataclass

from aitia.words.stemmer import stem

LONGEST = 4_000
"""Characters of a sentence that are read; what is longer is no sentence."""

_TAG = re.compile(r"</?e[12]>")
_WORD = re.compile(r"[a-z]+|\d+|[^\sa-z\d]")
_NEAR = 4

Span = tuple[int, int]
Parts = tuple[str, str, str, str, str]


@dataclass(frozen=True, slots=True)
class MarkedPair:
    """A sentence with the half-open offsets of the cause asked about and of its effect; they may nest.

    A thing that the sentence does not name stands at (0, 0).
    """

    text: str
    cause: Span
    effect: Span

    @property
    def whole(self) -> bool:
        """Whether both things stand in the sentence, apart from each other."""
        first, second = sorted((self.cause, self.effect))
        return first[0] < first[1] <= second[0] < second[1]

    @property
    def effect_first(self) -> bool:
        """Whether the effect stands before the cause."""
        return self.effect < self.cause

    @property
    def parts(self) -> Parts:
        """The text before, the first thing, between, the second thing, after."""
        (start, end), (later, close) = sorted((self.cause, self.effect))
        text = self.text
        return text[:start], text[start:end], text[end:later], text[later:close], text[max(end, close) :]


def read_marked(sentence: str, cause: str, effect: str) -> MarkedPair:
    """A sentence with `<e1>` and `<e2>` around the things, or without marks, where the names are looked for.

    Never fails: what is neither marked nor found stands at (0, 0).
    """
    places: dict[str, int] = {}
    clean, end = [], 0
    for piece in re.split(f"({_TAG.pattern})", sentence[:LONGEST]):
        if _TAG.fullmatch(piece):
            places.setdefault(piece, end)
        else:
            clean.append(piece)
            end += len(piece)
    text = "".join(clean)
    spans = [_trimmed(text, places.get(f"<{e}>"), places.get(f"</{e}>")) for e in ("e1", "e2")]
    if None in spans:
        spans = list(_nearest(text, _TAG.sub("", cause), _TAG.sub("", effect)))
    first, second = (span or (0, 0) for span in spans)
    return MarkedPair(text, first, second)


def sentence_features(pair: MarkedPair) -> set[str]:
    """What stands between the two, around them, and in the whole sentence; names themselves are left out."""
    before, _, between, _, after = pair.parts
    ends = ("<effect>", "<cause>") if pair.effect_first else ("<cause>", "<effect>")
    left, right = _words(before), _words(after)
    middle = [ends[0], *_words(between), ends[1]]
    whole = [*left, *middle, *right]
    found = {f"distance:{min(10, len(middle) // 2)}"}
    for size in (1, 2, 3):
        found.update(f"between:{gram}" for gram in _grams(middle, size))
    for size in (1, 2):
        found.update(f"sentence:{gram}" for gram in _grams(whole, size))
    found.update(f"before:{word}" for word in left[-_NEAR:])
    found.update(f"after:{word}" for word in right[:_NEAR])
    for size in (2, 3):
        found.update((f"leads:{'_'.join(left[-size:])}", f"follows:{'_'.join(right[:size])}"))
    return found


def masked(pair: MarkedPair) -> str:
    """The sentence with "cause" and "effect" in the places of the names, for a reader of meaning."""
    before, _, between, _, after = pair.parts
    first, second = ("effect", "cause") if pair.effect_first else ("cause", "effect")
    return f"{before}{first}{between}{second}{after}"


def _trimmed(text: str, start: int | None, end: int | None) -> Span | None:
    """The marked span without white space at its ends; None when there is nothing in it."""
    if start is None or end is None or not text[start:end].strip():
        return None
    inside = text[start:end]
    return start + len(inside) - len(inside.lstrip()), end - len(inside) + len(inside.rstrip())


def _nearest(text: str, cause: str, effect: str) -> tuple[Span, Span]:
    """The places of both names that stand nearest to each other; (0, 0) for a name that is not there."""
    causes, effects = _places(text, cause), _places(text, effect)
    if not causes or not effects:
        return (causes or [(0, 0)])[0], (effects or [(0, 0)])[0]
    apart = [(a, b) for a in causes for b in effects if a[1] <= b[0] or b[1] <= a[0]]
    return min(apart or [(causes[0], effects[0])], key=lambda both: (abs(both[0][0] - both[1][0]), both))


def _places(text: str, name: str, most: int = 20) -> list[Span]:
    """Where the name stands as a word of its own, whatever its case."""
    words = name.split()
    if not words:
        return []
    pattern = r"(?<!\w)" + r"\s+".join(map(re.escape, words)) + r"(?!\w)"
    found = [match.span() for match in re.finditer(pattern, text, re.IGNORECASE)]
    return found[:most]


def _words(text: str) -> list[str]:
    return [stem(word) for word in _WORD.findall(text.lower())]


def _grams(words: list[str], size: int) -> list[str]:
    return ["_".join(words[i : i + size]) for i in range(len(words) - size + 1)]
