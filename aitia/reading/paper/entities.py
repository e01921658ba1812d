"""What kind of thing a name stands for."""

from __future__ import annotations

import re

from aitia.reading.paper.arms import CONTROL_WORDS

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
_OF_A_GROUP = re.compile(r"(?i)\b(?:group|arm)s?$|^(?:placebo|control)$")
_GENE = re.compile(
    r"\b(?:polymorphisms?|genotypes?|alleles?|gene|mutations?|mRNA|variants?|SNPs?|rs\d{3,9})\b|"
    r"^[A-Z][A-Z0-9]{2,7}\d[A-Z0-9]*$"
)
_CONDITION = re.compile(
    r"(?i)(?:itis|osis|emia|aemia|oma|pathy|disease|syndrome|disorder|infection|cancer|diabetes|failure|"
    r"stroke|infarction|fracture|asthma|depression|"
    r"hypertension|covid-19|sepsis|pneumonia|obesity|death|mortality)s?$"
)


def is_group(name: str) -> bool:
    """Whether a name is a group's label rather than what the group was given: "group B", "the treated
    patients", "participants in the experimental group", "placebo arm"."""
    plain = _PEOPLE_OF.sub("", re.sub(r"(?i)^(?:the|a|an)\s", "", " ".join(name.split())))
    own = _LETTERED.match(plain) or _GENERIC.match(plain) or _OF_A_GROUP.search(plain)
    return not plain or own is not None


def is_control(name: str) -> bool:
    """Whether an arm's name says that it is the control."""
    return _CONTROL.search(re.sub(r"(?i)\w+-controlled", "", name)) is not None


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
