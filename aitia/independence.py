"""Which reports are of the same study, and which of a study's estimates counts.

The study is the unit of evidence. Reports are linked by the strongest thing they share: registration number;
name of the cohort or trial; then design, exact n and authors together. Each link is a row with its method
and reason, and a person's decision (join, separate) outranks every rule; taking it back restores the links
exactly, as links are a function of the papers and the decisions alone. Systematic reviews and meta-analyses
are never linked with one another or with primary studies: they stand beside them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from pydantic import BaseModel, ConfigDict

from aitia.claim import StudyFacts
from aitia.evidence import StandardEstimate, StudyEvidence
from aitia.keys import PaperId, StudyId, stable_id
from aitia.paper import Paper
from aitia.vocabulary import SYNTHESIS_DESIGNS, TRIAL_DESIGNS, EffectMeasure, StudyDesign

SMALLEST_SHARED_SIZE = 20
SHARED_AUTHORS = 2
MAX_YEARS_APART = 15


class LinkMethod(StrEnum):
    """What a report was linked by, strongest first."""

    PERSON = "person"
    REGISTRATION = "registration"
    COHORT_NAME = "cohort_name"
    SIZE_AND_AUTHORS = "size_and_authors"
    ALONE = "alone"


class Override(StrEnum):
    """What a person may decide about two reports."""

    JOIN = "join"
    SEPARATE = "separate"


class StudyDecision(BaseModel):
    """A person's word on two reports; `decision_id` names the row to take back."""

    model_config = ConfigDict(frozen=True)

    decision_id: str
    first: PaperId
    second: PaperId
    override: Override


class StudyLink(BaseModel):
    """One report's place in a study. `linked_to` is the report it shares `method` with, None when alone."""

    model_config = ConfigDict(frozen=True)

    paper_id: PaperId
    study_id: StudyId
    method: LinkMethod
    reason: str
    linked_to: PaperId | None = None


@dataclass(frozen=True)
class _Tie:
    first: PaperId
    second: PaperId
    method: LinkMethod
    reason: str


def link_studies(
    reports: Sequence[tuple[Paper, StudyFacts]], decisions: Iterable[StudyDecision] = ()
) -> tuple[StudyLink, ...]:
    """The study of every report, one link each, sorted by paper id; independent of the order of `reports`.

    A study's id comes from its first report (by year, then paper id), so that a later report does not rename
    it. Ties are taken strongest first; one that would join two reports which a person separated is not taken.
    """
    papers = {paper.paper_id: (paper, facts) for paper, facts in reports}
    ordered = sorted(papers)
    decided = sorted(decisions, key=lambda d: d.decision_id)
    apart = {
        frozenset((d.first, d.second))
        for d in decided
        if d.override is Override.SEPARATE and d.first != d.second
    }
    ties = [*_decided_ties(decided, papers), *_ties([papers[i] for i in ordered])]
    cluster = {i: {i} for i in ordered}
    reason: dict[PaperId, _Tie] = {}
    for tie in sorted(ties, key=lambda t: (list(LinkMethod).index(t.method), t.first, t.second)):
        one, other = cluster[tie.first], cluster[tie.second]
        if one is other or any(frozenset((a, b)) in apart for a in one for b in other):
            continue
        for paper_id in (tie.first, tie.second):
            reason.setdefault(paper_id, tie)
        joined = one | other
        for paper_id in joined:
            cluster[paper_id] = joined
    return tuple(_link(i, papers, cluster[i], reason.get(i)) for i in ordered)


def studies(links: Iterable[StudyLink]) -> dict[StudyId, tuple[PaperId, ...]]:
    """Study ids with their reports, both sorted."""
    found: dict[StudyId, list[PaperId]] = {}
    for link in links:
        found.setdefault(link.study_id, []).append(link.paper_id)
    return {study: tuple(sorted(found[study])) for study in sorted(found)}


def one_per_study(rows: Iterable[StudyEvidence]) -> tuple[tuple[StudyEvidence, ...], tuple[str, ...]]:
    """One row for each study and a sentence for each choice made; the order of `rows` does not matter.

    Picked, in this order: the row that answers the question best (to a tenth); with an estimate; adjusted
    over unadjusted where the design is observational, the unadjusted comparison of a trial; a ratio of risks
    over other measures; the larger sample; the more precise; the later report; the smaller edge id.
    """
    found: dict[StudyId, list[StudyEvidence]] = {}
    for row in rows:
        found.setdefault(row.study_id, []).append(row)
    kept, notes = [], []
    for study in sorted(found):
        candidates = sorted(found[study], key=_preference)
        kept.append(candidates[0])
        if len(candidates) > 1:
            notes.append(f"{candidates[0].label}: 1 of {len(candidates)} findings counts, {_why(candidates)}")
    return tuple(kept), tuple(notes)


def _preference(row: StudyEvidence) -> tuple[float, bool, int, int, int, float, int, tuple[str, ...], str]:
    e = row.estimate
    observational = row.design not in TRIAL_DESIGNS and row.design not in SYNTHESIS_DESIGNS
    adjusted = e.adjusted if e is not None else None
    fitting = 1 if adjusted is None else 0 if adjusted is observational else 2
    return (
        -round(row.outcome_score, 1),
        e is None,
        fitting,
        _measure_rank(e),
        -(row.sample_size or 0),
        e.variance if e is not None else 0.0,
        -(row.year or 0),
        tuple(sorted(row.edge_ids)),
        row.model_dump_json(),
    )


def _measure_rank(estimate: StandardEstimate | None) -> int:
    return list(EffectMeasure).index(estimate.measure) if estimate is not None else 0


def _why(candidates: list[StudyEvidence]) -> str:
    names = (
        "it answers the question best",
        "the others give no effect",
        "its adjustment suits the design",
        "its measure is preferred",
        "it has the larger sample",
        "it is the most precise",
        "it is the latest report",
    )
    first, second = _preference(candidates[0]), _preference(candidates[1])
    for name, a, b in zip(names, first, second, strict=False):
        if a != b:
            return name
    return "it comes first"


def _decided_ties(
    decisions: Sequence[StudyDecision], papers: dict[PaperId, tuple[Paper, StudyFacts]]
) -> Iterator[_Tie]:
    for d in decisions:
        if d.override is Override.JOIN and d.first != d.second and d.first in papers and d.second in papers:
            first, second = sorted((d.first, d.second))
            yield _Tie(first, second, LinkMethod.PERSON, f"joined by a person ({d.decision_id})")


def _ties(reports: Sequence[tuple[Paper, StudyFacts]]) -> Iterator[_Tie]:
    primary = [(p, f) for p, f in reports if f.design not in SYNTHESIS_DESIGNS]
    for key, members in _buckets((p, k) for p, f in primary for k in _registrations(f)):
        yield from _chain(members, LinkMethod.REGISTRATION, f"both registered as {key}")
    designs = {p.paper_id: f.design for p, f in primary}
    named = ((p, k) for p, f in primary for k in _names(f))
    for key, members in _buckets(named):
        for kind in sorted({_kind(designs[i]) for i in members}):
            same = [i for i in members if _kind(designs[i]) == kind]
            yield from _chain(same, LinkMethod.COHORT_NAME, f"both report the study named '{key}'")
    yield from _size_ties(primary)


def _size_ties(primary: Sequence[tuple[Paper, StudyFacts]]) -> Iterator[_Tie]:
    """Same exact n, same kind of design, shared authors, and nothing that speaks for two studies."""
    sized = [(p, f) for p, f in primary if (f.sample_size or 0) >= SMALLEST_SHARED_SIZE]
    by_size: dict[int, list[tuple[Paper, StudyFacts]]] = {}
    for paper, facts in sized:
        by_size.setdefault(facts.sample_size or 0, []).append((paper, facts))
    for size in sorted(by_size):
        for (p, f), (q, g) in combinations(sorted(by_size[size], key=lambda x: x[0].paper_id), 2):
            shared = _authors(p) & _authors(q)
            if len(shared) >= SHARED_AUTHORS and _compatible(p, f, q, g):
                names = ", ".join(sorted(shared)[:3])
                reason = f"same n of {size}, same kind of design and authors ({names})"
                yield _Tie(p.paper_id, q.paper_id, LinkMethod.SIZE_AND_AUTHORS, reason)


def _compatible(p: Paper, f: StudyFacts, q: Paper, g: StudyFacts) -> bool:
    one, other = _registrations(f), _registrations(g)
    if (one and other and not one & other) or _kind(f.design) != _kind(g.design):
        return False
    names, others = set(_names(f)), set(_names(g))
    if names and others and not names & others:
        return False
    return p.year is None or q.year is None or abs(p.year - q.year) <= MAX_YEARS_APART


def _kind(design: StudyDesign) -> str:
    if design in TRIAL_DESIGNS or design is StudyDesign.NON_RANDOMISED_TRIAL:
        return "trial"
    return design.value


def _buckets(pairs: Iterable[tuple[Paper, str]]) -> Iterator[tuple[str, list[PaperId]]]:
    found: dict[str, set[PaperId]] = {}
    for paper, key in pairs:
        found.setdefault(key, set()).add(paper.paper_id)
    for key in sorted(found):
        if len(found[key]) > 1:
            yield key, sorted(found[key])


def _chain(members: Sequence[PaperId], method: LinkMethod, reason: str) -> Iterator[_Tie]:
    """Ties of every pair: were they chained, separating two would also free a third from its own study."""
    for first, second in combinations(sorted(members)[:200], 2):
        yield _Tie(first, second, method, reason)


def _link(
    paper_id: PaperId,
    papers: dict[PaperId, tuple[Paper, StudyFacts]],
    members: set[PaperId],
    tie: _Tie | None,
) -> StudyLink:
    study = _study_id(members, papers)
    if tie is None:
        return StudyLink(
            paper_id=paper_id, study_id=study, method=LinkMethod.ALONE, reason="the only report found"
        )
    other = tie.second if tie.first == paper_id else tie.first
    return StudyLink(paper_id=paper_id, study_id=study, method=tie.method, reason=tie.reason, linked_to=other)


def _study_id(members: set[PaperId], papers: dict[PaperId, tuple[Paper, StudyFacts]]) -> StudyId:
    """From the reports themselves: the first by year and id, which later reports do not change."""
    first = min(members, key=lambda i: (papers[i][0].year or 9999, i))
    return StudyId(stable_id("study", first))


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
    for author in paper.authors[:500]:
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
