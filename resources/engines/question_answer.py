"""A model's answer to the question becomes a claim: the quote is cut by code."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from aitia.domains import adapter_for, in_words_of
from aitia.domains.polarity import outcome_polarity
from aitia.model.claim import Claim, DirectionShares
from aitia.model.passage import MAX_QUOTE_LENGTH, Quote
from aitia.model.scales import Direction, Domain, Polarity, QuestionKind, SentenceRole
from aitia.question.specification import Question
from aitia.reading.answers.page import outcome_in, read_page
from aitia.reading.paper.arms import stems
from aitia.reading.paper.document import ReadSentence
from aitia.reading.paper.entities import cause_type, effect_type
from aitia.reading.paper.quoting import Span, quote_window
from aitia.reading.statements.findings import claim_id, relation_for, turn
from aitia.reading.statements.lack import is_low_exposure
from aitia.reading.statements.matching import SAME, term_match
from aitia.text.named import is_named
from aitia.text.quotes import locate, verify
from aitia.words.names import other_names
from resources.engines.answer_numbers import answer_estimates
from resources.engines.proposals import MOST_SURE, Context
from resources.engines.wire import WireAnswer

OWN_RESULTS = frozenset({SentenceRole.RESULT, SentenceRole.CONCLUSION})
_ASKED = frozenset(
    {QuestionKind.EFFECT, QuestionKind.COMPARISON, QuestionKind.CONDITIONAL, QuestionKind.PAIRWISE}
)
_CLAUSE = re.compile(r"[;,.](?=\s)")
_PROXY = 0.6
_SAME_QUESTION = 0.5


def asks_for_an_answer(question: Question) -> bool:
    """Whether a question has a direction for an answer; of the others a model reads the findings only."""
    named = bool(stems(question.intervention)) and bool(stems(question.outcome))
    return named and question.domain is not Domain.MACHINE_LEARNING and question.kind in _ASKED


def is_answer_to(question: Question, answer: WireAnswer) -> bool:
    """Whether the outcome that a model says it was asked for is the question's."""
    wanted, told = stems(question.outcome), stems(answer.asked)
    return len(wanted & told) >= _SAME_QUESTION * len(wanted)


def evidence_of(context: Context, answer: WireAnswer, notes: list[str]) -> list[ReadSentence]:
    """The cited sentences that are results or conclusions of the paper's own, in the model's order."""
    by_index = {sentence.index: sentence for sentence in context.text.sentences}
    found: list[ReadSentence] = []
    for number in dict.fromkeys(answer.sentences):
        sentence = by_index.get(number)
        if sentence is None:
            notes.append(f"answer: there is no sentence {number}")
        elif not stems(sentence.text):
            continue  # a full stop that stands alone
        elif context.text.role(sentence) not in OWN_RESULTS or sentence.section_id == "title":
            notes.append(f"answer: sentence {number} is no result of the paper's own")
        else:
            found.append(sentence)
    return found


@dataclass(frozen=True)
class _Ends:
    """How the claim names cause and effect; `direction` and `polarity` are for these names."""

    cause: str
    effect: str
    direction: Direction
    polarity: Polarity


def answer_claim(
    context: Context, answer: WireAnswer, evidence: Sequence[ReadSentence], notes: list[str]
) -> Claim:
    """The answer as a claim of the paper; its direction is stated for the names that the claim uses."""
    question, facts = context.task.question, context.facts
    quote, quoted = _quote(evidence, [answer.outcome, answer.intervention])
    near = f"{' '.join(s.text for s in quoted)} {context.task.paper.title}"
    ends = _ends(context, answer, near, quoted)
    reported = min(answer.confidence, _PROXY) if answer.proxy else answer.confidence
    claim = Claim(
        claim_id=claim_id(context.task.paper, quote, ends.cause, ends.effect, ends.direction),
        paper_id=context.task.paper.paper_id,
        cause=ends.cause,
        cause_type=cause_type(question.intervention),
        effect=ends.effect,
        effect_type=effect_type(question.outcome),
        relation=relation_for(ends.direction, facts.design, False, facts.design_basis),
        direction=ends.direction,
        quote=quote,
        role=context.text.role(quoted[0]),
        comparator=question.comparator or answer.comparator,
        population=answer.population or facts.population,
        condition=answer.time_point,
        significant=answer.significant,
        outcome_polarity=ends.polarity,
        estimates=answer_estimates(answer, ends.direction, evidence, notes),
        confidence=round(min(MOST_SURE, answer.confidence), 3),
        answers_question=round(reported, 3),
        direction_shares=shares_of(ends.direction, answer.direction_confidence),
    )
    return in_words_of(adapter_for(question.domain), claim)


def shares_of(direction: Direction, sure: float) -> DirectionShares | None:
    """A belief in one direction; the rest is divided over the two others. None for no direction."""
    ways = (Direction.INCREASES, Direction.DECREASES, Direction.NO_DIFFERENCE)
    if direction not in ways:
        return None
    rest = round((1 - sure) / 2, 4)
    up, down, none = (round(1 - 2 * rest, 4) if way is direction else rest for way in ways)
    return up, down, none


def quoted_sentences(claim: Claim, evidence: Sequence[ReadSentence]) -> list[ReadSentence]:
    """The cited sentences that the claim's quote touches."""
    quote = claim.quote
    return [
        s
        for s in evidence
        if s.passage.passage_id == quote.passage_id and s.start < quote.char_end and quote.char_start < s.end
    ]


def _quote(
    evidence: Sequence[ReadSentence], names: Sequence[str | None]
) -> tuple[Quote, Sequence[ReadSentence]]:
    """The telling sentence, with a cited neighbour where both fit; else the part that names the ends."""
    lead = evidence[0]
    for other in evidence[1:]:
        if other.passage.passage_id == lead.passage.passage_id and abs(other.index - lead.index) == 1:
            start, end = min(lead.start, other.start), max(lead.end, other.end)
            if end - start <= MAX_QUOTE_LENGTH:
                text = lead.passage.text[start:end]
                both = Quote(passage_id=lead.passage.passage_id, char_start=start, char_end=end, text=text)
                return both, sorted((lead, other), key=lambda s: s.index)
    spans: list[Span] = [span for name in names if name and (span := locate(name, lead.text))]
    window = quote_window(lead.text, spans or [(0, min(len(lead.text), MAX_QUOTE_LENGTH))])
    return _uncut(lead, window), [lead]


def _uncut(sentence: ReadSentence, window: Span) -> Quote:
    """The window without what is cut at its end: a quote ends between clauses, not within a number."""
    start, end = window
    quote = sentence.quote(start, end)
    for mark in reversed(list(_CLAUSE.finditer(sentence.text, start + 1, end))):
        if verify(quote, sentence.passage).accepted:
            break
        quote = sentence.quote(start, mark.start())
    return quote


def _ends(context: Context, answer: WireAnswer, near: str, quoted: Sequence[ReadSentence]) -> _Ends:
    question = context.task.question
    told = answer.outcome if _stands(answer.outcome, near, context) else None
    if answer.opposite and told is not None:
        polarity = outcome_polarity(told, question.domain)
        if {polarity, question.outcome_polarity} == {Polarity.HARMFUL, Polarity.BENEFICIAL}:
            return _Ends(_cause(context, answer, near), told, turn(answer.direction, True), polarity)
        told = None
    effect = question.outcome if _stands(question.outcome, near, context) else told
    effect = effect or _named_by_the_page(context, quoted) or question.outcome
    return _Ends(_cause(context, answer, near), effect, answer.direction, question.outcome_polarity)


def _named_by_the_page(context: Context, quoted: Sequence[ReadSentence]) -> str:
    """The outcome that the local reader sees in the quoted words, where the model names none of theirs; ""
    where it sees none, or several and cannot tell them apart."""
    task, asked = context.task, context.task.question.outcome
    reading = read_page(task.question, task.paper, task.passages, context.models)
    for sentence in quoted:
        place = (sentence.passage.passage_id, sentence.start)
        line = next((s for s in reading.lines if (s.passage.passage_id, s.start) == place), None)
        name = outcome_in(asked, reading, line, context.models.names) if line else asked
        if name != asked:
            return name
    return ""


def _cause(context: Context, answer: WireAnswer, near: str) -> str:
    """The intervention as asked where the paper names it, else in the paper's own words for that arm."""
    asked, told = context.task.question.intervention, answer.intervention
    whole = f"{near} {context.task.paper.abstract}"
    if told is None or _stands(asked, near, context) or _is_other_arm(context.task.question, told):
        return asked
    if _stands(told, near, context):
        return told
    return asked if _stands(asked, whole, context) or not _stands(told, whole, context) else told


def _is_other_arm(question: Question, name: str) -> bool:
    """Whether a name would be taken for the comparator, or for the lack of the intervention."""
    rival = term_match(question.comparator, name) if question.comparator else 0.0
    swapped = rival >= SAME and rival > term_match(question.intervention, name)
    return swapped or is_low_exposure(name, question.intervention)


def _stands(name: str | None, near: str, context: Context) -> bool:
    if not name:
        return False
    abstract = context.task.paper.abstract
    return any(is_named(known, near, abstract) for known in (name, *other_names(name)))
