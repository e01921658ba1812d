"""Diseases that a phrase names, and whether a text is on one of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from aitia.words.folding import folded_words
from aitia.words.names import installed_names

KIN = 0.5
"""From this likeness on a name stands for the same, a kind of it or its class; see `Names.same_thing`."""
_DISEASE = re.compile(r"(?:C(?!23)\d\d|F03)\.")
"""Places in the tree of one disease or a group of them; not of signs and symptoms, nor of all infections."""
_BEGINNING = 5
"""Letters that words on the same thing have in common: asthma, asthmatics; urethra, urethral."""
_KEPT = 64


def conditions_in(phrase: str) -> tuple[str, ...]:
    """The diseases that a phrase names, as it writes them; what only its words may mean is none."""
    known = installed_names()
    named = (unit for unit in known.units(phrase) if unit.weight >= 1)
    return tuple(unit.text for unit in named if _is_disease(unit.lines))


def is_on(condition: str, text: str) -> bool:
    """Whether a text names a condition: by a word that begins like one of its own, by initials, or by a name
    of the same, of a kind of it or of its class."""
    words = folded_words(condition)
    if any(word[:_BEGINNING] in _beginnings(text) for word in words) or _stand_for(words, text):
        return True
    same_thing = installed_names().same_thing
    return any(same_thing(condition, name) >= KIN for name in _things(text))


def _stand_for(words: Sequence[str], text: str) -> bool:
    """Whether initials of words stand in a text (multiple sclerosis: MS)."""
    initials = "".join(word[0] for word in words).upper()
    return len(initials) > 1 and re.search(rf"(?<![\w-]){initials}(?![\w-])", text) is not None


def _is_disease(lines: Iterable[int]) -> bool:
    concept = installed_names().vocabulary.concept
    places = [place for line in lines for place in concept(line).tree_numbers]
    return bool(places) and all(_DISEASE.match(place) for place in places)


@lru_cache(maxsize=_KEPT)
def _beginnings(text: str) -> frozenset[str]:
    return frozenset(word[:_BEGINNING] for word in folded_words(text))


@lru_cache(maxsize=_KEPT)
def _things(text: str) -> tuple[str, ...]:
    """The things that a text names, each once."""
    return tuple(dict.fromkeys(unit.text for unit in installed_names().units_of(text)))
