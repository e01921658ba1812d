"""The stretches in which the network learns, as the shipped one did."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bench.training.reader.examples import Example
from bench.training.reader.learn import Stage


def stages(
    labelled: Sequence[Example],
    natural: Sequence[Example],
    prompted: Sequence[Example],
    seed: int,
    scale: float = 1.0,
) -> Iterator[tuple[str, Stage]]:
    """Name and stage, in order. `natural` are the labelled abstracts with questions in the paper's order."""

    def half(number: int) -> list[Example]:
        return [example for k, example in enumerate(prompted) if (k + number) % 2 == 0]

    def first_all(number: int) -> list[Example]:
        return list(prompted) if number == 0 else half(number)

    def stage(
        of: Callable[[int], Sequence[Example]], steps: int, planned: int, rate: float, both: bool, number: int
    ) -> Stage:
        length, plan = max(1, round(scale * steps)), max(1, round(scale * planned))
        faster, warm_up = (5.0, 0.06) if number == 1 else (4.0, 0.03)
        return Stage(of, length, plan, rate, faster, warm_up, both, 100 * seed + 10 * number)

    def natural_pages(number: int) -> list[Example]:
        return [*natural, *first_all(number)]

    yield "pages, arms in either order", stage(lambda n: [*labelled, *half(n)], 612, 1468, 1e-4, True, 1)
    yield "pages, arms in the paper's order", stage(natural_pages, 200, 1060, 9e-5, False, 2)
    yield "the same, cooling down", stage(natural_pages, 200, 330, 7e-5, False, 3)
