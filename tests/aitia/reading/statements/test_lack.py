"""The lack of an intervention is told from the intervention itself."""

from __future__ import annotations

import pytest

from aitia.reading.statements.lack import is_low_exposure, lack_named_in, named_lack


@pytest.mark.parametrize(
    ("cause", "lacks"),
    [
        ("vitamin D deficiency", True),
        ("low vitamin D", True),
        ("when vitamin D was low", True),
        ("when vitamin D levels were very low", True),
        ("vitamin D status was probably deficient", True),
        ("vitamin D", False),
        ("when vitamin D was given at low cost", False),
    ],
)
def test_the_lack_of_the_intervention_is_told_from_the_intervention(cause: str, lacks: bool) -> None:
    assert is_low_exposure(cause, "vitamin D") is lacks


@pytest.mark.parametrize(
    ("sentence", "lack"),
    [
        ("Falls were commoner where iron status was probably deficient.", "deficient iron"),
        ("Low iron was associated with fatigue.", "Low iron"),
        ("Iron deficiency was associated with fatigue.", "Iron deficiency"),
        ("Iron reduced fatigue in women with iron deficiency.", None),
        ("In adults with iron deficiency, supplementation reduced fatigue.", None),
        ("A low iron dose did as well.", None),
        ("Iron reduced fatigue.", None),
        ("Fatigue was less frequent.", None),
        ("Fatigue was lower with iron than with rest.", None),
    ],
)
def test_a_sentence_about_the_lack_of_something_names_the_lack(sentence: str, lack: str | None) -> None:
    assert named_lack(sentence, "iron") == lack


@pytest.mark.parametrize(
    ("sentence", "lack"),
    [
        ("Falls were more frequent when 25(OH)D was low (risk ratio 1.50).", "low 25(OH)D"),
        ("Vitamin D deficiency was associated with falls.", "Vitamin D deficiency"),
        ("Vitamin D supplementation reduced falls in vitamin D deficiency.", None),
        ("Falls were rarer with 25(OH)D.", None),
    ],
)
def test_the_lack_of_an_intervention_is_named_by_any_of_its_names(sentence: str, lack: str | None) -> None:
    assert lack_named_in(sentence, "vitamin D") == lack
