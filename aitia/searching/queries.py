"""Query strings in the syntaxes of the literature services, made of words that can hold no operator."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from aitia.domains import SearchTemplate
from aitia.model.data import read_table

_WORDS: dict[str, str] = read_table(__package__, "words.toml")

MAX_QUERY = 1_500
_MAX_WORDS = 12
_MAX_NAMES = 8
_MAX_TEXT = 2_000
_URL = re.compile(r"\S{0,20}://\S{0,2000}|\bwww\.\S{1,500}", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:[-.][^\W_]+)*")
_NAME = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_BRACKETED = re.compile(r"\([^()]{0,80}\)")
_QUALIFIERS = frozenset(_WORDS["qualifiers"].split())
_GLUE = frozenset(_WORDS["glue"].split())


@dataclass(frozen=True)
class Concept:
    """One idea as alternative names, joined with OR; names are lower-case words without operators."""

    names: tuple[str, ...]


def safe_words(text: str) -> list[str]:
    """At most twelve words of a text in lower case: no quotes, brackets, operators, fields or addresses."""
    plain = _URL.sub(" ", unicodedata.normalize("NFKC", text[:_MAX_TEXT]).casefold())
    return [word[:60] for word in _WORD.findall(plain)][:_MAX_WORDS]


def concept(text: str | None, expand: Callable[[str], Sequence[str]]) -> Concept:
    """A phrase without qualifiers ("severe", "risk"), its abbreviation in brackets, and synonyms."""
    if not text:
        return Concept(())
    brief = [" ".join(safe_words(match)) for match in _BRACKETED.findall(text)]
    words = safe_words(_BRACKETED.sub(" ", text)) or safe_words(text)
    core = [word for word in words if word not in _QUALIFIERS] or words
    phrase = " ".join(core)
    known = [*expand(phrase), *(expand(" ".join(words)) if core != words else ())]
    known = [name for name in known if _readable(name, phrase)]
    names = [
        phrase,
        *(name for name in brief if 0 < len(name.split()) < 3),
        *(" ".join(safe_words(n)) for n in known),
    ]
    return Concept(tuple(dict.fromkeys(name for name in names if name))[:_MAX_NAMES])


def _readable(name: str, phrase: str) -> bool:
    """Not a chemical formula, not a number, not the plural of what stands there already."""
    plain = name.casefold()
    return not (set(plain) & set("(),[]")) and not plain[:4].isdigit() and plain.removesuffix("s") != phrase


def pubmed_query(concepts: Sequence[Concept], template: SearchTemplate, extra: Sequence[str] = ()) -> str:
    """PubMed: each concept in title, abstract or MeSH, and the template's publication types."""
    groups = [
        _or([*(_fielded(n, "[Title/Abstract]") for n in c.names), f'"{c.names[0]}"[MeSH Terms]'])
        for c in concepts
    ]
    more = [_or([_fielded(name, "[Title/Abstract]") for name in extra])] if extra else []
    return _and([*groups, *more, f"({template.pubmed})" if template.pubmed else ""])


def europe_pmc_query(concepts: Sequence[Concept], template: SearchTemplate, extra: Sequence[str] = ()) -> str:
    """Europe PMC: each concept in title or abstract, and the template's publication types."""
    groups = [_or([_prefixed(name) for name in c.names]) for c in concepts]
    more = [_or([_prefixed(name) for name in extra])] if extra else []
    return _and([*groups, *more, f"({template.europe_pmc})" if template.europe_pmc else ""])


def arxiv_query(concepts: Sequence[Concept], template: SearchTemplate, extra: Sequence[str] = ()) -> str:
    """arXiv: each concept in title or abstract, and the evidence wanted anywhere."""
    groups = [_or([f'{field}:"{name}"' for name in c.names[:4] for field in ("ti", "abs")]) for c in concepts]
    more = [_or([f'all:"{phrase}"' for phrase in wanted]) for wanted in (extra, template.phrases) if wanted]
    return _and([*groups, *more])


def openalex_query(concepts: Sequence[Concept], template: SearchTemplate, extra: Sequence[str] = ()) -> str:
    """OpenAlex: phrases joined by its upper-case operators."""
    wanted = [*(c.names for c in concepts), tuple(extra), template.phrases]
    return _and([_or([f'"{name}"' for name in names]) for names in wanted if names])


def plain_query(concepts: Sequence[Concept], template: SearchTemplate, extra: Sequence[str] = ()) -> str:
    """Plain words for services that rank by relevance: a name of each concept and the evidence wanted."""
    words = [*(c.names[0] for c in concepts), *extra, template.words]
    return " ".join(" ".join(words).split())[:300]


def _parts(name: str) -> list[str]:
    """A short name is a phrase; of a long one all content words are wanted, in any order."""
    words = name.split()
    content = [word for word in words if word not in _GLUE]
    return [name] if len(words) <= 3 else content


def _fielded(name: str, field: str) -> str:
    parts = [f'"{part}"{field}' for part in _parts(name)]
    return parts[0] if len(parts) == 1 else f"({' AND '.join(parts)})"


def _prefixed(name: str) -> str:
    parts = [f'TITLE_ABS:"{part}"' for part in _parts(name)]
    return parts[0] if len(parts) == 1 else f"({' AND '.join(parts)})"


def _or(parts: Sequence[str]) -> str:
    """The alternatives in brackets; the last ones are left out where the query would get too long."""
    kept = [part for part in parts if part]
    while len(kept) > 1 and len(" OR ".join(kept)) > MAX_QUERY // 3:
        kept.pop(-2 if kept[-1].endswith("[MeSH Terms]") and len(kept) > 2 else -1)
    return f"({' OR '.join(kept)})"


def _and(groups: Sequence[str]) -> str:
    return " AND ".join(group for group in groups if group)


def author_query(source: str, name: str) -> str | None:
    """The papers of an author, "Given Family" or "Family, Given"; None where a source cannot be asked so.

    A name is letters, apostrophes and hyphens here: no operator, field or bracket gets through.
    """
    family, comma, given = unicodedata.normalize("NFKC", name[:_MAX_TEXT]).partition(",")
    first, last = _NAME.findall(given)[:4], _NAME.findall(family)[:6]
    if not comma:
        first, last = last[:-1], last[-1:]
    if not first or not last:
        return None
    if source == "arxiv":
        return f'au:"{" ".join((*first, *last))}"'
    short = f"{' '.join(last)} {''.join(part[0] for part in first).upper()}"
    return {"pubmed": f'"{short}"[Author]', "europe_pmc": f'AUTH:"{short}"'}.get(source)
