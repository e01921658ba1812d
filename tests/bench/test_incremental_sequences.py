"""A few of the random sequences of `bench.incremental`, and that they notice what does not follow."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bench.incremental import MakeSite, run, sites


@pytest.fixture
def make_site(store_server: Any) -> Iterator[MakeSite]:
    from resources.embedders.catalogue import make_embedder
    from resources.settings import get_settings

    embedder = make_embedder(get_settings())
    with (
        tempfile.TemporaryDirectory(prefix="aitia-sequences-") as folder,
        sites(Path(folder), store_server, embedder) as make,
    ):
        yield make


def test_what_is_done_in_any_order_equals_a_clean_build(make_site: MakeSite) -> None:
    run(make_site, sequences=2, steps=4)


def test_a_store_that_does_not_follow_is_noticed(
    make_site: MakeSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store that goes through a sequence is said to stand at another gate than it does."""
    import bench.incremental as sequences

    made: list[Any] = []

    def make() -> Any:
        made.append(make_site())
        return made[-1]

    kept = sequences.Site.state

    def state(site: Any) -> dict[str, str]:
        return kept(site) | ({"gate": "of another"} if made.index(site) % 2 == 0 else {})

    monkeypatch.setattr(sequences.Site, "state", state)
    with pytest.raises(AssertionError, match="gate differ from a clean build"):
        run(make, sequences=1, steps=1)
