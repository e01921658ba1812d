"""Many records, one paper: matching over identifiers and titles.

Records are taken in by rank: papers the store knows, then sources by how carefully they curate
identifiers. Within a rank nothing depends on order. A record whose identifiers contradict those of
a better rank is set aside, and records of one rank that contradict each other are all set aside:
quarantined, not merged, until a person decides.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property

from pydantic import BaseModel, ConfigDict

from aitia.identity.clusters import connected
from aitia.identity.conflicts import (
    Identifiers,
    contradictions,
    describe,
    describe_identifiers,
    disputed,
    identifiers_of,
)
from aitia.identity.merging import as_paper, record_order, source_rank, unlike
from aitia.identity.retraction import retraction_status
from aitia.identity.titles import family_name, is_telling_title, normalise_title
from aitia.keys import PaperId
from aitia.paper import Paper, PaperRecord, RetractionSignal


class Quarantined(BaseModel):
    """A record set aside, with what it contradicts; `paper_id` is the known paper it touches, if any."""

    model_config = ConfigDict(frozen=True)

    record: PaperRecord
    reason: str
    paper_id: PaperId | None = None


class Resolution(BaseModel):
    """Papers by ascending id, the records behind them, and what was set aside.

    A paper's signals are those about itself: what a notice says of another paper is among that
    paper's, when it is here.

    `members` maps a paper to the (source, record_id) of its records, known papers included when a
    record joined them. `same_paper` names known papers that turn out to be one, the kept id first.
    `possible_duplicates` are papers with one title that other facts keep apart.
    """

    model_config = ConfigDict(frozen=True)

    papers: tuple[Paper, ...]
    members: dict[PaperId, tuple[tuple[str, str], ...]]
    quarantined: tuple[Quarantined, ...] = ()
    same_paper: tuple[tuple[PaperId, PaperId], ...] = ()
    possible_duplicates: tuple[tuple[PaperId, ...], ...] = ()

    def paper_of(self, record: PaperRecord) -> PaperId | None:
        """The paper that a record became part of; None for one in quarantine."""
        return self._index.get((record.source, record.record_id))

    @cached_property
    def _index(self) -> dict[tuple[str, str], PaperId]:
        return {key: paper_id for paper_id, held in self.members.items() for key in held}


class _Cluster:
    """Records taken for one paper so far."""

    def __init__(self, records: list[PaperRecord], identifiers: Identifiers) -> None:
        self.records = records
        self.identifiers = identifiers


def resolve(records: Sequence[PaperRecord], known: Sequence[Paper] = ()) -> Resolution:
    """Merge records that describe one paper over PMID, PMCID, DOI, arXiv id and title.

    Order-independent and deterministic. Known papers keep their ids and their text; those that no
    record touched are in `papers` too, unchanged. A title alone merges only records whose year (±1)
    and first author do not disagree and whose identifiers do not either.
    """
    quarantined: list[Quarantined] = []
    clusters: list[_Cluster] = []
    by_rank: dict[int, list[PaperRecord]] = defaultdict(list)
    for item in sorted({*records, *known}, key=record_order):
        by_rank[source_rank(item)].append(item)
    for rank in sorted(by_rank):
        clusters = _take_in(clusters, by_rank[rank], quarantined)
    _split_texts(clusters, quarantined)
    clusters, doubtful = _join_titles(clusters)
    return _finish(clusters, doubtful, quarantined)


def _take_in(
    clusters: list[_Cluster], records: list[PaperRecord], quarantined: list[Quarantined]
) -> list[_Cluster]:
    """Add the records of one rank to the clusters of better ranks."""
    held = [identifiers_of(record) for record in records]
    settled = [cluster.identifiers for cluster in clusters]
    known = all(isinstance(record, Paper) for record in records)
    result: list[_Cluster] = []
    for group in connected([*settled, *held]):
        old = [clusters[i] for i in group if i < len(clusters)]
        new = [i - len(clusters) for i in group if i >= len(clusters)]
        if known:
            result += [_Cluster([records[i]], held[i]) for i in new]
            continue
        kept, refused = _agreeing(old, new, held)
        quarantined += _set_aside(refused, old, new, records, held)
        result += _clusters_of(old, kept, records, held)
    return result


def _agreeing(old: list[_Cluster], new: list[int], held: list[Identifiers]) -> tuple[list[int], list[int]]:
    """The new records of one connected group that contradict nothing, and those that do."""
    everything = [*(c.identifiers for c in old), *(held[i] for i in new)]
    if not new or not contradictions(everything):
        return new, []
    refused = {i for i in new if contradictions([held[i], *_touching(old, held[i])])}
    left = [i for i in new if i not in refused]
    if old:
        refused |= _bridging(old, left, held)
        left = [i for i in left if i not in refused]
    if contradictions(held[i] for i in left):
        bad = disputed([held[i] for i in left])
        refused |= {i for i in left if held[i] & bad}
        left = [i for i in left if i not in refused]
    for part in connected([*(c.identifiers for c in old), *(held[i] for i in left)]):
        members = [left[i - len(old)] for i in part if i >= len(old)]
        settled = [old[i].identifiers for i in part if i < len(old)]
        if members and contradictions([*settled, *(held[i] for i in members)]):
            refused |= set(members)
    return [i for i in new if i not in refused], sorted(refused)


def _touching(old: list[_Cluster], identifiers: Identifiers) -> list[Identifiers]:
    return [cluster.identifiers for cluster in old if cluster.identifiers & identifiers]


def _bridging(old: list[_Cluster], new: list[int], held: list[Identifiers]) -> set[int]:
    """Records that agree with two settled papers which contradict each other."""
    return {i for i in new if contradictions(_touching(old, held[i]))}


def _clusters_of(
    old: list[_Cluster], kept: list[int], records: list[PaperRecord], held: list[Identifiers]
) -> list[_Cluster]:
    parts = [*old, *(_Cluster([records[i]], held[i]) for i in kept)]
    result: list[_Cluster] = []
    for group in connected([p.identifiers for p in parts]):
        chosen = [parts[i] for i in group]
        agree = not contradictions(p.identifiers for p in chosen)
        result += [_union(chosen)] if agree else chosen
    return result


def _union(parts: Sequence[_Cluster]) -> _Cluster:
    return _Cluster(
        [record for part in parts for record in part.records],
        frozenset().union(*(part.identifiers for part in parts)),
    )


def _set_aside(
    refused: list[int],
    old: list[_Cluster],
    new: list[int],
    records: list[PaperRecord],
    held: list[Identifiers],
) -> list[Quarantined]:
    """One quarantined record for each refused one, saying what it disagrees with."""
    around = [(c.identifiers, c.records[0]) for c in old] + [(held[i], records[i]) for i in new]
    holders: dict[tuple[str, str], list[tuple[Identifiers, PaperRecord]]] = defaultdict(list)
    for identifiers, record in around:
        for identifier in identifiers:
            holders[identifier].append((identifiers, record))
    everything = contradictions(identifiers for identifiers, _ in around)
    found = []
    for i in refused:
        near = [pair for key in sorted(held[i]) for pair in holders[key][:20]]
        others = sorted({f"{r.source} {r.record_id}" for _, r in near if r is not records[i]})
        known = sorted(r.paper_id for _, r in near if isinstance(r, Paper))
        what = contradictions([held[i], *(identifiers for identifiers, _ in near)]) or everything
        reason = (
            f"identifiers disagree: {describe(what)} (with {', '.join(others[:5])}); "
            "correct the wrong record and run again"
        )
        found.append(Quarantined(record=records[i], reason=reason, paper_id=min(known, default=None)))
    return found


def _split_texts(clusters: list[_Cluster], quarantined: list[Quarantined]) -> None:
    """Set aside records that share an identifier with a paper but are plainly another text."""
    for cluster in clusters:
        if len(cluster.records) == 1:
            continue
        ranked = sorted(cluster.records, key=record_order)
        reference = next((r for r in ranked if r.abstract and r.title), None)
        if reference is None:
            continue
        foreign = [r for r in ranked if not isinstance(r, Paper) and unlike(reference, r)]
        if foreign:
            known = [r.paper_id for r in cluster.records if isinstance(r, Paper)]
            cluster.records = [r for r in ranked if r not in foreign]
            cluster.identifiers = frozenset().union(*map(identifiers_of, cluster.records))
            quarantined += [
                Quarantined(
                    record=record,
                    reason=f"one identifier, two texts: {describe_identifiers(record)} is also "
                    f"{reference.source} {reference.record_id}, whose title and abstract are different; "
                    "correct the identifier and run again",
                    paper_id=min(known, default=None),
                )
                for record in foreign
            ]


def _join_titles(clusters: list[_Cluster]) -> tuple[list[_Cluster], list[list[_Cluster]]]:
    """Merge clusters over their title where all that share it agree; otherwise name them."""
    by_title: dict[str, list[_Cluster]] = defaultdict(list)
    result: list[_Cluster] = []
    for cluster in clusters:
        key = normalise_title(cluster.records[0].title)
        if is_telling_title(key):
            by_title[key].append(cluster)
        else:
            result.append(cluster)
    doubtful: list[list[_Cluster]] = []
    for group in by_title.values():
        if len(group) == 1 or not _one_paper(group):
            result += group
            if len(group) > 1:
                doubtful.append(group)
        else:
            result.append(_union(sorted(group, key=lambda c: record_order(c.records[0]))))
    return result, doubtful


def _one_paper(group: Sequence[_Cluster]) -> bool:
    """Whether clusters with one title can be one paper: no fact about them disagrees, and one agrees."""
    if contradictions(c.identifiers for c in group):
        return False
    if len([r for c in group for r in c.records if isinstance(r, Paper)]) > 1:
        return False
    records = [record for cluster in group for record in cluster.records]
    years = sorted({r.year for r in records if r.year is not None})
    authors = {family_name(r.authors[0]) for r in records if r.authors} - {""}
    if len(authors) > 1 or (years and years[-1] - years[0] > 1):
        return False
    return all(_supported(c, group) for c in group)


def _supported(cluster: _Cluster, group: Sequence[_Cluster]) -> bool:
    """A cluster shares a year, an author or its abstract with another one, or its title is long."""
    others = [r for c in group if c is not cluster for r in c.records]
    for record in cluster.records:
        if len(normalise_title(record.title)) >= 50:
            return True
        for other in others:
            same_year = record.year is not None and other.year is not None
            same_author = bool(record.authors and other.authors)
            if same_year or same_author or (record.abstract and record.abstract == other.abstract):
                return True
    return False


def _finish(
    clusters: list[_Cluster], doubtful: list[list[_Cluster]], quarantined: list[Quarantined]
) -> Resolution:
    notices = _notices(clusters)
    papers: dict[PaperId, Paper] = {}
    members: dict[PaperId, tuple[tuple[str, str], ...]] = {}
    same: list[tuple[PaperId, PaperId]] = []
    ids: dict[int, PaperId] = {}
    for cluster in _one_per_id(clusters):
        named = sorted({(s.replace("preprint", "doi"), v) for s, v in cluster.identifiers})
        told = [signal for name in named for signal in notices.get(name, ())]
        paper = as_paper(cluster.records, cluster.identifiers)
        own = [signal for signal in paper.retraction_signals if signal.about is None]
        signals = _distinct([*own, *told])
        paper = paper.model_copy(
            update={"retraction_signals": signals, "retraction_status": retraction_status(signals)}
        )
        papers[paper.paper_id] = paper
        known = sorted({r.paper_id for r in cluster.records if isinstance(r, Paper)} - {paper.paper_id})
        same += [(paper.paper_id, other) for other in known]
        members[paper.paper_id] = tuple(sorted({(r.source, r.record_id) for r in cluster.records}))
        ids |= {id(record): paper.paper_id for record in cluster.records}
    return Resolution(
        papers=tuple(papers[key] for key in sorted(papers)),
        members={key: members[key] for key in sorted(members)},
        quarantined=tuple(sorted(quarantined, key=lambda q: (record_order(q.record), q.reason))),
        same_paper=tuple(sorted(same)),
        possible_duplicates=tuple(
            sorted(tuple(sorted({ids[id(c.records[0])] for c in group})) for group in doubtful)
        ),
    )


def _one_per_id(clusters: list[_Cluster]) -> list[_Cluster]:
    """Clusters whose title, year and first author are all the same are one, even beside doubtful ones."""
    by_id: dict[PaperId, list[_Cluster]] = defaultdict(list)
    for cluster in clusters:
        by_id[as_paper(cluster.records, cluster.identifiers).paper_id].append(cluster)
    return [_union(group) for group in by_id.values()]


def _notices(clusters: Iterable[_Cluster]) -> dict[tuple[str, str], list[RetractionSignal]]:
    """What notices among the records say of other papers, by the identifier they name."""
    found: dict[tuple[str, str], list[RetractionSignal]] = defaultdict(list)
    for cluster in clusters:
        for record in cluster.records:
            for signal in record.retraction_signals:
                if signal.about:
                    scheme, _, value = signal.about.partition(":")
                    told = f"notice {record.source} {record.record_id}"
                    found[(scheme, value)].append(
                        signal.model_copy(update={"about": None, "detail": signal.detail or told})
                    )
    return found


def _distinct(signals: Iterable[RetractionSignal]) -> tuple[RetractionSignal, ...]:
    return tuple(sorted(set(signals), key=lambda s: s.model_dump_json()))
