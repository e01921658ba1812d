"""The forms in which a clause tells a direction: by a verb, a noun, a comparative, or a result of none."""

from __future__ import annotations

import re

from aitia.reading.statements.direction_cues import find_cue
from aitia.reading.statements.direction_phrases import (
    ARM_LINK,
    COMPARATOR,
    Span,
    comparator_after,
    phrase_after,
    phrase_before,
    trimmed,
)
from aitia.reading.statements.statement import BETTER, NULL, UP, WORSE, Statement, made, negated_before

_AUXILIARY = re.compile(
    r"\b(?:was|were|is|are|be|been|being|had been|has been|have been)\s(?:(?:\w+ly|also|not|found to be|"
    r"much|far|more|slightly|still|"
    r"statistically|observed to be|shown to be|both|even|the|a|an)\s){0,3}\Z",
    re.I,
)


def after_link(clause: str, start: int, link: re.Match[str]) -> Statement | None:
    """ "X was associated with / resulted in (a) lower … of Y (than Z)"."""
    rest = clause[link.end() :]
    inner = find_cue(rest)
    cause = phrase_before(clause[: link.start()], start)
    associative = link.lastgroup == "assoc"
    negated = negated_before(clause[: link.start()])
    if inner is None or inner.start() > 45 or str(inner.lastgroup) in ("assoc", "leads"):
        if not associative:
            return None
        effect = phrase_after(clause, link.end(), start)
        return made(NULL if negated else UP, link, start, clause, cause, effect, None, negated, True, "assoc")
    kind = str(inner.lastgroup)
    sense = NULL if kind.startswith("null") else kind.split("_")[1]
    effect_start = link.end() + inner.end()
    effect = phrase_after(clause, effect_start, start)
    comparator = comparator_after(clause, effect_start, start)
    return made(
        sense,
        inner,
        start + link.end(),
        clause,
        cause,
        effect,
        comparator,
        negated,
        associative,
        "link",
        start,
    )


def verb(clause: str, start: int, cue: re.Match[str], sense: str) -> Statement | None:
    """ "X reduced Y" (active), "Y was reduced by/with/in X" (passive), "Y decreased in X" (intransitive)."""
    left, right = clause[: cue.start()], clause[cue.end() :]
    passive = _AUXILIARY.search(left) is not None
    lacks_object = re.match(
        r"\s?(?:\w+ly\b\s?)?(?:_|in\b|with\b|by\b|after\b|from\b|to\b|among\b|following\b|during\b|over\b|"
        r"compared\b|than\b|for\b|at\b|between\b|when\b|,|\.|$|and\b|both\b|"
        r"(?:more|less)\s(?:\w+ly\s)?(?:in|with|by|after|among|following|during|over|than|for|at|when)\b)",
        right,
        re.I,
    )
    if cue.group().lower().endswith(("ed", "er")) and re.search(
        r"\b(?:a|an|the|of|with|to)\s(?:\w+ly\s)?\Z", left, re.I
    ):
        return comparative(clause, start, cue, sense)
    if passive or lacks_object:
        return subject_changed(clause, start, cue, sense)
    cause = phrase_before(left, start)
    effect = phrase_after(clause, cue.end(), start)
    comparator = comparator_after(clause, cue.end(), start)
    return made(sense, cue, start, clause, cause, effect, comparator, negated_before(left), False, "active")


def subject_changed(clause: str, start: int, cue: re.Match[str], sense: str) -> Statement | None:
    left, right = clause[: cue.start()], clause[cue.end() :]
    effect = phrase_before(left, start)
    arm = ARM_LINK.match(right) or re.search(
        r"\s(?:in|by|with)\sthe\s(?=[\w\s-]{2,60}\b(?:group|arm)\b)", right, re.I
    )
    cause = phrase_after(clause, cue.end() + arm.end(), start) if arm else None
    comparator = comparator_after(clause, cue.end(), start)
    return made(sense, cue, start, clause, cause, effect, comparator, negated_before(left), False, "passive")


def noun(clause: str, start: int, cue: re.Match[str], sense: str) -> Statement | None:
    """ "a significant reduction in Y (was seen) with X (than Z)"."""
    left, right = clause[: cue.start()], clause[cue.end() :]
    effect = phrase_after(clause, cue.end(), start)
    arm = re.search(
        r"\s(?:with|in the|by|after|following|among those|for|in favou?r of|favou?ring|in patients "
        r"(?:receiving|treated with|given))\s",
        right,
        re.I,
    )
    cause = phrase_after(clause, cue.end() + arm.end(), start) if arm else None
    if cause is None:
        subject = re.search(
            r"(.{2,120}?)\s(?:had|showed|produced|achieved|caused|induced|provided|experienced|found)\b",
            left,
            re.I,
        )
        cause = phrase_before(subject.group(1), start) if subject else None
    if effect is not None and cause is not None and effect[0] < cause[0] < effect[1]:
        effect = trimmed(clause, effect[0] - start, cue.end() + (arm.start() if arm else 0), start)
    comparator = comparator_after(clause, cue.end(), start)
    return made(sense, cue, start, clause, cause, effect, comparator, negated_before(left), False, "noun")


def comparative(clause: str, start: int, cue: re.Match[str], sense: str) -> Statement | None:
    """ "Y was lower in X than in Z", "fewer Y in X than in Z", "X was superior to Z in Y"."""
    left, right = clause[: cue.start()], clause[cue.end() :]
    comparator = comparator_after(clause, cue.end(), start)
    superior = re.match(
        r"\s(?:to|than)\s(.{2,90}?)\s(?:in|for|with respect to|regarding|at|in terms of|on|with regard to)\s",
        right,
        re.I,
    )
    if (
        sense in (BETTER, WORSE)
        and re.match(r"(?i)superior|inferior|more|less", cue.group())
        and re.match(r"\s(?:to|than)\s", right, re.I)
    ):
        cause = phrase_before(left, start)
        if superior:
            rival = trimmed(clause, cue.end() + superior.start(1), cue.end() + superior.end(1), start)
            effect = phrase_after(clause, cue.end() + superior.end(), start)
        else:
            rival, effect = phrase_after(clause, cue.end() + 4, start), None
        return made(sense, cue, start, clause, cause, effect, rival, negated_before(left), False, "superior")
    if cue.group().lower().endswith("likely") and re.match(r"\sto\s", right, re.I):
        return _likely(clause, start, cue, sense, comparator)
    attributive = not _AUXILIARY.search(left) and re.match(r"\s[A-Za-z]", right) and not ARM_LINK.match(right)
    if attributive and not COMPARATOR.match(right.lstrip() and right):
        return _attributive(clause, start, cue, sense, comparator)
    effect = phrase_before(left, start)
    arm = ARM_LINK.match(right)
    cause = phrase_after(clause, cue.end() + arm.end(), start) if arm else None
    return made(
        sense, cue, start, clause, cause, effect, comparator, negated_before(left), False, "comparative"
    )


_DEED = re.compile(
    r"\sto\s(?:(?:have|be|develop|experience|report|suffer(?:\sfrom)?|achieve|show|undergo|receive|get|need)\b)?",
    re.I,
)


def _likely(
    clause: str, start: int, cue: re.Match[str], sense: str, comparator: Span | None
) -> Statement | None:
    """ "X were more likely to have Y (than Z)"."""
    deed = _DEED.match(clause, cue.end())
    left = clause[: cue.start()]
    effect = phrase_after(clause, deed.end() if deed else cue.end(), start)
    cause = phrase_before(left, start)
    return made(sense, cue, start, clause, cause, effect, comparator, negated_before(left), False, "active")


def _attributive(
    clause: str, start: int, cue: re.Match[str], sense: str, comparator: Span | None
) -> Statement | None:
    """ "fewer relapses occurred with X than with Z", "X had a lower rate of Y"."""
    left, right = clause[: cue.start()], clause[cue.end() :]
    effect = phrase_after(clause, cue.end(), start)
    arm = re.search(r"\s(?:in|with|among|for|after|on)\s(?:the\s)?(?=[A-Za-z])", right, re.I)
    cause = phrase_after(clause, cue.end() + arm.end(), start) if arm else phrase_before(left, start)
    if arm and effect is not None and cause is not None and effect[1] > cause[0]:
        effect = trimmed(clause, effect[0] - start, cue.end() + arm.start(), start)
    return made(
        sense, cue, start, clause, cause, effect, comparator, negated_before(left), False, "attributive"
    )
