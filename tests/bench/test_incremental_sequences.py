"""A few of the random sequences of `bench.incremental`, and that they notice what does not follow."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bench.incremental import run
from bench.sites import Site, Sites, sites, trial


@pytest.fixture
def make_site(store_server: Any) -> Iterator[Sites]:
    from resources.embedders.catalogue import make_embedder
    from resources.settings import get_settings

    embedder = make_embedder(get_settings())
    with (
        tempfile.TemporaryDirectory(prefix="aitia-sequences-") as folder,
        sites(Path(folder), store_server, embedder) as make,
    ):
        yield make


def test_what_is_done_in_any_order_equals_a_clean_build(make_site: Sites) -> None:
    run(make_site, sequences=2, steps=4)


def test_a_store_that_does_not_follow_is_noticed(make_site: Sites, monkeypatch: pytest.MonkeyPatch) -> None:
    """The store that goes through a sequence is said to stand at another gate than it does."""
    made: list[Site] = []
    kept = Site.state

    def state(site: Site) -> dict[str, str]:
        made.append(site)
        return kept(site) | ({"gate": "of another"} if len(made) % 2 else {})

    monkeypatch.setattr(Site, "state", state)
    with pytest.raises(AssertionError, match="gate differ from a clean build"):
        run(make_site, sequences=1, steps=1)


def test_a_site_given_back_is_as_empty_as_a_new_one(make_site: Sites) -> None:
    first = make_site()
    empty = first.state()
    first.ask({1: trial(1)})
    assert first.state() != empty
    make_site.give_back(first)
    again = make_site()
    assert again is first
    assert again.state() == empty
    assert not list(again.folder.glob("papers/*"))
