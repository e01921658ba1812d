"""What speaks for two reports being one study: the groups of reports that share something."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from aitia.evidence.likeness import alike_groups, numbers, wording
from aitia.evidence.opposed import without_opposed
from aitia.model.claim import StudyFacts
from aitia.model.keys import PaperId
from aitia.model.paper import Paper
from aitia.model.scales import SYNTHESIS_DESIGNS, TRIAL_DESIGNS, StudyDesign

SMALLEST_SHARED_SIZE = 20
SHARED_AUTHORS = 2
MAX_YEARS_APART = 15
SIZES_APART = 0.02
_LONGEST_TEXT = 20_000

Report = tuple[Paper, StudyFacts]


class LinkMethod(StrEnum):
    """What a report was linked by, strongest first."""

    PERSON = "person"
    REGISTRATION = "registration"
    COHORT_NAME = "cohort_name"
    SIZE_AND_AUTHORS = "size_and_authors"
    SAME_WORDING = "same_wording"
    ALONE = "alone"


@dataclass(frozen=True)
class Group:
    """Reports any two of which are one study by `method`, ascending by id."""

    members: tuple[PaperId, ...]
    method: LinkMethod
    reason: str


def shared_groups(reports: Sequence[Report]) -> Iterator[Group]:
    """Every group of the reports, strongest method first; its size and number are not limited."""
    primary = [(p, f) for p, f in reports if f.design not in SYNTHESIS_DESIGNS]
    for key, members in _buckets((p.paper_id, k) for p, f in primary for k in _registrations(f)):
        yield Group(members, LinkMethod.REGISTRATION, f"both registered as {key}")
    designs = {p.paper_id: f.design for p, f in primary}
    for key, members in _buckets((p.paper_id, k) for p, f in primary for k in _names(f)):
        for kind in sorted({_kind(designs[i]) for i in members}):
            same = tuple(i for i in members if _kind(designs[i]) == kind)
            yield Group(same, LinkMethod.COHORT_NAME, f"both report the study named '{key}'")
    yield from _of_size_and_authors(primary)
    yield from _of_wording(primary)
    yield from _of_wording([(p, f) for p, f in reports if f.design in SYNTHESIS_DESIGNS])


@dataclass(frozen=True)
class _Team:
    """What two reports of one size are compared by; reports that agree in all of it are one study."""

    authors: frozenset[str]
    kind: str
    registrations: frozenset[str]
    names: frozenset[str]
    year: int | None

    def fits(self, other: _Team) -> bool:
        """Nothing speaks for two studies."""
        if self.kind != other.kind:
            return False
        if self.registrations and other.registrations and not self.registrations & other.registrations:
            return False
        if self.names and other.names and not self.names & other.names:
            return False
        return self.year is None or other.year is None or abs(self.year - other.year) <= MAX_YEARS_APART


def _of_size_and_authors(primary: Sequence[Report]) -> Iterator[Group]:
    """Same exact n, same kind of design, shared authors. Teams meet over the authors they share only."""
    by_size: dict[int, dict[_Team, list[PaperId]]] = defaultdict(lambda: defaultdict(list))
    for paper, facts in primary:
        authors = _authors(paper)
        if (facts.sample_size or 0) >= SMALLEST_SHARED_SIZE and len(authors) >= SHARED_AUTHORS:
            team = _Team(
                frozenset(authors),
                _kind(facts.design),
                frozenset(_registrations(facts)),
                frozenset(_names(facts)),
                paper.year,
            )
            by_size[facts.sample_size or 0][team].append(paper.paper_id)
    for size, members in sorted(by_size.items()):
        for one, other in _meeting(list(members)):
            ids = tuple(sorted({*members[one], *members[other]}))
            if len(ids) > 1:
                names = ", ".join(sorted(one.authors & other.authors)[:3])
                reason = f"same n of {size}, same kind of design and authors ({names})"
                yield Group(ids, LinkMethod.SIZE_AND_AUTHORS, reason)


def _meeting(teams: Sequence[_Team]) -> Iterator[tuple[_Team, _Team]]:
    """Pairs of teams that fit and share authors; every team with itself too."""
    of_author: dict[str, list[int]] = defaultdict(list)
    for place, team in enumerate(teams):
        yield team, team
        shared = Counter(earlier for author in team.authors for earlier in of_author[author])
        for earlier in sorted(shared):
            if shared[earlier] >= SHARED_AUTHORS and team.fits(teams[earlier]):
                yield teams[earlier], team
        for author in team.authors:
            of_author[author].append(place)


def _of_wording(reports: Sequence[Report]) -> Iterator[Group]:
    """Reports that repeat one wording, where nothing but invention would give two studies the same.

    Alike are the words; besides, both reports name their authors, or their sizes are within two in a hundred,
    or all their numbers are the same. Like wording with other numbers, and no names, may be one group's form;
    like wording that finds the opposite is one, filled in twice.
    """
    texts = [_text(paper) for paper, _ in reports]
    alike = alike_groups([wording(text) for text in texts])
    for group in _not_opposed(texts, alike):
        held = [reports[place] for place in group]
        named = tuple(sorted(p.paper_id for p, _ in held if p.authors))
        yield from _worded(named)
        for same in _near_sizes(held):
            yield from _worded(same)
        printed = ((reports[place][0].paper_id, " ".join(numbers(texts[place]))) for place in group)
        for _, same in _buckets(printed):
            yield from _worded(same)


def _not_opposed(texts: Sequence[str], groups: Iterable[Sequence[int]]) -> Iterator[list[int]]:
    for group in groups:
        for part in without_opposed([texts[place] for place in group]):
            yield [group[place] for place in part]


def _worded(members: tuple[PaperId, ...]) -> Iterator[Group]:
    if len(members) > 1:
        yield Group(
            members, LinkMethod.SAME_WORDING, "the text of one repeats the other's nearly word for word"
        )


def _near_sizes(reports: Iterable[Report]) -> list[tuple[PaperId, ...]]:
    """Chains of reports whose sizes follow each other closely."""
    sized = sorted((f.sample_size, p.paper_id) for p, f in reports if f.sample_size)
    chains: list[list[tuple[int, PaperId]]] = []
    for size, paper_id in sized:
        if chains and size <= chains[-1][-1][0] * (1 + SIZES_APART):
            chains[-1].append((size, paper_id))
        else:
            chains.append([(size, paper_id)])
    return [tuple(sorted(paper_id for _, paper_id in chain)) for chain in chains]


def _text(paper: Paper) -> str:
    text = paper.abstract or " ".join(section.text for section in paper.sections)
    return text[:_LONGEST_TEXT]


def _kind(design: StudyDesign) -> str:
    if design in TRIAL_DESIGNS or design is StudyDesign.NON_RANDOMISED_TRIAL:
        return "trial"
    return design.value


def _buckets(pairs: Iterable[tuple[PaperId, str]]) -> Iterator[tuple[str, tuple[PaperId, ...]]]:
    found: dict[str, set[PaperId]] = defaultdict(set)
    for paper_id, key in pairs:
        found[key].add(paper_id)
    for key in sorted(found):
        if len(found[key]) > 1:
            yield key, tuple(sorted(found[key]))


_REGISTRATION = re.compile(
    r"\b(?:(NCT)\s?0*(\d{6,8})|(ISRCTN)\s?(\d{6,9})|(ACTRN)\s?(\d{12,16})|(CHICTR)"
    r"[- ]?([A-Z]{0,4}-?\d{6,12})|(CTRI)/?(\d{4}/\d{2,3}/\d{4,6})|(DRKS)\s?(\d{6,9})|(UMIN)\s?(\d{6,12})|"
    r"(IRCT)\s?([0-9N]{8,20})|"
    r"(EUDRACT)?\s?(\d{4}-\d{6}-\d{2}))",
    re.IGNORECASE,
)


def _registrations(facts: StudyFacts) -> set[str]:
    """Registration numbers in one spelling each."""
    found = set()
    for text in facts.registration_ids[:50]:
        match = _REGISTRATION.search(text[:100])
        if match:
            parts = [p.upper() for p in match.groups() if p]
            found.add("".join(parts) if len(parts) > 1 else f"EUDRACT{parts[0]}")
        elif len(text.strip()) >= 6:
            found.add(re.sub(r"[^A-Z0-9]", "", text.upper())[:60])
    return {f for f in found if f}


_COMMON_NAMES = frozenset(
    (
        "birth cohort",
        "case control",
        "case control study",
        "cohort",
        "control",
        "phase 2",
        "phase 3",
        "phase ii",
        "phase iii",
        "pilot",
        "prospective",
        "rct",
        "randomised",
        "randomized",
        "retrospective",
        "study",
        "trial",
    )
)


def _names(facts: StudyFacts) -> list[str]:
    """The study's name, folded; names that any study could bear do not count."""
    if not facts.cohort_name:
        return []
    folded = unicodedata.normalize("NFKD", facts.cohort_name[:200]).casefold()
    words = re.findall(r"[a-z0-9]+", folded)
    name = " ".join(words)
    core = " ".join(
        w for w in words if w not in ("the", "study", "trial", "cohort", "group", "investigators")
    )
    if len(core) < 3 or name in _COMMON_NAMES or core in _COMMON_NAMES:
        return []
    return [core]


def _authors(paper: Paper) -> set[str]:
    """Surname and first initial of each author, in one spelling."""
    found = set()
    for author in paper.authors:
        folded = "".join(
            c for c in unicodedata.normalize("NFKD", author[:100]).casefold() if not unicodedata.combining(c)
        )
        if "," in folded:
            surname, _, given = folded.partition(",")
        else:
            parts = folded.split()
            initials_last = len(parts) > 1 and len(parts[-1].strip(".")) <= 3
            surname = " ".join(parts[:-1]) if initials_last else (parts[-1] if parts else "")
            given = parts[-1] if initials_last else (parts[0] if len(parts) > 1 else "")
        surname, given = re.sub(r"[^a-z]", "", surname), re.sub(r"[^a-z]", "", given)
        if len(surname) > 1:
            found.add(f"{surname} {given[:1]}".strip())
    return found
