"""How questions lie beside a paper's finding, judged one by one: `python -m bench.training.reader.lies`.

Prints how often the shipped reader tells it on the held-out abstracts, and whether its second network tells
that two names of an outcome go one way.

`lies.tsv.gz` holds one row for each question of `labels/` and of `own_questions.tsv.gz` that rests on a
finding's sentences: abstract, kind (review: the labels' question; own: ours), its number among the
abstract's questions of that kind, the finding's number (from 1), how its arms lie beside the finding's
(straight, turned, neither) and who told: words (arms that share most words, or a control on either side)
or read (a language model read both pairs of arms, without pattern or script). `outcome_families.txt` holds
outcomes that we wrote down, one a line: names of which more is more, and names of which more is less.
"""

from __future__ import annotations

import csv
import gzip
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from aitia.reading.trained.blend import lie_of
from aitia.reading.trained.layout import AskedOutcome
from aitia.reading.trained.network import Network, network
from aitia.reading.trained.order import Embed
from aitia.reading.trained.orientation import OrientationNetwork, Told
from aitia.reading.trained.results import names_of_page
from bench.labelled import data_folder
from bench.pairs.measures import auroc
from bench.training.reader.examples import Asked, Example, held_out, label_examples
from bench.training.reader.lines import as_lines
from bench.training.reader.own_questions import read_own_questions, with_own_questions
from resources.embedders.names import name_vectors
from resources.settings import get_settings

LIES = Path(__file__).with_name("lies.tsv.gz")
FAMILIES = Path(__file__).with_name("outcome_families.txt")
STRAIGHT, TURNED, NEITHER = "straight", "turned", "neither"
KINDS = ("review", "own")

Family = tuple[tuple[str, ...], tuple[str, ...]]
Pair = tuple[str, str, bool]
"""Two names of outcomes, and whether they go one way."""


@dataclass(frozen=True)
class Lie:
    """A question beside a finding. `straight`: it names the arms in the finding's order. `same_way`: its
    outcome goes the finding's way; None where either has no direction."""

    question: Asked
    finding: Asked
    straight: bool
    same_way: bool | None


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
    findings = [q for q in example.questions if q.kind == "finding"]
    seen: dict[str, int] = defaultdict(int)
    for question in example.questions:
        place = judged.get((example.key, question.kind, seen[question.kind]))
        seen[question.kind] += 1
        if place is None or place[1] == NEITHER:
            continue
        finding, straight = findings[place[0] - 1], place[1] == STRAIGHT
        known = question.answer in (1, 2) and finding.answer in (1, 2)
        same = straight == (question.answer == finding.answer)
        yield Lie(question, finding, straight, same if known else None)


def read_families(path: Path = FAMILIES) -> list[Family]:
    """Outcomes counted either way. Raises ValueError for a line without both sides."""
    found = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        sides = [tuple(name.strip() for name in side.split(";") if name.strip()) for side in line.split("|")]
        if len(sides) != 2 or not all(sides):
            raise ValueError(f"{path.name}, line {number}: not two sides: {line}")
        found.append((sides[0], sides[1]))
    return found


def outcome_pairs(families: Sequence[Family]) -> Iterator[Pair]:
    """Of every family, neighbouring names of each side and as many across."""
    for first, second in families:
        same = [*pairwise(first), *pairwise(second)]
        yield from ((a, b, True) for a, b in same)
        across = [(a, b) for a in first for b in second]
        yield from ((a, b, False) for a, b in across[: max(1, len(same))])


def lie_figures(network: Network, examples: Sequence[Example], embed: Embed) -> str:
    """Order of the arms, and way of the outcome where it is known, as the pipeline tells them."""
    judged, told = read_lies(), []
    for example in examples:
        page, output = example.page, network.run(example.page, ())
        names = names_of_page(network, page, as_lines(page.text.lines), output)
        for lie in lies_of(example, judged):
            read = lie_of(network, page, lie.question.asked, names, output, embed)
            told.append((lie.question.kind, lie, read.natural >= 0.5, read.way >= 0.5))
    lines = []
    for kind in KINDS:
        order = [(lie.straight, natural) for own, lie, natural, _ in told if own == kind]
        way = [(bool(lie.same_way), w) for own, lie, _, w in told if own == kind and lie.same_way is not None]
        lines.append(f"{kind}: order {_right(order)}; way {_right(way)}")
    return "\n".join(lines)


def _right(pairs: Sequence[tuple[bool, bool]]) -> str:
    """The share told rightly, with the constant that is right most often."""
    gold = sum(a for a, _ in pairs) / max(1, len(pairs))
    right = sum(a == b for a, b in pairs) / max(1, len(pairs))
    return f"{right:.3f} of {len(pairs)} (constant {max(gold, 1 - gold):.3f})"


def family_figures(network: OrientationNetwork, pairs: Sequence[Pair]) -> str:
    """How well the second network's score parts names that go one way from names that do not."""
    scores = [
        network.read(AskedOutcome("a", "b", first), Told("", "a", "b", second, "")).way
        for first, second, _ in pairs
    ]
    same = np.array([s for _, _, s in pairs])
    area = auroc(np.array(scores), same.astype(np.int64))
    return f"families: AUROC {area:.3f} of {len(pairs)} pairs, {same.mean():.2f} of them one way (chance .5)"


def main() -> None:
    """Print the figures of the shipped reader."""
    shipped, data = network(), data_folder()
    labelled = label_examples(
        shipped.encoder, data / "labels" / "train.jsonl", data / "corpus" / "abstracts.jsonl.gz"
    )
    held = held_out()
    kept = with_own_questions(shipped.encoder, [e for e in labelled if e.key in held], read_own_questions())
    print(lie_figures(shipped, kept, name_vectors(get_settings().cache_home / "models")))
    if shipped.orientation is not None:
        print(family_figures(shipped.orientation, list(outcome_pairs(read_families()))))


if __name__ == "__main__":
    main()
