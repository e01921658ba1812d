"""Typed, signed relations between entities whose mentions are given: genes, chemicals, diseases, variants."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from aitia.reading.models.linear import buckets, softmax, text_scale
from aitia.text.splitting import sentence_spans
from bench.relations import learned

MODEL = "pair_relations"
MAX_PAIRS = 4_000
RELATIONS = (
    "None",
    "Association",
    "Positive_Correlation",
    "Negative_Correlation",
    "Bind",
    "Cotreatment",
    "Comparison",
    "Drug_Interaction",
    "Conversion",
)
PAIR_KINDS = frozenset(
    {
        "Chemical+Chemical",
        "Chemical+Disease",
        "Chemical+Gene",
        "Chemical+Variant",
        "Disease+Gene",
        "Disease+Variant",
        "Gene+Gene",
        "Gene+Variant",
        "Variant+Variant",
    }
)
_KIND = {
    "ChemicalEntity": "Chemical",
    "DiseaseOrPhenotypicFeature": "Disease",
    "GeneOrGeneProduct": "Gene",
    "SequenceVariant": "Variant",
}
_WORD = re.compile(r"[a-z]{2,}|[A-Z]{4}\d?")
_UP = re.compile(
    r"\b(?:induc|increas|enhanc|activat|caus|promot|stimulat|elevat|up-?regulat|aggravat|risk|develop)"
)
_DOWN = re.compile(
    r"\b(?:inhibit|decreas|reduc|suppress|attenuat|down-?regulat|block|treat|prevent|protect|improv|antagoni)"
)


@dataclass(frozen=True, slots=True)
class Mention:
    """A mention at `start:end` of the text; `entity_ids` are all that it may stand for."""

    start: int
    end: int
    entity_type: str
    entity_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PairRelation:
    """A relation between two entities, ids in alphabetical order, with its probability."""

    first: str
    second: str
    relation: str
    confidence: float


def read_pair_relations(text: str, mentions: Sequence[Mention]) -> tuple[PairRelation, ...]:
    """The relations that a title and abstract state between the mentioned entities, most certain first."""
    model = learned(MODEL)
    threshold = float(model["threshold"][0])
    found: list[PairRelation] = []
    for (first, second), features in pair_features(text, mentions).items():
        answer = _probabilities(buckets(features, len(model["weights"])), model)
        if 1 - answer[0] >= threshold:
            best = 1 + int(answer[1:].argmax())
            found.append(PairRelation(first, second, RELATIONS[best], float(1 - answer[0])))
    return tuple(sorted(found, key=lambda r: (-r.confidence, r.first, r.second)))


def _probabilities(
    columns: NDArray[np.int64], model: Mapping[str, NDArray[np.float64]]
) -> NDArray[np.float64]:
    kept = columns[model["known"][columns]]
    return softmax(
        model["weights"][kept].astype(np.float64).sum(axis=0) * text_scale(len(kept)) + model["bias"]
    )


def pair_features(text: str, mentions: Sequence[Mention]) -> dict[tuple[str, str], set[str]]:
    """Features of every pair of entities of a kind that can be related (at most 4,000 pairs)."""
    by_entity: dict[str, list[Mention]] = {}
    kinds: dict[str, str] = {}
    mentions = sorted(mentions, key=lambda m: (m.start, m.end, m.entity_ids))
    for mention in mentions:
        for entity in mention.entity_ids:
            if mention.entity_type in _KIND and entity != "-":
                by_entity.setdefault(entity, []).append(mention)
                kinds.setdefault(entity, _KIND[mention.entity_type])
    spans = sentence_spans(text)
    pairs: dict[tuple[str, str], set[str]] = {}
    for first, second in combinations(sorted(by_entity), 2):
        left, right = sorted((first, second), key=lambda e: kinds[e])
        kind = f"{kinds[left]}+{kinds[right]}"
        if kind in PAIR_KINDS and len(pairs) < MAX_PAIRS:
            pairs[first, second] = _features(text, spans, kind, by_entity[left], by_entity[right], mentions)
    return pairs


def _features(
    text: str,
    spans: Sequence[tuple[int, int]],
    kind: str,
    left: Sequence[Mention],
    right: Sequence[Mention],
    mentions: Sequence[Mention],
) -> set[str]:
    found = {f"kind:{kind}", f"count:{kind}:{min(5, len(left))}:{min(5, len(right))}"}
    both = 0
    distance = 99
    for number, (start, end) in enumerate(spans):
        inside_left = [m for m in left if start <= m.start < end]
        inside_right = [m for m in right if start <= m.start < end]
        if inside_left and inside_right:
            both += 1
            a, b = min(
                ((a, b) for a in inside_left for b in inside_right),
                key=lambda p: abs(p[0].start - p[1].start),
            )
            found |= _sentence(text, start, end, a, b, kind, mentions)
            distance = min(
                distance, sum(min(a.end, b.end) <= m.start < max(a.start, b.start) for m in mentions)
            )
            place = "title" if number == 0 else "last" if number >= len(spans) - 2 else "body"
            found.update((f"place:{place}", f"place:{kind}:{place}"))
    found.add(f"both:{kind}:{min(both, 4)}")
    found.add(f"share:{kind}:{min(3, both)}:{round(3 * both / min(len(left), len(right)))}")
    found.add(f"between:{kind}:{min(distance, 6)}")
    if not both:
        gap = min(abs(a.start - b.start) for a in left for b in right)
        found.add(f"apart:{kind}:{min(6, gap // 150)}")
    title_end = spans[0][1] if spans else 0
    in_title = f"{left[0].start < title_end:d}{right[0].start < title_end:d}"
    found.update(
        (f"title:{kind}:{in_title}", f"entities:{min(8, len({m.entity_ids for m in mentions}) // 3)}")
    )
    return found


def _sentence(
    text: str, start: int, end: int, a: Mention, b: Mention, kind: str, mentions: Sequence[Mention]
) -> set[str]:
    masked = _mask(text, start, end, a, b, mentions)
    low, high = sorted((masked.index("AAAA1") if "AAAA1" in masked else 0, masked.index("BBBB2")))
    middle = masked[low : high + 1]
    found: set[str] = set()
    for n in (1, 2, 3):
        found.update("m:" + "_".join(middle[i : i + n]) for i in range(len(middle) - n + 1))
    found.update(f"km:{kind}:{w}" for w in middle)
    found.update(f"s:{w}" for w in masked)
    found.add("l:" + "_".join(masked[max(0, low - 2) : low + 1]))
    found.add("r:" + "_".join(masked[high : high + 3]))
    between, whole = " ".join(middle), " ".join(masked)
    for name, pattern in (("up", _UP), ("down", _DOWN)):
        found.add(f"{name}:{kind}:{bool(pattern.search(between)):d}{bool(pattern.search(whole)):d}")
    return found


def _mask(text: str, start: int, end: int, a: Mention, b: Mention, mentions: Iterable[Mention]) -> list[str]:
    pieces: list[str] = []
    position = start
    for mention in mentions:
        if mention.start < position or mention.end > end:
            continue
        kind = _KIND.get(mention.entity_type, "Other")
        label = "AAAA1" if mention == a else "BBBB2" if mention == b else f" {kind.lower()}x "
        pieces.extend((text[position : mention.start].lower(), f" {label} "))
        position = mention.end
    pieces.append(text[position:end].lower())
    words = _WORD.findall("".join(pieces))
    if "BBBB2" not in words:
        words.append("BBBB2")
    return words
