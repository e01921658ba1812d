"""A candidate as a claim: its quote, its estimates and its direction in the question's order."""

from __future__ import annotations

from aitia.model.claim import Claim, DirectionShares, EffectEstimate, StudyFacts
from aitia.model.paper import Paper
from aitia.question.specification import Question
from aitia.reading.answers.candidates import AnswerCandidate
from aitia.reading.paper.arms import stems
from aitia.reading.paper.declared_outcomes import outcome_reference
from aitia.reading.paper.document import ReadSentence
from aitia.reading.paper.entities import PaperArms, cause_type, effect_type
from aitia.reading.paper.quoting import quote_window
from aitia.reading.statements.findings import claim_id, quoted_estimates, relation_for, turn
from aitia.reading.statements.lack import is_low_exposure, lack_named_in
from aitia.text.named import is_named
from aitia.words.names import other_names

MAX_ANSWERS = 3
_FLOOR = 0.45


def claims_of(
    question: Question, paper: Paper, facts: StudyFacts, arms: PaperArms, found: list[AnswerCandidate]
) -> tuple[Claim, ...]:
    """The best candidates as claims, one for each direction and sentence, near to the best one's score."""
    claims: list[Claim] = []
    for candidate in found:
        if candidate.score < _FLOOR or candidate.score < found[0].score - 0.25 or len(claims) >= MAX_ANSWERS:
            break
        claim = _as_claim(question, paper, facts, arms, candidate)
        if all(claim.quote != other.quote for other in claims):
            claims.append(claim)
    return tuple(claims)


def _as_claim(
    question: Question, paper: Paper, facts: StudyFacts, arms: PaperArms, candidate: AnswerCandidate
) -> Claim:
    sentence, statement = candidate.sentence, candidate.statement
    spans = [statement.cue, statement.effect, statement.cause, statement.comparator] if statement else []
    needed = [s for s in spans if s] + [(e.start, e.end) for e in candidate.estimates]
    window = quote_window(sentence.text, needed or [candidate.window])
    quote = sentence.quote(*window)
    stated = _stated_arm(question, candidate)
    of_comparator = candidate.turned and stated is not None
    direction = turn(candidate.direction, of_comparator)
    turned = candidate.turned and stated is None
    estimates = quoted_estimates(sentence, candidate.estimates, window, turned, candidate.window)
    cause, effect = stated or _cause(question, paper, arms, sentence), _effect(question, paper, candidate)
    return Claim(
        claim_id=claim_id(paper, quote, cause, effect, direction),
        paper_id=paper.paper_id,
        cause=cause,
        cause_type=cause_type(question.intervention),
        effect=effect,
        effect_type=effect_type(question.outcome),
        relation=relation_for(
            direction, facts.design, bool(statement and statement.associative), facts.design_basis
        ),
        direction=direction,
        quote=quote,
        role=sentence.role,
        comparator=question.intervention if stated else question.comparator or arms.comparator,
        population=facts.population,
        significant=candidate.significant,
        negated=bool(statement and statement.negated),
        hedged=bool(statement and statement.hedged),
        outcome_polarity=question.outcome_polarity,
        estimates=_oriented(estimates, turned),
        confidence=round(min(0.95, 0.35 + 0.6 * candidate.score), 3),
        answers_question=candidate.score,
        direction_shares=_shares(candidate, of_comparator),
    )


def _shares(candidate: AnswerCandidate, of_comparator: bool) -> DirectionShares | None:
    """The belief in the order of the claim's own arms."""
    if candidate.shares is None or not of_comparator:
        return candidate.shares
    up, down, none = candidate.shares
    return down, up, none


def _cause(question: Question, paper: Paper, arms: PaperArms, sentence: ReadSentence) -> str:
    """The intervention as asked where the paper names it there, else by the paper's own name."""
    asked, near = question.intervention, f"{sentence.text} {paper.title}"
    own = arms.intervention
    if own is None or _named(asked, near, paper) or not is_named(own, near, paper.abstract):
        return asked
    return own


def _effect(question: Question, paper: Paper, candidate: AnswerCandidate) -> str:
    """The outcome as asked where the paper names it there, else in the words of the statement or sentence."""
    asked, text, statement = question.outcome, candidate.sentence.text, candidate.statement
    if _named(asked, f"{text} {paper.title}", paper):
        return asked
    reference = outcome_reference(text)
    if statement and statement.effect:
        told = text[slice(*statement.effect)]
        return reference if told in reference else told
    return _shared_words(asked, text) or reference or asked


def _named(asked: str, near: str, paper: Paper) -> bool:
    return any(is_named(name, near, paper.abstract) for name in (asked, *other_names(asked)))


def _shared_words(asked: str, text: str) -> str:
    """The longest run of words in a sentence that the outcome asked for holds too."""
    wanted, best = stems(asked), ""
    run: list[str] = []
    for word in [*text[:1500].split(), ""]:
        if word and stems(word) and stems(word) <= wanted:
            run.append(word.strip(".,;:()"))
            continue
        best = max(best, " ".join(run), key=len)
        run = []
    return best


def _stated_arm(question: Question, candidate: AnswerCandidate) -> str | None:
    """The arm that printed numbers are stated for, where it is not the intervention: they stay as printed.

    `match_claim` calls such a claim swapped. None where the claim is put in the question's own order.
    """
    statement, text = candidate.statement, candidate.sentence.text
    if statement is None or not candidate.turned:
        return None
    named = text[slice(*statement.cause)] if statement.cause else ""
    if is_low_exposure(named, question.intervention):
        return named
    if lack := lack_named_in(text, question.intervention):
        return lack
    return question.comparator if question.comparator and candidate.estimates else None


def _oriented(estimates: tuple[EffectEstimate, ...], turned: bool) -> tuple[EffectEstimate, ...]:
    """Printed points of turned arms speak for the other order and are left out; counts were exchanged."""
    return tuple(e for e in estimates if not turned or e.counts or e.means)
