"""What of the store does not fit: every stored row is worked out anew from what it says it rests on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from psycopg import sql
from psycopg.rows import TupleRow
from sqlalchemy import text
from sqlmodel import Session, col, select

from aitia.identity import normalise_title
from aitia.model.keys import stable_id
from aitia.words.naming import node_id
from resources.store.migrate import SQL
from resources.store.papers import EARLIER_TEXT, conflict_id, paper_of, paper_text_hash
from resources.store.rules import Misfit, altered_rules
from resources.store.tables import (
    AliasLinkRow,
    EdgeRow,
    ExtractionRow,
    GradedRelationRow,
    NodeRow,
    PaperConflictRow,
    PaperRow,
    PassageRow,
    RetractionSignalRow,
    RuleVersionRow,
    VerdictRow,
)

SEALED: dict[str, tuple[str, ...]] = {
    "alias_links": ("link_id",),
    "change_log": ("seq",),
    "claim_decisions": ("claim_id", "extraction_id", "validators_version"),
    "claims": ("claim_id", "extraction_id"),
    "edges": ("id",),
    "effect_estimates": ("estimate_id",),
    "extractions": ("extraction_id",),
    "graded_relation_edges": ("graded_relation_id", "edge_id"),
    "graded_relations": ("graded_relation_id",),
    "insights": ("insight_id",),
    "model_calls": ("cache_key",),
    "nodes": ("id",),
    "paper_conflicts": ("conflict_id",),
    "papers": ("paper_id",),
    "passages": ("passage_id",),
    "questions": ("question_id",),
    "retraction_signals": ("signal_id",),
    "reviews": ("review_id",),
    "rounds": ("question_id", "round_no"),
    "rule_versions": ("seq",),
    "searches": ("search_id",),
    "studies": ("study_id",),
    "study_links": ("link_id",),
    "verdict_relations": ("verdict_id", "graded_relation_id"),
    "verdict_wordings": ("verdict_id", "kind"),
    "verdicts": ("verdict_id",),
}
"""The tables whose rows have a seal, with the columns that name a row."""
_UNSEALED = ("transaction_id", "reasoned_below", "marked_in")
"""Numbers of transactions are the server's own, and move when a store is restored on another one."""
_KEY = re.compile(r"[0-9a-f]{40,64}")
_BATCH = 1000
_SEALS = sql.SQL(
    "SELECT coalesce(rows.row_key, seals.row_key),"
    " CASE WHEN seals.row_key IS NULL THEN 'was written past the rules'"
    " WHEN rows.row_key IS NULL THEN 'was deleted' ELSE 'was changed' END"
    " FROM (SELECT concat_ws(E'\\x1f', {keys}) AS row_key,"
    " sha256(convert_to(jsonb_strip_nulls(to_jsonb(x) - {unsealed}::text[])::text, 'UTF8')) AS seal"
    " FROM {table} x) AS rows"
    " FULL JOIN (SELECT row_key, seal FROM seals WHERE table_name = {name}) AS seals"
    " ON seals.row_key = rows.row_key"
    " WHERE rows.seal IS DISTINCT FROM seals.seal ORDER BY 1"
)
_REFERENCES = text(
    "SELECT conname, conrelid::regclass::text, confrelid::regclass::text,"
    " ARRAY(SELECT a.attname::text FROM unnest(conkey) WITH ORDINALITY AS k (n, i)"
    " JOIN pg_attribute a ON a.attrelid = conrelid AND a.attnum = k.n ORDER BY k.i),"
    " ARRAY(SELECT a.attname::text FROM unnest(confkey) WITH ORDINALITY AS k (n, i)"
    " JOIN pg_attribute a ON a.attrelid = confrelid AND a.attnum = k.n ORDER BY k.i)"
    " FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY 1, 2"
)
_UNCHECKED = text(
    "SELECT conrelid::regclass::text, conname, pg_get_expr(conbin, conrelid) FROM pg_constraint"
    " WHERE contype = 'c' AND NOT convalidated AND "
    "connamespace = current_schema()::regnamespace ORDER BY 1, 2"
)


def misfits(session: Session, version: str) -> Iterator[Misfit]:
    """Every row that does not fit, by kind of check; `version` is that of the program's own validators.

    Each table is read once, a row at a time.
    """
    yield from broken_seals(session)
    for path in sorted((SQL / "verify").glob("*.sql")):
        for row in session.execute(text(path.read_text(encoding="utf-8"))):
            yield Misfit(row.table_name, row.row_key.replace("\x1f", " "), row.what)
    yield from _outside_lists(session)
    yield from _orphans(session)
    yield from altered_rules(session)
    yield from _papers(session)
    yield from _passages(session)
    yield from _identities(session)
    newest = session.exec(select(RuleVersionRow).order_by(col(RuleVersionRow.seq).desc()).limit(1)).first()
    if newest is not None and newest.version != version:
        what = f"puts the rules of version {newest.version[:40]} in force; this program's are of {version}"
        yield Misfit("rule_versions", str(newest.seq), what)


def broken_seals(session: Session) -> Iterator[Misfit]:
    """Rows that were changed, deleted or written without the triggers that seal them."""
    for table, keys in SEALED.items():
        statement = _SEALS.format(
            keys=sql.SQL(", ").join(sql.SQL("x.{}").format(sql.Identifier(key)) for key in keys),
            table=sql.Identifier(table),
            name=sql.Literal(table),
            unsealed=sql.Literal(list(_UNSEALED)),
        )
        for row_key, what in _plain(session, statement):
            yield Misfit(table, str(row_key).replace("\x1f", " "), str(what))


def _outside_lists(session: Session) -> Iterator[Misfit]:
    """Rows of before a closed list was closed that stand outside it."""
    for table, name, expression in session.execute(_UNCHECKED).all():
        count = sql.SQL("SELECT count(*) FROM {} WHERE NOT ({})").format(
            sql.Identifier(table), sql.SQL(expression)
        )
        for (rows,) in _plain(session, count):
            if rows:
                yield Misfit(table, f"{rows} rows", f"stand outside what {name} allows")


def _orphans(session: Session) -> Iterator[Misfit]:
    """Rows that name a row of another table which is not there."""
    for name, table, other, keys, ends in session.execute(_REFERENCES).all():
        pairs = [
            sql.SQL("y.{} = x.{}").format(sql.Identifier(end), sql.Identifier(key))
            for key, end in zip(keys, ends, strict=True)
        ]
        count = sql.SQL(
            "SELECT count(*) FROM {} x WHERE num_nulls({}) = 0 AND NOT EXISTS (SELECT FROM {} y WHERE {})"
        ).format(
            sql.Identifier(table),
            sql.SQL(", ").join(sql.SQL("x.{}").format(sql.Identifier(key)) for key in keys),
            sql.Identifier(other),
            sql.SQL(" AND ").join(pairs),
        )
        for (rows,) in _plain(session, count):
            if rows:
                yield Misfit(table, f"{rows} rows", f"name rows of {other} that are not stored ({name})")


def _plain(session: Session, statement: sql.Composed) -> Iterable[TupleRow]:
    driver = session.connection().connection.driver_connection
    assert driver is not None
    found: list[TupleRow] = driver.execute(statement).fetchall()
    return found


def _papers(session: Session) -> Iterator[Misfit]:
    for row in session.exec(select(PaperRow).execution_options(yield_per=_BATCH)):
        paper = paper_of(row)
        if row.content_hash != paper_text_hash(paper):
            yield Misfit("papers", row.paper_id, "its text is not the one that its hash was taken of")
        elif row.title_key != normalise_title(row.title):
            yield Misfit("papers", row.paper_id, "its title is not the one that its key was taken of")
        session.expunge(row)


def _passages(session: Session) -> Iterator[Misfit]:
    """Passages whose id is not that of their text, or that stand in no text that the paper ever had."""
    ids = list(session.exec(select(PaperRow.paper_id).order_by(col(PaperRow.paper_id))))
    for start in range(0, len(ids), _BATCH):
        batch = ids[start : start + _BATCH]
        texts = _texts_of(session, batch)
        for row in session.exec(select(PassageRow).where(col(PassageRow.paper_id).in_(batch))):
            end = row.char_offset + len(row.text)
            known = texts[row.paper_id].get(row.section_id, [])
            place = (row.paper_id, row.section_id, str(row.part_index), row.text)
            if row.passage_id != stable_id("passage", *place):
                yield Misfit("passages", row.passage_id, "its id is not that of its text")
            elif not any(whole[row.char_offset : end] == row.text for whole in known):
                yield Misfit("passages", row.passage_id, f"stands in no text of {row.paper_id}")
        session.expunge_all()


def _texts_of(session: Session, paper_ids: list[str]) -> dict[str, dict[str, list[str]]]:
    """Every text of each paper by section, as it stands and as it stood before."""
    found: dict[str, dict[str, list[str]]] = {paper_id: {} for paper_id in paper_ids}
    for paper in session.exec(select(PaperRow).where(col(PaperRow.paper_id).in_(paper_ids))):
        _add(found[paper.paper_id], {"title": paper.title, "abstract": paper.abstract}, paper.sections)
    kept = select(PaperConflictRow).where(col(PaperConflictRow.paper_id).in_(paper_ids))
    for old in session.exec(kept.where(col(PaperConflictRow.kind) == EARLIER_TEXT)):
        _add(found[str(old.paper_id)], old.record, old.record.get("sections") or [])
    return found


def _add(texts: dict[str, list[str]], whole: dict[str, Any], sections: list[Any]) -> None:
    for name in ("title", "abstract"):
        texts.setdefault(name, []).append(str(whole.get(name) or ""))
    for section in sections:
        texts.setdefault(section["section_id"], []).append(section["text"])


def _identities(session: Session) -> Iterator[Misfit]:
    """Rows whose id does not follow from what they are."""
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
    for reading in session.exec(select(ExtractionRow.extraction_id)):
        if not _KEY.fullmatch(reading):
            yield Misfit("extractions", reading, "its id is no key of what an engine was given")


def _id(table: str, found: str, expected: str) -> Iterator[Misfit]:
    if found != expected:
        yield Misfit(table, found, "its id does not follow from what it is")
