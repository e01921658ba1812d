"""Headings and ids of sections give their sentences a role, subsections that of the section around them."""

from __future__ import annotations

import pytest

from aitia.model.scales import SentenceRole
from aitia.text.roles import heading_role


@pytest.mark.parametrize(
    ("label", "role"),
    [
        ("results", SentenceRole.RESULT),
        ("3. Results:", SentenceRole.RESULT),
        ("3-results", SentenceRole.RESULT),
        ("results-2", SentenceRole.RESULT),
        ("results/pain-at-rest", SentenceRole.RESULT),
        ("results/outcomes", SentenceRole.RESULT),
        ("BODY.RESULTS", SentenceRole.RESULT),
        ("methods/safety", SentenceRole.METHOD),
        ("materials-and-methods/statistics-3", SentenceRole.METHOD),
        ("2.1. Statistical analysis", SentenceRole.METHOD),
        ("background/aims", SentenceRole.BACKGROUND),
        ("Discussion/conclusions", SentenceRole.CONCLUSION),
        ("Methods and results:", None),
        ("Methods/Results", None),
        ("text", None),
        ("", None),
    ],
)
def test_a_heading_gives_the_role_of_its_first_part_that_has_one(
    label: str, role: SentenceRole | None
) -> None:
    assert heading_role(label) is role
