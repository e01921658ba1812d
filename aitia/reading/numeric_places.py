"""Where an article's tables print a figure for each of two arms, and how large its arms are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from aitia.reading.arms import FIRST, SECOND, Names, find_abbreviations, mark_roles, stems, tokenise
from aitia.reading.numeric_cells import read_size
from aitia.reading.numeric_text import running_sentences
from aitia.reading.tables import Row, Table, read_tables

BASELINE = re.compile(
    r"\b(?:baseline|pre-?(?:treatment|intervention|test|op\w{0,12})?|before|initial|T0)\b", re.I
)
LATER = re.compile(
    r"\b(?:post\w{0,14}|after|follow-?up|final|end|change[sd]?|difference|T[1-9]|month|week)", re.I
)
TIME = re.compile(r"\b(\d{1,3})[- ]?(?:months?|weeks?|days?|hours?|h|min|years?|m|wk|y)\b", re.I)

_GENERIC_ACTIVE = frozenset(("intervention", "experimental", "active", "treatment", "treated", "training"))
_GENERIC_CONTROL = frozenset(
    ("control", "controls", "placebo", "sham", "comparator", "untreated", "comparison")
)
_NOT_ARM = re.compile(r"\b(?:vs|versus|minus|difference|ratio|total|overall)\b", re.I)
_SIZE_ROW = re.compile(
    r"\b(?:number of (?:patients|participants|subjects)|n|no\. of patients|patients|sample)\b", re.I
)


@dataclass(frozen=True)
class NumericArticle:
    """An article made ready: its tables and abbreviations."""

    text: str
    tables: tuple[Table, ...]
    abbreviations: dict[str, str]
    sentences: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A pair of cells, the words around them, and the sizes that stand with them."""

    first: str
    second: str
    label: str
    remainder: str
    caption: str
    size_first: int | None
    size_second: int | None
    offset: int
    next_first: str = ""
    next_second: str = ""
    next_label: str = ""
    arms: float = 1.0


def prepare_numeric(text: str) -> NumericArticle:
    """Read an article's tables once."""
    return NumericArticle(text, read_tables(text), find_abbreviations(text), tuple(running_sentences(text)))


def table_places(article: NumericArticle, names: Names) -> Iterator[Place]:
    """Every pair of cells, one for each arm, that the tables hold (arms as columns or as rows)."""
    for table in article.tables:
        yield from _column_places(table, names)
        yield from _row_places(table, names)


def _column_places(table: Table, names: Names) -> Iterator[Place]:
    roles = [arm_of(header, names) for header in table.header]
    pairs = [
        (i, j)
        for i, a in enumerate(roles)
        for j, b in enumerate(roles)
        if a == FIRST and b == SECOND and _same_rest(table.header[i], table.header[j])
    ]
    sizes = _size_row(table)
    for number, row in enumerate(table.rows):
        following = table.rows[number + 1] if number + 1 < len(table.rows) else None
        for i, j in pairs:
            yield Place(
                row.cells[i],
                row.cells[j],
                f"{row.section} {row.label}",
                _rest(table.header[i], names),
                f"{table.caption} {table.corner}",
                read_size(table.header[i]) or sizes.get(i),
                read_size(table.header[j]) or sizes.get(j),
                row.offset,
                following.cells[i] if following else "",
                following.cells[j] if following else "",
                following.label if following else "",
                (_arm_fit(table.header[i], names.first) + _arm_fit(table.header[j], names.second)) / 2,
            )


def _row_places(table: Table, names: Names) -> Iterator[Place]:
    """Tables turned round: the arms are rows, the outcomes are columns."""
    roles = [arm_of(row.label, names) or arm_of(row.section, names) for row in table.rows]
    firsts = [r for r, role in zip(table.rows, roles, strict=True) if role == FIRST]
    seconds = [r for r, role in zip(table.rows, roles, strict=True) if role == SECOND]
    for a in firsts[:30]:
        for b in seconds[:30]:
            if not _same_rest(a.label, b.label) or (len(firsts) > 1 and a.section != b.section and a.section):
                continue
            for i, header in enumerate(table.header):
                if i < len(a.cells) and a.cells[i] and b.cells[i]:
                    yield Place(
                        a.cells[i],
                        b.cells[i],
                        f"{header} {a.section if not arm_of(a.section, names) else ''}",
                        _rest(a.label, names),
                        table.caption,
                        read_size(a.label) or _size_cell(table, a),
                        read_size(b.label) or _size_cell(table, b),
                        a.offset,
                    )


def _size_cell(table: Table, row: Row) -> int | None:
    for header, cell in zip(table.header, row.cells, strict=False):
        if header.strip().lower() in ("n", "no", "number", "no.") and cell.isdigit():
            return int(cell)
    return None


def _size_row(table: Table) -> dict[int, int]:
    """Sizes that a row of the table gives ("Number of patients | 30 | 22")."""
    for row in table.rows[:4]:
        if _SIZE_ROW.fullmatch(row.label.strip()) and all(c.isdigit() for c in row.cells if c):
            return {i: int(c) for i, c in enumerate(row.cells) if c}
    return {}


def arm_of(text: str, names: Names) -> str:
    """The one arm that a header or row label names; "" for none or both."""
    if not text or len(text) > 200 or _NOT_ARM.search(text):
        return ""
    found = {t.role for t in mark_roles(text, names) if t.role in (FIRST, SECOND)}
    if not found:
        figures = {t.text for t in tokenise(re.split(r"\(?\b[Nn] ?=", text)[0]) if len(t.text) > 2}
        own = {FIRST: names.first - names.second, SECOND: names.second - names.first}
        found = {arm for arm, known in own.items() if any(f[0].isdigit() and f in known for f in figures)}
    if not found and names.first_control != names.second_control:
        words = {t.text.lower() for t in tokenise(text)}
        active, control = (SECOND, FIRST) if names.first_control else (FIRST, SECOND)
        if words & _GENERIC_CONTROL:
            return control
        if words & _GENERIC_ACTIVE:
            return active
    return found.pop() if len(found) == 1 else ""


def _arm_fit(header: str, own: frozenset[str]) -> float:
    """How much of a header's words are the arm's, and of the arm's words stand in the header (0 to 1)."""
    words = {w for w in stems(re.split(r"\(?\b[Nn] ?=", header)[0]) if not w.isdigit()}
    shared = len(words & own)
    if not shared:
        return 0.4
    return 0.5 * shared / len(words) + 0.5 * shared / max(1, sum(not w.isdigit() for w in own))


def _rest(text: str, names: Names) -> str:
    """What a header says beside the arm: time point, unit, statistic."""
    tokens = mark_roles(text, names)
    return " ".join(t.text.lower() for t in tokens if t.role not in (FIRST, SECOND))


def _same_rest(first: str, second: str) -> bool:
    """Whether two headers speak of the same time point and statistic."""
    times = [sorted(TIME.findall(h)) for h in (first, second)]
    marks = [(bool(BASELINE.search(h)), bool(LATER.search(h)), "%" in h) for h in (first, second)]
    return times[0] == times[1] and marks[0] == marks[1]


_EACH = re.compile(
    r"\bgroups of (\d{1,5})\b"
    r"|\b(\d{1,5}) (?:patients |participants |subjects |women )?(?:in|per|for) each (?:group|arm)"
    r"|\b[Nn] ?= ?(\d{1,5}),? (?:in |per |for )?each"
)
_SIZED = re.compile(r"\(?\b[Nn]\s?=\s?(\d{1,6})\b")
_COUNTED = re.compile(
    r"\b(\d{1,5}) (?:patients|participants|subjects|women|men|children|people)?\s?(?:were |was )?"
    r"(?:in|to|received|assigned to|allocated to|randomi[sz]ed to) "
)


def arm_sizes(article: NumericArticle, names: Names) -> tuple[int | None, int | None]:
    """The arms' sizes by vote over table headers and phrases such as "placebo (n = 38)"."""
    votes: dict[str, Counter[int]] = {FIRST: Counter(), SECOND: Counter()}
    for table in article.tables:
        for header in table.header:
            size, arm = read_size(header), arm_of(header, names)
            if size and arm:
                votes[arm][size] += 2
    text = article.text[:200_000]
    for match in _SIZED.finditer(text):
        arm = _last_arm(text[max(0, match.start() - 90) : match.start()], names)
        if arm:
            votes[arm][int(match[1])] += 3 if match.start() < 3_000 else 2
    for match in _COUNTED.finditer(text):
        arm = _first_arm(text[match.end() : match.end() + 60], names)
        if arm:
            votes[arm][int(match[1])] += 1
    for match in _EACH.finditer(text):
        size = int(match[1] or match[2] or match[3])
        for arm in votes:
            votes[arm][size] += 2
    sizes = [votes[a].most_common(1)[0][0] if votes[a] else None for a in (FIRST, SECOND)]
    return sizes[0], sizes[1]


def _last_arm(text: str, names: Names) -> str:
    tail = re.split(r"[.;]\s|\bn\s?=\s?\d+\)?,?", text)[-1]
    found = [t.role for t in mark_roles(tail, names) if t.role in (FIRST, SECOND)]
    return found[-1] if found and len(set(found)) == 1 else ""


def _first_arm(text: str, names: Names) -> str:
    found = [
        t.role for t in mark_roles(re.split(r"[.;,]\s|\band\b", text)[0], names) if t.role in (FIRST, SECOND)
    ]
    return found[0] if found and len(set(found)) == 1 else ""
