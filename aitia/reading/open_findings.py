"""What a paper found of its own, without a question, as claims with their quotes.

The trained reader tells which sentences state results and what they name, and where it names no outcome the
rules do; a sentence that it did not see (the title, what had no room) is read by the rules alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from aitia.domains.polarity import outcome_polarity
from aitia.model.claim import Claim, EffectEstimate, StudyFacts
from aitia.model.paper import Paper
from aitia.model.passage import Passage
from aitia.model.scales import Direction, Domain, Polarity
from aitia.reading.numbers.binding import bound_estimates
from aitia.reading.numbers.estimates import read_estimates
from aitia.reading.numbers.intervals import points_to
from aitia.reading.paper.arms import control_words, stems
from aitia.reading.paper.document import ReadSentence, read_document
from aitia.reading.paper.entities import PaperArms, cause_type, effect_type, is_control, read_paper_arms
from aitia.reading.paper.quoting import quote_window
from aitia.reading.statements.asked_outcome import told_apart
from aitia.reading.statements.direction import read_statements
from aitia.reading.statements.findings import (
    MAX_CLAIMS,
    claim_id,
    evidence_sentences,
    names_a_thing,
    quoted_estimates,
    relation_for,
    same_thing,
    sentence_findings,
    stated_direction,
    turn,
)
from aitia.reading.statements.lack import named_lack
from aitia.reading.statements.landscape import is_machine_learning, read_landscape
from aitia.reading.statements.statement import Statement
from aitia.reading.trained import WORDS_ALONE, AskedOutcome, LocalModels, read_with_network
from aitia.reading.trained.blend import RESULT
from aitia.reading.trained.page_closely import (
    Table,
    both_directions,
    outcomes_told,
    page_row,
    result_chances,
    what_became,
)
from aitia.reading.trained.paper import PaperReading
from aitia.reading.trained.results import NAME_WORDS, NamedSpan, PaperNames, Result, outcomes_of, read_results
from aitia.reading.trained.whole_names import whole_name
from aitia.text.splitting import Span
from aitia.words.folding import folded_words
from aitia.words.stemmer import stem

LEAST_DIRECTION = 0.55
"""Below this probability of the likeliest direction no claim is made."""
_ARM_WORDS = 4
"""What the rules take for an arm and is longer may hold the outcome's name too."""
_BARE = frozenset(stem(word) for word in NAME_WORDS["bare"])
_RISK_OF = re.compile(rf"(?i)(?:{'|'.join(NAME_WORDS['risk_of'])})s? of (?:the |an? )?(?=\w)")
_BOTH_ARMS = re.compile(r"(?i)(\S.*?),? (?:versus|vs\.?|v\.|compared (?:with|to)) (.*\S)")
_ACTING = ("active", "link", "passive")
_DIRECTED = (*_ACTING, "null_verb")


def read_findings(
    paper: Paper,
    passages: Sequence[Passage],
    facts: StudyFacts,
    domain: Domain | None = None,
    models: LocalModels = WORDS_ALONE,
) -> tuple[Claim, ...]:
    """Every finding that the paper states of its own, in the order of the text, at most `MAX_CLAIMS`; none
    without results. Raises ModelFileError when the reader's files are missing.
    """
    document = read_document(passages)
    if domain == Domain.MACHINE_LEARNING or (domain is None and is_machine_learning(paper)):
        return read_landscape(paper, document)[:MAX_CLAIMS]
    evidence = evidence_sentences(paper, passages, facts)
    if not evidence:
        return ()
    arms = read_paper_arms(paper, document)
    read = _by_the_page(paper, passages, facts, evidence, arms, models)
    claims: dict[str, Claim] = {}
    for sentence in evidence:
        seen = read.get(sentence.index)
        for claim in sentence_findings(paper, sentence, facts, arms) if seen is None else seen:
            claims.setdefault(claim.claim_id, claim)
        if len(claims) >= MAX_CLAIMS:
            break
    return tuple(claims.values())[:MAX_CLAIMS]


def _by_the_page(
    paper: Paper,
    passages: Sequence[Passage],
    facts: StudyFacts,
    evidence: Sequence[ReadSentence],
    arms: PaperArms,
    models: LocalModels,
) -> dict[int, list[Claim]]:
    """By sentence that the page saw, one claim for every outcome that it names, with the arms that the page
    is about or the cause that the sentence itself gives."""
    own = {sentence.index: sentence for sentence in evidence}
    reading = read_with_network(paper.title, passages)
    if not reading.page.context.kept:
        return {}
    found: dict[int, list[Claim]] = {reading.lines[number].index: [] for number in reading.names.result}
    read: Callable[[Sequence[NamedSpan] | None], Sequence[Result]]
    if models.close:
        read = partial(_closely, reading, models.close.found(page_row(reading.page.context)), arms)
    else:
        read = partial(_by_its_names, reading, arms)

    def claim_all(outcomes: Sequence[NamedSpan] | None = None) -> None:
        for result in read(outcomes):
            sentence = own.get(reading.lines[result.outcome.sentence].index)
            claim = _claim(paper, facts, sentence, result, arms) if sentence else None
            if sentence and claim:
                found[sentence.index].append(claim)

    claim_all()
    silent = [n for n in reading.names.result if not found[reading.lines[n].index]]
    claim_all(_told_by_rules(reading, silent))
    return found


def _by_its_names(
    reading: PaperReading, arms: PaperArms, outcomes: Sequence[NamedSpan] | None
) -> Sequence[Result]:
    """What became of the outcomes, or of those that the page names, between the page's two arms."""
    names = _with_arms(reading.names, arms)
    if not names.intervention:
        return ()
    return read_results(reading.page, names, outcomes_of(names) if outcomes is None else outcomes)


def _closely(
    reading: PaperReading, table: Table, arms: PaperArms, outcomes: Sequence[NamedSpan] | None
) -> Sequence[Result]:
    """What became of the outcomes, or of those that the close reader sees, each between arms of its own."""
    page, results = reading.page, list[Result]()
    chances = result_chances(page, table)
    for span in outcomes_told(page, table) if outcomes is None else outcomes:
        told = what_became(page, table, span)
        names = _with_arms(PaperNames((), told.intervention, told.comparator, {}), arms)
        if names.intervention:
            asked = AskedOutcome(names.intervention, names.comparator, span.text)
            shares = both_directions(page, told, asked)
            results.append(Result(span, asked, shares, chances[span.sentence], own_arms=True))
    return results


def _told_by_rules(reading: PaperReading, numbers: Sequence[int]) -> list[NamedSpan]:
    """The outcomes that the rules name in those of the sentences that state results."""
    found = []
    for number in numbers:
        if reading.names.result[number] >= RESULT:
            text = reading.lines[number].text
            spans = {said.effect for said in read_statements(text) if said.effect}
            found += [NamedSpan(number, span, text[slice(*span)], 0.0) for span in sorted(spans)]
    return found


def _with_arms(names: PaperNames, arms: PaperArms) -> PaperNames:
    """The page's names, each arm by itself where both stand in one name; where it takes a control for the
    intervention, the arms by the rules. No arm is compared with itself."""
    if both := _BOTH_ARMS.fullmatch(names.intervention):
        names = replace(names, intervention=both[1], comparator=names.comparator or both[2])
    if stems(names.comparator) <= stems(names.intervention):
        names = replace(names, comparator="")
    if names.intervention and not control_words(names.intervention):
        return names
    if arms.intervention is None or is_control(arms.intervention):
        return names
    return replace(names, intervention=arms.intervention, comparator=arms.comparator or names.comparator)


def _is_one_of(name: str, others: Sequence[str | None]) -> bool:
    own = stems(name)
    return any(other and (same_thing(other, name) or own <= stems(other)) for other in others)


def _claim(
    paper: Paper, facts: StudyFacts, sentence: ReadSentence, result: Result, arms: PaperArms
) -> Claim | None:
    """None where the direction is not sure enough or where an end is no name of a thing."""
    stated = _statement(sentence.text, result.outcome.span, arms)
    place = _outcome_place(sentence.text, result, stated)
    if place is None or (stated is None and _is_turned(sentence.text, place)):
        return None
    place = whole_name(sentence.text, place)
    effect = sentence.text[slice(*place)]
    own = (
        None
        if result.own_arms and _names_an_arm(sentence.text, result.asked)
        else _own_cause(stated, result.asked)
    )
    cause, comparator = own or (result.asked.intervention, result.asked.comparator)
    # What a sentence says of the lack of something is not said of the thing.
    cause = named_lack(sentence.text, cause) or cause
    polarity = outcome_polarity(effect)
    read = stated.direction(polarity) if own and stated else result.direction
    # A clause that may be about the other arm says nothing by its words alone.
    apart = None if control_words(sentence.text) else told_apart(effect, sentence.text)
    estimates = bound_estimates(sentence.text, place, read_estimates(sentence.text))
    window = quote_window(sentence.text, [place, *((e.start, e.end) for e in estimates)])
    quoted = quoted_estimates(sentence, estimates, window, bool(stated and stated.turned), window)
    direction = _by_the_interval(apart or read, quoted, effect)
    told_arms = (n for n in (arms.intervention, arms.comparator) if n and len(n.split()) <= _ARM_WORDS)
    named_arms = (cause, comparator, *told_arms)
    if max(result.shares) < LEAST_DIRECTION or arms.is_arm(effect) or _is_one_of(effect, named_arms):
        return None
    if not (names_a_thing(cause) and names_a_thing(effect)):
        return None
    quote = sentence.quote(*window)
    return Claim(
        claim_id=claim_id(paper, quote, cause, effect, direction),
        paper_id=paper.paper_id,
        cause=cause,
        cause_type=cause_type(cause),
        effect=effect,
        effect_type=effect_type(effect),
        relation=relation_for(
            direction, facts.design, bool(stated and stated.said.associative), facts.design_basis
        ),
        direction=direction,
        quote=quote,
        role=sentence.role,
        comparator=comparator or None,
        population=facts.population,
        significant=_significant(direction, stated),
        negated=bool(stated and stated.said.negated),
        hedged=bool(stated and stated.said.hedged),
        outcome_polarity=polarity,
        estimates=quoted,
        confidence=round(result.result**0.25 * max(result.shares), 3),
    )


def _by_the_interval(direction: Direction, estimates: Sequence[EffectEstimate], effect: str) -> Direction:
    """The direction read, but never "no difference" where the interval of a ratio leaves out 1."""
    told = {points_to(estimate, effect) for estimate in estimates if estimate.measure.is_ratio} - {None}
    if direction is Direction.NO_DIFFERENCE and told in ({Direction.INCREASES}, {Direction.DECREASES}):
        return Direction.INCREASES if Direction.INCREASES in told else Direction.DECREASES
    return direction


@dataclass(frozen=True)
class _Stated:
    """What the rules read of a sentence about one outcome, its cause and comparator by the paper's names."""

    said: Statement
    cause: str | None
    comparator: str | None
    turned: bool

    def direction(self, polarity: Polarity) -> Direction:
        return turn(stated_direction(self.said, polarity), self.turned)


def _statement(text: str, place: Span, arms: PaperArms) -> _Stated | None:
    """The rules' statement about the outcome at `place`, if they read one."""
    for said in read_statements(text):
        if said.effect and said.effect[0] < place[1] and place[0] < said.effect[1]:
            named = text[slice(*said.cause)] if said.cause else ""
            rival = text[slice(*said.comparator)] if said.comparator else None
            return _Stated(said, *arms.resolve(named, rival))
    return None


def _is_turned(text: str, place: Span) -> bool:
    """Whether the rules take what stands there for the cause of something else."""
    return any(
        said.effect and said.cause and said.cause[0] < place[1] and place[0] < said.cause[1]
        for said in read_statements(text)
        if said.form in _DIRECTED
    )


def _outcome_place(text: str, result: Result, stated: _Stated | None) -> Span | None:
    """Where the outcome is named: where the page says, or the rules, if the page's words are a bare "risk" or
    hold an arm's name; None where neither names one."""
    place = result.outcome.span
    arms = stems(result.asked.intervention) | stems(result.asked.comparator)
    if not (stems(result.outcome.text) & arms or _is_bare(text[slice(*place)])):
        head = _RISK_OF.match(text[slice(*place)])
        return (place[0] + head.end(), place[1]) if head else place
    return stated.said.effect if stated else None


def _is_bare(name: str) -> bool:
    return all(stem(word) in _BARE or word.isdigit() for word in folded_words(name))


def _names_an_arm(text: str, asked: AskedOutcome) -> bool:
    return bool(stems(text) & (stems(asked.intervention) | stems(asked.comparator)))


def _own_cause(stated: _Stated | None, asked: AskedOutcome) -> tuple[str, str | None] | None:
    """The cause that a sentence gives where that is neither of the page's arms ("smoking raised …" in a trial
    of something else), with its comparator."""
    if stated is None or stated.cause is None or not stated.said.cause:
        return None
    own = stems(stated.cause)
    if stated.said.form not in _ACTING or own & (stems(asked.intervention) | stems(asked.comparator)):
        return None
    return stated.cause, stated.comparator


def _significant(direction: Direction, stated: _Stated | None) -> bool | None:
    if direction is Direction.NO_DIFFERENCE:
        return False
    return stated.said.significant if stated is not None else None
