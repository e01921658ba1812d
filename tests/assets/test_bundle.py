"""A bundle gives another store the same verdict; one that was altered leaves nothing behind."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest

from aitia.model.errors import BundleError, NotFound
from aitia.report.export.bundle import pack, unpack
from assets.steps.bundle import export_bundle, import_bundle

Changed = Callable[[dict[str, list[dict[str, Any]]]], None]


@pytest.fixture(scope="module")
def bundle(answered: Any) -> bytes:
    return export_bundle(answered.bench.store, answered.question.question_id)


def altered(content: bytes, change: Changed) -> bytes:
    """The bundle with other rows under checksums that are right."""
    rows, about = unpack(content)
    change(rows)
    return pack(rows, {name: value for name, value in about.items() if name not in ("files", "format")})


def _raise_the_effect(rows: dict[str, list[dict[str, Any]]]) -> None:
    rows["verdicts"][0]["payload"]["effect"]["point"] = 0.01


def _another_conclusion(rows: dict[str, list[dict[str, Any]]]) -> None:
    rows["verdicts"][0]["conclusion"] = "no_causal_effect"


def _another_quote(rows: dict[str, list[dict[str, Any]]]) -> None:
    rows["edges"][0]["evidence"] = "Zeltamine cures everything."


def _another_passage(rows: dict[str, list[dict[str, Any]]]) -> None:
    for row in rows["passages"]:
        row["text"] = row["text"].replace("reduced", "doubled")


def _an_edge_more(rows: dict[str, list[dict[str, Any]]]) -> None:
    rows["claim_decisions"] = [row | {"decision": "rejected"} for row in rows["claim_decisions"]]


def _a_relation_more(rows: dict[str, list[dict[str, Any]]]) -> None:
    payload = rows["graded_relations"][0]["payload"]
    payload["direction"] = "decreases" if payload["direction"] == "increases" else "increases"


def _a_strange_column(rows: dict[str, list[dict[str, Any]]]) -> None:
    rows["papers"][0]["password"] = "x"


def _a_strange_table(rows: dict[str, list[dict[str, Any]]]) -> None:
    rows["pg_authid"] = [{"rolname": "x"}]


def _no_papers(rows: dict[str, list[dict[str, Any]]]) -> None:
    del rows["papers"]


def test_a_bundle_in_an_empty_store_is_the_same_verdict_and_the_same_bundle(
    bundle: bytes, answered: Any, make_world: Callable[..., Any]
) -> None:
    world = make_world()
    taken = import_bundle(world.bench, bundle)
    before = answered.verdict()
    assert (taken.fingerprint, taken.conclusion) == (before["fingerprint"], before["conclusion"])
    assert world.verdict()["payload"] == before["payload"]
    assert world.fingerprints() == answered.fingerprints()
    assert (
        sha256(export_bundle(world.bench.store, world.question.question_id)).digest()
        == sha256(bundle).digest()
    )
    assert import_bundle(world.bench, bundle).added == 0
    assert world.value("SELECT active FROM questions") is False


@pytest.mark.parametrize(
    "change",
    [
        _raise_the_effect, _another_conclusion, _another_quote, _another_passage, _an_edge_more,
        _a_relation_more, _a_strange_column, _a_strange_table, _no_papers,
    ],
)  # fmt: skip
def test_an_altered_bundle_is_refused_though_its_checksums_are_right(
    bundle: bytes, empty_world: Any, change: Changed
) -> None:
    with pytest.raises(BundleError):
        import_bundle(empty_world.bench, altered(bundle, change))
    assert sum(empty_world.rows()[name] for name in ("questions", "papers", "edges", "verdicts")) == 0


@pytest.fixture(scope="module")
def empty_world(answered: Any, store_server: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A store in which nothing must ever be left."""
    from dataclasses import replace

    from resources.settings import get_settings
    from resources.workbench import open_workbench

    store_server.ensure_database("world_empty", template="template_aitia")
    settings = get_settings(
        database_url=store_server.url("world_empty"), data_home=tmp_path_factory.mktemp("empty")
    )
    with open_workbench(settings) as bench:
        yield replace(answered, bench=bench)
    store_server.drop_database("world_empty")


def test_a_store_that_holds_something_else_under_the_same_id_is_left_as_it_is(
    bundle: bytes, world: Any
) -> None:
    world.retract({"pmid": "91000001"})
    before = world.rows()
    with pytest.raises(BundleError, match="This store holds another papers row pmid:91000001"):
        import_bundle(world.bench, bundle)
    assert world.rows() == before


def test_another_version_of_the_rules_is_named(bundle: bytes, empty_world: Any) -> None:
    rows, about = unpack(bundle)
    other = pack(rows, {**{k: v for k, v in about.items() if k not in ("files", "format")}, "method": "0"})
    with pytest.raises(BundleError, match="made with method 0"):
        import_bundle(empty_world.bench, other)
    assert json.loads(json.dumps(about))["rules"]


def test_an_unknown_question_has_no_bundle(answered: Any) -> None:
    with pytest.raises(NotFound):
        export_bundle(answered.bench.store, "question_0")
