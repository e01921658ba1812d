"""How well a place in an article answers for an outcome (0 to 1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from aitia.reading.arms import Names, stem, stems, tokenise
from aitia.reading.numeric_cells import Share
from aitia.reading.numeric_places import BASELINE, LATER, TIME, Place
from aitia.reading.numeric_text import TextPlace

_SYNONYM = {
    **dict.fromkeys(("effect", "reaction"), "event"),
    **dict.fromkeys(("side", "adverse"), "advers"),
    **dict.fromkeys(("mortality", "died", "deaths", "dead"), "death"),
}
_VAGUE = frozenset(
    [
        "proportion",
        "percentag",
        "percentage",
        "incidenc",
        "incidence",
        "occurrenc",
        "occurrence",
        "frequenc",
        "frequency",
        "prevalenc",
    ]
)
_NARROWING = ("severe", "serious", "sever", "seriou")


def _synonyms(found: Iterable[str]) -> frozenset[str]:
    return frozenset(_SYNONYM.get(w, w) for w in found)


def _wanted(outcome: str, names: Names) -> frozenset[str]:
    wanted = stems(outcome) or frozenset({stem(t.text) for t in tokenise(outcome)})
    return (_synonyms(wanted - (names.first & names.second)) - _VAGUE) or wanted


def text_score(told: TextPlace, outcome: str, names: Names, abbreviations: Mapping[str, str]) -> float:
    wanted = _wanted(outcome, names)
    if not wanted:
        return 0.0
    here = set(stems(told.sentence, 3_000))
    for short, long in abbreviations.items():
        if stem(short) in here:
            here |= stems(long)
    here, before = set(_synonyms(here)), _synonyms(stems(told.before, 3_000))
    hits = sum(1.0 if w in here else 0.25 if w in before else 0.0 for w in wanted) / len(wanted)
    if told.absent and (hits < 0.99 or any(w in here and w not in wanted for w in _NARROWING)):
        return 0.0
    score = 0.1 + 0.85 * hits - (0.1 if told.joined else 0.0)
    if all(isinstance(v, Share) and v.total for v in (told.first, told.second)):
        score += 0.1
    for word in _NARROWING:
        if word in here and word not in wanted:
            score -= 0.2
    if BASELINE.search(told.sentence) and not BASELINE.search(outcome):
        score -= 0.2
    return max(0.0, min(0.99, score)) if hits >= 0.5 else 0.0


def place_score(place: Place, outcome: str, names: Names) -> float:
    wanted = _wanted(outcome, names)
    label, rest = _synonyms(stems(place.label)), _synonyms(stems(place.remainder))
    caption = _synonyms(stems(place.caption, 1_500))
    if not wanted:
        return 0.0
    hits = sum(1.0 if w in label or w in rest else 0.6 if w in caption else 0.0 for w in wanted) / len(wanted)
    known = _synonyms(names.outcome) | wanted
    words = {w for w in label if not w.isdigit()}
    fit = sum(w in known for w in words) / len(words) if words else 0.0
    if not fit:
        return 0.0
    score = 0.6 * hits + 0.4 * fit
    around = f"{place.label} {place.remainder}"
    if BASELINE.search(f"{around} {place.caption}") and not BASELINE.search(outcome):
        score -= 0.15 if LATER.search(f"{around} {place.caption}") and not BASELINE.search(around) else 0.45
    elif BASELINE.search(outcome) and not BASELINE.search(f"{around} {place.caption}"):
        score -= 0.45
    if LATER.search(around):
        score += 0.03
    times = set(TIME.findall(outcome))
    stated = set(TIME.findall(around))
    if times and stated and not times & stated:
        score -= 0.3
    return max(0.0, min(1.0, score))
