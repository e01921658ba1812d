"""Rules that have a claim's quote read anew: does it say this edge, with both ends in their roles?

The trained reader of sentences judges the direction, the rules who does what to whom; neither knows who
proposed the claim.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from aitia.model.claim import Claim
from aitia.model.scales import Direction
from aitia.reading.paper.arms import stems
from aitia.reading.paper.document import read_document
from aitia.reading.paper.entities import is_control, is_group
from aitia.reading.statements.direction import read_statements
from aitia.reading.statements.findings import names_a_thing
from aitia.reading.statements.lack import is_low_exposure
from aitia.reading.trained import read_with_network
from aitia.reading.trained.layout import AskedOutcome
from aitia.reading.trained.marks import Text, names_of
from aitia.reading.trained.sentence import read_sentence
from aitia.text.named import is_named, telling_words
from aitia.text.own_results import clauses_of
from aitia.text.turned import left_out, turned
from aitia.words.abbreviations import find_abbreviations
from validators.findings import ClaimContext, Finding, Outcome

CONTRADICTED = 0.8
"""From this probability on, that the quote says otherwise, a person looks. On 468 findings of held-out
abstracts .02 of the right claims would be held back, .43 of their opposites, .68 of differences claimed where
none was found."""
CONTRADICTED_OF_TWO = 0.9
"""The same where the quote names both arms, whose order the sentence reader takes from words alone: of 320
true answers on train abstracts the lower limit held back nine, five of them below this one."""
_DIRECTIONS = (Direction.INCREASES, Direction.DECREASES, Direction.NO_DIFFERENCE)
_ACTING = ("active", "link", "passive")
_LACK = re.compile(r"(?i)^(?:no|without|non-?|absence of|lack of) ?(?=\w)")
_ARM_LABEL = re.compile(
    r"(?i)^(?:the )?verum$|\b(?:sub)?group (?:\d|[A-D]\b|I{1,3}\b)"
    r"|\b(?:intervention|treatment|treated|study|experimental|active|control|comparison)[ -](?:arm|group)s?\b"
)


def ends_in_their_roles(claim: Claim, context: ClaimContext) -> Iterator[Finding]:
    """What the quote says of the outcome is not said of another cause, nor of the outcome as the cause.

    An answer to a question is only held to the second: its reader has told the arms apart over the whole
    paper, under whatever names. Of 320 questions on train abstracts the first refused ten answers, nine of
    them right.
    """
    if context.associative_relation is None or claim.direction not in _DIRECTIONS:
        return
    effect, cause = _names(claim.effect, context), _names(claim.cause, context)
    rival = _names(claim.comparator, context) if claim.comparator else None
    text = claim.quote.text
    title = stems(context.own_paper.title)
    short = _short_forms(context.own_paper.abstract)
    others = []
    for said in read_statements(text):
        told = text[slice(*said.effect)] if said.effect else ""
        given = text[slice(*said.cause)] if said.cause and said.form in _ACTING else ""
        given = " ".join(short.get(word, word) for word in given.split())
        if given and effect(given) and cause(told) and not (cause(given) or effect(told)):
            yield Finding("ends_in_their_roles", Outcome.REJECT, "the quote has cause and outcome exchanged")
            return
        if effect(told):
            if (
                not names_a_thing(given)
                or cause(given)
                or (rival and rival(given))
                or _stands_for_an_arm(given)
            ):
                return
            if stems(given) & title:
                return  # what the paper is about may be the cause by another name than code knows
            others.append(given)
    if claim.answers_question is not None:
        return
    if others and not (cause(text) or (rival and rival(text)) or _of_the_papers_arms(others, context)):
        reason = f"the quote says this of '{others[0][:60]}', not of '{claim.cause[:60]}'"
        yield Finding("ends_in_their_roles", Outcome.REJECT, reason)


def quote_says_direction(claim: Claim, context: ClaimContext) -> Iterator[Finding]:
    """The trained reader of sentences, asked what the quote says of both ends, is not sure of another."""
    if context.associative_relation is None or claim.direction not in _DIRECTIONS or claim.estimates:
        return
    if is_low_exposure(claim.quote.text, claim.cause) or is_low_exposure(claim.cause, claim.cause):
        return
    if not _literally(claim.effect, claim.quote.text) or not _literally(claim.cause, claim.quote.text):
        return
    cause, effect = _names(claim.cause, context), _names(claim.effect, context)
    clauses = clauses_of(claim.quote.text)
    if any(left_out(clause, cause) or turned(clause, cause, effect) for clause in clauses):
        return  # contrasts and absences are read by the rules: the sentence reader sees words
    if claim.comparator and _is_compared_against(claim, context):
        return
    asked = AskedOutcome(claim.cause, claim.comparator or "", claim.effect)
    shares = read_sentence(claim.quote.text, names_of(_text(context), asked))
    other = max(range(3), key=lambda way: (_DIRECTIONS[way] is not claim.direction, shares[way]))
    both = claim.comparator is not None and _literally(claim.comparator, claim.quote.text)
    if shares[other] >= (CONTRADICTED_OF_TWO if both else CONTRADICTED):
        reason = f"the trained reader takes the quote for '{_DIRECTIONS[other].value}' ({shares[other]:.2f})"
        yield Finding("quote_says_direction", Outcome.REVIEW, reason)


def _is_compared_against(claim: Claim, context: ClaimContext) -> bool:
    """Whether the claim tells what the paper's comparator does: of 242 such findings the sentence reader, who
    takes the arm that a sentence names for the one that acts, found none told the wrong way round."""
    if is_control(claim.cause):
        return True
    names = read_with_network(context.own_paper.title, tuple(context.own_passages.values())).names
    own = stems(claim.cause)
    return len(own & stems(names.comparator)) > len(own & stems(names.intervention))


def _literally(name: str, text: str) -> bool:
    """Whether half of a name's words stand in a text: the sentence reader knows no others."""
    own = stems(name)
    return bool(own) and 2 * len(own & stems(text, 2_000)) >= len(own)


def _stands_for_an_arm(name: str) -> bool:
    """Whether a name is a group's label, "treatment" or a pronoun rather than a cause of its own."""
    label = _ARM_LABEL.search(name) or is_group(name) or is_control(name)
    return bool(label) or not telling_words(name) or not stems(name)


def _of_the_papers_arms(causes: Sequence[str], context: ClaimContext) -> bool:
    """Whether the quote's causes are what the paper compares, as the page reader tells.

    Then it is the same comparison in the paper's words, and whose words fit is not for this rule to tell.
    """
    names = read_with_network(context.own_paper.title, tuple(context.own_passages.values())).names
    known = stems(names.intervention) | stems(names.comparator)
    return all(stems(name) & known for name in causes)


def _names(name: str, context: ClaimContext) -> Callable[[str], bool]:
    bare = _LACK.sub("", name)  # the lack of a thing is told by what the thing did
    known = [one for one in dict.fromkeys((name, bare, *context.synonyms(name))) if telling_words(one)]
    own = stems(name)
    return lambda text: (
        bool(own & stems(text)) or any(is_named(one, text, context.own_paper.abstract) for one in known)
    )


@lru_cache(maxsize=8)
def _short_forms(abstract: str) -> Mapping[str, str]:
    return find_abbreviations(abstract)


def _text(context: ClaimContext) -> Text:
    passages = tuple(context.own_passages.values())
    return _read(context.own_paper.title, tuple(s.text for s in read_document(passages)))


@lru_cache(maxsize=8)
def _read(title: str, lines: tuple[str, ...]) -> Text:
    return Text.of(title, lines)
