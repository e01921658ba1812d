"""Asking a training script for help starts no training."""

from __future__ import annotations

from types import ModuleType

import pytest

from bench.training import (
    cause_effect,
    evidence_ranker,
    outcome_reader,
    pair_relations,
    trial_classifier,
    word_space,
)
from bench.training.common import training_seed


@pytest.mark.parametrize(
    "script", [cause_effect, evidence_ranker, outcome_reader, pair_relations, trial_classifier, word_space]
)
def test_help_names_the_fixed_seed_and_trains_nothing(
    script: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        script.main(["--help"])
    assert stop.value.code == 0
    assert f"default: {script.SEED}" in capsys.readouterr().out


def test_an_unknown_option_trains_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        cause_effect.main(["--sed", "x"])
    assert stop.value.code == 2
    assert "--sed" in capsys.readouterr().err


def test_the_seed_is_the_shipped_one_unless_another_is_given() -> None:
    assert training_seed("x", "", 7, []) == 7
    assert training_seed("x", "", 7, ["--seed", "8"]) == 8
