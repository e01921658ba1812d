"""What is set for the whole process while calls run is put back once, by the last that leaves."""

from __future__ import annotations

import gc
import sys

import pytest

from resources.engines.undisturbed import undisturbed


def test_overlapping_runs_leave_the_process_as_it_was() -> None:
    before = sys.getswitchinterval()
    one, other = undisturbed(), undisturbed()
    one.__enter__()
    during = sys.getswitchinterval()
    assert during < before
    assert gc.get_freeze_count() > 0
    other.__enter__()
    one.__exit__(None, None, None)
    assert sys.getswitchinterval() == pytest.approx(during)
    assert gc.get_freeze_count() > 0
    other.__exit__(None, None, None)
    assert sys.getswitchinterval() == pytest.approx(before)
    assert gc.get_freeze_count() == 0


def test_a_failure_inside_puts_it_back_too() -> None:
    before = sys.getswitchinterval()
    with pytest.raises(ValueError, match="stop"), undisturbed():
        raise ValueError("stop")
    assert sys.getswitchinterval() == pytest.approx(before)
