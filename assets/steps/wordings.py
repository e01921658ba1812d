"""What stands beside a verdict: paths through the graph, and what a language model said of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from aitia.model.scales import QuestionKind
from aitia.question import Question
from aitia.text.markdown import plain
from resources.store import standing

if TYPE_CHECKING:
    from resources.store.changes import Reader
    from resources.store.standing import StandingVerdict
    from resources.store.tables import VerdictRow

WORDINGS = {"summary": "In short", "rephrase": "In other words"}
OPTIONS = "options"
PATHS = "paths"
PAIR = "pair"


def further_words(session: Reader, row: VerdictRow | StandingVerdict) -> dict[str, str]:
    """What stands beside a verdict, as Markdown: paths through the graph, and what a language model said.

    `paths` lead from the cause to the outcome over other things; `pair` says of a pairwise question what
    sentences and imported edges hold; `options`, `summary` and `rephrase` are a model's.
    """
    said: dict[str, str] = {}
    if (row.payload.get("question") or {}).get("kind") == QuestionKind.ABDUCTIVE:
        found = standing.current_insights(session, row.question_id)
        if found:
            said[OPTIONS] = "\n".join(f"- {item.text}" for item in found)
    elif paths := _paths(session, row.question_id):
        said[PATHS] = paths
    if (row.payload.get("question") or {}).get("kind") == QuestionKind.PAIRWISE:
        from sqlmodel import Session

        from assets.steps.pairs import pair_section

        own = session if isinstance(session, Session) else Session(session)
        said[PAIR] = pair_section(own, Question.model_validate(row.payload["question"]))
    for kind, wording in standing.wordings_of(session, row.verdict_id).items():
        said[kind] = f"{wording.text}\n\n*{wording.engine}; every number and name stands in the verdict.*"
    return said


def _paths(session: Reader, question_id: str) -> str:
    """What the graph adds, each step with its sentence, each line with why it stands there, as Markdown."""
    shown = standing.shown_insights(session, question_id)
    quotes = standing.quotes_of(session, [edge for item in shown for edge in item.path])
    lines: list[str] = []
    for item in shown:
        why = f": {plain(item.why)}" if item.why else ""
        lines.append(f"- {plain(item.text)} (score {item.score:.2f}{why})")
        for edge in item.path:
            quote, paper = quotes[edge]
            lines.append(f"  - “{plain(quote)}” ({plain(paper)})")
    return "\n".join(lines)


def as_sections(said: Mapping[str, str]) -> str:
    """The parts under headings, to stand below the explanation; empty when nothing was said."""
    titles = {PAIR: "The pair", OPTIONS: "Options that hold", PATHS: "How it may come about", **WORDINGS}
    return "".join(f"\n\n## {title}\n\n{said[kind]}" for kind, title in titles.items() if kind in said)
