"""A model's answer becomes the same proposals as the local reader's: the quote is cut by code."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from aitia.domains import adapter_for, in_words_of
from aitia.domains.polarity import outcome_polarity
from aitia.model.claim import Claim, EffectEstimate, StudyFacts
from aitia.model.passage import Quote
from aitia.model.scales import Domain
from aitia.reading.paper.document import ReadSentence
from aitia.reading.paper.entities import cause_type, effect_type
from aitia.reading.paper.quoting import Span, quote_window
from aitia.reading.statements.findings import claim_id, relation_for
from aitia.reading.trained import WORDS_ALONE, LocalModels
from aitia.text.quotes import locate
from aitia.words.abbreviations import find_abbreviations
from resources.engines.base import ReadingTask
from resources.engines.cross_check import Check, check_direction, measure_named, names_all, own_estimates
from resources.engines.paper_text import PaperText
from resources.engines.wire import WireEstimate, WireFindings, WireFullClaim

UNSURE = 0.55
MOST_SURE = 0.9


@dataclass(frozen=True)
class Context:
    """What is known for certain while an answer is turned into proposals."""

    task: ReadingTask
    text: PaperText
    facts: StudyFacts
    abbreviations: dict[str, str]
    models: LocalModels = WORDS_ALONE


def context_of(
    task: ReadingTask, text: PaperText, facts: StudyFacts, models: LocalModels = WORDS_ALONE
) -> Context:
    """The context of a paper; `models` are those that it is read with locally."""
    body = " ".join(s.text for s in text.sentences[:200])
    return Context(task, text, facts, find_abbreviations(body[:60_000]), models)


def model_claims(context: Context, wire: WireFindings, notes: list[str]) -> tuple[Claim, ...]:
    """The claims of an answer, each once; one that points nowhere leaves a note."""
    by_index = {s.index: s for s in context.text.sentences}
    found: dict[str, Claim] = {}
    for number, item in enumerate(wire.claims, start=1):
        sentence = by_index.get(item.sentence)
        if sentence is None:
            notes.append(f"claim {number} left out: there is no sentence {item.sentence}")
            continue
        claim = _claim(context, wire, item, sentence, notes)
        if claim.claim_id in found:
            notes.append(f"claim {number} left out: the same claim again")
        found.setdefault(claim.claim_id, claim)
    return tuple(found.values())


def _claim(
    context: Context, wire: WireFindings, item: WireFullClaim, sentence: ReadSentence, notes: list[str]
) -> Claim:
    paper, domain = context.task.paper, context.task.question.domain
    estimates = _estimates(item, sentence, notes)
    window = quote_window(sentence.text, _needed(item, sentence, estimates))
    quote = sentence.quote(*window)
    kinds = {entity.name.casefold(): entity.type for entity in wire.entities}
    adapter = adapter_for(domain)
    types = frozenset(adapter.node_types)
    learning = domain == Domain.MACHINE_LEARNING
    relation = relation_for(
        item.direction, context.facts.design, item.associative, context.facts.design_basis
    )
    claim = Claim(
        claim_id=claim_id(paper, quote, item.cause, item.effect, item.direction),
        paper_id=paper.paper_id,
        cause=item.cause,
        cause_type=_type(
            item.cause_type or kinds.get(item.cause.casefold()), types, cause_type(item.cause), learning
        ),
        effect=item.effect,
        effect_type=_type(
            item.effect_type or kinds.get(item.effect.casefold()), types, effect_type(item.effect), learning
        ),
        relation=(item.relation or "") if learning else relation,
        direction=item.direction,
        quote=quote,
        role=context.text.role(sentence),
        comparator=item.comparator,
        population=item.population or context.facts.population,
        condition=item.condition,
        significant=item.significant,
        negated=item.negated,
        hedged=item.hedged,
        outcome_polarity=outcome_polarity(item.effect, domain),
        estimates=estimates,
        confidence=_confidence(context, item, sentence, learning),
    )
    return in_words_of(adapter, claim)


def _type(said: str | None, types: frozenset[str], read: str, learning: bool) -> str:
    if said in types:
        return said
    return "Method" if learning else read


def _confidence(context: Context, item: WireFullClaim, sentence: ReadSentence, learning: bool) -> float:
    """The model's own, kept below the line of review where the sentence's words do not carry the claim."""
    sure = round(min(MOST_SURE, item.confidence), 3)
    named = names_all(item.effect, sentence.text, context.abbreviations)
    if learning:
        named = named and names_all(item.cause, f"{sentence.text} {context.task.paper.title}", {})
        return sure if named else min(sure, UNSURE)
    checked = check_direction(sentence.text, item.cause, item.effect, item.direction)
    return sure if named and checked is Check.AGREES else min(sure, UNSURE)


def _needed(item: WireFullClaim, sentence: ReadSentence, estimates: Sequence[EffectEstimate]) -> list[Span]:
    spans = [span for name in (item.effect, item.cause) if (span := locate(name, sentence.text))]
    quoted = [e.quote for e in estimates if e.quote]
    spans += [(q.char_start - sentence.start, q.char_end - sentence.start) for q in quoted]
    return spans or [(0, min(len(sentence.text), 300))]


def _estimates(item: WireFullClaim, sentence: ReadSentence, notes: list[str]) -> tuple[EffectEstimate, ...]:
    """As code reads them, of those that the model names; without any named, the effect's own clause's."""
    read = own_estimates(sentence.text, item.effect)
    if not item.estimates:
        return tuple(e.as_estimate(sentence.quote(e.start, e.end)) for e in read)
    found = []
    for named in item.estimates:
        same = next((e for e in read if e.point is not None and e.point == named.point), None)
        if same is not None:
            found.append(same.as_estimate(sentence.quote(same.start, same.end)))
        elif (printed := as_printed(named, sentence)) is not None:
            found.append(printed)
        else:
            notes.append(f"estimate left out: sentence {sentence.index} names no {named.measure[:40]}")
    return tuple(dict.fromkeys(found))


def as_printed(named: WireEstimate, sentence: ReadSentence) -> EffectEstimate | None:
    """The model's own numbers as a proposal; the validators look for them in the quote."""
    measure = measure_named(named.measure, sentence.text)
    if measure is None or named.point is None:
        return None
    level = named.level if named.level is not None else 95.0
    return EffectEstimate(
        measure=measure,
        point=named.point,
        low=named.low,
        high=named.high,
        level=level / 100 if level > 1 else level,
        p_value=named.p_value,
        p_operator=named.p_operator,
        quote=quote_printing(sentence, (named.point, named.low, named.high, named.p_value)),
    )


def quote_printing(sentence: ReadSentence, values: Sequence[float | None]) -> Quote:
    """The stretch of a sentence that prints the numbers, first ones first; else its beginning."""
    spans: list[Span] = []
    for value in values:
        digits = "" if value is None else re.escape(f"{abs(value):g}").replace(r"\.", "[.·]")
        match = re.search(rf"(?<![\d.·]){digits}0{{0,3}}(?![\d])", sentence.text) if digits else None
        spans += [match.span()] if match else []
    return sentence.quote(*quote_window(sentence.text, spans))
