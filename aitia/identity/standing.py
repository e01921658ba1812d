"""Whose word on a retraction counts: a service's on any paper, a local file's on that very paper only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from aitia.identity.clusters import Cluster
from aitia.identity.merging import is_local
from aitia.identity.quarantine import Quarantined, SetAside
from aitia.identity.settling import text_of
from aitia.identity.texts import same_text
from aitia.model.keys import PaperId
from aitia.model.paper import PaperRecord, RetractionSignal
from aitia.model.scales import RetractionStatus

_HARMLESS = (RetractionStatus.NONE, RetractionStatus.UNKNOWN)


def own_signals(cluster: Cluster) -> Iterator[RetractionSignal]:
    """What the records say of the paper itself, where they may."""
    reference = text_of(cluster.records)
    for record in cluster.records:
        if may_speak(record, reference):
            yield from (signal for signal in record.retraction_signals if signal.about is None)


def may_speak(record: PaperRecord, reference: PaperRecord) -> bool:
    """Whether a record may say how the paper stands: a service may, and a local document of this text."""
    return not is_local(record) or record is reference or same_text(record, reference)


def notices_among(clusters: Iterable[Cluster]) -> dict[tuple[str, str], list[RetractionSignal]]:
    """What the services' notices among the records say of other papers, by the identifier they name."""
    found: dict[tuple[str, str], list[RetractionSignal]] = defaultdict(list)
    for cluster in clusters:
        for record in cluster.records:
            for signal in record.retraction_signals:
                if signal.about and not is_local(record):
                    scheme, _, value = signal.about.partition(":")
                    told = f"notice {record.source} {record.record_id}"
                    found[(scheme, value)].append(
                        signal.model_copy(update={"about": None, "detail": signal.detail or told})
                    )
    return found


def foreign_standing(cluster: Cluster, paper_id: PaperId) -> list[Quarantined]:
    """What local documents say of a standing that is not theirs to tell, one entry a record."""
    reference = text_of(cluster.records)
    found = []
    for record in cluster.records:
        told = [s for s in record.retraction_signals if s.status not in _HARMLESS and is_local(record)]
        spoken_of = sorted({s.about or paper_id for s in told if s.about or not may_speak(record, reference)})
        if spoken_of:
            reason = (
                f"{record.source} {record.record_id} speaks of the standing of {', '.join(spoken_of[:5])}; a "
                "document may speak of its own retraction only, so this is not taken over: check it, and "
                "exclude the paper by a review if it holds"
            )
            found.append(
                Quarantined(
                    record=record, reason=reason, kind=SetAside.STANDING, paper_id=paper_id, found=True
                )
            )
    return found


def distinct(signals: Iterable[RetractionSignal]) -> tuple[RetractionSignal, ...]:
    """Each signal once, in one order."""
    return tuple(sorted(set(signals), key=lambda s: s.model_dump_json()))
