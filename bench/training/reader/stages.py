"""The stretches in which the network learns, as the shipped one did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bench.training.reader.examples import Example
from bench.training.reader.learn import Stage

FASTER, WARM_UP = 4.0, 0.03
"""How much faster new heads learn; the share of the planned steps that warm up."""


def stages(
    labelled: Sequence[Example],
    ours: Sequence[Example],
    natural: Sequence[Example],
    prompted: Sequence[Example],
    seed: int,
    scale: float = 1.0,
) -> Iterator[tuple[str, Stage]]:
    """Name and stage, in order: the labels' questions alone, then with our own (`ours`: all abstracts with
    all questions), then these in the paper's order of arms (`natural`); the articles' pages in turns, half of
    them an epoch."""

    def with_half(pages: Sequence[Example], number: int) -> list[Example]:
        return [*pages, *(e for k, e in enumerate(prompted) if (k + number) % 2 == 0)]

    def stage(
        pages: Sequence[Example], steps: int, planned: int, rate: float, both: bool, part: int
    ) -> Stage:
        length, plan = max(1, round(scale * steps)), max(1, round(scale * planned))
        return Stage(
            lambda n: with_half(pages, n), length, plan, rate, FASTER, WARM_UP, both, 100 * seed + 10 * part
        )

    yield "labels, arms in either order", stage(labelled, 1_000, 4_000, 2e-4, True, 0)
    yield "with our own questions", stage(ours, 1_200, 2_000, 2e-4, True, 1)
    yield "the same, arms in the paper's order", stage(natural, 700, 700, 1.6e-4, False, 2)
