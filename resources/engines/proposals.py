"""A model's answer becomes the same proposals as the local reader's: the quote is cut by code."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from aitia.domains import adapter_for, in_words_of
from aitia.domains.polarity import outcome_polarity
from aitia.model.claim import BiasSignal, Claim, EffectEstimate, RiskOfBias, StudyFacts
from aitia.model.passage import Quote
from aitia.model.scales import Domain, SentenceRole
from aitia.reading.paper.arms import find_abbreviations
from aitia.reading.paper.document import ReadSentence
from aitia.reading.paper.entities import cause_type, effect_type
from aitia.reading.paper.quoting import Span, quote_window
from aitia.reading.statements.findings import claim_id, relation_for
from aitia.text.quotes import locate
from resources.engines.base import ReadingTask
from resources.engines.cross_check import Check, check_direction, measure_named, names_all, own_estimates
from resources.engines.paper_text import PaperText
from resources.engines.wire import WireEstimate, WireFindings, WireFullClaim

UNSURE = 0.55
MOST_SURE = 0.9
_TEXT_FACTS = ("population", "dose", "duration", "time_point", "funding")


@dataclass(frozen=True)
class Context:
    """What is known for certain while an answer is turned into proposals."""

    task: ReadingTask
    text: PaperText
    facts: StudyFacts
    abbreviations: dict[str, str]


def context_of(task: ReadingTask, text: PaperText, facts: StudyFacts) -> Context:
    """The context of a paper."""
    body = " ".join(s.text for s in text.sentences[:200])
    return Context(task, text, facts, find_abbreviations(body[:60_000]))


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
        quote=sentence.quote(*quote_window(sentence.text, [])),
    )


_SIZE = re.compile(r"(?<![\d.,])\d{1,3}(?:[,\u2009\u202f]\d{3})+(?![\d,])|(?<![\d.,])\d{1,7}(?![\d.,]*\d)")


def _size(
    facts: StudyFacts, wire: WireFindings, by_index: dict[int, ReadSentence], quotes: dict[str, Quote]
) -> dict[str, object]:
    """The number of participants, where code finds none and the sentence that the model names prints it."""
    for fact in wire.facts:
        sentence = by_index.get(fact.sentence)
        digits = _SIZE.fullmatch(fact.value.strip())
        if fact.field != "sample_size" or facts.sample_size is not None or not sentence or not digits:
            continue
        size = _plain(fact.value)
        printed = next((m for m in _SIZE.finditer(sentence.text) if _plain(m.group()) == size), None)
        if printed is not None and size and sentence.role is not SentenceRole.OTHERS:
            quotes["sample_size"] = sentence.quote(*printed.span())
            return {"sample_size": size}
    return {}


def _plain(number: str) -> int:
    return int("".join(character for character in number if character.isdigit()))


def completed_facts(context: Context, wire: WireFindings, notes: list[str]) -> StudyFacts:
    """The facts as code reads them, with gaps filled by what stands verbatim where the model points.

    Neither design nor risk of bias is ever taken from a model: both decide how much a study counts.
    """
    by_index = {s.index: s for s in context.text.sentences if s.index not in context.text.planted}
    facts, update = context.facts, dict[str, object]()
    quotes = dict(facts.quotes)
    for fact in wire.facts:
        sentence = by_index.get(fact.sentence)
        if fact.field == "design" and fact.value.casefold() not in facts.design.value.replace("_", " "):
            notes.append(f"the model reads the design as {fact.value[:60]}, code as {facts.design.value}")
        if sentence is None or sentence.role is SentenceRole.OTHERS or fact.field not in _TEXT_FACTS:
            continue
        span = locate(fact.value, sentence.text)
        if span and getattr(facts, fact.field) is None and fact.field not in update:
            update[fact.field] = sentence.text[slice(*span)]
            quotes[fact.field] = sentence.quote(*span)
    update |= _size(facts, wire, by_index, quotes)
    known = {signal.domain for signal in facts.bias_signals}
    signals = [
        BiasSignal(
            domain=b.domain[:60], judgement=RiskOfBias(b.judgement), quote=by_index[b.sentence].quote()
        )
        for b in wire.bias
        if b.sentence in by_index and b.domain not in known
    ]
    update |= {"quotes": quotes, "bias_signals": (*facts.bias_signals, *signals[:12])}
    return facts.model_copy(update=update)
