"""Which links stand at once: the exact ones; a similar name waits for a person."""

from __future__ import annotations

import pytest

from aitia.graph.aliases import Tier, make_link
from aitia.model.keys import NodeId
from assets.steps.alias_links import _status


@pytest.mark.parametrize(("tier", "status"), [(Tier.A, "active"), (Tier.B, "pending")])
def test_only_an_exact_link_stands_at_once(tier: Tier, status: str) -> None:
    assert _status(make_link(NodeId("a"), NodeId("b"), tier, "a reason", 0.97, "shared")) == status
