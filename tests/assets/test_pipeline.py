"""From a question to a verdict on the demonstration corpus: every step in turn, on a real database."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import func, select, text
from sqlmodel import SQLModel

from aitia.question import Question, read_question
from assets.steps.order import run_steps
from assets.steps.search_plan import RoundConfig
from resources.settings import Settings
from resources.workbench import Workbench, open_workbench

VITAMIN_D = "Does vitamin D prevent severe COVID-19?"


@pytest.fixture
def workbench(store_settings: Settings) -> Iterator[Workbench]:
    with open_workbench(store_settings) as opened:
        yield opened


@pytest.fixture
def question() -> Question:
    return read_question(VITAMIN_D)


def counts(workbench: Workbench) -> dict[str, int]:
    with workbench.store.session() as session:
        return {
            name: session.execute(select(func.count()).select_from(table)).scalar_one()
            for name, table in SQLModel.metadata.tables.items()
        }


def verdicts(workbench: Workbench) -> list[dict[str, object]]:
    with workbench.store.session() as session:
        return [dict(r) for r in session.execute(text("SELECT * FROM verdicts ORDER BY version")).mappings()]


def test_a_question_becomes_a_verdict_whose_every_quote_stands_in_its_passage(
    workbench: Workbench, question: Question
) -> None:
    run_steps(workbench, question, RoundConfig(), "run-1")
    verdict = verdicts(workbench)[0]
    assert verdict["conclusion"] != "established_causal"
    with workbench.store.session() as session:
        wrong = session.execute(
            text(
                "SELECT count(*) FILTER (WHERE substr(p.text, e.char_start + 1, e.char_end - e.char_start)"
                " <> e.evidence), count(*) FROM edges e JOIN passages p USING (passage_id)"
            )
        ).one()
    assert wrong[0] == 0
    assert wrong[1] >= 10


def test_the_same_question_again_adds_no_row(workbench: Workbench, question: Question) -> None:
    run_steps(workbench, question, RoundConfig(), "run-1")
    before = counts(workbench)
    run_steps(workbench, question, RoundConfig(), "run-2")
    assert counts(workbench) == before
