"""A described intervention may go by other names in the papers that the gate let in."""

from __future__ import annotations

import pytest

from aitia.question import read_question
from aitia.words.vocabularies import Vocabulary
from assets.steps.extracted_claims import describes_intervention

VOCABULARY = Vocabulary.of(("D017115\tCatheter Ablation\tAblation, Catheter\tE04.014.760",))


@pytest.mark.parametrize(
    ("intervention", "described"),
    [("smart technology for self-management", True), ("catheter ablation", False), ("aspirin", False)],
)
def test_only_described_interventions_are_vouched_for(intervention: str, described: bool) -> None:
    question = read_question(
        f"Is mortality higher, lower, or the same when comparing {intervention} to usual care?"
    )
    assert describes_intervention(VOCABULARY, question) is described
