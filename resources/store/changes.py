"""The change log: who must reason again, and how far a question has read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import text

from aitia.model.keys import QuestionId
from resources.store.reasoning_sql import statement

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from sqlmodel import Session

    Reader = Session | Connection
    """Whatever runs a statement in the transaction at hand."""

# A look at the whole log: its counts of touched nodes are beyond what the planner can know.
_FOR_THE_WHOLE_STORE = ("SET LOCAL enable_nestloop = off", "SET LOCAL work_mem = '64MB'")


@dataclass(frozen=True)
class Touched:
    """(id, text, transaction) of questions whose evidence changed; `below` is where the next look begins."""

    questions: tuple[tuple[QuestionId, str, int], ...]
    below: int


def touched_since(
    session: Reader, since: int, question_id: str | None = None, nearby: bool = True
) -> Touched:
    """The questions, or that question, touched since they last reasoned, by changes from `since` on.

    A change touches a question by its own papers and edges and, where `nearby`, by what its insights rest
    on: the neighbourhood of its cause and its outcome, whichever question's papers say it.

    `since` is the `below` of an earlier look, which saw everything before it, or 0 for the first look. One
    that lies ahead (a restored database counts its transactions anew) is a first look.
    """
    asked = {"since": since, "question_id": question_id}
    window = session.execute(text(statement("find_change_window")), asked).one()
    if since > window.below:
        return touched_since(session, 0, question_id, nearby)
    if window.first is None or window.first >= window.below:
        return Touched((), window.below)
    places = asked | {"first": window.first, "below": window.below}
    if since == 0 and question_id is None:
        for setting in _FOR_THE_WHOLE_STORE:
            session.execute(text(setting))
    found = session.execute(text(statement("find_touched_questions")), places)
    rows = [(QuestionId(row.question_id), row.text, int(row.transaction_id)) for row in found]
    if nearby:
        from resources.store.vicinity import questions_near  # knows names; most looks end before they need it

        rows += questions_near(session, places)
    newest = {row[0]: row for row in sorted(rows)}
    return Touched(tuple(newest.values()), window.below)


def is_touched(session: Reader, question_id: str, nearby: bool = True) -> bool:
    """Whether its evidence, or where `nearby` its neighbourhood, changed since the question last reasoned."""
    return bool(touched_since(session, 0, question_id, nearby).questions)


def horizon(session: Reader) -> int:
    """The oldest transaction that may still be in flight: everything below it is visible here."""
    return int(session.execute(text("SELECT change_log_horizon()")).scalar_one())


def advance(session: Reader, question_id: str, transaction: int) -> None:
    """Say that the question has taken in every change below `transaction`."""
    values = {"reasoned_below": transaction, "question_id": question_id}
    session.execute(text(statement("advance_question")), values)


def settle(session: Reader, question_id: str, inputs: str, state: str) -> None:
    """Remember what the standing verdict was reached from, and that a run ended here.

    `inputs` lie outside the store, `state` is what the searches had given: each a line of its own.
    """
    values = {"settled_inputs": f"{inputs}\n{state}", "question_id": question_id}
    session.execute(text(statement("settle_question")), values)


def unsettle(session: Reader, question_id: str) -> None:
    """Say that a run has begun to change what is stored for the question; `settle` ends that."""
    session.execute(text(statement("unsettle_question")), {"question_id": question_id})
