"""Rows whose id does not follow from what they are: ids are hashes of contents, and are worked out anew."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sqlalchemy import and_, func
from sqlmodel import Session, col, select

from aitia.domains import adapters
from aitia.model.keys import content_hash, stable_id
from aitia.words.naming import node_id
from resources.store.papers import EARLIER_TEXT, conflict_id
from resources.store.rules import Misfit
from resources.store.tables import (
    AliasLinkRow,
    ClaimRow,
    EdgeRow,
    EffectEstimateRow,
    ExtractionRow,
    GradedRelationRow,
    NodeRow,
    NodeTypeRow,
    PaperConflictRow,
    PaperEmbeddingRow,
    PaperRow,
    RelationTypeRow,
    RetractionSignalRow,
    VerdictRow,
)

_KEY = re.compile(r"[0-9a-f]{40,64}")
_BATCH = 1000


def strange_ids(session: Session) -> Iterator[Misfit]:
    """Rows whose id, or key, does not follow from what they are."""
    for node in session.execute(select(NodeRow.id, NodeRow.type, NodeRow.canonical_name)):
        if node.id != node_id(node.type, node.canonical_name):
            yield Misfit("nodes", node.id, "its id is not that of its name")
    for edge in session.execute(select(EdgeRow.id, EdgeRow.claim_id, EdgeRow.extraction_id)):
        yield from _id("edges", edge.id, stable_id("edge", edge.claim_id, edge.extraction_id))
    for verdict in session.execute(select(VerdictRow.verdict_id, VerdictRow.question_id, VerdictRow.version)):
        wanted = stable_id("verdict", verdict.question_id, str(verdict.version))
        yield from _id("verdicts", verdict.verdict_id, wanted)
    row = GradedRelationRow
    named = select(row.graded_relation_id, row.question_id, row.relation_key, row.version)
    for graded in session.execute(named):
        parts = (graded.question_id, graded.relation_key, str(graded.version))
        yield from _id("graded_relations", graded.graded_relation_id, stable_id("relation", *parts))

    yield from _standing_ids(session)
    yield from _estimates(session)
    yield from _vectors(session)


def _standing_ids(session: Session) -> Iterator[Misfit]:
    """Signals, records set aside, aliases and readings whose id does not follow from what they are."""
    for said in session.exec(select(RetractionSignalRow).execution_options(yield_per=_BATCH)):
        parts = (said.paper_id, said.origin, said.status, said.detail)
        yield from _id("retraction_signals", said.signal_id, stable_id("signal", *parts))
    for aside in session.exec(select(PaperConflictRow).execution_options(yield_per=_BATCH)):
        wanted = conflict_id(aside.kind, aside.detail, aside.record)
        yield from _id("paper_conflicts", aside.conflict_id, wanted)
    for link in session.exec(select(AliasLinkRow).execution_options(yield_per=_BATCH)):
        after = (link.supersedes,) if link.supersedes else ()
        wanted = stable_id("alias", link.node_a, link.node_b, link.tier, *after)
        yield from _id("alias_links", link.link_id, wanted)
    yield from _words_of_no_domain(session)
    for reading in session.exec(select(ExtractionRow.extraction_id)):
        if not _KEY.fullmatch(reading):
            yield Misfit("extractions", reading, "its id is no key of what an engine was given")


def _estimates(session: Session) -> Iterator[Misfit]:
    """Estimates whose id is of no place among their claim's estimates."""
    places = func.coalesce(func.jsonb_array_length(ClaimRow.payload["estimates"]), 0)
    same = and_(
        col(ClaimRow.claim_id) == col(EffectEstimateRow.claim_id),
        col(ClaimRow.extraction_id) == col(EffectEstimateRow.extraction_id),
    )
    row = EffectEstimateRow
    for found in session.execute(
        select(row.estimate_id, row.extraction_id, row.claim_id, places.label("places")).join(ClaimRow, same)
    ):
        wanted = (
            stable_id("estimate", found.extraction_id, found.claim_id, str(n)) for n in range(found.places)
        )
        if found.estimate_id not in wanted:
            yield Misfit("effect_estimates", found.estimate_id, "its id does not follow from what it is")


def _words_of_no_domain(session: Session) -> Iterator[Misfit]:
    """Types of nodes and relations that no domain of this program names."""
    for table, row, words in (
        ("node_types", NodeTypeRow, "node_types"),
        ("relation_types", RelationTypeRow, "relation_types"),
    ):
        known = {word for adapter in adapters().values() for word in getattr(adapter, words)}
        for name in session.exec(select(row.name)):
            if name not in known:
                yield Misfit(table, name, "no domain names it")


def _vectors(session: Session) -> Iterator[Misfit]:
    """Vectors of a text that their paper never had."""
    kept = select(PaperConflictRow.paper_id, PaperConflictRow.record)
    earlier: dict[str, set[str]] = {}
    for paper_id, record in session.exec(kept.where(col(PaperConflictRow.kind) == EARLIER_TEXT)):
        said = content_hash(str(record.get("title") or ""), str(record.get("abstract") or ""))
        earlier.setdefault(str(paper_id), set()).add(said)
    row = PaperEmbeddingRow
    found = session.execute(
        select(row.paper_id, row.content_hash, PaperRow.title, PaperRow.abstract)
        .join(PaperRow, col(PaperRow.paper_id) == col(row.paper_id))
        .execution_options(yield_per=_BATCH)
    )
    for item in found:
        now = content_hash(item.title, item.abstract)
        if item.content_hash != now and item.content_hash not in earlier.get(item.paper_id, ()):
            yield Misfit(
                "paper_embeddings", item.paper_id, "is the vector of a text that the paper never had"
            )


def _id(table: str, found: str, expected: str) -> Iterator[Misfit]:
    if found != expected:
        yield Misfit(table, found, "its id does not follow from what it is")
