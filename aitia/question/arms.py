"""Two arms in one phrase: where "A to B" or "A compared with B" is cut."""

from __future__ import annotations

import re

from aitia.model.data import read_table
from aitia.question.conditions import NUMBER, TIME_UNIT

_WORDS: dict[str, str] = read_table(__package__, "words.toml")

_VERSUS = re.compile(r"[, ]+(?:versus|vs\.?|v\.|against|as opposed to) ", re.IGNORECASE)
_TO = re.compile(r" to ", re.IGNORECASE)
_WITH = re.compile(r" with ", re.IGNORECASE)
_AND = re.compile(r" and ", re.IGNORECASE)
# Words after which "to" belongs to the arm itself ("exposure to noise", "up to 6 months").
_BOUND = frozenset(_WORDS["bound"].split())
# "The addition of A to B" holds one "to" of its own; a second one is the cut.
_ADDITION = re.compile(r"(?:the )?(?:addition of|adding|switching from) (?:(?! to ).){1,400}$", re.IGNORECASE)
_COMPARED = re.compile(
    r"[, ]+(?:when |if |as )?(?:compared (?:with|to|against)|in comparison (?:with|to)|relative to|as "
    r"opposed to|"
    r"versus|vs\.?|rather than|instead of|in contrast to|over (?=placebo|usual|standard|no\b))[ ]",
    re.IGNORECASE,
)
_THAN = re.compile(
    r"[, ]+(?:(?:(?:more|less|better|faster|further|worse)(?: effectively| often| strongly| safely)? )?than"
    r"|as (?:much|well|effectively|often|quickly|fast|strongly) as) "
    r"(?!(?:an? |half |about )?(?:hour|day|week|month|year))",
    re.IGNORECASE,
)
"""Before what something is compared with, which is no time ("for longer than a month")."""
_MEASURED_OUT = re.compile(
    r"\b(?:more|less|fewer|longer|shorter|older|younger|higher|lower|greater|later|earlier|other) than "
    rf"(?:about |half )?(?:an |{NUMBER}\b)",
    re.IGNORECASE,
)
"""A quantity and nothing that is compared: "for longer than six months", "more than 3 cups"."""
_INNER = re.compile(
    r"^(?:with|in|for|after|under|using|on|among|by|following|when using|that (?:with|of)) ", re.IGNORECASE
)
_FOR_AN_ILLNESS = re.compile(
    r"(?P<arm>.{2,200}?(?<!\bfee)(?<!\bpay)(?<!\bpaying)(?<!\bpayment)(?<!\bcash)(?<!\blist)(?<!\bwaiting)"
    r"(?<!\btime)(?<!\bsupport)(?<!\bscreening)(?<!\btesting)(?<!\bneed)) for "
    r"(?P<ill>(?!\w+ing\b|up to|at least|(?:the |an? )?(?:\w+ )?(?:life|while|long|short)\b)"
    r"(?!.*(?:\d|\b(?:minute|hour|day|night|week|month|year)s?\b)).{2,200})",
    re.IGNORECASE,
)
"""What both arms are given for, at the end of the second: "physiotherapy for meniscal tears"."""
_ADJECTIVE = re.compile(
    r"(?!(?:anti|pro|pre|syn)biotic|diuretic|laxative|sedative|ana?esthetic|narcotic|cosmetic|antiemetic)"
    r"(?:\w+-)?(?:\w*(?:[aeiou]?scopic|at?ic|etic|otic|ical|ional|inal|eral|ural|rial|gical|ative|sive|neous|venous|"
    r"muscular|ular|atory|dose|term|line|tech)|open|oral|early|late|high|low|short|long|daily|weekly|monthly|"
    r"intensive|standard|conventional|routine|immediate|delayed|intermittent|continuous|liberal|restrictive|"
    r"primary|secondary|rigid|flexible|partial|total|local|spinal|epidural|manual|powered|single|double|dual|"
    r"keyhole|outpatient|inpatient|supine|prone|upright|lateral|bilateral|unilateral|warm|cold|wet|dry)",
    re.IGNORECASE,
)
"""A word that by itself names no arm: "laparoscopic" beside "open appendectomy"."""
_ALONE = (
    re.compile(rf"\b{NUMBER} ?{TIME_UNIT}\b", re.IGNORECASE),
    re.compile(rf"\b{NUMBER} ?(?:mg|g|µg|mcg|iu|ml|units?|%)(?!\w)", re.IGNORECASE),
)
"""How long or how much, which by itself names no arm."""
INACTIVE = re.compile(
    r"\b(?:placebo|sham|no \w+|usual care|"
    r"standard care|standard of care|nothing|control|controls|untreated|none|not taking|not using|"
    r"non-users?|waiting list)\b",
    re.IGNORECASE,
)


def split_pair(text: str) -> tuple[str, str] | None:
    """The arms of "A to B", "A versus B", "A with B" or "A and B"; None where only one arm stands.

    "to" that belongs to its noun ("exposure to", "up to") and anything inside brackets is not a cut.
    """
    for pattern in (_VERSUS, _TO, _WITH, _AND):
        for match in pattern.finditer(text):
            first, second = text[: match.start()].strip(" ,"), text[match.end() :].strip(" ,")
            if not first or not second or first.count("(") > first.count(")"):
                continue
            if pattern is _TO and (_is_bound(first) or (" to " in second and _ADDITION.match(first))):
                continue
            return first, second
    return None


def _is_bound(first: str) -> bool:
    return first.split()[-1].lower().strip("(),") in _BOUND


def cut_comparator(text: str) -> tuple[str, str | None, bool]:
    """Take "compared with B" or "more than B" out of a text.

    Returns the text without it, B (or None) and whether "less than" turned the comparison.
    """
    match = _COMPARED.search(text)
    if match is None:
        out = [m.span() for m in _MEASURED_OUT.finditer(text)]
        than = (m for m in _THAN.finditer(text) if not any(a < m.end() <= b for a, b in out))
        match = next(than, None)
        if match is None:
            return text, None, False
    rest = text[match.end() :]
    comparator, comma, tail = rest.partition(",")
    before = text[: match.start()]
    if not before.strip() or not comparator.strip():
        return text, None, False
    return f"{before} {tail}".strip() if comma else before, inner(comparator), "less" in match[0].lower()


def without_illness(comparator: str | None, outcome: str) -> tuple[str | None, str]:
    """The second arm without what both are given for, and the outcome with it: "than physiotherapy for
    meniscal tears"."""
    match = _FOR_AN_ILLNESS.fullmatch(comparator or "")
    return (match["arm"], f"{outcome} in {match['ill']}") if match else (comparator, outcome)


def inner(text: str) -> str:
    """An arm without the preposition it hangs on ("with placebo")."""
    return _INNER.sub("", text.strip())


def inactive_name(comparator: str) -> str | None:
    """What an inactive comparator is, without the words around it ("placebo in 200 adults"); else None."""
    match = INACTIVE.search(comparator)
    return match[0].lower() if match else None


def is_inactive(comparator: str | None) -> bool:
    """Whether the comparator is placebo, usual care or nothing: the question is about one intervention."""
    return comparator is None or bool(INACTIVE.search(comparator))


def with_head(arm: str, other: str) -> str:
    """An arm that is an adjective or an amount alone, with the noun that stands behind the other arm's.

    "Laparoscopic" beside "open appendectomy" is laparoscopic appendectomy, "20 mg" beside "10 mg of a
    statin" 20 mg of a statin, "10 days" beside "antibiotics for 5 days" antibiotics for 10 days; others stay.
    """
    for measure in _ALONE:
        if measure.fullmatch(arm.strip()) and (place := measure.search(other)):
            return (other[: place.start()] + arm.strip() + other[place.end() :]).strip()
    first, _, noun = other.strip().partition(" ")
    lone = _ADJECTIVE.fullmatch(arm.strip())
    return f"{arm.strip()} {noun}" if lone and noun and _ADJECTIVE.fullmatch(first) else arm
