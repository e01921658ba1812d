"""What a call costs, by a price list that carries its date."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

PRICE_LIST = "prices-2026-03.json"


@dataclass(frozen=True)
class Price:
    """US dollars per million prompt tokens and per million output tokens; `source` names the list.

    `cached` is the share of the prompt's price for tokens that the service had cached.
    """

    prompt: float
    output: float
    source: str
    cached: float = 1.0

    def of(self, prompt_tokens: int, output_tokens: int, cached_tokens: int = 0) -> float:
        """US dollars of a call; `cached_tokens` are among the prompt's."""
        prompt = prompt_tokens - (1 - self.cached) * cached_tokens
        return (prompt * self.prompt + output_tokens * self.output) / 1_000_000


def price_of(model: str, own: Mapping[str, tuple[float, float]], batch: bool = False) -> Price | None:
    """The price of a model: from the settings as it is, else from the list; None when neither knows it."""
    if model in own:
        return Price(*own[model], source="settings")
    listed = _price_list()
    if model not in listed["models"]:
        return None
    share = listed["batch"] if batch else 1.0
    prompt, output = listed["models"][model]
    source = f"price list of {listed['as_of']}{', in batches' if batch else ''}"
    return Price(share * prompt, share * output, source, listed["cached"])


@cache
def _price_list() -> dict[str, Any]:
    """`models` with two prices each; `batch` and `cached` are shares of them."""
    listed: dict[str, Any] = json.loads(
        files("resources.calls").joinpath(PRICE_LIST).read_text(encoding="utf-8")
    )
    return listed
