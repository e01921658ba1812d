"""Places for calls to one service at a time."""

from __future__ import annotations

from typing import Protocol


class Slots(Protocol):
    """Places for calls that are shared with others. Blocking; called from one thread at a time."""

    def take(self, again: bool) -> int | None:
        """A free place, or None: try later. `again`: this call asked before and waits."""
        ...

    def give(self, slot: int) -> None:
        """Give a place back."""
        ...

    def close(self) -> None:
        """Give everything back."""
        ...
