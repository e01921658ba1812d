"""What a call costs, by a price list that carries its date."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

PRICE_LIST = "prices-2026-03.json"


@dataclass(frozen=True)
class Price:
    """US dollars per million prompt tokens and per million output tokens; `source` names the list."""

    prompt: float
    output: float
    source: str

    def of(self, prompt_tokens: int, output_tokens: int) -> float:
        """US dollars of a call."""
        return (prompt_tokens * self.prompt + output_tokens * self.output) / 1_000_000


def price_of(model: str, own: Mapping[str, tuple[float, float]]) -> Price | None:
    """The price of a model: from the settings, else from the list; None when neither knows it."""
    if model in own:
        return Price(*own[model], source="settings")
    as_of, models = _price_list()
    return Price(*models[model], source=f"price list of {as_of}") if model in models else None


@cache
def _price_list() -> tuple[str, dict[str, tuple[float, float]]]:
    listed = json.loads(files("resources.calls").joinpath(PRICE_LIST).read_text(encoding="utf-8"))
    return listed["as_of"], {name: (pair[0], pair[1]) for name, pair in listed["models"].items()}
