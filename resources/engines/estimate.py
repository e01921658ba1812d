"""What reading papers with a language model would cost, before anything is paid: no call is made here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from resources.calls.ledger import Ledger
from resources.calls.prices import Price
from resources.engines.base import ReadingTask
from resources.engines.caller import CHARACTERS_PER_TOKEN
from resources.engines.cloud import MODES, CloudEngine
from resources.engines.model import ModelRequest
from resources.engines.paper_text import paper_text, without_planted

_TYPICAL_CHARACTERS = 4
"""Characters of English text to a token; budgets reckon with 3, so as never to be exceeded."""
TYPICAL_OUTPUT, TYPICAL_ANSWER = 900, 150
"""Output tokens of a reading with findings, and of an answer alone: orders of magnitude, not measured."""
TYPICAL_ABSTRACT = 2_000
"""Characters of an abstract whose paper is not known yet."""


@dataclass(frozen=True)
class Planned:
    """One call that would be paid: characters sent, output tokens as a rule and at most."""

    characters: int
    output: int
    most: int


@dataclass(frozen=True)
class Estimate:
    """What a question would cost: calls, tokens and US dollars as a rule, and US dollars at most.

    `papers` would be read, `kept` of them without a new call. `usd` and `usd_most` are None where no price is
    known. Further rounds, questions and repeated tries are not in it.
    """

    model: str
    papers: int
    kept: int
    calls: int
    prompt_tokens: int
    output_tokens: int
    usd: float | None
    usd_most: float | None
    price: str
    known: bool = True


def planned_calls(
    engine: CloudEngine, tasks: Sequence[ReadingTask], ledger: Ledger, names: tuple[str, str]
) -> Iterator[tuple[Planned, ...]]:
    """For each paper the calls that would be paid; none where the ledger has the answer."""
    for task in tasks:
        text = paper_text(task.passages)
        if text.planted:
            task = without_planted(task, text)
            text = paper_text(task.passages)
        paid = []
        for sample in range(engine.samples):
            request = engine.request(task, text, MODES[0], sample)
            found = ledger.find_part(request.key(*names), request.part_key(*names))
            if found is not None and found.cache_key == request.key(*names):
                continue
            if found is not None:
                request = engine.request(task, text, MODES[0], sample, findings=False)
                if ledger.find(request.key(*names)) is not None:
                    continue
            paid.append(_planned(request, TYPICAL_ANSWER if found is not None else TYPICAL_OUTPUT))
        yield tuple(paid)


def unknown_papers(papers: int, samples: int) -> list[tuple[Planned, ...]]:
    """The calls for papers that were not searched for yet: abstracts of the usual length."""
    from resources.engines.prompts import prompt

    characters = len(prompt(MODES[0].prompt_version)) + TYPICAL_ABSTRACT
    one = Planned(characters, TYPICAL_OUTPUT, MODES[0].max_output_tokens)
    return [(one,) * samples] * papers


def priced(model: str, papers: Sequence[Sequence[Planned]], price: Price | None) -> Estimate:
    """The sum over papers at a price list's prices."""
    calls = [call for paper in papers for call in paper]
    prompt = sum(call.characters // _TYPICAL_CHARACTERS for call in calls)
    output = sum(call.output for call in calls)
    found = Estimate(
        model=model,
        papers=len(papers),
        kept=sum(not paper for paper in papers),
        calls=len(calls),
        prompt_tokens=prompt,
        output_tokens=output,
        usd=None,
        usd_most=None,
        price="no price is known: set AITIA_ENGINE_PRICES",
    )
    if price is None:
        return found
    most = sum(call.characters // CHARACTERS_PER_TOKEN for call in calls), sum(call.most for call in calls)
    return replace(
        found,
        usd=round(price.of(prompt, output), 6),
        usd_most=round(price.of(*most), 6),
        price=price.source,
    )


def _planned(request: ModelRequest, output: int) -> Planned:
    return Planned(
        len(request.system) + len(request.content),
        min(output, request.max_output_tokens),
        request.max_output_tokens,
    )
