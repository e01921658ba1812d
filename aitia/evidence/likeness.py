"""Which reports repeat another one's wording nearly word for word. Exact, indexed, nothing cut.

A report's text is the set of its runs of three words, numbers masked. Two texts are alike when they share
seven tenths of their runs (Jaccard). Candidates come from an index over each text's rarest runs: two texts
that are alike must share one of them (prefix filter; Bayardo, Ma & Srikant 2007, 10.1145/1242572.1242591).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from hashlib import blake2b

ALIKE = 0.7
LEAST_RUNS = 25
"""A text with fewer runs is too short to be told from another by its wording."""
_TOKEN = re.compile(r"[0-9][0-9.,·]*|[^\W\d_]+")


def wording(text: str) -> frozenset[int]:
    """The hashes of a text's runs of three words; every number counts as the same word."""
    words = ["#" if token[0].isdigit() else token for token in _TOKEN.findall(text.casefold())]
    return frozenset(
        int.from_bytes(_digest(f"{a} {b} {c}")) for a, b, c in zip(words, words[1:], words[2:], strict=False)
    )


def numbers(text: str) -> tuple[str, ...]:
    """The numbers of a text as printed, in order."""
    return tuple(token for token in _TOKEN.findall(text.casefold()) if token[0].isdigit())


def alike_groups(wordings: Sequence[frozenset[int]]) -> list[list[int]]:
    """Positions of texts that are like the first of their group, ascending; groups of one are left out."""
    order = Counter(run for held in set(wordings) for run in held)
    leaders: dict[int, list[int]] = {}
    index: dict[int, list[int]] = defaultdict(list)
    whole: dict[frozenset[int], int] = {}
    for place, held in enumerate(wordings):
        if len(held) < LEAST_RUNS:
            continue
        leader = whole.get(held)
        if leader is None:
            rare = sorted(held, key=lambda run: (order[run], run))
            rare = rare[: len(held) - -(-len(held) * 7 // 10) + 1]
            near = sorted({leader for run in rare for leader in index[run]})
            leader = next((n for n in near if _share(wordings[n], held) >= ALIKE), place)
            whole[held] = leader
            if leader == place:
                for run in rare:
                    index[run].append(place)
        leaders.setdefault(leader, []).append(place)
    return [group for group in leaders.values() if len(group) > 1]


def _share(one: frozenset[int], other: frozenset[int]) -> float:
    return len(one & other) / len(one | other)


def _digest(run: str) -> bytes:
    return blake2b(run.encode("utf-8", "surrogatepass"), digest_size=8).digest()
