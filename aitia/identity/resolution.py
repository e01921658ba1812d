"""Many records, one paper: matching over identifiers and titles.

Records are taken in by rank: papers the store knows, then sources by how carefully they curate
identifiers. Within a rank nothing depends on order. A record whose identifiers contradict those of
a better rank is set aside, and records of one rank that contradict each other are all set aside:
quarantined, not merged, until a person decides. So is a text that differs from the one that stands.
A record is what it says; where it was found is not part of its identity.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from aitia.identity.clusters import Cluster, connected, union
from aitia.identity.conflicts import Identifiers, contradictions, describe, disputed, identifiers_of
from aitia.identity.merging import as_paper, content_mark, record_order, source_rank
from aitia.identity.quarantine import Quarantined
from aitia.identity.retraction import retraction_status
from aitia.identity.settling import Aside, by_text, first_text, text_of
from aitia.identity.standing import distinct, foreign_standing, notices_among, own_signals
from aitia.identity.texts import compatible
from aitia.identity.titles import family_name, is_telling_title, normalise_title
from aitia.model.keys import PaperId
from aitia.model.paper import Paper, PaperRecord


class Resolution(BaseModel):
    """Papers by ascending id, the records behind them, and what was set aside.

    A paper's signals are those about itself: what a service's notice says of another paper is among that
    paper's, when it is here.

    `members` maps a paper to the (source, record_id) of its records; where a known paper was seen before
    is no member. `same_paper` names known papers that turn out to be one, the kept id first.
    `possible_duplicates` are papers with one title that other facts keep apart.
    """

    model_config = ConfigDict(frozen=True)

    papers: tuple[Paper, ...]
    members: dict[PaperId, tuple[tuple[str, str], ...]]
    quarantined: tuple[Quarantined, ...] = ()
    same_paper: tuple[tuple[PaperId, PaperId], ...] = ()
    possible_duplicates: tuple[tuple[PaperId, ...], ...] = ()

    by_content: dict[str, PaperId] = {}

    def paper_of(self, record: PaperRecord) -> PaperId | None:
        """The paper that a record is of, by what it says; None for one that was set aside as no paper's.

        A record whose text was set aside, and not its identifiers, is still of the paper.
        """
        return self.by_content.get(content_mark(record))


def resolve(records: Sequence[PaperRecord], known: Sequence[Paper] = ()) -> Resolution:
    """Merge records that describe one paper over PMID, PMCID, DOI, arXiv id and title.

    Order-independent and deterministic. Known papers keep their ids and their text; those that no
    record touched are in `papers` too, unchanged. A title alone merges only records whose year (±1)
    and first author do not disagree and whose identifiers do not either.
    """
    quarantined: list[Quarantined] = []
    clusters: list[Cluster] = []
    by_rank: dict[int, list[PaperRecord]] = defaultdict(list)
    for item in sorted({*records, *known}, key=record_order):
        by_rank[source_rank(item)].append(item)
    for rank in sorted(by_rank):
        clusters = _take_in(clusters, by_rank[rank], quarantined)
    asides: list[Aside] = []
    clusters = [part for cluster in clusters for part in by_text(cluster, asides)]
    clusters, doubtful = _join_titles(clusters)
    clusters = [first_text(cluster, asides) for cluster in _one_per_id(clusters)]
    return _finish(clusters, doubtful, quarantined, asides)


def _take_in(
    clusters: list[Cluster], records: list[PaperRecord], quarantined: list[Quarantined]
) -> list[Cluster]:
    """Add the records of one rank to the clusters of better ranks."""
    held = [identifiers_of(record) for record in records]
    settled = [cluster.identifiers for cluster in clusters]
    known = all(isinstance(record, Paper) for record in records)
    result: list[Cluster] = []
    for group in connected([*settled, *held]):
        old = [clusters[i] for i in group if i < len(clusters)]
        new = [i - len(clusters) for i in group if i >= len(clusters)]
        if known:
            result += [Cluster([records[i]], held[i]) for i in new]
            continue
        kept, refused = _agreeing(old, new, held)
        quarantined += _set_aside(refused, old, new, records, held)
        result += _clusters_of(old, kept, records, held)
    return result


def _agreeing(old: list[Cluster], new: list[int], held: list[Identifiers]) -> tuple[list[int], list[int]]:
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


def _touching(old: list[Cluster], identifiers: Identifiers) -> list[Identifiers]:
    return [cluster.identifiers for cluster in old if cluster.identifiers & identifiers]


def _bridging(old: list[Cluster], new: list[int], held: list[Identifiers]) -> set[int]:
    """Records that agree with two settled papers which contradict each other."""
    return {i for i in new if contradictions(_touching(old, held[i]))}


def _clusters_of(
    old: list[Cluster], kept: list[int], records: list[PaperRecord], held: list[Identifiers]
) -> list[Cluster]:
    parts = [*old, *(Cluster([records[i]], held[i]) for i in kept)]
    result: list[Cluster] = []
    for group in connected([p.identifiers for p in parts]):
        chosen = [parts[i] for i in group]
        agree = not contradictions(p.identifiers for p in chosen)
        result += [union(chosen)] if agree else chosen
    return result


def _set_aside(
    refused: list[int],
    old: list[Cluster],
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


def _join_titles(clusters: list[Cluster]) -> tuple[list[Cluster], list[list[Cluster]]]:
    """Merge clusters over their title where all that share it agree; otherwise name them."""
    by_title: dict[str, list[Cluster]] = defaultdict(list)
    result: list[Cluster] = []
    for cluster in clusters:
        key = normalise_title(cluster.records[0].title)
        if is_telling_title(key):
            by_title[key].append(cluster)
        else:
            result.append(cluster)
    doubtful: list[list[Cluster]] = []
    for group in by_title.values():
        if len(group) == 1 or not _one_paper(group):
            result += group
            if len(group) > 1:
                doubtful.append(group)
        else:
            result.append(union(sorted(group, key=lambda c: record_order(c.records[0]))))
    return result, doubtful


def _one_paper(group: Sequence[Cluster]) -> bool:
    """Whether clusters with one title can be one paper: no fact about them disagrees, and one agrees."""
    if contradictions(c.identifiers for c in group):
        return False
    if not all(compatible(text_of(group[0].records), text_of(c.records)) for c in group[1:]):
        return False
    if len([r for c in group for r in c.records if isinstance(r, Paper)]) > 1:
        return False
    records = [record for cluster in group for record in cluster.records]
    years = sorted({r.year for r in records if r.year is not None})
    authors = {family_name(r.authors[0]) for r in records if r.authors} - {""}
    if len(authors) > 1 or (years and years[-1] - years[0] > 1):
        return False
    return all(_supported(c, group) for c in group)


def _supported(cluster: Cluster, group: Sequence[Cluster]) -> bool:
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
    clusters: Sequence[Cluster],
    doubtful: Sequence[Sequence[Cluster]],
    quarantined: list[Quarantined],
    asides: Sequence[Aside],
) -> Resolution:
    notices = notices_among(clusters)
    papers: dict[PaperId, Paper] = {}
    members: dict[PaperId, tuple[tuple[str, str], ...]] = {}
    same: list[tuple[PaperId, PaperId]] = []
    ids: dict[int, PaperId] = {}
    marks: dict[str, PaperId] = {}
    for cluster in clusters:
        named = sorted({(s.replace("preprint", "doi"), v) for s, v in cluster.identifiers})
        told = [signal for name in named for signal in notices.get(name, ())]
        paper = as_paper(cluster.records, cluster.identifiers)
        signals = distinct([*own_signals(cluster), *told])
        paper = paper.model_copy(
            update={"retraction_signals": signals, "retraction_status": retraction_status(signals)}
        )
        papers[paper.paper_id] = paper
        known = sorted({r.paper_id for r in cluster.records if isinstance(r, Paper)} - {paper.paper_id})
        same += [(paper.paper_id, other) for other in known]
        seen = [record for record in cluster.records if not isinstance(record, Paper)]
        members[paper.paper_id] = tuple(sorted({(r.source, r.record_id) for r in seen}))
        marks |= {content_mark(record): paper.paper_id for record in seen}
        ids |= {id(record): paper.paper_id for record in cluster.records}
        quarantined += foreign_standing(cluster, paper.paper_id)
    for aside in asides:
        paper_id = ids[id(aside.beside)]
        quarantined.append(aside.quarantined(paper_id))
        ids[id(aside.record)] = paper_id
        if aside.found:
            marks.setdefault(content_mark(aside.record), paper_id)
    return Resolution(
        papers=tuple(papers[key] for key in sorted(papers)),
        members={key: members[key] for key in sorted(members)},
        quarantined=tuple(sorted(quarantined, key=lambda q: (record_order(q.record), q.kind, q.reason))),
        same_paper=tuple(sorted(same)),
        possible_duplicates=tuple(
            sorted({tuple(sorted({ids[id(text_of(c.records))] for c in group})) for group in doubtful})
        ),
        by_content=dict(sorted(marks.items())),
    )


def _one_per_id(clusters: list[Cluster]) -> list[Cluster]:
    """Clusters whose title, year and first author are all the same are one, even beside doubtful ones."""
    by_id: dict[PaperId, list[Cluster]] = defaultdict(list)
    for cluster in clusters:
        by_id[as_paper(cluster.records, cluster.identifiers).paper_id].append(cluster)
    return [union(group) for group in by_id.values()]
