"""Counts, percentages and means of the arms are read as printed, and contradictions are refused."""

from __future__ import annotations

import pytest

from aitia.reading.numbers.arm_counts import read_counts, read_means


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12/117 vs 4/117", [(12, 117), (4, 117)]),
        ("30 of 378 [7.94%] versus 42 of 86 [48.8%]", [(30, 378), (42, 86)]),
        ("10 (20%) of 50 and 5 (10%) of 50", [(10, 50), (5, 50)]),
        ("twelve of 117 patients", [(12, 117)]),
        ("55/1515 and 78/2949", [(55, 1515), (78, 2949)]),
        ("1,204/12,300 against 1,100/12,250", [(1204, 12300), (1100, 12250)]),
        ("12/117 (50%)", []),
        ("130/80 mmHg", []),
        ("mg/kg and 5/0", []),
        ("relapse in 10/8, metastases in 14/16 and cancer in 4/10 patients", []),
        ("12/117 vs 4/117 at 130/80 mmHg", [(12, 117), (4, 117)]),
    ],
)
def test_counts(text: str, expected: list[tuple[int, int]]) -> None:
    assert [(f.events, f.total) for f in read_counts(text)] == expected


def test_means_with_their_deviation_and_n() -> None:
    first, second = read_means("22.0 ± 6.3 minutes (n = 24) and 3.9 (SD 1.5) minutes (n = 26)")
    assert (first.mean, first.sd, first.n) == (22.0, 6.3, 24)
    assert (second.mean, second.sd, second.n) == (3.9, 1.5, 26)
