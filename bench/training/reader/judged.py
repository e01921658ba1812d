"""Questions that a search brought to a paper, judged by reading: nothing learns from them.

A search brings papers on something else beside those that answer. Here labels' questions were put to other
abstracts of the corpus that name their arms and outcome, and a language model judged, by reading alone,
whether a reviewer would take what the paper found for an answer: one in a hundred. `own_judged.tsv.gz` holds
one row each: abstract, whose question, its number there, arms, where, answer, order. `arms` is both, or the
first or second alone, as people ask; the rest is as in `own_passages.tsv.gz`, and no label's text is in the
file. No label and no article to learn from is on these abstracts. `own_asked_held.tsv.gz` holds questions
that were written on the same: two that each answers, one of these with one arm, and one that it does not
answer though arms or outcome are its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from aitia.reading.trained.blend import NO_COMPARATOR
from aitia.reading.trained.layout import AskedOutcome
from bench.labelled import read_jsonl
from bench.training.reader.examples import ANSWERS
from bench.training.reader.own_passages import ORDERS, PassageQuestion
from bench.training.reader.own_questions import question_rows

JUDGED = "judged"
PATH = Path(__file__).with_name("own_judged.tsv.gz")
ASKED_HELD = Path(__file__).with_name("own_asked_held.tsv.gz")
BOTH, FIRST, SECOND = "both", "first", "second"
_PARTS = ("intervention", "comparator", "outcome", "population")
_FIELDS = 7


def read_judged(labels: Path, path: Path = PATH) -> dict[str, list[PassageQuestion]]:
    """The questions by abstract. Raises ValueError with the line of a row that is none."""
    texts = {
        (str(row["id"]), number): AskedOutcome(*(question[part] for part in _PARTS))
        for row in read_jsonl(labels)
        for number, question in enumerate(row["questions"])
    }
    found = defaultdict(list)
    for row in question_rows(path, lambda row: _fault(row, texts)):
        key, of, number, arms, where, answer, order = row
        asked = with_arms(texts[of, int(number)], arms)
        places = tuple(int(place) for place in where.split(",") if place)
        found[key].append(PassageQuestion(places, asked, ANSWERS[answer], ORDERS[order]))
    return dict(found)


def with_arms(asked: AskedOutcome, arms: str) -> AskedOutcome:
    """The question with both arms, or with one of them alone."""
    if arms == BOTH:
        return asked
    return replace(asked if arms == FIRST else asked.turned(), comparator=NO_COMPARATOR)


def _fault(row: Sequence[str], texts: Mapping[tuple[str, int], AskedOutcome]) -> str:
    if len(row) != _FIELDS or row[3] not in (BOTH, FIRST, SECOND) or row[5] not in ANSWERS:
        return "not a question that was judged"
    if row[6] not in ORDERS or not row[2].isdigit() or (row[1], int(row[2])) not in texts:
        return "no question of the labels"
    return "sentences for no answer, or none" if (row[5] == "not reported") == bool(row[4]) else ""
