"""A controlled vocabulary (MeSH): synonyms, and narrower terms by tree number."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from aitia.words.tokens import STOPWORDS

_SPACES = re.compile(r"[\s\-‐‑–]+")
_LONGEST_TERM = 6
_MAX_TEXT = 5_000
_SHORTEST_SUBSTANCE = 4
_EDGES = frozenset("\t|")
_BRITISH = (
    ("isation", "ization"), ("ising", "izing"), ("ised", "ized"), ("ise", "ize"), ("oe", "e"), ("ae", "e"),
    ("our", "or"), ("centre", "center"), ("fibre", "fiber"),
)  # fmt: skip


@dataclass(frozen=True)
class Concept:
    """One heading: its preferred name, other names, places in the tree, and broader headings by id."""

    concept_id: str
    name: str
    synonyms: tuple[str, ...] = ()
    tree_numbers: tuple[str, ...] = ()
    broader_ids: tuple[str, ...] = ()

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
    """Looks terms up in headings; every question about an unknown term has an empty answer.

    `headings` are lines of id, name, synonyms and tree numbers, separated by tabs, the last two each
    by "|". `supplements` gives, when first needed, lines of id, name, synonyms and ids of broader
    headings (separated by ","). `notice` says what is missing, when anything is.
    """

    headings: Sequence[str] = ()
    supplements: Callable[[], str] = field(default=str)
    notice: str = ""

    def find(self, term: str) -> Concept | None:
        """The concept of that name or synonym, in singular or plural, British or American spelling."""
        for key in _variants(term):
            line = self._by_name.get(key)
            if line is not None:
                return _heading(self.headings[line])
        return self._substance(term)

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
        own = _key(term)
        return () if concept is None else tuple(n for n in concept.natural_names if _key(n) != own)

    def narrower(self, term: str, limit: int = 50) -> tuple[str, ...]:
        """Names of the concepts below a term in the tree, nearest level first."""
        concept = self.find(term)
        return () if concept is None else tuple(c.name for c in self._below(concept))[:limit]

    def broader(self, term: str) -> tuple[str, ...]:
        """Names of the concepts directly above a term."""
        concept = self.find(term)
        return () if concept is None else tuple(dict.fromkeys(c.name for c in self._above(concept)))

    def expand(self, term: str, limit: int = 10) -> tuple[str, ...]:
        """At most `limit` other words for a term: its synonyms, then the names of narrower concepts."""
        return tuple(dict.fromkeys((*self.synonyms(term), *_natural(self.narrower(term)))))[:limit]

    def _longest(self, words: Sequence[str], start: int) -> tuple[Concept | None, int]:
        for width in range(min(_LONGEST_TERM, len(words) - start), 0, -1):
            phrase = " ".join(words[start : start + width])
            if _means_nothing(phrase):
                continue
            for key in _variants(phrase):
                line = self._by_name.get(key)
                if line is not None:
                    return _heading(self.headings[line]), width
        return None, 1

    def _below(self, concept: Concept) -> Iterator[Concept]:
        lines = dict.fromkeys(line for number in concept.tree_numbers for line in self._lines_under(number))
        own = {concept.concept_id}
        below = [
            made
            for made in map(_heading, (self.headings[line] for line in lines))
            if made.concept_id not in own
        ]
        yield from sorted(below, key=lambda c: (min(n.count(".") for n in c.tree_numbers), c.name))

    def _lines_under(self, number: str) -> Iterator[int]:
        numbers = self._tree_numbers
        prefix = number + "."
        position = bisect_left(numbers, (prefix, -1))
        while position < len(numbers) and numbers[position][0].startswith(prefix):
            yield numbers[position][1]
            position += 1

    def _above(self, concept: Concept) -> Iterator[Concept]:
        parents = dict(self._tree_numbers)
        for number in concept.tree_numbers:
            line = parents.get(number.rpartition(".")[0])
            if line is not None:
                yield _heading(self.headings[line])
        for concept_id in concept.broader_ids:
            line = self._by_id.get(concept_id)
            if line is not None:
                yield _heading(self.headings[line])

    def _substance(self, term: str) -> Concept | None:
        key = _SPACES.sub(" ", term).strip().lower()
        at = self._folded_supplements.find(key) if len(key) >= _SHORTEST_SUBSTANCE else -1
        while at >= 0:
            before, after = (
                self._folded_supplements[at - 1 : at],
                self._folded_supplements[at + len(key) :][:1],
            )
            if before in _EDGES and after in _EDGES:
                return _supplement(self._line_around(at))
            at = self._folded_supplements.find(key, at + 1)
        return None

    def _line_around(self, at: int) -> str:
        text = self._folded_supplements
        end = text.find("\n", at)
        return text[text.rfind("\n", 0, at) + 1 : end if end >= 0 else len(text)]

    @cached_property
    def _folded_supplements(self) -> str:
        return self.supplements().lower()

    @cached_property
    def _by_name(self) -> dict[str, int]:
        """Line of every name; preferred names win over synonyms."""
        names: dict[str, int] = {}
        others: dict[str, int] = {}
        for line, heading in enumerate(self.headings):
            _, name, synonyms, *_ = heading.split("\t", 3)
            names.setdefault(_key(name), line)
            for synonym in synonyms.split("|"):
                if synonym and ", " not in synonym:
                    others.setdefault(_key(synonym), line)
        return {**others, **names}

    @cached_property
    def _by_id(self) -> dict[str, int]:
        return {heading.split("\t", 1)[0].lower(): line for line, heading in enumerate(self.headings)}

    @cached_property
    def _tree_numbers(self) -> list[tuple[str, int]]:
        return sorted(
            (number, line)
            for line, heading in enumerate(self.headings)
            for number in heading.split("\t")[3].split("|")
            if number
        )


def _heading(line: str) -> Concept:
    concept_id, name, synonyms, numbers, *_ = line.split("\t")
    return Concept(concept_id, name, _parts(synonyms, "|"), _parts(numbers, "|"))


def _supplement(line: str) -> Concept:
    concept_id, name, synonyms, broader, *_ = (*line.rstrip("\r").split("\t"), "", "", "")
    return Concept(concept_id.upper(), name, _parts(synonyms, "|"), broader_ids=_parts(broader, ","))


def _parts(text: str, separator: str) -> tuple[str, ...]:
    return tuple(part for part in text.split(separator) if part)


def _natural(names: Iterable[str]) -> tuple[str, ...]:
    """Names in the order in which people write them, each once in any spelling of case and hyphen."""
    return tuple({_key(name): name for name in reversed(list(names)) if ", " not in name}.values())[::-1]


def _key(term: str) -> str:
    return term.lower().replace("-", " ")


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
