"""A person's aliases: refused where they cannot be, one at a time, and gone when taken back."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from click.testing import CliRunner

from aitia.graph.aliases import Tier, clusters, make_link
from aitia.model.errors import AitiaError, NotFound, StoreError
from aitia.model.keys import NodeId
from cli.main import cli
from resources.settings import Settings
from resources.store.aliases import add_alias, revoke_alias
from resources.store.names import links_of
from resources.store.session import Store, insert_once
from resources.store.tables import AliasLinkRow, NodeRow

NAMES = {
    "n1": ("Condition", "heart attack"), "n2": ("Condition", "myocardial infarction"),
    "n3": ("Condition", "coronary event"), "o1": ("Outcome", "heart attack"), "o2": ("Outcome", "death"),
}  # fmt: skip


@pytest.fixture
def named(store: Store) -> Store:
    rows = [
        {"id": key, "type": kind, "canonical_name": name.replace(" ", "_"), "name": name}
        for key, (kind, name) in NAMES.items()
    ]
    with store.session() as session:
        insert_once(session, NodeRow, rows)
    return store


def add(store: Store, one: str, other: str, who: str = "Ann") -> str:
    with store.session() as session:
        return add_alias(session, one, other, who, "for the test")


def revoke(store: Store, one: str, other: str) -> str:
    with store.session() as session:
        return revoke_alias(session, one, other, "Ann", "")


def together(store: Store) -> dict[NodeId, NodeId]:
    with store.session() as session:
        found = [link for link in links_of(session, [NodeId(key) for key in NAMES]) if link.active]
    links = [make_link(x.node_a, x.node_b, Tier.PERSON, x.reason) for x in found]
    return dict(clusters([NodeId(key) for key in NAMES], links))


@pytest.mark.parametrize(
    ("one", "other", "error", "said"),
    [
        ("n1", "n1", StoreError, "alias of itself"),
        ("n1", "n9", NotFound, "'n9'"),
        ("n2", "o2", StoreError, "different types"),
        ("myocardial infarction", "Myocardial Infarction", StoreError, "alias of itself"),
    ],
)
def test_what_cannot_be_one_thing_is_refused_by_name(
    named: Store, one: str, other: str, error: type[AitiaError], said: str
) -> None:
    with pytest.raises(error, match=said):
        add(named, one, other)
    with pytest.raises(StoreError, match="name of who"):
        add(named, "n1", "n2", " ")


def test_the_database_refuses_a_link_across_types(named: Store) -> None:
    row = {"link_id": "l", "node_a": "n1", "node_b": "o2", "tier": "A", "status": "active", "reason": "no"}
    with pytest.raises(StoreError, match="alias_links_one_type"), named.session() as session:
        insert_once(session, AliasLinkRow, [row])


def test_a_chain_and_a_cycle_are_one_cluster_and_taking_links_back_restores_what_was(named: Store) -> None:
    apart = together(named)
    for one, other in (("n1", "n2"), ("n2", "n3"), ("n3", "n1")):
        add(named, one, other)
    assert {together(named)[NodeId(key)] for key in ("n1", "n2", "n3")} == {"n1"}
    for one, other in (("n2", "n1"), ("n2", "n3"), ("n1", "n3")):
        revoke(named, one, other)
    assert together(named) == apart
    with pytest.raises(NotFound, match="No link that a person made"):
        revoke(named, "n1", "n2")
    add(named, "n1", "n2")
    assert together(named)[NodeId("n2")] == "n1", "said again after it was taken back"


def test_a_rules_link_counts_again_when_a_persons_is_taken_back(named: Store) -> None:
    rule = {
        "link_id": "rule",
        "node_a": "n1",
        "node_b": "n2",
        "tier": "A",
        "status": "active",
        "reason": "same",
    }
    with named.session() as session:
        insert_once(session, AliasLinkRow, [rule])
    add(named, "n1", "n2")
    revoke(named, "n1", "n2")
    with named.session() as session:
        (link,) = links_of(session, [NodeId("n1")])
    assert (link.link_id, link.active, link.by_person) == ("rule", True, False)
    with pytest.raises(NotFound, match="aitia review reject rule"):
        revoke(named, "n1", "n2")


def test_two_who_say_the_same_at_once_make_one_link(named: Store) -> None:
    def say(who: str) -> bool:
        try:
            add(named, "n1", "n2", who)
        except StoreError:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(say, "abcdefgh")) == 1


def test_the_command_links_by_name_and_parts_again(
    named: Store, store_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert store_settings.database_url is not None
    monkeypatch.setenv("AITIA_DATABASE_URL", store_settings.database_url.get_secret_value())

    def run(*arguments: str) -> str:
        done = CliRunner().invoke(cli, ["alias", *arguments])
        assert done.exit_code == 0, done.output
        return done.stdout

    assert "linked" in run(
        "add", "heart attack", "myocardial infarction", "--reviewer", "Ann", "--reason", "known"
    )
    (row,) = json.loads(run("list", "--json"))
    assert (row["type_a"], row["status"], row["reason"]) == ("Condition", "active", "Ann: known")
    assert json.loads(run("revoke", "n1", "n2", "--json"))["done"] == "parted"
    assert json.loads(run("list", "--json")) == []
    assert len(json.loads(run("list", "--all", "--json"))) == 1
