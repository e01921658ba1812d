"""Whether a question whose surroundings were touched has to run again: seen by working it out in vain."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, text

from aitia.question import Question
from assets.steps.alias_links import link_aliases
from assets.steps.graded_relations import grade_question
from assets.steps.insights import find_insights
from assets.steps.validated_edges import validate_claims
from assets.steps.verdict import conclude_question
from resources.store import changes, standing
from resources.store.reasoning import lock_question
from resources.store.reasoning_sql import statement
from resources.workbench import Workbench

_REASONING = (validate_claims, link_aliases, grade_question, find_insights, conclude_question)
_LOOK = "look"


def stands_untouched(workbench: Workbench, question: Question) -> bool:
    """Whether every step after the reading would leave all that is shown as it is; if so, it is settled.

    The steps themselves are taken, in a transaction of which nothing stays, so that what they would write is
    what decides. False at once where more than edges and links changed, since papers may then pass the gate
    that did not, and where a language model reads, which is not asked in vain.
    """
    if workbench.settings.engine != "local":
        return False
    with _in_vain(workbench) as connection:
        asked = {"question_id": question.question_id}
        if connection.scalar(text(statement("find_changes_of_papers")), asked):
            return False
        before = _seen(connection, question)
        for step in _REASONING:
            step(workbench, question, _LOOK)
        same = _seen(connection, question) == before
        below = connection.scalar(text(statement("find_mark")), asked)
    if not same or below is None:
        return False
    with workbench.store.session() as session:
        lock_question(session, question.question_id)
        settled = standing.settled_from(session, question.question_id)
        assert settled is not None
        changes.advance(session, question.question_id, below)
        changes.settle(session, question.question_id, settled.inputs, settled.state)
    return True


def _seen(connection: Connection, question: Question) -> tuple[int, list[standing.StandingInsight]]:
    """How many rows were written in this transaction, and what the graph around the question adds."""
    written = connection.scalar(text(statement("count_written"))) or 0
    return int(written), standing.current_insights(connection, question.question_id)


@contextmanager
def _in_vain(workbench: Workbench) -> Iterator[Connection]:
    """The workbench on one transaction that every step shares and that is rolled back at the end."""
    store = workbench.store
    with store.rehearsal() as (rehearsed, connection), workbench.silent():
        workbench.store = rehearsed
        try:
            yield connection
        finally:
            workbench.store = store
