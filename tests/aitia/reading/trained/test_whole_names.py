"""The name of an outcome is taken whole: not cut inside, not with the change behind it."""

from __future__ import annotations

import pytest

from aitia.reading.trained.whole_names import whole_name


@pytest.mark.parametrize(
    ("text", "marked", "name"),
    [
        ("In all, serum 25(OH)D was not associated with falls.", "serum 25", "serum 25(OH)D"),
        ("Coronary events fell as well.", "Coronary events fell as well", "Coronary events"),
        ("It gave fewer admissions and lower mortality.", "admissions and lower mortality", "admissions"),
        ("Survival of healthy older people did not change.", "healthy older", "healthy older people"),
        ("Admission to the burns unit was rarer.", "Admission", "Admission to the burns unit"),
        ("The rate of relapse was lower.", "rate", "rate of relapse"),
        ("Pain scores at rest were lower.", "Pain", "Pain scores"),
        ("Stroke increased with smoking.", "Stroke", "Stroke"),
        ("Body weight remained stable.", "Body weight", "Body weight"),
        ("Length of stay was shorter.", "Length of stay", "Length of stay"),
        ("Nausea and vomiting were rarer.", "Nausea and vomiting", "Nausea and vomiting"),
        (
            "The composite of death, stroke and a new infarct occurred in 12 patients.",
            "composite",
            "composite of death, stroke and a new infarct",
        ),
        ("The composite occurred in 12 patients.", "composite", "composite"),
        ("Headache", "Headache", "Headache"),
    ],
)
def test_a_marked_name_is_made_whole(text: str, marked: str, name: str) -> None:
    start = text.index(marked)
    assert text[slice(*whole_name(text, (start, start + len(marked))))] == name
