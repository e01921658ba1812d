"""What a paper's words add to its numbers: subgroups, gradients, time order. Linear-time patterns only."""

from __future__ import annotations

import re
from collections.abc import Mapping

_PREVENTION = {
    "primary prevention": re.compile(
        r"\bprimary[- ]prevention\b"
        r"|\bhealthy (?:men|women|adults|people|participants|persons|physicians|volunteers)\b"
        r"|\b(?:without|no|free of|free from)(?: a| any)?(?: known| prior| previous| established)?"
        r"(?: history of)?"
        r" (?:cardiovascular|coronary|vascular|heart|atherosclerotic|myocardial|clinical)\b",
        re.I,
    ),
    "secondary prevention": re.compile(
        r"\bsecondary[- ]prevention\b"
        r"|\b(?:previous|prior|recent|history of|survivors? of|after(?: a| an| acute)?|suspected|established"
        r"|with(?: known| established| stable)?)"
        r"(?: acute| ischa?emic| occlusive)? (?:myocardial infarction|heart attack|stroke"
        r"|vascular (?:disease|event)|cardiovascular disease"
        r"|coronary (?:artery |heart )?disease|atherosclerotic)",
        re.I,
    ),
}
_AGE = {
    "children": re.compile(
        r"\b(?:child(?:ren)?|infants?|neonates?|newborns?|preterm|adolescents?|p(?:a)?ediatric)\b", re.I
    ),
    "older adults": re.compile(
        r"\b(?:elderly|older (?:adults?|people|persons|patients)|aged? (?:6[05]|7[05]|80))\b", re.I
    ),
}
_SEX = {
    "women": re.compile(r"\b(?:women|females?|girls|postmenopausal|pregnan(?:t|cy))\b", re.I),
    "men": re.compile(r"\b(?:men|males?|boys)\b", re.I),
}
_SEVERITY = {
    "critically ill": re.compile(
        r"\bcritically ill\b|\bmechanically ventilated\b"
        r"|\b(?:patients?|adults|children|infants|neonates|people|hospitali[sz]ed|treated|survivors)"
        r"(?: (?:were|who were|being|cared for))? (?:in|of|on|from) (?:an? |the )?(?:\w+ )?intensive care\b"
        r"|\bintensive care (?:unit )?(?:patients|survivors)\b",
        re.I,
    ),
    "outpatients": re.compile(r"\b(?:out-?patients?|ambulatory|community[- ]dwelling|primary care)\b", re.I),
}
_DOSE = {
    "low dose": re.compile(r"\blow(?:er)?[- ]dos(?:e|es|age)\b", re.I),
    "high dose": re.compile(
        r"\b(?:high(?:er)?|large)[- ](?:(?:single|oral) )?dos(?:e|es|age)\b|\bbolus\b", re.I
    ),
}
AXES: Mapping[str, Mapping[str, re.Pattern[str]]] = {
    "prevention": _PREVENTION,
    "age": _AGE,
    "sex": _SEX,
    "setting": _SEVERITY,
    "dose": _DOSE,
}
LENGTHS = ("less than a year", "a year or longer")
"""The values of the axis "duration", which is read from a study's stated length, not from words."""

_LENGTH = re.compile(
    r"(\d{1,3}(?:[.·]\d)?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|eighteen|twenty-four)"
    r"(?:\s?(?:-|–|to)\s?\d{1,3})?[\s-](day|week|month|year)"
)
_IN_YEARS = {"day": 1 / 365.25, "week": 7 / 365.25, "month": 1 / 12, "year": 1.0}
_SPELLED = {
    **{
        "one": 1.0,
        "two": 2.0,
        "three": 3.0,
        "four": 4.0,
        "five": 5.0,
        "six": 6.0,
        "seven": 7.0,
        "eight": 8.0,
    },
    **{"nine": 9.0, "ten": 10.0, "twelve": 12.0, "eighteen": 18.0, "twenty-four": 24.0},
}

_REVERSE = re.compile(
    r"\brevers(?:e|ed) (?:causation|causality)\b|\breverse (?:direction|association)\b"
    r"|\bmay (?:already )?have (?:lowered|raised|reduced|increased|changed|caused) (?:it|them|the exposure)\b"
    r"|\b(?:measured|assessed) (?:only )?after (?:the )?(?:onset|diagnosis|event)\b",
    re.I,
)
_GRADIENT = re.compile(r"\bdose[-‐–— ]{0,2}(?:response|dependent|dependently)\b", re.I)
_DENIAL = re.compile(r"\b(?:no|not|without|absence|lack|nor|neither)\b", re.I)
_TOWARDS_NULL = re.compile(
    r"\b(?:bias(?:ed)?|confounding|misclassification)[^.]{0,80}\b(?:towards? the null|underestimat)", re.I
)
_OBSERVATIONAL = re.compile(
    r"\b(?:observational|cohorts?|case[- ]control|cross[- ]sectional|non-?randomi[sz]ed)\b", re.I
)
_RANDOMISED = re.compile(
    r"\b(?:randomi[sz]ed|randomi[sz]ation|rcts?|controlled trials?|clinical trials?)\b", re.I
)
_LIMIT = 20_000


def labels(text: str) -> dict[str, str]:
    """The subgroup that a text speaks of on each axis; an axis is absent when it names none or several.

    Words that name one group are not read again for the next: "no history of heart disease" holds the words
    of the other.
    """
    found: dict[str, str] = {}
    for axis, patterns in AXES.items():
        rest, hits = text[:_LIMIT], []
        for label, pattern in patterns.items():
            rest, count = pattern.subn(" ", rest)
            if count:
                hits.append(label)
        if len(hits) == 1:
            found[axis] = hits[0]
    return found


def length_label(duration: str | None) -> dict[str, str]:
    """Whether treatment went on for less than a year or longer; empty where its length is not told."""
    match = _LENGTH.search((duration or "").lower())
    if match is None:
        return {}
    number = _SPELLED.get(match.group(1)) or float(match.group(1).replace("·", "."))
    years = number * _IN_YEARS[match.group(2)]
    return {"duration": "a year or longer" if years >= 1 else "less than a year"}


def names_reverse_causation(text: str) -> bool:
    """Whether a paper itself raises reverse causation."""
    return bool(_REVERSE.search(text[:_LIMIT]))


def reports_gradient(text: str) -> bool:
    """Whether a text reports a dose–response gradient without denying it in the 40 characters before."""
    return any(
        not _DENIAL.search(text[max(0, match.start() - 40) : match.start()])
        for match in _GRADIENT.finditer(text[:_LIMIT])
    )


def reports_bias_to_null(text: str) -> bool:
    """Whether a paper says that its bias or confounding works against the effect that it found."""
    return bool(_TOWARDS_NULL.search(text[:_LIMIT]))


def synthesises_observational(text: str) -> bool:
    """Whether a synthesis says it is of observational studies and mentions no trials."""
    return bool(_OBSERVATIONAL.search(text[:_LIMIT])) and not _RANDOMISED.search(text[:_LIMIT])
