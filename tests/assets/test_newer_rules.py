"""A newer version of the rules: what it refuses is evidence no longer, in the graph and in the verdict."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from aitia.model.claim import Claim
from aitia.model.scales import Decision
from validators.decide import decide
from validators.findings import ClaimContext, ClaimDecision

if TYPE_CHECKING:
    from tests.assets.scenes import World

Paper = dict[str, Any]


def enforce(
    monkeypatch: pytest.MonkeyPatch, version: str, rule: Callable[[ClaimDecision], ClaimDecision]
) -> None:
    """The rules that are asked from now on, and their version."""

    def newer(claim: Claim, context: ClaimContext) -> ClaimDecision:
        return rule(decide(claim, context))

    monkeypatch.setattr("assets.steps.validated_edges.VALIDATORS_VERSION", version)
    monkeypatch.setattr("assets.steps.validated_edges.decide", newer)


def refuse(item: ClaimDecision, *papers: str) -> ClaimDecision:
    if item.claim.paper_id not in papers:
        return item
    return replace(item, decision=Decision.REJECTED, rule="a_newer_rule", reason="for the test")


def test_a_claim_that_a_newer_rule_refuses_leaves_the_verdict_and_returns_with_the_older_rule(
    world: World, papers: dict[str, Paper], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = world.state()
    with monkeypatch.context() as patch:
        enforce(patch, "newer", lambda item: refuse(item, "pmid:91000002"))
        world.ask()
        assert not world.touched()
        after = world.verdict()
        assert after["version"] == 2
        assert after["point"] != before["verdict"]["effect"]["point"]  # type: ignore[index]
        assert "pmid:91000002" not in {source["paper_id"] for source in after["payload"]["sources"]}
        assert world.edges_of(papers["second"]), "the row stays"
    world.ask()
    assert world.state() == before


def test_rules_that_refuse_every_claim_leave_no_evidence(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    everyone = [row["paper_id"] for row in world.sql("SELECT paper_id FROM papers")]
    enforce(monkeypatch, "newer", lambda item: refuse(item, *everyone))
    world.ask()
    assert world.fingerprints() == {}
    assert world.verdict()["conclusion"] == "insufficient_evidence"
    assert world.value("SELECT count(*) FROM standing_edges") == 0


def test_an_estimate_that_a_newer_rule_drops_is_pooled_no_longer(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def drop(item: ClaimDecision) -> ClaimDecision:
        return replace(item, claim=item.claim.model_copy(update={"estimates": ()}))

    assert world.verdict()["point"] is not None
    enforce(monkeypatch, "newer", drop)
    world.ask()
    assert world.verdict()["point"] is None
