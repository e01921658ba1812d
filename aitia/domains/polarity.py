"""Whether less of an outcome is better; what the vocabularies do not settle stays unknown."""

from __future__ import annotations

import re
from functools import lru_cache

from aitia.domains.adapter import PolarityWords
from aitia.domains.registry import adapter_for
from aitia.model.scales import Domain, Polarity

_DASHES = re.compile("[\u2010-\u2015\u2212]")
_HEAD_END = re.compile(r"\s(?:of|after|in|with|for|during|among|at|by|following|to|from|due|on|per)\s")
_FREE = re.compile(
    r"^(?:freedom from|absence of|avoidance of|prevention of|protection (?:from|against))\b|-free\b"
)
_LESS = re.compile(
    r"^(?:reduction|decrease|decline|drop|resolution|relief|clearance|remission|alleviation|improvement|"
    r"control)s?"
    r"(?: \w{1,20}){0,2} (?:in|of|from)\b|\b(?:or (?:greater|more)) (?:reduction|decrease) in\b"
)
_LESS_OF = re.compile(r"\b(?:reduction|decrease|decline)s?$")
_DISEASE = re.compile(
    r"\b(?!diagnosis|prognosis|hypnosis)\w{3,30}(?:itis|osis|a?emia|opathy|algia|rrho?ea|plegia|paresis)\b"
)
_MORE = re.compile(r"^(?:increase|rise|growth|gain)s? (?:in|of)\b")
_LOSS = re.compile(
    r"^(?:loss|lack|absence|impairment|deterioration|worsening|decline|reduction) (?:of|in)\b|\bloss$"
)
_TIME_TO = re.compile(
    r"^(?:median |mean |average )?(?:time|days|weeks|months|delay|interval) (?:until|to|before)\b"
)
_DURATION = re.compile(
    r"^(?:median |mean |average )?(?:duration|length|time|days|number of days) (?:of|on|in)\b"
)
_RISK_OF = re.compile(r"^(?:an? |the )?(?:increased |higher |elevated )?(?:risk|odds|hazard|danger) of\b")


def outcome_polarity(outcome: str, domain: Domain = Domain.BIOMEDICAL) -> Polarity:
    """Whether an outcome harms or benefits the person who has it, by the domain's vocabulary.

    Turns with the wording: "time to relapse", "freedom from arrhythmia" and "pain relief" are beneficial,
    "loss of vision" and "duration of ventilation" harmful. Outcomes that no vocabulary names are unknown.
    """
    text = " ".join(_DASHES.sub("-", outcome).lower().split())[:400]
    words = adapter_for(domain).polarity
    if _FREE.search(text):
        return Polarity.BENEFICIAL
    for pattern, turns in ((_TIME_TO, True), (_DURATION, False)):
        match = pattern.search(text)
        if match:
            return _timed(_plain(text[match.end() :], words), turns)
    match = _RISK_OF.search(text)
    if match:
        return (
            _plain(text[match.end() :], words)
            if _plain(text[match.end() :], words) != _U
            else Polarity.HARMFUL
        )
    return _turned(text, words)


_U = Polarity.UNKNOWN


def _timed(event: Polarity, time_to: bool) -> Polarity:
    """Long until a bad event is good; long in or until a good state depends on which of both it is."""
    return _opposite(event) if time_to else event


def _opposite(polarity: Polarity) -> Polarity:
    return {Polarity.HARMFUL: Polarity.BENEFICIAL, Polarity.BENEFICIAL: Polarity.HARMFUL}.get(polarity, _U)


def _turned(text: str, words: PolarityWords) -> Polarity:
    less = _LESS.search(text)
    if less and _plain(text[less.end() :], words) == Polarity.HARMFUL:
        return Polarity.BENEFICIAL
    less_of = _LESS_OF.search(text)
    if less_of:
        return _opposite(_plain(text[: less_of.start()], words))
    loss = _LOSS.search(text)
    if loss:
        rest = text[loss.end() :] or text[: loss.start()]
        if _plain(rest, words) == Polarity.BENEFICIAL:
            return Polarity.HARMFUL
    more = _MORE.search(text)
    return _plain(text[more.end() :] if more else text, words)


def _plain(text: str, words: PolarityWords) -> Polarity:
    text = re.sub(r"^ ?(?:\d+ ?%|reduction in|decrease in) ", "", text)
    strong = _decide(text, words.harmful, words.beneficial)
    if strong != _U:
        return strong
    mild = _decide(text, words.mild_harmful, words.mild_beneficial)
    return Polarity.HARMFUL if mild == _U and words.mild_harmful and _DISEASE.search(text) else mild


def _decide(text: str, harmful: tuple[str, ...], beneficial: tuple[str, ...]) -> Polarity:
    """The word nearest the end of the head noun phrase decides ("treatment failure after surgery")."""
    split = _HEAD_END.search(text)
    for low, high in ((0, split.start()), (split.start(), len(text))) if split else ((0, len(text)),):
        bad = _last(harmful, text, low, high)
        good = _last(beneficial, text, low, high)
        if bad != good:
            return Polarity.HARMFUL if bad > good else Polarity.BENEFICIAL
    return _U


def _last(stems: tuple[str, ...], text: str, low: int, high: int) -> int:
    starts = (match.start() for match in _pattern(stems).finditer(text))
    return max((start for start in starts if low <= start < high), default=-1)


_SHORT = 4


@lru_cache(maxsize=32)
def _pattern(stems: tuple[str, ...]) -> re.Pattern[str]:
    """Stems at word starts (short ones, such as "fid", as whole words), longest first."""
    ordered = sorted(stems, key=len, reverse=True)
    parts = (re.escape(stem) + (r"s?\b" if len(stem) <= _SHORT else "") for stem in ordered)
    return re.compile(r"(?<![\w])(?:" + "|".join(parts) + ")")
