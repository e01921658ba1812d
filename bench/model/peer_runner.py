"""Runs in a peer's own environment, never in ours: indexes texts with the peer against a local model server.

`PEER_PYTHON bench/model/peer_runner.py PEER URL TEXTS.json FOLDER CONCURRENCY` prints seconds and its version
as JSON. The peer's own settings stand, but for the model (the local server), vectors (hashes, made here) and
the tokeniser, whose table would have to be fetched from the network.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from importlib.metadata import version
from typing import Any

import httpx
import numpy as np

SIZE = 64
Texts = list[str]


class FourCharacters:
    """A tokeniser of four characters a token."""

    def encode(self, text: str, **_: object) -> list[int]:
        """Each four characters as one number."""
        return [int.from_bytes(text[i : i + 4].encode("utf-32-le"), "little") for i in range(0, len(text), 4)]

    def decode(self, tokens: Sequence[int], **_: object) -> str:
        """The characters of the numbers."""
        return "".join(t.to_bytes(16, "little").decode("utf-32-le").rstrip("\x00") for t in tokens)

    def decode_batch(self, batches: Sequence[Sequence[int]], **_: object) -> Texts:
        """Several at once."""
        return [self.decode(tokens) for tokens in batches]

    def encode_batch(self, texts: Texts, **_: object) -> list[list[int]]:
        """Several at once."""
        return [self.encode(text) for text in texts]


def asker(url: str) -> Callable[..., Awaitable[str]]:
    """An answer from the server; what it refuses is asked again when it says."""
    http = httpx.AsyncClient(timeout=120)

    async def ask(
        prompt: str,
        system_prompt: str | None = None,
        history_messages: Sequence[dict[str, str]] = (),
        **_: object,
    ) -> str:
        messages = [{"role": "system", "content": system_prompt}] if system_prompt else []
        messages += [*history_messages, {"role": "user", "content": prompt}]
        while True:
            answer = await http.post(
                f"{url}/v1/chat/completions", json={"model": "local", "messages": messages}
            )
            if answer.status_code == 200:
                return str(answer.json()["choices"][0]["message"]["content"])
            await asyncio.sleep(float(answer.headers.get("retry-after", "1")))

    return ask


async def vectors(texts: Texts) -> Any:
    """A vector of each text, from its hash."""
    seeds = [int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "little") for text in texts]
    return np.array([np.random.default_rng(seed).normal(size=SIZE) for seed in seeds])


async def lightrag(url: str, texts: Texts, folder: str, concurrency: int) -> tuple[float, str]:
    """Seconds that LightRAG takes to index the texts, and its version."""
    from lightrag import LightRAG  # type: ignore[import-not-found]
    from lightrag.utils import EmbeddingFunc, Tokenizer  # type: ignore[import-not-found]

    rag = LightRAG(
        working_dir=folder,
        llm_model_func=asker(url),
        llm_model_max_async=concurrency,
        max_parallel_insert=concurrency,
        tokenizer=Tokenizer("four characters", FourCharacters()),
        embedding_func=EmbeddingFunc(embedding_dim=SIZE, max_token_size=8192, func=vectors),
    )
    await rag.initialize_storages()
    started = time.monotonic()
    await rag.ainsert(texts)
    seconds = time.monotonic() - started
    await rag.finalize_storages()
    return seconds, version("lightrag-hku")


async def nano_graphrag(url: str, texts: Texts, folder: str, concurrency: int) -> tuple[float, str]:
    """Seconds that nano-graphrag takes to index the texts, and its version."""
    import tiktoken  # type: ignore[import-not-found]

    tiktoken.encoding_for_model = tiktoken.get_encoding = lambda *_: FourCharacters()
    from nano_graphrag import GraphRAG  # type: ignore[import-not-found]
    from nano_graphrag._utils import (  # type: ignore[import-not-found]
        wrap_embedding_func_with_attrs,
    )

    ask = asker(url)

    async def complete(
        prompt: str,
        system_prompt: str | None = None,
        history_messages: Sequence[dict[str, str]] = (),
        **_: object,
    ) -> str:
        return await ask(prompt, system_prompt, history_messages)

    embed = wrap_embedding_func_with_attrs(embedding_dim=SIZE, max_token_size=8192)(vectors)
    rag = GraphRAG(
        working_dir=folder,
        best_model_func=complete,
        cheap_model_func=complete,
        best_model_max_async=concurrency,
        cheap_model_max_async=concurrency,
        embedding_func=embed,
    )
    started = time.monotonic()
    await rag.ainsert(texts)
    return time.monotonic() - started, version("nano-graphrag")


PEERS = {"lightrag": lightrag, "nano-graphrag": nano_graphrag}


def main() -> None:
    """Index with the peer that is named and print what it took."""
    peer, url, texts, folder, concurrency = sys.argv[1:6]
    with open(texts, encoding="utf-8") as file:
        read = json.load(file)
    seconds, found = asyncio.run(PEERS[peer](url, read, folder, int(concurrency)))
    print(json.dumps({"seconds": seconds, "version": found}))


if __name__ == "__main__":
    main()
