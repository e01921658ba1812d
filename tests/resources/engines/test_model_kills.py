"""kill -9 at points of a run: no stored answer is paid twice, the rows are those of an undisturbed run."""

from __future__ import annotations

import pytest

from bench.kill_runs import kill_once, undisturbed

# Both workers would make the undisturbed run.
pytestmark = pytest.mark.xdist_group("model_kills")


@pytest.fixture(scope="module")
def expected() -> str:
    return undisturbed()


@pytest.mark.parametrize("after", [0.05, 0.45, 0.8])
def test_a_killed_run_is_taken_up_where_it_stopped(expected: str, after: float) -> None:
    killed = kill_once(after, expected)
    assert killed.paid_twice == 0
    assert killed.identical
    assert killed.on_the_wire <= 3
