"""One spelling for each identifier of a paper, whatever form it arrives in.

Each normaliser takes any text and returns the canonical form or None; none of them raises.
"""

from __future__ import annotations

import html
import re
import unicodedata
from urllib.parse import unquote

_LONGEST = 2_000
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff\x00"))
_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d"), "-")
_CLOSERS = {")": "(", "]": "[", "}": "{", ">": "<"}

_DOI = re.compile(r"10\.\d{4,9}(?:\.\d{1,9}){0,4}/[^\s\"“”‘’|\\^`]{1,500}")
_IS_URL = re.compile(
    r"(?:https?|ftp)://|\bwww\.|\b[a-z0-9-]{1,60}\.(?:org|com|edu|net|gov|io)\b[^\s]{0,200}/", re.I
)
_LANDING_PAGE = re.compile(
    r"(?:[./](?:full|abstract|pdf|epdf|html|xml|fulltext|meta|summary|citation|text))+$", re.I
)
_PREPRINT_VERSION = re.compile(r"(10\.1101/[\d.]{3,40})v\d{1,3}$")
_ARXIV_DOI = re.compile(r"10\.48550/arxiv\.(.{1,60})$", re.I)

_PMID = re.compile(
    r"(?:pmid|pubmed(?:\s?id)?|medline|med|https?://(?:www\.)?(?:pubmed\.ncbi\.nlm\.nih\.gov|"
    r"(?:www\.)?ncbi\.nlm\.nih\.gov/(?:m/)?pubmed|europepmc\.org/(?:article|abstract)/med|"
    r"pubmed\.gov)|(?:www\.)?pubmed\.ncbi\.nlm\.nih\.gov|info:pmid)?[\s:/=#\[\]-]{0,6}(\d{1,10})(?:\.0)?"
    r"(?:\s?\[pmid\])?[\s/.;,]{0,5}(?:\?.{0,200})?",
    re.I,
)
_PMCID = re.compile(
    r"(?:pmcid)?[\s:=-]{0,4}(?:\S{0,200}/)?(?:pmc[\s:-]{0,3})?(\d{1,10})(?:\.\d{1,3})?"
    r"(?:\s?\[pmc(?:id)?\])?[\s/.;,]{0,5}(?:pdf/?)?",
    re.I,
)
_ARXIV_NEW = r"\d{2}(?:0[1-9]|1[0-2])\.\d{4,5}"
_ARXIV_OLD = r"[a-z][a-z-]{1,15}(?:\.[a-z]{2})?/\d{2}(?:0[1-9]|1[0-2])\d{3}"
_ARXIV = re.compile(
    r"(?:(?:https?://)?(?:www\.|export\.)?(?:arxiv\.org|alphaxiv\.org)/(?:abs|pdf|html|format)/|"
    r"(?:https?://(?:dx\.)?doi\.org/)?10\.48550/arxiv\.|arxiv(?:\s?id)?[\s:.]{0,3}|oai:arxiv\.org:)?"
    rf"({_ARXIV_NEW}|{_ARXIV_OLD})(v\d{{1,3}})?(?:\.pdf)?(?:\s{{0,3}}\[[a-z.-]{{2,20}}\])?[\s/.;,]{{0,5}}(?:[?#].{{0,200}})?",
    re.I,
)


def normalise_doi(text: object) -> str | None:
    """The DOI in lower case and without resolver, label, landing page or stray punctuation.

    DOIs are case-insensitive (DOI Handbook, 2.4). A DOI that arXiv issues is returned as it is;
    `normalise_arxiv_id` reads the arXiv id out of it.
    """
    folded = _fold(text)
    if folded is None:
        return None
    folded = html.unescape(folded)
    if "%" in folded:
        folded = unquote(folded)
    match = _DOI.search(re.sub(r"(10\.\d{4,9})\s?/\s", r"\1/", folded))
    if match is None:
        return None
    doi = match.group()
    if _IS_URL.search(folded[: match.start()]):
        doi = _without_page(doi)
    doi = _without_trailing(doi).lower()
    doi = _PREPRINT_VERSION.sub(r"\1", doi)
    return doi if _DOI.fullmatch(doi) else None


def normalise_pmid(text: object) -> str | None:
    """A PubMed id as digits without leading zeros; None above 99,999,999 or for anything else."""
    return _digits(text, _PMID)


def normalise_pmcid(text: object) -> str | None:
    """A PubMed Central id as `PMC` and digits, without its version."""
    digits = _digits(text, _PMCID)
    return f"PMC{digits}" if digits else None


def normalise_arxiv_id(text: object) -> str | None:
    """An arXiv id without its version: `2301.01234`, or `hep-th/9901001` from before April 2007."""
    match = _arxiv(text)
    if match is None:
        return None
    identifier = match.group(1).lower()
    archive, slash, number = identifier.partition("/")
    return f"{archive.partition('.')[0]}/{number}" if slash else identifier


def arxiv_version(text: object) -> int | None:
    """The version that an arXiv id names (`…v2` is 2), or None."""
    match = _arxiv(text)
    return int(match.group(2)[1:]) if match and match.group(2) else None


def is_arxiv_doi(doi: str | None) -> bool:
    """True for a DOI that arXiv issued, which says the same as the arXiv id."""
    return doi is not None and _ARXIV_DOI.match(doi) is not None


def is_preprint_doi(doi: str) -> bool:
    """True for a DOI of a preprint server: a published version may have another one."""
    return doi.startswith(_PREPRINT_PREFIXES)


_PREPRINT_PREFIXES = (
    "10.48550/",  # arXiv
    "10.1101/",  # bioRxiv and medRxiv until 2025
    "10.64898/",  # bioRxiv and medRxiv since
    "10.21203/",  # Research Square
    "10.20944/",  # Preprints.org
    "10.2139/",  # SSRN
    "10.31234/",  # PsyArXiv
    "10.31219/",  # OSF
    "10.26434/",  # ChemRxiv
    "10.22541/",  # Authorea
)


def _fold(text: object) -> str | None:
    """Text in compatibility form, with plain dashes and no invisible characters; None when unfit."""
    if isinstance(text, bool) or not isinstance(text, str | int | float):
        return None
    plain = str(text)
    if not plain or len(plain) > _LONGEST:
        return None
    return unicodedata.normalize("NFKC", plain).translate(_INVISIBLE).translate(_DASHES).strip()


def _digits(text: object, pattern: re.Pattern[str]) -> str | None:
    folded = _fold(text)
    match = pattern.fullmatch(folded.strip("<>(){}\"' ")) if folded else None
    if match is None or not match.group(1).isascii():
        return None
    number = int(match.group(1))
    return str(number) if 0 < number < 100_000_000 else None


def _arxiv(text: object) -> re.Match[str] | None:
    folded = _fold(text)
    return _ARXIV.fullmatch(folded.strip("<>(){}\"' ")) if folded else None


def _without_page(doi: str) -> str:
    """A DOI cut out of an address: query, fragment and landing page are not part of it."""
    doi = doi.partition("?")[0] if "?" in doi else doi
    head, mark, tail = doi.partition("#")
    if mark and tail[:1].isalpha():
        doi = head
    doi = doi.partition("&")[0] if re.search(r"&[a-z_]{1,30}=", doi, re.I) else doi
    return _LANDING_PAGE.sub("", doi.rstrip("/"))


def _without_trailing(doi: str) -> str:
    """Drop closing punctuation that belongs to the sentence around the DOI."""
    doi = re.split(r"(?:<|&lt;)/?[a-z]{1,10}>", doi, maxsplit=1, flags=re.I)[0]
    doi = re.sub(r"\[(?:doi|pii)\]?$", "", doi, flags=re.I)
    while doi:
        last = doi[-1]
        opener = _CLOSERS.get(last)
        if last in ".,;:'*!?/" or (opener and doi.count(last) > doi.count(opener)):
            doi = doi[:-1]
        else:
            break
    return doi
