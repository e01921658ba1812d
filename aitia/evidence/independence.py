"""Which reports are of the same study, and which of a study's estimates counts.

The study is the unit of evidence. Reports are linked by the strongest thing they share: registration number;
name of the cohort or trial; design, exact n and authors together; then a text that is nearly the same. Each
link is a row with its method and reason, and a person's decision (join, separate) outranks every rule; taking
it back restores the links exactly, as links are a function of the papers and the decisions alone. Systematic
reviews and meta-analyses are never linked with primary studies: they stand beside them. With one another they
are linked only when one repeats the other's text.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from aitia.evidence.ties import Group, LinkMethod, shared_groups
from aitia.model.claim import StudyFacts
from aitia.model.evidence import StandardEstimate, StudyEvidence
from aitia.model.keys import PaperId, StudyId, stable_id
from aitia.model.paper import Paper
from aitia.model.scales import SYNTHESIS_DESIGNS, TRIAL_DESIGNS, EffectMeasure

__all__ = [
    "LinkMethod",
    "Override",
    "StudyDecision",
    "StudyLink",
    "link_studies",
    "one_per_study",
    "studies",
]


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


def link_studies(
    reports: Sequence[tuple[Paper, StudyFacts]], decisions: Iterable[StudyDecision] = ()
) -> tuple[StudyLink, ...]:
    """The study of every report, one link each, sorted by paper id; independent of the order of `reports`.

    A study's id comes from its first report (by year, then paper id), so that a later report does not rename
    it. Groups are joined strongest first; one member that would bring together two reports which a person
    separated stays out. The work grows with the groups' sizes, not with the pairs in them.
    """
    papers = {paper.paper_id: (paper, facts) for paper, facts in reports}
    decided = sorted(decisions, key=lambda d: d.decision_id)
    linking = _Linking(sorted(papers), decided)
    for d in decided:
        if d.override is Override.JOIN and d.first != d.second and d.first in papers and d.second in papers:
            first, second = sorted((d.first, d.second))
            linking.join(Group((first, second), LinkMethod.PERSON, f"joined by a person ({d.decision_id})"))
    for group in shared_groups([papers[i] for i in sorted(papers)]):
        linking.join(group)
    ids = {id(members): _study_id(members, papers) for members in linking.clusters.values()}
    return tuple(
        _link(i, ids[id(members)], linking.reasons.get(i)) for i, members in sorted(linking.clusters.items())
    )


class _Linking:
    """Reports as they come together: each one's cluster, and what first joined it to another."""

    def __init__(self, papers: Sequence[PaperId], decisions: Iterable[StudyDecision]) -> None:
        self.clusters: dict[PaperId, set[PaperId]] = {i: {i} for i in papers}
        self.reasons: dict[PaperId, tuple[Group, PaperId]] = {}
        self._apart: dict[PaperId, set[PaperId]] = defaultdict(set)
        for d in decisions:
            if d.override is Override.SEPARATE and d.first != d.second:
                self._apart[d.first].add(d.second)
                self._apart[d.second].add(d.first)

    def join(self, group: Group) -> None:
        """Each member joins the first cluster of the group that it was not separated from."""
        leaders: list[PaperId] = []
        for paper_id in group.members:
            if not any(self._joined(leader, paper_id, group) for leader in leaders):
                leaders.append(paper_id)

    def _joined(self, leader: PaperId, paper_id: PaperId, group: Group) -> bool:
        one, other = self.clusters[leader], self.clusters[paper_id]
        if one is other:
            return True
        small, large = sorted((one, other), key=len)
        if any(self._apart[i] & large for i in small if i in self._apart):
            return False
        self.reasons.setdefault(leader, (group, paper_id))
        self.reasons.setdefault(paper_id, (group, leader))
        large |= small
        for i in small:
            self.clusters[i] = large
        return True


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


def _link(paper_id: PaperId, study: StudyId, tie: tuple[Group, PaperId] | None) -> StudyLink:
    if tie is None:
        return StudyLink(
            paper_id=paper_id, study_id=study, method=LinkMethod.ALONE, reason="the only report found"
        )
    group, other = tie
    return StudyLink(
        paper_id=paper_id, study_id=study, method=group.method, reason=group.reason, linked_to=other
    )


def _study_id(members: set[PaperId], papers: dict[PaperId, tuple[Paper, StudyFacts]]) -> StudyId:
    """From the reports themselves: the first by year and id, which later reports do not change."""
    first = min(members, key=lambda i: (papers[i][0].year or 9999, i))
    return StudyId(stable_id("study", first))
