"""Whatever a tenant asks for, by whatever route or role: nothing of another tenant's comes back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from sqlalchemy import URL, text
from sqlalchemy.exc import DBAPIError
from sqlmodel import Session

from aitia.model.errors import SettingsError, StoreError
from bench.tenants.scene import TRIED
from resources.store import explore, reviews
from resources.store.reader import query
from resources.store.reader_session import READER, reader_password
from resources.store.session import Store, insert_once, make_engine
from resources.store.tables import QuestionRow
from resources.store.tenants import new_key, proof_of, tenant_of_key, tenant_store

# Both workers would fill the store that these tests share.
pytestmark = pytest.mark.xdist_group("site")

OWNED = (
    "questions", "rounds", "searches", "search_hits", "question_papers", "question_extractions",
    "graded_relations", "graded_relation_edges", "insights", "verdicts", "verdict_relations",
    "verdict_wordings", "model_calls",
)  # fmt: skip
# Where a row names the question that it belongs to.
NAMING = (
    "questions", "rounds", "searches", "question_papers", "question_extractions", "question_nodes",
    "graded_relations", "insights", "verdicts", "model_calls", "current_verdicts", "prisma_counts",
)  # fmt: skip
READ = ("extractions", "claims", "claim_decisions", "effect_estimates", "edges")


@pytest.fixture(scope="module")
def keys(shared_world: Any) -> dict[str, str]:
    store = shared_world.bench.store
    return {tenant: new_key(store, tenant) for tenant in ("default", "acme", "nobody")}


def test_the_same_question_of_two_tenants_is_two_questions_with_the_same_verdict(shared_world: Any) -> None:
    found = shared_world.sql("SELECT tenant, question_id, text FROM questions ORDER BY tenant")
    assert [row["tenant"] for row in found] == ["acme", "default"]
    assert found[0]["text"] == found[1]["text"]
    assert found[0]["question_id"] != found[1]["question_id"]
    assert shared_world.verdict()["conclusion"] == shared_world.other.verdict()["conclusion"]


@pytest.mark.parametrize("tenant", ["acme", "default", "nobody"])
def test_the_database_shows_a_tenant_its_own_rows_and_common_papers(shared_world: Any, tenant: str) -> None:
    own = {"acme": shared_world.other, "default": shared_world}.get(tenant)
    ids = {own.question.question_id} if own else set()
    store = tenant_store(shared_world.bench.store, tenant)
    with store.session() as session:
        for table in (*OWNED[:3], "question_papers", "graded_relations", "insights", "verdicts"):
            seen = session.execute(text(f"SELECT DISTINCT question_id FROM {table}")).scalars()  # noqa: S608
            assert set(seen) <= ids
        counts = {t: session.execute(text(f"SELECT count(*) FROM {t}")).scalar_one() for t in OWNED + READ}  # noqa: S608
        assert all(counts[table] == 0 for table in OWNED + READ) is (own is None)
        assert session.execute(text("SELECT count(*) FROM papers")).scalar_one() == 6
        for view in (
            "current_verdicts",
            "current_relations",
            "evidence_trail",
            "prisma_counts",
            "search_record",
        ):
            seen = session.execute(text(f"SELECT count(*) FROM {view}")).scalar_one()  # noqa: S608
            assert bool(seen) is (own is not None)
    store.close()


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM tenant_keys",
        "UPDATE questions SET text = 'x'",
        "DELETE FROM verdicts",
        "INSERT INTO papers (paper_id) VALUES ('x')",
        "INSERT INTO reviews (review_id, subject_type, subject_id, decision, reviewer, tenant)"
        " SELECT 'r', 'paper', min(paper_id), 'reject', 'x', 'default' FROM papers",
        "SET ROLE postgres",
        "SELECT pg_read_file('/etc/passwd')",
        "CREATE TABLE mine (x int)",
    ],
)
def test_the_role_of_the_pages_may_not(shared_world: Any, statement: str) -> None:
    store = tenant_store(shared_world.bench.store, "acme")
    with pytest.raises((DBAPIError, StoreError)), store.session() as session:
        session.execute(text(statement))
    store.close()


def test_a_review_of_one_tenant_changes_nothing_of_anothers(shared_world: Any) -> None:
    edge = shared_world.edges_of({"pmid": "91000012"})[0]
    store = tenant_store(shared_world.bench.store, "acme")
    with store.session() as session:
        review = reviews.save_review(session, "edge", edge, "reject", "someone", "")
    standing = "SELECT count(*) FROM standing_edges WHERE id = :edge"
    assert shared_world.value(standing, edge=edge) == 1
    assert shared_world.other.value(standing, edge=edge) == 0
    with store.session() as session:
        reviews.save_review(session, "edge", edge, "undo", "someone", "")
    assert shared_world.other.value(standing, edge=edge) == 1
    default = tenant_store(shared_world.bench.store, "default")
    with default.session() as session:
        assert review not in {row["review_id"] for row in explore.rows(session, "list_reviews")}
    default.close()
    store.close()


def test_keys_open_their_own_tenant_and_no_key_opens_nothing(
    make_client: Callable[..., Any], keys: dict[str, str], shared_world: Any
) -> None:
    client = make_client(keys=True)
    mine, theirs = shared_world.question.question_id, shared_world.other.question.question_id
    routes = ["/api/v1/questions/{}", "/api/v1/questions/{}/evidence", "/questions/{}"]
    routes += [
        f"/api/v1/questions/{{}}/export/{form}" for form in ("csv", "ris", "json", "rdf", "grade", "bundle")
    ]
    leaks = 0
    for tenant, foreign in (("default", theirs), ("acme", mine), ("nobody", mine), ("nobody", theirs)):
        head = {"Authorization": f"Bearer {keys[tenant]}"}
        for route in routes:
            leaks += client.get(route.format(foreign), headers=head).status_code != 404
        for route in ("/api/v1/questions", "/graph", "/", "/search?q=zeltamine", "/api/v1/reviews"):
            leaks += foreign in client.get(route, headers=head).text
    assert leaks == 0
    assert (
        client.get(routes[0].format(mine), headers={"Authorization": f"Bearer {keys['default']}"}).status_code
        == 200
    )
    for key in ("", "x", keys["acme"][:-1], "' OR 1=1 --"):
        assert client.get("/api/v1/questions", headers={"Authorization": f"Bearer {key}"}).status_code == 401
    assert client.get("/").status_code == 401


def test_a_key_is_kept_as_a_hash_only(shared_world: Any, keys: dict[str, str]) -> None:
    kept = str(shared_world.sql("SELECT * FROM tenant_keys"))
    assert all(key not in kept for key in keys.values())
    assert tenant_of_key(shared_world.bench.store, keys["acme"]) == "acme"


@pytest.mark.parametrize("name", ["", "A", "a b", "x -c aitia.tenant=default", "../x", "é", "a" * 41, "a\n"])
def test_a_tenants_name_can_do_nothing(shared_world: Any, name: str) -> None:
    with pytest.raises(SettingsError):
        tenant_store(shared_world.bench.store, name)


def reader_address(store: Store) -> URL:
    """Where `aitia sql` logs in; a first query has let its role do so."""
    query(store, "SELECT 1", 1, 9)
    address = store.owner or store.engine.url
    return address.set(username=READER, password=reader_password(address))


def rows_of_another(world: Any, ask: Callable[[str], object], tables: Sequence[str] = NAMING) -> list[str]:
    """The queries that give the tenant of `world` something with the id of the other's question."""
    theirs = world.other.question.question_id
    found = []
    for what, pattern in TRIED["queries"].items():
        for table in tables:
            statement = pattern.replace("{table}", table).replace("{other}", "acme")
            statement = statement.replace("{proof}", proof_of(world.bench.store, "default"))
            try:
                said = str(ask(statement))
            except (DBAPIError, StoreError) as problem:
                said = str(problem)
            if theirs in said:
                found.append(f"{what}: {table}")
    return found


def test_a_query_of_aitia_sql_sees_one_tenant_whatever_name_it_gives_itself(shared_world: Any) -> None:
    store = shared_world.bench.store
    own = shared_world.question.question_id
    assert query(store, "SELECT question_id FROM questions", 9, 9).rows == ((own,),)
    theirs = query(shared_world.other.bench.store, "SELECT question_id FROM questions", 9, 9).rows
    assert theirs == ((shared_world.other.question.question_id,),)

    def ask(statement: str) -> object:
        session.rollback()
        return session.execute(text(statement.replace(":", "\\:"))).all()

    # The reader's own session, kept open over the queries: what one of them sets, the next ones have.
    reading = make_engine(reader_address(store), tenant="default", proof=proof_of(store, "default"))
    with Session(reading) as session:
        assert session.execute(text("SELECT question_id FROM questions")).scalars().all() == [own]
        assert rows_of_another(shared_world, ask) == []
    reading.dispose()


def test_the_search_for_leaks_finds_one(shared_world: Any) -> None:
    store = shared_world.bench.store
    with store.session() as session:
        session.execute(text("CREATE POLICY hole ON verdicts TO aitia_reader USING (true)"))
    try:
        found = rows_of_another(
            shared_world, lambda asked: query(store, asked, 99, 9).rows, ("verdicts", "rounds")
        )
    finally:
        with store.session() as session:
            session.execute(text("DROP POLICY hole ON verdicts"))
    assert "plain: verdicts" in found
    assert not [way for way in found if "rounds" in way]


def test_a_reader_without_a_proof_sees_no_tenants_rows(shared_world: Any) -> None:
    store = shared_world.bench.store
    for proof in ("", "0" * 64, proof_of(store, "acme")):
        unproven = make_engine(reader_address(store), tenant="default", proof=proof)
        with Session(unproven) as session:
            for table in OWNED + READ + ("reviews", "nodes", "edge_names", "alias_links", "seals"):
                assert session.execute(text(f"SELECT count(*) FROM {table}")).scalar_one() == 0  # noqa: S608
            assert session.execute(text("SELECT count(*) FROM papers")).scalar_one() == 6
        unproven.dispose()


def test_the_change_log_does_not_tell_of_an_edge_between_things_that_others_know_too(
    shared_world: Any,
) -> None:
    store = shared_world.bench.store
    with store.trial() as session:
        session.execute(text("SELECT set_config('aitia.tenant', 'watcher', true)"))
        insert_once(session, QuestionRow, [{"question_id": "q_w", "text": "w", "kind": "effect"}])
        session.execute(text("INSERT INTO question_nodes (question_id, node_id) SELECT 'q_w', id FROM nodes"))
        proof = session.execute(text("SELECT aitia_tenant_proof('watcher')")).scalar_one()
        session.execute(text("SELECT set_config('aitia.proof', :proof, true)"), {"proof": proof})
        session.execute(text("SET LOCAL ROLE aitia_reader"))
        assert session.execute(text("SELECT count(*) FROM nodes")).scalar_one() > 2
        assert session.execute(text("SELECT count(*) FROM edges")).scalar_one() == 0
        told = session.execute(text("SELECT DISTINCT table_name FROM change_log")).scalars().all()
        assert not {"edges", "claim_decisions", "reviews"} & set(told)
