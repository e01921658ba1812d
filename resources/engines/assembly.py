"""A paper's reading from a model's answers, what code reads itself, and its second opinion.

The model's answer to the question is the paper's reading where the rules accept it. Where it cannot be used,
or its own quoted sentence speaks against it, the local reader's answer stands and the model's waits for a
person.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from aitia.model.claim import Claim, Reading, StudyFacts
from aitia.model.evidence import OutcomeRole
from aitia.model.scales import Direction
from aitia.question.specification import Question
from aitia.reading.paper.document import ReadSentence
from aitia.reading.statements.findings import relation_for, turn
from aitia.reading.statements.matching import SAME, match_claim, term_match
from aitia.reading.trained import WORDS_ALONE, LocalModels
from resources.engines.agreement import agreed, agreed_answer
from resources.engines.base import ReadingTask
from resources.engines.local import with_open_findings
from resources.engines.model_facts import completed_facts
from resources.engines.paper_text import PaperText
from resources.engines.proposals import MOST_SURE, UNSURE, Context, context_of, model_claims
from resources.engines.question_answer import (
    answer_claim,
    asks_for_an_answer,
    evidence_of,
    is_answer_to,
    quoted_sentences,
    shares_of,
)
from resources.engines.second_opinion import Stance, own_answers, spoken_against, stance_on
from resources.engines.wire import WireAnswer, WireReading

_LOWERED = 0.15
_REVIEW_BELOW = 0.6


@dataclass(frozen=True)
class OwnReading:
    """What code reads of a paper while the model is asked: its study, and the local reader's answers.

    `models` are those with which it was read.
    """

    study: StudyFacts
    answers: tuple[Claim, ...]
    models: LocalModels = WORDS_ALONE


@dataclass(frozen=True)
class _Judged:
    """What became of a model's answer.

    `usable`: it answers the question; `stands`: it is the paper's reading; `own_stand`: the local reader's
    is.
    """

    usable: bool
    claim: Claim | None = None
    stands: bool = False
    own_stand: bool = False


def read_own(task: ReadingTask, study: StudyFacts, models: LocalModels = WORDS_ALONE) -> OwnReading:
    """Code's own part of the reading."""
    return OwnReading(study, own_answers(task, study, models), models)


def assemble(
    task: ReadingTask,
    text: PaperText,
    own: OwnReading,
    answers: Sequence[WireReading],
    notes: list[str],
    tampered: bool,
) -> Reading:
    """The reading; without a usable answer it is the local reader's. `tampered`: text was planted."""
    paper_id, question = task.paper.paper_id, task.question
    if not answers:
        claims = with_open_findings(task, own.study, own.answers, own.models)
        return Reading(
            paper_id=paper_id, study=own.study, claims=claims, notes=tuple(dict.fromkeys(notes))[:40]
        )
    context = context_of(task, text, own.study, own.models)
    if not tampered:
        own = _at_design(own, completed_facts(context, answers[0], notes))
        context = replace(context, facts=own.study)
    added = agreed([model_claims(context, wire, notes) for wire in answers], notes)
    judged = _Judged(False)
    if asks_for_an_answer(question):
        judged = _judge(
            context, agreed_answer([wire.answer for wire in answers], notes), own, added, tampered, notes
        )
    if not judged.usable:
        local = with_open_findings(task, own.study, own.answers, own.models)
        claims = joined(question, Reading(paper_id=paper_id, study=own.study, claims=local), added, tampered)
    else:
        claims = _with_answer(question, judged, own, added, tampered)
    return Reading(paper_id=paper_id, study=own.study, claims=claims, notes=tuple(dict.fromkeys(notes))[:40])


def _at_design(own: OwnReading, facts: StudyFacts) -> OwnReading:
    """Code's own part with the completed facts; its claims assert no more than the design then allows."""
    if facts.design is own.study.design:
        return replace(own, study=facts)
    answers = tuple(
        claim.model_copy(
            update={"relation": relation_for(claim.direction, facts.design, False, facts.design_basis)}
        )
        for claim in own.answers
    )
    return replace(own, study=facts, answers=answers)


def _judge(
    context: Context,
    answer: WireAnswer | None,
    own: OwnReading,
    added: Sequence[Claim],
    tampered: bool,
    notes: list[str],
) -> _Judged:
    question = context.task.question
    if answer is None:
        notes.append("the model gave no answer to the question: the local reader's stands")
        return _Judged(False)
    if not is_answer_to(question, answer):
        notes.append(f"the model answered another question ({answer.asked[:80]}): the local reader's stands")
        return _Judged(False)
    if not answer.reported:
        sure = answer.confidence >= _REVIEW_BELOW and not (tampered and own.answers)
        if not sure:
            notes.append(
                "the model is unsure that the outcome is not reported: the local reader's answer stands"
            )
        return _Judged(sure)
    evidence = evidence_of(context, answer, notes)
    if not evidence:
        notes.append("the model's answer points at no result of the paper's own: the local reader's stands")
        return _Judged(False)
    if answer.direction is Direction.UNCLEAR:
        notes.append("the model reads the outcome as reported without a clear direction")
        return _Judged(True)
    claim = answer_claim(context, answer, evidence, notes)
    stance = stance_on(question, answer.direction, own.answers, context.facts)
    doubt = _doubt(answer, claim, added, tampered)
    against = "" if doubt else _against(context, answer, claim, evidence)
    notes.append(f"the local reader {_SAYS[stance]} the model's answer")
    if doubt or against:
        notes.append(f"the model's answer waits for a person: {doubt or against}")
        # Where the quoted words themselves are in doubt, the local reader's view of them is no better.
        return _Judged(True, _doubted(claim), own_stand=bool(doubt))
    return _Judged(True, _weighed(claim, answer, stance), stands=True)


_SAYS = {Stance.AGREES: "agrees with", Stance.DISAGREES: "disagrees with", Stance.SILENT: "is silent on"}


def _doubt(
    answer: WireAnswer,
    claim: Claim,
    added: Sequence[Claim],
    tampered: bool,
) -> str:
    """Why an answer cannot stand by itself; "" where it can."""
    if answer.confidence < _REVIEW_BELOW:
        return f"the model itself is unsure ({answer.confidence:.2f})"
    if tampered:
        return "text was planted in the paper, so that the local reader's answer stands"
    rival = next(
        (o for o in added if _turned_copy(claim, o) and not _of_the_other_arm(claim, answer, o)), None
    )
    if rival is not None:
        return f"among its findings the model says that {rival.cause} {rival.direction} {rival.effect}"[:200]
    return ""


def _against(context: Context, answer: WireAnswer, claim: Claim, evidence: Sequence[ReadSentence]) -> str:
    """What the quoted sentence says against the answer; "" where nothing."""
    quoted = quoted_sentences(claim, evidence)
    body = " ".join(s.text for s in context.text.sentences[:60])
    return spoken_against(context.task, claim, answer.direction, quoted, body, context.models)


def _turned_copy(claim: Claim, other: Claim) -> bool:
    """Whether a finding of the same words, cause and effect has the opposite direction."""
    opposite = turn(claim.direction, True) is other.direction and claim.direction is not other.direction
    return opposite and _overlap(claim, other) and _same_pair(claim, other)


def _weighed(claim: Claim, answer: WireAnswer, stance: Stance) -> Claim:
    """The answer's confidence after the second opinion: half of the doubt goes, or some comes."""

    def weigh(value: float, most: float = 1.0) -> float:
        if stance is Stance.AGREES:
            return round(min(most, 1 - (1 - value) / 2), 3)
        return round(max(_REVIEW_BELOW, value - _LOWERED), 3) if stance is Stance.DISAGREES else value

    sure = weigh(claim.answers_question or 0.0) if stance is Stance.AGREES else claim.answers_question
    return claim.model_copy(
        update={
            "confidence": weigh(claim.confidence, MOST_SURE),
            "answers_question": sure,
            "direction_shares": shares_of(claim.direction, weigh(answer.direction_confidence)),
        }
    )


def _with_answer(
    question: Question, judged: _Judged, own: OwnReading, added: Sequence[Claim], tampered: bool
) -> tuple[Claim, ...]:
    """The answer that stands, the other one for a person to see, and the findings about other things."""
    claims: dict[str, Claim] = {}
    if judged.claim is not None:
        claims[judged.claim.claim_id] = judged.claim
    if judged.own_stand:
        claims |= {claim.claim_id: claim for claim in own.answers if claim.claim_id not in claims}
    for claim in added:
        if match_claim(question, claim, own.study).role is OutcomeRole.MAIN:
            # The question's own outcome is the answer's to tell; a finding that says more contradicts it.
            if judged.claim is not None:
                continue
            claims.setdefault(claim.claim_id, _doubted(claim))
        else:
            claims.setdefault(claim.claim_id, _doubted(claim) if tampered else claim)
    for claim in own.answers:
        claims.setdefault(claim.claim_id, _doubted(claim))
    return tuple(claims.values())


def _doubted(claim: Claim) -> Claim:
    """The claim below the line of review."""
    return claim.model_copy(update={"confidence": min(claim.confidence, UNSURE)})


def joined(question: Question, own: Reading, added: Sequence[Claim], tampered: bool) -> tuple[Claim, ...]:
    """What code read, and what the model adds to it: the same finding of the same words stands once.

    Code's own answer to the question stands: what the model says beside it about the pair that was asked for
    waits for a person, and so does what contradicts code about any pair, and all of it where somebody
    planted text in the paper (`tampered`).
    """
    claims = {claim.claim_id: claim for claim in own.claims}
    answered = any(claim.answers_question is not None for claim in own.claims)
    for claim in added:
        rivals = [other for other in own.claims if _same_pair(claim, other)]
        if any(_overlap(claim, other) and claim.direction is other.direction for other in rivals):
            continue
        doubted = tampered or any(_contradicts(claim, other) for other in rivals)
        if doubted or (answered and match_claim(question, claim, own.study).role is OutcomeRole.MAIN):
            claim = _doubted(claim)
        claims.setdefault(claim.claim_id, claim)
    return tuple(claims.values())


def _contradicts(one: Claim, other: Claim) -> bool:
    """Another direction for the same words, or the opposite one anywhere in the paper."""
    if _overlap(one, other):
        return one.direction is not other.direction
    return {one.direction, other.direction} == {Direction.INCREASES, Direction.DECREASES}


def _of_the_other_arm(claim: Claim, answer: WireAnswer, other: Claim) -> bool:
    """Whether a finding's cause is, word by word, nearer to the answer's comparator than to its cause.

    "Washing lowers infections" says the same as "no washing raises them".
    """
    rivals = [name for name in (answer.comparator, claim.comparator) if name]
    own = max(_likeness(name, other.cause) for name in (claim.cause, answer.intervention or claim.cause))
    return max((_likeness(name, other.cause) for name in rivals), default=0.0) > own


def _likeness(one: str, other: str) -> float:
    """The share of words that two names have in common, little words too."""
    a, b = set(one.lower().split()), set(other.lower().split())
    return len(a & b) / len(a | b) if a | b else 0.0


def _overlap(one: Claim, other: Claim) -> bool:
    a, b = one.quote, other.quote
    return a.passage_id == b.passage_id and a.char_start < b.char_end and b.char_start < a.char_end


def _same_pair(one: Claim, other: Claim) -> bool:
    alike = max(term_match(one.effect, other.effect), term_match(other.effect, one.effect)) >= SAME
    return alike and max(term_match(one.cause, other.cause), term_match(other.cause, one.cause)) >= SAME
