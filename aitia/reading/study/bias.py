"""Statements of a paper that bear on its risk of bias, and who paid."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aitia.model.claim import BiasSignal, RiskOfBias
from aitia.model.data import read_table
from aitia.model.passage import Quote
from aitia.model.scales import SYNTHESIS_DESIGNS, TRIAL_DESIGNS, SentenceRole, StudyDesign
from aitia.reading.paper.document import ReadSentence

_SIGNALS: tuple[tuple[str, RiskOfBias, re.Pattern[str]], ...] = tuple(
    (row["domain"], RiskOfBias(row["judgement"]), re.compile("|".join(row["patterns"]), re.I))
    for row in read_table(__package__, "bias.toml")["signal"]
)
_SIGNAL_WORDS = (
    "open blind mask quasi alternat random conceal envelope drop attrition loss lost intent stopped terminat "
    "halted discontinu prematur confound unadjusted risk quality sample underpower pilot withdr central"
)
_SIGNAL_STEMS = tuple(_SIGNAL_WORDS.split())
_FUNDING_WORDS = ("fund", "support", "sponsor", "financ", "grant")
_LOST = re.compile(
    r"(?i)(?P<x>\d{1,2}(?:[.·]\d)?)\s?%[^.;]{0,40}\b(?:lost to follow-?up|drop(?:ped)?[- ]?outs?|"
    r"withdr[ae]w\w*|attrition|loss to follow-?up)|"
    r"\b(?:lost to follow-?up|loss to follow-?up|drop-?out rate|"
    r"attrition)\b[^.;\d]{0,30}(?P<y>\d{1,2}(?:[.·]\d)?)\s?%"
)
_FUNDING = re.compile(
    r"(?i)\b(?:funded|supported|sponsored|financed) by\b|^\s*funding\s?:|\bfunding (?:source|was provided|"
    r"from|for this)\b|\bgrants? from\b|"
    r"\bno (?:external |specific )?funding\b"
)
_FUNDING_LABEL = re.compile(r"(?i)\bfund(?:ing|ed by)\s?[:.]\s{0,3}\Z")
_COMPANY = re.compile(
    r"(?i)\b(?:pharma(?:ceuticals?)?|inc\.?|ltd\.?|gmbh|corp(?:oration)?\.?|s\.p\.a|laborator(?:y|ies)|"
    r"biotech|therapeutics|industr(?:y|ies)|company|"
    r"pfizer|novartis|roche|merck|glaxo\w*|gsk|astrazeneca|sanofi|bayer|lilly|abbott|abbvie|amgen|novo "
    r"nordisk|janssen|johnson & johnson|"
    r"boehringer|takeda|bristol|medtronic|boston scientific|nestl[eé]|danone|unilever|wyeth|schering|"
    r"gilead|biogen|genentech|teva|servier|allergan)\b"
)
_PUBLIC = re.compile(
    r"(?i)\b(?:national|ministry|council|foundation|university|institute|government|charity|trust|nih|nhs|"
    r"wellcome|commission|department|hospital|no "
    r"(?:external |specific )?funding)\b"
)


def read_bias_signals(document: Sequence[ReadSentence], limit: int = 12) -> tuple[BiasSignal, ...]:
    """The first statement of each kind, with its quote."""
    found: dict[tuple[str, RiskOfBias], BiasSignal] = {}
    for sentence in document:
        if sentence.role is SentenceRole.OTHERS or len(found) >= limit:
            continue
        text = sentence.text[:1500]
        low = text.lower()
        if not any(word in low for word in _SIGNAL_STEMS):
            continue
        for domain, judgement, pattern in _SIGNALS:
            match = pattern.search(text)
            if match and (domain, judgement) not in found:
                quote = sentence.quote(*match.span())
                found[domain, judgement] = BiasSignal(domain=domain, judgement=judgement, quote=quote)
        lost = _LOST.search(text)
        if lost and ("missing data", RiskOfBias.HIGH) not in found:
            share = float((lost.group("x") or lost.group("y")).replace("·", "."))
            if share >= 20:
                quote = sentence.quote(*lost.span())
                signal = BiasSignal(domain="missing data", judgement=RiskOfBias.HIGH, quote=quote)
                found["missing data", RiskOfBias.HIGH] = signal
    return tuple(found.values())


def overall_risk(design: StudyDesign, signals: Sequence[BiasSignal]) -> RiskOfBias:
    """What the statements suggest together: one high domain is high, one concern is some concerns.

    A synthesis' statements are about the studies in it. A trial with blinding or concealment and no
    concern is low; silence stays unknown.
    """
    judged = {(s.domain, s.judgement) for s in signals}
    if design in SYNTHESIS_DESIGNS:
        judged = {pair for pair in judged if pair[0] == "stated risk"}
    values = {judgement for _, judgement in judged}
    if RiskOfBias.HIGH in values:
        only_open = {d for d, j in judged if j is RiskOfBias.HIGH} == {"blinding"}
        return RiskOfBias.SOME_CONCERNS if only_open else RiskOfBias.HIGH
    if RiskOfBias.SOME_CONCERNS in values:
        return RiskOfBias.SOME_CONCERNS
    if RiskOfBias.LOW in values and (design in TRIAL_DESIGNS or design in SYNTHESIS_DESIGNS):
        return RiskOfBias.LOW
    return RiskOfBias.UNKNOWN


def read_funding(document: Sequence[ReadSentence]) -> tuple[tuple[str, Quote] | None, bool | None]:
    """The funding statement and whether a company paid (None where none is named)."""
    for sentence in document:
        near = sentence.passage.text[max(0, sentence.start - 20) : sentence.end].lower()
        if not any(word in near for word in _FUNDING_WORDS):
            continue
        match = _FUNDING.search(sentence.text[:1500])
        labelled = _FUNDING_LABEL.search(sentence.passage.text[max(0, sentence.start - 20) : sentence.start])
        if (match is None and labelled is None) or sentence.role is SentenceRole.OTHERS:
            continue
        begin = match.start() if match else 0
        statement = sentence.text[begin : begin + 250]
        company = _COMPANY.search(statement) is not None
        public = _PUBLIC.search(statement) is not None
        quote = sentence.quote(begin, min(len(sentence.text), begin + 250))
        return (quote.text, quote), (True if company else False if public else None)
    return None, None
