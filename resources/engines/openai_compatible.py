"""Any server that speaks /v1/chat/completions: Ollama, vLLM, llama.cpp, or a hosted one."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx

from aitia.model.errors import EngineUnavailable, SettingsError
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

_MOST_BYTES = 8_000_000


class OpenAICompatibleClient:
    """Plain HTTP with a JSON schema as response format. `url` may end in /v1; `timeout` is in seconds."""

    provider = "openai_compatible"

    def __init__(
        self, model: str | None, url: str | None, api_key: str | None = None, timeout: float = 60.0
    ) -> None:
        if not url:
            raise SettingsError(
                "engine openai_compatible needs AITIA_ENGINE_URL, e.g. http://127.0.0.1:11434"
            )
        if not model:
            raise SettingsError("engine openai_compatible needs AITIA_ENGINE_MODEL")
        self.model = model
        self._url = f"{url.rstrip('/').removesuffix('/v1')}/v1/chat/completions"
        self._headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._timeout = timeout
        self._http: httpx.AsyncClient | None = None

    async def open(self) -> None:
        """Make the client of this event loop; redirects are not followed."""
        self._http = httpx.AsyncClient(timeout=self._timeout, headers=self._headers, follow_redirects=False)

    async def close(self) -> None:
        """Give the connections back."""
        http, self._http = self._http, None
        if http is not None:
            await http.aclose()

    async def send(self, request: ModelRequest) -> str:
        """The body of the answer as it came."""
        if self._http is None:
            raise EngineUnavailable("the client is not open")
        try:
            answer = await asyncio.wait_for(
                self._http.post(self._url, json=_body(self.model, request)), self._timeout + 1
            )
        except TimeoutError as problem:
            raise Later(f"no whole answer within {self._timeout:g} s") from problem
        except httpx.HTTPError as problem:
            raise Later(f"{type(problem).__name__} from {self._url}") from problem
        if answer.status_code != 200:
            raise self._failure(answer)
        return storable(answer.text[:_MOST_BYTES])

    def _failure(self, answer: httpx.Response) -> Exception:
        code = answer.status_code
        if code in LATER:
            after = retry_after(answer.headers.get("retry-after"), answer.text)
            return Later(f"{code} from {self._url}", after, quota=code == 429)
        if code in (401, 403):
            return EngineUnavailable(f"{self._url} refused the key ({code}): check AITIA_OPENAI_API_KEY")
        if code == 404:
            return EngineUnavailable(
                f'{self._url} does not know the model "{self.model}" or the path: '
                "check AITIA_ENGINE_MODEL and AITIA_ENGINE_URL"
            )
        return EngineUnavailable(f"{self._url} refused the call: {code} {answer.text[:200]}")

    def parse(self, raw: str) -> ModelReply:
        """Text, finish and tokens of a body; anything that is not a body is an invalid answer."""
        try:
            return _read(json.loads(raw))
        except (ValueError, RecursionError, AttributeError, TypeError, KeyError, IndexError):
            return ModelReply("", Finish.INVALID, reason="the server's answer is not of its protocol")


def _body(model: str, request: ModelRequest) -> dict[str, Any]:
    return {
        "model": model,
        "messages": [
            {"role": "system", "content": request.system},
            {"role": "user", "content": request.content},
        ],
        "temperature": request.temperature,
        "max_tokens": request.max_output_tokens,
        "seed": request.sample,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": request.task, "schema": json_schema(request.schema)},
        },
    }


def _read(body: dict[str, Any]) -> ModelReply:
    usage = body.get("usage") or {}
    tokens = count(usage.get("prompt_tokens")), count(usage.get("completion_tokens"))
    choices = body.get("choices") or []
    if not choices:
        return ModelReply("", Finish.EMPTY, *tokens, "no choices")
    message = choices[0].get("message") or {}
    finish = str(choices[0].get("finish_reason") or "stop")
    if message.get("refusal") or finish == "content_filter":
        return ModelReply(
            "", Finish.REFUSED, *tokens, f"refused: {str(message.get('refusal') or finish)[:80]}"
        )
    text = str(message.get("content") or "")
    if finish == "length":
        return ModelReply(text, Finish.TRUNCATED, *tokens, "the output reached its limit")
    if not text.strip():
        return ModelReply("", Finish.EMPTY, *tokens, "a message without text")
    return ModelReply(text, Finish.COMPLETE, *tokens)
