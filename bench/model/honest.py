"""What an honest, modest model answers to a prompt, made by code."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from aitia.reading.paper.arms import stems
from aitia.reading.statements.direction import read_statements

Lines = list[tuple[int, str, str]]
Answerer = Callable[[Lines, str], str]
_QUESTION = re.compile(r"^<<<QUESTION \w{16}$\n(.*?)^QUESTION \w{16}>>>$", re.MULTILINE | re.DOTALL)
_statements = lru_cache(maxsize=20_000)(read_statements)


def read_honestly(lines: Lines, prompt: str) -> str:
    """What an honest, modest model answers: the statements of the sentences it was given."""
    claims = []
    for number, section, text in lines:
        for s in _statements(text) if section != "title" else ():
            if s.cause and s.effect:
                told = {"sentence": number, "cause": text[slice(*s.cause)], "effect": text[slice(*s.effect)]}
                claims.append(told | {"direction": s.direction.value, "confidence": 0.9})
    answer = _honest_answer(asked_in(prompt), claims)
    if answer and "findings" not in prompt.rpartition("WANTED:")[2]:
        return json.dumps(answer)
    return json.dumps({"claims": claims, "facts": [], "bias": [], "entities": [], **answer})


def asked_in(prompt: str) -> dict[str, str]:
    """The parts of the question that a prompt asks; empty where it asks none."""
    lines = question_in(prompt).splitlines()
    return {name: text for name, _, text in (line.partition(": ") for line in lines) if text}


def question_in(prompt: str) -> str:
    """The lines of the question that a prompt asks; "" where it asks none."""
    block = _QUESTION.search(prompt)
    return block.group(1).strip() if block else ""


def _honest_answer(asked: dict[str, str], claims: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The last statement on the outcome, where its cause is the question's intervention."""
    if not asked:
        return {}
    told: dict[str, Any] = {"asked": asked["outcome"], "reported": False, "confidence": 0.9}
    for claim in claims:
        if _shares(asked["outcome"], claim["effect"]) and _shares(asked["intervention"], claim["cause"]):
            told |= {"reported": True, "sentences": [claim["sentence"]], "direction": claim["direction"]}
            told |= {"intervention": claim["cause"], "outcome": claim["effect"], "direction_confidence": 0.9}
    return {"answer": told}


def _shares(one: str, other: str) -> bool:
    return bool(stems(one) & stems(other))
