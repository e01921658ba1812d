"""What the pages say of every asset beside what it does: its owner, its version, how fresh it should be."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import dagster as dg

from aitia.evidence import METHOD_VERSION
from validators import VALIDATORS_VERSION

OWNER = "team:aitia"
# A question is searched again daily; a week without a search is a schedule that is off.
_SEARCHED = dg.FreshnessPolicy.time_window(fail_window=timedelta(days=8), warn_window=timedelta(days=2))
_VERSIONS = {
    "validated_edges": f"validators {VALIDATORS_VERSION}",
    **dict.fromkeys(("graded_relations", "insights", "verdict", "report"), f"method {METHOD_VERSION}"),
}


def presented(assets: Sequence[dg.AssetsDefinition]) -> list[dg.AssetsDefinition]:
    """The assets with owner, code version and, where they are searched anew each day, a freshness policy."""
    return list(dg.map_asset_specs(_presented, assets))


def _presented(spec: dg.AssetSpec) -> dg.AssetSpec:
    name = spec.key.to_user_string()
    return spec.replace_attributes(
        owners=[OWNER],
        code_version=_VERSIONS.get(name, "1"),
        freshness_policy=_SEARCHED if name == "search_plan" else None,
    )
