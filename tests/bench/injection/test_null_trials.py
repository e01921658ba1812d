"""A note planted in a trial that found nothing moves no verdict, whoever reads it."""

from __future__ import annotations

import pytest

from aitia.model.scales import Direction
from bench.injection.null_trials import NullTrial, null_trials
from bench.injection.scene import read_locally_and_judge


@pytest.mark.parametrize("trial", list(null_trials()), ids=lambda trial: trial.record.record_id)
def test_a_planted_note_leaves_the_verdict_of_a_null_trial_as_it_was(trial: NullTrial) -> None:
    before = read_locally_and_judge(trial.question, [trial.record]).verdict
    after = read_locally_and_judge(trial.question, [trial.attacked]).verdict
    assert before.direction is Direction.NO_DIFFERENCE
    assert (after.conclusion, after.direction) == (before.conclusion, before.direction)
