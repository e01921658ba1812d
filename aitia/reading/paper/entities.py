"""What a paper studies: its two arms with their aliases, and what kind of thing a name stands for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from aitia.model.paper import Paper
from aitia.reading.paper.arms import CONTROL_WORDS, stems
from aitia.reading.paper.document import ReadSentence
from aitia.words.abbreviations import find_abbreviations

_GENERIC = re.compile(
    r"(?i)^(?:(?:the|our|each|this|that|active|study|experimental|index|new|"
    r"proposed)\s){0,3}(?:intervention|treatment|treated|experimental|active|study|"
    r"drug|test|trial|therapy|supplement(?:ed|ation)?|exposed|exposure|treatments|programme?|technique|"
    r"method|procedure)?\s?"
    r"(?:group|arm|patients|participants|cohort|subjects|recipients|women|men|children|users)?s?$"
)
_PEOPLE_OF = re.compile(
    r"(?i)^(?:participants|patients|subjects|individuals|people|adults|women|men|children|infants)\s"
    r"(?:in|of|from|(?:assigned|allocated|randomi[sz]ed) to)\s(?:the\s)?"
    r"(?=.*\b(?:group|arm)s?$|(?:intervention|treatment|control)s?$)"
)
_LETTERED = re.compile(r"(?i)^(?:group|arm|regimen|cohort|treatment)\s?(?:[A-D]|[1-4]|I{1,3}|IV)$")
_CONTROL = re.compile(
    r"(?i)\b(?:placebo|controls?|sham|usual care|standard (?:care|treatment|therapy)|no (?:treatment|"
    r"intervention)|untreated|vehicle|"
    r"conventional|comparator|waitlist|wait-list)\b"
)
_PAIR = (
    re.compile(
        r"(?i)^(?P<a>[^:.?]{3,120}?)\s(?:versus|vs\.?|v|compared (?:with|to)|as compared (?:with|to)|or|"
        r"in comparison (?:with|to))\s(?P<b>[^:.?]{3,120}?)"
        r"(?:\s(?:for|in|on|as|after|during|to|among|with|following|at|and)\s|[:.?]|$)"
    ),
    re.compile(
        r"(?i)\bcompar(?:ison|ing|e)\s(?:of\s|between\s|the\s)?(?:the\s)?(?:effects?\sof\s|"
        r"efficacy\sof\s)?(?P<a>[^:.?]{3,100}?)\s(?:and|with|versus|vs\.?|to)\s"
        r"(?P<b>[^:.?]{3,100}?)(?:\s(?:for|in|on|as|after|during|to|among|following|at)\s|[:.?,]|$)"
    ),
)
_SINGLE = (
    re.compile(
        r"(?i)\b(?:effects?|efficacy|effectiveness|impact|influence|benefits?|safety|role|use|association|"
        r"evaluation|value|outcomes?)\s(?:and\s\w+\s)?(?:of|between)"
        r"\s(?:(?:a|an|the|adding|adjunctive|oral|early|daily)\s)?(?P<a>[^:.?]{3,100}?)(?:\s(?:on|in|for|"
        r"and|with|among|as|after|during|versus|to|at|following)\s|[:.?,]|$)"
    ),
    re.compile(
        r"(?i)^(?:(?:a|an|the|does|do|can|is|are)\s)?(?P<a>[^:.?]{3,100}?)\s(?:for|in|reduces?|increases?|"
        r"improves?|prevents?|decreases?|does not|and (?:the )?risk|"
        r"to prevent|to reduce|as|lowers?|during|after|on|attenuates?|enhances?)\s"
    ),
)
_RANDOMISED_TO = re.compile(
    r"(?i)\b(?:randomi[sz]ed|randomly (?:assigned|allocated)|assigned|allocated|to receive|"
    r"received)\s(?:\([^)]{1,20}\)\s)?(?:in a \S+ (?:ratio|fashion)\s)?"
    r"(?:to\s)?(?:either\s)?(?:receive\s|the\s)?(?P<a>[^.;:,]{3,90}?)\s?(?:\([^)]{1,40}\)\s?)?,?\s(?:or|"
    r"versus|vs\.?)\s(?:to\s)?(?:receive\s|the\s)?(?P<b>[^.;:,()]{3,80})"
)
# What the people of an arm did beside, or for how long, is no part of its name.
_BEYOND = re.compile(
    r"(?i)\s(?:(?:and|who|which|that|then|both)\s(?:were|was|had|followed|underwent|completed)\b"
    r"|in (?:the )?(?:primary|secondary) prevention\b"
    r"|(?:for|over|during)\s(?:\d|(?:an?|one|two|three|four|five|six|ten|twelve|up to|the)\b)).*"
)
_WHO = re.compile(
    r"(?i)^\d[\d,]*\s(?:[\w-]+\s){0,4}?(?:adults|patients|participants|people|subjects|women|men|children|infants)\sto\s"
)
_TRIALS_OF = re.compile(
    r"(?i)\b(?:trials?|studies)\b.*?\b(?:compar(?:ed|ing)|of|assessing|evaluating|with)\s(?P<a>.{3,60}?)"
    r"(?:\s(?:with|versus|vs\.?|against|to)\s(?P<b>.{3,60}))?$"
)
_GROUP_IS = re.compile(
    r"(?i)\b(?P<g>(?:group|arm)\s(?:[A-D]|[1-4]|I{1,3}))\b\s?"
    r"(?:[(\[]\s?(?:n\s?=\s?\d{1,5}[,;]?\s?)?|:|received|was given|were given|=|,\s)\s?"
    r"(?P<a>(?!n\s?=|\d)[^.;:,()\[\]]{3,70})"
)
_GENE = re.compile(
    r"\b(?:polymorphisms?|genotypes?|alleles?|gene|mutations?|mRNA|variants?|SNPs?|rs\d{3,9})\b|"
    r"^[A-Z][A-Z0-9]{2,7}\d[A-Z0-9]*$"
)
_CONDITION = re.compile(
    r"(?i)(?:itis|osis|emia|aemia|oma|pathy|disease|syndrome|disorder|infection|cancer|diabetes|failure|"
    r"stroke|infarction|fracture|asthma|depression|"
    r"hypertension|covid-19|sepsis|pneumonia|obesity|death|mortality)s?$"
)


@dataclass(frozen=True, slots=True)
class PaperArms:
    """Intervention and comparator by the paper's own names. `groups` maps "group a" to what it received."""

    intervention: str | None = None
    comparator: str | None = None
    groups: Mapping[str, str] = field(default_factory=dict)
    abbreviations: Mapping[str, str] = field(default_factory=dict)

    def resolve(self, named: str, rival: str | None) -> tuple[str | None, str | None, bool]:
        """The cause, the comparator and whether the two were exchanged.

        "Group A" becomes what it received, "the treatment group" the intervention; where the arm named is the
        control, the rival or the intervention is the cause and the direction must be turned.
        """
        cause, other = self._known(named), self._known(rival or "")
        if cause and is_control(cause) and (other is None or not is_control(other)):
            active = other or self.intervention
            return (active, cause, True) if active and not is_control(active) else (None, None, False)
        return cause, other or (self.comparator if cause else None), False

    def _known(self, name: str) -> str | None:
        plain = re.sub(r"(?i)^(?:the|a|an)\s", "", " ".join(name.split()))
        plain = _PEOPLE_OF.sub("", plain)
        plain = re.sub(r"(?i)\s(?:after|at|within|during|from|on)\s(?:the\s)?\d.*$", "", plain)
        if not plain:
            return None
        if _LETTERED.match(plain):
            return self.groups.get(_group_key(plain))
        if _GENERIC.match(plain):
            return self.intervention
        return re.sub(r"(?i)[\s-](?:group|arm)s?$|[\s-]treated (?:patients|group)$", "", plain) or None

    def is_arm(self, name: str) -> bool:
        """Whether a name is one of the groups rather than an outcome."""
        plain = " ".join(name.lower().split())
        return bool(
            _LETTERED.match(plain)
            or re.search(r"\b(?:group|arm)s?$", plain)
            or plain in ("placebo", "control")
        )


def is_control(name: str) -> bool:
    """Whether an arm's name says that it is the control."""
    return _CONTROL.search(re.sub(r"(?i)\w+-controlled", "", name)) is not None


def read_paper_arms(paper: Paper, document: Sequence[ReadSentence]) -> PaperArms:
    """The arms from the title, else from the sentence that tells of the allocation."""
    text = " ".join(s.text for s in document[:40])[:20_000]
    pair = _from_title(paper.title[:400]) or _from_allocation(text)
    groups = {_group_key(m.group("g")): _clean(m.group("a")) for m in _GROUP_IS.finditer(text[:6000])}
    first, second = pair or (_single(paper.title[:400]), None)
    if second and first and is_control(first) and not is_control(second):
        first, second = second, first
    return PaperArms(first, second, groups, find_abbreviations(text))


def _from_title(title: str) -> tuple[str, str] | None:
    for pattern in _PAIR:
        match = pattern.search(title)
        if match and stems(match.group("a")) and stems(match.group("b")):
            return _clean(match.group("a")), _clean(match.group("b"))
    return None


def _from_allocation(text: str) -> tuple[str, str] | None:
    match = _RANDOMISED_TO.search(text)
    if match is None or not stems(match.group("a")):
        return None
    first, second = match.group("a"), match.group("b")
    trials = _TRIALS_OF.search(first)
    if trials is not None:
        first, second = trials["a"], trials["b"] or second
    return _clean(first), _clean(second)


def _single(title: str) -> str | None:
    for pattern in _SINGLE:
        match = pattern.search(title)
        if match and stems(match.group("a")):
            return _clean(match.group("a"))
    return None


def _clean(name: str) -> str:
    plain = re.sub(
        r"(?i)^(?:a |an |the |trial of |randomi[sz]ed |effects? of |efficacy of |comparison of |treatment "
        r"with |use of |receive )+",
        "",
        " ".join(name.split()),
    )
    plain = _BEYOND.sub("", _WHO.sub("", plain))
    return re.sub(r"(?i)\s?[(\[][^)\]]*$|\s(?:group|arm|alone)$", "", plain).strip(" ,.:;") or name.strip()


def _group_key(name: str) -> str:
    return " ".join(name.lower().split())


def cause_type(name: str) -> str:
    """The biomedical type of a cause: a gene where the wording says so, a condition or an intervention."""
    if _GENE.search(name):
        return "Gene"
    if _CONDITION.search(name.strip()) and not set(name.lower().split()) & CONTROL_WORDS:
        return "Condition"
    return "Intervention"


def effect_type(name: str) -> str:
    """The biomedical type of an effect: a condition, a gene or an outcome."""
    if _CONDITION.search(name.strip()) and not re.search(r"(?i)\b(?:mortality|death)s?$", name):
        return "Condition"
    return "Outcome"
