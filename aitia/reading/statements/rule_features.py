"""What the hand-written rules of direction make of a sentence, as features for the trained reader."""

from __future__ import annotations

from collections.abc import Sequence

from aitia.reading.paper.arms import FIRST, OUTCOME, SECOND, Names, Token
from aitia.reading.statements.arm_cues import quiet_arms
from aitia.reading.statements.direction import read_statements
from aitia.reading.statements.direction_phrases import Span
from aitia.reading.statements.outcome_features import CUES
from aitia.reading.statements.statement import Statement

MAX_STATEMENTS = 6
_MASKS = {FIRST: "XX", SECOND: "YY"}


def rule_features(sentence: str, names: Names, tokens: Sequence[Token]) -> tuple[set[str], set[str]]:
    """(features that name the arms, features that do not) of the statements that the rules read.

    `tokens` are those of `mark_roles`. A statement tells its direction, sense, and which arms stand in its
    cause, its comparator and its effect; the outcome's polarity says what "better" means.
    """
    bound: set[str] = set()
    free = {f"pol:{names.polarity}"}
    free.update(f"pol:{names.polarity}:{t.text.lower()}" for t in tokens if t.text.lower() in CUES)
    for statement in read_statements(quiet_arms(sentence, names, tokens))[:MAX_STATEMENTS]:
        _add(statement, names, tokens, bound, free)
    return bound, free


def _add(
    statement: Statement, names: Names, tokens: Sequence[Token], bound: set[str], free: set[str]
) -> None:
    effect, cause, other = (
        _roles(tokens, span) for span in (statement.effect, statement.cause, statement.comparator)
    )
    aim = "O" if OUTCOME in effect else effect if effect == "-" else "n"
    sense = f"{statement.sense}:{statement.negated:d}:{statement.significant}"
    value = statement.sense if statement.sense in ("better", "worse") else ""
    free.update(
        (
            f"st:{sense}:{aim}",
            f"st:{statement.direction}:{aim}",
            f"st:{statement.direction}:{aim}:{value}:{names.polarity}",
        )
    )
    who = f"{_masked(cause)}|{_masked(other)}|{_masked(effect, '')}"
    bound.update(
        (
            f"st:{statement.direction}:{who}:{aim}",
            f"st:{statement.direction}:{who}",
            f"stc:{statement.sense}:{_masked(cause)}",
            f"stk:{statement.sense}:{_masked(other)}",
        )
    )


def _roles(tokens: Sequence[Token], span: Span | None) -> str:
    """The roles named in a stretch, "?" for none, "-" for no stretch."""
    if span is None:
        return "-"
    return "".join(sorted({t.role for t in tokens if t.role and span[0] <= t.start < span[1]})) or "?"


def _masked(roles: str, unknown: str = "?-") -> str:
    if FIRST in roles and SECOND in roles:
        return "both"
    return "".join(_MASKS.get(r, r if r in unknown else "") for r in roles)
