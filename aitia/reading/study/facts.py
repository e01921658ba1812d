"""What a paper says of its study: design, size, registration, population, dose, times, funding, bias."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aitia.model.claim import StudyFacts
from aitia.model.paper import Paper
from aitia.model.passage import Passage, Quote
from aitia.model.scales import SYNTHESIS_DESIGNS, SentenceRole, StudyDesign
from aitia.reading.paper.document import ReadSentence, read_document
from aitia.reading.study.bias import overall_risk, read_bias_signals, read_funding
from aitia.reading.study.design import read_design
from aitia.reading.study.sample_size import read_sample_size, read_studies_included
from aitia.reading.study.trial_classifier import trial_probability

_REGISTRATION = re.compile(
    r"\bNCT\s?-?0\d{7}\b|\bISRCTN\s?-?\d{8}\b|\bChiCTR[-\s]?(?:[A-Z]{2,5}[-\s]?)?\d{8,10}\b|"
    r"\bACTRN\s?\d{14}p?\b|\bEudraCT(?:\s(?:number|no\.?|nr\.?)?)?[\s:#]{0,3}\d{4}-\d{6}-\d{2}\b|"
    r"\b20\d\d-00\d{4}-\d{2}\b|"
    r"\bNTR\s?-?\d{3,5}\b|\bNL\d{3,5}\b|\bDRKS\s?\d{8}\b|\bIRCT\s?\d{6,16}N?\d{0,3}\b|"
    r"\bCTRI/\d{4}/\d{2,3}/\d{6}\b|"
    r"\bUMIN\s?(?:-CTR)?\s?\d{9}\b|\bJapicCTI-?\d{6}\b|\bjRCTs?\d{9,10}\b|\bPACTR\s?\d{15,16}\b|"
    r"\bKCT\s?\d{7}\b|"
    r"\bTCTR\s?\d{11}\b|\bRBR-\w{6,8}\b|\bSLCTR/\d{4}/\d{3}\b|\bRPCEC\d{8}\b|\bCRD\s?\d{11}\b|"
    r"\bPER-\d{3}-\d{2}\b"
)
_COHORT = re.compile(
    r"\b((?:[A-Z][\w'’-]{1,20}\s){1,5}(?:Study|Cohort|Trial|Registry|Survey|Biobank|Initiative|Project))\b|"
    r"\b(UK Biobank|NHANES)\b"
)
_ACRONYM = re.compile(
    r"\b(?:the\s)?((?=[A-Z0-9-]*[A-Z]{3})[A-Z][A-Z0-9-]{3,14})\s(?:trial|study|cohort|investigators)\b|"
    r"\b(?:[Tt]he\s)((?!COVID|SARS)(?=[A-Z0-9-]*[A-Z]{3})[A-Z][A-Z0-9-]{3,14})\s(?:(?:double-blind|open-label|placebo-controlled"
    r"|randomi[sz]ed|controlled|multicent(?:re|er)|factorial|phase \d|pilot),?\s){1,5}(?:trial|study)\b|"
    r"(?<=\w:\s)((?!COVID|SARS)(?=[A-Z0-9-]*[A-Z]{3})[A-Z][A-Z0-9-]{3,14})[.]?$"
)
_PEOPLE = (
    r"(?:patients?|participants?|women|men|adults?|children|infants?|neonates?|newborns?|subjects?|"
    r"volunteers?|people|persons?|"
    r"individuals?|adolescents?|students?|workers?|nurses?|veterans?|boys|girls|mothers?|smokers|residents|"
    r"survivors|households|"
    r"couples|physicians|recipients|outpatients|inpatients|mice|rats|eyes|families|caregivers|nulliparae|"
    r"parturients)(?!\w)"
)
_BARE_PEOPLE = frozenset(("patients", "subjects", "participants", "individuals", "people", "persons"))
_POPULATION = re.compile(
    rf"(?i)\b((?:(?!patients\b|with\b|were\b|was\b|is\b|are\b|and\b|of\b|in\b|to\b|the\b|at\b|for\b|"
    rf"from\b|that\b|we\b|do\b|does\b|among\b|by\b|"
    rf"included\b|enrolled\b|randomi[sz]ed\b|total\b|all\b|hundred\b|\w+teen\b|\w+ty\b|recruited\b|"
    rf"assigned\b|between\b|if\b|whether\b|these\b|"
    rf"group\b|arm\b|on\b|trial\b|study\b|one\b|two\b|three\b)[a-z][\w-]{{1,20}}\s){{0,4}}{_PEOPLE}"
    rf"(?:\s(?:aged|undergoing|with|who|having|suffering|hospitali[sz]ed|admitted|receiving|"
    rf"scheduled|diagnosed|without|living|older|"
    rf"younger|infected|presenting)\s(?:(?!were\b|was\b|are\b|is\b|to receive\b|randomly\b|"
    rf"compared\b|received\b|took\b|takes\b|drank\b|ate\b|used\b|completed\b|underwent\b|had\b|showed\b)[^\s.;:()]{{1,30}}\s?){{1,14}})?)"
)
_AMOUNT = (
    r"(?<![\w.])(\d[\d,.\u2009\u00a0 ]{0,10}\s?(?:-|–|to\s)?\s?(?:\d[\d,.]{0,8}\s?)?(?:mg|µg|μg|mcg|ug|"
    r"g|iu|units?|u|ml|mmol|gy|mg/kg|µg/kg|g/kg)"
    r"(?:/(?:kg|m2|m²|d|day|h|hour|week|ml|l))?(?:\s?(?:/|per|a|each)\s?(?:day|d|kg|week|month|dose|hour))?"
    r"(?:\s(?:once|twice|three times|daily|weekly|monthly|a day|every day|per day|b\.?i\.?d|t\.?i\.?d|"
    r"q\.?d)\b(?:\s(?:daily|a day|weekly))?)?)"
    r"(?![\w/]|\s?(?:/|per)\s?(?:dl|ml|l)\b)"
)
_DOSE = re.compile(rf"(?i){_AMOUNT}")
_GIVEN_DOSE = re.compile(
    r"(?i)\b(?:dos(?:e|es|age|ing)|administ\w+|given|receiv\w+|taking|took|infus\w+|inject\w+|treated with)\b"
    rf"[^.;±]{{0,40}}?{_AMOUNT}"
)
"""Among results, where most amounts are measured and not given."""
_TIME = r"(?:\d{1,3}(?:[.·]\d)?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|eighteen|twenty-four)"
_UNIT = r"(?:days?|weeks?|months?|years?|hours?|hrs?|wks?|yrs?|minutes?|min|d|h|wk|mo|y)\b"
_DURATION = re.compile(
    rf"(?i)\b(?:for|during|over|lasting|lasted|duration of|period of)\s(?:a\s|an\s|the\s)?(?:further\s|"
    rf"total of\s|mean of\s|median of\s|up to\s)?"
    rf"({_TIME}(?:\s?(?:-|–|to)\s?\d{{1,3}})?[\s-]{_UNIT})|\b({_TIME}[\s-](?:day|week|month|"
    rf"year))s?(?=[\s-](?:treatment|trial|study|"
    rf"intervention|course|period|therapy|supplementation|program|double-blind|randomi[sz]ed))"
)
_TIME_POINT = re.compile(
    rf"(?i)\b(?:at|after|within|by)\s(?:a\s|the\s)?({_TIME}(?:\s?(?:-|–|"
    rf"to)\s?\d{{1,3}})?[\s-]{_UNIT}(?:\s(?:of\s)?(?:follow-?up|post\w*|"
    rf"after\s\w+))?)|\b(?:follow(?:ed|-)?[\s-]?up)[^.;]{{0,40}}?({_TIME}\s{_UNIT})|\b({_TIME}[\s-](?:day|"
    rf"week|month|year)s?)\s(?:follow-?up|mortality)"
)


def read_study_facts(paper: Paper, passages: Sequence[Passage]) -> StudyFacts:
    """Everything the paper says of its study; each value read from text has its quote in `quotes`."""
    document = read_document(passages)
    body = " ".join(s.text for s in document[:200]) if not paper.abstract else ""
    design, confidence, basis = read_design(paper, body[:12_000], trial_probability)
    quotes: dict[str, Quote] = {}
    synthesis = design in SYNTHESIS_DESIGNS
    size = read_sample_size(document, synthesis)
    studies = read_studies_included(document) if synthesis else None
    signals = read_bias_signals(document)
    funding, industry = read_funding(document)
    for name, found in (("sample_size", size), ("studies_included", studies), ("funding", funding)):
        if found is not None:
            quotes[name] = found[1]
    texts = _texts(document, quotes)
    return StudyFacts(
        design=design,
        design_confidence=round(confidence, 4),
        design_basis=basis,
        sample_size=size[0] if size else None,
        studies_included=studies[0] if studies else None,
        registration_ids=registration_ids(document),
        cohort_name=texts.get("cohort_name"),
        population=texts.get("population"),
        dose=texts.get("dose"),
        duration=texts.get("duration"),
        time_point=texts.get("time_point"),
        funding=funding[0] if funding else None,
        industry_funded=industry,
        risk_of_bias=overall_risk(design, signals),
        bias_signals=signals,
        is_animal=design is StudyDesign.ANIMAL,
        quotes=quotes,
    )


def registration_ids(document: Sequence[ReadSentence]) -> tuple[str, ...]:
    """Trial and review registration numbers in one spelling ("NCT01234567"), in reading order."""
    found: dict[str, None] = {}
    for sentence in document:
        if not re.search(r"\d{3}", sentence.text):
            continue
        for match in _REGISTRATION.finditer(sentence.text):
            found[_spelled(match.group())] = None
    return tuple(found)


def _spelled(number: str) -> str:
    bare = re.sub(r"\s", "", number)
    eudract = re.search(r"\d{4}-\d{6}-\d{2}\Z", bare)
    if eudract:
        return f"EudraCT{eudract.group()}"
    return re.sub(r"^(NCT|ISRCTN|NTR|ACTRN|UMIN|DRKS)-?(?:CTR)?", r"\1", bare)


def _texts(document: Sequence[ReadSentence], quotes: dict[str, Quote]) -> dict[str, str]:
    """The plain-text facts, each from the most telling sentence that has it."""
    early = [s for s in document if s.role in (SentenceRole.METHOD, SentenceRole.BACKGROUND)]
    own = [s for s in document if s.role is not SentenceRole.OTHERS]
    title = [s for s in document if s.section_id == "title"]
    methods = [s for s in early if s.role is SentenceRole.METHOD and s.section_id != "title"]
    plan: tuple[tuple[str, re.Pattern[str], list[ReadSentence]], ...] = (
        ("population", _POPULATION, [*_in_title(title), *methods, *early]),
        ("dose", _DOSE, [*methods, *title, *early]),
        ("duration", _DURATION, [*methods, *title, *own]),
        ("time_point", _TIME_POINT, [*methods, *own]),
        ("cohort_name", _COHORT, [*title, *early]),
    )
    found: dict[str, str] = {}
    for name, pattern, pool in plan:
        hit = _first(pattern, list({id(s): s for s in pool}.values())[:25])
        if hit is not None:
            found[name], quotes[name] = hit
    if "dose" not in found and (hit := _first(_GIVEN_DOSE, own[:25])) is not None:
        found["dose"], quotes["dose"] = hit
    if "cohort_name" not in found:
        hit = _first(_ACRONYM, [*title, *early][:25])
        if hit is not None:
            found["cohort_name"], quotes["cohort_name"] = hit
    return found


def _in_title(title: list[ReadSentence]) -> list[ReadSentence]:
    return [
        s for s in title if re.search(rf"(?i)\b(?:in|among|for|of)\s(?:[\w-]+\s){{0,5}}{_PEOPLE}\b", s.text)
    ]


def _first(pattern: re.Pattern[str], pool: Sequence[ReadSentence]) -> tuple[str, Quote] | None:
    for sentence in pool:
        match = pattern.search(sentence.text[:1500])
        if match is None:
            continue
        group = next((i for i in range(1, (pattern.groups or 0) + 1) if match.group(i)), 0)
        text = match.group(group).strip(" ,")
        start = match.start(group)
        if len(text) >= 3 and text.lower() not in _BARE_PEOPLE:
            return text, sentence.quote(start, start + len(match.group(group).rstrip(" ,")))
    return None
