"""Tables in text: columns by dashes or pipes, header rows joined, section labels kept.

Beside Markdown's tables those of stored full texts are read, which have a line a row and " | " between cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

MAX_TABLE_LINES = 400
MAX_TEXT = 400_000
MAX_LINE = 4_000

_RULE = re.compile(r" {0,3}-{2,}(?: {1,3}-{2,}){1,40} *\Z")
_FULL_RULE = re.compile(r" {0,3}-{20,} *\Z")
_PIPE_RULE = re.compile(r" {0,3}\|?(?: {0,3}:?-{2,}:? {0,3}\|){1,40}(?: {0,3}:?-{2,}:? {0,3})?\|? *\Z")
_PIECE = re.compile(r"[^ \t]+(?: [^ \t]+)*")
_MARKUP = re.compile(r"\[([^\[\]\n]{0,80})\]\(#[^()\n]{0,40}\)|\*{1,3}|\^|(?<=[A-Za-z0-9)])~|\\")
_CAPTION = re.compile(r"::: caption\n(.{0,1200}?)\n:::", re.DOTALL)
BETWEEN = " | "
"""Between two cells of a row in a stored full text."""
_ABOVE, _CAPTION_LENGTH = 3, 1_200
"""Lines above a stored table that may be its label, caption and notes, and characters of them."""
_DIGIT = re.compile(r"\d")
_ARM_SIZE = re.compile(r"\b[Nn] ?= ?\d")
_UNLIKE = re.compile(r"[\d.,]{1,9}")
_SECOND_HEAD = re.compile(r"[Nn] ?= ?\d|\bmean\b|\bSD\b|\([Nn]\b|%", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Row:
    """A row: its label, the section it stands under, and one text per remaining column ("" when empty)."""

    label: str
    section: str
    cells: tuple[str, ...]
    offset: int


@dataclass(frozen=True, slots=True)
class Table:
    """A table; `header[i]` is the joined header of `row.cells[i]`; `corner` heads the label column."""

    caption: str
    corner: str
    header: tuple[str, ...]
    rows: tuple[Row, ...]
    offset: int


def read_tables(text: str) -> tuple[Table, ...]:
    """The tables of a Markdown text, in order. Whatever is not clearly a table is left out."""
    lines = _lines(text[:MAX_TEXT])
    found: list[Table] = []
    index = 0
    while index < len(lines):
        line = lines[index][1]
        if _RULE.match(line) and index:
            table, index = _dashed(text, lines, index)
        elif "|" in line and _PIPE_RULE.match(line) and index:
            table, index = _piped(text, lines, index)
        elif rows := _bare_rows(lines, index):
            table, index = _bare(text, lines, index, rows)
        else:
            table, index = None, index + 1
        if table is not None and table.rows:
            found.append(table)
    return tuple(found)


def _lines(text: str) -> list[tuple[int, str]]:
    found, position = [], 0
    for line in text.split("\n"):
        found.append((position, line[:MAX_LINE]))
        position += len(line) + 1
    return found


def _caption(text: str, offset: int) -> str:
    before = text[max(0, offset - 2_500) : offset]
    matches = list(_CAPTION.finditer(before))
    return clean(matches[-1][1]) if matches else ""


def clean(cell: str) -> str:
    """A cell or caption without Markdown marks and with single spaces."""
    return " ".join(_MARKUP.sub(lambda m: m[1] or "", cell.replace("\u00a0", " ")).split())


def _dashed(text: str, lines: Sequence[tuple[int, str]], rule: int) -> tuple[Table | None, int]:
    columns = [(m.start(), m.end()) for m in re.finditer(r"-+", lines[rule][1])]
    head: list[list[str]] = []
    top = rule - 1
    while top >= 0 and lines[top][1].strip() and not _FULL_RULE.match(lines[top][1]) and rule - top < 7:
        if lines[top][1].lstrip().startswith(":::") or _RULE.match(lines[top][1]):
            break
        head.insert(0, _place(lines[top][1], columns))
        top -= 1
    multiline = top >= 0 and _FULL_RULE.match(lines[top][1]) is not None
    body: list[tuple[int, list[str]]] = []
    index = rule + 1
    blank = True
    while index < len(lines) and index - rule < MAX_TABLE_LINES:
        offset, line = lines[index]
        if _FULL_RULE.match(line) or _RULE.match(line) or line.lstrip().startswith(":::"):
            break
        last = "::::" in line
        line = line.split("::::")[0]
        if not line.strip():
            if not multiline:
                break
            blank = True
        else:
            cells = _place(line, columns)
            if multiline and not blank and body:
                body[-1] = (
                    body[-1][0],
                    [f"{a} {b}".strip() for a, b in zip(body[-1][1], cells, strict=True)],
                )
            else:
                body.append((offset, cells))
            blank = False
        index += 1
        if last:
            break
    return _assemble(text, lines[rule][0], head, body), index


def _place(line: str, columns: Sequence[tuple[int, int]]) -> list[str]:
    """The pieces of a line in their columns; when their number fits they are taken in order."""
    pieces = [(m.start(), m.end(), m[0]) for m in _PIECE.finditer(line)]
    cells = [""] * len(columns)
    if len(pieces) == len(columns):
        return [clean(p[2]) for p in pieces]
    least = 0
    for start, end, piece in pieces:
        best = max(
            range(least, len(columns)),
            key=lambda i: (min(end, columns[i][1]) - max(start, columns[i][0]), -abs(start - columns[i][0])),
            default=len(columns) - 1,
        )
        cells[best] = f"{cells[best]} {clean(piece)}".strip()
        least = min(best + 1, len(columns) - 1)
    return cells


def _piped(text: str, lines: Sequence[tuple[int, str]], rule: int) -> tuple[Table | None, int]:
    head = [_split_pipes(lines[rule - 1][1])]
    width = len(head[0])
    body: list[tuple[int, list[str]]] = []
    index = rule + 1
    while index < len(lines) and "|" in lines[index][1] and index - rule < MAX_TABLE_LINES:
        cells = _split_pipes(lines[index][1])
        body.append((lines[index][0], (cells + [""] * width)[:width]))
        index += 1
    return (_assemble(text, lines[rule][0], head, body) if width > 1 else None), index


def _bare_rows(lines: Sequence[tuple[int, str]], first: int) -> int:
    """How many lines of cells begin at one; none where it heads a table of Markdown's."""
    rows = 0
    for _, line in lines[first : first + MAX_TABLE_LINES]:
        if _PIPE_RULE.match(line):
            return max(0, rows - 1) if rows > 2 else 0
        if BETWEEN not in line:
            break
        rows += 1
    return rows if rows > 1 else 0


def _bare(text: str, lines: Sequence[tuple[int, str]], first: int, rows: int) -> tuple[Table | None, int]:
    cells = [[clean(cell) for cell in line.split("|")] for _, line in lines[first : first + rows]]
    width = max(map(len, cells))
    padded = [row + [""] * (width - len(row)) for row in cells]
    body = [(lines[first + n][0], row) for n, row in enumerate(padded) if n]
    table = _assemble(text, lines[first][0], padded[:1], body)
    above = [line for _, line in lines[max(0, first - _ABOVE) : first] if BETWEEN not in line]
    return (
        None if table is None else replace(table, caption=clean(" ".join(above))[:_CAPTION_LENGTH])
    ), first + rows


def _split_pipes(line: str) -> list[str]:
    return [clean(c) for c in line.strip().strip("|").split("|")]


def _assemble(
    text: str, offset: int, head: list[list[str]], body: list[tuple[int, list[str]]]
) -> Table | None:
    width = len(body[0][1]) if body else 0
    if width < 2:
        return None
    header = [" ".join(filter(None, (row[i] for row in head if len(row) == width))) for i in range(width)]
    starts: list[int] = []
    while body and (_is_header(body[0][1]) or _is_stray(body)):
        cells = body.pop(0)[1]
        if sum(map(bool, cells)) > 1:
            header, starts = _join_header(header, cells)
    if not body:
        return None
    body = [(place, _respan(cells, starts)) for place, cells in body]
    lead = _label_columns([cells for _, cells in body])
    rows = tuple(_rows(body, lead))
    return Table(
        _caption(text, offset), " ".join(filter(None, header[:lead])), tuple(header[lead:]), rows, offset
    )


def _is_stray(body: Sequence[tuple[int, list[str]]]) -> bool:
    """One lone cell right of the labels, above another header row."""
    cells = body[0][1]
    return len(body) > 2 and sum(map(bool, cells)) == 1 and not cells[0] and not cells[1]


def _respan(cells: list[str], starts: Sequence[int]) -> list[str]:
    """Cells of a row that span as the header does were packed to the left: put them where the spans begin."""
    filled = [c for c in cells[1:] if c]
    if len(starts) < len(cells) - 1 and len(filled) == len(starts) and not any(cells[1 + len(starts) :]):
        placed = [cells[0]] + [""] * (len(cells) - 1)
        for start, cell in zip(starts, filled, strict=True):
            placed[start] = cell
        return placed
    return cells


def _is_header(cells: Sequence[str]) -> bool:
    """A first body row that continues the header: counts per arm, or labels without any figures."""
    filled = [c for c in cells if c]
    if len(filled) < 2:
        return False
    counts = sum(_SECOND_HEAD.search(c) is not None for c in filled)
    sizes = sum(_ARM_SIZE.search(c) is not None for c in cells[1:])
    if sizes >= 2 and 2 * sizes >= sum(bool(c) for c in cells[1:]):
        return True
    if counts * 2 >= len(filled) and (not cells[0] or counts == len(filled) or not cells[-1]):
        return all(len(_DIGIT.findall(c)) <= 5 or _ARM_SIZE.search(c) for c in filled)
    return not any(_DIGIT.search(c) for c in filled) and (not cells[0] or not cells[-1])


def _join_header(header: Sequence[str], cells: Sequence[str]) -> tuple[list[str], list[int]]:
    """The header with one more row joined, and where each cell above begins.

    Cells that span several columns come packed to the left in both rows: they are put back in place.
    """
    top, below = list(header), list(cells)
    starts: list[int] = []
    if not top[-1] or (below[0] and not below[-1]):
        row = [c for c in below if c] if below[0] and not below[-1] else below[1:]
        top, below, starts = _spread(top, row)
    joined: list[str] = []
    above = ""
    for over, under in zip(top, below, strict=True):
        above = over or above
        joined.append(f"{above if under and not over else over} {under}".strip())
    return joined, starts


def _spread(header: Sequence[str], row: Sequence[str]) -> tuple[list[str], list[str], list[int]]:
    """Header cells and sub-headers at the columns that they belong to, and where each header cell begins.

    Sub-headers that repeat ("mean", "SD", "mean", "SD") stand below as many header cells as they repeat;
    others stand below the one header cell that spans them, the last without a count of its own.
    """
    width = len(header)
    names = [h for h in header[1:] if h]
    period, times = _period(row, len(names), width - 1)
    if period:
        starts = [1 + i * period for i in range(times)]
        starts += range(1 + times * period, 1 + times * period + len(names) - times)
        first = 1
    else:
        wide = max((i for i, n in enumerate(names) if not _ARM_SIZE.search(n)), default=len(names) - 1)
        free = max(0, width - 1 - len(names))
        starts = [1 + i + (free if i > wide else 0) for i in range(len(names))]
        first = 1 if sum(map(bool, row)) >= width - 1 else 1 + max(0, wide)
    top, below = [header[0]] + [""] * (width - 1), [""] * width
    for start, name in zip(starts, names, strict=True):
        if start < width:
            top[start] = name
    for i, cell in enumerate(row):
        if first + i < width:
            below[first + i] = cell
    return top, below, starts


def _period(row: Sequence[str], names: int, width: int) -> tuple[int, int]:
    """(length, times) of the block with which the sub-headers repeat from the left; (0, 0) without one."""
    plain = [_UNLIKE.sub("", c).lower() for c in row]
    for length in range(2, len(row) // 2 + 1):
        times = 1
        while plain[times * length : (times + 1) * length] == plain[:length]:
            times += 1
        if 1 < times <= names and times * length + names - times <= width and any(plain[:length]):
            return length, times
    return 0, 0


def _label_columns(rows: Sequence[Sequence[str]]) -> int:
    """How many leading columns hold labels: a second one when it is words where the first is empty."""
    if len(rows[0]) < 3:
        return 1
    second = [r[1] for r in rows if r[1]]
    wordy = sum(map(_is_words, second))
    bare = sum(not r[0] and bool(r[1]) for r in rows)
    return 2 if second and bare and wordy >= 0.8 * len(second) else 1


def _is_words(cell: str) -> bool:
    return bool(cell) and not _DIGIT.match(cell.lstrip("<>−-± ("))


def _rows(body: Sequence[tuple[int, list[str]]], lead: int) -> Iterator[Row]:
    section = ""
    for offset, cells in body:
        if lead == 1 and not cells[0] and len(cells) > 2 and _is_words(cells[1]) and _DIGIT.search(cells[2]):
            cells = [*cells[1:], ""]
        label = " ".join(filter(None, cells[:lead]))
        values = tuple(cells[lead:])
        if label and not any(values):
            section = label
            continue
        if lead == 2 and cells[0]:
            section = cells[0]
        yield Row(label, section if section != label else "", values, offset)
