"""How questions lie beside a paper's finding, judged one by one: `python -m bench.training.reader.lies`.

Prints how often the shipped reader tells the order of the arms on the held-out abstracts.

`lies.tsv.gz` holds one row for each question of `labels/` and of `own_questions.tsv.gz` that rests on a
finding's sentences: abstract, kind (review: the labels' question; own: ours), its number among the
abstract's questions of that kind, the finding's number (from 1), how its arms lie beside the finding's
(straight, turned, neither) and who told: words (arms that share most words, or a control on either side)
or read (a language model read both pairs of arms, without pattern or script).
"""

from __future__ import annotations

import csv
import gzip
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from aitia.reading.trained.blend import natural_order
from aitia.reading.trained.network import Network, network
from aitia.reading.trained.order import Embed
from aitia.reading.trained.results import names_of_page
from bench.labelled import data_folder
from bench.training.reader.examples import Asked, Example, held_out, label_examples
from bench.training.reader.lines import as_lines
from bench.training.reader.own_questions import read_own_questions, with_own_questions
from resources.embedders.names import name_vectors
from resources.settings import get_settings

LIES = Path(__file__).with_name("lies.tsv.gz")
STRAIGHT, TURNED, NEITHER = "straight", "turned", "neither"
KINDS = ("review", "own")


@dataclass(frozen=True)
class Lie:
    """A question beside a finding. `straight`: it names the arms in the finding's order."""

    question: Asked
    straight: bool


def read_lies(path: Path = LIES) -> dict[tuple[str, str, int], tuple[int, str]]:
    """Finding's number and order by abstract, kind and number of the question. Raises ValueError for a row
    that is none."""
    found: dict[tuple[str, str, int], tuple[int, str]] = {}
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        for line, row in enumerate(csv.reader(file, delimiter="\t"), 1):
            if len(row) != 6 or row[4] not in (STRAIGHT, TURNED, NEITHER):
                raise ValueError(f"{path.name}, line {line}: not a judgement: {row}")
            found[row[0], row[1], int(row[2])] = int(row[3]), row[4]
    return found


def lies_of(example: Example, judged: Mapping[tuple[str, str, int], tuple[int, str]]) -> Iterator[Lie]:
    """The judged questions of an abstract whose arms are the finding's, in either order."""
    seen: dict[str, int] = defaultdict(int)
    for question in example.questions:
        place = judged.get((example.key, question.kind, seen[question.kind]))
        seen[question.kind] += 1
        if place is None or place[1] == NEITHER:
            continue
        yield Lie(question, place[1] == STRAIGHT)


def lie_figures(network: Network, examples: Sequence[Example], embed: Embed) -> str:
    """Order of the arms, as the pipeline tells it."""
    judged, told = read_lies(), defaultdict[str, list[tuple[bool, bool]]](list)
    for example in examples:
        page, output = example.page, network.run(example.page, ())
        names = names_of_page(network, page, as_lines(page.text.lines), output)
        for lie in lies_of(example, judged):
            natural = natural_order(network, page, lie.question.asked, names, output, embed)
            told[lie.question.kind].append((lie.straight, natural >= 0.5))
    return "\n".join(f"{kind}: order {_right(told[kind])}" for kind in KINDS)


def _right(pairs: Sequence[tuple[bool, bool]]) -> str:
    """The share told rightly, with the constant that is right most often."""
    gold = sum(a for a, _ in pairs) / max(1, len(pairs))
    right = sum(a == b for a, b in pairs) / max(1, len(pairs))
    return f"{right:.3f} of {len(pairs)} (constant {max(gold, 1 - gold):.3f})"


def main() -> None:
    """Print the figures of the shipped reader."""
    shipped, data = network(), data_folder()
    labelled = label_examples(
        shipped.encoder, data / "labels" / "train.jsonl", data / "corpus" / "abstracts.jsonl.gz"
    )
    held = held_out()
    kept = with_own_questions(shipped.encoder, [e for e in labelled if e.key in held], read_own_questions())
    print(lie_figures(shipped, kept, name_vectors(get_settings().cache_home / "models")))


if __name__ == "__main__":
    main()
