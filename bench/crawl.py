"""Follows every number of a report to the sentence where it stands; what tests and `bench.reports` count."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser

from aitia.report.citations import stands

_DIGIT = re.compile(r"\d")
_NUMBER = re.compile(r"\d+(?:[.,·]\d+)*")
_VOID = frozenset({"meta", "link", "br", "hr", "img", "input", "line", "rect", "polygon", "circle", "path"})
# Names, dates, what was sent to services, and the texts that numbers are followed to.
_EXEMPT = frozenset({"cite", "code", "time", "style", "script", "title", "desc", "blockquote", "footer"})
_TARGETS = ("how", "passages", "screening")


@dataclass
class _Element:
    tag: str
    attributes: dict[str, str | None]
    parent: _Element | None
    text: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)

    def within(self, tags: frozenset[str]) -> bool:
        return self.tag in tags or bool(self.parent and self.parent.within(tags))

    def inside(self, label: tuple[str, ...]) -> bool:
        named = self.attributes.get("aria-labelledby") in label
        return named or bool(self.parent and self.parent.inside(label))

    def link(self) -> _Element | None:
        return self if self.tag == "a" else self.parent.link() if self.parent else None


@dataclass
class Crawl:
    """What a crawl found: how many numbers lead where, and the faults in words."""

    read: int = 0
    computed: int = 0
    rows: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def numbers(self) -> int:
        """All numbers that were followed."""
        return self.read + self.computed + self.rows


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = _Element("root", {}, None)
        self.open = [self.root]
        self.named: dict[str, _Element] = {}
        self.shown: list[tuple[str, _Element]] = []
        self.loads: list[str] = []
        self.marks: dict[str, tuple[str, int]] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = _Element(tag, dict(attrs), self.open[-1])
        if name := element.attributes.get("id"):
            self.named[name] = element
        for attribute in ("src", "action", "data", "poster", "srcset"):
            if value := element.attributes.get(attribute):
                self.loads.append(value)
        if tag == "a" and (href := element.attributes.get("href")):
            for outer in self.open:
                outer.links.append(href)
        if tag == "mark" and name:
            passage = next((e for e in reversed(self.open) if e.attributes.get("class") == "passage"), None)
            if passage is not None:
                place = len("".join(passage.text))
                self.marks[name] = passage.attributes.get("id") or "", place
        if tag not in _VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if self.open[-1].tag == tag and tag not in _VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if any(element.tag == tag for element in self.open[1:]):
            while self.open[-1].tag != tag:
                self.open.pop()
            self.open.pop()

    def handle_data(self, data: str) -> None:
        for outer in self.open:
            outer.text.append(data)
        if _DIGIT.search(data):
            self.shown.append((data, self.open[-1]))


def crawl(html: str) -> Crawl:
    """Follow every number of the evidence in a report.

    A `read` number must stand in the marked sentence that its link leads to; a `computed` one must lead to
    an entry from which a marked sentence can be reached; a count must lead to rows. A digit that is no
    link, outside names, dates, queries and passages, is a fault.
    """
    page = _Page()
    page.feed(html)
    found = Crawl()
    for text, element in page.shown:
        if element.within(_EXEMPT):
            continue
        link = element.link()
        if link is None:
            if not element.inside(_TARGETS):
                found.faults.append(f"no link: {text.strip()[:80]!r} in <{element.tag}>")
            continue
        _follow(page, text, link, found)
    return found


def _follow(page: _Page, text: str, link: _Element, found: Crawl) -> None:
    kind, href = link.attributes.get("class"), link.attributes.get("href") or ""
    target = page.named.get(href[1:]) if href.startswith("#") else None
    if target is None:
        found.faults.append(f"{text.strip()[:60]!r} leads to {href!r}, which is not there")
    elif kind == "read":
        found.read += 1
        number = _NUMBER.search(text)
        if number is None or target.tag != "mark" or stands(_value(text), "".join(target.text)) is None:
            found.faults.append(f"{text!r} does not stand in {href}")
    elif kind == "computed":
        found.computed += 1
        if not _reaches(page, target, set()) and target.attributes.get("id") != "confidence":
            found.faults.append(f"{text.strip()!r}: no sentence is reached from {href}")
    elif kind == "rows":
        found.rows += 1
    elif not (target.tag == "mark" or kind is None):
        found.faults.append(f"{text!r}: a link of the kind {kind!r}")


def _value(shown: str) -> float:
    return float(
        re.sub(r"[,\u2009\u202f\u00a0 ]", "", shown).strip("−-%").replace("·", ".").replace("∙", ".")
    )


def _reaches(page: _Page, target: _Element, seen: set[int]) -> bool:
    """Whether a marked sentence can be reached from an element by links inside it."""
    if target.tag == "mark":
        return True
    if id(target) in seen:
        return False
    seen.add(id(target))
    nexts = (page.named.get(href[1:]) for href in target.links if href.startswith("#"))
    return any(_reaches(page, element, seen) for element in nexts if element is not None)


def held_by_rows(html: str, texts: Mapping[str, str]) -> list[str]:
    """What a page shows otherwise than the store does; `texts` are the passages of the store by id.

    Every passage is the stored text; every read number stands in the stored text at the place of its mark.
    """
    page = _Page()
    page.feed(html)
    faults = [
        f"passage {name} is not the text of the store"
        for name, element in page.named.items()
        if element.attributes.get("class") == "passage" and "".join(element.text) != texts.get(name)
    ]
    for text, element in page.shown:
        link = element.link()
        if link is None or link.attributes.get("class") != "read" or element.within(_EXEMPT):
            continue
        anchor = (link.attributes.get("href") or "#")[1:]
        passage, start = page.marks.get(anchor, ("", 0))
        length = len("".join(page.named[anchor].text)) if anchor in page.named else 0
        stored = texts.get(passage, "")[start : start + length]
        if stands(_value(text), stored) is None:
            faults.append(f"{text!r} does not stand in the row of passage {passage or anchor!r}")
    return faults


def outside_requests(html: str) -> list[str]:
    """Addresses that opening the page would fetch; none is allowed."""
    page = _Page()
    page.feed(html)
    return [value for value in page.loads if not value.startswith(("#", "data:"))]
