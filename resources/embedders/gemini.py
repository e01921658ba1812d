"""gemini-embedding-001 through google-genai."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from aitia.model.errors import EngineOutputInvalid, EngineUnavailable
from resources.embedders.base import Vectors
from resources.embedders.known import GEMINI
from resources.embedders.short import unit_rows
from resources.retry_after import retry_after

_BATCH = 100
_MAX_CHARACTERS = 8_000
_LONGEST_WAIT = 60.0
_LATER = frozenset({408, 429, 500, 502, 503, 504})


class GeminiEmbedder:
    """Vectors of 3072 numbers; their first 768, scaled to length 1 again, are the short ones.

    `base_url` points the client at another server that speaks the protocol; `timeout` is in seconds.
    `wait` is called with seconds before a call is tried again.
    """

    name = GEMINI
    version = "001"
    dimensions = 3072
    short_dimensions = 768
    threshold = 0.7
    seed_threshold = 0.7

    def __init__(
        self,
        api_key: str,
        base_url: str | None = None,
        timeout: float = 60.0,
        attempts: int = 5,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        if not api_key.strip():
            raise EngineUnavailable(
                "no Gemini key is set: set AITIA_GEMINI_API_KEY, or choose the local embedder"
            )
        self._api_key = api_key
        self._base_url = base_url
        self._timeout = timeout
        self._attempts = attempts
        self._wait = wait
        self._client: Any = None

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of shape (n, 3072); blank text has the zero vector and is not sent.

        Raises EngineUnavailable when the service gives no answer, and EngineOutputInvalid when it
        answers with another number or size of vectors than asked for.
        """
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        filled = [index for index, text in enumerate(texts) if text.strip()]
        for start in range(0, len(filled), _BATCH):
            rows = filled[start : start + _BATCH]
            vectors[rows] = self._batch([texts[index][:_MAX_CHARACTERS] for index in rows])
        return vectors

    def _batch(self, texts: list[str]) -> Vectors:
        answer = self._answer(texts)
        values = [item.values or [] for item in answer.embeddings or []]
        if len(values) != len(texts):
            raise EngineOutputInvalid(
                f"{self.name} returned {len(values)} vectors for {len(texts)} texts: check the model's name"
            )
        if any(len(row) != self.dimensions for row in values):
            raise EngineOutputInvalid(
                f"{self.name} returned a vector without {self.dimensions} numbers: check the model's name"
            )
        vectors = np.asarray(values, dtype=np.float32)
        if not np.isfinite(vectors).all():
            raise EngineOutputInvalid(
                f"{self.name} returned a vector with a number that is not finite: run again"
            )
        return unit_rows(vectors)

    def _answer(self, texts: list[str]) -> Any:
        import httpx2
        from google.genai import errors

        problem = ""
        for attempt in range(self._attempts):
            try:
                return self._call(texts)
            except errors.APIError as error:
                if error.code not in _LATER:
                    raise EngineUnavailable(
                        f"{self.name} refused the call: {error.code} {error.status}"
                    ) from error
                problem, pause = f"{error.code} {error.status}", _pause_of(error)
            except httpx2.HTTPError as error:
                problem, pause = type(error).__name__, None
            if attempt + 1 < self._attempts:
                self._wait(min(_LONGEST_WAIT, 2.0**attempt if pause is None else pause))
        raise EngineUnavailable(
            f"{self.name} gave no answer in {self._attempts} attempts ({problem}): try again later"
        )

    def _call(self, texts: list[str]) -> Any:
        from google.genai import types

        config = types.EmbedContentConfig(
            task_type="SEMANTIC_SIMILARITY", output_dimensionality=self.dimensions
        )
        return self._connected().models.embed_content(model=self.name, contents=texts, config=config)

    def _connected(self) -> Any:
        if self._client is None:
            from google import genai
            from google.genai import types

            options = types.HttpOptions(base_url=self._base_url, timeout=round(self._timeout * 1000))
            self._client = genai.Client(api_key=self._api_key, http_options=options)
        return self._client


def _pause_of(error: Any) -> float | None:
    """Seconds that the service asks to wait; the client library does not read them."""
    headers = getattr(error.response, "headers", None) or {}
    return retry_after(headers.get("Retry-After"))
