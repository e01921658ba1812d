"""Papers in files and folders, one at a time or as a set."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from aitia.identity.conflicts import identifiers_of
from aitia.model.errors import DocumentError
from aitia.model.paper import PaperRecord
from resources.sources.files import files_under
from resources.sources.formats.base import DocumentProblem, Found, Parser, first_bytes
from resources.sources.formats.bibtex import parse_bibtex
from resources.sources.formats.jats import parse_jats_file
from resources.sources.formats.jsonl import parse_json_file, parse_jsonl
from resources.sources.formats.medline import parse_medline
from resources.sources.formats.pdf import parse_pdf
from resources.sources.formats.pubmed_xml import parse_pubmed_file
from resources.sources.formats.ris import parse_ris
from resources.sources.records import MOST_LISTED

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
_MOST_RECORDS = 200_000
_MOST_PROBLEMS = 1_000


@dataclass(frozen=True)
class DocumentSet:
    """What a set of files holds: papers in the order of files and lines, and what went wrong.

    `full`: as many papers as were asked for; there may be more.
    """

    records: tuple[PaperRecord, ...]
    problems: tuple[DocumentProblem, ...] = ()
    full: bool = False


class Problems:
    """What went wrong in a set; of many, the first thousand and the number of the others."""

    def __init__(self) -> None:
        self._listed: list[DocumentProblem] = []
        self._further = 0
        self._cut_short = False

    def add(self, problem: DocumentProblem) -> None:
        """Take one more."""
        if len(self._listed) < _MOST_PROBLEMS:
            self._listed.append(problem)
        else:
            self._further += 1
            self._cut_short = self._cut_short or problem.cut_short

    def all(self) -> tuple[DocumentProblem, ...]:
        """Those listed, and one for the rest."""
        if not self._further:
            return tuple(self._listed)
        rest = DocumentProblem(
            self._listed[0].path, None, f"{self._further} more problems like these", self._cut_short
        )
        return (*self._listed, rest)


def read_documents(paths: Sequence[Path | str], most: int = _MOST_RECORDS) -> DocumentSet:
    """Every paper in files and folders (searched in depth, links to folders not followed).

    Papers without abstract are kept and counted; records that repeat an earlier one word for word
    are left out and counted; one identifier with different text is a problem and both are kept.
    Of more than `most` papers the rest is not read, which is a problem. Raises DocumentError when
    nothing at all can be read.
    """
    records, problems, rest = gather(iter_documents(paths), most)
    if (further := next((item for item in rest if isinstance(item, PaperRecord)), None)) is not None:
        place = Path(further.record_id)
        problems.add(DocumentProblem(place, None, f"more than {most} papers; split the set", True))
    return settled(paths, records, problems, full=len(records) >= most)


def gather(found: Iterator[Found], most: int) -> tuple[list[PaperRecord], Problems, Iterator[Found]]:
    """At most so many papers, the problems met on the way, and what is left to read."""
    records: list[PaperRecord] = []
    problems = Problems()
    while len(records) < most and (item := next(found, None)) is not None:
        if isinstance(item, DocumentProblem):
            problems.add(item)
        else:
            records.append(item)
    return records, problems, found


def settled(
    paths: Sequence[Path | str], records: Sequence[PaperRecord], problems: Problems, *, full: bool = False
) -> DocumentSet:
    """The papers as a set, without repeats and with notes. Raises DocumentError when there are none."""
    kept, notes = _without_repeats(records)
    if not kept:
        raise nothing_read(paths, problems.all())
    return DocumentSet(tuple(kept), (*problems.all(), *notes, *_different_texts(kept)), full)


def iter_documents(paths: Sequence[Path | str]) -> Iterator[Found]:
    """The papers and problems of files and folders, one at a time."""
    unknown: Counter[str] = Counter()
    example: dict[str, Path] = {}
    places = list(dict.fromkeys(Path(path) for path in paths))
    for position, given in enumerate(places):
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
            times = 1 + sum(_holds(other, label) for other in places[:position])
            yield from _parsed(item, parser, label if times == 1 else f"{label}({times})")
    for kind, count in sorted(unknown.items()):
        files = "1 file" if count == 1 else f"{count} files"
        yield DocumentProblem(
            example[kind], None, f"{files} of unknown type ({kind}) skipped; known: {KNOWN_TYPES}"
        )


def one_file_of_lines(paths: Sequence[Path | str]) -> tuple[Path, str] | None:
    """The only file of a set and its label, where it is one of JSON lines that is not packed."""
    places = {Path(path) for path in paths}
    given = next(iter(places), Path())
    found = list(islice(files_under(given), 2)) if len(places) == 1 and given.exists() else []
    file = found[0] if len(found) == 1 else None
    if file is None or isinstance(file, DocumentProblem) or _parser(file) is not parse_jsonl:
        return None
    try:
        with file.open("rb") as opened:
            packed = opened.read(2) == b"\x1f\x8b"
    except OSError:
        return None
    return None if packed else (file, file.relative_to(given).as_posix() if file != given else file.name)


def _holds(given: Path, label: str) -> bool:
    """Whether a place that was read before has a file of that label."""
    return (given / label).is_file() if given.is_dir() else given.name == label


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
    """One file's papers; problems of single lines beyond the first twenty are counted, not listed."""
    tally = Tally()
    yield from tally.take(path, parser(path, label))
    yield from tally.notes(path)


@dataclass
class Tally:
    """What was met in a file so far: lines that cannot be read, papers, and papers without an abstract."""

    lines: int = 0
    papers: int = 0
    bare: int = 0

    def take(self, path: Path, found: Iterable[Found]) -> Iterator[Found]:
        """The papers, and the problems that are listed.

        A file that goes on for thousands of lines without a paper is given up on.
        """
        for item in found:
            if isinstance(item, DocumentProblem):
                self.lines += item.line is not None
                if item.line is None or item.cut_short or self.lines <= _MOST_LINE_PROBLEMS:
                    yield item
                if self.lines > _MOST_LINES_WITHOUT_PAPER + _MOST_LINES_PER_PAPER * self.papers:
                    told = f"{self.lines} lines that cannot be read and {self.papers} papers"
                    yield DocumentProblem(path, None, f"{told}; the rest was not read", cut_short=True)
                    return
                continue
            self.papers += 1
            if len(item.authors) >= MOST_LISTED:
                message = f"a paper with more than {MOST_LISTED} authors; the first {MOST_LISTED} are kept"
                yield DocumentProblem(path, _line_of(item), message)
            self.bare += not (item.abstract or item.sections)
            yield item

    def notes(self, path: Path) -> Iterator[DocumentProblem]:
        """What is told of the file as a whole."""
        if self.lines > _MOST_LINE_PROBLEMS:
            more = self.lines - _MOST_LINE_PROBLEMS
            yield DocumentProblem(path, None, f"{more} more lines like these were skipped")
        if self.bare:
            told = "1 paper has" if self.bare == 1 else f"{self.bare} papers have"
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


def nothing_read(paths: Sequence[Path | str], problems: Sequence[DocumentProblem]) -> DocumentError:
    """The error that says why no paper came of the paths."""
    if not paths:
        return DocumentError("no documents given: name a file or a folder of papers")
    first = problems[0] if problems else DocumentProblem(Path(paths[0]), None, "holds no paper")
    more = f" (and {len(problems) - 1} more problems)" if len(problems) > 1 else ""
    return DocumentError(f"no paper could be read: {first}{more}", path=first.path, line=first.line)
