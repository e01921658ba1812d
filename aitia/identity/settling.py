"""The one text that stands for a paper, among records that name one identifier or one title.

Records come in `record_order`: known papers, then sources by rank, within a source by natural order of their
places. The first text stands. A record of a local file with another text is set aside, and so is one that
would join two texts; services print one abstract in many wordings, so theirs must be plainly another paper's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aitia.identity.clusters import Cluster, union
from aitia.identity.conflicts import Identifiers, describe_identifiers, identifiers_of
from aitia.identity.merging import is_local, record_order, unlike
from aitia.identity.quarantine import Quarantined, SetAside
from aitia.identity.texts import compatible
from aitia.model.keys import PaperId
from aitia.model.paper import Paper, PaperRecord


@dataclass(frozen=True, eq=False)
class Aside:
    """A record whose text does not stand, the one whose text does, and whether it is still of the paper."""

    record: PaperRecord
    beside: PaperRecord
    reason: str
    found: bool

    def quarantined(self, paper_id: PaperId) -> Quarantined:
        """As it is reported, with the paper whose text stands."""
        return Quarantined(
            record=self.record, reason=self.reason, kind=SetAside.TEXT, paper_id=paper_id, found=self.found
        )


def text_of(records: Sequence[PaperRecord]) -> PaperRecord:
    """The record whose text stands for all: the first with an abstract, else the first."""
    ranked = sorted(records, key=record_order)
    return next((record for record in ranked if record.abstract.strip()), ranked[0])


def by_text(cluster: Cluster, asides: list[Aside]) -> list[Cluster]:
    """The cluster, parted where its records share identifiers but not the text; `asides` takes the others.

    Two papers that only a record set aside held together are two clusters.
    """
    if len(cluster.records) == 1:
        return [cluster]
    parts: list[Cluster] = []
    for record in sorted(cluster.records, key=record_order):
        held = identifiers_of(record)
        near = [part for part in parts if part.identifiers & held]
        texts = [text_of(part.records) for part in near]
        if not near or (isinstance(record, Paper) and any(not _joins(text, record) for text in texts)):
            parts.append(Cluster([record], held))
        elif all(_joins(text, record) for text in texts) and all(
            _joins(texts[0], other) for other in texts[1:]
        ):
            parts = [part for part in parts if part not in near]
            parts.append(union([*near, Cluster([record], held)]))
        else:
            bridged = len(near) > 1
            asides.append(_aside(record, texts[0], held, found=not (bridged or unlike(texts[0], record))))
    return parts


def first_text(cluster: Cluster, asides: list[Aside]) -> Cluster:
    """The cluster without the records of local files whose text is not the one that stands."""
    reference = text_of(cluster.records)
    kept: list[PaperRecord] = []
    for record in sorted(cluster.records, key=record_order):
        if record is reference or isinstance(record, Paper) or _joins(reference, record):
            kept.append(record)
        else:
            asides.append(_aside(record, reference, identifiers_of(record), found=True))
    if len(kept) == len(cluster.records):
        return cluster
    return Cluster(kept, frozenset().union(*map(identifiers_of, kept)))


def _joins(reference: PaperRecord, record: PaperRecord) -> bool:
    """Whether a record may be merged with the one whose text stands."""
    if is_local(record) or isinstance(record, Paper):
        return compatible(reference, record)
    return not unlike(reference, record)


def _aside(record: PaperRecord, reference: PaperRecord, held: Identifiers, *, found: bool) -> Aside:
    name = describe_identifiers(record) if held else f"the title {record.title[:80]!r}"
    reason = (
        f"one paper, two texts: {record.source} {record.record_id} gives {name}, as does {reference.source} "
        f"{reference.record_id}, whose title or abstract is different and stands; both are kept, correct the "
        "wrong one and ask again"
    )
    return Aside(record, reference, reason, found)
