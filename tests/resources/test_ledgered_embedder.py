"""What an embedding costs is in the ledger, and the same words are paid for once."""

from __future__ import annotations

import numpy as np
import pytest

from aitia.model.errors import BudgetExceeded, EngineUnavailable
from bench.model.server import ModelServer, running
from resources.calls.budget import Limits
from resources.calls.ledger import Ledger, MemoryLedger
from resources.calls.prices import Price
from resources.embedders.gemini import GeminiEmbedder
from resources.embedders.ledgered import LedgeredEmbedder
from resources.store.ledger import StoreLedger
from resources.store.session import Store

PRICE = Price(0.15, 0.0, "test")
NAMES = ["vitamin D", "severe COVID-19", "", "vitamin D"]


def embedder(server: ModelServer, ledger: Ledger, limits: Limits | None = None) -> LedgeredEmbedder:
    return LedgeredEmbedder(GeminiEmbedder("key", server.url), lambda: ledger, limits, PRICE)


def test_the_same_names_are_paid_once_also_by_a_later_run(store: Store) -> None:
    with running(ModelServer()) as server:
        first = embedder(server, StoreLedger(store)).embed(NAMES)
        again = embedder(server, StoreLedger(store)).embed(NAMES)
        assert len(server.requests) == 1
    assert np.array_equal(first, again)
    assert not first[2].any()
    spent = StoreLedger(store).spent()
    assert (spent.calls, spent.tokens) == (2, len("vitamin D") // 4 + len("severe COVID-19") // 4)
    assert spent.usd == pytest.approx(spent.tokens * 0.15e-6)


def test_papers_are_accounted_for_and_their_vectors_kept_elsewhere() -> None:
    ledger = MemoryLedger()
    with running(ModelServer()) as server:
        embedder(server, ledger).embed(["A long abstract. " * 200])
    (row,) = ledger.calls.values()
    assert (row.response, row.prompt_tokens) == ("", 850)


def test_a_budget_stops_before_the_call() -> None:
    with running(ModelServer()) as server:
        told = embedder(server, MemoryLedger(), Limits(tokens=3))
        told.embed(["vitamin D and calcium"])
        with pytest.raises(BudgetExceeded, match="AITIA_BUDGET_TOKENS"):
            told.embed(["something else"])
        assert len(server.requests) == 1


def test_a_budget_in_dollars_needs_a_price() -> None:
    with pytest.raises(EngineUnavailable, match="AITIA_ENGINE_PRICES"):
        LedgeredEmbedder(GeminiEmbedder("key"), MemoryLedger, Limits(usd=1.0), None)
