"""What a sentence does with its arms and its outcome, as features for the guard: skeleton, clause and cues.

The skeleton leaves only roles, comparisons, negations, turns and figures of a sentence, in their order, so
that what was learned of one treatment and verb serves for others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from aitia.model.data import read_table
from aitia.reading.numbers.estimates import read_estimates
from aitia.reading.paper.arms import FIRST, OUTCOME, SECOND, Names, Token, stems
from aitia.reading.statements.outcome_features import first_versus_second, number_order, p_class, p_values
from aitia.text.own_results import no_result, own_words, told_as_truth
from aitia.text.turned import affirmed, denied, fell_more_or_less, left_out, second_arm, turned, worded

_LABELS = {FIRST: "XX", SECOND: "YY", OUTCOME: "OO"}
_ARMS = (FIRST, SECOND)
_KINDS: dict[str, str] = read_table(__package__, "guard_words.toml")["kinds"]
_EXACT = {word: kind for kind, told in _KINDS.items() for word in told.split() if word[-1] != "*"}
_BEGINS = tuple(
    (word[:-1], kind) for kind, told in _KINDS.items() for word in told.split() if word[-1] == "*"
)
_CUT = re.compile(r";\s|,?\s(?:but|whereas|while|although|though|yet|and)\s|,\s|:\s")
_FIGURE = re.compile(r"\d+")
_VALUED = {"GOOD": {"beneficial": "UP", "harmful": "DN"}, "BAD": {"beneficial": "DN", "harmful": "UP"}}
_NEAR = 6
_SKELETON = ("SEEN", "LATER", "WITHIN", "PART")

Features = tuple[set[str], set[str]]


def guard_features(sentence: str, names: Names, tokens: Sequence[Token]) -> Features:
    """(features that name the arms, features that do not); `tokens` are those of `mark_roles`."""
    bound: set[str] = set()
    free: set[str] = set()
    features = [*_presence(sentence, tokens), *_moods(sentence), *_turns(sentence, names)]
    words = [_word(token) for token in tokens]
    features += _grams("^", words[:3], 3) + _grams("$", words[-3:], 3)
    features += _beside(words)
    marks = _skeleton(sentence, tokens, names)
    features += _grams("s:", [mark for _, mark in marks], 4)
    features.append("w:" + "_".join([mark for _, mark in marks][:9]))
    for start, end in _clauses(sentence, tokens):
        inside = [_word(token) for token in tokens if start <= token.start < end]
        features += _grams("c:", inside, 2)
        own = [mark for place, mark in marks if start <= place < end]
        features += _grams("cs:", own, 3)
        features.append("cw:" + "_".join(own[:8]))
        features += [f"c{told}" for told in _told(sentence[start:end])]
    order, how = number_order(sentence, tokens)
    marked = "".join(
        sorted({mark for _, mark in marks if mark in ("UP", "DN", "GOOD", "BAD", "SAME", "NOT")})
    )
    features += [f"num:{order}:{names.polarity}:{marked}", f"num:{order}:{how}:{p_class(sentence)}:{marked}"]
    for feature in features:
        (bound if _names_an_arm(feature) else free).add(feature)
    return bound, free


def _names_an_arm(feature: str) -> bool:
    return "XX" in feature or "YY" in feature or feature.startswith("num:")


def _word(token: Token) -> str:
    return _LABELS.get(token.role) or ("0" if token.text[0].isdigit() else token.text.lower())


@lru_cache(maxsize=32_768)
def _kind(word: str) -> str:
    """What a word does; "" for most words."""
    if word in _EXACT:
        return _EXACT[word]
    return next((kind for begin, kind in _BEGINS if word.startswith(begin)), "")


def _grams(prefix: str, words: Sequence[str], longest: int) -> list[str]:
    return [
        prefix + "_".join(words[i : i + n]) for n in range(1, longest + 1) for i in range(len(words) - n + 1)
    ]


def _presence(sentence: str, tokens: Sequence[Token]) -> Iterator[str]:
    """What is named at all, how long the sentence is and how many figures it prints."""
    roles = {token.role for token in tokens}
    yield f"any:{len(roles & set(_ARMS))}:{OUTCOME in roles}"
    for arm in _ARMS:
        yield f"has:{_LABELS[arm]}:{arm in roles}:{OUTCOME in roles}"
    yield f"long:{len(tokens) // 8}"
    yield f"figures:{min(4, len(_FIGURE.findall(sentence)))}"
    yield f"asks:{sentence.rstrip().endswith('?')}"


def _moods(sentence: str) -> Iterator[str]:
    """What the rules make of mood and attribution, and the kinds of words that the sentence holds."""
    kind = no_result(sentence)
    yield f"mood:{kind}"
    yield f"mood:{kind is not None}:{own_words(sentence) != sentence}:{told_as_truth(sentence)}"
    held = sorted({_kind(word) for word in re.findall(r"[a-z-]+", sentence.lower())} - {""})
    for place, one in enumerate(held):
        yield f"k:{one}"
        for other in held[place + 1 :]:
            yield f"k:{one}:{other}"


def _told(text: str) -> Iterator[str]:
    yield f"denied:{denied(text)}:{affirmed(text)}"
    yield f"worded:{worded(text)}:{fell_more_or_less(text)}"


def _turns(sentence: str, names: Names) -> Iterator[str]:
    """What the rules of contrast and turned words say of either arm."""
    own = (names.first - names.second, names.second - names.first)
    figure = _figure(sentence)
    yield from _told(sentence)
    yield f"fvs:{first_versus_second(sentence)}:{figure}"
    for label, keys in zip(("XX", "YY"), own, strict=True):

        def cause(text: str, keys: frozenset[str] = keys) -> bool:
            return bool(keys & stems(text))

        def effect(text: str) -> bool:
            return bool(names.outcome & stems(text))

        yield f"left:{label}:{left_out(sentence, cause)}"
        yield f"turned:{label}:{turned(sentence, cause, effect)}:{worded(sentence)}"
        yield f"second:{label}:{second_arm(sentence, cause)}:{figure}"


def _figure(text: str) -> str:
    return next((sign for _, sign in _figures(text)), "")


def _figures(text: str) -> Iterator[tuple[int, str]]:
    """Place and sign of each printed estimate against no effect; "R0" where its interval holds no effect."""
    for estimate in read_estimates(text):
        null = estimate.measure.null_value
        if estimate.point is None or estimate.point == null:
            continue
        low, high = estimate.low, estimate.high
        across = low is not None and high is not None and min(low, high) <= null <= max(low, high)
        yield estimate.start, "R0" if across else "R+" if estimate.point > null else "R-"


def _beside(words: Sequence[str]) -> list[str]:
    """Words near an arm or the outcome, but not next to it."""
    return [
        f"near:{word}:{'<' if j < i else '>'}:{words[j]}"
        for i, word in enumerate(words)
        if word in ("XX", "YY", "OO")
        for j in range(max(0, i - _NEAR), min(len(words), i + _NEAR + 1))
        if abs(i - j) > 1 and words[j] != "0"
    ]


def _skeleton(sentence: str, tokens: Sequence[Token], names: Names) -> list[tuple[int, str]]:
    """Roles, kinds of words and figures in their order, each with its place; repeats are told once."""
    found = [(a, "PS" if significant else "PN") for a, _, significant in p_values(sentence)]
    found += _figures(sentence)
    for token in tokens:
        kind = _LABELS.get(token.role) or _kind(token.text.lower())
        if kind and kind not in _SKELETON:
            found.append((token.start, _VALUED.get(kind, {}).get(names.polarity, kind)))
    found.sort()
    return [mark for i, mark in enumerate(found) if i == 0 or mark[1] != found[i - 1][1]]


def _clauses(sentence: str, tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """The clauses that name the outcome."""
    cuts = [0, *(match.end() for match in _CUT.finditer(sentence)), len(sentence)]
    places = [token.start for token in tokens if token.role == OUTCOME]
    for start, end in pairwise(cuts):
        if any(start <= place < end for place in places):
            yield start, end
