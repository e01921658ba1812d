"""What a clause says happened: which way, of what, with what, against what."""

from __future__ import annotations

import re
from dataclasses import replace

from aitia.reading.numbers.estimates import read_estimates
from aitia.reading.numbers.found import FoundEstimate
from aitia.reading.numbers.p_values import FoundP, read_p_values
from aitia.reading.statements.compared_changes import composed
from aitia.reading.statements.direction_cues import find_cue
from aitia.reading.statements.direction_phrases import (
    MAX_CLAUSE,
    clauses,
    mask_brackets,
)
from aitia.reading.statements.forms import after_link, comparative, noun, subject_changed, verb
from aitia.reading.statements.null_results import null_result
from aitia.reading.statements.statement import NULL, OPEN, Statement

_OPEN_QUESTION = re.compile(
    r"\b(?:uncertain|unclear|unknown|inconclusive|insufficient (?:evidence|data)|not (?:yet )?(?:known|"
    r"clear|established)|remains? to be|"
    r"cannot (?:determine|conclude|be determined|be established)|could not be (?:determined|assessed|"
    r"established)|whether|no (?:conclusion|data)|"
    r"needs? to be (?:tested|confirmed|determined)|were not (?:measured|reported|assessed)|was not "
    r"(?:measured|reported|assessed))\b",
    re.I,
)
_SIGNIFICANT = re.compile(r"\bsignificant(?:ly)?\b|\bsuperior\b|\bmarked(?:ly)?\b", re.I)
NOT_SIGNIFICANT = re.compile(
    r"\b(?:non-?\s?significant(?:ly)?|insignificant(?:ly)?|(?:not|nor|no|without|neither|never|"
    r"lack of)\s(?:\w+\s){0,4}significan(?:t|tly|ce)|"
    r"(?:did not|failed to|not) reach(?:ing)? (?:\w+ )?significance|not statistically|\bNS\b)",
    re.I,
)


def read_statements(sentence: str) -> tuple[Statement, ...]:
    """The directional statements of a sentence, at most one for each clause."""
    text = sentence[: 4 * MAX_CLAUSE]
    read = [(span, _read_clause(text, *span)) for span in clauses(text)]
    if all(statement is None for _, statement in read):
        return ()
    estimates, p_values = read_estimates(text), read_p_values(text)
    found = []
    for (start, end), statement in read:
        if statement is not None and _OPEN_QUESTION.search(text, start, end):
            found.append(replace(statement, sense=OPEN, hedged=True))
        elif statement is not None:
            found.append(replace(statement, significant=_significance(text, statement, estimates, p_values)))
    return tuple(found)


def states_a_result(sentence: str) -> bool:
    """Whether a sentence has a word of change or comparison, or a p value, at all."""
    text = sentence[: 4 * MAX_CLAUSE]
    return find_cue(text) is not None or bool(read_p_values(text))


def _read_clause(text: str, start: int, end: int) -> Statement | None:
    clause = mask_brackets(text[start:end])
    match = find_cue(clause)
    if match is None:
        return None
    kind = str(match.lastgroup)
    if kind in ("assoc", "leads"):
        linked = after_link(clause, start, match)
        return composed(clause, start, linked) if linked else None
    if kind.startswith("null"):
        return null_result(clause, start, match)
    family, sense = kind.split("_")
    reader = {
        "verb": verb,
        "intr": subject_changed,
        "noun": noun,
        "adj": comparative,
        "rate": comparative,
    }[family]
    statement = reader(clause, start, match, sense)
    return composed(clause, start, statement) if statement else None


def _significance(
    text: str, statement: Statement, estimates: tuple[FoundEstimate, ...], p_values: tuple[FoundP, ...]
) -> bool | None:
    start, end = statement.clause
    clause = text[start:end]
    if statement.sense == NULL or NOT_SIGNIFICANT.search(clause):
        return False
    own = [p.significant for p in p_values if start <= p.start < end + 40 and p.significant is not None]
    if own:
        return all(own) if len(own) > 1 else own[0]
    crossing = [_excludes_null(e) for e in estimates if start <= e.start < end + 40 and e.low is not None]
    if crossing:
        return crossing[0]
    return True if _SIGNIFICANT.search(clause) else None


def _excludes_null(estimate: FoundEstimate) -> bool:
    low, high = sorted((estimate.low or 0.0, estimate.high or 0.0))
    null = estimate.measure.null_value
    return not low <= null <= high
