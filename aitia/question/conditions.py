"""Restrictions in a question's wording: population, age, risk, dose, duration, time point."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice

from aitia.domains import outcome_polarity
from aitia.model.data import read_table
from aitia.model.scales import Polarity
from aitia.question.specification import Condition, ConditionKind

_WORDS: dict[str, str] = read_table(__package__, "words.toml")

NUMBER = (
    r"(?:\d{1,4}(?:[.,]\d{1,3})?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|eighteen|"
    r"twenty[- ]four|twenty|thirty|forty[- ]eight|a|one|several)"
)
"""A number in figures or words."""
_RANGE = rf"{NUMBER}(?: ?(?:-|to|or|and) ?{NUMBER})?"
TIME_UNIT = r"(?:minutes?|hours?|days?|weeks?|months?|years?)"
_SPAN = rf"{_RANGE}[- ]?{TIME_UNIT}\b"
_FOLLOW_UP = r"(?: (?:of )?(?:follow-?up|treatment|therapy|post-?intervention|post-?treatment))?"
_SINCE = (
    r"(?: of (?:the )?(?:injury|onset|birth|admission|surgery|operation|delivery|diagnosis|stroke|"
    r"symptoms?(?: onset)?|age|arrival|exposure|trauma|presentation|randomi[sz]ation))?"
)
_QUALIFIER = r"(?:(?:at least|about|around|up to|more than|less than|the first|the next) )?"

_TIME_POINT = re.compile(
    rf"[, ]*\b(?:(?:at|up to|by|after|within|beyond|until) {_QUALIFIER}{_SPAN}{_FOLLOW_UP}{_SINCE}"
    r"|at (?:the )?end of (?:the )?(?:intervention|treatment|study|trial|follow-?up|therapy)"
    r"|(?:at|until|by) (?:the )?(?:final |last |longest )?(?:follow-?up|baseline|discharge)"
    r"|in the (?:long|short|medium) (?:term|run))\b",
    re.IGNORECASE,
)
_DURATION = re.compile(
    rf"[, ]*\b(?:of|for|over|lasting|during) (?:(?:a period of|at least|up to|more than|less than|about) "
    rf")?{_SPAN}"
    rf"{_FOLLOW_UP}\b(?! (?:an?|per|each|every|daily) (?:day|night|week|month|year)\b)",
    re.IGNORECASE,
)
_LEADING_TIME = re.compile(
    rf"^(?:(?:long|short|medium|intermediate|mid)[- ]term|{NUMBER}[- ](?:hour|day|week|month|year)|early|"
    rf"late)\b "
    r"(?=\S)(?!(?:old|infantile)\b)",
    re.IGNORECASE,
)
_ANY_DOSE = re.compile(
    r"[, ]*\b(?:of|at|in) (?:any|all|different|various) (?:doses?|dosages?)\b", re.IGNORECASE
)
_DOSE = re.compile(
    r"\b(?:(?:\d{1,7}(?:[.,]\d{1,4})? ?(?:-|–|to) ?)?"
    r"\d{1,7}(?:[.,]\d{1,4})? ?(?:mg|g|µg|μg|ug|mcg|iu|mmhg|ml|units?)\b(?:/(?:kg/)?(?:d|day|kg|week|"
    r"dose)\b)?"
    r"(?: (?:per day|a day|per week|daily|weekly|monthly|twice daily|every other day))?"
    r"|(?:low|high|standard|single|single high|moderate)[- ]dose)\b",
    re.IGNORECASE,
)
_MEASURED = re.compile(r" ?\((?:as )?(?:measured|assessed|defined|determined)\b[^()]{1,200}\)", re.IGNORECASE)
_PREVENTION = re.compile(
    r"[, ]*\b(?:(?:for|in|as) )?(?:the )?(primary|secondary) prevention(?: of)?\b", re.IGNORECASE
)

_PERSON = frozenset((*_WORDS["person"].split(), *_WORDS["body"].split()))
_ANYBODY = frozenset(_WORDS["anybody"].split())
_SETTINGS = frozenset(_WORDS["settings"].split())
_CHANGE = frozenset(_WORDS["change"].split())
_LINK = re.compile(r" (?:in|among|amongst|for) ", re.IGNORECASE)
_MOST_LINKS = 8
_ACRONYM = re.compile(r"^[A-Z][A-Z0-9-]{1,12}\b")

_AGE = re.compile(
    r"\b(?:(?:aged?|ages) )?(?:(?:over|under|above|below|older than|younger than|at least|between) (?:the "
    r"age of )?)?"
    r"\d{1,3}(?:(?: ?- ?| to | and )\d{1,3})?(?:[- ]years?(?:[- ]olds?| of age)?)?"
    r"(?: (?:or|and) (?:older|over|above|younger|under))?\b",
    re.IGNORECASE,
)
_AGE_SIGN = re.compile(r"\b(?:aged?|ages|over|under|above|below|older|younger|years?)\b", re.IGNORECASE)
_AGE_GROUP = re.compile(
    r"\b(?:older|elderly|young|younger|middle-aged) (?:adults|people|persons|patients|women|men)\b|\bthe "
    r"elderly\b",
    re.IGNORECASE,
)
_SEX = re.compile(r"\b(?:women|men|girls|boys|females?|males?)\b", re.IGNORECASE)
_RISK = re.compile(
    r"\b(?:with(?:out)?|at|having|who have) (?:[^\s,]{1,30} ){0,5}?risk(?: factors?)?\b(?: (?:of|for) "
    r"[^,]{1,80})?"
    r"|\b(?:high|low|average|moderate|increased)[- ]risk\b"
    r"|\bwith(?:out)? (?:an? |any )?(?:personal |family )?(?:history of|previous|prior|established|known|"
    r"existing|"
    r"pre-?existing|diagnosed) [^,]{1,80}",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Parts:
    """A phrase without its restrictions, and the restrictions."""

    core: str
    population: str | None = None
    conditions: tuple[Condition, ...] = ()


def outcome_parts(text: str) -> Parts:
    """Take time points, populations and "as measured by" out of an outcome phrase."""
    found: list[Condition] = []
    text = _lift(_MEASURED, ConditionKind.OTHER, text, found)
    text, population = _without_population(_timed(text, found))
    text = _lift(_PREVENTION, ConditionKind.PREVENTION, text, found)
    text = _lift(_LEADING_TIME, ConditionKind.TIME_POINT, tidy(text), found)
    return Parts(tidy(text), population, tuple(found) + population_conditions(population))


def arm_parts(text: str, with_time: bool = True) -> Parts:
    """Take duration, population and time point out of an arm; a dose in figures stays and is named."""
    found: list[Condition] = []
    text = _lift(_ANY_DOSE, ConditionKind.DOSE, text, found)
    found += [Condition(kind=ConditionKind.DOSE, text=match[0]) for match in _DOSE.finditer(text)][:3]
    text = _timed(text, found) if with_time else text
    text = _lift(_PREVENTION, ConditionKind.PREVENTION, text, found)
    text, population = _without_population(text)
    return Parts(tidy(text), population, tuple(found) + population_conditions(population))


def lead_parts(text: str) -> Parts:
    """Read "In people under 40 without risk factors" (or "At 12 months") before the question proper."""
    found: list[Condition] = []
    rest = _lift(_TIME_POINT, ConditionKind.TIME_POINT, text, found)
    rest = _lift(_PREVENTION, ConditionKind.PREVENTION, rest, found)
    rest = re.sub(
        r"^(?:in|among|amongst|for|during|at|with|within|on)\b", "", rest.strip(" ,"), flags=re.IGNORECASE
    )
    population = _named(rest)
    return Parts("", population, tuple(found) + population_conditions(population))


def population_conditions(population: str | None) -> tuple[Condition, ...]:
    """Age, sex and risk restrictions that a population's wording holds."""
    if not population:
        return ()
    found = [
        Condition(kind=ConditionKind.AGE, text=match[0].strip())
        for match in _AGE.finditer(population)
        if _AGE_SIGN.search(match[0])
    ]
    found += [Condition(kind=ConditionKind.AGE, text=match[0]) for match in _AGE_GROUP.finditer(population)]
    found += [Condition(kind=ConditionKind.SEX, text=match[0]) for match in _SEX.finditer(population)]
    found += [
        Condition(kind=ConditionKind.RISK, text=match[0].strip()) for match in _RISK.finditer(population)
    ]
    return tuple(found)


def _named(people: str) -> str | None:
    """A population by name; None where it may be anybody ("in most people")."""
    name = tidy(people)
    bare = re.sub(r"^(?:some|most|many|all|other) ", "", name, flags=re.IGNORECASE)
    return name if name and bare.lower() not in _ANYBODY else None


def names_people(text: str) -> bool:
    """Whether the phrase begins with a group of people ("older women with …")."""
    words = [word.strip(",.()").lower() for word in text.split()[:6]]
    for word in words:
        if word in _PERSON or word in _SETTINGS:
            return True
        if word in {"with", "of", "in", "to", "on", "by", "at", "from", "than", "who", "and"}:
            return False
    return False


def tidy(text: str) -> str:
    """Without articles in front, stray punctuation and doubled spaces."""
    text = " ".join(text.split()).strip(" ,;:?!.")
    return re.sub(r"^(?:the|an?|any|my|your|our|their|his|her|its) (?=\S)", "", text, flags=re.IGNORECASE)


def _lift(pattern: re.Pattern[str], kind: ConditionKind, text: str, found: list[Condition]) -> str:
    def take(match: re.Match[str]) -> str:
        words = match[0].strip(" ,()")
        found.append(Condition(kind=kind, text=words))
        return " "

    rest = pattern.sub(take, text, count=3)
    return " ".join(rest.split())


def _timed(text: str, found: list[Condition]) -> str:
    """Lift time points and durations, but not an age ("people over 65 years")."""
    for pattern, kind in ((_DURATION, ConditionKind.DURATION), (_TIME_POINT, ConditionKind.TIME_POINT)):
        match = pattern.search(text)
        if match and text[: match.start()].strip() and not _is_age(text, match):
            found.append(Condition(kind=kind, text=match[0].strip(" ,")))
            text = f"{text[: match.start()]} {text[match.end() :]}"
    return " ".join(text.split())


def _is_age(text: str, match: re.Match[str]) -> bool:
    after = re.match(
        r" ?(?:-?olds?|of age|and older|or older|and over)\b", text[match.end() : match.end() + 12]
    )
    person = text[: match.start()].split()[-1].lower().strip(",") in _PERSON
    return bool(after) or (person and match[0].strip(" ,").lower().startswith("over"))


def _without_population(text: str) -> tuple[str, str | None]:
    """Split at the first "in / among / for" that leads to a group of people, a disease or a setting."""
    for match in islice(_LINK.finditer(text), _MOST_LINKS):
        before, after = text[: match.start()], text[match.end() :]
        if (
            before.strip()
            and not _inside_brackets(before)
            and _is_population(before, match[0].strip().lower(), after)
        ):
            return before, _named(after)
    return text, None


def _is_population(before: str, link: str, after: str) -> bool:
    if before.split()[-1].lower() in ("stay", "stays"):
        return names_people(after) and after.split()[0].lower() not in _SETTINGS
    if names_people(after):
        return True
    if link == "for" or before.split()[-1].lower() in _CHANGE:
        return False
    return bool(_ACRONYM.match(after)) or outcome_polarity(after) == Polarity.HARMFUL


def _inside_brackets(before: str) -> bool:
    return before.count("(") > before.count(")")
