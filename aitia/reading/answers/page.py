"""The answer that the network reads off a whole page, as claims with their quotes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from aitia.model.claim import Claim, DirectionShares, EffectEstimate, StudyFacts
from aitia.model.evidence import OutcomePart
from aitia.model.paper import Paper
from aitia.model.passage import Passage
from aitia.model.scales import Direction
from aitia.question.specification import Question
from aitia.reading.answers.agreement import agreeing, arms_turned, own_arms
from aitia.reading.numbers.arm_counts import read_arm_data
from aitia.reading.numbers.binding import bound_estimates
from aitia.reading.numbers.estimates import read_estimates
from aitia.reading.numbers.intervals import points_to
from aitia.reading.numbers.p_values import read_p_values
from aitia.reading.paper.arms import is_a_time, stems
from aitia.reading.paper.document import ReadSentence
from aitia.reading.paper.entities import cause_type, effect_type
from aitia.reading.paper.quoting import quote_window
from aitia.reading.statements.asked_outcome import part_of
from aitia.reading.statements.both_arms import changes_both, denies_a_difference
from aitia.reading.statements.direction import NOT_SIGNIFICANT, read_statements, states_a_result
from aitia.reading.statements.findings import claim_id, names_a_thing, relation_for, turn
from aitia.reading.statements.lack import lack_named_in
from aitia.reading.statements.matching import severe_courses, tells_another
from aitia.reading.trained import (
    WORDS_ALONE,
    Answer,
    AskedOutcome,
    LocalModels,
    PaperReading,
    read_with_network,
)
from aitia.reading.trained.blend import NO_COMPARATOR, spelled_out
from aitia.reading.trained.marks import THE_OUTCOME
from aitia.reading.trained.order import Embed
from aitia.text.named import is_named
from aitia.text.splitting import Span
from aitia.words.names import other_names

REPORTED = 0.5
"""From this probability on, a paper is taken to report what is asked."""
SECOND_SENTENCE = 0.25
"""A further sentence is quoted from this share of the evidence on."""
MOST_CLAIMS = 2
_WAYS = frozenset({Direction.INCREASES, Direction.DECREASES})
_TOLD = frozenset({OutcomePart.OWN, OutcomePart.COMPONENT})
_OPEN = re.compile(r"(?i)\b(?:inconclusive|uncertain|unclear|not known|unknown|not established)\b")
_WITHIN_AN_ARM = re.compile(r"(?i)\bbaseline\b|\bwithin[- ](?:\w+[- ]){0,2}(?:group|arm)s?\b")
_CLAUSE = re.compile(r"[;,]\s|\s(?:while|whereas|although|but)\s")


def asked_of(question: Question) -> AskedOutcome:
    """The question as it is put to a paper."""
    return AskedOutcome(
        question.intervention,
        question.comparator or NO_COMPARATOR,
        question.outcome,
        question.population or "",
    )


def read_page(
    question: Question, paper: Paper, passages: Sequence[Passage], models: LocalModels = WORDS_ALONE
) -> PaperReading:
    """The page as the network reads it for a question. A severe course that it does not report by that name
    is asked for as death, intensive care and the like, where the paper names the illness and speaks of them:
    the gravest that is reported counts, not that of which the reader is surest, which is chance where it is
    sure of both."""
    asked = asked_of(question)
    reading = read_with_network(paper.title, passages, asked, models)
    if reading.answer.reported >= REPORTED:
        return reading
    courses = severe_courses(asked.outcome, f"{paper.title} {paper.abstract}")
    ways = (replace(asked, outcome=course) for course in courses)
    readings = [reading]
    for way in ways:
        readings.append(read_with_network(paper.title, passages, way, models))
        if readings[-1].answer.reported >= REPORTED:
            return readings[-1]
    return max(readings, key=lambda read: read.answer.reported)


def page_claims(
    question: Question,
    paper: Paper,
    facts: StudyFacts,
    reading: PaperReading,
    evidence: Sequence[ReadSentence],
    embed: Embed | None = None,
) -> tuple[Claim, ...]:
    """The answer as claims on the question's outcome, the sentence that says most first, those behind it that
    are known to tell another outcome or compare nothing; none where the paper does not report it, or where
    no sentence on which much rests is one of `evidence`.

    The effect is the question's outcome where the sentence or the title names it, else the nearest outcome of
    the sentence; `embed` tells which that is.
    """
    if reading.answer.reported < REPORTED:
        return ()
    own = {s.index for s in evidence}
    told = [(reading.lines[number], share) for number, share in reading.answer.evidence]
    told.sort(key=lambda one: _beside_the_point(question, one[0]))
    told = _undenied_first(question, reading.answer, told)
    held = [(s, share) for s, share in told if s.index in own]
    if not held or (held[0] != told[0] and held[0][1] < SECOND_SENTENCE):
        return ()
    further = [s for s, share in held[1:] if _says_more(question, s, share)]
    return tuple(
        _claim(question, paper, facts, reading, s, embed) for s in (held[0][0], *further)[:MOST_CLAIMS]
    )


def _beside_the_point(question: Question, sentence: ReadSentence) -> tuple[bool, bool]:
    """Whether a sentence is known to tell another outcome, and whether it compares nothing."""
    return tells_another(question.outcome, sentence.text), not states_a_result(sentence.text)


def _undenied_first(
    question: Question, answer: Answer, told: list[tuple[ReadSentence, float]]
) -> list[tuple[ReadSentence, float]]:
    """The sentences, where the first denies the difference that was read led by the next on which much rests
    and that does not."""
    if not told or stated(answer) not in _WAYS or not _denies(question, told[0][0]):
        return told
    lead = next((one for one in told if one[1] >= SECOND_SENTENCE and not _denies(question, one[0])), told[0])
    return [lead, *(one for one in told if one is not lead)]


def _says_more(question: Question, sentence: ReadSentence, share: float) -> bool:
    """Whether a further sentence is quoted too: much rests on it, or it is known to tell the outcome."""
    part = part_of(question.outcome, sentence.text)
    return part in _TOLD or (share >= SECOND_SENTENCE and not any(_beside_the_point(question, sentence)))


def _claim(
    question: Question,
    paper: Paper,
    facts: StudyFacts,
    reading: PaperReading,
    sentence: ReadSentence,
    embed: Embed | None,
) -> Claim:
    answer = reading.answer
    effect = _effect(question, paper, reading, sentence, embed)
    place = _place_of(effect, sentence) or _outcome_place(reading, sentence)
    estimates = bound_estimates(sentence.text, place, read_estimates(sentence.text))
    needed = [*([place] if place else []), *((e.start, e.end) for e in estimates[:1])]
    window = quote_window(sentence.text, needed)
    quote = sentence.quote(*window)
    printed = [
        e.as_estimate(sentence.quote(e.start, e.end))
        for e in estimates
        if window[0] <= e.start < e.end <= window[1]
    ]
    rival, numbers = _numbers(question, reading, sentence, window, printed, effect)
    cause, direction = rival or question.intervention, turn(stated(answer), rival is not None)
    open_still = not numbers and (
        _leaves_open(effect, sentence.text) or _changes_both(question, reading, sentence)
    )
    direction = Direction.UNCLEAR if open_still else direction
    denied = not numbers and direction in _WAYS and _denies(question, sentence)
    direction = Direction.NO_DIFFERENCE if denied else direction
    untold = open_still or denied
    # An interval that says what was read leaves no doubt of the direction.
    shown = any(points_to(estimate, effect) is direction for estimate in numbers)
    return Claim(
        claim_id=claim_id(paper, quote, cause, effect, direction),
        paper_id=paper.paper_id,
        cause=cause,
        cause_type=cause_type(question.intervention),
        effect=effect,
        effect_type=effect_type(question.outcome),
        relation=relation_for(direction, facts.design, basis=facts.design_basis),
        direction=direction,
        quote=quote,
        role=sentence.role,
        comparator=question.intervention if rival else _compared_with(question, reading),
        population=facts.population,
        significant=False if denied else None if open_still else significant(answer, sentence.text),
        outcome_polarity=question.outcome_polarity,
        estimates=numbers,
        confidence=round((answer.reported * (1.0 if shown else answer.confidence)) ** 0.5, 3),
        answers_question=round(answer.reported, 4),
        direction_shares=None if untold else _rounded(answer, rival is not None),
    )


def _leaves_open(outcome: str, text: str) -> bool:
    """Whether the clause that names an outcome says that the evidence on it is open."""
    own = stems(outcome)
    return any(_OPEN.search(clause) and own & stems(clause) for clause in _CLAUSE.split(text))


def _changes_both(question: Question, reading: PaperReading, sentence: ReadSentence) -> bool:
    """Whether a sentence tells what changed in both of the paper's arms alike; what is asked of an earlier
    time is answered by it."""
    return not is_a_time(question.comparator or "") and changes_both(sentence.text, *own_arms(reading))


def _denies(question: Question, sentence: ReadSentence) -> bool:
    """Whether the quoted sentence says of its arms alone that they do not differ."""
    return not is_a_time(question.comparator or "") and denies_a_difference(sentence.text)


def _compared_with(question: Question, reading: PaperReading) -> str | None:
    """The comparator as asked, else the paper's other arm, spelled out; never the intervention asked for."""
    asked, short = stems(question.intervention), reading.page.text.abbreviations
    first, second = (spelled_out(arm, short) for arm in own_arms(reading))
    # Where one arm alone holds what is asked about ("A" and "A plus B" for B), the other is the comparator.
    own = first if asked <= stems(second) and not asked <= stems(first) else second
    other = question.comparator or own
    if own and not question.comparator and stems(own) < stems(second if own == first else first):
        other = f"{own} alone"  # both arms got it
    return other if other and other.lower() != question.intervention.lower() else None


def stated(answer: Answer) -> Direction:
    """The direction that a claim states: unclear where no direction can be told."""
    return Direction.UNCLEAR if answer.unclear > 0.5 else answer.direction


def significant(answer: Answer, text: str) -> bool | None:
    """Whether the difference is called significant, or every p value of its sentence is below .05 (1,301 of
    1,312 such directions are labelled so); None where the paper is not sure to say so."""
    if answer.direction is Direction.NO_DIFFERENCE:
        return False
    tested = [p.significant for p in read_p_values(text)]
    below = bool(tested) and all(tested)
    if below and not (NOT_SIGNIFICANT.search(text) or _WITHIN_AN_ARM.search(text)):
        return True
    return True if answer.significant >= 0.5 else None


def _rounded(answer: Answer, turned: bool) -> DirectionShares:
    more, less, same = (round(share, 4) for share in answer.shares)
    return (less, more, same) if turned else (more, less, same)


def _place_of(effect: str, sentence: ReadSentence) -> Span | None:
    start = sentence.text.lower().find(effect.lower())
    return (start, start + len(effect)) if start >= 0 else None


def _outcome_place(reading: PaperReading, sentence: ReadSentence) -> Span | None:
    """Where the sentence names the outcome first, as characters of it."""
    if reading.marks is None:
        return None
    number = reading.lines.index(sentence)
    for place, token in enumerate(reading.page.context.token_of):
        if token is not None and token[0] == number and reading.marks.tokens[place] == THE_OUTCOME:
            return token[1], token[2]
    return None


def _numbers(
    question: Question,
    reading: PaperReading,
    sentence: ReadSentence,
    window: Span,
    printed: Sequence[EffectEstimate],
    outcome: str,
) -> tuple[str | None, tuple[EffectEstimate, ...]]:
    """The arm that the sentence tells the numbers of where that is not the question's intervention (its lack,
    the comparator), and those that say what was read: printed estimates, else the arms' own numbers. Where no
    arm is named these are in the order that says it.
    """
    direction = stated(reading.answer)
    other = turn(direction, True)
    if lack := lack_named_in(sentence.text, question.intervention):
        return lack, agreeing(printed, other, outcome)
    turned = arms_turned(reading, sentence)
    kept = agreeing(printed, direction, outcome)
    proved = other is not direction and any(points_to(e, outcome) is direction for e in kept)
    # Where no arm is named a sentence tells of the paper's intervention.
    rival = turned if turned is not None else reading.parts is not None and reading.parts.natural < 0.5
    if rival and not proved:
        told = agreeing(printed, other, outcome) if question.comparator else ()
        if told:
            return question.comparator, told
    if turned and not proved:
        kept = ()
    if kept or (turned is None and other is direction):
        return None, kept
    orders = (False, True) if turned is None else (turned,)
    arms = (agreeing(read_arm_data(sentence, window, order), direction, outcome) for order in orders)
    return None, next(filter(None, arms), ())


def _effect(
    question: Question, paper: Paper, reading: PaperReading, sentence: ReadSentence, embed: Embed | None
) -> str:
    """The outcome as asked where the paper names it, else the nearest outcome that the sentence names."""
    if _named(question.outcome, f"{sentence.text} {paper.title}", paper):
        return question.outcome
    return outcome_in(question.outcome, reading, sentence, embed)


def outcome_in(asked: str, reading: PaperReading, sentence: ReadSentence, embed: Embed | None = None) -> str:
    """The outcome that a sentence names, by the page or else by the statements in it; of several the nearest
    by `embed`; without one `asked`."""
    if sentence not in reading.lines:
        return asked
    number = reading.lines.index(sentence)
    named = [span.text for span in reading.names.outcomes if span.sentence == number]
    if not named:
        said = read_statements(sentence.text)
        named = [sentence.text[slice(*one.effect)] for one in said if one.effect]
    own = list(filter(names_a_thing, named))
    if not own or (embed is None and len(own) > 1):
        return asked
    if embed is None:
        return own[0]
    vectors = embed([asked, *own])
    return own[int(np.argmax(vectors[1:] @ vectors[0]))]


def in_papers_names(
    question: Question, paper: Paper, reading: PaperReading, claim: Claim, embed: Embed | None = None
) -> Claim:
    """The claim with what the paper nowhere calls as the question does under the paper's own names: its cause
    by the arm that it is, its effect by the outcome nearest to the one asked for, of the quoted sentence
    where that names any."""
    quoted = next((s for s in reading.lines if claim.quote.text in s.text), None)
    if quoted is None:
        return claim
    near = f"{quoted.text} {paper.title} {paper.abstract}"
    update: dict[str, str] = {}
    if not _named(claim.cause, near, paper):
        of_comparator = claim.comparator == question.intervention
        own = own_arms(reading)[of_comparator]
        if own and is_named(own, near, paper.abstract):
            update["cause"] = own
    if not _named(claim.effect, near, paper):
        update["effect"] = outcome_in(question.outcome, reading, quoted, embed)
    return claim.model_copy(update=update) if update else claim


def _named(asked: str, near: str, paper: Paper) -> bool:
    return any(is_named(name, near, paper.abstract) for name in (asked, *other_names(asked)))
