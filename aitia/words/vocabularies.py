"""A controlled vocabulary (MeSH): synonyms, narrower and broader terms, looked up in an index."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from aitia.model.data import read_table
from aitia.words.folding import fold
from aitia.words.index import WordIndex
from aitia.words.sources import HEADINGS, SUPPLEMENTS, heading_key, make_index, short_key
from aitia.words.tokens import STOPWORDS

_SPACES = re.compile(r"[\s\-‐‑–]+")
_LONGEST_TERM = 6
_MAX_TEXT = 5_000
_BRITISH: tuple[tuple[str, str], ...] = tuple(read_table(__package__, "spelling.toml")["headings"].items())


@dataclass(frozen=True)
class Concept:
    """One heading: its preferred name, other names, places in the tree, and broader headings by id."""

    concept_id: str
    name: str
    synonyms: tuple[str, ...] = ()
    tree_numbers: tuple[str, ...] = ()
    broader_ids: tuple[str, ...] = ()
    further_names: tuple[str, ...] = ()
    """Names that other vocabularies give to the heading."""
    number: int = -1
    """Its line in the index."""

    @property
    def names(self) -> tuple[str, ...]:
        """The preferred name, then the others."""
        return (self.name, *self.synonyms)

    @property
    def natural_names(self) -> tuple[str, ...]:
        """The names without inverted ones ("Pressure, Blood"), each in one spelling of case and hyphen."""
        return _natural(self.names)


@dataclass(frozen=True)
class Vocabulary:
    """Looks terms up in an index; every question about an unknown term has an empty answer.

    `notice` says what is missing, when anything is.
    """

    index: WordIndex | None = None
    notice: str = ""
    _headings: int = field(init=False, repr=False, default=0)

    def __post_init__(self) -> None:
        held = int(self.index.notes["headings"]) if self.index is not None else 0
        object.__setattr__(self, "_headings", held)

    @classmethod
    def of(cls, headings: Sequence[str], supplements: Sequence[str] = ()) -> Vocabulary:
        """A vocabulary of lines in MeSH's own form: id, name, synonyms and tree numbers (or broader ids)."""
        texts = {HEADINGS: "\n".join(headings), SUPPLEMENTS: "\n".join(supplements)}
        return cls(WordIndex(make_index(texts)))

    def find(self, term: str) -> Concept | None:
        """The concept of that name or synonym, in singular or plural, British or American spelling."""
        for key in _variants(term):
            number = self._line("headings", key)
            if number is not None:
                return self.concept(number)
        number = self._line("names", fold(term))
        if number is None:
            number = self._line("shorts", short_key(term.strip()))
        return None if number is None or number < self._headings else self.concept(number)

    def concept(self, number: int) -> Concept:
        """The concept at a line of the index."""
        if self.index is None:
            raise IndexError(number)
        fields = (*self.index.line(number).split("\t"), "", "", "")
        concept_id, name, synonyms, trees, broader, further, *_ = fields
        return Concept(
            concept_id,
            name,
            _parts(synonyms, "|"),
            _parts(trees, "|"),
            _parts(broader, ","),
            _parts(further, "|"),
            number,
        )

    def find_within(self, text: str) -> tuple[Concept, ...]:
        """The concepts that a phrase names, longest names first come first served, left to right."""
        words = re.findall(r"[^\s,;:()?\"]+", text[:_MAX_TEXT])
        found: list[Concept] = []
        start = 0
        while start < len(words):
            concept, width = self._longest(words, start)
            if concept is not None and concept not in found:
                found.append(concept)
            start += width
        return tuple(found)

    def synonyms(self, term: str) -> tuple[str, ...]:
        """Other names of the same concept, without the inverted ones ("Pressure, Blood")."""
        concept = self.find(term)
        own = heading_key(term)
        return () if concept is None else tuple(n for n in concept.natural_names if heading_key(n) != own)

    def narrower(self, term: str, limit: int = 50) -> tuple[str, ...]:
        """Names of the headings below a term in the tree, nearest level first."""
        concept = self.find(term)
        return () if concept is None else tuple(c.name for c in self._below(concept))[:limit]

    def broader(self, term: str) -> tuple[str, ...]:
        """Names of the headings directly above a term."""
        concept = self.find(term)
        if concept is None or self.index is None:
            return ()
        above = [self.concept(n) for n in self.index.linked("tree", concept.number) if n < self._headings]
        return tuple(dict.fromkeys(c.name for c in above))

    def expand(self, term: str, limit: int = 10) -> tuple[str, ...]:
        """At most `limit` other words for a term: its synonyms, then the names of narrower concepts."""
        return tuple(dict.fromkeys((*self.synonyms(term), *_natural(self.narrower(term)))))[:limit]

    def _line(self, table: str, key: str) -> int | None:
        found = self.index.find(table, key) if self.index is not None else []
        return found[0] if found else None

    def _longest(self, words: Sequence[str], start: int) -> tuple[Concept | None, int]:
        for width in range(min(_LONGEST_TERM, len(words) - start), 0, -1):
            phrase = " ".join(words[start : start + width])
            if _means_nothing(phrase):
                continue
            for key in _variants(phrase):
                number = self._line("headings", key)
                if number is not None:
                    return self.concept(number), width
        return None, 1

    def _below(self, concept: Concept) -> Iterator[Concept]:
        if self.index is None:
            return
        seen, ahead = {concept.number}, [concept.number]
        while ahead:
            for number in self.index.linked("under", ahead.pop()):
                if number not in seen and number < self._headings:
                    seen.add(number)
                    ahead.append(number)
        below = [self.concept(number) for number in seen - {concept.number}]
        yield from sorted(below, key=lambda c: (min(n.count(".") for n in c.tree_numbers), c.name))


def _parts(text: str, separator: str) -> tuple[str, ...]:
    return tuple(part for part in text.split(separator) if part)


def _natural(names: Iterable[str]) -> tuple[str, ...]:
    """Names in the order in which people write them, each once in any spelling of case and hyphen."""
    kept = {heading_key(name): name for name in reversed(list(names)) if ", " not in name}
    return tuple(kept.values())[::-1]


def _variants(term: str) -> Iterator[str]:
    """The key of a term, then of its singular, plural and American forms."""
    key = _SPACES.sub(" ", term).strip().lower()
    yield key
    yield from _numbers(key)
    american = key
    for british, spelling in _BRITISH:
        american = american.replace(british, spelling)
    if american != key:
        yield american
        yield from _numbers(american)


def _numbers(key: str) -> Iterator[str]:
    if key.endswith("ies"):
        yield key[:-3] + "y"
    if key.endswith("es"):
        yield key[:-2]
    yield key[:-1] if key.endswith("s") else key + "s"


def _means_nothing(phrase: str) -> bool:
    """ "who" is not the World Health Organization unless it is written so."""
    return not phrase.isupper() and phrase.lower() in STOPWORDS
