"""A person notes that a paper is retracted: it is no evidence any more until that is taken back."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from aitia.model.errors import AitiaError, NotFound, StoreError

if TYPE_CHECKING:
    from tests.assets.scenes import World

PAPER = "pmid:91000001"


def retract(world: World, paper: str = PAPER, who: str = "Ann", reason: str = "a notice") -> tuple[str, ...]:
    from assets.steps.removal import retract_paper

    return retract_paper(world.bench, paper, who, reason)


def take_back(world: World, paper: str = PAPER, who: str = "Ben") -> tuple[str, ...]:
    from assets.steps.removal import unretract_paper

    return unretract_paper(world.bench, paper, who, "")


def test_a_retracted_paper_is_no_evidence_until_that_is_taken_back(world: World) -> None:
    world.ask()
    before = world.state()
    assert retract(world) == (world.question.text,)
    world.ask()
    assert any(line.startswith("Retracted since") for line in world.verdict()["changes"])
    assert world.state() != before
    assert take_back(world) == (world.question.text,)
    world.ask()
    assert world.state() == before
    said = world.sql(
        "SELECT decision, reviewer FROM reviews WHERE subject_type = 'retraction' ORDER BY created_at"
    )
    assert [(row["decision"], row["reviewer"]) for row in said] == [("retract", "Ann"), ("withdrawn", "Ben")]


def test_a_search_that_knows_nothing_of_it_does_not_bring_the_paper_back(world: World) -> None:
    retract(world)
    world.ask()
    world.ask()
    assert world.value("SELECT retraction_status FROM papers WHERE paper_id = :p", p=PAPER) == "retracted"


def test_the_report_names_who_noted_it_and_why(world: World) -> None:
    from resources.store.migrate import SQL

    retract(world)
    statement = (SQL / "reports" / "list_papers.sql").read_text(encoding="utf-8")
    rows = world.sql(statement, question_id=world.question.question_id)
    (signals,) = (row["signals"] for row in rows if row["paper_id"] == PAPER)
    assert "retracted (Ann, a person: a notice)" in signals


@pytest.mark.parametrize(
    ("paper", "who", "reason", "error", "said"),
    [
        ("pmid:9", "Ann", "a notice", NotFound, "'pmid:9'"),
        (PAPER, " ", "a notice", StoreError, "name of who"),
        (PAPER, "Ann", " ", StoreError, "a reason"),
    ],
)
def test_what_cannot_be_retracted_is_said(
    world: World, paper: str, who: str, reason: str, error: type[AitiaError], said: str
) -> None:
    with pytest.raises(error, match=said):
        retract(world, paper, who, reason)
    with pytest.raises(NotFound):
        take_back(world, paper)


def test_of_two_who_retract_at_once_one_is_told_that_it_is_done(world: World) -> None:
    def attempt(who: str) -> Any:
        try:
            return retract(world, who=who)
        except StoreError as problem:
            return str(problem)

    with ThreadPoolExecutor(2) as pool:
        done = list(pool.map(attempt, ("Ann", "Ben")))
    assert sorted(isinstance(one, str) for one in done) == [False, True]
    assert any("retracted already" in one for one in done if isinstance(one, str))
    assert world.value("SELECT count(*) FROM reviews WHERE subject_type = 'retraction'") == 1


def test_the_command_notes_and_takes_back(
    world: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    import json

    from click.testing import CliRunner

    from cli.main import cli

    monkeypatch.setenv(
        "AITIA_DATABASE_URL", world.bench.store.engine.url.render_as_string(hide_password=False)
    )
    monkeypatch.setenv("AITIA_DATA_HOME", str(tmp_path))

    def run(*arguments: str) -> Any:
        return CliRunner().invoke(cli, ["retract", PAPER, "--reviewer", "Ann", *arguments])

    assert json.loads(run("--reason", "a notice", "--json").output)["touched_questions"] == [
        world.question.text
    ]
    again = run("--reason", "a notice")
    assert again.exit_code != 0
    assert "as Ann says" in str(again.exception or again.output)
    assert "no longer noted" in run("--undo").output
