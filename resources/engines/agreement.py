"""Several samples of one reading: how far they agree is part of the confidence."""

from __future__ import annotations

from collections.abc import Sequence

from aitia.model.claim import Claim
from aitia.reading.paper.arms import stems
from resources.engines.proposals import UNSURE
from resources.engines.wire import WireAnswer

_Finding = tuple[str, int, int, frozenset[str]]


def agreed(samples: Sequence[Sequence[Claim]], notes: list[str]) -> tuple[Claim, ...]:
    """Each claim once, its confidence times the share of samples that make it.

    Where samples give one finding different directions, each version stays below the line of review.
    """
    if len(samples) == 1:
        return tuple(samples[0])
    made: dict[tuple[_Finding, str], list[Claim]] = {}
    for sample in samples:
        seen = set()
        for claim in sample:
            key = (_finding(claim), claim.direction.value)
            if key not in seen:
                seen.add(key)
                made.setdefault(key, []).append(claim)
    directions: dict[_Finding, set[str]] = {}
    for finding, direction in made:
        directions.setdefault(finding, set()).add(direction)
    claims: dict[str, Claim] = {}
    for (finding, _), versions in made.items():
        share = len(versions) / len(samples)
        sure = sum(claim.confidence for claim in versions) / len(versions) * share
        if len(directions[finding]) > 1:
            sure = min(sure, UNSURE)
        if share < 1:
            first = versions[0]
            said = f"{first.cause} {first.direction} {first.effect}"[:200]
            notes.append(f"agreement {len(versions)} of {len(samples)}: {said}")
        claim = versions[0].model_copy(update={"confidence": round(sure, 3)})
        claims.setdefault(claim.claim_id, claim)
    return tuple(claims.values())


def agreed_answer(samples: Sequence[WireAnswer | None], notes: list[str]) -> WireAnswer | None:
    """The answer that most samples give, its confidence times their share; None where half give none.

    A tie between directions lowers both below the line of review, as their share is a half at most.
    """
    if len(samples) == 1:
        return samples[0]
    groups: dict[tuple[bool, str], list[WireAnswer]] = {}
    for answer in samples:
        if answer is not None:
            key = answer.reported, answer.direction.value if answer.reported else ""
            groups.setdefault(key, []).append(answer)
    if not groups:
        return None
    most = max(groups.values(), key=len)
    share = len(most) / len(samples)
    if share < 1:
        notes.append(f"answer: agreement {len(most)} of {len(samples)}")
    sure = {
        "confidence": min(a.confidence for a in most) * share,
        "direction_confidence": min(a.direction_confidence for a in most) * share,
    }
    return most[0].model_copy(update=sure)


def _finding(claim: Claim) -> _Finding:
    """The same words and outcome, whatever the direction."""
    quote = claim.quote
    return quote.passage_id, quote.char_start, quote.char_end, stems(claim.effect)
