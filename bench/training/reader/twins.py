"""How questions are answered whose words give nothing away: `python -m bench.training.reader.twins`.

Each question is asked of four invented abstracts on the same two arms that answer it differently, or not at
all (`own_twins.tsv.gz`), so that neither wording nor what is plausible helps: what is right has been read.
With `--of retold` they are held-out labelled abstracts told otherwise, with the labels' questions and ours
(`own_retold.txt.gz`); with `--of judged` what a search brought (`own_judged.tsv.gz`), and with `--of asked`
questions as people ask them, and with `--of recent` our questions on abstracts of 2021
(`bench.training.reader.recent` says where to get these). Only those are asked that nothing learns from, the
way a paper goes in the pipeline; intervals are by topic or abstract. The measures are those of
`python -m bench.reading questions`.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from aitia.model.keys import PaperId
from aitia.model.paper import Paper
from aitia.reading.trained.blend import NO_COMPARATOR
from aitia.reading.trained.layout import AskedOutcome
from bench.labelled import data_folder
from bench.reading.labels import Labelled, measures_of_questions
from bench.report import emit
from bench.training.reader.examples import ANSWERS, held_out
from bench.training.reader.judged import ASKED_HELD, JUDGED, read_judged
from bench.training.reader.own_passages import (
    ASKED,
    FILES,
    TWIN,
    Passage,
    PassageQuestion,
    abstracts,
    invented,
    is_held,
    numbered,
    read_passage_questions,
    topic,
)
from bench.training.reader.recent import RECENT, archive, is_held_recent, medline, read_recent
from bench.training.reader.retold import RETOLD, paper_of, read_retold, retold_passages

_NAMES = {number: name for name, number in ANSWERS.items()}


def held_twins() -> list[Labelled]:
    """The twins that nothing learns from, with their questions."""
    texts, asked = invented(), read_passage_questions(FILES[TWIN])
    return [labelled(key, texts[key], rows) for key, rows in asked.items() if is_held(key)]


def held_retold() -> list[Labelled]:
    """Held-out labelled abstracts as they are and told otherwise, with the questions to each."""
    labels = data_folder() / "labels" / "train.jsonl"
    retold, held = read_retold(), held_out()
    kept = {key: told for key, told in retold.items() if key in held}
    texts, asked = retold_passages(labels, data_folder() / "corpus" / "abstracts.jsonl.gz", kept, {})
    return [labelled(key, texts[key], rows, paper_of(key)) for key, rows in asked.items()]


def held_judged() -> list[Labelled]:
    """Abstracts that nothing learns from, with questions that a search brought to them."""
    return _of_corpus(read_judged(data_folder() / "labels" / "train.jsonl"))


def held_asked() -> list[Labelled]:
    """Abstracts that nothing learns from, with questions as people ask them."""
    return _of_corpus(read_passage_questions(ASKED_HELD))


def held_recent() -> list[Labelled]:
    """Abstracts of 2021 that nothing learns from, with our questions; not their findings."""
    asked = {key: rows for key, rows in read_recent().items() if is_held_recent(key)}
    papers = medline(asked, archive())
    return [
        labelled(key, numbered(papers[key]), [row for kind, row in rows if kind == RECENT], key)
        for key, rows in asked.items()
    ]


def _of_corpus(asked: Mapping[str, Sequence[PassageQuestion]]) -> list[Labelled]:
    texts = abstracts(data_folder() / "corpus" / "abstracts.jsonl.gz", list(asked))
    return [labelled(key, texts[key], rows, key) for key, rows in asked.items()]


def labelled(key: str, text: Passage, rows: Sequence[PassageQuestion], group: str = "") -> Labelled:
    """A text of ours as a labelled abstract of its group, a twin of its topic."""
    paper = Paper(
        paper_id=PaperId(key),
        title=text.title,
        abstract=" ".join(text.sentences.values()),
        source="twins",
        record_id=key,
    )
    questions = [
        {**asdict(row.asked), "comparator": _comparator(row.asked), "answer": _NAMES[row.answer]}
        for row in rows
    ]
    return Labelled(paper, {"id": group or topic(key), "questions": questions})


_HELD = {TWIN: held_twins, RETOLD: held_retold, JUDGED: held_judged, ASKED: held_asked, RECENT: held_recent}


def _comparator(asked: AskedOutcome) -> str:
    return "" if asked.comparator == NO_COMPARATOR else asked.comparator


def main(argv: Sequence[str] | None = None) -> None:
    """Print the measures."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.training.reader.twins",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--json", type=Path, help="write them here too")
    parser.add_argument("--of", choices=tuple(_HELD), default=TWIN, help="whose questions (default: twin)")
    arguments = parser.parse_args(argv)
    items = _HELD[arguments.of]()
    emit(measures_of_questions(items), arguments.json, title=f"questions: held out, {arguments.of}")


if __name__ == "__main__":
    main()
