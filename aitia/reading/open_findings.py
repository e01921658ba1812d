"""What a paper found of its own, without a question, as claims with their quotes.

The trained reader tells which sentences state results and what they name; where it names no outcome of a
result the rules do. What it did not see (the title, the body of a longer paper but for its best sentences)
makes no finding.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from aitia.domains.polarity import outcome_polarity
from aitia.model.claim import Claim, EffectEstimate, StudyFacts
from aitia.model.paper import Paper
from aitia.model.passage import Passage
from aitia.model.scales import Direction, Domain
from aitia.reading.numbers.arm_counts import read_arm_data
from aitia.reading.numbers.binding import bound_estimates
from aitia.reading.numbers.estimates import read_estimates
from aitia.reading.numbers.intervals import points_to
from aitia.reading.paper.arms import stems
from aitia.reading.paper.document import ReadSentence, read_document
from aitia.reading.paper.entities import cause_type, effect_type, is_control, is_group
from aitia.reading.paper.quoting import quote_window
from aitia.reading.statements.direction import read_statements, states_a_result
from aitia.reading.statements.findings import (
    MAX_CLAIMS,
    claim_id,
    evidence_sentences,
    names_a_thing,
    relation_for,
    same_thing,
    stated_direction,
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
LEAST_UNCLEAR = 0.1
"""From this probability that no direction can be told on none is, where a sentence compares nothing: of 20
such held-out findings none could be told of 10, and 7 were read rightly."""
_BARE = frozenset(stem(word) for word in NAME_WORDS["bare"])
_BEFORE_A_NAME = re.compile(
    rf"(?i)(?:(?:the )?(?:{'|'.join(NAME_WORDS['risk_of'])})s? of |(?:to )?(?:develop(?:s|ing|ed(?! countr))?"
    r"(?: into)?|suffer(?:s|ed|ing)?(?: from)?|undergo(?:es|ing|ne)?|underwent|have|requir(?:e[sd]?|ing)) "
    r"(?!(?:to|for|by|had|been|died)\b))(?:the |an? )?(?=\w)"
)
"""The risk of an outcome, and the verb that it is the object of: "develop into severe cases"."""
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
    if domain == Domain.MACHINE_LEARNING or (domain is None and is_machine_learning(paper)):
        return read_landscape(paper, read_document(passages))[:MAX_CLAIMS]
    evidence = evidence_sentences(paper, passages, facts)
    if not evidence:
        return ()
    return tuple(_by_the_page(paper, passages, facts, evidence, models))[:MAX_CLAIMS]


def _by_the_page(
    paper: Paper,
    passages: Sequence[Passage],
    facts: StudyFacts,
    evidence: Sequence[ReadSentence],
    models: LocalModels,
) -> list[Claim]:
    """One claim for every outcome that a sentence of the page names, with the arms that the page is about or
    the cause that the sentence itself gives."""
    own = {sentence.index: sentence for sentence in evidence}
    reading = read_with_network(paper.title, passages)
    if not reading.page.context.kept:
        return []
    found: dict[int, dict[str, Claim]] = {number: {} for number in sorted(reading.names.result)}
    read: Callable[[Sequence[NamedSpan] | None], Sequence[Result]]
    if models.close:
        read = partial(_closely, reading, models.close.found(page_row(reading.page.context)))
    else:
        read = partial(_by_its_names, reading)

    def claim_all(outcomes: Sequence[NamedSpan] | None = None) -> None:
        for result in read(outcomes):
            number = result.outcome.sentence
            sentence = own.get(reading.lines[number].index)
            if sentence and (claim := _claim(paper, facts, sentence, result)):
                found[number].setdefault(claim.claim_id, claim)

    claim_all()
    claim_all(_told_by_rules(reading, [number for number, claims in found.items() if not claims]))
    return [claim for claims in found.values() for claim in claims.values()]


def _by_its_names(reading: PaperReading, outcomes: Sequence[NamedSpan] | None) -> Sequence[Result]:
    """What became of the outcomes, or of those that the page names, between the page's two arms."""
    names = _each_by_itself(reading.names)
    if not names.intervention:
        return ()
    return read_results(reading.page, names, outcomes_of(names) if outcomes is None else outcomes)


def _closely(reading: PaperReading, table: Table, outcomes: Sequence[NamedSpan] | None) -> Sequence[Result]:
    """What became of the outcomes, or of those that the close reader sees, each between arms of its own."""
    page, results = reading.page, list[Result]()
    chances = result_chances(page, table)
    for span in outcomes_told(page, table) if outcomes is None else outcomes:
        told = what_became(page, table, span)
        names = _each_by_itself(PaperNames((), told.intervention, told.comparator, {}))
        if names.intervention:
            asked = AskedOutcome(names.intervention, names.comparator, span.text)
            shares = both_directions(page, told, asked)
            chance, unclear = chances[span.sentence], told.shares[3]
            results.append(Result(span, asked, shares, chance, own_arms=True, unclear=unclear))
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


def _each_by_itself(names: PaperNames) -> PaperNames:
    """The page's names, each arm by itself where both stand in one name; no arm is compared with itself."""
    if both := _BOTH_ARMS.fullmatch(names.intervention):
        names = replace(names, intervention=both[1], comparator=names.comparator or both[2])
    return replace(names, comparator="") if stems(names.comparator) <= stems(names.intervention) else names


def _is_one_of(name: str, others: Sequence[str | None]) -> bool:
    own = stems(name)
    return any(other and (same_thing(other, name) or own <= stems(other)) for other in others)


def _claim(paper: Paper, facts: StudyFacts, sentence: ReadSentence, result: Result) -> Claim | None:
    """None where the direction is not sure enough or where an end is no name of a thing."""
    text = sentence.text
    said = _statement(text, result.outcome.span)
    place = _outcome_place(text, result, said)
    if place is None or (said is None and _is_turned(text, place)):
        return None
    place = whole_name(text, place)
    effect = text[slice(*place)]
    arms = (
        None
        if result.own_arms and _names_an_arm(text, result.asked)
        else _own_cause(text, said, result.asked)
    )
    cause, comparator = arms or (result.asked.intervention, result.asked.comparator)
    # What a sentence says of the lack of something is not said of the thing.
    cause = named_lack(text, cause) or cause
    polarity = outcome_polarity(effect)
    read = stated_direction(said, polarity) if arms and said else result.direction
    found = bound_estimates(text, place, read_estimates(text))
    window = quote_window(text, [place, *((e.start, e.end) for e in found)])
    printed = tuple(
        e.as_estimate(sentence.quote(e.start, e.end))
        for e in found
        if window[0] <= e.start and e.end <= window[1]
    )
    estimates = printed or read_arm_data(sentence, window, turned=False)
    direction = _by_the_interval(read, estimates, effect)
    if result.unclear >= LEAST_UNCLEAR and not estimates and not states_a_result(text):
        direction = Direction.UNCLEAR  # "remission was achieved by 84%": nothing is compared
    if max(result.shares) < LEAST_DIRECTION or is_group(effect) or _is_one_of(effect, (cause, comparator)):
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
        relation=relation_for(direction, facts.design, bool(said and said.associative), facts.design_basis),
        direction=direction,
        quote=quote,
        role=sentence.role,
        comparator=comparator or None,
        population=facts.population,
        significant=False if direction is Direction.NO_DIFFERENCE else said.significant if said else None,
        negated=bool(said and said.negated),
        hedged=bool(said and said.hedged),
        outcome_polarity=polarity,
        estimates=estimates,
        confidence=round(result.result**0.25 * max(result.shares), 3),
    )


def _by_the_interval(direction: Direction, estimates: Sequence[EffectEstimate], effect: str) -> Direction:
    """The direction read, but never "no difference" where the interval of a ratio leaves out 1."""
    told = {points_to(estimate, effect) for estimate in estimates if estimate.measure.is_ratio} - {None}
    if direction is Direction.NO_DIFFERENCE and told in ({Direction.INCREASES}, {Direction.DECREASES}):
        return Direction.INCREASES if Direction.INCREASES in told else Direction.DECREASES
    return direction


def _statement(text: str, place: Span) -> Statement | None:
    """The rules' statement about the outcome at `place`, if they read one."""
    about = (
        s for s in read_statements(text) if s.effect and s.effect[0] < place[1] and place[0] < s.effect[1]
    )
    return next(about, None)


def _is_turned(text: str, place: Span) -> bool:
    """Whether the rules take what stands there for the cause of something else."""
    return any(
        said.effect and said.cause and said.cause[0] < place[1] and place[0] < said.cause[1]
        for said in read_statements(text)
        if said.form in _DIRECTED
    )


def _outcome_place(text: str, result: Result, said: Statement | None) -> Span | None:
    """Where the outcome is named: where the page says, or the rules, if the page's words are a bare "risk" or
    hold an arm's name; None where neither names one."""
    place = result.outcome.span
    arms = stems(result.asked.intervention) | stems(result.asked.comparator)
    if not (stems(result.outcome.text) & arms or _is_bare(text[slice(*place)])):
        head = _BEFORE_A_NAME.match(text[slice(*place)])
        return (place[0] + head.end(), place[1]) if head else place
    return said.effect if said else None


def _is_bare(name: str) -> bool:
    return all(stem(word) in _BARE or word.isdigit() for word in folded_words(name))


def _names_an_arm(text: str, asked: AskedOutcome) -> bool:
    return bool(stems(text) & (stems(asked.intervention) | stems(asked.comparator)))


def _own_cause(text: str, said: Statement | None, asked: AskedOutcome) -> tuple[str, str | None] | None:
    """The cause that a sentence gives where that is neither of the page's arms ("smoking raised …" in a trial
    of something else), with its comparator."""
    if said is None or said.cause is None or said.form not in _ACTING:
        return None
    cause = text[slice(*said.cause)]
    if is_group(cause) or is_control(cause) or _names_an_arm(cause, asked):
        return None
    return cause, text[slice(*said.comparator)] if said.comparator else None
