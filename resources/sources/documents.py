"""Local documents: files and folders of papers as a literature source."""

from __future__ import annotations

import asyncio
import re
import threading
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from aitia.errors import DocumentError
from aitia.identity.conflicts import identifiers_of
from aitia.paper import PaperRecord
from aitia.search import SearchOutcome, SearchRequest, SearchStatus
from resources.sources.files import files_under, mark_of
from resources.sources.formats.base import DocumentProblem, Found, Parser, first_bytes
from resources.sources.formats.bibtex import parse_bibtex
from resources.sources.formats.jats import parse_jats_file
from resources.sources.formats.jsonl import parse_json_file, parse_jsonl
from resources.sources.formats.medline import parse_medline
from resources.sources.formats.pdf import parse_pdf
from resources.sources.formats.pubmed_xml import parse_pubmed_file
from resources.sources.formats.ris import parse_ris
from resources.sources.lexical import LexicalIndex

__all__ = ["DocumentProblem", "DocumentSet", "DocumentsSource", "iter_documents", "read_documents"]

_BY_SUFFIX: dict[str, Parser] = {
    ".jsonl": parse_jsonl,
    ".ndjson": parse_jsonl,
    ".json": parse_json_file,
    ".nbib": parse_medline,
    ".medline": parse_medline,
    ".ris": parse_ris,
    ".bib": parse_bibtex,
    ".bibtex": parse_bibtex,
    ".pdf": parse_pdf,
}
_LOOK_INSIDE = {".txt", ".xml", ".nxml", ".text", ""}
KNOWN_TYPES = (
    ".jsonl, .json, .nbib, MEDLINE or RIS .txt, .ris, .bib, JATS or PubMed .xml, .pdf, and .gz of them"
)
_MOST_LINE_PROBLEMS = 20
_MOST_LINES_PER_PAPER = 100
_MOST_LINES_WITHOUT_PAPER = 10_000
_MOST_RECORDS = 2_000_000


@dataclass(frozen=True)
class DocumentSet:
    """What a set of files holds: papers in the order of files and lines, and what went wrong."""

    records: tuple[PaperRecord, ...]
    problems: tuple[DocumentProblem, ...] = ()


def read_documents(paths: Sequence[Path | str]) -> DocumentSet:
    """Every paper in files and folders (searched in depth, links to folders not followed).

    Papers without abstract are kept and counted; records that repeat an earlier one word for word
    are left out and counted; one identifier with different text is a problem and both are kept.
    Raises DocumentError when nothing at all can be read.
    """
    records: list[PaperRecord] = []
    problems: list[DocumentProblem] = []
    for found in iter_documents(paths):
        if isinstance(found, DocumentProblem):
            problems.append(found)
        elif len(records) < _MOST_RECORDS:
            records.append(found)
        else:
            place = Path(found.record_id)
            problems.append(
                DocumentProblem(place, None, f"more than {_MOST_RECORDS} papers; split the set", True)
            )
            break
    kept, notes = _without_repeats(records)
    if not kept:
        raise _nothing_read(paths, problems)
    return DocumentSet(tuple(kept), (*problems, *notes, *_different_texts(kept)))


def iter_documents(paths: Sequence[Path | str]) -> Iterator[Found]:
    """The papers and problems of files and folders, one at a time."""
    unknown: Counter[str] = Counter()
    example: dict[str, Path] = {}
    labels: Counter[str] = Counter()
    for given in dict.fromkeys(Path(path) for path in paths):
        if not given.exists():
            yield DocumentProblem(given, None, "does not exist; check the path", cut_short=True)
            continue
        for item in files_under(given):
            if isinstance(item, DocumentProblem):
                yield item
                continue
            parser = _parser(item)
            if parser is None:
                kind = item.suffix.lower() or "no suffix"
                unknown[kind] += 1
                example.setdefault(kind, item)
                continue
            label = item.relative_to(given).as_posix() if item != given else item.name
            labels[label] += 1
            yield from _parsed(item, parser, label if labels[label] == 1 else f"{label}({labels[label]})")
    for kind, count in sorted(unknown.items()):
        files = "1 file" if count == 1 else f"{count} files"
        yield DocumentProblem(
            example[kind], None, f"{files} of unknown type ({kind}) skipped; known: {KNOWN_TYPES}"
        )


def _parser(path: Path) -> Parser | None:
    suffixes = [s.lower() for s in path.suffixes]
    if suffixes and suffixes[-1] in (".gz", ".gzip"):
        suffixes.pop()
    suffix = suffixes[-1] if suffixes else ""
    if suffix in _BY_SUFFIX:
        return _BY_SUFFIX[suffix]
    return _parser_of_content(first_bytes(path)) if suffix in _LOOK_INSIDE else None


def _parser_of_content(head: bytes) -> Parser | None:
    """The parser that the first bytes of a file call for."""
    if head.startswith(b"%PDF-"):
        return parse_pdf
    if re.search(rb"<PubmedArticleSet|<PubmedArticle[\s>]", head):
        return parse_pubmed_file
    if re.search(rb"<article[\s>]|<pmc-articleset|//NLM//DTD J", head) or head.lstrip()[:5] == b"<?xml":
        return parse_jats_file
    if re.search(rb"^PMID- ?\d", head, re.M):
        return parse_medline
    if re.search(rb"^TY  - ", head, re.M):
        return parse_ris
    return parse_jsonl if head.lstrip()[:2] in (b'{"', b"{ ") else None


def _parsed(path: Path, parser: Parser, label: str) -> Iterator[Found]:
    """One file's papers; problems of single lines beyond the first twenty are counted, not listed.

    A file that goes on for thousands of lines without a paper is given up on.
    """
    lines = bare = papers = 0
    for found in parser(path, label):
        if isinstance(found, DocumentProblem):
            lines += found.line is not None
            if found.line is None or found.cut_short or lines <= _MOST_LINE_PROBLEMS:
                yield found
            if lines > _MOST_LINES_WITHOUT_PAPER + _MOST_LINES_PER_PAPER * papers:
                message = f"{lines} lines that cannot be read and {papers} papers; the rest was not read"
                yield DocumentProblem(path, None, message, cut_short=True)
                break
            continue
        papers += 1
        bare += not (found.abstract or found.sections)
        yield found
    if lines > _MOST_LINE_PROBLEMS:
        yield DocumentProblem(path, None, f"{lines - _MOST_LINE_PROBLEMS} more lines like these were skipped")
    if bare:
        told = "1 paper has" if bare == 1 else f"{bare} papers have"
        yield DocumentProblem(path, None, f"{told} no abstract; kept, with the title only")


def _without_repeats(records: Sequence[PaperRecord]) -> tuple[list[PaperRecord], list[DocumentProblem]]:
    seen: set[PaperRecord] = set()
    repeats: Counter[str] = Counter()
    kept = []
    for record in records:
        plain = record.model_copy(update={"record_id": ""})
        if plain in seen:
            repeats[_file_of(record)] += 1
        else:
            seen.add(plain)
            kept.append(record)
    notes = [
        DocumentProblem(Path(name), None, f"{count} records repeat earlier ones word for word; left out")
        for name, count in sorted(repeats.items())
    ]
    return kept, notes


def _different_texts(records: Sequence[PaperRecord]) -> list[DocumentProblem]:
    """One identifier that two records give to different titles or abstracts."""
    first: dict[tuple[str, str], PaperRecord] = {}
    problems = []
    for record in records:
        clash: defaultdict[str, list[str]] = defaultdict(list)
        for scheme, value in sorted(identifiers_of(record)):
            other = first.setdefault((scheme, value), record)
            if (other.title, other.abstract) != (record.title, record.abstract):
                clash[other.record_id].append(f"{scheme} {value}")
        problems += [
            DocumentProblem(
                Path(_file_of(record)),
                _line_of(record),
                f"{', '.join(names)} is also {place}, with different text; both are kept",
            )
            for place, names in clash.items()
        ]
    return problems


def _file_of(record: PaperRecord) -> str:
    return re.sub(r":\d+(?:#.*)?$", "", record.record_id)


def _line_of(record: PaperRecord) -> int | None:
    match = re.search(r":(\d+)(?:#.*)?$", record.record_id)
    return int(match.group(1)) if match else None


def _nothing_read(paths: Sequence[Path | str], problems: Sequence[DocumentProblem]) -> DocumentError:
    if not paths:
        return DocumentError("no documents given: name a file or a folder of papers")
    first = problems[0] if problems else DocumentProblem(Path(paths[0]), None, "holds no paper")
    more = f" (and {len(problems) - 1} more problems)" if len(problems) > 1 else ""
    return DocumentError(f"no paper could be read: {first}{more}", path=first.path, line=first.line)


@dataclass
class _Parsed:
    """A parsed set with its index, as one process keeps it."""

    documents: DocumentSet
    index: LexicalIndex = field(init=False)

    def __post_init__(self) -> None:
        self.index = LexicalIndex([f"{r.title}\n{r.abstract or _body(r)}" for r in self.documents.records])


def _body(record: PaperRecord) -> str:
    return " ".join(section.text[:5_000] for section in record.sections[:10])


_cache: OrderedDict[str, _Parsed] = OrderedDict()
_lock = threading.Lock()
_KEPT_SETS = 4


def _parsed_set(paths: Sequence[Path]) -> _Parsed:
    """The set at `paths`, parsed once a process for as long as no file in it changes."""
    with _lock:
        key = mark_of(paths)
        parsed = _cache.get(key)
        if parsed is None:
            parsed = _cache[key] = _Parsed(read_documents(paths))
            while len(_cache) > _KEPT_SETS:
                _cache.popitem(last=False)
        _cache.move_to_end(key)
        return parsed


def check_documents(paths: Sequence[Path | str]) -> int:
    """How many papers the files hold; parsed once a process. Raises DocumentError when none can be read."""
    return len(_parsed_set(tuple(Path(path).expanduser() for path in paths)).documents.records)


class DocumentsSource:
    """Papers in files and folders.

    `search` returns the whole set when it is no larger than the request's limit; else the `limit`
    best papers by BM25 (bm25s, over title and abstract, or the text where there is no abstract)
    for the request's terms, or its query when it has none. Papers that share no word with them are
    left out, so fewer may come back. What could not be read is in the outcome's warnings; a file
    that was cut short or is missing makes the search incomplete.
    """

    name = "documents"

    def __init__(self, paths: Sequence[Path | str]) -> None:
        self._paths = tuple(Path(path).expanduser() for path in paths)

    async def search(self, request: SearchRequest) -> SearchOutcome:
        """Run one planned query."""
        return await asyncio.to_thread(self._search, request)

    def _search(self, request: SearchRequest) -> SearchOutcome:
        try:
            parsed = _parsed_set(self._paths)
        except (DocumentError, OSError) as error:
            return SearchOutcome(request=request, status=SearchStatus.INCOMPLETE, error=str(error))
        records, problems = parsed.documents.records, parsed.documents.problems
        warnings = [str(problem) for problem in problems]
        if len(records) > request.limit:
            words = " ".join(request.terms) or request.query
            chosen = parsed.index.best(words, request.limit)
            warnings.append(
                f"{len(chosen)} of {len(records)} papers pre-selected by BM25 (limit {request.limit})"
            )
            records = tuple(records[i] for i in chosen)
        lost = [str(problem) for problem in problems if problem.cut_short]
        return SearchOutcome(
            request=request,
            status=SearchStatus.INCOMPLETE if lost else SearchStatus.COMPLETE,
            records=records,
            reported=len(parsed.documents.records),
            error="; ".join(lost[:5]) or None,
            warnings=tuple(warnings),
        )
