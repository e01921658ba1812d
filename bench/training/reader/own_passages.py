"""Questions on passages that we wrote ourselves, to learn from.

`own_passages.tsv.gz` holds questions on passages of the results in Evidence Inference's training articles,
on abstracts that we invented, and further ones on labelled training abstracts: written by a language model
under the rules in the model card, one row each: passage, kind, where, intervention, comparator, outcome,
population, answer, order. The first eight are as in `own_questions.tsv.gz`; `order` says whether the question
names the arms in the paper's order (s), in the other (t), or neither (empty). A passage is `PMCID:first`, the
number of its first sentence in abstract and body (`bench.reading.evidence_inference`), a key of
`own_abstracts.txt.gz`, which holds the invented ones, or the id of an abstract. `own_plain.tsv.gz` holds the
same in plain or a reviewer's words, most of which share none with the sentence that answers. In
`own_twins.tsv.gz` each question stands four times, asked of four invented abstracts on the same two arms that
answer it differently, or not at all: its words give nothing away. `own_asked.tsv.gz` holds what people ask
of a search, on training abstracts: with one arm (no comparator in the file) or two, and to each question that
an abstract answers one that it does not, in which one part is another.
"""

from __future__ import annotations

import gzip
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from aitia.model.scales import SentenceRole
from aitia.reading.trained.blend import NO_COMPARATOR
from aitia.reading.trained.layout import AskedOutcome, Encoder
from aitia.text.sentences import sentences
from bench.labelled import read_jsonl
from bench.reading.evidence_inference import article_sections
from bench.training.reader.examples import ANSWERS, Example, make_asked, make_page, read_corpus
from bench.training.reader.lies import STRAIGHT, TURNED
from bench.training.reader.lines import as_lines
from bench.training.reader.own_questions import question_rows

PASSAGE, PLAIN, TWIN, ASKED = "passage", "plain", "twin", "asked"
FILES = {
    PASSAGE: Path(__file__).with_name("own_passages.tsv.gz"),
    PLAIN: Path(__file__).with_name("own_plain.tsv.gz"),
    TWIN: Path(__file__).with_name("own_twins.tsv.gz"),
    ASKED: Path(__file__).with_name("own_asked.tsv.gz"),
}
"""Of each kind of questions."""
HELD_TWINS = ("V05-", "V09-")
"""How the keys of those twins begin that nothing learns from: figures on them are printed."""
INVENTED = Path(__file__).with_name("own_abstracts.txt.gz")
BACKGROUND, LENGTH = 4, 11
"""Sentences of the abstract before a passage (those that state no result), and of the passage."""
ORDERS = {"s": STRAIGHT, "t": TURNED, "": ""}
"""How a question names the arms, by its letter in the files."""
_FIELDS = 9
_NONE = "not reported"
_TITLE, _LINE = re.compile(r"@ (\S+)  (.*)"), re.compile(r"\[(\d+)\] (.*)")


@dataclass(frozen=True)
class PassageQuestion:
    """A row: the sentences that answer (none: a near miss), the question, its answer and its order."""

    sentences: tuple[int, ...]
    asked: AskedOutcome
    answer: int
    order: str


@dataclass(frozen=True)
class Passage:
    """A title and numbered sentences."""

    title: str
    sentences: Mapping[int, str]


def read_passage_questions(path: Path = FILES[PASSAGE]) -> dict[str, list[PassageQuestion]]:
    """The rows by passage. Raises ValueError for a row that is none."""
    found: dict[str, list[PassageQuestion]] = defaultdict(list)
    for key, _, where, intervention, comparator, outcome, population, answer, order in question_rows(
        path, _fault
    ):
        found[key].append(
            PassageQuestion(
                tuple(int(place) for place in where.split(",") if place),
                AskedOutcome(intervention, comparator or NO_COMPARATOR, outcome, population),
                ANSWERS[answer],
                ORDERS[order],
            )
        )
    return dict(found)


def _fault(row: Sequence[str]) -> str:
    if len(row) != _FIELDS or row[7] not in ANSWERS or row[8] not in ORDERS:
        return "not a question"
    return "sentences for no answer, or none" if (row[7] == _NONE) == bool(row[2]) else ""


def topic(key: str) -> str:
    """What the four twins of a key share: their questions."""
    return key[:-1]


def is_held(key: str) -> bool:
    """Whether a passage is a twin that nothing learns from."""
    return key.startswith(HELD_TWINS)


def invented(path: Path = INVENTED) -> dict[str, Passage]:
    """The abstracts that we invented, by key."""
    found: dict[str, tuple[str, dict[int, str]]] = {}
    with gzip.open(path, "rt", encoding="utf-8") as file:
        sentences: dict[int, str] = {}
        for line in file:
            if named := _TITLE.match(line):
                sentences = {}
                found[named[1]] = named[2], sentences
            elif said := _LINE.match(line):
                sentences[int(said[1])] = said[2]
    return {key: Passage(title, said) for key, (title, said) in found.items()}


def passages(articles: Path, keys: Sequence[str]) -> dict[str, Passage]:
    """The passages of articles that the keys name."""
    wanted: dict[str, list[str]] = defaultdict(list)
    for key in keys:
        wanted[key.partition(":")[0]].append(key)
    found: dict[str, Passage] = {}
    for row in read_jsonl(articles) if wanted else ():
        for key in wanted.get(f"PMC{row['pmcid']}", ()):
            found[key] = passage(row["text"], int(key.partition(":")[2]))
    return found


def passage(text: str, first: int) -> Passage:
    """The passage of an article from a sentence on, after what its abstract says before its results."""
    title, abstract, body = article_sections(text)
    everything = [*abstract, *body]
    before = [n for n, s in enumerate(abstract) if s.role is not SentenceRole.RESULT][:BACKGROUND]
    numbers = [*before, *range(first, min(first + LENGTH, len(everything)))]
    return Passage(title, {n: everything[n].text for n in numbers})


def abstracts(corpus: Path, keys: Sequence[str]) -> dict[str, Passage]:
    """The abstracts that the keys name."""
    held = read_corpus(corpus) if keys else {}
    return {key: numbered(held[key]) for key in keys}


def numbered(paper: Mapping[str, str]) -> Passage:
    """A paper's title, and the sentences of its abstract by number."""
    lines = enumerate(sentences(paper["abstract"]))
    return Passage(paper["title"], {n: line.text for n, line in lines})


def texts_of(articles: Path, corpus: Path, keys: Collection[str]) -> dict[str, Passage]:
    """Every invented abstract, and the passages and abstracts that the keys name."""
    texts = invented()
    texts |= passages(articles, [key for key in keys if ":" in key])
    return texts | abstracts(corpus, [key for key in keys if ":" not in key and key not in texts])


def passage_examples(
    encoder: Encoder,
    texts: Mapping[str, Passage],
    own: Mapping[str, Sequence[PassageQuestion]],
    kind: str = PASSAGE,
) -> Iterator[Example]:
    """A page with questions for each passage."""
    for key, rows in own.items():
        numbers = list(texts[key].sentences)
        wanted = frozenset(numbers.index(n) for row in rows for n in row.sentences)
        page = make_page(encoder, texts[key].title, as_lines([*texts[key].sentences.values()]), wanted)
        places = {numbers[line]: place for place, line in enumerate(page.context.kept)}
        told = [sorted(places[n] for n in row.sentences if n in places) for row in rows]
        asked = [
            make_asked(encoder, page, kind, row.asked, row.answer, places_told)
            for row, places_told in zip(rows, told, strict=True)
        ]
        yield Example(key, page, tuple(asked))


def orders(
    own: Mapping[str, Sequence[PassageQuestion]], kind: str = PASSAGE
) -> dict[tuple[str, str, int], tuple[int, str]]:
    """How the questions lie, as `bench.training.reader.lies` reads it."""
    return {
        (key, kind, number): (0, row.order)
        for key, rows in own.items()
        for number, row in enumerate(rows)
        if row.order
    }
