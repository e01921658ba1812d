"""Rules about whose words a quote is and how they are meant.

Not planted, no hypothesis or somebody else's finding, and neither denied nor said of the other arm. They
read the quoted sentence anew, whatever reader proposed the claim.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from aitia.model.claim import Claim
from aitia.model.scales import Direction
from aitia.reading.numbers.estimates import read_estimates
from aitia.reading.numbers.p_values import read_p_values
from aitia.reading.trained.guard import NO_RESULT, NONE, judge_claim
from aitia.text.named import is_named, telling_words
from aitia.text.own_results import clauses_of, no_result, own_words, told_as_truth
from aitia.text.sentences import sentences
from aitia.text.turned import (
    affirmed,
    denied,
    fell_more_or_less,
    holds_contrast,
    left_out,
    said_of_another,
    second_arm,
    turned,
    unlike_units,
    worded,
)
from validators.findings import ClaimContext, Finding, Outcome

_PRONOUN = re.compile(r"(?i)^\W*(?:it|they|this)\s")
_RESULTS = re.compile(r"(?i)\W{0,4}(?:main |key |primary )?(?:results?|findings)\b\s?[:.\n\u2014-]")
_OPPOSITE = frozenset({Direction.INCREASES, Direction.DECREASES})


def quote_not_planted(claim: Claim, context: ClaimContext) -> Iterator[Finding]:
    """No part of a quote, nor of an estimate's quote, is text that was planted for a reader's software."""
    rule = "quote_not_planted"
    quotes = [(None, claim.quote), *((i, e.quote) for i, e in enumerate(claim.estimates) if e.quote)]
    for estimate, quote in quotes:
        passage = context.passages.get(quote.passage_id)
        if passage is None:
            continue
        own = context.own_passages[quote.passage_id].text
        if own[quote.char_start : quote.char_end] != passage.text[quote.char_start : quote.char_end]:
            outcome = Outcome.REJECT if estimate is None else Outcome.DROP_ESTIMATE
            yield Finding(rule, outcome, "the quote is from text that addresses software", estimate)


def supported_elsewhere(claim: Claim, context: ClaimContext) -> Iterator[Finding]:
    """What runs on behind planted text in its paragraph counts only when a person has seen it."""
    quote = claim.quote
    for passage_id, start, end in context.behind_planted:
        if passage_id == quote.passage_id and quote.char_start < end and start < quote.char_end:
            reason = "the quote runs on behind text that addresses software"
            yield Finding("supported_elsewhere", Outcome.REVIEW, reason)
            return


def own_result(claim: Claim, context: ClaimContext) -> Iterator[Finding]:
    """The quoted sentence tells a result: no hypothesis, aim, design, guideline, simulation or cited work.

    Patterns refuse what they know; what the trained guard takes for none waits for a person.
    """
    if context.associative_relation is None:
        return
    told = _sentences(claim, context)
    kinds = [no_result(sentence) for sentence in told]
    kind = next((k for k in kinds if k is not None), None)
    if kind is not None and all(kinds):
        reason = f"the sentence is no result of the paper's own: {kind.value}"
        yield Finding("own_result", Outcome.REJECT, reason)
        return
    if told and all(map(told_as_truth, told)) and _among_results(claim, context):
        reason = "told in the present tense and without a figure among the results"
        yield Finding("own_result", Outcome.REVIEW, reason)
    named = _names(claim.effect, context)
    own = [own_words(sentence) for sentence in told]
    if own != told and any(map(named, told)) and not any(map(named, own)):
        reason = "the outcome is named only in a clause that is no result of the paper's own"
        yield Finding("own_result", Outcome.REJECT, reason)
        return
    shares = judge_claim(claim, context.own_paper.title, tuple(context.own_passages.values()))
    if shares is not None and shares[NONE] >= NO_RESULT:
        reason = f"the trained guard takes the sentence for no result on this ({shares[NONE]:.2f})"
        yield Finding("own_result", Outcome.REVIEW, reason)


def not_denied(claim: Claim, context: ClaimContext) -> Iterator[Finding]:
    """The words of change are not taken back ("no evidence that") and do not leave the cause out."""
    if claim.direction not in _OPPOSITE or context.associative_relation is None:
        return
    cause = _names(claim.cause, context)
    clauses = _clauses(claim, context)
    told = [clause for sentence in _sentences(claim, context) for clause in clauses_of(sentence)]
    if said_of_another(told, cause, _names(claim.effect, context)):
        yield Finding("not_denied", Outcome.REJECT, "the quote says this of another treatment")
        return
    if clauses and all(map(denied, clauses)):
        yield Finding("not_denied", Outcome.REJECT, "the quote says that this was not shown")
    elif holds_contrast(claim.cause) or any(
        left_out(clause, name) for clause in clauses for name in (cause, _as_it_stands(claim.cause, context))
    ):
        yield Finding(
            "not_denied", Outcome.REJECT, f"the quote leaves '{claim.cause[:60]}' out of what it says"
        )


def not_turned(claim: Claim, context: ClaimContext) -> Iterator[Finding]:
    """Words and figures are stated for this cause and outcome, not for their absence or the other arm."""
    if context.associative_relation is None:
        return
    cause, effect = _names(claim.cause, context), _names(claim.effect, context)
    for clause in _clauses(claim, context):
        said = worded(clause)
        if said is claim.direction in _OPPOSITE and turned(clause, cause, effect):
            yield Finding("not_turned", Outcome.REJECT, "the words speak of the absence of cause or outcome")
        elif (
            claim.direction in _OPPOSITE and second_arm(clause, cause) and _figure(clause) is claim.direction
        ):
            yield Finding("not_turned", Outcome.REJECT, "the figure is printed for the other arm")
        elif (fell := fell_more_or_less(clause)) in _OPPOSITE and fell is not claim.direction in _OPPOSITE:
            if cause(clause.lower().partition(" than ")[0]):
                yield Finding("not_turned", Outcome.REJECT, "more or less of a fall is said the other way")
        elif claim.direction in _OPPOSITE and unlike_units(clause):
            yield Finding("not_turned", Outcome.REVIEW, "the arms are printed in unlike units")
    if claim.direction is Direction.NO_DIFFERENCE and _affirmed(claim, context, cause):
        yield Finding("not_turned", Outcome.REJECT, "what is denied is denied of something else")


def _affirmed(claim: Claim, context: ClaimContext, cause: Callable[[str], bool]) -> bool:
    """Whether the clauses that speak of the cause say a significant change, and only others deny one."""
    told = [clause for clause in _clauses(claim, context) if not denied(clause)]
    about = [clause for clause in told if cause(clause) or _PRONOUN.match(clause)]
    if not about or any(affirmed(clause) not in _OPPOSITE for clause in about):
        return False
    found = [p.significant for clause in about for p in read_p_values(clause) if p.significant is not None]
    found += [
        not min(e.low, e.high) <= e.measure.null_value <= max(e.low, e.high)
        for clause in about
        for e in read_estimates(clause)
        if e.low is not None and e.high is not None
    ]
    return bool(found) and all(found)


def _figure(clause: str) -> Direction | None:
    """What the first printed estimate of a clause says, as printed."""
    for estimate in read_estimates(clause):
        if estimate.point is not None and estimate.point != estimate.measure.null_value:
            more = estimate.point > estimate.measure.null_value
            return Direction.INCREASES if more else Direction.DECREASES
    return None


def _sentences(claim: Claim, context: ClaimContext) -> list[str]:
    """The paper's own sentences that the quote touches."""
    passage = context.own_passages.get(claim.quote.passage_id)
    if passage is None:
        return []
    start, end = claim.quote.char_start, claim.quote.char_end
    found = sentences(passage.text, passage.section_id)
    return [s.text for s in found if s.start < end and s.end > start]


def _clauses(claim: Claim, context: ClaimContext) -> list[str]:
    """The quoted sentences' clauses that name the effect; all of them where none does."""
    told = [clause for sentence in _sentences(claim, context) for clause in clauses_of(sentence)]
    named = _names(claim.effect, context)
    return [clause for clause in told if named(clause)] or told


def _among_results(claim: Claim, context: ClaimContext) -> bool:
    """Whether the quote's passage bears the label of results."""
    passage = context.own_passages.get(claim.quote.passage_id)
    return passage is not None and _RESULTS.match(passage.text) is not None


def _as_it_stands(name: str, context: ClaimContext) -> Callable[[str], bool]:
    """Whether a text holds the name itself: of two treatments none stands for the other."""
    return lambda text: is_named(name, text, context.own_paper.abstract)


def _names(name: str, context: ClaimContext) -> Callable[[str], bool]:
    known = [one for one in (name, *context.synonyms(name)) if telling_words(one)]
    return lambda text: any(is_named(one, text, context.own_paper.abstract) for one in known)
