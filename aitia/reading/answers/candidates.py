"""Clauses of a paper that may answer a question, as the rules read them: outcome, arms, direction."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from aitia.domains.timed import counts_what_ends_it
from aitia.model.scales import Direction, EffectMeasure, SentenceRole
from aitia.question.specification import Question
from aitia.reading.numbers.binding import bound_estimates
from aitia.reading.numbers.estimates import read_estimates
from aitia.reading.numbers.found import FoundEstimate
from aitia.reading.numbers.p_values import read_p_values
from aitia.reading.paper.arms import FIRST, SECOND, Names, Token, mark_roles
from aitia.reading.paper.declared_outcomes import speaks_of_causes
from aitia.reading.paper.document import ReadSentence
from aitia.reading.statements.arm_cues import quiet_arms
from aitia.reading.statements.direction import read_statements
from aitia.reading.statements.direction_phrases import Span
from aitia.reading.statements.findings import stated_direction, turn
from aitia.reading.statements.lack import is_low_exposure
from aitia.reading.statements.matching import SAME, outcome_match
from aitia.reading.statements.outcome_features import number_order
from aitia.reading.statements.statement import Statement

_NEAR = 0.55


@dataclass(frozen=True, slots=True)
class AnswerCandidate:
    """A clause that may answer, with what was read from it. `turned`: stated for the comparator."""

    sentence: ReadSentence
    statement: Statement | None
    estimates: tuple[FoundEstimate, ...]
    direction: Direction
    turned: bool
    significant: bool | None
    outcome_score: float
    arm_score: float
    score: float
    window: Span
    shares: tuple[float, float, float] | None = None


def spelled_out(text: str, abbreviations: dict[str, str]) -> str:
    """A phrase with the paper's abbreviations written out behind them, for matching only."""
    tells_causes = speaks_of_causes(text)
    held = [
        long
        for short, long in abbreviations.items()
        if re.search(rf"\b{re.escape(short)}s?\b", text) and not (tells_causes and " " in short)
    ]
    return " ".join((text, *held))


def read_candidates(
    question: Question, sentence: ReadSentence, names: Names, studied: float, abbreviations: dict[str, str]
) -> list[AnswerCandidate]:
    text = sentence.text
    whole = outcome_match(question.outcome, spelled_out(text[:1500], abbreviations))
    if whole < 0.5:
        return []
    tokens = mark_roles(text, names)
    statements = read_statements(quiet_arms(text, names, tokens))
    estimates = read_estimates(text)
    found = []
    for number, statement in enumerate(statements):
        following = statements[number + 1].clause[0] if number + 1 < len(statements) else len(text)
        first = 0 if number == 0 else statement.clause[0]
        candidate = _from_statement(
            question, sentence, tokens, studied, statement, estimates, (first, following), abbreviations
        )
        if candidate is not None:
            found.append(candidate)
    if not found and estimates:
        bare = _from_estimates(question, sentence, tokens, studied, estimates, whole)
        found = [bare] if bare else []
    if not found:
        compared = _from_figures(question, sentence, tokens, whole)
        found = [compared] if compared else []
    return found


def _from_statement(
    question: Question,
    sentence: ReadSentence,
    tokens: Sequence[Token],
    studied: float,
    statement: Statement,
    estimates: tuple[FoundEstimate, ...],
    clause: Span,
    abbreviations: dict[str, str],
) -> AnswerCandidate | None:
    text = sentence.text
    inside = [e for e in estimates if clause[0] <= e.spans["point"][0] < clause[1]]
    own = bound_estimates(text, statement.effect, inside)
    effect = text[slice(*statement.effect)] if statement.effect else ""
    outcome = max(
        outcome_match(question.outcome, spelled_out(effect, abbreviations)) if effect else 0.0,
        0.85 * outcome_match(question.outcome, spelled_out(text[clause[0] : clause[1]], abbreviations)),
    )
    outcome *= _composite(effect, text[clause[0] : clause[1]], question.outcome)
    if outcome < _NEAR:
        return None
    turned, arm = _binding(text, statement, tokens, studied, clause, question.intervention)
    if arm == 0:
        return None
    polarity = question.outcome_polarity
    direction = turn(_aligned(stated_direction(statement, polarity), question.outcome, effect), turned)
    score = _score(sentence, outcome, arm, bool(own), statement.significant is not None, direction)
    return AnswerCandidate(
        sentence, statement, own, direction, turned, statement.significant, outcome, arm, score, clause
    )


def _binding(
    text: str, statement: Statement, tokens: Sequence[Token], studied: float, clause: Span, first_name: str
) -> tuple[bool, float]:
    """Whether the statement is made of the comparator, and how sure that is (0: it is about other arms)."""

    def roles(span: Span | None) -> tuple[int, int]:
        inside = [t.role for t in tokens if span and span[0] <= t.start < span[1]]
        return inside.count(FIRST), inside.count(SECOND)

    cause, rival = roles(statement.cause), roles(statement.comparator)
    if cause[0] or cause[1]:
        named = text[slice(*statement.cause)] if statement.cause else ""
        turned = cause[1] > cause[0] or (cause[0] > 0 and is_low_exposure(named, first_name))
        sure = 1.0 if (rival[0] if turned else rival[1]) else 0.85
        return turned, sure
    if rival[0] or rival[1]:
        return rival[0] > rival[1], 0.8
    anywhere = roles(clause)
    if statement.cause is not None and not (anywhere[0] or anywhere[1]) and statement.sense != "null":
        generic = re.search(
            r"(?i)\b(?:group|treatment|intervention|therapy|drug|supplement\w*|arm|it)\b",
            text[slice(*statement.cause)],
        )
        return False, 0.55 * studied if generic else 0.0
    if statement.sense != "null" and anywhere[0] and anywhere[1]:
        order = number_order(text, tokens)[0]
        if order:
            return (order > 0) != (statement.sense == "up"), 0.7
    low = re.search(r"(?i)\b(?:deficien\w+|insufficien\w+|(?:was|were|with) low)\b", text[slice(*clause)])
    if anywhere[0] and low and not is_low_exposure(first_name, ""):
        return True, 0.7
    if anywhere[0] or anywhere[1]:
        return anywhere[1] > 0 and not anywhere[0], 0.7
    return False, 0.6 * studied


_GOOD = re.compile(
    r"(?i)\bsurviv|\w-free\b|\bfreedom from|\babstinen|\bretention\b|\bpersisten|\bcontinu(?:ation|ed)\b"
)
_BAD = re.compile(
    r"(?i)\bmortality|\bdeaths?\b|\bdied\b|\bfatal|\bevents?\b|\brelapse|\brecurren|\bdrop-?outs?|"
    r"\bwithdr[ae]w|"
    r"\bdiscontinu|\bprogression\b|\bfailure"
)


_LOSS = re.compile(r"(?i)\b(?:decline|deterioration|impairment|worsening|dysfunction)\b")
_FALL = re.compile(
    r"(?i)\b(?:reductions?|decreases?|declines?|decrements?|drops?|fall|lowering) (?:in|of)\b|"
    r"[a-z] (?:reduction|lowering)\b|\b(?:weight|fat) loss\b"
)
_ABILITY = re.compile(
    r"(?i)\b(?:function\w*|memory|cognition|ability|abilities|performance|capacity|quality of life)\b"
)


def _aligned(direction: Direction, outcome: str, effect: str) -> Direction:
    """Turn a direction that is stated of the opposite outcome (survival for mortality)."""
    return turn(direction, tells_opposite(outcome, effect) is not _of_its_fall(outcome, effect))


def tells_opposite(outcome: str, told: str) -> bool:
    """Whether a text tells the opposite of the outcome asked for, by words that are known to."""
    good_asked, good_told = _says(_GOOD, outcome), _says(_GOOD, told)
    return (
        (good_told and not good_asked and _says(_BAD, outcome))
        or (good_asked and not good_told and _says(_BAD, told))
        or (_says(_LOSS, told) and _says(_ABILITY, outcome) and not _says(_LOSS, outcome))
    )


def _of_its_fall(outcome: str, effect: str) -> bool:
    """Whether one of the two is the fall of the other: "weight loss" and weight."""
    return bool(effect) and _says(_FALL, outcome) is not _says(_FALL, effect)


def _says(words: re.Pattern[str], text: str) -> bool:
    return words.search(text) is not None


_LISTED = re.compile(r"(?i)[a-z -]{3,50}, [a-z -]{3,50},? (?:or|and) [a-z -]{3,50}")


def _composite(effect: str, clause: str, outcome: str) -> float:
    """Less than 1 where the outcome asked for is only a part of what is stated."""
    if re.search(r"(?i)composite|combined|major", outcome):
        return 1.0
    whole = re.search(r"(?i)\bcomposite|\bcombined\b|\bmajor (?:adverse )?cardi", clause)
    return 0.8 if whole or _LISTED.search(effect) or _LISTED.match(clause) else 1.0


def _from_estimates(
    question: Question,
    sentence: ReadSentence,
    tokens: Sequence[Token],
    studied: float,
    estimates: tuple[FoundEstimate, ...],
    outcome: float,
) -> AnswerCandidate | None:
    """A sentence that only gives an estimate ("mortality: RR 0.8, 0.6 to 1.1")."""
    estimate = estimates[0]
    arm = 0.7 if any(t.role == FIRST for t in tokens) else 0.5 * studied
    if estimate.point is None or outcome < SAME or arm < 0.3 or estimate.measure is EffectMeasure.CORRELATION:
        return None
    significant = _significant(estimate)
    if significant is False:
        direction = Direction.NO_DIFFERENCE
    elif estimate.measure.is_ratio:
        more = (estimate.point > 1) is not counts_what_ends_it(question.outcome, estimate.measure)
        direction = Direction.INCREASES if more else Direction.DECREASES
    else:
        direction = Direction.UNCLEAR
    window = (0, len(sentence.text))
    score = _score(sentence, outcome, arm, True, significant is not None, direction) - 0.05
    return AnswerCandidate(
        sentence, None, estimates[:1], direction, False, significant, outcome, arm, score, window
    )


def _from_figures(
    question: Question, sentence: ReadSentence, tokens: Sequence[Token], outcome: float
) -> AnswerCandidate | None:
    """A sentence that only prints each arm's figure and a p value."""
    p_values = [p.significant for p in read_p_values(sentence.text) if p.significant is not None]
    order, _ = number_order(sentence.text, tokens)
    if outcome < SAME or not order or not p_values or {FIRST, SECOND} - {t.role for t in tokens}:
        return None
    direction = Direction.NO_DIFFERENCE
    if p_values[0]:
        direction = Direction.INCREASES if order > 0 else Direction.DECREASES
        direction = _aligned(direction, question.outcome, sentence.text)
    score = _score(sentence, outcome, 0.7, True, True, direction) - 0.08
    window = (0, len(sentence.text))
    return AnswerCandidate(sentence, None, (), direction, False, p_values[0], outcome, 0.7, score, window)


def _significant(estimate: FoundEstimate) -> bool | None:
    if estimate.low is not None and estimate.high is not None:
        low, high = sorted((estimate.low, estimate.high))
        return not low <= estimate.measure.null_value <= high
    if estimate.p_value is None:
        return None
    return estimate.p_value < 0.05 or (estimate.p_value == 0.05 and estimate.p_operator == "<")


def _score(
    sentence: ReadSentence, outcome: float, arm: float, numbered: bool, decided: bool, direction: Direction
) -> float:
    score = 0.5 * outcome + 0.28 * arm
    score += 0.1 if numbered else 0.0
    score += 0.06 if decided else 0.0
    score += 0.05 if sentence.role is SentenceRole.RESULT else 0.03
    score -= 0.12 if direction is Direction.UNCLEAR else 0.0
    score -= 0.04 if sentence.section_id not in ("abstract", "title") else 0.0
    return round(min(1.0, score), 4)
