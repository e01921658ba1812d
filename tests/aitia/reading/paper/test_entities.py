"""A group's label is no name of what the group was given."""

from __future__ import annotations

import pytest

from aitia.reading.paper.entities import is_group


@pytest.mark.parametrize(
    ("name", "group"),
    [
        ("women in the intervention", True),
        ("participants in the experimental group", True),
        ("adults in the placebo group", True),
        ("Group B", True),
        ("the treated patients", True),
        ("placebo", True),
        ("zinc", False),
        ("zinc and vitamin C", False),
        ("women with asthma", False),
        ("patients in the intensive care unit", False),
    ],
)
def test_a_label_of_people_is_no_thing_that_was_given(name: str, group: bool) -> None:
    assert is_group(name) is group
