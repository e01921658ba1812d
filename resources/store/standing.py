"""What stands on a question, read with SQL alone: no table's class is loaded, so an answer is soon shown."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import text

from aitia.model.search import SearchRequest, SearchStatus
from aitia.question.specification import Question
from resources.store.reasoning_sql import statement

if TYPE_CHECKING:
    from sqlalchemy import RowMapping

    from resources.store.changes import Reader

SearchMark = tuple[str, str, str]


def _rows(reader: Reader, name: str, **values: object) -> Sequence[RowMapping]:
    return reader.execute(text(statement(name)), values).mappings().all()


@dataclass(frozen=True)
class AskedQuestion:
    """A question as it was read, and the sources that it is asked of."""

    question: Question
    sources: tuple[str, ...]


def load_questions(reader: Reader, question_ids: Sequence[str]) -> dict[str, AskedQuestion]:
    """The stored questions among the ids, in one statement."""
    fields = Question.model_fields.keys()
    return {
        row["question_id"]: AskedQuestion(
            Question.model_validate({name: row[name] for name in fields & row.keys()}), tuple(row["sources"])
        )
        for row in _rows(reader, "list_questions_by_id", question_ids=list(question_ids))
    }


def question_places(reader: Reader, question_id: str) -> tuple[list[str], list[str]]:
    """The sources and the document paths that a stored question is asked of; empty when it is new."""
    for row in _rows(reader, "find_question", question_id=question_id):
        return list(row["sources"]), list(row["documents"])
    return [], []


@dataclass(frozen=True)
class Settled:
    """What the standing verdict was reached from: `inputs` outside the store, and what the searches gave.

    No `state` while a run changes what is stored, and after one that did not live to its end.
    """

    inputs: str
    state: str


def settled_from(reader: Reader, question_id: str) -> Settled | None:
    """What the standing verdict was reached from; None when the question never got that far."""
    for row in _rows(reader, "find_question", question_id=question_id):
        if row["settled_inputs"] is not None:
            inputs, _, state = row["settled_inputs"].partition("\n")
            return Settled(inputs, state)
    return None


def search_mark(request: SearchRequest) -> SearchMark:
    """What makes two searches the same one, whichever round and reason they were planned with."""
    return request.source, request.query, json.dumps(request.filters, sort_keys=True)


def sent_searches(reader: Reader, question_ids: Sequence[str]) -> dict[str, set[SearchMark]]:
    """The marks of every search that was planned for each of the questions, in one statement."""
    marks: dict[str, set[SearchMark]] = {question_id: set() for question_id in question_ids}
    for row in _rows(reader, "list_sent_searches", question_ids=list(question_ids)):
        plain = {name: str(value) for name, value in row["filters"].items()}
        mark = row["source"], row["query"], json.dumps(plain, sort_keys=True)
        marks[row["question_id"]].add(mark)
    return marks


def search_is_owed(reader: Reader, question_id: str, local: Collection[str]) -> bool:
    """Whether a service that the question is asked of failed when last searched; files do not count."""
    return any(
        row["status"] == SearchStatus.INCOMPLETE and row["source"] not in local
        for row in _rows(reader, "list_outcomes_of_searches", question_id=question_id)
    )


def failed_sources(reader: Reader, question_id: str) -> tuple[list[str], bool]:
    """The sources asked now of which a search failed, and whether all did and none gave a record."""
    searches = _rows(reader, "list_outcomes_of_searches", question_id=question_id)
    failed = [row for row in searches if row["status"] == SearchStatus.INCOMPLETE]
    nothing = bool(failed) and len(failed) == len(searches) and not any(row["returned"] for row in failed)
    return sorted({row["source"] for row in failed}), nothing


def round_notes(reader: Reader, question_id: str, round_no: int) -> dict[str, object]:
    """What a round found or changed; empty for a round that is not stored."""
    for row in _rows(reader, "find_round", question_id=question_id, round_no=round_no):
        return dict(row["changed"])
    return {}


@dataclass(frozen=True)
class RoundToFollow:
    """The newest round of a question whose verdict does not suffice: its notes, and the gaps named."""

    question_id: str
    round_no: int
    notes: dict[str, object]
    gaps: list[object]
    fingerprint: str


def rounds_to_follow(
    reader: Reader, max_rounds: int, sufficient: Sequence[str], since: int, question_id: str | None = None
) -> list[RoundToFollow]:
    """The active questions, or that question, with rounds left and a certainty that does not suffice.

    Only those in which a run ended in the transaction `since` or later; all, where it is 0.
    """
    values = {"max_rounds": max_rounds, "sufficient": list(sufficient), "since": since}
    return [
        RoundToFollow(**row) for row in _rows(reader, "find_open_rounds", question_id=question_id, **values)
    ]


@dataclass(frozen=True)
class StandingVerdict:
    """The newest version of a verdict as it is shown; `payload` is the whole of it."""

    verdict_id: str
    question_id: str
    version: int
    round_no: int
    fingerprint: str
    explanation: str
    changes: list[Any]
    gaps: list[Any]
    payload: dict[str, Any]
    engine: str
    created_at: datetime | None
    run_id: str | None


def standing_verdict(reader: Reader, question_id: str, version: int | None = None) -> StandingVerdict | None:
    """The newest version of the question's verdict, or that version; None where there is none."""
    for row in _rows(reader, "find_standing_verdict", question_id=question_id, version=version):
        return StandingVerdict(**{name: row[name] for name in StandingVerdict.__dataclass_fields__})
    return None


@dataclass(frozen=True)
class StandingInsight:
    """One chain or pattern of a question's subgraph in words, and the edges that it leads over."""

    text: str
    score: float
    kind: str | None
    why: str | None
    path: list[str]


def current_insights(reader: Reader, question_id: str) -> list[StandingInsight]:
    """The question's insights of the subgraph as it stands (noted with the newest round), best first."""
    found = _rows(reader, "list_standing_insights", question_id=question_id)
    return [StandingInsight(**row) for row in found]


def shown_insights(reader: Reader, question_id: str, most: int = 3) -> list[StandingInsight]:
    """The best `most` chains of the question's subgraph as it stands, then the best `most` patterns.

    A row that says no kind is of an older program: a chain where it has more than one step.
    """
    found = current_insights(reader, question_id)
    chains = [row for row in found if row.kind in (None, "path") and len(row.path) > 1]
    patterns = [row for row in found if row.kind in ("contradiction", "confounder")]
    return chains[:most] + patterns[:most]


def quotes_of(reader: Reader, edge_ids: Iterable[str]) -> dict[str, tuple[str, str]]:
    """(quote, paper id) of each of the edges."""
    found = _rows(reader, "list_quotes_of_edges", edge_ids=sorted(set(edge_ids)))
    return {row["id"]: (row["evidence"], row["paper_id"]) for row in found}


@dataclass(frozen=True)
class Wording:
    """A verdict in a language model's words."""

    text: str
    engine: str


def wordings_of(reader: Reader, verdict_id: str) -> dict[str, Wording]:
    """A verdict's wordings by kind; empty where no model worded it."""
    found = _rows(reader, "list_wordings", verdict_id=verdict_id)
    return {row["kind"]: Wording(row["text"], row["engine"]) for row in found}
