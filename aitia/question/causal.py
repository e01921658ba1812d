"""Causal wording: the verbs and phrases that turn a question into one about an effect."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from aitia.domains import listed
from aitia.model.scales import Direction, Polarity


class Sense(StrEnum):
    """What a causal word presumes of the outcome. `better` and `worse` depend on the outcome's polarity."""

    MORE = "more"
    LESS = "less"
    BETTER = "better"
    WORSE = "worse"
    OPEN = "open"


_LESS = listed(
    "reduce, decrease, lower, prevent, protect against, protect from, cut, cut down, lessen, diminish, "
    "inhibit, suppress, mitigate, alleviate, relieve, ease, attenuate, avert, avoid, delay, slow, slow "
    "down, shorten, minimise, minimize, eliminate, limit, treat, cure, stop, block, combat, fight, halve, "
    "bring down, lead to less, lead to fewer, lead to lower, result in less, result in fewer, result in "
    "lower, guard against, reverse, eradicate, quit"
)
_MORE = listed(
    "increase, raise, cause, lead to, result in, induce, trigger, elevate, produce, contribute to, "
    "prolong, extend, accelerate, heighten, bring about, give rise to, provoke, precipitate, stimulate, "
    "double, lengthen, lead to more, lead to higher, lead to greater, result in more, result in higher, "
    "result in greater, predispose to, drive, enable, amplify, create, make for"
)
_BETTER = listed(
    "improve, enhance, boost, promote, ameliorate, benefit, help, help with, support, strengthen, "
    "preserve, restore, maintain, speed up, work for, work against, work in, work on, optimise, optimize, "
    "help to manage, manage"
)
_WORSE = listed("worsen, impair, harm, damage, aggravate, exacerbate, hurt, weaken, compromise, hinder")
_OPEN = listed(
    "affect, influence, change, alter, modify, impact, impact on, modulate, determine, act on, matter for"
)

_HELP = listed("help, help to, effectively, significantly, actually, really, directly, substantially")


@dataclass(frozen=True)
class CausalWord:
    """A causal word in a text: where it stands and what it presumes."""

    start: int
    end: int
    sense: Sense


_SENSES: dict[str, Sense] = {
    **dict.fromkeys(_LESS, Sense.LESS),
    **dict.fromkeys(_MORE, Sense.MORE),
    **dict.fromkeys(_BETTER, Sense.BETTER),
    **dict.fromkeys(_WORSE, Sense.WORSE),
    **dict.fromkeys(_OPEN, Sense.OPEN),
}


def _forms(phrase: str) -> tuple[str, str, str, str]:
    """Base, third person, past and -ing form of a (regular) verb phrase."""
    verb, _, rest = phrase.partition(" ")
    tail = f" {rest}" if rest else ""
    irregular = {
        "lead": "led",
        "cut": "cut",
        "bring": "brought",
        "give": "gave",
        "make": "made",
        "drive": "drove",
    }
    if verb.endswith("e"):
        forms = (verb, verb + "s", verb + "d", verb[:-1] + "ing")
    elif verb.endswith("y") and verb[-2] not in "aeiou":
        forms = (verb, verb[:-1] + "ies", verb[:-1] + "ied", verb + "ing")
    elif verb in ("cut", "stop", "quit"):
        forms = (verb, verb + "s", verb + verb[-1] + "ed", verb + verb[-1] + "ing")
    else:
        forms = (
            verb,
            verb + ("es" if verb.endswith(("s", "sh", "ch", "x")) else "s"),
            verb + "ed",
            verb + "ing",
        )
    past = irregular.get(verb, forms[2])
    return forms[0] + tail, forms[1] + tail, past + tail, forms[3] + tail


class Form(StrEnum):
    """Which inflection is looked for."""

    BASE = "base"
    FINITE = "finite"
    GERUND = "gerund"
    PASSIVE = "passive"


@lru_cache(maxsize=8)
def _table(form: Form) -> tuple[re.Pattern[str], dict[str, Sense]]:
    senses: dict[str, Sense] = {}
    for phrase, sense in _SENSES.items():
        base, third, past, gerund = _forms(phrase)
        wanted = {
            Form.BASE: (base,),
            Form.FINITE: (third, past),
            Form.GERUND: (gerund,),
            Form.PASSIVE: (past,),
        }[form]
        senses.update(dict.fromkeys(wanted, sense))
    words = "|".join(re.escape(word) for word in sorted(senses, key=len, reverse=True))
    return re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE), senses


_NOUN_BEFORE = re.compile(
    r"(?:^|\s)(?:a|an|the|any|no|of|this|that|its|their|in|on|by|for|with|more|less)\s+$",
    re.IGNORECASE,
)
_TO_NOUN = re.compile(r"^\s*(?:in|of|rate|control|level|levels)\b", re.IGNORECASE)


def find_causal(text: str, form: Form) -> CausalWord | None:
    """The first causal verb of that form with words on both sides; nouns ("a decrease in") do not count."""
    pattern, senses = _table(form)
    for match in pattern.finditer(text):
        before, after = text[: match.start()], text[match.end() :]
        if not before.strip() or not after.strip():
            continue
        if form is Form.BASE and (_NOUN_BEFORE.search(before[-20:]) or _TO_NOUN.match(after[:12])):
            continue
        return CausalWord(match.start(), match.end(), senses[" ".join(match[0].lower().split())])
    return None


def starts_causal(text: str, form: Form) -> CausalWord | None:
    """The causal word that the text begins with."""
    pattern, senses = _table(form)
    match = pattern.match(text)
    return CausalWord(0, match.end(), senses[" ".join(match[0].lower().split())]) if match else None


_DEPENDS = {
    (Sense.BETTER, Polarity.BENEFICIAL): Direction.INCREASES,
    (Sense.BETTER, Polarity.HARMFUL): Direction.DECREASES,
    (Sense.WORSE, Polarity.BENEFICIAL): Direction.DECREASES,
    (Sense.WORSE, Polarity.HARMFUL): Direction.INCREASES,
}


def direction_of(sense: Sense, polarity: Polarity) -> Direction | None:
    """The direction that a wording presumes; None where it is open or the outcome's polarity is unknown."""
    if sense is Sense.MORE:
        return Direction.INCREASES
    if sense is Sense.LESS:
        return Direction.DECREASES
    return _DEPENDS.get((sense, polarity))
