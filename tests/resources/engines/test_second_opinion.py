"""What a quoted sentence says against a model's answer, with the close reader beside the outcome reader."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aitia.model.claim import Claim
from aitia.model.scales import Direction
from aitia.reading.paper.document import read_document
from aitia.reading.trained import LocalModels, network
from aitia.reading.trained.close import MARK, CloseRow, Scores
from aitia.reading.trained.layout import Encoder
from resources.engines.local import propose
from resources.engines.second_opinion import spoken_against
from tests.resources.engines.asked_trial import METHODS, trial

NONE = "RESULTS: There was no significant difference in nausea between zeltamine and placebo (p = 0.48)."


class _SaysLess:
    """Sure that there is less with zeltamine, whichever arm it is; tells nothing of pages."""

    version = "less"

    @property
    def encoder(self) -> Encoder:
        return network().encoder

    def scores(self, rows: Sequence[CloseRow]) -> tuple[Scores, list[Scores]]:
        letter, drug = (self.encoder.encode(t, add_special_tokens=False).ids[0] for t in ("x", "zeltamine"))
        first = [row[row.index(letter) + 1] == drug for row in rows]
        found = np.array([[0.0, 0.0 if less else 9.0, 9.0 if less else 0.0, 0.0, 0.0] for less in first])
        return found, [np.eye(row.count(MARK))[0] for row in rows]

    def found(self, row: CloseRow) -> Scores:
        raise AssertionError(f"a page of {len(row)} tokens was read without a question")


def test_the_close_reader_has_half_a_say_in_what_speaks_against_an_answer() -> None:
    task = trial(METHODS, NONE)
    claim: Claim = propose(task).claims[0].model_copy(update={"direction": Direction.DECREASES})
    quoted = [s for s in read_document(task.passages) if "no significant" in s.text]

    def against(models: LocalModels) -> str:
        return spoken_against(task, claim, Direction.DECREASES, quoted, task.paper.abstract, models)

    assert "no_difference" in against(LocalModels())
    assert against(LocalModels(close=_SaysLess())) == ""
