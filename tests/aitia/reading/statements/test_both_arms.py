"""What changed in both arms is told apart from what differs between them."""

from __future__ import annotations

import pytest

from aitia.reading.paper.arms import is_a_time
from aitia.reading.statements.both_arms import changes_both, denies_a_difference


@pytest.mark.parametrize(
    ("text", "both"),
    [
        ("Both acarbose and metformin treatment led to a decrease in weight (all P < 0.05).", True),
        ("Weight fell significantly in both groups.", True),
        ("In all three treatment groups pain had declined by week 12.", True),
        ("Weight fell in both groups, but more so with metformin.", False),
        ("Weight fell significantly more in the metformin group than in the acarbose group.", False),
        ("Metformin lowered weight in both groups.", False),
        ("Weight fell with metformin.", False),
        ("Of both groups weight fell in 53% on metformin and 30% on acarbose.", False),
        ("Weight fell in all groups, in that on metformin the lowest was reached.", False),
        ("There was no significant difference between both groups.", False),
    ],
)
def test_a_change_in_both_arms_is_none_of_one(text: str, both: bool) -> None:
    assert changes_both(text, "metformin", "acarbose") is both


def test_where_an_arm_is_not_known_nothing_is_told() -> None:
    assert not changes_both("Weight fell significantly in both groups.", "metformin", "")
    assert not changes_both("Weight fell significantly in both groups.", "metformin", "metformin")
    assert not changes_both("Weight fell significantly in both groups.", "metformin", "before surgery")
    assert not changes_both("Weight fell significantly in both groups.", "baseline weight", "acarbose")


@pytest.mark.parametrize(
    ("name", "time"),
    [
        ("baseline", True),
        ("before surgery", True),
        ("pre-treatment value", True),
        ("placebo", False),
        ("pre-exposure prophylaxis", False),
    ],
)
def test_an_earlier_time_is_no_arm(name: str, time: bool) -> None:
    assert is_a_time(name) is time


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("No significant differences between the treatment groups were observed.", True),
        (
            "Both groups showed a reduction in pain, but there was no significant difference between them.",
            True,
        ),
        ("Weight did not differ significantly between the groups.", True),
        ("Weight did not differ, but waist was smaller with metformin.", False),
        ("There was no difference, except that pain was less with ice.", False),
        ("Pain fell with ice; nausea did not differ between the groups.", False),
        ("Pain was not significantly reduced.", False),
        ("Pain was less with ice than with heat.", False),
    ],
)
def test_a_sentence_may_deny_any_difference_of_the_arms(text: str, denied: bool) -> None:
    assert denies_a_difference(text) is denied
