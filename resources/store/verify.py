"""What of the store does not fit: every stored row is held against its seal and what it says it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from psycopg import sql
from psycopg.rows import TupleRow
from sqlalchemy import text
from sqlmodel import Session, col, select

from aitia.identity import normalise_title
from aitia.model.keys import stable_id
from resources.store.identities import strange_ids
from resources.store.migrate import SQL, head_revision
from resources.store.papers import EARLIER_TEXT, paper_of, paper_text_hash
from resources.store.rules import Misfit, altered_rules
from resources.store.tables import (
    PaperConflictRow,
    PaperRow,
    PassageRow,
    RuleVersionRow,
)

SEALED: dict[str, tuple[str, ...]] = {
    "alias_links": ("link_id",),
    "change_log": ("seq",),
    "claim_decisions": ("claim_id", "extraction_id", "validators_version"),
    "claims": ("claim_id", "extraction_id"),
    "edge_imports": ("import_id",),
    "edges": ("id",),
    "effect_estimates": ("estimate_id",),
    "extractions": ("extraction_id",),
    "graded_relation_edges": ("graded_relation_id", "edge_id"),
    "graded_relations": ("graded_relation_id",),
    "insights": ("insight_id",),
    "model_calls": ("cache_key",),
    "node_types": ("name",),
    "nodes": ("id",),
    "paper_conflicts": ("conflict_id",),
    "paper_embeddings": ("paper_id", "embedder", "content_hash"),
    "papers": ("paper_id",),
    "passages": ("passage_id",),
    "questions": ("question_id",),
    "relation_types": ("name",),
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
SEALED_SETS: dict[str, str] = {
    "edge_names": "edge_id",
    "imported_edges": "source",
    "question_extractions": "question_id",
    "question_nodes": "question_id",
    "question_papers": "question_id",
    "search_hits": "search_id",
}
"""The tables whose rows have one seal for each set, with the column that names the set."""
_UNSEALED = ("transaction_id", "reasoned_below", "marked_in")
"""Numbers of transactions are the server's own, and move when a store is restored on another one."""
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
_SET_SEALS = sql.SQL(
    "SELECT coalesce(sets.row_key, seals.row_key), 'its rows were changed, deleted or written past the rules'"
    " FROM (SELECT x.{key} AS row_key, bit_xor(hash_of_row(to_jsonb(x))) AS hashes FROM {table} x GROUP BY 1)"
    " AS sets FULL JOIN (SELECT row_key, seal FROM seals WHERE table_name = {name}) AS seals"
    " ON seals.row_key = sets.row_key"
    " WHERE seals.seal IS DISTINCT FROM seal_of_set(sets.hashes) ORDER BY 1"
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
    yield from strange_ids(session)
    yield from _other_schema(session)
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
    for table, key in SEALED_SETS.items():
        named = _SET_SEALS.format(
            key=sql.Identifier(key), table=sql.Identifier(table), name=sql.Literal(table)
        )
        for row_key, what in _plain(session, named):
            yield Misfit(table, str(row_key), str(what))


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


def _other_schema(session: Session) -> Iterator[Misfit]:
    """A schema that says another version than the program's, and seals of tables that have none."""
    for number in session.execute(text("SELECT version_num FROM schema_version")).scalars().all() or (
        "none",
    ):
        if number != head_revision():
            yield Misfit(
                "schema_version", str(number), f"is not the version of this program, {head_revision()}"
            )
    for name in session.execute(text("SELECT DISTINCT table_name FROM seals ORDER BY 1")).scalars():
        if name not in SEALED and name not in SEALED_SETS:
            yield Misfit("seals", str(name), "seals rows of a table that has no seals")


def _plain(session: Session, statement: sql.Composed) -> Iterable[TupleRow]:
    driver = session.connection().connection.driver_connection
    assert driver is not None
    found: list[TupleRow] = driver.execute(statement).fetchall()
    return found


def _papers(session: Session) -> Iterator[Misfit]:
    for row in session.exec(select(PaperRow).execution_options(yield_per=_BATCH)):
        try:
            paper = paper_of(row)
        except (ValueError, TypeError) as problem:
            yield Misfit("papers", row.paper_id, f"cannot be read: {type(problem).__name__}")
            continue
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
        if isinstance(section, dict):  # what is no section is named with its paper
            texts.setdefault(str(section.get("section_id")), []).append(str(section.get("text")))
