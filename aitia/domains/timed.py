"""Outcomes that last: a time until an event, and living on without it. A hazard is that of what ends them.

A hazard ratio of 0.7 for survival is fewer deaths, so more survival; one of 1.3 for time to discharge is
sooner discharge, so less time (Cochrane Handbook 6.8.2: the hazard ratio is that of the event).
"""

from __future__ import annotations

import re

from aitia.model.scales import EffectMeasure

_OF_EVENTS = frozenset({EffectMeasure.HAZARD_RATIO, EffectMeasure.RATE_RATIO})
_FIRST = r"^(?:(?:the|median|mean|average|overall|total|number of|shorter|longer|prolonged) ){0,3}"
_LASTING = re.compile(
    rf"{_FIRST}(?:time|delay|interval|latency|days|weeks|months|hours|years)s?(?: from [\w ]{{1,40}})?"
    r" (?:until|till|to|before|of|on|in|without|free)\b"
    rf"|{_FIRST}(?:duration|length) of\b|\blength of (?:\w+ )?stay\b"
    r"|\b(?!(?:any|some|first|second|that|this|same|one|given|real|over|point) )[\w-]+"
    r" (?:time|duration|latency)s?$"
    r"|\bsurvival\b|\bsurvivorship\b|\blongevity\b|\blife ?(?:span|expectancy)\b"
    r"|-free (?:interval|period|time)\b"
)
_THE_EVENT = re.compile(
    r"\b(?:rate|risk|hazard|odds|probability|likelihood|chance|incidence)s? (?:of|for)\b"
    r"|\bdeaths?\b|\bmortality\b"
)
_DASHES = re.compile("[\u2010-\u2015\u2212]")


def counts_what_ends_it(outcome: str, measure: EffectMeasure) -> bool:
    """Whether an estimate by this measure, printed for this outcome, is one of the event that ends it.

    True of hazard and rate ratios for a time or a survival; more of the event is then less of the outcome.
    """
    if measure not in _OF_EVENTS:
        return False
    named = " ".join(_DASHES.sub("-", outcome).casefold().split())[:400]
    timed = _LASTING.search(named)
    return timed is not None and _THE_EVENT.search(named[: timed.start()]) is None
