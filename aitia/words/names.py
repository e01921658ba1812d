"""Names of the same thing: abbreviation, class and member, brand and generic, everyday and clinical.

`other_names` and `same_thing` speak for the vocabularies of this installation and the list of everyday
names; `Names` does for any of them, so that what each adds can be measured by leaving it out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache

from aitia.words.everyday import ENDING, Group, as_written, everyday_groups, everyday_kinds, everyday_names
from aitia.words.folding import fold, folded_words
from aitia.words.installed import installed_index
from aitia.words.sources import short_key
from aitia.words.stemmer import stem
from aitia.words.tokens import STOPWORDS
from aitia.words.vocabularies import Concept, Vocabulary

MEMBER, CLASS, ALIKE = 0.85, 0.6, 0.9
"""What a kind of the asked thing counts, what its class counts, and what an everyday name counts."""
FOCUS = 0.2
"""How much of a match's score asks for nothing else beside the asked thing."""

_LONGEST_NAME = 6
_MOST_NAMES = 12
_MOST_MEMBERS = 40
_HIGHEST = 12
_SHORTEST_SUBSTANCE = 5
_WEAK_WEIGHT = 0.35
_WEAK = (
    "overall long short term incidence occurrence risk rate event events number proportion symptom symptoms "
    "any total primary main clinical level severe severity major serious change improvement reduction "
    "prevention use effect effects hospital inpatient treatment therapy supplementation intake new"
)
_TREATMENT = re.compile(r"D(?:06|27)|E0[2-7]|F04|G11|I03|J02")
"""Places in the tree of what is done to people, or of what drugs do."""
_AROUND = " .,;:=<>+*'\u2018\u2019\u201c\u201d"
_CHUNK = re.compile(r"[^.;:()]{1,400}")
_TOKEN = re.compile(r"[^\s,;:()\[\]?\"/]+")
_STRUCTURE = re.compile(r"D(?!06)\d\d(?:\.\d+){0,2}|D06(?:\.\d+)?")
"""A place in the tree of chemicals and drugs that says what a substance is made of, or hardly anything; those
of hormones (D06) tell from the third level on what it does."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A part of a phrase that names one thing: the lines and groups that it may mean, its words, its weight.

    `near` are its lines and those of its everyday names: what is asked for kinds and classes.
    """

    text: str
    lines: frozenset[int]
    groups: frozenset[int]
    near: frozenset[int]
    stems: frozenset[str]
    weight: float


@dataclass(frozen=True)
class Names:
    """What is known about names: a vocabulary, and the everyday groups unless they are left out."""

    vocabulary: Vocabulary
    groups: tuple[Group, ...] = field(default_factory=everyday_groups)
    kinds: tuple[tuple[str, Group], ...] = field(default_factory=everyday_kinds)
    _units: dict[str, tuple[Unit, ...]] = field(default_factory=dict, repr=False, compare=False)
    _classes: dict[int, frozenset[int]] = field(default_factory=dict, repr=False, compare=False)
    _groups: dict[str, tuple[int, ...]] = field(default_factory=dict, repr=False, compare=False)
    _lines: dict[int, frozenset[int]] = field(default_factory=dict, repr=False, compare=False)
    _meanings: dict[int, frozenset[int]] = field(default_factory=dict, repr=False, compare=False)
    _listed_under: dict[str, list[int]] = field(default_factory=dict, repr=False, compare=False)
    _listed_as: dict[str, list[int]] = field(default_factory=dict, repr=False, compare=False)
    _listed_lines: dict[int, list[int]] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        held: dict[str, list[int]] = {}
        for number, group in enumerate(self.groups):
            for name in group:
                held.setdefault(fold(name), []).append(number)
        self._groups.update((name, tuple(numbers)) for name, numbers in held.items())
        for number, (name, members) in enumerate(self.kinds):
            self._listed_as.setdefault(fold(name), []).append(number)
            for line in self._meant(name):
                self._listed_lines.setdefault(line, []).append(number)
            for member in members:
                key = member if member.startswith(ENDING) else fold(member)
                self._listed_under.setdefault(key, []).append(number)

    def concept(self, term: str) -> Concept | None:
        """The one thing that a term names as a whole, "risk of" and the like aside; None if unsure."""
        lines = self._meant(term) or self._meant(_bare(term))
        return self.vocabulary.concept(lines[0]) if len(lines) == 1 else None

    def other_names(self, term: str) -> tuple[str, ...]:
        """Other names of what a term names: the everyday ones, then at most twelve of the vocabularies."""
        everyday = everyday_names(term) if self.groups else ()
        concept = self.concept(term)
        if concept is None:
            return everyday
        preferred = " ".join(reversed(concept.name.split(", ")))
        names = (preferred, *concept.natural_names, *concept.further_names)
        known = {fold(name): name for name in reversed(names)}
        own = {fold(term), fold(_bare(term))}
        further = [name for key, name in reversed(known.items()) if key not in own]
        chained = [name for found in further if self.groups for name in everyday_names(found)]
        listed = dict.fromkeys((*everyday, *further[:_MOST_NAMES], *chained))
        return tuple(name for name in listed if fold(name) not in own)

    def members(self, term: str) -> tuple[str, ...]:
        """Names of the kinds of what a term names (SSRIs: sertraline, …), at most forty, headings first."""
        concept, index = self.concept(term), self.vocabulary.index
        if concept is None or index is None:
            return ()
        seen: dict[int, None] = {}
        ahead = [concept.number]
        while ahead and len(seen) < 10 * _MOST_MEMBERS:
            number = ahead.pop(0)
            for below in (*index.linked("under", number), *index.linked("members", number)):
                if below not in seen and below != concept.number:
                    seen[below] = None
                    ahead.append(below)
        return tuple(self.vocabulary.concept(n).name for n in sorted(seen)[:_MOST_MEMBERS])

    def kinds_in(self, term: str, text: str) -> dict[str, int]:
        """Which kinds of what a term names a text names ("statins": simvastatin), as it writes them first,
        and how often; none where the term names more than one thing."""
        own = self._one_unit(term)
        if own is None:
            return {}
        classes, listed = self._classes_of(own), self._listed_kinds(own)
        said, often = dict[frozenset[int], str](), dict[str, int]()
        for unit in self.units_of(text):
            if any(classes & self._above(n) for n in unit.lines) and not unit.lines & own.near:
                name = said.setdefault(unit.lines, unit.text.strip(_AROUND))
                often[name] = often.get(name, 0) + 1
        known, written = {name.lower() for name in often}, dict[str, str]()
        for found in (found for kind in listed for found in re.findall(as_written(kind), text)):
            if found.lower() not in known:
                name = written.setdefault(found.lower(), found)
                often[name] = often.get(name, 0) + 1
        return often

    def has_kinds(self, term: str) -> bool:
        """Whether a term names one class of treatments."""
        own = self._one_unit(term)
        return own is not None and bool(self._classes_of(own) or self._listed_kinds(own))

    def is_substance(self, term: str) -> bool:
        """Whether a term names one known drug, substance or class of them."""
        own = self._one_unit(term)
        if own is None:
            return False
        places = [place for n in own.lines for place in self.vocabulary.concept(n).tree_numbers]
        listed = self._classes_listed(own) or self._classes_above(own)
        return bool(listed) or (bool(places) and all(place.startswith("D") for place in places))

    def _one_unit(self, term: str) -> Unit | None:
        wanted = [unit for unit in self.units(term) if unit.weight >= 1]
        return wanted[0] if len(wanted) == 1 else None

    def _classes_of(self, unit: Unit) -> frozenset[int]:
        return frozenset(n for n in unit.near if self._is_class(n))

    def _is_class(self, number: int) -> bool:
        """Whether a line names a class of treatments by its place: what drugs do, or, of substances, several
        of them by MeSH's plural ("Cephalosporins", but not "Calcitriol", whose kinds are other drugs)."""
        concept = self.vocabulary.concept(number)
        several = any(word.endswith("s") and not word.endswith("ss") for word in concept.name.split())
        places = concept.tree_numbers
        return any(_TREATMENT.match(place) for place in places) or (
            several and (not places or any(place.startswith("D") for place in places))
        )

    def _listed_kinds(self, unit: Unit) -> tuple[str, ...]:
        """The members that the list of everyday kinds gives a class."""
        return tuple(m for number in self._classes_listed(unit) for m in self.kinds[number][1])

    def _classes_listed(self, unit: Unit) -> tuple[int, ...]:
        """The classes of that list, by number, that a unit names, by whatever name."""
        named = {n for name in self._everyday(unit) for n in self._listed_as.get(name, ())}
        return tuple(sorted(named | {n for line in unit.lines for n in self._listed_lines.get(line, ())}))

    def _classes_above(self, unit: Unit) -> frozenset[int]:
        """The classes of that list, by number, that have a unit for a member."""
        # As they are written: of "granisetron" folding takes a part for the British "-ise".
        written = (name.lower() for name in (unit.text, *self._everyday_names(unit)) if name.isalpha())
        ends = (ENDING + name[at:] for name in written for at in range(2, len(name)))
        return frozenset(n for key in (*self._everyday(unit), *ends) for n in self._listed_under.get(key, ()))

    def _everyday(self, unit: Unit) -> frozenset[str]:
        """The unit's own name and its everyday ones, folded."""
        return frozenset(fold(name) for name in (unit.text, *self._everyday_names(unit)))

    def _everyday_names(self, unit: Unit) -> Iterable[str]:
        return (name for group in unit.groups for name in self.groups[group])

    def same_thing(self, asked: str, found: str, abbreviations: Mapping[str, str] | None = None) -> float:
        """0 to 1: how surely `found` names what `asked` names.

        1 is the same words or a name of the same thing, about 0.85 a kind of it, about 0.6 its class.
        `abbreviations` (short form to long) are those that the paper itself defines; they come first.
        """
        if not asked.strip() or not found.strip():
            return 0.0
        wanted, held = (self.units(_spelled_out(text, abbreviations)) for text in (asked, found))
        if not wanted or not held:
            return float(fold(asked) == fold(found))
        recall, precision = self._covered(wanted, held, True), self._covered(held, wanted, False)
        return round(recall * (1 - FOCUS + FOCUS * precision), 4)

    def units(self, phrase: str) -> tuple[Unit, ...]:
        """The things that a phrase names, longest names first come first served, left to right."""
        if phrase not in self._units:
            if len(self._units) > 50_000:
                self._units.clear()
            self._units[phrase] = tuple(self._read_units(_TOKEN.findall(phrase[:400])))
        return self._units[phrase]

    def units_of(self, text: str) -> Iterable[Unit]:
        """The things that a text of any length names."""
        return (unit for chunk in _CHUNK.findall(text) for unit in self.units(chunk))

    def _read_units(self, words: Sequence[str]) -> Iterable[Unit]:
        start = 0
        while start < len(words):
            unit, width = self._longest(words, start)
            start += width
            if unit is not None:
                yield unit

    def _longest(self, words: Sequence[str], start: int) -> tuple[Unit | None, int]:
        for width in range(min(_LONGEST_NAME, len(words) - start), 0, -1):
            text = " ".join(words[start : start + width])
            if width == 1 and text.lower() in STOPWORDS:
                return None, 1
            stems = frozenset(stem(word) for word in folded_words(text) if word not in STOPWORDS)
            if not stems:
                continue
            weak = stems <= _weak_stems()
            lines = frozenset() if weak else frozenset(self._meant(text))
            groups = frozenset(self._groups.get(fold(text), ()))
            if lines or groups or width == 1:
                weight = _WEAK_WEIGHT if weak else float(len(stems - _weak_stems()) or 1)
                groups |= self._groups_of(lines)
                return Unit(text, lines, groups, lines | self._lines_of(groups), stems, weight), width
        return None, 1

    def _meant(self, text: str) -> list[int]:
        """The lines of a name as it is written; a short form in capitals, or one without many vowels."""
        index = self.vocabulary.index
        if index is None:
            return []
        text = text.strip()
        if short_key(text).isupper() and len(text) < 8:
            found = index.find("shorts", short_key(text))
            if found:
                return found
        key = fold(text)
        found = index.find("names", key)
        if found and " " not in key and len(key) < _SHORTEST_SUBSTANCE and not self._is_heading(found[0]):
            found = []
        if not found and text.isalpha() and len(text) > 3 and 3 * len(re.findall("[aeiou]", key)) <= len(key):
            found = [n for n in index.find("shorts", short_key(key.upper())) if self._is_heading(n)]
        return found

    def _is_heading(self, number: int) -> bool:
        index = self.vocabulary.index
        return index is not None and number < int(index.notes["headings"])

    def _groups_of(self, lines: frozenset[int]) -> frozenset[int]:
        found: set[int] = set()
        for number in lines:
            if number not in self._lines:
                concept = self.vocabulary.concept(number)
                named = (fold(name) for name in (*concept.natural_names, *concept.further_names))
                self._lines[number] = frozenset(g for name in named for g in self._groups.get(name, ()))
            found |= self._lines[number]
        return frozenset(found)

    def _lines_of(self, groups: frozenset[int]) -> frozenset[int]:
        """What the names of everyday groups mean in the vocabulary, where that is one thing."""
        found: set[int] = set()
        for number in groups:
            if number not in self._meanings:
                meant = (self._meant(name) for name in self.groups[number])
                self._meanings[number] = frozenset(lines[0] for lines in meant if len(lines) == 1)
            found |= self._meanings[number]
        return frozenset(found)

    def _covered(self, wanted: Sequence[Unit], held: Sequence[Unit], members_count: bool) -> float:
        stems = frozenset().union(*(unit.stems for unit in held))
        strong = [unit for unit in wanted if unit.weight >= 1]
        wanted = strong or wanted  # "MI risk" is MI
        total = sum(unit.weight for unit in wanted)
        return sum(u.weight * self._best(u, held, stems, members_count) for u in wanted) / total

    def _best(self, unit: Unit, held: Sequence[Unit], stems: frozenset[str], members_count: bool) -> float:
        shared = len(unit.stems & stems) / len(unit.stems)
        best = 1.0 if shared == 1 else 0.8 * shared
        for other in held:
            if unit.lines & other.lines:
                return 1.0
            if unit.groups & other.groups:
                best = max(best, ALIKE)
            below = any(self._above(n) & unit.near for n in other.near) or self._is_listed(other, unit)
            above = any(self._above(n) & other.near for n in unit.near) or self._is_listed(unit, other)
            if below or above:
                best = max(best, MEMBER if below == members_count else CLASS)
        return best

    def _is_listed(self, kind: Unit, named_class: Unit) -> bool:
        """Whether the list of everyday kinds puts one unit under another."""
        listed = self._classes_listed(named_class)
        return bool(listed) and not self._classes_above(kind).isdisjoint(listed)

    def _above(self, number: int) -> frozenset[int]:
        """Every class of a line that says more than what a substance is made of."""
        index = self.vocabulary.index
        if index is None:
            return frozenset()
        if number not in self._classes:
            found: set[int] = set()
            level = [number]
            for _ in range(_HIGHEST):
                level = [
                    above
                    for below in level
                    for above in (*index.linked("tree", below), *index.linked("classes", below))
                    if above not in found and above != number and self._tells(above)
                ]
                found.update(level)
            self._classes[number] = frozenset(found)
        return self._classes[number]

    def _tells(self, number: int) -> bool:
        places = self.vocabulary.concept(number).tree_numbers
        return not places or any(_STRUCTURE.fullmatch(place) is None for place in places)


@cache
def installed_names() -> Names:
    """The names of this installation: its vocabularies, where they are there, and the everyday ones."""
    return Names(Vocabulary(installed_index()))


def other_names(term: str) -> tuple[str, ...]:
    """Other names of what a term names; empty when none is known."""
    return _other_names(term)


def same_thing(asked: str, found: str, abbreviations: Mapping[str, str] | None = None) -> float:
    """0 to 1: how surely `found` names what `asked` names; see `Names.same_thing`."""
    return installed_names().same_thing(asked, found, abbreviations)


@lru_cache(maxsize=2_000)
def has_kinds(term: str) -> bool:
    """Whether a term names a class of treatments; see `Names.has_kinds`."""
    return installed_names().has_kinds(term)


@lru_cache(maxsize=2_000)
def is_substance(term: str) -> bool:
    """Whether a term names one known drug, substance or class of them; see `Names.is_substance`."""
    return installed_names().is_substance(term)


def kinds_in(term: str, text: str) -> Mapping[str, int]:
    """Kinds of what a term names that a text names, with how often; see `Names.kinds_in`."""
    return installed_names().kinds_in(term, text)


@lru_cache(maxsize=20_000)
def _other_names(term: str) -> tuple[str, ...]:
    return installed_names().other_names(term)


def _spelled_out(text: str, abbreviations: Mapping[str, str] | None) -> str:
    if not abbreviations:
        return text
    return re.sub(r"[A-Za-z][\w-]+", lambda m: abbreviations.get(m[0], m[0]), text)


@cache
def _weak_stems() -> frozenset[str]:
    return frozenset(stem(word) for word in _WEAK.split())


def _bare(term: str) -> str:
    """A term without the words that say little: "risk of MI" is MI."""
    kept = [
        word
        for word in _TOKEN.findall(term)
        if word.lower() not in STOPWORDS and stem(word.lower()) not in _weak_stems()
    ]
    return " ".join(kept)
