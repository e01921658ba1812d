"""Embeddings that are paid for go through ledger, budget and cache like every other call."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Sequence
from time import monotonic

import numpy as np

from aitia.model.errors import EngineUnavailable
from aitia.model.keys import content_hash
from resources.calls.base import ModelCall
from resources.calls.budget import Limits, used_up
from resources.calls.ledger import Ledger
from resources.calls.prices import Price
from resources.embedders.base import Embedder, Vectors

TASK = "embed-v1"
KEPT = 1_000
"""Characters up to which a text's vector is kept in the ledger; those of papers have a table of their own."""
_TOGETHER = 100
_CHARACTERS_PER_TOKEN = 4


class LedgeredEmbedder:
    """An embedder whose every text is a row of the ledger, and every short text is paid once.

    `ledger_for` gives the ledger of the question that is being worked on. The service counts no tokens here:
    they are estimated at four characters each. Raises BudgetExceeded before a call that a limit forbids.
    """

    def __init__(
        self,
        embedder: Embedder,
        ledger_for: Callable[[], Ledger],
        limits: Limits | None = None,
        price: Price | None = None,
    ) -> None:
        self._embedder = embedder
        self._ledger_for = ledger_for
        self._limits = limits or Limits()
        self._price = price
        self.name, self.version = embedder.name, embedder.version
        self.dimensions, self.short_dimensions = embedder.dimensions, embedder.short_dimensions
        self.threshold, self.seed_threshold = embedder.threshold, embedder.seed_threshold
        if price is None and (self._limits.usd is not None or self._limits.usd_per_day is not None):
            raise EngineUnavailable(
                f'no price is known for "{self.name}", so a budget in US dollars cannot be kept: set '
                "AITIA_ENGINE_PRICES to its US dollars per million prompt and output tokens"
            )

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row a text; a blank text has the zero vector, and what the ledger holds is not sent again."""
        ledger = self._ledger_for()
        found: dict[str, Vectors] = {}
        for text in dict.fromkeys(texts):
            known = ledger.find(self._key(text)) if 0 < len(text) <= KEPT else None
            if known is not None and known.response:
                found[text] = np.frombuffer(base64.b64decode(known.response), dtype=np.float32)
            elif not text.strip():
                found[text] = np.zeros(self.dimensions, dtype=np.float32)
        missing = [text for text in dict.fromkeys(texts) if text not in found]
        for start in range(0, len(missing), _TOGETHER):
            found |= dict(self._paid(ledger, missing[start : start + _TOGETHER]))
        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        return np.stack([found[text] for text in texts])

    def _paid(self, ledger: Ledger, texts: list[str]) -> Iterator[tuple[str, Vectors]]:
        """Embed and write down, each text before the next is used."""
        used_up(self._limits, ledger.spent())
        started = monotonic()
        vectors = self._embedder.embed(texts)
        latency = (monotonic() - started) / len(texts)
        for text, vector in zip(texts, vectors, strict=True):
            ledger.record(self._call(text, vector, latency))
            yield text, vector

    def _key(self, text: str) -> str:
        return content_hash(TASK, self.name, self.version, str(self.dimensions), text)

    def _call(self, text: str, vector: Vectors, latency: float) -> ModelCall:
        tokens = max(1, len(text) // _CHARACTERS_PER_TOKEN)
        kept = len(text) <= KEPT
        return ModelCall(
            cache_key=self._key(text),
            provider="gemini",
            model=self.name,
            prompt_version=TASK,
            schema_version=str(self.dimensions),
            input_hash=content_hash(text),
            request=text if kept else "",
            response=base64.b64encode(vector.astype(np.float32).tobytes()).decode() if kept else "",
            prompt_tokens=tokens,
            output_tokens=0,
            price=self._price.of(tokens, 0) if self._price else 0.0,
            latency=latency,
            retries=0,
            status="complete",
        )
