"""Gemini through google-genai, with an API key or on Vertex."""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import Awaitable
from functools import cache
from typing import Any, TypeVar

import certifi

from aitia.model.errors import EngineUnavailable
from resources.engines.model import (
    LATER,
    Finish,
    Later,
    ModelReply,
    ModelRequest,
    count,
    json_schema,
    storable,
)
from resources.retry_after import retry_after

_REFUSALS = frozenset(
    {"SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "LANGUAGE", "IMAGE_SAFETY", "OTHER"}
)
Answer = TypeVar("Answer")


class GeminiClient:
    """Calls `generateContent`. `base_url` points at another server; `timeout` is in seconds."""

    provider = "gemini"

    def __init__(
        self,
        model: str,
        api_key: str | None,
        base_url: str | None = None,
        timeout: float = 60.0,
        vertex: tuple[str, str] | None = None,
    ) -> None:
        if vertex is None and not (api_key or "").strip():
            raise EngineUnavailable(
                "no Gemini key is set: set AITIA_GEMINI_API_KEY (or AITIA_VERTEX_PROJECT), "
                "or choose AITIA_ENGINE=local"
            )
        self.model = model
        self._api_key = api_key
        self._base_url = base_url
        self._timeout = timeout
        self._vertex = vertex
        self._client: Any = None

    async def open(self) -> None:
        """Make the client of this event loop."""
        from google import genai
        from google.genai import types

        options = types.HttpOptions(
            base_url=self._base_url,
            timeout=round(self._timeout * 1000),
            retry_options=types.HttpRetryOptions(attempts=1),
            client_args={"verify": _certificates()},
            async_client_args={"verify": _certificates()},
        )
        if self._vertex:
            project, location = self._vertex
            self._client = genai.Client(
                vertexai=True, project=project, location=location, http_options=options
            )
        else:
            self._client = genai.Client(api_key=self._api_key, http_options=options)

    async def close(self) -> None:
        """Give the connections back."""
        client, self._client = self._client, None
        if client is not None:
            await client.aio.aclose()
            client.close()

    async def send(self, request: ModelRequest) -> str:
        """The body of the answer as it came. The client's own waiting and retrying is switched off."""
        config = self._config(request, should_return_http_response=True)
        call = self._client.aio.models.generate_content(
            model=self.model, contents=request.content, config=config
        )
        answer = await self._guarded(asyncio.wait_for(call, self._timeout + 1))
        http = answer.sdk_http_response
        return storable(http.body if http is not None and http.body is not None else "")

    def _config(self, request: ModelRequest, **more: Any) -> Any:
        """What is asked of the model beside the content."""
        from google.genai import types

        return types.GenerateContentConfig(
            system_instruction=request.system,
            temperature=request.temperature,
            max_output_tokens=request.max_output_tokens,
            response_mime_type="application/json",
            response_json_schema=json_schema(request.schema),
            seed=request.sample,
            **more,
        )

    async def _guarded(self, work: Awaitable[Answer]) -> Answer:
        """The work's result, its errors put into ours: Later, or EngineUnavailable with what to do."""
        import httpx2
        from google.auth.exceptions import GoogleAuthError
        from google.genai import errors

        try:
            return await work
        except errors.APIError as problem:
            raise self._failure(problem) from problem
        except GoogleAuthError as problem:
            raise EngineUnavailable(
                f"Vertex accepts no credentials for project {self._vertex and self._vertex[0]} "
                f"({type(problem).__name__}): run `gcloud auth application-default login` or set "
                "GOOGLE_APPLICATION_CREDENTIALS, or unset AITIA_VERTEX_PROJECT and set AITIA_GEMINI_API_KEY"
            ) from problem
        except TimeoutError as problem:
            raise Later(f"no whole answer within {self._timeout:g} s") from problem
        except httpx2.HTTPError as problem:
            raise Later(f"{type(problem).__name__} from the server") from problem

    def _failure(self, problem: Any) -> Exception:
        """What an error of the service means: try again, or stop with a message that says what to do."""
        code, said = problem.code, str(problem.message or problem.status or "")[:200]
        headers = getattr(problem.response, "headers", None) or {}
        if code in LATER:
            after = retry_after(headers.get("Retry-After"), str(problem.details))
            return Later(f"{code} {problem.status}", after, quota=code == 429)
        if code in (401, 403) or "api key" in said.casefold():
            return EngineUnavailable(
                f"Gemini refused the key ({code}): check AITIA_GEMINI_API_KEY and its project"
            )
        if code == 404:
            return EngineUnavailable(f'Gemini does not know the model "{self.model}": set AITIA_ENGINE_MODEL')
        return EngineUnavailable(f"Gemini refused the call: {code} {said}")

    def parse(self, raw: str) -> ModelReply:
        """Text, finish and tokens of a body; anything that is not a body is an invalid answer."""
        try:
            return _read(json.loads(raw))
        except (ValueError, RecursionError, AttributeError, TypeError, KeyError, IndexError):
            return ModelReply("", Finish.INVALID, reason="the service's answer is not of its protocol")


@cache
def _certificates() -> ssl.SSLContext:
    """The trusted certificates, loaded once; the library would load them for every client."""
    return ssl.create_default_context(cafile=certifi.where())


def _read(body: dict[str, Any]) -> ModelReply:
    usage = body.get("usageMetadata") or {}
    tokens = (
        count(usage.get("promptTokenCount")),
        count(usage.get("candidatesTokenCount")) + count(usage.get("thoughtsTokenCount")),
    )
    cached = min(count(usage.get("cachedContentTokenCount")), tokens[0])
    blocked = (body.get("promptFeedback") or {}).get("blockReason")
    if blocked:
        return ModelReply("", Finish.REFUSED, *tokens, f"blocked: {str(blocked)[:60]}", cached)
    candidates = body.get("candidates") or []
    if not candidates:
        return ModelReply("", Finish.EMPTY, *tokens, "no candidates", cached)
    first = candidates[0]
    finish = str(first.get("finishReason") or "STOP")
    parts = (first.get("content") or {}).get("parts") or []
    text = "".join(str(part.get("text", "")) for part in parts if not part.get("thought"))
    if finish == "MAX_TOKENS":
        return ModelReply(text, Finish.TRUNCATED, *tokens, "the output reached its limit", cached)
    if finish in _REFUSALS:
        return ModelReply("", Finish.REFUSED, *tokens, f"refused: {finish}", cached)
    if not text.strip():
        return ModelReply("", Finish.EMPTY, *tokens, "a candidate without text", cached)
    return ModelReply(text, Finish.COMPLETE, *tokens, cached_tokens=cached)
