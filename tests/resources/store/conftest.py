"""Stores that hold something: one of a test's own, or one for all tests, where nothing that they do stays."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from resources.store.server import EmbeddedServer
    from resources.store.session import Store

    Fill = Callable[[Store], None]
    Keep = Callable[..., Store]


@pytest.fixture
def filled(store: Store) -> Store:
    """A store with a paper that was read: everything that an edge rests on, and no edge yet."""
    from tests.resources.store.accepted import fill

    fill(store)
    return store


@pytest.fixture
def concluded(filled: Store) -> Store:
    """The same with an edge, a graded relation and a verdict."""
    from tests.resources.store.accepted import conclude

    conclude(filled)
    return filled


@pytest.fixture(scope="session")
def keep(store_server: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Keep]:
    """Gives the store that these functions fill, one after the other: the same one to all who ask for it.

    For tests that only look, and for those that work in a `rehearsal()` of it: to fill one takes as long as
    twenty statements that are refused.
    """
    from resources.settings import get_settings
    from resources.store.session import open_store

    with ExitStack() as stack:

        @cache
        def make(*fills: Fill) -> Store:
            name = f"kept_{uuid.uuid4().hex[:12]}"
            store_server.ensure_database(name, template="template_aitia")
            stack.callback(store_server.drop_database, name)
            home = tmp_path_factory.mktemp("kept")
            opened = open_store(get_settings(database_url=store_server.url(name), data_home=home))
            stack.callback(opened.close)
            for fill in fills:
                fill(opened)
            return opened

        yield make


@pytest.fixture(scope="session")
def kept_store(keep: Keep) -> Store:
    """An empty store that all tests share which only look, or whose every statement is refused."""
    return keep()


@pytest.fixture
def tried_filled(keep: Keep) -> Iterator[Store]:
    """As `filled`, but what a test does there is one transaction, which is taken back when the test ends."""
    from tests.resources.store.accepted import fill

    with keep(fill).rehearsal() as (store, _):
        yield store


@pytest.fixture
def tried_concluded(keep: Keep) -> Iterator[Store]:
    """As `concluded`, in one transaction like `tried_filled`."""
    from tests.resources.store.accepted import conclude, fill

    with keep(fill, conclude).rehearsal() as (store, _):
        yield store
