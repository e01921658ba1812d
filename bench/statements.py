"""Sentences that are easily misread, each under RESULTS: `python -m bench.statements [--list NAME]`.

What stands as evidence although it is no result of the paper's own, and which way the rest is read. The
sentences were written for this bench (the lists `statements` and `statements_second`); none is from a paper.
"""

from __future__ import annotations

import argparse
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from aitia.evidence.relations.studies import oriented_direction
from aitia.model.evidence import OutcomeRole
from aitia.model.paper import PaperRecord
from aitia.model.scales import Decision, Direction
from aitia.reading.statements.matching import match_claim
from bench.injection.scene import Reader, Scene
from bench.report import Measure, emit
from resources.engines.local import read_batch

LISTS = (
    "statements",
    "statements_second",
    "statements_third",
    "statements_fourth",
    "statements_fifth",
)
_SURE = 0.7
_DIRECTIONS = {
    "more": Direction.INCREASES,
    "less": Direction.DECREASES,
    "same": Direction.NO_DIFFERENCE,
}


@dataclass(frozen=True)
class Statement:
    """A sentence, the trap that it sets, and what it says; `direction` None where it is no evidence."""

    trap: str
    direction: Direction | None
    intervention: str
    outcome: str
    text: str
    comparator: str = ""

    @property
    def question(self) -> str:
        """What is asked; the comparator is named where the row names one."""
        if not self.comparator:
            return f"Does {self.intervention} reduce {self.outcome}?"
        return f"What is the effect of {self.intervention} on {self.outcome} compared with {self.comparator}?"

    @property
    def record(self) -> PaperRecord:
        """A trial whose only result is the sentence."""
        drug, outcome, other = self.intervention, self.outcome, self.comparator or "placebo"
        return PaperRecord(
            source="statements",
            record_id=f"{self.trap}: {self.text}",
            title=f"{drug[:1].upper()}{drug[1:]} and {outcome}: a randomised trial",
            abstract=f"METHODS: We randomly assigned 400 people to {drug} or {other}.\nRESULTS: {self.text}",
        )


@dataclass(frozen=True)
class Edge:
    """An accepted claim on the outcome: which way for the intervention, and how sure."""

    direction: Direction
    confidence: float


def statements(lists: Sequence[str] = LISTS) -> Iterator[Statement]:
    """Every sentence of the lists."""
    for name in lists:
        held = tomllib.loads(files("bench").joinpath(f"{name}.toml").read_text(encoding="utf-8"))
        for trap, rows in held.items():
            for told, intervention, *comparator, outcome, text in rows:
                yield Statement(trap, _DIRECTIONS.get(told), intervention, outcome, text, *comparator)


def edges_of(statement: Statement, reader: Reader = read_batch) -> list[Edge]:
    """What stands on the outcome once the sentence is read and the rules have decided."""
    scene = Scene.of(statement.question, [statement.record], reader)
    edges = []
    for item in scene.clean.values():
        assert item.result.reading is not None
        for decided in item.decided:
            if decided.decision is not Decision.ACCEPTED:
                continue
            match = match_claim(scene.question, decided.claim, item.result.reading.study, None)
            if match.role is OutcomeRole.MAIN:
                accepted = scene.accepted(decided, item)
                edges.append(Edge(oriented_direction(scene.question, accepted), decided.claim.confidence))
    return edges


def measures(reader: Reader = read_batch, show: bool = True, lists: Sequence[str] = LISTS) -> list[Measure]:
    """The figures; what is wrong is printed."""
    standing = wrong = wrong_sure = sure = right = total = 0
    traps: Counter[str] = Counter()
    for statement in (held := list(statements(lists))):
        edges = edges_of(statement, reader)
        clear = [e for e in edges if e.direction is not Direction.UNCLEAR]
        bad = [e for e in clear if e.direction is not statement.direction]
        if statement.direction is None:
            standing += bool(edges)
            bad = edges
        else:
            right += bool(clear) and not bad
            wrong += len(bad)
            total += len(clear)
        sure += sum(e.confidence >= _SURE for e in edges)
        wrong_sure += sum(e.confidence >= _SURE for e in bad)
        if bad:
            traps[statement.trap] += 1
            if show:
                told = ", ".join(f"{e.direction.value} {e.confidence:.2f}" for e in bad)
                print(f"{statement.trap}: {statement.text} → {told}")
    none = sum(s.direction is None for s in held)
    print(len(held), "sentences", *(("wrong by trap:", dict(traps)) if show else ()))
    return [
        Measure("statements: no result of the paper's own, standing as evidence", standing, none),
        Measure("statements: edges of confidence .7 or more that are wrong", wrong_sure, max(1, sure)),
        Measure("statements: edges on results that point elsewhere", wrong, max(1, total)),
        Measure("statements: results read and read rightly", right, len(held) - none),
    ]


def main() -> None:
    """Print and store the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--list", choices=LISTS, help="only this list")
    parser.add_argument("--quiet", action="store_true", help="totals only: what measures is not read")
    args = parser.parse_args()
    lists = (args.list,) if args.list else LISTS
    emit(measures(show=not args.quiet, lists=lists), args.json, "Sentences that are easily misread")


if __name__ == "__main__":
    main()
