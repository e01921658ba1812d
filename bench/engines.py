"""Benchmarks with a language model: `--engine`, what it was asked, and what that cost.

Answers are kept in a file of their own under the cache home, so that a benchmark that is run again, or was
stopped, pays for nothing twice.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from rich.console import Console
from rich.progress import track
from sqlmodel import select

from aitia.model.errors import EngineOutputInvalid, EngineRefused
from aitia.model.keys import content_hash
from bench.report import Measure
from resources.calls.base import ModelCall, ReadingResult
from resources.calls.ledger import MemoryLedger, Spent
from resources.calls.prices import price_of
from resources.embedders.base import Embedder
from resources.embedders.catalogue import embedder_named
from resources.engines.base import ReadingTask
from resources.engines.caller import Caller
from resources.engines.cloud import CloudEngine
from resources.engines.model import ModelClient
from resources.engines.wire import WireReading, decode
from resources.readers import caller_with, make_client, price_named
from resources.settings import Settings, get_settings
from resources.store.session import open_store
from resources.store.tables import ModelCallRow

Answered = TypeVar("Answered")
ENGINES = ("local", "gemini", "openai_compatible")


def add_engine(parser: argparse.ArgumentParser, choices: Sequence[str] = ENGINES) -> None:
    """The option `--engine`; key, model, address, prices and limits come from the settings."""
    parser.add_argument("--engine", default="local", choices=choices)


@dataclass
class Used:
    """The answers that figures rest on, paid for now or earlier. `price` names where their price is from."""

    provider: str
    model: str
    price: str | None
    calls: dict[str, ModelCall] = field(default_factory=dict)

    def add(self, calls: Iterable[ModelCall]) -> None:
        """Count the calls, each once."""
        self.calls |= {call.cache_key: call for call in calls}

    def told(self, measures: Sequence[Measure]) -> list[Measure]:
        """The figures with the model's name on each, and its calls, tokens and cost after them."""
        calls = list(self.calls.values())
        prompts = ", ".join(sorted({call.prompt_version for call in calls})) or "no prompt"
        name = f"{self.provider} {self.model}, {prompts}, {self.price or 'price unknown'}"
        cost = sum(call.price for call in calls) if self.price else None
        rows = [
            Measure("model calls", float(len(calls)), len(calls)),
            Measure("model tokens, prompt", float(sum(c.prompt_tokens for c in calls)), len(calls)),
            Measure("model tokens, output", float(sum(c.output_tokens for c in calls)), len(calls)),
            Measure("model cost, US dollars", cost, len(calls)),
        ]
        return [replace(row, engine=name) for row in (*measures, *rows)]


def used_of(settings: Settings) -> Used:
    """Nothing used yet of the settings' model. Raises SettingsError or EngineUnavailable."""
    client = make_client(settings)
    price = price_named(settings, client.model)
    return Used(client.provider, client.model, price.source if price else None)


def stored_calls(settings: Settings) -> list[ModelCall]:
    """Every call in the ledger of the settings' store."""
    store = open_store(settings)
    try:
        with store.session() as session:
            return [ModelCall.model_validate(row.model_dump()) for row in session.exec(select(ModelCallRow))]
    finally:
        store.close()


class FileLedger(MemoryLedger):
    """Answered calls as lines of a file; what was kept before this run costs it nothing.

    `asked` are those that this run has used, paid for now or earlier.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self.asked: dict[str, ModelCall] = {}
        if path.is_file():
            # A line that a kill cut short is no answer.
            lines = [line for line in path.read_text(encoding="utf-8").split("\n") if line.endswith("}")]
            kept = [ModelCall.model_validate_json(line) for line in lines]
            self.calls = {call.cache_key: call for call in kept}

    def find(self, key: str) -> ModelCall | None:
        """The answer of an earlier run, or of this one."""
        found = super().find(key)
        if found is not None:
            self.asked[key] = found
        return found

    def record(self, call: ModelCall) -> Spent:
        """Keep the call for good."""
        self.asked[call.cache_key] = call
        if call.cache_key not in self.calls:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8") as file:
                file.write(f"\n{call.model_dump_json()}\n")
        return super().record(call)


class Reader:
    """The settings' language model as a reader of papers, within the settings' limits."""

    def __init__(self, settings: Settings) -> None:
        self.client: ModelClient = make_client(settings)
        self.used = used_of(settings)
        file = (
            settings.cache_home
            / "bench"
            / f"{content_hash(self.client.provider, self.client.model)[:16]}.jsonl"
        )
        ledger = FileLedger(file)
        self._ledger = ledger
        self._settings = settings
        self._engine = CloudEngine(
            settings.engine,
            self.client.model,
            lambda _question, _run: self._caller(),
            samples=settings.engine_samples,
        )

    def _caller(self) -> Caller:
        return caller_with(self._settings, make_client(self._settings), self._ledger)

    def read(self, tasks: Sequence[ReadingTask], what: str) -> list[ReadingResult]:
        """A result for each task, in their order; equal texts are asked once.

        Raises BudgetExceeded or EngineUnavailable; what was answered is kept for the next run.
        """
        console = Console(stderr=True)
        done: dict[str, ReadingResult] = {}
        once = {self._engine.key(task): task for task in tasks}

        async def collect() -> None:
            shown = iter(track(range(len(once)), what, console=console, disable=not console.is_terminal))
            async for result in self._engine.read(list(once.values())):
                next(shown, None)
                done[result.key] = result

        asyncio.run(collect())
        for result in done.values():
            self.used.add(result.calls)
        return [done[self._engine.key(task)] for task in tasks]

    def ask(self, jobs: Sequence[Callable[[Caller], Awaitable[Answered]]]) -> list[Answered | None]:
        """What each job makes of the model's answer, in their order; None where that was unusable.

        Raises BudgetExceeded or EngineUnavailable; what was answered is kept for the next run.
        """

        async def one(job: Callable[[Caller], Awaitable[Answered]], caller: Caller) -> Answered | None:
            try:
                return await job(caller)
            except (EngineOutputInvalid, EngineRefused):
                return None

        async def collect() -> list[Answered | None]:
            async with self._caller().opened() as caller:
                return await asyncio.gather(*(one(job, caller) for job in jobs))

        answers = asyncio.run(collect())
        self.used.add(self._ledger.asked.values())
        return answers

    def said(self, result: ReadingResult) -> WireReading | None:
        """The model's own words behind a result; None where it gave no usable answer."""
        for call in reversed(result.calls):
            try:
                return decode(self.client.parse(call.response).text, [])
            except EngineOutputInvalid:
                continue
        return None


def reader_named(engine: str) -> Reader:
    """The reader of the settings with that engine. Raises SettingsError or EngineUnavailable."""
    return Reader(get_settings(engine=engine))


def embedder_of(engine: str, cache: Path) -> Embedder:
    """The embedder of an engine, with the settings' key and address; local models are kept in `cache`."""
    settings = get_settings()
    key = settings.gemini_api_key
    url = settings.source_urls.get("gemini")
    return embedder_named(engine, cache, key.get_secret_value() if key else None, url)


def embedded_by(embedder: Embedder, texts: Sequence[str], measures: Sequence[Measure]) -> list[Measure]:
    """The figures with the embedder's name on each, its texts and what they cost after them.

    The service counts no tokens for embeddings: the cost is estimated at four characters a token.
    """
    price = price_of(embedder.name, get_settings().engine_prices)
    tokens = sum(len(text) for text in texts) // 4
    name = f"gemini {embedder.name}, no prompt, {price.source if price else 'price unknown'}"
    rows = [
        Measure("texts embedded", float(len(texts)), len(texts)),
        Measure("model tokens, prompt (estimated)", float(tokens), len(texts)),
        Measure("model cost, US dollars (estimated)", price.of(tokens, 0) if price else None, len(texts)),
    ]
    return [replace(row, engine=name) for row in (*measures, *rows)]
