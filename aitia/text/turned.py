"""Clauses that deny or turn what their words of change say.

Negation at a distance, contrast, the order of arms, treatments not given and outcomes averted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from aitia.model.data import read_table
from aitia.model.scales import Direction

Named = Callable[[str], bool]
_WORDS: dict[str, str] = read_table(__package__, "turned.toml")


def _any(name: str, ending: str = "") -> str:
    words = (word.replace("-", r"[\s-]") for word in _WORDS[name].split())
    return rf"(?:{'|'.join(words)}){ending}"


_DENIED = re.compile(
    r"\b(?:no|little|not any|insufficient|scant|without|lack of|absence of|nor) (?:[\w-]+ "
    rf"){{0,2}}{_any('evidence')}s?\b|"
    rf"\b(?:not|cannot|never|n't) (?:[\w-]+ ){{0,2}}{_any('shown')} (?:[\w-]+ ){{0,3}}?(?:that|whether|if|"
    rf"{_any('evidence')})\b|"
    r"\bnot (?:be |been )?(?:shown|demonstrated|proved|proven|the case) that\b|"
    r"^\W*(?:nothing|nobody|none of)\b|^\W*neither (?:of (?:the )?)?(?:[\w-]+ ){1,6}?(?:lower|reduc|increas|"
    r"decreas|rais|improv|affect|chang|prevent|eas|reliev)\w*\b|\bby no means\b|"
    r"\bwrong to (?:say|conclude|claim)\b|"
    r"\b(?:in|at|for|with|under|among) no \w+ (?:did|was|were|had|could)\b|"
    r"\b(?:reduction|increase|decrease|rise|fall|benefit|effect|difference)s?\b.{0,120}\b(?:did not "
    r"(?:occur|appear|"
    r"materiali[sz]e)|(?:was|were) not (?:seen|observed|found|confirmed|significant)|disappeared)\b"
)
_WORD = r"(?!(?:[\w-]+ed|did|was|were|had|has|have|is|are|may|fell|rose|led)\b)[\w'-]+"
_LEFT_OUT = re.compile(
    rf"\b(?:,\snot|(?:but|and|though|although)\snot|{_any('left_out')}|not(?=\s(?:{_WORD}\s){{1,4}}but\b))\s"
    rf"((?:(?:with|by|for|in|from|the|to|of)\s)*{_WORD}(?:\s{_WORD}){{0,3}})"
)
_ABSENT = re.compile(rf"\b{_any('absent')}\s(?:the |any |of )?((?:[\w'-]+\s?){{1,4}})")
_AVERTED = re.compile(rf"\b{_any('averted')}\s(?:a |an |the |any |of |from |first )*((?:[\w'-]+\s?){{1,4}})")
_FELL = r"(?:fell|declined|decreased|dropped|reduced|improved|eased|lessened|subsided)"
_LESS_OF_A_FALL = re.compile(rf"\b{_FELL} (?:\w+ )?less\b")
_MORE_OF_A_FALL = re.compile(rf"\b{_FELL} (?:\w+ ){{0,2}}more\b")
# The arm that stands behind a comparison: "compared with X, Y raised …", "twice as often as the X group".
_HELD_AGAINST = re.compile(
    r"^\W*(?:compared (?:with|to)|relative to|versus|in comparison (?:with|to)|as against) ([^,]{2,60}),|"
    r"\b(?:twice|half|\w+-fold|times) as (?:often|likely|frequent|frequently|many|much|high|common) "
    r"as (?:in |with |among |under |for |on |those |people |patients |women |men |the )*([^,.;(]{2,60})"
)
_NOT_FAILED = re.compile(r"\b(?:did|does|do|has|have|had) not fail(?:ed)? to\b|\bnever failed to\b")
_POINTS_BACK = re.compile(r"\b(?:it|them|did not|did so|left|had no|was without|so did|nor)\b")
_PER = re.compile(r"\d (?:in|per) (?:every )?(?:10{0,2},?000|thousand)\b")
_PERCENT = re.compile(r"\d\s?%(?!\s?-?(?:ci\b|confidence))")
_ORDER = re.compile(
    r"(?:\b(?:for|of|with|in|on)\s|[(,]\s?)([^,;():]{2,60}?)\s(?:versus|vs\.?|against|minus|over|relative to|"
    r"compared (?:with|to))\s([^,;():]{2,60}?)(?=[,);:]|\s(?:was|were|is|are|of)\b|\s?[=(\d]|\s?$)"
)
_NONE = re.compile(rf"\b{_any('none')}\b|n't\b")
_UP, _DOWN = (re.compile(rf"\b{_any(name)}") for name in ("up", "down"))
_NONE = re.compile(rf"\b{_any('none')}\b|n't\b")


def denied(clause: str) -> bool:
    """Whether a clause says that what it words as a change was not shown, or did not happen."""
    return _DENIED.search(clause.lower()) is not None


def left_out(clause: str, cause: Named) -> bool:
    """Whether a clause names a cause only as the one of which something else is not said."""
    return _only_in(clause.lower(), _LEFT_OUT, cause)


def holds_contrast(name: str) -> bool:
    """Whether a name holds a thing that is left out ("calcium, but not vitamin D"): it names nothing then."""
    return _LEFT_OUT.search(name.lower()) is not None


def affirmed(clause: str) -> Direction | None:
    """What a clause's words of change say once negations of other things are left out of it."""
    plain = _LEFT_OUT.sub(" ", clause.lower())
    plain = _ABSENT.sub(lambda match: f" {match.group(1)}", plain)
    return worded(_NOT_FAILED.sub(" ", plain))


def unlike_units(clause: str) -> bool:
    """Whether a clause prints one arm per cent and the other per thousand or the like, and says no more."""
    plain = clause.lower()
    return worded(plain) is None and all(unit.search(plain) for unit in (_PERCENT, _PER))


def turned(clause: str, cause: Named, effect: Named) -> bool:
    """Whether a clause speaks of the cause's absence or of the effect's, an odd number of times."""
    plain = clause.lower()
    turns = (
        _only_in(plain, _ABSENT, cause),
        _only_in(plain, _HELD_AGAINST, cause),
        _only_in(plain, _AVERTED, effect),
        _LESS_OF_A_FALL.search(plain) is not None,
    )
    return sum(turns) % 2 == 1


def second_arm(clause: str, cause: Named) -> bool:
    """Whether a printed comparison ("A versus B") has the cause behind and not in front."""
    match = _ORDER.search(clause)
    return match is not None and cause(match.group(2)) and not cause(match.group(1))


def said_of_another(clauses: Sequence[str], cause: Named, effect: Named) -> bool:
    """Whether the clauses that name the effect speak of another treatment than the cause.

    "Running lowered anxiety whereas yoga left it as it was": of yoga nothing is said in the first.
    """
    about = [clause for clause in clauses if effect(clause)]
    apart = [clause for clause in clauses if cause(clause) and not effect(clause)]
    if not about or any(map(cause, about)):
        return False
    return any(_POINTS_BACK.search(clause.lower()) for clause in apart)


def fell_more_or_less(clause: str) -> Direction | None:
    """What "fell more with X than with Y" says of X; None where nothing falls more or less than another."""
    plain = clause.lower()
    if _LESS_OF_A_FALL.search(plain):
        return Direction.INCREASES
    return Direction.DECREASES if _MORE_OF_A_FALL.search(plain) else None


def worded(clause: str) -> Direction | None:
    """What the words of change alone say; None where they say nothing or several things."""
    plain = clause.lower()
    up, down = _UP.search(plain) is not None, _DOWN.search(plain) is not None
    if _NONE.search(plain):
        return Direction.NO_DIFFERENCE if not up and not down else None
    if _LESS_OF_A_FALL.search(plain) or _MORE_OF_A_FALL.search(plain):
        return Direction.DECREASES
    if up == down:
        return None
    return Direction.INCREASES if up else Direction.DECREASES


def _only_in(plain: str, pattern: re.Pattern[str], named: Named) -> bool:
    found = [next(filter(None, match.groups()), "") for match in pattern.finditer(plain)]
    inside = any(map(named, found))
    return inside and not named(pattern.sub(" ", plain))


def change_words(text: str) -> tuple[bool, bool, bool]:
    """Whether a text has words of a rise, of a fall, and of none (denials among them)."""
    plain = text.casefold()
    return _UP.search(plain) is not None, _DOWN.search(plain) is not None, _NONE.search(plain) is not None
