"""Which links stand at once: exact ones, and very similar ones with an alias in common; others wait."""

from __future__ import annotations

import pytest

from aitia.graph.aliases import Tier, make_link
from aitia.model.keys import NodeId
from assets.steps.alias_links import _status


@pytest.mark.parametrize(
    ("tier", "similarity", "shared", "status"),
    [
        (Tier.A, 1.0, "shared", "active"),
        (Tier.B, 0.95, "shared", "active"),
        (Tier.B, 0.949, "shared", "pending"),
        (Tier.B, 0.99, None, "pending"),
    ],
)
def test_which_links_stand_at_once(tier: Tier, similarity: float, shared: str | None, status: str) -> None:
    assert _status(make_link(NodeId("a"), NodeId("b"), tier, "a reason", similarity, shared)) == status
