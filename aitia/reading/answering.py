"""The finding of a paper that answers a question: its outcome, its arms, turned to the question's order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from aitia.claim import Claim, EffectEstimate, StudyFacts
from aitia.paper import Paper
from aitia.passage import Passage
from aitia.question.specification import Question
from aitia.reading.arms import FIRST, SECOND, Names, find_abbreviations, make_names, mark_roles, stems
from aitia.reading.binding import bound_estimates
from aitia.reading.direction import Span, Statement, read_statements, states_a_result
from aitia.reading.document import ReadSentence, read_document
from aitia.reading.effects_patterns import FoundEstimate, read_estimates, read_p_values
from aitia.reading.entities import cause_type, effect_type, read_paper_arms
from aitia.reading.findings import (
    claim_id,
    evidence_sentences,
    quoted_estimates,
    relation_for,
    stated_direction,
    turn,
)
from aitia.reading.landscape import canonical_name, read_landscape
from aitia.reading.matching import SAME, is_low_exposure, outcome_match, shares_letter, term_match
from aitia.reading.outcome_features import number_order
from aitia.reading.quoting import quote_window
from aitia.reading.synonyms import other_names
from aitia.reading.trained_answers import TrainedAnswer, trained_answer, trained_direction
from aitia.vocabulary import Direction, Domain, EffectMeasure, QuestionKind, SentenceRole

MAX_ANSWERS = 3
_FLOOR = 0.45
_NEAR = 0.55
_TOUCHED = 0.3
_TRUSTED_ALONE = 0.5
_OVERRULES = 0.8
_CONTEXT = 4_000


@dataclass(frozen=True, slots=True)
class _Candidate:
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


def answer_finding(
    question: Question, paper: Paper, passages: Sequence[Passage], facts: StudyFacts
) -> tuple[Claim, ...]:
    """The paper's claims on the question's outcome, best first; none where outcome or arms are not reported.

    Cause is the question's intervention and effect its outcome; the direction is turned where the paper
    states it for the comparator.
    """
    if question.domain is Domain.MACHINE_LEARNING or question.kind is QuestionKind.LANDSCAPE:
        return _landscape(question, paper, passages)
    document = read_document(passages)
    text = " ".join(s.text for s in document[:60])[:20_000]
    if not _mentions(question.intervention, text):
        return ()
    names = question_names(question, text)
    abbreviations = _known_abbreviations(text)
    arms = read_paper_arms(paper, document)
    studied = max(
        term_match(question.intervention, arms.intervention or ""),
        term_match(question.intervention, paper.title),
    )
    evidence = evidence_sentences(paper, passages, facts)
    found = [
        candidate
        for sentence in evidence
        for candidate in _candidates(question, sentence, names, studied, abbreviations)
    ]
    found = _with_trained_reader(question, evidence, text, abbreviations, found)
    found.sort(key=lambda c: (-c.score, c.sentence.index))
    return _distinct(question, paper, facts, arms.comparator, found)


def question_names(question: Question, text: str) -> Names:
    """The stems by which the question's arms and outcome are known in one text, with its abbreviations."""
    comparator = question.comparator or "placebo control"
    outcome = " ".join((question.outcome, *other_names(question.outcome)))[:400]
    first = " ".join((question.intervention, *other_names(question.intervention)))[:400]
    return make_names(first, comparator, outcome, find_abbreviations(text))


def _mentions(term: str, text: str) -> bool:
    """Whether a text speaks of the intervention at all, by its words, synonyms or abbreviation."""
    if not shares_letter(term, text):
        return False
    held = stems_of_long(text)
    for name in (term, *other_names(term)):
        wanted = stems(name)
        if wanted and len(wanted & held) >= max(1, (len(wanted) + 1) // 2):
            return True
    return False


def stems_of_long(text: str) -> frozenset[str]:
    """The stems of a long text (`stems` itself reads names only)."""
    return (
        frozenset().union(*(stems(text[i : i + 390]) for i in range(0, len(text), 380)))
        if text
        else frozenset()
    )


def _landscape(question: Question, paper: Paper, passages: Sequence[Passage]) -> tuple[Claim, ...]:
    claims = read_landscape(paper, read_document(passages))
    asked = canonical_name(question.outcome)
    answers = []
    for claim in claims:
        if canonical_name(claim.effect) == asked or term_match(question.outcome, claim.effect) >= SAME:
            fits = question.relation is None or claim.relation == question.relation
            sure = claim.confidence if fits else 0.5 * claim.confidence
            answers.append(claim.model_copy(update={"answers_question": round(sure, 3)}))
    return tuple(sorted(answers, key=lambda c: -(c.answers_question or 0.0)))


def _with_trained_reader(
    question: Question,
    evidence: Sequence[ReadSentence],
    text: str,
    abbreviations: dict[str, str],
    found: list[_Candidate],
) -> list[_Candidate]:
    """The trained reader decides where the rules are unsure or silent; disagreement lowers the score."""
    if not found:
        answer = trained_answer(question, evidence, text[:_CONTEXT])
        alone = _trained_alone(question, answer, abbreviations) if answer else None
        return [alone] if alone else []
    return [_checked(question, candidate, text) for candidate in found]


def _trained_alone(
    question: Question, answer: TrainedAnswer, abbreviations: dict[str, str]
) -> _Candidate | None:
    sentence = answer.sentence
    outcome = outcome_match(question.outcome, _spelled_out(sentence.text[:1500], abbreviations))
    if answer.confidence < _TRUSTED_ALONE or outcome < _TOUCHED or not states_a_result(sentence.text):
        return None
    significant = answer.direction is not Direction.NO_DIFFERENCE
    score = round(0.3 + 0.25 * answer.confidence + 0.1 * outcome, 4)
    window = (0, len(sentence.text))
    return _Candidate(sentence, None, (), answer.direction, False, significant, outcome, 0.6, score, window)


def _checked(question: Question, candidate: _Candidate, text: str) -> _Candidate:
    read = trained_direction(question, candidate.sentence, text[:_CONTEXT])
    if read is None or read[0] is candidate.direction:
        return candidate
    direction, confidence = read
    unsure = candidate.direction is Direction.UNCLEAR or candidate.arm_score < 0.8
    if unsure and confidence >= _OVERRULES and candidate.significant is not False:
        return replace(candidate, direction=direction, turned=False, score=candidate.score - 0.05)
    return replace(candidate, score=round(candidate.score - 0.1 * confidence, 4))


def _known_abbreviations(text: str) -> dict[str, str]:
    return {short: long for short, long in find_abbreviations(text).items() if len(short) > 1}


def _spelled_out(text: str, abbreviations: dict[str, str]) -> str:
    """A phrase with the paper's abbreviations written out behind them, for matching only."""
    held = [long for short, long in abbreviations.items() if re.search(rf"\b{re.escape(short)}s?\b", text)]
    return " ".join((text, *held))


def _candidates(
    question: Question, sentence: ReadSentence, names: Names, studied: float, abbreviations: dict[str, str]
) -> list[_Candidate]:
    text = sentence.text
    whole = outcome_match(question.outcome, _spelled_out(text[:1500], abbreviations))
    if whole < 0.5:
        return []
    statements = read_statements(text)
    estimates = read_estimates(text)
    found = []
    for number, statement in enumerate(statements):
        following = statements[number + 1].clause[0] if number + 1 < len(statements) else len(text)
        first = 0 if number == 0 else statement.clause[0]
        candidate = _from_statement(
            question, sentence, names, studied, statement, estimates, (first, following), abbreviations
        )
        if candidate is not None:
            found.append(candidate)
    if not found and estimates:
        bare = _from_estimates(question, sentence, names, studied, estimates, whole)
        found = [bare] if bare else []
    if not found:
        compared = _from_figures(question, sentence, names, whole)
        found = [compared] if compared else []
    return found


def _from_statement(
    question: Question,
    sentence: ReadSentence,
    names: Names,
    studied: float,
    statement: Statement,
    estimates: tuple[FoundEstimate, ...],
    clause: Span,
    abbreviations: dict[str, str],
) -> _Candidate | None:
    text = sentence.text
    inside = [e for e in estimates if clause[0] <= e.spans["point"][0] < clause[1]]
    own = bound_estimates(text, statement.effect, inside)
    effect = text[slice(*statement.effect)] if statement.effect else ""
    outcome = max(
        outcome_match(question.outcome, _spelled_out(effect, abbreviations)) if effect else 0.0,
        0.85 * outcome_match(question.outcome, _spelled_out(text[clause[0] : clause[1]], abbreviations)),
    )
    outcome *= _composite(effect, text[clause[0] : clause[1]], question.outcome)
    if outcome < _NEAR:
        return None
    turned, arm = _binding(text, statement, names, studied, clause, question.intervention)
    if arm == 0:
        return None
    polarity = question.outcome_polarity
    direction = turn(_aligned(stated_direction(statement, polarity), question.outcome, effect), turned)
    score = _score(sentence, outcome, arm, bool(own), statement.significant is not None, direction)
    return _Candidate(
        sentence, statement, own, direction, turned, statement.significant, outcome, arm, score, clause
    )


def _binding(
    text: str, statement: Statement, names: Names, studied: float, clause: Span, first_name: str
) -> tuple[bool, float]:
    """Whether the statement is made of the comparator, and how sure that is (0: it is about other arms)."""
    tokens = mark_roles(text, names)

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


def _aligned(direction: Direction, outcome: str, effect: str) -> Direction:
    """Turn a direction that is stated of the opposite outcome (survival for mortality)."""
    good_asked, good_told = _GOOD.search(outcome) is not None, _GOOD.search(effect) is not None
    opposite = (good_told and not good_asked and _BAD.search(outcome)) or (
        good_asked and not good_told and _BAD.search(effect)
    )
    return turn(direction, bool(opposite))


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
    names: Names,
    studied: float,
    estimates: tuple[FoundEstimate, ...],
    outcome: float,
) -> _Candidate | None:
    """A sentence that only gives an estimate ("mortality: RR 0.8, 0.6 to 1.1")."""
    estimate = estimates[0]
    roles = [t.role for t in mark_roles(sentence.text, names)]
    arm = 0.7 if FIRST in roles else 0.5 * studied
    if estimate.point is None or outcome < SAME or arm < 0.3 or estimate.measure is EffectMeasure.CORRELATION:
        return None
    significant = _significant(estimate)
    if significant is False:
        direction = Direction.NO_DIFFERENCE
    elif estimate.measure.is_ratio:
        direction = Direction.INCREASES if estimate.point > 1 else Direction.DECREASES
    else:
        direction = Direction.UNCLEAR
    window = (0, len(sentence.text))
    score = _score(sentence, outcome, arm, True, significant is not None, direction) - 0.05
    return _Candidate(
        sentence, None, estimates[:1], direction, False, significant, outcome, arm, score, window
    )


def _from_figures(
    question: Question, sentence: ReadSentence, names: Names, outcome: float
) -> _Candidate | None:
    """A sentence that only prints each arm's figure and a p value."""
    tokens = mark_roles(sentence.text, names)
    p_values = [p.significant for p in read_p_values(sentence.text) if p.significant is not None]
    order, _ = number_order(sentence.text, tokens)
    if outcome < SAME or not order or not p_values or {FIRST, SECOND} - {t.role for t in tokens}:
        return None
    direction = Direction.NO_DIFFERENCE
    if p_values[0]:
        direction = Direction.INCREASES if order > 0 else Direction.DECREASES
    score = _score(sentence, outcome, 0.7, True, True, direction) - 0.08
    window = (0, len(sentence.text))
    return _Candidate(sentence, None, (), direction, False, p_values[0], outcome, 0.7, score, window)


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


def _distinct(
    question: Question, paper: Paper, facts: StudyFacts, comparator: str | None, found: list[_Candidate]
) -> tuple[Claim, ...]:
    """The best candidates as claims, one for each direction and sentence, near to the best one's score."""
    claims: list[Claim] = []
    for candidate in found:
        if candidate.score < _FLOOR or candidate.score < found[0].score - 0.25 or len(claims) >= MAX_ANSWERS:
            break
        claim = _as_claim(question, paper, facts, comparator, candidate)
        if all(claim.quote != other.quote for other in claims):
            claims.append(claim)
    return tuple(claims)


def _as_claim(
    question: Question, paper: Paper, facts: StudyFacts, comparator: str | None, candidate: _Candidate
) -> Claim:
    sentence, statement = candidate.sentence, candidate.statement
    spans = [statement.cue, statement.effect, statement.cause, statement.comparator] if statement else []
    needed = [s for s in spans if s] + [(e.start, e.end) for e in candidate.estimates]
    window = quote_window(sentence.text, needed or [candidate.window])
    quote = sentence.quote(*window)
    stated = _stated_arm(question, candidate)
    direction = turn(candidate.direction, candidate.turned and stated is not None)
    turned = candidate.turned and stated is None
    estimates = quoted_estimates(sentence, candidate.estimates, window, turned, candidate.window)
    cause = stated or question.intervention
    return Claim(
        claim_id=claim_id(paper, quote, cause, question.outcome, direction),
        paper_id=paper.paper_id,
        cause=cause,
        cause_type=cause_type(question.intervention),
        effect=question.outcome,
        effect_type=effect_type(question.outcome),
        relation=relation_for(
            direction, facts.design, bool(statement and statement.associative), facts.design_basis
        ),
        direction=direction,
        quote=quote,
        role=sentence.role,
        comparator=question.intervention if stated else question.comparator or comparator,
        population=facts.population,
        significant=candidate.significant,
        negated=bool(statement and statement.negated),
        hedged=bool(statement and statement.hedged),
        outcome_polarity=question.outcome_polarity,
        estimates=_oriented(estimates, turned),
        confidence=round(min(0.95, 0.35 + 0.6 * candidate.score), 3),
        answers_question=candidate.score,
    )


def _stated_arm(question: Question, candidate: _Candidate) -> str | None:
    """The arm that printed numbers are stated for, where it is not the intervention: they stay as printed.

    `match_claim` calls such a claim swapped. None where the claim is put in the question's own order.
    """
    statement, text = candidate.statement, candidate.sentence.text
    if statement is None or not candidate.turned:
        return None
    named = text[slice(*statement.cause)] if statement.cause else ""
    if is_low_exposure(named, question.intervention):
        return named
    return question.comparator if question.comparator and candidate.estimates else None


def _oriented(estimates: tuple[EffectEstimate, ...], turned: bool) -> tuple[EffectEstimate, ...]:
    """Printed points of turned arms speak for the other order and are left out; counts were exchanged."""
    return tuple(e for e in estimates if not turned or e.counts or e.means)
