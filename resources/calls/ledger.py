"""What a ledger of paid calls promises, and one that forgets; `resources.store.ledger` is the lasting one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from resources.calls.base import ModelCall


@dataclass(frozen=True)
class Spent:
    """What has been paid: calls, tokens and US dollars of the question, US dollars of today (UTC)."""

    calls: int = 0
    tokens: int = 0
    usd: float = 0.0
    usd_today: float = 0.0

    def plus(self, call: ModelCall) -> Spent:
        """With one more call."""
        return Spent(
            self.calls + 1,
            self.tokens + call.prompt_tokens + call.output_tokens,
            self.usd + call.price,
            self.usd_today + call.price,
        )


class Ledger(Protocol):
    """Where answers are kept. Blocking; called from threads."""

    def find(self, key: str) -> ModelCall | None:
        """The answered call of a key."""

    def find_part(self, key: str, part_key: str) -> ModelCall | None:
        """The answered call of a key, else the earliest one with that part."""

    def record(self, call: ModelCall) -> Spent:
        """Keep an answered call for good before it is used; what has been spent with it."""
        ...

    def spent(self) -> Spent:
        """What has been spent so far."""
        ...


class MemoryLedger:
    """A ledger that forgets: for measurements and tests without a database."""

    def __init__(self) -> None:
        self.calls: dict[str, ModelCall] = {}
        self._spent = Spent()

    def find(self, key: str) -> ModelCall | None:
        """The answered call of a key."""
        return self.calls.get(key)

    def find_part(self, key: str, part_key: str) -> ModelCall | None:
        """The call of the key, else the first with that part."""
        same = (call for call in self.calls.values() if part_key and call.part_key == part_key)
        return self.calls.get(key) or next(same, None)

    def record(self, call: ModelCall) -> Spent:
        """Keep the call."""
        if call.cache_key not in self.calls:
            self.calls[call.cache_key] = call
            self._spent = self._spent.plus(call)
        return self._spent

    def spent(self) -> Spent:
        """What has been spent so far."""
        return replace(self._spent)
