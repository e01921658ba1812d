"""What people are helped to do, or kept from: "help smokers to quit", "keep older people from falling".

A study names the outcome and not the deed: smoking cessation, falls. Who does it is the population, unless it
may be anybody.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from aitia.model.data import read_table
from aitia.question.causal import Form, Sense, starts_causal

_TABLE: dict[str, dict[str, str]] = read_table(__package__, "deeds.toml")
_NOUNS, _ENDINGS = _TABLE["nouns"], _TABLE["endings"]
_WORDS: dict[str, str] = read_table(__package__, "words.toml")
_ANYBODY = frozenset(_WORDS["anybody"].split())
_PERSON = "|".join(sorted(_WORDS["person"].split(), key=len, reverse=True))
_WHO = rf"(?P<who>(?:the |some |most |many )?(?:[\w-]{{2,20}} ){{0,2}}?(?:{_PERSON}|you|me|us|them|someone))"
_KNOWN = rf"(?:{'|'.join(_NOUNS)})(?: (?:longer|better|faster))?"
_ILL = re.compile(
    rf"^(?P<cause>.{{1,900}}?) helps? {_WHO} (?:with|who have|suffering from|living with) "
    rf"(?P<ill>.{{1,400}}?)(?: (?:to (?P<deed>\w.{{0,400}})|(?P<known>{_KNOWN})))?$",
    re.IGNORECASE,
)
_HELPS = re.compile(rf"^(?P<cause>.{{1,900}}?) helps? {_WHO}(?: to)? (?P<deed>\w.{{0,400}})$", re.IGNORECASE)
_KEPT = _WHO.replace(_PERSON, f"{_PERSON}|{'|'.join(_WORDS['body'].split())}")
_KEEPS = re.compile(
    rf"^(?P<cause>.{{1,900}}?) (?:stop|keep|prevent|protect|save|spare)s? {_KEPT} "
    r"(?:from (?P<from>\w.{0,400})|(?P<deed>\w{2,30}ing\b.{0,400}))$",
    re.IGNORECASE,
)
_MAKES = re.compile(rf"^(?P<cause>.{{1,900}}?) makes? {_WHO} (?P<deed>\w.{{0,400}})$", re.IGNORECASE)
_GIVES = re.compile(rf"^(?P<cause>.{{1,900}}?) gives? {_WHO} (?P<ill>\w.{{0,400}})$", re.IGNORECASE)
_SOMEBODY = re.compile(rf"(?i)(?:^|\s)(?:{_PERSON}|you|we|they|i|clinicians|physicians)$")
"""Who gives what is no illness: "should doctors give children aspirin?"."""
_STATE = re.compile(rf"(?i)^(?:feel )?(?:more |(?P<less>less ))?(?P<state>{'|'.join(_TABLE['states'])})$")
_HELPS_NOBODY_TO = re.compile(rf"^(?P<cause>.{{1,900}}?) helps? {_WHO}$", re.IGNORECASE)
_MANNER = re.compile(
    r"(?i) (?:better|more|faster|sooner|longer|well|again|quickly|easily|successfully|less)\b"
)
_LESS = re.compile(r"(?i)\bless\b")
_LINK = re.compile(
    r"(?i)^(?:with|who|that|in|at|of|on|from|and|or|after|before|during|undergoing|without|by|for|as|than)\b"
)
_COMPARED = re.compile(r"(?i)^(?:more|less|better|worse|\w{2,20}er)\b")
_AROUND = re.compile(r"(?i) (?=(?:after|before|during|within|in|at|for|from|with|by)\b)")
_DOUBLED = re.compile(r"[^aeiou]*[aeiou][bdgmnprt]")


class Deed(NamedTuple):
    """What helps, what it helps to, and whether to more or to less of it."""

    cause: str
    outcome: str
    sense: Sense


def read_helped(text: str) -> Deed | None:
    """The deed that somebody is helped to, or kept from, "" where that is not said; None where nobody is."""
    if match := _HELPS_NOBODY_TO.match(text):
        return Deed(match["cause"], "", Sense.BETTER)
    if match := _KEEPS.match(text):
        deed = match["from"] or match["deed"]
        return Deed(
            match["cause"], _of(_TABLE["kept_from"].get(deed.lower(), deed), match["who"]), Sense.LESS
        )
    if match := _GIVES.match(text):
        is_gift = _LINK.match(match["ill"]) or _SOMEBODY.search(match["cause"])
        return None if is_gift else Deed(match["cause"], _of(match["ill"], match["who"]), Sense.MORE)
    if match := _MAKES.match(text):
        return _made(match["cause"], match["who"], match["deed"])
    match = _ILL.match(text)
    if match and (deed := match["deed"] or match["known"]):
        return _helped(match["cause"], f"{match['who']} with {match['ill']}", deed)
    if match:
        return Deed(match["cause"], _of(match["ill"], match["who"]), Sense.BETTER)
    match = _HELPS.match(text)
    return _helped(match["cause"], match["who"], match["deed"]) if match else None


def _helped(cause: str, who: str, deed: str) -> Deed | None:
    if _LINK.match(deed):
        return None
    word = starts_causal(deed, Form.BASE)
    if word and deed[word.end :].strip() and deed[: word.end].lower() not in _ENDINGS:
        return Deed(cause, _of(deed[word.end :].strip(), who), word.sense)
    verb, _, thing = deed.lower().partition(" ")
    if thing and verb in _TABLE["amounts"]:
        return Deed(cause, _of(thing, who), Sense(_TABLE["amounts"][verb]))
    return Deed(cause, _of(_named(deed), who), Sense.LESS if _LESS.search(deed) else Sense.MORE)


def _made(cause: str, who: str, deed: str) -> Deed | None:
    state = _STATE.match(deed)
    if state:
        outcome = _TABLE["states"][state["state"].lower()]
        return Deed(cause, _of(outcome, who), Sense.LESS if state["less"] else Sense.MORE)
    is_other = _LINK.match(deed) or _COMPARED.match(deed)
    return None if is_other else _helped(cause, who, deed)


def _of(outcome: str, who: str) -> str:
    return outcome if who.lower() in _ANYBODY else f"{outcome} in {who}"


def _named(deed: str) -> str:
    """The deed as an outcome: a noun that is known for it, or what is done by its -ing form."""
    told = _MANNER.sub("", deed.lower())
    for verb, ending in _ENDINGS.items():
        if told.startswith(f"{verb} "):
            thing, *around = _AROUND.split(told[len(verb) + 1 :], maxsplit=1)
            return " ".join([thing, ending, *around])
    for verb, noun in _NOUNS.items():
        if told == verb or told.startswith(f"{verb} "):
            return noun + told[len(verb) :]
    verb, _, rest = told.partition(" ")
    return f"{_gerund(verb)} {rest}".strip()


def _gerund(verb: str) -> str:
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")):
        return f"{verb[:-1]}ing"
    return f"{verb}{verb[-1]}ing" if _DOUBLED.fullmatch(verb) else f"{verb}ing"
