"""Reading engines by name; each is imported only when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aitia.model.errors import SettingsError
from resources.engines.base import ReadingEngine
from resources.settings import Settings
from resources.store.session import Store

if TYPE_CHECKING:
    from resources.calls.budget import Limits
    from resources.calls.ledger import Ledger
    from resources.calls.prices import Price
    from resources.calls.slots import Slots
    from resources.engines.caller import Caller
    from resources.engines.model import ModelClient

GEMINI_MODEL = "gemini-2.5-flash"
_BATCH = 512
"""Most requests of one batch; they wait together, so the limits on calls in flight do not hold for them."""


def make_engine(settings: Settings, store: Store) -> ReadingEngine:
    """The engine that the settings name. `store` is where a cloud engine finds answers already paid for.

    Raises SettingsError for an unknown name or missing address, EngineUnavailable when its key is missing.
    """
    if settings.engine == "local":
        from resources.engines.local import LocalEngine

        return LocalEngine(models=settings.cache_home / "models", close=settings.close_reading)
    from resources.engines.cloud import CloudEngine

    client = make_client(settings, settings.engine_batch)
    make_caller(settings, store)  # a budget that cannot be kept is refused before anything is read
    return CloudEngine(
        settings.engine,
        client.model,
        lambda question_id, run_id: make_caller(
            settings, store, question_id, run_id, batch=settings.engine_batch
        ),
        samples=settings.engine_samples,
        models=settings.cache_home / "models",
        close=settings.close_reading,
    )


def make_client(settings: Settings, batch: bool = False) -> ModelClient:
    """The language model of the settings, asked call by call or in batches.

    Raises SettingsError where they name none, or where its service takes no batches.
    """
    if batch and settings.engine != "gemini":
        raise SettingsError(f"only gemini takes batches, not {settings.engine}: unset AITIA_ENGINE_BATCH")
    if settings.engine == "gemini":
        from resources.engines.gemini import GeminiClient
        from resources.engines.gemini_batch import GeminiBatchClient

        key, project = settings.gemini_api_key, settings.vertex_project
        kind = GeminiBatchClient if batch else GeminiClient
        return kind(
            settings.engine_model or GEMINI_MODEL,
            key.get_secret_value() if key else None,
            settings.source_urls.get("gemini"),
            settings.engine_timeout,
            (project, settings.vertex_location) if project else None,
        )
    if settings.engine == "openai_compatible":
        from resources.engines.openai_compatible import OpenAICompatibleClient

        key = settings.openai_api_key
        return OpenAICompatibleClient(
            settings.engine_model,
            settings.engine_url,
            key.get_secret_value() if key else None,
            settings.engine_timeout,
        )
    raise SettingsError(
        f'engine "{settings.engine}" is no language model: set AITIA_ENGINE to gemini or openai_compatible'
    )


def make_caller(
    settings: Settings,
    store: Store,
    question_id: str | None = None,
    run_id: str | None = None,
    batch: bool = False,
) -> Caller:
    """A caller with the settings' limits, whose ledger rows name the question and the run."""
    from resources.store.ledger import StoreLedger
    from resources.store.slots import StoreSlots

    client = make_client(settings, batch)
    slots = None if batch else StoreSlots(store, client.provider, settings.engine_concurrency)
    return caller_with(settings, client, StoreLedger(store, question_id, run_id), slots, batch)


def price_named(settings: Settings, model: str, batch: bool = False) -> Price | None:
    """What the settings' model costs; a server of one's own costs nothing unless a price is set."""
    from resources.calls.prices import Price, price_of

    price = price_of(model, settings.engine_prices, batch)
    if price is None and settings.engine == "openai_compatible":
        return Price(0.0, 0.0, "own server")
    return price


def limits_of(settings: Settings) -> Limits:
    """What a question and a day may cost."""
    from resources.calls.budget import Limits

    return Limits(
        settings.budget_calls, settings.budget_tokens, settings.budget_usd, settings.budget_usd_per_day
    )


def caller_with(
    settings: Settings, client: ModelClient, ledger: Ledger, shared: Slots | None = None, batch: bool = False
) -> Caller:
    """A caller with the settings' limits and prices over any ledger."""
    from resources.engines.caller import Caller, Pace, rate_of

    return Caller(
        client,
        ledger,
        Pace(
            _BATCH if batch else settings.engine_concurrency,
            rate_of(client.model, settings.engine_rates),
            settings.engine_attempts,
        ),
        limits_of(settings),
        price_named(settings, client.model, batch),
        shared,
    )
