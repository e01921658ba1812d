"""Results of none: no difference, no effect, not associated; and which parts of the clause are what."""

from __future__ import annotations

import re

from aitia.reading.statements.direction_phrases import (
    ARM_LINK,
    Span,
    comparator_after,
    phrase_after,
    phrase_before,
    trimmed,
)
from aitia.reading.statements.statement import NULL, Statement, made

_BETWEEN = re.compile(r"\bbetween\s(.{2,120}?)\sand\s", re.I)
_UNNAMED_ARMS = re.compile(
    r"(?:the )?(?:two|three|study|both|treatment|groups|arms|intervention groups)\b", re.I
)
_EFFECT_AT = re.compile(
    r"(?:\s(?:was|were|is|are|has been|have been)\s(?:\w+ly\s)?(?:found|observed|seen|noted|"
    r"detected|reported|shown|demonstrated|evident|present|identified)\b)?"
    r"(?:\s?_{1,300})?\s(?:in|on|for|of|with respect to|regarding|as to|in terms of|"
    r"with regard to)\s",
    re.I,
)
_OF = re.compile(r"\s(?:of|for|from)\s(.{2,90}?)\s(?:on|over|in terms of)\s", re.I)
_LATER = re.compile(
    r"\s(?:in|for|with respect to|regarding|in terms of|with regard to|on|as to)\s(?=[^,;]{3,120})", re.I
)
_HAD = re.compile(
    r"(.{2,140})\s(?:had|has|have|showed?|shows|produced|exerted|demonstrated|provided|found|"
    r"conferred|resulted in|offers?|offered)\s?\Z",
    re.I,
)
_NO_SUBJECT = re.compile(r"\s?(?:there|we|it)\b", re.I)
_CHANGES = re.compile(
    r"(?i)(?:affect|influenc|alter|modif|chang|associat|correlat)\w*(?:\swith)?\Z|(?:duc|creas|lower|"
    r"vent|prov|hanc|long|long|rais)\w*\Z"
)
_PASSIVE = re.compile(r"(?i)\b(?:was|were|is|are|been|be)\snot\s(?:\w+ly\s)?\w+ed\Z")
_NO_OBJECT = re.compile(r"\s?(?:\w+ly\s)?(?:in|between|among|by|with|after|from|during|over|_|,|\.|$)")


def null_result(clause: str, start: int, cue: re.Match[str]) -> Statement | None:
    left, right = clause[: cue.start()], clause[cue.end() :]
    kind = str(cue.lastgroup)
    between = _BETWEEN.search(right)
    cause: Span | None = None
    comparator: Span | None = None
    if between and not _UNNAMED_ARMS.match(between.group(1)):
        a = cue.end() + between.start(1)
        cause = trimmed(clause, a, cue.end() + between.end(1), start)
        comparator = phrase_after(clause, cue.end() + between.end(), start)
    if kind == "null_noun":
        cause, effect = _told_by_noun(clause, start, cue, between, cause)
    elif kind == "null_verb" and _CHANGES.search(cue.group()):
        cause, effect = _told_by_verb(clause, start, cue, cause)
    else:
        effect = phrase_before(left, start)
        arm = ARM_LINK.match(right)
        if arm and cause is None:
            cause = phrase_after(clause, cue.end() + arm.end(), start)
        comparator = comparator or comparator_after(clause, cue.end(), start)
    return made(NULL, cue, start, clause, cause, effect, comparator, True, "associat" in clause.lower(), kind)


def _told_by_noun(
    clause: str, start: int, cue: re.Match[str], between: re.Match[str] | None, cause: Span | None
) -> tuple[Span | None, Span | None]:
    """Cause and effect of "no difference / effect / benefit … in Y (between X and Z)"."""
    left, right = clause[: cue.start()], clause[cue.end() :]
    effect: Span | None = None
    effect_at = _EFFECT_AT.match(right)
    of = _OF.match(right)
    if of and cause is None:
        cause = trimmed(clause, cue.end() + of.start(1), cue.end() + of.end(1), start)
        effect = phrase_after(clause, cue.end() + of.end(), start)
    elif effect_at:
        effect = phrase_after(clause, cue.end() + effect_at.end(), start)
    elif between and (later := _LATER.search(right[between.end() :])):
        effect = phrase_after(clause, cue.end() + between.end() + later.end(), start)
    if cause is None:
        had = _HAD.search(left)
        cause = phrase_before(had.group(1), start) if had else None
    if effect is None and not _NO_SUBJECT.match(left.strip()):
        effect = phrase_before(left, start) if cause is None else None
    return cause, effect


def _told_by_verb(
    clause: str, start: int, cue: re.Match[str], cause: Span | None
) -> tuple[Span | None, Span | None]:
    """Cause and effect of "X did not change Y" and of "Y was not changed (by X)"."""
    left, right = clause[: cue.start()], clause[cue.end() :]
    passive = _PASSIVE.search(cue.group()) is not None and "associated" not in cue.group().lower()
    outcome = phrase_after(clause, cue.end(), start)
    if not passive and outcome is not None and not _NO_OBJECT.match(right):
        return phrase_before(left, start), outcome
    arm = ARM_LINK.match(right)
    if arm and cause is None:
        cause = phrase_after(clause, cue.end() + arm.end(), start)
    return cause, phrase_before(left, start)
