"""A site over a store that two tenants share, each with a question of their own on the same papers."""

from __future__ import annotations

import shutil
import threading
import time
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


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium that may reach this machine only."""
    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not program or not driver:
        pytest.skip("no Chromium here: apt-get install chromium chromium-driver (.ci/run does)")
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = program
    for argument in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    opened = webdriver.Chrome(options=options, service=Service(driver))
    opened.set_page_load_timeout(60)
    yield opened
    opened.quit()


@pytest.fixture(scope="module")
def serve_site() -> Iterator[Callable[..., str]]:
    """Serves a site over a workbench by its real server, without keys; gives its address."""
    import socket

    import uvicorn

    from web.app import Site, make_app
    from web.guard import Rates
    from web.jobs import Jobs

    running: list[tuple[uvicorn.Server, threading.Thread]] = []

    def serve(bench: Any, environment: dict[str, str] | None = None) -> str:
        site = Site(bench, False, Jobs(environment or {}), Rates(10_000.0, 100_000))
        held = socket.socket()
        held.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(make_app(site, ["127.0.0.1"]), log_level="error"))
        thread = threading.Thread(target=server.run, args=([held],), daemon=True)
        thread.start()
        running.append((server, thread))
        while not server.started:
            time.sleep(0.02)
        return f"http://127.0.0.1:{held.getsockname()[1]}"

    yield serve
    for server, thread in running:
        server.should_exit = True
        thread.join(10)
