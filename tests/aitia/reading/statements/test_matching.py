"""The lack of an intervention is told from the intervention itself."""

from __future__ import annotations

import pytest

from aitia.reading.statements.matching import is_low_exposure


@pytest.mark.parametrize(
    ("cause", "lacks"),
    [
        ("vitamin D deficiency", True),
        ("low vitamin D", True),
        ("when vitamin D was low", True),
        ("when vitamin D levels were very low", True),
        ("vitamin D", False),
        ("when vitamin D was given at low cost", False),
    ],
)
def test_the_lack_of_the_intervention_is_told_from_the_intervention(cause: str, lacks: bool) -> None:
    assert is_low_exposure(cause, "vitamin D") is lacks
