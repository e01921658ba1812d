"""Removing a paper, a source or a question, and retracting a paper: whoever it touches is named."""

from __future__ import annotations

from aitia.model.keys import QuestionId
from assets.steps.alias_links import link_aliases
from resources.store import changes, removals, retractions
from resources.store.standing import load_questions
from resources.workbench import Workbench


def remove_subject(
    workbench: Workbench, kind: str, subject_id: str, who: str, reason: str
) -> tuple[str, ...]:
    """Remove it; returns the texts of the questions that it touches, which follow with their next run.

    The names that a removed question alone used take their links with them at once.
    """
    with workbench.store.session() as session:
        asked = load_questions(session, [subject_id]) if kind == "question" else {}
        removals.remove(session, kind, subject_id, who, reason)
    if kind == "question":
        link_aliases(workbench, asked[QuestionId(subject_id)].question, "removal")
    return touched_questions(workbench)


def restore_subject(
    workbench: Workbench, kind: str, subject_id: str, who: str, reason: str
) -> tuple[str, ...]:
    """Take the removal back; returns the texts of the questions that it touches."""
    with workbench.store.session() as session:
        removals.take_back(session, kind, subject_id, who, reason)
    return touched_questions(workbench)


def retract_paper(workbench: Workbench, paper_id: str, who: str, reason: str) -> tuple[str, ...]:
    """Note that a paper is retracted; returns the texts of the questions that it touches."""
    with workbench.store.session() as session:
        retractions.retract(session, paper_id, who, reason)
    return touched_questions(workbench)


def unretract_paper(workbench: Workbench, paper_id: str, who: str, reason: str) -> tuple[str, ...]:
    """Take back that it is retracted; returns the texts of the questions that it touches."""
    with workbench.store.session() as session:
        retractions.take_back(session, paper_id, who, reason)
    return touched_questions(workbench)


def touched_questions(workbench: Workbench) -> tuple[str, ...]:
    """The questions whose evidence changed since they last reasoned, and that nobody removed."""
    with workbench.store.session() as session:
        found = changes.touched_since(session, 0).questions
        return tuple(text for key, text, _ in found if not removals.is_removed(session, "question", key))
