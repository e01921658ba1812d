"""What code itself reads in a sentence that a model points at; a model may add to it, never unsay it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum

from aitia.domains.polarity import outcome_polarity
from aitia.model.scales import Direction, EffectMeasure
from aitia.reading.numbers.estimates import read_estimates
from aitia.reading.numbers.found import FoundEstimate
from aitia.reading.paper.arms import stems
from aitia.reading.statements.direction import read_statements
from aitia.reading.statements.findings import stated_direction, turn
from aitia.reading.statements.matching import term_match
from aitia.reading.statements.statement import Statement
from aitia.text.sentences import sentences

_MEASURES: tuple[tuple[EffectMeasure, re.Pattern[str]], ...] = (
    (EffectMeasure.HAZARD_RATIO, re.compile(r"(?i)\bhazards? ratios?\b|\ba?HRs?\b")),
    (EffectMeasure.RATE_RATIO, re.compile(r"(?i)\b(?:incidence )?rate ratios?\b|\bIRRs?\b")),
    (EffectMeasure.ODDS_RATIO, re.compile(r"(?i)\bodds ratios?\b|\ba?ORs?\b")),
    (EffectMeasure.RISK_RATIO, re.compile(r"(?i)\b(?:relative risks?|risk ratios?)\b|\ba?RRs?\b")),
    (
        EffectMeasure.RISK_DIFFERENCE,
        re.compile(r"(?i)\b(?:absolute )?risk (?:differences?|reductions?)\b|\bA?RDs?\b"),
    ),
    (EffectMeasure.STANDARDISED_MEAN_DIFFERENCE, re.compile(r"(?i)\bstandardi[sz]ed mean\b|\bSMDs?\b")),
    (EffectMeasure.MEAN_DIFFERENCE, re.compile(r"(?i)\bmean differences?\b|\b[MW]MDs?\b|\bMDs?\b")),
    (EffectMeasure.CORRELATION, re.compile(r"(?i)\bcorrelat\w+|\br\s?=")),
)


class Check(StrEnum):
    """What code makes of a direction: it reads the same, the opposite, or nothing."""

    AGREES = "agrees"
    CONTRADICTS = "contradicts"
    SILENT = "silent"


def names_all(name: str, text: str, abbreviations: dict[str, str]) -> bool:
    """Whether every telling word of a name stands in a text, spelled out or abbreviated."""
    wanted = stems(name)
    spelled = " ".join(abbreviations.get(token, "") for token in re.findall(r"[\w-]{2,15}", text[:5_000]))
    longer = " ".join(abbreviations.get(token, "") for token in re.findall(r"[\w-]{2,15}", name))
    held = stems(f"{text} {spelled}")
    return bool(wanted) and (wanted <= held or (bool(stems(longer)) and stems(longer) <= held))


def check_direction(text: str, cause: str, effect: str, direction: Direction) -> Check:
    """Compare a direction with the statements about the effect in a sentence, else with its intervals."""
    stated = {found for s in _about(text, effect) for found in _directions(text, s, cause, effect)}
    stated -= {Direction.UNCLEAR}
    if not stated:
        stated = set(_clear(read_estimates(text)))
    if not stated:
        return Check.SILENT
    return Check.AGREES if direction in stated else Check.CONTRADICTS


def stated_directions(text: str, cause: str, effect: str) -> frozenset[Direction]:
    """Every direction that the sentences of a text state for the effect; unclear ones left out."""
    parts = [sentence.text for line in text.splitlines() for sentence in sentences(line, "body")]
    stated = {
        found
        for part in parts
        for statement in _about(part, effect)
        for found in _directions(part, statement, cause, effect)
    }
    return frozenset(stated - {Direction.UNCLEAR})


def own_estimates(text: str, effect: str) -> list[FoundEstimate]:
    """The estimates of the clauses that name the effect; all of them where no clause does."""
    found = list(read_estimates(text))
    clauses = [s.clause for s in _about(text, effect)]
    inside = [e for e in found if any(a <= e.spans["point"][0] < b for a, b in clauses if "point" in e.spans)]
    return inside or found


def measure_named(name: str, text: str) -> EffectMeasure | None:
    """The measure that a model names, where the sentence names it too."""
    for measure, pattern in _MEASURES:
        if name.strip().upper() == measure.value or pattern.search(name):
            return measure if pattern.search(text) else None
    return None


def _about(text: str, effect: str) -> list[Statement]:
    """The statements whose outcome is the effect; one without an outcome counts when it is the only one."""
    statements = read_statements(text)
    named = [s for s in statements if s.effect and term_match(effect, text[slice(*s.effect)]) >= 0.6]
    named = named or [s for s in statements if term_match(effect, text[slice(*s.clause)]) >= 0.6]
    return named or [s for s in statements if len(statements) == 1 and s.effect is None]


def _directions(text: str, statement: Statement, cause: str, effect: str) -> Iterable[Direction]:
    stated = text[slice(*statement.effect)] if statement.effect else effect
    direction = stated_direction(statement, outcome_polarity(stated))
    rival = text[slice(*statement.comparator)] if statement.comparator else ""
    actor = text[slice(*statement.cause)] if statement.cause else ""
    turned = bool(rival) and term_match(cause, rival) > term_match(cause, actor)
    return (turn(direction, turned),)


def _clear(estimates: Iterable[FoundEstimate]) -> Iterable[Direction]:
    for e in estimates:
        if e.low is None or e.high is None or e.flags:
            continue
        null = e.measure.null_value
        if e.low <= null <= e.high:
            yield Direction.NO_DIFFERENCE
        elif e.measure.is_ratio:
            yield Direction.INCREASES if e.low > null else Direction.DECREASES
