"""The summary in words: Markdown for a person, plain data for a program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aitia.summary.build import CausalSummary, Chain
from aitia.summary.statements import Said

_GROUPS = (
    ("causal", "What the documents say causes what"),
    ("associations", "What goes together, without a claim of cause"),
    ("without_effect", "Where no effect was found"),
)


def as_markdown(summary: CausalSummary) -> str:
    """Each path with the sentence behind each of its steps."""
    lines = [f"# {_plain(summary.question)}", ""]
    if not summary.contexts:
        return "\n".join(
            [*lines, "The documents state nothing of a cause, an association or no effect here."]
        )
    lines += [f"Nearest to the question: {', '.join(map(_plain, summary.seeds))}."]
    for name, title in _GROUPS:
        chains: Sequence[Chain] = getattr(summary, name)
        if chains:
            lines += ["", f"## {title}", "", *[line for chain in chains for line in _lines(chain)]]
    return "\n".join(lines)


def as_data(summary: CausalSummary) -> dict[str, Any]:
    """The same, ready for JSON."""
    return {
        "question": summary.question,
        "seeds": list(summary.seeds),
        "nodes_reached": summary.nodes,
        "statements": summary.statements,
        **{
            name: [
                {"score": round(chain.score, 4), "steps": [_step(said) for said in chain.steps]}
                for chain in getattr(summary, name)
            ]
            for name, _ in _GROUPS
        },
    }


def _lines(chain: Chain) -> list[str]:
    said = chain.steps[0]
    path = _plain(said.cause) + "".join(f" —{s.relation}→ {_plain(s.effect)}" for s in chain.steps)
    return [f"- {path}", *[f"  - “{_plain(s.quote.text)}” ({_plain(s.paper)})" for s in chain.steps]]


def _step(said: Said) -> dict[str, Any]:
    return {
        "cause": said.cause,
        "relation": said.relation,
        "effect": said.effect,
        "kind": said.link.value,
        "quote": said.quote.text,
        "paper": said.paper,
        "title": said.title,
        "passage": said.quote.passage_id,
        "char_start": said.quote.char_start,
        "char_end": said.quote.char_end,
    }


def _plain(text: str) -> str:
    """One line, in which nothing is Markdown."""
    return " ".join(text.split()).translate({ord(c): f"\\{c}" for c in "\\`*_[]<>#|"})
