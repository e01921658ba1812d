"""PubMed's XML (`PubmedArticleSet`), as EFetch gives it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from xml.etree.ElementTree import Element

from aitia.identity.retraction import nothing_known, signal_from_link
from aitia.model.paper import PaperRecord, RetractionSignal
from resources.payload import PayloadError, parse_xml
from resources.sources.formats.base import DocumentProblem, Found, read_whole
from resources.sources.records import as_date, make_record
from resources.sources.text import element_text

_MONTHS = dict(zip("jan feb mar apr may jun jul aug sep oct nov dec".split(), range(1, 13), strict=True))  # noqa: SIM905


def parse_pubmed_file(path: Path, label: str) -> Iterator[Found]:
    """The articles of a PubMed XML file."""
    data = read_whole(path)
    if isinstance(data, DocumentProblem):
        yield data
        return
    try:
        root = parse_xml(data, max_bytes=len(data))
    except PayloadError as error:
        yield DocumentProblem(path, None, str(error), cut_short=True)
        return
    for number, article in enumerate(pubmed_articles(root), start=1):
        record = pubmed_record(article, "documents", f"{label}:{number}")
        if record.title or record.abstract:
            yield record
        else:
            yield DocumentProblem(path, None, f"article {number} has neither title nor abstract; skipped")


def pubmed_articles(root: Element) -> list[Element]:
    """The journal articles and books of a set, in order."""
    return [e for e in root.iter() if e.tag in ("PubmedArticle", "PubmedBookArticle")]


def pubmed_record(article: Element, source: str, record_id: str | None = None) -> PaperRecord:
    """One article. The record id is its PubMed id unless another one is given.

    Its standing was asked for by asking PubMed: without any notice it is `none`.
    """
    book = article.find("BookDocument")
    citation = book if book is not None else article.find("MedlineCitation")
    if citation is None:
        citation = Element("none")
    content = citation if book is not None else citation.find("Article")
    if content is None:
        content = Element("none")
    ids = _ids(article)
    pmid = element_text(citation.find("PMID")) or ids.get("pubmed", "")
    return make_record(
        source,
        record_id or pmid,
        title=_title(content),
        abstract=_abstract(content),
        year=_year(citation, content),
        venue=element_text(content.find("Journal/Title")) or element_text(content.find("Book/BookTitle")),
        authors=[_author(e) for e in content.findall("AuthorList/Author")],
        pmid=pmid,
        pmcid=ids.get("pmc"),
        doi=ids.get("doi") or _elocation(content),
        publication_types=[element_text(e) for e in content.findall(".//PublicationType")],
        mesh_terms=[_heading(e) for e in citation.findall("MeshHeadingList/MeshHeading")],
        language=element_text(content.find("Language")),
        signals=[nothing_known(source), *_notices(citation, source)],
    )


def _ids(article: Element) -> dict[str, str]:
    """The article's own identifiers; those in its reference list are somebody else's."""
    found: dict[str, str] = {}
    for path in ("PubmedData/ArticleIdList/ArticleId", "PubmedBookData/ArticleIdList/ArticleId",
                 "BookDocument/ArticleIdList/ArticleId"):  # fmt: skip
        for element in article.findall(path):
            found.setdefault(element.get("IdType", ""), element_text(element))
    return found


def _elocation(content: Element) -> str:
    valid = (
        e for e in content.findall("ELocationID") if e.get("EIdType") == "doi" and e.get("ValidYN") != "N"
    )
    return element_text(next(valid, None))


def _title(content: Element) -> str:
    return (
        element_text(content.find("ArticleTitle"))
        or element_text(content.find("VernacularTitle"))
        or element_text(content.find("Book/BookTitle"))
    )


def _abstract(content: Element) -> str:
    """The abstract; a structured one has a line a part, each with its label: "METHODS: …"."""
    parts = []
    for element in content.findall("Abstract/AbstractText"):
        text, label = element_text(element), element.get("Label", "").strip()
        if text:
            parts.append(f"{label}: {text}" if label and label != "UNLABELLED" else text)
    return "\n".join(parts)


def _year(citation: Element, content: Element) -> str:
    for path in ("Journal/JournalIssue/PubDate", "Book/PubDate", "ArticleDate"):
        element = content.find(path)
        if element is not None:
            text = element_text(element.find("Year")) or element_text(element.find("MedlineDate"))
            if text:
                return text
    return element_text(citation.find("DateCompleted/Year"))


def _author(element: Element) -> str:
    given = element_text(element.find("ForeName")) or element_text(element.find("Initials"))
    names = (element_text(element.find("LastName")), given)
    return ", ".join(name for name in names if name) or element_text(element.find("CollectiveName"))


def _heading(element: Element) -> str:
    names = [element_text(element.find("DescriptorName"))]
    names += [element_text(e) for e in element.findall("QualifierName")]
    return "/".join(name for name in names if name)


def _notices(citation: Element, source: str) -> list[RetractionSignal | None]:
    found = []
    for element in citation.findall("CommentsCorrectionsList/CommentsCorrections"):
        pmid = element_text(element.find("PMID"))
        origin = element_text(element.find("RefSource"))
        found.append(
            signal_from_link(
                element.get("RefType", ""),
                source,
                other=f"pmid:{pmid}" if pmid else None,
                noticed_on=_cited_on(origin),
                detail=origin[:300],
            )
        )
    return found


def _cited_on(citation: str) -> date | None:
    """The date in a citation such as "J Med. 2019 Mar 4;1(2):3-4"."""
    words = citation.replace(";", " ").replace(".", " ").replace("-", " ").split()
    for i, word in enumerate(words):
        if len(word) == 4 and word.isdecimal() and word[:2] in ("19", "20"):
            month = _MONTHS.get(words[i + 1][:3].casefold()) if i + 1 < len(words) else None
            day = words[i + 2] if month and i + 2 < len(words) and words[i + 2].isdecimal() else "1"
            return as_date((word, str(month or 1), day)) or as_date((word,))
    return None
