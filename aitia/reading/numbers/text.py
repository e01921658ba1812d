"""Figures of two arms as running text prints them: which figure belongs to which arm."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from aitia.reading.numbers.cells import Moments, Share, number
from aitia.reading.paper.arms import FIRST, SECOND, Names, Token, mark_roles
from aitia.text.splitting import sentence_spans

MAX_SENTENCES = 1_500

_N = r"\d{1,3}(?:[, ]\d{3}){1,2}(?![\d.])|\d{1,7}"
_D = r"\d{1,3}(?:[.·]\d{1,3})?"
_WORDS = {
    w: i
    for i, w in enumerate(
        (
            "none",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        )
    )
}
_WRITTEN = "|".join(_WORDS)
_QUANTITY = re.compile(
    rf"(?P<mean>[-−–]?{_D}) ?[a-zµ%/]{{0,8}} ?(?:±|\+/-|\+/−) ?(?P<sd>{_D})"
    rf"|(?P<p1>{_D}) ?% ?[(\[] ?(?:[nN] ?= ?)?(?P<e1>{_N})(?: ?(?:/|of|out of) ?(?P<t1>{_N}))? ?[)\]]"
    rf"|(?P<e2>{_N}) ?(?:/|of(?: the)?|out of(?: the)?) ?(?P<t2>{_N})\b"
    rf"(?: [a-z]{{3,15}}){{0,2}}(?: ?[(\[] ?(?P<p2>{_D}) ?%)?"
    rf"|(?P<e3>{_N})(?: [a-z]{{3,15}}){{0,2}} ?[(\[] ?(?P<p3>{_D}) ?% ?[)\]]"
    rf"|(?P<p4>{_D}) ?%(?! ?(?:CI|confidence))"
    rf"|\b(?P<e5>{_N}|{_WRITTEN})"
    rf"(?= (?:(?:patients|participants|women|men|subjects|children|"
    rf"cases|people) )?(?:in|of|from|on|receiving) )"
    rf"|(?<=was )(?P<e6>{_N})\b(?! ?[%.]?\d|%)",
    re.IGNORECASE,
)
TABLE = re.compile(r"::::? ?table-wrap.{0,60000}?::::", re.DOTALL)
_ROWS = re.compile(r"(?m)(?:^.*? \| .*$\n?){2,}")
_TAGS = re.compile(r"</?[a-z]{1,12}>|[*^]|\[\[?[^\[\]\n]{0,60}\]\(#[^()\n]{0,20}\)\]?")
_ABSENT = re.compile(r"\b(?:no|none of|without(?: any)?|nor|not) ", re.IGNORECASE)
_AND = re.compile(r", (?:and )?| and ")
_COMPARED = re.compile(r"differ|significan|associat|correlat|effects? on|chang|compar", re.IGNORECASE)
_EITHER = re.compile(r"\b(?:either|both|any|all|the two|between)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TextPlace:
    """A figure for each arm, the sentence (and the one before) that prints them."""

    first: Share | Moments
    second: Share | Moments
    sentence: str
    before: str
    offset: int
    joined: bool = False
    absent: bool = False


@dataclass(frozen=True, slots=True)
class _Quantity:
    kind: str
    start: int
    end: int
    value: Share | Moments


def running_sentences(text: str) -> list[tuple[int, str]]:
    """Sentences outside tables and their rows with their offsets, Markdown marks blanked."""
    plain = TABLE.sub(lambda m: " " * (m.end() - m.start()), text)
    for pattern in (_ROWS, _TAGS):
        plain = pattern.sub(lambda m: " " * (m.end() - m.start()), plain)
    spans = sentence_spans(plain)[:MAX_SENTENCES]
    return [(a, plain[a:b].replace("\n", " ").replace("\u00a0", " ")) for a, b in spans if b - a < 1_500]


def text_places(sentences: Sequence[tuple[int, str]], names: Names) -> Iterator[TextPlace]:
    """Every sentence, and every two sentences of one arm each, that print a like figure for both arms."""
    marked = [mark_roles(s, names) for _, s in sentences]
    arms = [{t.role for t in tokens} & {FIRST, SECOND} for tokens in marked]
    for i, (offset, sentence) in enumerate(sentences):
        before = sentences[i - 1][1] if i else ""
        if len(arms[i]) == 2:
            yield from _pairs(sentence, marked[i], before, offset, False)
        if i + 1 < len(sentences) and len(arms[i]) == 1 and len(arms[i + 1]) == 1 and arms[i] != arms[i + 1]:
            both = f"{sentence} {sentences[i + 1][1]}"
            yield from _pairs(both, mark_roles(both, names), before, offset, True)
        zero = Share(0, None, None)
        absent = _ABSENT.search(sentence)
        if (
            absent
            and _EITHER.search(sentence)
            and not _COMPARED.search(sentence)
            and not _QUANTITY.search(sentence)
        ):
            yield TextPlace(zero, zero, sentence[absent.end() :], "", offset, absent=True)


def _pairs(
    sentence: str, tokens: Sequence[Token], before: str, offset: int, joined: bool
) -> Iterator[TextPlace]:
    quantities = list(_quantities(sentence))
    mentions = [t for t in tokens if t.role in (FIRST, SECOND)]
    for kind in dict.fromkeys(q.kind for q in quantities):
        same = [q for q in quantities if q.kind == kind]
        if "respectively" in sentence and len(same) != 2 and not joined:
            found = _listed(sentence, same, mentions)
            if found:
                yield TextPlace(found[FIRST].value, found[SECOND].value, sentence, before, offset, joined)
            continue
        scheme = next((s for s in (_after, _before, _in_order) if s(same, mentions)), None)
        for _ in range(3):
            found = scheme(same, mentions) if scheme else None
            if not found:
                break
            yield TextPlace(found[FIRST].value, found[SECOND].value, sentence, before, offset, joined)
            same = [q for q in same if q not in found.values()]


def _quantities(sentence: str) -> Iterator[_Quantity]:
    for match in _QUANTITY.finditer(sentence):
        g = match.groupdict()
        if g["mean"]:
            yield _Quantity("mean", match.start(), match.end(), Moments(number(g["mean"]), number(g["sd"])))
            continue
        events = next((g[k] for k in ("e1", "e2", "e3", "e5", "e6") if g[k]), None)
        total = next((g[k] for k in ("t1", "t2") if g[k]), None)
        percent = next((g[k] for k in ("p1", "p2", "p3", "p4") if g[k]), None)
        count = None if events is None else _WORDS.get(events.lower())
        if events is not None and count is None:
            count = int(number(events))
        kind = "share" if percent or total else "count"
        share = Share(count, int(number(total)) if total else None, number(percent) if percent else None)
        yield _Quantity(kind, match.start(), match.end(), share)


def _after(same: Sequence[_Quantity], mentions: Sequence[Token]) -> dict[str, _Quantity] | None:
    """Each arm with the next figure, before the next mention of an arm ("A (12%), B (5%)")."""
    found: dict[str, _Quantity] = {}
    for i, mention in enumerate(mentions):
        end = mentions[i + 1].start if i + 1 < len(mentions) else mention.end + 90
        inside = [q for q in same if mention.end <= q.start < min(end, mention.end + 90)]
        if inside:
            found.setdefault(mention.role, inside[0])
    leading = [q for q in same if mentions and q.start < mentions[0].start]
    return found if len(found) == 2 and not leading else None


def _before(same: Sequence[_Quantity], mentions: Sequence[Token]) -> dict[str, _Quantity] | None:
    """Each arm with the figure just before it ("12% in A and 5% in B")."""
    found: dict[str, _Quantity] = {}
    for i, quantity in enumerate(same):
        end = same[i + 1].start if i + 1 < len(same) else quantity.end + 80
        inside = [m for m in mentions if quantity.end <= m.start < min(end, quantity.end + 80)]
        if inside:
            found.setdefault(inside[0].role, quantity)
    return found if len(found) == 2 else None


def _listed(
    sentence: str, same: Sequence[_Quantity], mentions: Sequence[Token]
) -> dict[str, _Quantity] | None:
    """As many figures as names in two lists ("20%, 30% and 87% in groups L, K and N, respectively")."""
    end = sentence.find("respectively")
    run = [q for q in same if q.end < end]
    if len(run) < 2 or any(b.start - a.end > 12 for a, b in pairwise(run)):
        return None
    after = (run[-1].end, end)
    before = (max(0, run[0].start - 200), run[0].start)
    for start, stop in (after, before):
        inside = [m for m in mentions if start <= m.start < stop]
        if len({m.role for m in inside}) < 2:
            continue
        edges = [m.start() + start for m in _AND.finditer(sentence[start : inside[-1].end])]
        first = sum(e <= inside[0].start for e in edges)
        items = len(edges) - first + 1
        if items != len(run) and start == before[0]:
            continue
        lead = max(0, len(edges) + 1 - len(run)) if start == after[0] else first
        found: dict[str, _Quantity] = {}
        for mention in inside:
            place = sum(e <= mention.start for e in edges) - lead
            if 0 <= place < len(run):
                found.setdefault(mention.role, run[place])
        if len(found) == 2:
            return found
    return None


def _in_order(same: Sequence[_Quantity], mentions: Sequence[Token]) -> dict[str, _Quantity] | None:
    """Two figures after both arms were named: in the order of the arms ("A and B: 12% and 5%")."""
    order = list(dict.fromkeys(m.role for m in mentions if same and m.end <= same[0].start))
    if len(same) == 2 and len(order) == 2 and same[1].start - same[0].end < 40:
        return {order[0]: same[0], order[1]: same[1]}
    return None
