"""Causal wording: the verbs and phrases that turn a question into one about an effect."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

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
    "bring down, soothe, settle, calm, lead to less, lead to fewer, lead to lower, result in less, "
    "result in fewer, result in lower, cause less, cause fewer, cause lower, produce less, produce fewer, "
    "guard against, reverse, eradicate, quit"
)
_MORE = listed(
    "increase, raise, cause, lead to, result in, induce, trigger, elevate, produce, contribute to, "
    "prolong, extend, accelerate, heighten, bring about, give rise to, provoke, precipitate, stimulate, "
    "double, lengthen, cause more, cause higher, cause greater, produce more, produce higher, lead to more, "
    "lead to higher, lead to greater, result in more, result in higher, result in greater, predispose to, "
    "drive, enable, amplify, create, build, build up, make for"
)
_BETTER = listed(
    "improve, enhance, boost, promote, ameliorate, benefit, help, help with, support, strengthen, "
    "preserve, restore, maintain, speed up, hasten, quicken, expedite, work for, work against, work in, "
    "work on, optimise, optimize, help to manage, manage"
)
_WORSE = listed("worsen, impair, harm, damage, aggravate, exacerbate, hurt, weaken, compromise, hinder")
_OPEN = listed(
    "affect, influence, change, alter, modify, impact, impact on, modulate, determine, act on, matter for"
)

_HELP = listed("help, help to, effectively, significantly, actually, really, directly, substantially")


FALLS = re.compile(
    r" (?P<verb>fall|drop|decline|decrease|go down|shrink|rise|increase|grow|go up|improve|get better|"
    r"worsen|get worse|change)s? "
    r"(?=(?:with|when|if|after|following|because of|due to|as a result of|under|in response to) \S)",
    re.IGNORECASE,
)
"""What an outcome does by itself: "does pain fall with exercise?"."""
FALL_SENSES = {
    **dict.fromkeys(("fall", "drop", "decline", "decrease", "go down", "shrink"), Sense.LESS),
    **dict.fromkeys(("rise", "increase", "grow", "go up"), Sense.MORE),
    **dict.fromkeys(("improve", "get better"), Sense.BETTER),
    **dict.fromkeys(("worsen", "get worse"), Sense.WORSE),
    "change": Sense.OPEN,
}
"""What each of these verbs presumes of the outcome."""
NOUN_SENSES = {
    **dict.fromkeys(("risk", "cause", "trigger", "contrib", "driver", "respons"), Sense.MORE),
    **dict.fromkeys(("protect", "cure"), Sense.LESS),
    **dict.fromkeys(("treat", "remed"), Sense.BETTER),
}
"""What a noun that joins cause and outcome presumes, by its stem."""


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
        "build": "built",
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
    THIRD = "third"
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
            Form.THIRD: (third,),
            Form.FINITE: (third, past),
            Form.GERUND: (gerund,),
            Form.PASSIVE: (past,),
        }[form]
        senses.update(dict.fromkeys(wanted, sense))
    words = "|".join(re.escape(word) for word in sorted(senses, key=len, reverse=True))
    return re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE), senses


_NOUN_BEFORE = re.compile(
    r"(?:^|\s)(?:(?<!\bvitamin )(?<!\bhepatitis )(?<!\binfluenza )(?<!\btype )(?<!\bgroup )(?-i:a)|"
    r"an|the|any|no|of|this|that|its|their|in|on|by|for|with|more|less)\s+$",
    re.IGNORECASE,
)
"""An article before what is then a noun; the A of "vitamin A" and "drug A" is none."""
_TO_NOUN = re.compile(r"^\s*(?:in|of|rate|control|level|levels)\b(?!-)", re.IGNORECASE)
_ALSO_NOUN = re.compile(
    r"(?:support|block|cure|change|benefit|impact|influence|damage|harm|limit|delay|cut|stop|boost|trigger|"
    r"increase|decrease|fight|combat|drive|ease|help)s?",
    re.IGNORECASE,
)
_FUNCTION = re.compile(
    r"\b(?:and|or|but|the|an?|of|in|on|by|for|with|to|from|at|than|as|compared|versus|vs|after|before|"
    r"during|when)\b|,",
    re.IGNORECASE,
)


def causal_words(text: str, form: Form) -> Iterator[CausalWord]:
    """The causal verbs of that form with words on both sides; nouns ("a decrease in") do not count."""
    pattern, senses = _table(form)
    for match in pattern.finditer(text):
        before, after = text[: match.start()], text[match.end() :]
        if not before.strip() or not after.strip():
            continue
        if form is Form.BASE and (_NOUN_BEFORE.search(before[-20:]) or _TO_NOUN.match(after[:12])):
            continue
        yield CausalWord(match.start(), match.end(), senses[" ".join(match[0].lower().split())])


def find_causal(text: str, form: Form) -> CausalWord | None:
    """The first causal verb of that form; of "a support programme raises" the verb, not the noun."""
    words = list(causal_words(text, form))
    for word, following in pairwise(words):
        if not (may_be_noun(text, word) and _runs_on(text[word.end : following.start])):
            return word
    return words[-1] if words else None


def find_stated(text: str) -> CausalWord | None:
    """The verb of a statement ("X reduces Y", "Xs reduce Y"): a word that may be a noun yields to its verb.

    "Nerve block reduces pain" and "lifestyle changes reduce weight" have one verb each, by number.
    """
    plural, single = find_causal(text, Form.BASE), find_causal(text, Form.THIRD)
    if plural is None or single is None:
        return plural or single
    first, second = sorted((plural, single), key=lambda word: word.start)
    if may_be_noun(text, first) and not may_be_noun(text, second):
        return second
    return first if may_be_noun(text, second) else plural


def may_be_noun(text: str, word: CausalWord) -> bool:
    """Whether the causal word is spelt as a noun is: "support", "changes"."""
    return _ALSO_NOUN.fullmatch(text[word.start : word.end]) is not None


def _runs_on(between: str) -> bool:
    """Whether the words continue one noun phrase up to the next verb."""
    return _FUNCTION.search(between) is None


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
