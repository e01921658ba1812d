"""Vertex and OpenAI-compatible servers: asked as the settings say, and one clear message where they fail."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from aitia.model.errors import EngineUnavailable
from bench.model.server import ModelServer, running
from resources.calls.ledger import MemoryLedger
from resources.engines.caller import Caller, Pace
from resources.engines.cloud import CloudEngine
from resources.engines.openai_compatible import OpenAICompatibleClient
from resources.readers import make_client
from resources.settings import get_settings
from tests.resources.engines.papers_to_read import only, read, read_until, task


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with running(ModelServer()) as started:
        yield started


def vertex(server: ModelServer) -> CloudEngine:
    """An engine whose client the settings point at Vertex, with the local server as its address."""
    settings = get_settings(
        engine="gemini",
        vertex_project="my-project",
        vertex_location="europe-west1",
        gemini_api_key=None,
        source_urls={"gemini": server.url},
    )
    client, ledger = make_client(settings), MemoryLedger()
    return CloudEngine("gemini", client.model, lambda _q, _r: Caller(client, ledger, Pace(1, None, 1)))


def test_vertex_is_asked_in_the_settings_project_and_region_with_ambient_credentials(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    import google.auth
    from google.oauth2.credentials import Credentials

    given = Credentials(token="ambient")  # type: ignore[no-untyped-call]
    monkeypatch.setattr(google.auth, "default", lambda *_args, **_more: (given, "another-project"))
    server.key = "Bearer ambient"
    result = only(read(vertex(server), [task()]))
    assert result.error is None
    assert len(result.calls) == len(server.answered) == 1
    model = "projects/my-project/locations/europe-west1/publishers/google/models/gemini-2.5-flash"
    assert server.requests[0]["path"].endswith(f"/{model}:generateContent")


def test_vertex_without_credentials_says_how_to_get_them(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    import google.auth
    from google.auth.exceptions import DefaultCredentialsError

    def none(*_args: object, **_more: object) -> None:
        raise DefaultCredentialsError("none here")  # type: ignore[no-untyped-call]

    monkeypatch.setattr(google.auth, "default", none)
    found, problem = read_until(vertex(server), [task(n) for n in range(5)])
    assert found == []
    assert isinstance(problem, EngineUnavailable)
    assert "my-project" in str(problem)
    assert "gcloud auth application-default login" in str(problem)
    assert server.requests == []


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (401, "AITIA_OPENAI_API_KEY"),
        (403, "AITIA_OPENAI_API_KEY"),
        (404, "AITIA_ENGINE_MODEL"),
        (400, "refused the call"),
        (429, "the quota of m is used up"),
        ("hang", "3 papers in a row"),
    ],
)
def test_a_compatible_server_that_fails_stops_the_run_with_one_message(
    server: ModelServer, fault: int | str, message: str
) -> None:
    server.always, server.headers = fault, {"Retry-After": "0"}

    def caller(_question: str, _run: str | None) -> Caller:
        client = OpenAICompatibleClient("m", server.url, "key", timeout=0.3)
        return Caller(client, MemoryLedger(), Pace(1, None, 2, 0.01))

    found, problem = read_until(CloudEngine("openai_compatible", "m", caller), [task(n) for n in range(20)])
    assert isinstance(problem, EngineUnavailable)
    assert message in str(problem)
    assert all(result.error for result in found)
    assert len(server.requests) <= 8
