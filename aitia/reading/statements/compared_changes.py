"""Changes that are compared: "a greater reduction in Y" is less of Y, "Y fell less" is more of it."""

from __future__ import annotations

import re
from dataclasses import replace

from aitia.reading.statements.direction_phrases import phrase_after
from aitia.reading.statements.forms import noun
from aitia.reading.statements.statement import BETTER, DOWN, UP, WORSE, Statement

_CHANGE = re.compile(
    r"\s(?:of\san?\s)?(?:[\w%.-]{1,20}ly\s)?(?:(?P<up>increases?|rises?|elevations?|gains?|prolongation)"
    r"|(?P<down>reductions?|decreases?|declines?|decrements?|drops?|falls?|lowering|shortening|suppression))"
    r"\s(?:in|of)\s(?:the\s)?",
    re.I,
)
_IN_CHANGING = re.compile(
    r"\b(?:in|for|at)\s(?:(?P<up>increasing|raising|elevating|prolonging)"
    r"|(?P<down>reducing|lowering|decreasing|preventing|shortening|suppressing|relieving|alleviating|controlling))\s",
    re.I,
)
_LESSER = re.compile(
    r"\b(?:was|were|is|are|being)\s(?:also\s)?(?:[a-z]{3,20}ly\s)?(?:less|smaller|lower|weaker|lesser|slower)\b",
    re.I,
)
_BY_LESS = re.compile(r"(?:\s_{1,300})?\s(?:[a-z]{3,20}ly\s)?less\b(?! than \d)", re.I)
_OTHER = {UP: DOWN, DOWN: UP}
_GOOD_OF = {BETTER: 1, WORSE: -1}


def composed(clause: str, start: int, statement: Statement) -> Statement:
    """The statement with the direction of the quantity itself, where the clause compares changes of it.

    `start` is the clause's place in the sentence. A statement that compares none comes back as it is.
    """
    behind = statement.cue[1] - start
    if statement.sense in _OTHER and statement.form in ("comparative", "attributive", "link"):
        return _greater_change(clause, start, statement, behind)
    if statement.sense in _GOOD_OF:
        return _better_at_changing(clause, start, statement, behind)
    if statement.sense in _OTHER and statement.form == "noun" and _LESSER.search(clause, behind):
        return replace(statement, sense=_OTHER[statement.sense])
    if statement.sense in _OTHER and statement.form == "passive" and _BY_LESS.match(clause, behind):
        return replace(statement, sense=_OTHER[statement.sense])
    return statement


def _greater_change(clause: str, start: int, statement: Statement, behind: int) -> Statement:
    change = _CHANGE.match(clause, behind)
    if change is None:
        return statement
    sense = statement.sense if change["up"] else _OTHER[statement.sense]
    told = noun(clause, start, change, sense)
    if told is None:
        return replace(statement, sense=sense)
    linked = statement.cause if statement.form == "link" else None
    return replace(statement, sense=sense, effect=told.effect, cause=linked or told.cause)


def _better_at_changing(clause: str, start: int, statement: Statement, behind: int) -> Statement:
    change = _IN_CHANGING.search(clause, behind)
    if change is None:
        return statement
    up = bool(change["up"]) == (_GOOD_OF[statement.sense] > 0)
    effect = phrase_after(clause, change.end(), start) or statement.effect
    return replace(statement, sense=UP if up else DOWN, effect=effect)
