"""Whether texts of nearly one wording find the opposite: a form filled in twice, not a study told twice."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aitia.text.splitting import sentence_spans
from aitia.text.turned import change_words

_SAME_SENTENCE = 0.5
_MOST_SENTENCES = 60
_WORD = re.compile(r"[^\W\d_]+")
# Of the words of a rise and a fall in each of two sentences: one says the one alone, the other the other.
_OPPOSITE = ((True, False, False, True), (False, True, True, False))

Sentences = dict[frozenset[str], str]


def sentences_of(text: str) -> Sentences:
    """The sentences of a text by their words; numbers do not count, at most 60 are kept."""
    spans = sentence_spans(text)[:_MOST_SENTENCES]
    return {frozenset(_WORD.findall(text[a:b].casefold())): text[a:b] for a, b in spans}


def opposed(one: Sentences, other: Sentences) -> bool:
    """Whether a sentence of one says the opposite of the sentence that stands for it in the other.

    It rises in one and falls in the other, or one denies what the other says. Sentences stand for each other
    that share half of their words or more; a sentence that only one text has opposes nothing.
    """
    theirs = [words for words in other if words not in one]
    for words, said in one.items():
        if words in other or not theirs:
            continue
        near = max(theirs, key=lambda held: (_share(words, held), sorted(held)))
        if _share(words, near) >= _SAME_SENTENCE and _turned(said, other[near]):
            return True
    return False


def without_opposed(texts: Sequence[str]) -> list[list[int]]:
    """Positions of the texts, in groups of which no text opposes the first; each text in one group."""
    read = [sentences_of(text) for text in texts]
    groups: list[list[int]] = []
    for place, mine in enumerate(read):
        group = next((held for held in groups if not opposed(read[held[0]], mine)), None)
        if group is None:
            groups.append([place])
        else:
            group.append(place)
    return groups


def _turned(one: str, other: str) -> bool:
    up, down, none = change_words(one)
    rises, falls, denied = change_words(other)
    if none != denied:
        return up or down or rises or falls
    return (up, down, rises, falls) in _OPPOSITE


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / (len(one | other) or 1)
