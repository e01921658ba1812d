"""What a result sentence looks like once its arms and its outcome are masked by role."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aitia.model.data import read_table, words_of
from aitia.reading.paper.arms import FIRST, OUTCOME, SECOND, Names, Token, mark_roles

_P_VALUE = re.compile(
    r"\b[Pp](?:[-\s]?values?)?(?: for \w{1,20})?\s{0,2}(?:was |of )?([<>=≤≥]|&lt;|"
    r"&gt;)\s{0,2}(0?[.·,]\d{1,8}|1\.0{0,4}|0)\b"
)
_NOT_SIGNIFICANT = re.compile(
    r"\b(?:n\.s\.|NS\b|no(?:t| |n-)? ?(?:statistically )?(?:significan|differ)|"
    r"(?:did|were|was|is|are|does) not (?:\w{1,15} ){0,2}(?:significan|differ)|"
    r"\bno (?:\w{1,15} ){0,3}(?:differences?|effects?|changes?|associations?|improvements?|interactions?)|"
    r"\bneither\b|\bsimilar(?:ly)?\b|\bcomparable\b|\bequivalent\b|\bfailed to\b|\bunaffected\b|"
    r"\bunchanged\b|"
    r"\bdid not\b|\bwere not\b|\bwas not\b)",
)
_INTERVAL = re.compile(
    r"(?:CI|confidence interval|CrI)\W{0,4}(?:95 ?%\W{0,3})?(?:of |was |is |, )?\W{0,2}"
    r"([-−–]?\d{1,5}(?:[.·]\d{1,5})?) ?%? ?(?:to|,|;|-|–|—|and) ?([-−–]?\d{1,5}(?:[.·]\d{1,5})?)"
)
_RATIO = re.compile(r"\b(?:RR|OR|HR|aOR|aHR|IRR|odds|hazard|relative risk|risk ratio|rate ratio)\b")
_NUMBER = re.compile(r"(?<![\w.·])[-−]?\d{1,6}(?:[.·]\d{1,4})?(?![\w·]|\.\d)")
_VERSUS = re.compile(
    r"(?<![\w.·])([-−]?\d{1,6}(?:[.·]\d{1,4})?)(?: ?%)?(?: ?\w{1,8})?(?: ?(?:\([^()]{0,40}\)|"
    r"\[[^\[\]]{0,40}\]|(?:±|\+/-|\+−) ?[\d.]{1,8}))?"
    r"(?: ?[\w/]{1,10}){0,2},? (?:vs?\.?|versus|compared (?:with|to)|against|and|or|respectively) "
    r"(?:[A-Za-z-]{1,20} ){0,4}([-−]?\d{1,6}(?:[.·]\d{1,4})?)(?![\d])"
)
_LEADING = re.compile(r"([<>=≤≥]?)\s?([-−]?\d{1,6}(?:[.·]\d{1,4})?)")

_WORDS = read_table(__package__, "change_words.toml")
UP, DOWN = words_of(_WORDS, "up"), words_of(_WORDS, "down")

CUES = UP | DOWN
_LABELS = {FIRST: "XX", SECOND: "YY", OUTCOME: "OO"}


def p_class(sentence: str) -> str:
    """ "PS" when every printed p value is significant, "PN" when none is, "PM" when mixed, "" without one."""
    significant = [judged for _, _, judged in p_values(sentence)]
    if not significant:
        return ""
    return "PS" if all(significant) else "PM" if any(significant) else "PN"


def p_values(sentence: str) -> list[tuple[int, int, bool]]:
    """Start, end and significance at .05 of every printed p value."""
    return [(m.start(), m.end(), _is_significant(m[1], m[2])) for m in _P_VALUE.finditer(sentence)]


def _is_significant(operator: str, figure: str) -> bool:
    value = float(figure.replace("·", ".").replace(",", "."))
    if operator in (">", "≥", "&gt;"):
        return False
    return value <= 0.05 if operator in ("<", "≤", "&lt;") else value < 0.05


def interval_class(sentence: str) -> str:
    """Where the first interval stands against no effect: "CI0" across it, "CI+" above, "CI-" below."""
    match = _INTERVAL.search(sentence)
    if match is None:
        return ""
    low, high = (float(g.replace("−", "-").replace("–", "-").replace("·", ".")) for g in match.groups())
    null = 1.0 if _RATIO.search(sentence) else 0.0
    if low > high:
        low, high = high, -low if high < 0 else low
    return "CI0" if low <= null <= high else "CI+" if low > null else "CI-"


def number_order(sentence: str, tokens: Sequence[Token]) -> tuple[int, str]:
    """Which arm has the larger printed figure: +1 first, −1 second, 0 unknown; and how it was read."""
    plain = _blank(_P_VALUE, _blank(_INTERVAL, sentence))
    mentions = [t for t in tokens if t.role in (FIRST, SECOND)]
    for match in _VERSUS.finditer(plain):
        left, right = _value(match[1]), _value(match[2])
        if left == right:
            continue
        order = _arm_order(mentions, match.start(1), match.start(2))
        if order:
            return (order if left > right else -order), "versus"
    pair = _nearest_figures(plain, mentions)
    if pair is not None and pair[0] != pair[1]:
        return (1 if pair[0] > pair[1] else -1), "near"
    return 0, ""


def first_versus_second(sentence: str) -> int:
    """+1 when the first of two compared figures is the larger, −1 when the smaller, 0 when there are none."""
    plain = _blank(_P_VALUE, _blank(_INTERVAL, sentence))
    for match in _VERSUS.finditer(plain):
        left, right = _value(match[1]), _value(match[2])
        if left != right:
            return 1 if left > right else -1
    return 0


def _blank(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub(lambda m: " " * len(m[0]), text)


def _value(figure: str) -> float:
    return float(figure.replace("−", "-").replace("·", "."))


def _arm_order(mentions: Sequence[Token], left: int, right: int) -> int:
    """+1 when the figure at `left` belongs to the first arm, −1 to the second, 0 when nothing tells."""
    between = [m.role for m in mentions if left < m.start < right]
    before = [m.role for m in mentions if m.start < left]
    after = [m.role for m in mentions if m.start > right]
    if len(set(between)) == 1 and (not before or before[-1] != between[0]):
        if before and (not after or after[0] != before[-1]):
            return 1 if before[-1] == FIRST else -1
        if after and not before:
            return 1 if between[0] == FIRST else -1
    distinct = list(dict.fromkeys(before))
    if len(distinct) == 2:
        return 1 if distinct[0] == FIRST else -1
    if not before:
        distinct = list(dict.fromkeys(after))
        if len(distinct) == 2:
            return 1 if distinct[0] == FIRST else -1
    return 0


def _nearest_figures(plain: str, mentions: Sequence[Token]) -> tuple[float, float] | None:
    figures = [(m.start(), _value(m[0])) for m in _NUMBER.finditer(plain)]
    found: dict[str, float] = {}
    for i, mention in enumerate(mentions):
        end = mentions[i + 1].start if i + 1 < len(mentions) else len(plain)
        inside = [v for place, v in figures if mention.end <= place < min(end, mention.end + 60)]
        if inside and mention.role not in found:
            found[mention.role] = inside[0]
    return (found[FIRST], found[SECOND]) if len(found) == 2 else None


def masked_sequence(sentence: str, tokens: Sequence[Token]) -> list[str]:
    """Lower-case words; "XX", "YY", "OO" for arms and outcome, "0" for numbers, "ps" or "pn" for p values."""
    sequence: list[str] = []
    p_spans = [(a, b, "ps" if significant else "pn") for a, b, significant in p_values(sentence)]
    for token in tokens:
        inside = next((c for a, b, c in p_spans if a <= token.start < b), None)
        word = inside or _LABELS.get(token.role) or ("0" if token.text[0].isdigit() else token.text.lower())
        if not sequence or sequence[-1] != word or word not in ("XX", "YY", "OO", "0", "ps", "pn"):
            sequence.append(word)
    return sequence


def table_row(sentence: str) -> str:
    """What a row of a table says: figures on lines of their own, the last one often a p value."""
    lines = [x.strip() for x in sentence.strip().split("\n") if x.strip()]
    figures = [m for m in (_LEADING.match(x) for x in lines[1:]) if m]
    if len(figures) < 2:
        return ""
    values = [_value(m[2]) for m in figures]
    last = values[-1]
    is_p = len(values) > 2 and 0 <= last <= 1 and ("." in figures[-1][0] or "<" in figures[-1][0])
    verdict = ("PS" if last <= 0.05 else "PN") if is_p else "P?"
    order = ">" if values[0] > values[1] else "<" if values[0] < values[1] else "="
    return f"{verdict}{order}"


def sentence_features(
    sentence: str, names: Names, marked: Sequence[Token] | None = None
) -> tuple[set[str], set[str]]:
    """(features that name the arms, features that do not) of a sentence.

    The first kind turns into its mirror image when the arms are exchanged; the second says nothing of arms.
    `marked` are the sentence's tokens from `mark_roles`, when they are at hand.
    """
    tokens = mark_roles(sentence, names) if marked is None else marked
    sequence = masked_sequence(sentence, tokens)
    bound: set[str] = set()
    free: set[str] = set()
    for n in (1, 2, 3):
        for i in range(len(sequence) - n + 1):
            gram = sequence[i : i + n]
            (bound if "XX" in gram or "YY" in gram else free).add("_".join(gram))
    outcome_words = sorted(names.outcome)[:12]
    significance, interval = p_class(sentence), interval_class(sentence)
    denied = "NOT" if _NOT_SIGNIFICANT.search(sentence) else ""
    free.add(f"p:{significance}:{denied}{interval}")
    row = table_row(sentence)
    if row:
        free.update(("row:" + row, "rowp:" + row[:2]))
        free.update(f"row:{row}:{w}" for w in outcome_words)
    free.update((f"pc:{significance}", f"no:{denied}", f"ci:{interval}"))
    order, how = number_order(sentence, tokens)
    bound.add(f"num:{order}")
    bound.add(f"num:{order}:{significance}:{denied}")
    bound.add(f"num:{order}:{how}")
    plain = first_versus_second(sentence)
    free.add(f"fvs:{plain}:{significance}{denied}")
    _cue_features(sequence, outcome_words, bound, free)
    roles = [w for w in sequence if w in ("XX", "YY")]
    bound.add("roles:" + "".join(roles[:4]))
    return bound, free


def _cue_features(sequence: list[str], outcome_words: Sequence[str], bound: set[str], free: set[str]) -> None:
    positions = [i for i, w in enumerate(sequence) if w in CUES]
    for i in positions:
        cue = sequence[i]
        kind = "UP" if cue in UP else "DN"
        before = next((w for w in reversed(sequence[:i]) if w in ("XX", "YY")), "-")
        after = next((w for w in sequence[i + 1 :] if w in ("XX", "YY")), "-")
        than = "than" if "than" in sequence[i + 1 : i + 14] else ""
        bound.add(f"cue:{before}<{kind}>{after}:{than}")
        bound.add(f"cue:{before}<{cue}>{after}")
        bound.add(f"cue:{before}<{kind}")
        bound.add(f"cue:{kind}>{after}:{than}")
        free.update(f"ow:{kind}:{w}" for w in outcome_words)
        free.update(f"ow:{cue}:{w}" for w in outcome_words)
        near = "OO" in sequence[max(0, i - 4) : i + 5]
        free.add(f"near:{kind}:{near}")
    kinds = {"UP" if sequence[i] in UP else "DN" for i in positions}
    free.add("kinds:" + "".join(sorted(kinds)))


def mirror(feature: str) -> str:
    """The bound feature that the same sentence has when the arms are exchanged."""
    if feature.startswith("num:"):
        head, value, *rest = feature.split(":")
        return ":".join([head, {"1": "-1", "-1": "1"}.get(value, value), *rest])
    return feature.replace("XX", "\0").replace("YY", "XX").replace("\0", "YY")


def says_no_difference(sentence: str) -> bool:
    """Whether the words of a sentence deny a difference, an effect or significance."""
    return _NOT_SIGNIFICANT.search(sentence) is not None
