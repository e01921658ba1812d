"""Full text as JATS XML, as Europe PMC, PubMed Central and publishers give it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

from aitia.identity.retraction import signal_from_link
from aitia.model.paper import PaperRecord, RetractionSignal, Section
from resources.payload import PayloadError, parse_xml
from resources.sources.formats.base import DocumentProblem, Found, read_whole
from resources.sources.records import as_date, make_record, unique_section_ids
from resources.sources.text import element_text, local_name

_NOT_TEXT = frozenset(
    {"xref-group", "object-id", "graphic", "inline-graphic", "media", "supplementary-material"}
)
_ARTICLE_TYPES = {
    "research-article": "Journal Article",
    "review-article": "Review",
    "systematic-review": "Systematic Review",
    "case-report": "Case Reports",
    "retraction": "Retraction of Publication",
    "correction": "Published Erratum",
    "expression-of-concern": "Expression of Concern",
    "editorial": "Editorial",
    "letter": "Letter",
    "preprint": "Preprint",
}
_RELATED = {
    "retracted-article": "RetractionOf",
    "retraction-forward": "RetractionIn",
    "corrected-article": "ErratumFor",
    "correction-forward": "ErratumIn",
    "object-of-concern": "ExpressionOfConcernFor",
    "concern-forward": "ExpressionOfConcernIn",
}


def parse_jats_file(path: Path, label: str) -> Iterator[Found]:
    """The articles of a JATS file."""
    data = read_whole(path)
    if isinstance(data, DocumentProblem):
        yield data
        return
    try:
        root = parse_xml(data, max_bytes=len(data))
    except PayloadError as error:
        yield DocumentProblem(path, None, str(error), cut_short=True)
        return
    articles = jats_articles(root)
    if not articles:
        yield DocumentProblem(
            path, None, f"holds no article: its root is <{local_name(root)}>, not <article>"
        )
    for number, article in enumerate(articles, start=1):
        record = jats_record(article, "documents", f"{label}:{number}" if len(articles) > 1 else label)
        if record.title or record.abstract or record.sections:
            yield record
        else:
            yield DocumentProblem(path, None, f"article {number} has neither title nor text; skipped")


def jats_articles(root: Element) -> list[Element]:
    """The articles in a document, whatever wraps them."""
    return [root] if local_name(root) == "article" else [e for e in root.iter() if local_name(e) == "article"]


def jats_record(article: Element, source: str, record_id: str) -> PaperRecord:
    """One article: its metadata, its abstract and the sections of its body."""
    meta = _either(_find(article, "front", "article-meta"), _find(article, "front-stub"))
    ids = {e.get("pub-id-type", ""): element_text(e) for e in _all(meta, "article-id")}
    kind = _ARTICLE_TYPES.get(article.get("article-type", ""), article.get("article-type", ""))
    return make_record(
        source,
        record_id,
        title=element_text(_find(meta, "title-group", "article-title"), frozenset({"xref", "fn"})),
        abstract=_abstract(meta),
        year=_year(meta),
        venue=element_text(_find(article, "front", "journal-meta", "journal-title-group", "journal-title"))
        or element_text(_find(article, "front", "journal-meta", "journal-title")),
        authors=_authors(meta),
        pmid=ids.get("pmid"),
        pmcid=ids.get("pmc") or ids.get("pmcid") or ids.get("pmcaid"),
        doi=ids.get("doi"),
        arxiv_id=ids.get("arxiv"),
        publication_types=[kind],
        mesh_terms=[element_text(e) for group in _all(meta, "kwd-group") for e in _all(group, "kwd")],
        language=article.get("{http://www.w3.org/XML/1998/namespace}lang"),
        sections=jats_sections(article),
        signals=_related(meta, source),
    )


def jats_sections(article: Element) -> tuple[Section, ...]:
    """The body's sections by their headings ("methods/statistical-analysis"), tables as lines of cells."""
    found: list[tuple[str, str]] = []
    for body in _all(article, "body"):
        stack: list[tuple[str, Element]] = [("", body)]
        while stack:
            path, element = stack.pop()
            blocks = [_block(e) for e in element if local_name(e) not in ("sec", "title", "label")]
            found.append((path or "text", "\n".join(block for block in blocks if block)))
            inner = [(f"{path}/{_heading(e)}".strip("/"), e) for e in element if local_name(e) == "sec"]
            stack.extend(reversed(inner))
    return unique_section_ids(found)


def _heading(section: Element) -> str:
    return element_text(_find(section, "title")).replace("/", " ") or section.get("sec-type", "") or "section"


def _block(element: Element) -> str:
    tables = [e for e in element.iter() if local_name(e) == "tr"]
    if not tables:
        return element_text(element, _NOT_TEXT)
    rows = [" | ".join(element_text(cell, _NOT_TEXT) for cell in row) for row in tables]
    around = [
        element_text(e, _NOT_TEXT) for e in element.iter() if local_name(e) in ("label", "caption", "fn")
    ]
    return "\n".join(text for text in [*around, *rows] if text)


def _abstract(meta: Element) -> str:
    """The main abstract; a structured one has a line a part: "Methods: …"."""
    plain = [e for e in _all(meta, "abstract") if not e.get("abstract-type")]
    chosen = next(iter(plain or _all(meta, "abstract")), None)
    if chosen is None:
        return ""
    parts = []
    for child in chosen:
        name = local_name(child)
        if name == "sec":
            title = element_text(_find(child, "title")).rstrip(":. ")
            text = " ".join(_block(e) for e in child if local_name(e) not in ("title", "label"))
            parts.append(f"{title}: {text}" if title else text)
        elif name not in ("title", "label"):
            parts.append(_block(child))
    return "\n".join(part for part in parts if part.strip()) or element_text(chosen)


def _year(meta: Element) -> str:
    years = [element_text(_find(e, "year")) for e in _all(meta, "pub-date")]
    return min((year for year in years if re.fullmatch(r"\d{4}", year)), default="")


def _authors(meta: Element) -> list[str]:
    authors = []
    for group in _all(meta, "contrib-group"):
        for contributor in _all(group, "contrib"):
            if contributor.get("contrib-type", "author") != "author":
                continue
            name = _either(_find(contributor, "name"), _find(contributor, "name-alternatives", "name"))
            parts = [element_text(_find(name, part)) for part in ("surname", "given-names")]
            authors.append(", ".join(p for p in parts if p) or element_text(_find(contributor, "collab")))
    return authors


def _related(meta: Element, source: str) -> list[RetractionSignal | None]:
    found = []
    for element in _all(meta, "related-article"):
        kind = _RELATED.get(element.get("related-article-type", ""))
        if kind:
            link = element.get("{http://www.w3.org/1999/xlink}href", "")[:200]
            scheme = {"doi": "doi", "pmid": "pmid", "pubmed": "pmid"}.get(element.get("ext-link-type", "doi"))
            other = f"{scheme}:{link.lower()}" if scheme and link else None
            date = as_date((element_text(_find(meta, "pub-date", "year")),))
            found.append(signal_from_link(kind, source, other=other, noticed_on=date, detail=link))
    return found


def _find(element: Element | None, *names: str) -> Element | None:
    """The first child of that name, along a path; namespaces do not count."""
    for name in names:
        if element is None:
            return None
        element = next((child for child in element if local_name(child) == name), None)
    return element


def _either(*elements: Element | None) -> Element:
    """The first that is there; an empty one when none is (an element without children is false)."""
    return next((e for e in elements if e is not None), Element("none"))


def _all(element: Element, name: str) -> list[Element]:
    return [child for child in element if local_name(child) == name]
