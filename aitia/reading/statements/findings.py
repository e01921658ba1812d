"""Findings of single sentences by rules: who does what to which outcome, with numbers and a quote."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from aitia.domains.registry import adapter_for
from aitia.model.claim import StudyFacts
from aitia.model.keys import ClaimId, stable_id
from aitia.model.paper import Paper
from aitia.model.passage import Passage, Quote
from aitia.model.scales import TRIAL_DESIGNS, Direction, Domain, Polarity, SentenceRole, StudyDesign
from aitia.reading.paper.document import ReadSentence, read_document
from aitia.reading.statements.statement import BETTER, WORSE, Statement
from aitia.reading.study.design import OBSERVATIONAL
from aitia.text.own_results import no_result, own_words

MAX_CLAIMS = 40
_EVIDENCE = (SentenceRole.RESULT, SentenceRole.CONCLUSION)
_CAUSAL_DESIGNS = frozenset(
    {
        StudyDesign.META_ANALYSIS,
        StudyDesign.SYSTEMATIC_REVIEW,
        StudyDesign.RANDOMISED_TRIAL,
        StudyDesign.CROSSOVER_TRIAL,
        StudyDesign.CLUSTER_TRIAL,
        StudyDesign.NON_RANDOMISED_TRIAL,
        StudyDesign.MENDELIAN_RANDOMISATION,
        StudyDesign.ANIMAL,
        StudyDesign.IN_VITRO,
    }
)
_WITHOUT_RESULTS = frozenset({StudyDesign.PROTOCOL})
_NOTICE = re.compile(
    r"(?i)^\s*(?:retract(?:ion|ed)|erratum|corrigendum|withdrawn|expression of concern|correction to)\b"
)
_LETTER = re.compile(
    r"(?i)\s*(?:to the editor|dear (?:sir|editor)|sirs?[,:—-]|we (?:have )?read with (?:great )?interest)"
)


def allows_cause(design: StudyDesign) -> bool:
    """Whether the design by itself allows a causal word; observation alone allows an association."""
    return design in _CAUSAL_DESIGNS


def evidence_sentences(
    paper: Paper, passages: Sequence[Passage], facts: StudyFacts
) -> tuple[ReadSentence, ...]:
    """The paper's own results and conclusions.

    No protocols, notices, letters without a single figure, hypotheses, aims, other people's findings and the
    like; within a sentence such clauses are blanked.
    """
    if facts.design in _WITHOUT_RESULTS or _NOTICE.match(paper.title):
        return ()
    if _LETTER.match(paper.abstract) and not any(char.isdigit() for p in passages for char in p.text):
        return ()
    return tuple(
        replace(s, text=own_words(s.text))
        for s in read_document(passages)
        if s.role in _EVIDENCE and no_result(s.text) is None
    )


def stated_direction(statement: Statement, polarity: Polarity) -> Direction:
    """The statement's direction; "better" and "worse" become one where the outcome's polarity is known."""
    if statement.sense not in (BETTER, WORSE) or statement.direction is Direction.NO_DIFFERENCE:
        return statement.direction
    if polarity is Polarity.UNKNOWN:
        return Direction.UNCLEAR
    more = (statement.sense == BETTER) == (polarity is Polarity.BENEFICIAL)
    return Direction.INCREASES if more else Direction.DECREASES


def turn(direction: Direction, turned: bool) -> Direction:
    """The direction with the arms exchanged."""
    swapped = {Direction.INCREASES: Direction.DECREASES, Direction.DECREASES: Direction.INCREASES}
    return swapped.get(direction, direction) if turned else direction


def relation_for(
    direction: Direction, design: StudyDesign, associative: bool = False, basis: str = ""
) -> str:
    """The biomedical relation that a design may assert of a direction.

    `basis` is the facts' `design_basis`: it says where a synthesis is of observational studies.
    """
    causal = allows_cause(design) and OBSERVATIONAL not in basis
    causal = causal and not (associative and design not in TRIAL_DESIGNS)
    adapter = adapter_for(Domain.BIOMEDICAL)
    return adapter.relation_for(direction, causal) or "associated_with"


def claim_id(paper: Paper, quote: Quote, cause: str, effect: str, direction: Direction) -> ClaimId:
    """The claim's id from what it says and where it stands."""
    place = f"{quote.char_start}-{quote.char_end}"
    parts = (paper.paper_id, quote.passage_id, place, cause.lower(), effect.lower(), direction.value)
    return ClaimId(stable_id("claim", *parts))


_NO_NAME = re.compile(
    # "63-day cure rates" are a thing, "63 days" are none.
    r"(?i)^(?:\d(?![\d.]*[-\u2010\u2011](?:second|minute|hour|day|week|month|year)\s[a-z])|two\b|three\b|four\b|both\b|all\b|no\b|more\b|most\b|than\b|having\b|resulting\b|were\b|"
    r"was\b|being\b|some\b|these\b|those\b|"
    r"such\b|whose\b|conversely|further\b|at\b|during\b|after\b|between\b|due\b|experienced|occurred|each\b|one\b|other\b|if\b|in\b|by\b|from\b|not\b|only\b|nor\b|neither\b|"
    r"often$|\w+ly$|times$|strategy$|method$|technique$|overall$|"
    r"comparison$|follow-?up|post-?treatment$|pre-?treatment$|baseline|men$|women$|patients$|subjects$|"
    r"(?:(?:the|first|last|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|sixty)\b[\w-]*\s)+"
    r"(?:hours?|days?|weeks?|months?|years?|minutes?)$|"
    r"children$|participants$|day\b|week\b|month\b|year\b|(?:the )?outcomes? of\b)|"
    r"\blost to follow|\bloss(?:es)? to follow|"
    r"[=±<>%]|\+/-|\b(?:is|are|was|were|has|have|had|did|does|may be|can be|shows?|showed|who|which|that|"
    r"than|p value)\b|"
    # A clause: "… of the people cleared the virus".
    r"\b(?:people|patients|participants|subjects|women|men|children|adults|infants)\s\w+ed\s(?:the|an?|their|its)\b"
)


def names_a_thing(name: str) -> bool:
    """Whether a phrase can stand as one end of an edge: a noun phrase, not a clause or a number."""
    return 2 < len(name) <= 110 and len(name.split()) <= 14 and _NO_NAME.search(name) is None


def same_thing(cause: str, effect: str) -> bool:
    """Whether cause and effect are one name, but for a letter or two."""
    left, right = cause.lower().strip(), effect.lower().strip()
    return left == right or (len(left) > 3 and left in right and len(right) - len(left) < 4)
