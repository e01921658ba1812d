"""From a number to the sentence where it stands: marks in passages, and links to them.

A number that was read is a link of class `read` to the marked sentence of its passage. A number that was
computed is a link of class `computed` to the entry that says from what. A count is a link of class `rows` to
the rows that it counts. Nothing else in the evidence may show a digit; the tests crawl for that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup, escape

from aitia.model.keys import PassageId, content_hash
from aitia.model.passage import Passage, Quote

_PRINTED = re.compile(
    r"\d{1,3}(?:[,\u2009\u202f\u00a0 ]\d{3})+(?:[.·∙]\d+)?(?!\d)|\d+(?:[.·∙]\d+)?|(?<![\w.])[.·]\d+"
)
_SHOWN = re.compile(r"[-−]?\d+(?:[,.]\d+)*(?:e-?\d+)?%?")
# A word that begins with a letter and holds digits (COVID-19, HbA1c) is a name, and its digits are no figure.
_WORD = re.compile(r"[^\W_]+(?:[-–‑][^\W_]+)*")
_NEAR = 1e-6


@dataclass(frozen=True)
class Mark:
    """A stretch of a passage that is quoted; overlapping quotes are one mark."""

    anchor: str
    passage_id: PassageId
    start: int
    end: int
    text: str


def printed(text: str) -> Iterator[tuple[str, float]]:
    """Every number of a text as it is printed, with its value; signs are not looked at."""
    for found in _PRINTED.finditer(text):
        plain = re.sub(r"[,\u2009\u202f\u00a0 ]", "", found[0]).replace("·", ".").replace("∙", ".")
        yield found[0], float(plain)


def stands(value: float, text: str) -> str | None:
    """How a text prints the number (its absolute value); None where it does not."""
    wanted = abs(value)
    near = _NEAR * max(wanted, 1e-3)
    return next((shown for shown, number in printed(text) if abs(number - wanted) <= near), None)


@dataclass
class Citations:
    """The quotes of a page, as marks in their passages."""

    passages: dict[PassageId, Passage]
    _spans: dict[PassageId, set[tuple[int, int]]] = field(default_factory=dict)
    _marks: dict[PassageId, tuple[Mark, ...]] = field(default_factory=dict)

    def add(self, quotes: Iterable[Quote | None]) -> None:
        """Take in quotes; one whose passage is not at hand, or that does not stand there, is left out."""
        for quote in quotes:
            passage = self.passages.get(quote.passage_id) if quote else None
            if quote and passage and passage.text[quote.char_start : quote.char_end] == quote.text:
                self._spans.setdefault(passage.passage_id, set()).add((quote.char_start, quote.char_end))
        self._marks.clear()

    def marks(self, passage_id: PassageId) -> tuple[Mark, ...]:
        """The marks of a passage from first to last; they do not overlap."""
        if passage_id not in self._marks:
            text = self.passages[passage_id].text if passage_id in self.passages else ""
            self._marks[passage_id] = tuple(
                Mark(
                    f"q-{content_hash(passage_id, str(start))[:10]}", passage_id, start, end, text[start:end]
                )
                for start, end in _joined(self._spans.get(passage_id, ()))
            )
        return self._marks[passage_id]

    def mark(self, quote: Quote | None) -> Mark | None:
        """The mark that a quote lies in."""
        if quote is None or quote.passage_id not in self._spans:
            return None
        found = self.marks(quote.passage_id)
        return next((m for m in found if m.start <= quote.char_start and quote.char_end <= m.end), None)

    def cited(self) -> list[Passage]:
        """Passages with a mark, by paper and place in it."""
        held = [self.passages[passage_id] for passage_id in self._spans]
        return sorted(held, key=lambda p: (p.paper_id, p.section_id, p.part_index, p.passage_id))

    def marked_text(self, passage: Passage) -> Markup:
        """The passage's text with its marks; text of papers is escaped."""
        parts, place = [], 0
        for mark in self.marks(passage.passage_id):
            parts.append(escape(passage.text[place : mark.start]))
            parts.append(Markup('<mark id="{}">{}</mark>').format(mark.anchor, mark.text))
            place = mark.end
        return Markup("").join([*parts, escape(passage.text[place:])])


def _joined(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start < joined[-1][1]:
            joined[-1] = joined[-1][0], max(joined[-1][1], end)
        else:
            joined.append((start, end))
    return joined


def read_link(value: float, marks: Sequence[Mark], minus: str = "") -> Markup | None:
    """The number as a mark prints it, as a link there; None where it stands in none of them."""
    for mark in marks:
        shown = stands(value, mark.text)
        if shown is not None:
            return Markup('<a class="read" href="#{}">{}{}</a>').format(mark.anchor, minus, shown)
    return None


def computed_link(shown: str, anchor: str) -> Markup:
    """A number that no paper prints, as a link to what it was computed from."""
    return Markup('<a class="computed" href="#{}">{}</a>').format(anchor, shown)


def rows_link(shown: object, anchor: str) -> Markup:
    """A count, as a link to the rows that it counts."""
    return Markup('<a class="rows" href="#{}">{}</a>').format(anchor, shown)


def prose(text: str, anchor: str, marks: Sequence[Mark] = (), kind: str = "computed") -> Markup:
    """A sentence with every number in it a link: to the mark that prints it, else to the entry `anchor`.

    A word that holds digits is shown as the name that it is.
    """
    parts, place = [], 0
    for word in _WORD.finditer(text):
        if word[0][0].isalpha() and any(char.isdecimal() for char in word[0]):
            parts += [_figures(text[place : word.start()], anchor, marks, kind), named(word[0])]
            place = word.end()
    return Markup("").join([*parts, _figures(text[place:], anchor, marks, kind)])


def named(name: str) -> Markup:
    """A name with digits that are no figure."""
    return Markup("<cite>{}</cite>").format(name)


def _figures(text: str, anchor: str, marks: Sequence[Mark], kind: str) -> Markup:
    parts, place = [], 0
    for found in _SHOWN.finditer(text):
        start = found.start() + (found[0][0] in "-−" and text[found.start() - 1 : found.start()].isalnum())
        shown = text[start : found.end()]
        number = float(shown.strip("-−%").replace(",", "") or "0")
        mark = next((m for m in marks if stands(number, m.text)), None)
        link = Markup('<a class="{}" href="#{}">{}</a>').format(
            "read" if mark else kind, mark.anchor if mark else anchor, shown
        )
        parts += [escape(text[place:start]), link]
        place = found.end()
    return Markup("").join([*parts, escape(text[place:])])


_TEXT_NODE = re.compile(r">([^<>]+)<")


def prose_in(html: str, anchor: str) -> Markup:
    """Rendered Markdown with every number of its text a link to the entry `anchor`."""
    return Markup(_TEXT_NODE.sub(lambda found: f">{prose(str(Markup(found[1]).unescape()), anchor)}<", html))
