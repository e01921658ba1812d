"""What was read is as immutable as what was concluded, and what does not fit is named."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import make_url, text
from sqlmodel import SQLModel

import resources.store.tables  # noqa: F401
from aitia.model.errors import StoreError
from resources.settings import get_settings
from resources.store.migrate import SQL
from resources.store.rules import LISTED, altered_rules, standing_rules
from resources.store.server import EmbeddedServer, sqlalchemy_url
from resources.store.session import Store, insert_once, make_engine, open_store
from resources.store.tables import EdgeRow, ExtractionRow, PaperConflictRow, SearchRow
from resources.store.verify import SEALED, SEALED_SETS, broken_seals, misfits
from tests.resources.store.accepted import conclude, edge, fill, run, write


def triggers(store: Store, suffix: str) -> set[str]:
    with store.session() as session:
        found = session.execute(text("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal")).scalars()
        return {name.removesuffix(suffix) for name in found if name.endswith(suffix)}


def plan_search(store: Store) -> None:
    """A search that was not sent yet."""
    search = {"search_id": "s", "question_id": "question_1", "round_no": 1, "source": "x", "query": "q"}
    write(store, SearchRow, search | {"evidence_type": "harm"})


def test_no_table_can_be_emptied(kept_store: Store) -> None:
    assert triggers(kept_store, "_never_emptied") == set(SQLModel.metadata.tables)
    with pytest.raises(StoreError, match="never emptied"):
        run(kept_store, "TRUNCATE reviews")


def test_every_table_but_the_seals_is_sealed_by_row_or_by_set(kept_store: Store) -> None:
    assert triggers(kept_store, "_sealed") == {*SEALED, *SEALED_SETS}
    assert {*SEALED, *SEALED_SETS} == set(SQLModel.metadata.tables) - {"seals"}
    assert not SEALED.keys() & SEALED_SETS.keys()


@pytest.mark.parametrize("table", sorted(set(SQLModel.metadata.tables) - {
    "question_extractions", "question_nodes", "question_papers", "search_hits",
}))  # fmt: skip
def test_rows_of_all_but_working_sets_are_never_deleted(kept_store: Store, table: str) -> None:
    with kept_store.session() as session:
        rows = session.execute(
            text("SELECT 1 FROM pg_trigger WHERE tgrelid = CAST(:table AS regclass) AND tgtype & 8 = 8"),
            {"table": table},
        ).all()
    assert rows, "a trigger before DELETE"


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE extractions SET facts = '{}'",
        "UPDATE extractions SET engine = 'another'",
        "UPDATE studies SET label = 'RECOVERY'",
        "UPDATE nodes SET name = 'x'",
        "UPDATE searches SET query = 'x'",
        "UPDATE searches SET evidence_type = 'mechanism'",
        "UPDATE questions SET text = 'x'",
        "UPDATE papers SET paper_id = 'x' WHERE paper_id = 'paper_2'",
        "UPDATE papers SET created_at = now() - interval '1 year'",
        "UPDATE claim_decisions SET validators_version = '0'",
    ],
)
def test_what_was_read_changes_in_no_column_that_a_run_does_not_need(
    keep: Callable[..., Store], statement: str
) -> None:
    with (
        keep(fill, conclude, plan_search).rehearsal() as (store, _),
        pytest.raises(StoreError, match=r"never changed|change only in"),
    ):
        run(store, statement)


def test_what_came_of_a_search_changes_only_when_it_is_sent(concluded: Store) -> None:
    plan_search(concluded)
    sent = "UPDATE searches SET status = 'complete', returned = 0, sent_at = now()"
    run(concluded, sent)
    for forged in (
        "UPDATE searches SET returned = 1000",
        "UPDATE searches SET reported = 3",
        "UPDATE searches SET status = 'planned', sent_at = NULL",
        "UPDATE searches SET error = 'down'",
    ):
        with pytest.raises(StoreError, match="only when it is sent again"):
            run(concluded, forged)
    with concluded.session() as session:
        assert "searches" not in {found.table for found in misfits(session, "1")}
    run(concluded, sent.replace("returned = 0", "returned = 1000"))
    with concluded.session() as session:
        named = [found.what for found in misfits(session, "1") if found.table == "searches"]
    assert any("tells of 1000 records; 0 were found" in what for what in named)


def test_the_rules_of_a_store_are_those_of_the_program(kept_store: Store) -> None:
    with kept_store.session() as session:
        standing = standing_rules(session)
    assert standing == LISTED.read_text(encoding="utf-8").splitlines(), (
        "A migration has changed the rules: write the new list to sql/verify/rules.txt "
        "(`standing_rules` of resources/store/rules.py gives it)."
    )


@pytest.mark.parametrize(
    ("forged", "named"),
    [
        ("DROP TRIGGER searches_change_little ON searches", "searches_change_little"),
        ("DROP INDEX rule_reviews_superseded_once", "rule_reviews_superseded_once"),
        ("ALTER TABLE reviews DROP CONSTRAINT reviews_decision", "reviews_decision"),
        (
            "CREATE OR REPLACE FUNCTION refuse_update() RETURNS trigger LANGUAGE plpgsql"
            " AS $$ BEGIN RETURN NEW; END $$",
            "refuse_update",
        ),
    ],
)
def test_a_rule_that_is_gone_or_says_something_else_is_named(
    kept_store: Store, forged: str, named: str
) -> None:
    with kept_store.trial() as session:
        assert not list(altered_rules(session))
        session.execute(text(forged))
        found = [f"{misfit.table} {misfit.row}" for misfit in altered_rules(session)]
    assert len(found) == 1
    assert named in found[0]


def test_a_reading_that_failed_may_be_tried_again_and_then_stands(tried_filled: Store) -> None:
    failed = {"extraction_id": "extraction_2", "paper_id": "paper_1", "error": "no answer"}
    write(tried_filled, ExtractionRow, failed)
    run(
        tried_filled,
        "UPDATE extractions SET error = NULL, facts = '{\"a\": 1}' WHERE extraction_id = 'extraction_2'",
    )
    with pytest.raises(StoreError, match="never changed"):
        run(tried_filled, "UPDATE extractions SET facts = '{}' WHERE extraction_id = 'extraction_2'")


def test_a_papers_text_changes_only_when_the_earlier_one_is_kept(tried_filled: Store) -> None:
    change = "UPDATE papers SET title = 'Another', abstract = 'Another.' WHERE paper_id = 'paper_1'"
    with pytest.raises(StoreError, match="papers_text_kept"):
        run(tried_filled, change)
    kept = {"conflict_id": "c", "paper_id": "paper_1", "kind": "earlier text"}
    write(tried_filled, PaperConflictRow, kept | {"record": {"title": "", "abstract": ""}})
    run(tried_filled, change)


@pytest.mark.parametrize(
    ("forged", "named"),
    [
        ("UPDATE papers SET year = 1066 WHERE paper_id = 'paper_1'", ("papers", "paper_1", "was changed")),
        ("DELETE FROM change_log WHERE table_name = 'edges'", ("change_log", "1", "was deleted")),
        (
            "INSERT INTO passages SELECT 'x', paper_id, 'x', 9, 1, 0, 'It cures.' FROM papers LIMIT 1",
            ("passages", "x", "was written past the rules"),
        ),
    ],
)
def test_what_is_written_with_the_triggers_off_has_no_seal_that_fits(
    tried_concluded: Store, forged: str, named: tuple[str, str, str]
) -> None:
    with tried_concluded.session() as session:
        assert list(broken_seals(session)) == []
        session.execute(text("SET LOCAL session_replication_role = replica"))
        session.execute(text(forged))
        assert [(item.table, item.row, item.what) for item in broken_seals(session)] == [named]


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO seals VALUES ('papers', 'x', '')",
        "UPDATE seals SET seal = ''",
        "DELETE FROM seals",
        "INSERT INTO change_log (transaction_id) VALUES (3)",
    ],
)
def test_seals_and_the_change_log_are_written_by_triggers_only(tried_filled: Store, statement: str) -> None:
    with pytest.raises(StoreError, match=r"by triggers only|never deleted"):
        run(tried_filled, statement)


def test_a_temporary_table_does_not_stand_in_for_a_true_one(filled: Store) -> None:
    with filled.engine.connect() as connection:
        connection.execute(text("CREATE TEMP TABLE passages AS SELECT * FROM passages"))
        connection.execute(text("UPDATE pg_temp.passages SET text = repeat('It cures. ', 30)"))
        row = edge(char_start=0, char_end=9, evidence="It cures.")
        from sqlmodel import Session

        with Session(connection) as session, pytest.raises(StoreError, match="rule edges_quote"):
            insert_once(session, EdgeRow, [row])


@pytest.fixture
def written(store_server: EmbeddedServer) -> Iterator[Store]:
    """The embedded server's own store, opened as the pipeline opens it."""
    opened = open_store(get_settings(data_home=store_server.home.parent, durable=False))
    yield opened
    opened.close()


def test_the_pipelines_role_owns_nothing(written: Store) -> None:
    with written.session() as session:
        user, powers = session.execute(
            text("SELECT current_user, rolsuper OR rolcreaterole OR rolcreatedb FROM pg_roles"
                 " WHERE rolname = current_user")
        ).one()  # fmt: skip
        owned = session.execute(
            text("SELECT count(*) FROM pg_class WHERE pg_has_role(relowner, 'USAGE')")
        ).scalar_one()
    assert (user, powers, owned) == ("aitia_writer", False, 0)


@pytest.mark.parametrize(
    "statement",
    [
        "ALTER TABLE edges DISABLE TRIGGER ALL",
        "SET session_replication_role = replica",
        "TRUNCATE edges",
        "DELETE FROM edges",
        "UPDATE edges SET confidence = 1",
        "UPDATE extractions SET engine = 'x'",
        "UPDATE questions SET text = 'x'",
        "INSERT INTO seals VALUES ('a', 'b', '')",
        "INSERT INTO change_log (transaction_id) VALUES (3)",
        "INSERT INTO node_types VALUES ('Vehicle', 'traffic')",
        "DROP TABLE edges",
        "CREATE TABLE mine (x int)",
        "CREATE OR REPLACE FUNCTION refuse_update() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        "SET ROLE aitia",
        "COPY (SELECT 1) TO PROGRAM 'true'",
    ],
)
def test_the_pipelines_role_cannot_set_the_rules_aside(written: Store, statement: str) -> None:
    with pytest.raises(Exception, match=r"permission denied|must be owner|must be able|never"):
        run(written, statement)


def test_the_role_is_granted_what_runs_change_and_no_more(written: Store) -> None:
    script = (SQL / "roles" / "create_writer.sql").read_text(encoding="utf-8")
    with written.session() as session:
        rows = session.execute(
            text(
                "SELECT c.relname FROM pg_class c WHERE c.relkind = 'r'"
                " AND c.relnamespace = 'public'::regnamespace"
                " AND has_table_privilege(c.oid, 'DELETE')"
            )
        )
        assert {row.relname for row in rows} == {
            "question_extractions", "question_nodes", "question_papers", "search_hits",
        }  # fmt: skip
        added = session.execute(
            text("SELECT relname FROM pg_class WHERE relkind = 'r' AND has_table_privilege(oid, 'INSERT')")
        ).scalars()
        by_others = {"change_log", "node_types", "relation_types", "seals"}
        assert set(added) & set(SQLModel.metadata.tables) == set(SQLModel.metadata.tables) - by_others
    assert "TRUNCATE" not in script


def test_a_role_of_writers_that_finds_an_older_schema_is_told_what_to_do(written: Store) -> None:
    from aitia.model.errors import StoreVersionError
    from resources.store.migrate import VERSION_TABLE, upgrade

    assert written.owner is not None
    owner = make_engine(make_url(sqlalchemy_url(written.owner.render_as_string(hide_password=False))))
    try:
        with owner.begin() as connection:
            connection.execute(text(f"COMMENT ON TABLE {VERSION_TABLE} IS 'an older state'"))
        with pytest.raises(StoreVersionError, match=r"aitia db start.*owner"):
            upgrade(written.engine)
        assert upgrade(owner) is True
    finally:
        owner.dispose()
