"""How questions are answered whose words give nothing away: `python -m bench.training.reader.twins`.

Each question is asked of four invented abstracts on the same two arms that answer it differently, or not at
all (`own_twins.tsv.gz`), so that neither wording nor what is plausible helps: what is right has been read.
Only those are asked that nothing learns from (`HELD_TWINS`), the way a paper goes in the pipeline; intervals
are by topic. The measures are those of `python -m bench.reading questions`.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from aitia.model.keys import PaperId
from aitia.model.paper import Paper
from bench.reading.labels import Labelled, measures_of_questions
from bench.report import emit
from bench.training.reader.examples import ANSWERS
from bench.training.reader.own_passages import (
    FILES,
    TWIN,
    Passage,
    PassageQuestion,
    invented,
    is_held,
    read_passage_questions,
    topic,
)

_NAMES = {number: name for name, number in ANSWERS.items()}


def held_twins() -> list[Labelled]:
    """The twins that nothing learns from, with their questions."""
    texts, asked = invented(), read_passage_questions(FILES[TWIN])
    return [labelled(key, texts[key], rows) for key, rows in asked.items() if is_held(key)]


def labelled(key: str, text: Passage, rows: Sequence[PassageQuestion]) -> Labelled:
    """A twin as a labelled abstract of its topic."""
    paper = Paper(
        paper_id=PaperId(key),
        title=text.title,
        abstract=" ".join(text.sentences.values()),
        source="twins",
        record_id=key,
    )
    questions = [{**asdict(row.asked), "answer": _NAMES[row.answer]} for row in rows]
    return Labelled(paper, {"id": topic(key), "questions": questions})


def main(argv: Sequence[str] | None = None) -> None:
    """Print the measures."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.training.reader.twins",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--json", type=Path, help="write them here too")
    arguments = parser.parse_args(argv)
    emit(measures_of_questions(held_twins()), arguments.json, title="questions: held-out twins")


if __name__ == "__main__":
    main()
