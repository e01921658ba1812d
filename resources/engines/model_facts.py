"""What a model may add to a study: what gaps hold, its printed size, a weaker design and never a stronger."""

from __future__ import annotations

import re

from aitia.model.claim import BiasSignal, RiskOfBias, StudyFacts
from aitia.model.passage import Quote
from aitia.model.scales import TRIAL_DESIGNS, SentenceRole, StudyDesign
from aitia.reading.paper.document import ReadSentence
from aitia.text.quotes import locate
from resources.engines.proposals import Context
from resources.engines.wire import WireFindings

_TEXT_FACTS = ("population", "dose", "duration", "time_point", "funding")
_SIZE = re.compile(r"(?<![\d.,])\d{1,3}(?:[,\u2009\u202f]\d{3})+(?![\d,])|(?<![\d.,])\d{1,7}(?![\d.,]*\d)")
_PEOPLE = re.compile(
    r"(?i)\b(?:patients?|participants?|subjects?|people|persons?|adults?|children|infants?|neonates?|women|men|"
    r"boys|girls|volunteers?|students?|eyes|limbs|cases|individuals|mothers|pregnan\w+|residents|recruited|"
    r"enrol\w+|randomi[sz]ed|allocated|assigned|included|n\s?=)"
)
_NEAR = 60
_WEAKER = (
    (
        StudyDesign.NON_RANDOMISED_TRIAL,
        re.compile(
            r"(?i)non-?\s?random|not random|quasi|single[- ]arm|before[- ](?:and[- ])?after|pre-?post|nrct"
        ),
    ),
    (StudyDesign.CASE_CONTROL, re.compile(r"(?i)case[- ]control")),
    (StudyDesign.CROSS_SECTIONAL, re.compile(r"(?i)cross[- ]?sectional|survey")),
    (StudyDesign.CASE_SERIES, re.compile(r"(?i)case series")),
    (StudyDesign.COHORT, re.compile(r"(?i)cohort|observational|retrospective")),
)
_RANDOM = re.compile(r"(?i)(?<!non)(?<!non-)(?<!non )(?<!not )(?<!quasi-)(?<!quasi )random")


def completed_facts(context: Context, wire: WireFindings, notes: list[str]) -> StudyFacts:
    """The facts as code reads them, with what stands verbatim where the model points.

    Gaps are filled; a number of people that its sentence prints outranks the one that code read. A trial is
    taken for one without randomisation, or for an observation, where the model says so and no publication
    type says otherwise: a model may take strength away, never add any. Risk of bias is never taken from it.
    """
    by_index = {s.index: s for s in context.text.sentences if s.index not in context.text.planted}
    facts, update = context.facts, dict[str, object]()
    quotes = dict(facts.quotes)
    for fact in wire.facts:
        sentence = by_index.get(fact.sentence)
        if sentence is None or sentence.role is SentenceRole.OTHERS or fact.field not in _TEXT_FACTS:
            continue
        span = locate(fact.value, sentence.text)
        if span and getattr(facts, fact.field) is None and fact.field not in update:
            update[fact.field] = sentence.text[slice(*span)]
            quotes[fact.field] = sentence.quote(*span)
    update |= _size(facts, wire, by_index, quotes)
    update |= _design(facts, wire, by_index, notes)
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


def _design(
    facts: StudyFacts, wire: WireFindings, by_index: dict[int, ReadSentence], notes: list[str]
) -> dict[str, object]:
    told = next((f for f in wire.facts if f.field == "design" and f.sentence in by_index), None)
    if told is None or told.value.casefold() in facts.design.value.replace("_", " "):
        return {}
    weaker = next((design for design, words in _WEAKER if words.search(told.value)), None)
    if (
        weaker is None
        or facts.design not in TRIAL_DESIGNS
        or facts.design_basis.startswith("publication type")
        or _RANDOM.search(told.value)
    ):
        notes.append(f"the model reads the design as {told.value[:60]}, code as {facts.design.value}")
        return {}
    notes.append(f"taken for {weaker.value.replace('_', ' ')}: the model reads {told.value[:60]!r}")
    return {"design": weaker, "design_basis": f"the model: {told.value[:60]!r}"}


def _size(
    facts: StudyFacts, wire: WireFindings, by_index: dict[int, ReadSentence], quotes: dict[str, Quote]
) -> dict[str, object]:
    """The number of participants that the model names, where the sentence prints it as a number of people.

    Where code finds none, anywhere in the sentence.
    """
    for fact in wire.facts:
        sentence = by_index.get(fact.sentence)
        if fact.field != "sample_size" or not sentence or not _SIZE.fullmatch(fact.value.strip()):
            continue
        size = _plain(fact.value)
        printed = [m for m in _SIZE.finditer(sentence.text) if _plain(m.group()) == size]
        if facts.sample_size is not None:
            printed = [m for m in printed if _counts_people(sentence.text, m.span())]
        if printed and size and sentence.role is not SentenceRole.OTHERS:
            quotes["sample_size"] = sentence.quote(*printed[0].span())
            return {"sample_size": size}
    return {}


def _counts_people(text: str, span: tuple[int, int]) -> bool:
    return _PEOPLE.search(text[max(0, span[0] - _NEAR) : span[1] + _NEAR]) is not None


def _plain(number: str) -> int:
    return int("".join(character for character in number if character.isdigit()))
