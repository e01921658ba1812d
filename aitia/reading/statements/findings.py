"""Findings of single sentences by rules: who does what to which outcome, with numbers and a quote."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from aitia.domains.polarity import outcome_polarity
from aitia.domains.registry import adapter_for
from aitia.model.claim import Claim, EffectEstimate, StudyFacts
from aitia.model.keys import ClaimId, stable_id
from aitia.model.paper import Paper
from aitia.model.passage import Passage, Quote
from aitia.model.scales import TRIAL_DESIGNS, Direction, Domain, Polarity, SentenceRole, StudyDesign
from aitia.reading.numbers.arm_counts import read_arm_data
from aitia.reading.numbers.binding import bound_estimates
from aitia.reading.numbers.estimates import read_estimates
from aitia.reading.numbers.found import FoundEstimate
from aitia.reading.paper.document import ReadSentence, read_document
from aitia.reading.paper.entities import PaperArms, cause_type, effect_type
from aitia.reading.paper.quoting import quote_window
from aitia.reading.statements.direction import read_statements
from aitia.reading.statements.direction_phrases import Span
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


def sentence_findings(
    paper: Paper, sentence: ReadSentence, facts: StudyFacts, arms: PaperArms
) -> list[Claim]:
    """What the rules read in one sentence, one claim a statement."""
    statements = read_statements(sentence.text)
    if not statements:
        return []
    estimates = read_estimates(sentence.text)
    found = []
    for number, statement in enumerate(statements):
        following = statements[number + 1].clause[0] if number + 1 < len(statements) else len(sentence.text)
        first = 0 if number == 0 else statement.clause[0]
        inside = [e for e in estimates if first <= e.spans["point"][0] < following]
        own = bound_estimates(sentence.text, statement.effect, inside)
        cause = statement.cause or (statements[number - 1].cause if number else None)
        claim = _claim(paper, sentence, facts, arms, statement, cause, own, (first, following))
        if claim is not None:
            found.append(claim)
    return found


def _claim(
    paper: Paper,
    sentence: ReadSentence,
    facts: StudyFacts,
    arms: PaperArms,
    statement: Statement,
    cause_span: Span | None,
    estimates: tuple[FoundEstimate, ...],
    clause: Span,
) -> Claim | None:
    if statement.effect is None:
        return None
    effect = sentence.text[slice(*statement.effect)]
    named = sentence.text[slice(*cause_span)] if cause_span else ""
    rival = sentence.text[slice(*statement.comparator)] if statement.comparator else None
    cause, comparator, turned = arms.resolve(named, rival)
    if cause is None or same_thing(cause, effect) or arms.is_arm(effect):
        return None
    if not (names_a_thing(cause) and names_a_thing(effect)):
        return None
    polarity = outcome_polarity(effect)
    direction = turn(stated_direction(statement, polarity), turned)
    needed = [
        s
        for s in (statement.cue, statement.effect, cause_span, *(e.spans["point"] for e in estimates[:1]))
        if s
    ]
    start, end = quote_window(sentence.text, [*needed, *((e.start, e.end) for e in estimates)])
    quote = sentence.quote(start, end)
    return Claim(
        claim_id=claim_id(paper, quote, cause, effect, direction),
        paper_id=paper.paper_id,
        cause=cause,
        cause_type=cause_type(cause),
        effect=effect,
        effect_type=effect_type(effect),
        relation=relation_for(direction, facts.design, statement.associative, facts.design_basis),
        direction=direction,
        quote=quote,
        role=sentence.role,
        comparator=comparator,
        population=facts.population,
        significant=statement.significant,
        negated=statement.negated,
        hedged=statement.hedged,
        outcome_polarity=polarity,
        estimates=quoted_estimates(sentence, estimates, (start, end), turned, clause),
        confidence=_confidence(statement, sentence, bool(named), bool(estimates)),
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


def quoted_estimates(
    sentence: ReadSentence,
    estimates: Sequence[FoundEstimate],
    window: Span,
    turned: bool = False,
    clause: Span | None = None,
) -> tuple[EffectEstimate, ...]:
    """The estimates that stand in the quoted window, each with the quote of its own characters.

    Where none is printed, the arms' counts or means are given, exchanged when the arms are turned.
    """
    quoted = [
        e.as_estimate(sentence.quote(e.start, e.end))
        for e in estimates
        if window[0] <= e.start and e.end <= window[1]
    ]
    if quoted or clause is None:
        return tuple(quoted)
    return read_arm_data(sentence, (max(window[0], clause[0]), min(window[1], clause[1])), turned)


_NO_NAME = re.compile(
    # "63-day cure rates" are a thing, "63 days" are none.
    r"(?i)^(?:\d(?![\d.]*[-\u2010\u2011](?:second|minute|hour|day|week|month|year)\s[a-z])|two\b|three\b|four\b|both\b|all\b|no\b|more\b|most\b|than\b|having\b|resulting\b|were\b|"
    r"was\b|being\b|some\b|these\b|those\b|"
    r"such\b|whose\b|conversely|further\b|at\b|during\b|after\b|between\b|due\b|experienced|occurred|each\b|one\b|other\b|if\b|in\b|by\b|from\b|not\b|only\b|nor\b|neither\b|"
    r"often$|\w+ly$|times$|strategy$|method$|technique$|overall$|"
    r"comparison$|follow-?up|post-?treatment$|pre-?treatment$|baseline|men$|women$|patients$|subjects$|"
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


def _confidence(statement: Statement, sentence: ReadSentence, named: bool, numbered: bool) -> float:
    value = {"active": 0.74, "link": 0.74, "passive": 0.7, "comparative": 0.72, "superior": 0.7}.get(
        statement.form, 0.64
    )
    value += 0.08 if statement.significant is not None else 0.0
    value += 0.05 if numbered else 0.0
    value -= 0.1 if statement.hedged else 0.0
    value -= 0.12 if not named else 0.0
    value -= 0.05 if sentence.section_id not in ("abstract", "title") else 0.0
    return round(min(0.95, max(0.2, value)), 3)
