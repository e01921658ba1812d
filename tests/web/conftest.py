"""A site over a store that two tenants share, each with a question of their own on the same papers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.assets.scenes import QUESTION, worlds


@pytest.fixture(scope="session")
def shared_world(store_server: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A store in which `default` and `acme` have asked the same question of the same papers."""
    from dataclasses import replace

    from resources.embedders.catalogue import make_embedder
    from resources.settings import get_settings
    from resources.workbench import open_workbench

    embedder = make_embedder(get_settings())
    with worlds(store_server, embedder, tmp_path_factory.mktemp("site")) as make:
        world = make()
        world.question = world.bench.question(QUESTION)
        world.ask()
        settings = world.bench.settings.model_copy(update={"tenant": "acme"})
        with open_workbench(settings) as bench:
            bench.__dict__["embedder"] = embedder
            other = replace(world, bench=bench, question=bench.question(QUESTION))
            other.ask()
            world.other = other
            yield world


@pytest.fixture
def make_client(shared_world: Any) -> Iterator[Callable[..., TestClient]]:
    """A maker of clients of a site: of the default tenant without keys, of a key's tenant with."""
    from contextlib import ExitStack

    from web.app import Site, make_app
    from web.guard import Rates
    from web.jobs import Jobs

    with ExitStack() as stack:

        def make(keys: bool = False, rates: Rates | None = None) -> TestClient:
            site = Site(shared_world.bench, keys, Jobs({}), rates or Rates(10_000.0, 100_000))
            client = TestClient(make_app(site, ["testserver"]), raise_server_exceptions=True)
            return stack.enter_context(client)

        yield make
