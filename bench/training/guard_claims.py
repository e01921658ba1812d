"""Claims of the local reader with what is known of them: on the traps, and on labelled abstracts held out."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aitia.evidence.relations.studies import oriented_direction
from aitia.model.claim import Claim
from aitia.model.evidence import OutcomeRole
from aitia.model.keys import PaperId
from aitia.model.paper import Paper
from aitia.model.scales import Decision, Direction, Domain
from aitia.question import read_question
from aitia.reading.open_findings import read_findings
from aitia.reading.paper.arms import Names
from aitia.reading.trained.guard import WAYS, asked_by, claim_features, said_by
from aitia.text.passages import make_passages
from bench.injection.scene import ReadPaper, Scene
from bench.labelled import data_folder
from bench.reading.labels import Labelled, answer_claims, finding_direction, finding_of, read_labelled
from bench.statements import Statement
from bench.training.reader.examples import held_out
from resources.calls.base import ReadingResult
from resources.engines.base import ReadingTask
from resources.engines.local import propose, read_batch
from validators.findings import ClaimDecision

FOLDS = 4
"""Writers of the traps; the abstracts held out are cut into as many parts."""


@dataclass(frozen=True)
class GuardClaim:
    """A claim, the sentence that it quotes with the names of its ends, and whether it is right; `writer` is
    set for traps."""

    kind: str
    claim: Claim
    sentence: str
    names: Names
    right: bool
    fold: int
    writer: str = ""

    def features(self, shares: NDArray[np.float64]) -> list[float]:
        """What tells whether it is right, with what the guard makes of its sentence."""
        return claim_features(self.claim, said_by(self.claim), shares)


def trap_claims(traps: Sequence[tuple[str, Statement]]) -> Iterator[GuardClaim]:
    """What the reader claims on the asked outcome of each trap, before the guard has seen it."""
    folds = {writer: number for number, writer in enumerate(sorted({writer for writer, _ in traps}))}
    for writer, statement in traps:
        question = read_question(statement.question)
        paper = Paper(paper_id=PaperId(statement.record.record_id), **statement.record.model_dump())
        passages = make_passages(paper)
        reading = propose(ReadingTask(paper=paper, passages=passages, question=question))
        scene = Scene(question, {}, read_batch)
        item = ReadPaper(paper, ReadingResult(key="", reading=reading), (), None)
        for claim in reading.claims:
            asked = asked_by(claim, paper.title, passages)
            if claim.direction not in WAYS or asked is None:
                continue
            accepted = scene.accepted(ClaimDecision(Decision.ACCEPTED, None, "", claim), item)
            if accepted.match.role is OutcomeRole.MAIN:
                right = oriented_direction(question, accepted) is statement.direction
                yield GuardClaim("trap", claim, *asked, right, folds[writer], writer)


def held_claims() -> Iterator[GuardClaim]:
    """Answers to the questions of the abstracts held out, and findings whose sentence a label rests on."""
    folder, held = data_folder(), held_out()
    labelled = read_labelled(folder / "labels" / "train.jsonl", folder / "corpus" / "abstracts.jsonl.gz")
    for item in labelled:
        if item.row["id"] not in held:
            continue
        for asked in item.row["questions"]:
            for claim in answer_claims(item, asked):
                yield from _held(item, "held-out answer", claim, asked["answer"])
        for claim in read_findings(item.paper, item.passages, item.facts, Domain.BIOMEDICAL):
            finding = finding_of(item, claim)
            if finding is not None:
                told = finding_direction(claim, finding)
                yield from _held(item, "held-out finding", claim, finding["direction"], told)


def _held(
    item: Labelled, kind: str, claim: Claim, gold: str, told: str | None = None
) -> Iterator[GuardClaim]:
    asked = asked_by(claim, item.paper.title, item.passages)
    if asked is None or claim.direction not in WAYS:
        return
    said = told or {Direction.INCREASES: "higher", Direction.DECREASES: "lower"}.get(claim.direction, "same")
    yield GuardClaim(kind, claim, *asked, said == gold, zlib.crc32(item.row["id"].encode()) % FOLDS)
