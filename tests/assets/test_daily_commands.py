"""The commands that look after a store, on one that holds an answer: count, pause, back up and put back."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from resources.settings import get_settings
from resources.workbench import open_workbench

if TYPE_CHECKING:
    from pathlib import Path

    from resources.store.server import EmbeddedServer
    from tests.assets.scenes import World

Aitia = Callable[..., str]


@pytest.fixture
def aitia(world: World, monkeypatch: pytest.MonkeyPatch) -> Aitia:
    """Runs a command on the world's store, or on another one's address; gives what it prints."""
    from click.testing import CliRunner

    from cli.main import cli

    address = world.bench.settings.database_url
    assert address is not None
    monkeypatch.setenv("AITIA_DATABASE_URL", address.get_secret_value())
    monkeypatch.setenv("AITIA_DATA_HOME", str(world.bench.settings.data_home))

    def run(*arguments: str, store: str = "") -> str:
        environment = {"AITIA_DATABASE_URL": store} if store else {}
        done = CliRunner().invoke(cli, arguments, env=environment, catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.stdout

    return run


@pytest.fixture
def elsewhere(store_server: EmbeddedServer) -> Iterator[str]:
    """The address of an empty database."""
    name = f"elsewhere_{uuid.uuid4().hex[:12]}"
    store_server.ensure_database(name)
    yield store_server.url(name)
    store_server.drop_database(name)


def test_status_counts_what_is_stored_what_was_saved_and_what_was_refused_by_which_rule(
    world: World, aitia: Aitia
) -> None:
    # The database refuses both changes, so its rules are set aside as only its owner can.
    world.sql("SET LOCAL session_replication_role = replica; UPDATE questions SET active = false")
    world.sql(
        "SET LOCAL session_replication_role = replica; UPDATE claim_decisions"
        " SET decision = 'rejected', rule = CASE WHEN n < 3 THEN 'quote_verbatim' ELSE 'direction_stated' END"
        " FROM (SELECT claim_id AS one, row_number() OVER (ORDER BY claim_id) AS n FROM claims) numbered"
        " WHERE one = claim_id AND n <= 3"
    )
    counted = json.loads(aitia("status", "--json"))
    rows = world.rows()
    assert counted["refused by rule"] == {"quote_verbatim": 2, "direction_stated": 1}
    assert (counted["questions"], counted["questions paused"], counted["claims refused"]) == (1, 1, 3)
    assert (counted["papers"], counted["searches"]) == (rows["papers"], rows["searches"])
    assert counted["readings"] == rows["extractions"] > 0
    shown = aitia("status")
    assert "quote_verbatim" in shown
    assert "readings taken from the cache" in shown


def test_hours_of_its_own_pause_and_resume_are_what_the_schedule_goes_by(world: World, aitia: Aitia) -> None:
    def standing() -> tuple[Any, Any]:
        (row,) = world.sql("SELECT refresh_hours, active FROM questions")
        return row["refresh_hours"], row["active"]

    text = world.question.text
    aitia("refresh", text, "--every", "6h")
    assert standing() == (6, True)
    aitia("refresh", text.upper(), "--pause")
    assert standing() == (6, False)
    aitia("refresh", world.question.question_id, "--resume", "--every", "2w")
    assert standing() == (336, True)


def test_an_answered_store_goes_elsewhere_whole_and_goes_on_there_as_if_it_had_never_left(
    world: World, aitia: Aitia, elsewhere: str, tmp_path: Path
) -> None:
    from assets.steps.rounds import is_settled

    file = tmp_path / "store.backup"
    assert "1 questions, 1 verdicts" in aitia("db", "backup", str(file))
    assert "Restored: 1 questions, 1 verdicts" in aitia("db", "restore", str(file), store=elsewhere)
    before, tables = world.state(), world.tables()
    settings = get_settings(database_url=elsewhere, data_home=world.bench.settings.data_home)
    embedder = world.bench.embedder
    world.bench.close()
    with open_workbench(settings) as bench:
        bench.__dict__["embedder"] = embedder
        world.bench = bench
        for name, rows in world.tables().items():
            assert _unmoved(rows) == _unmoved(tables[name]), name
        assert is_settled(bench, world.question, [], [])
        world.ask()
        assert (world.state(), world.rows()["edges"], world.verdict()["version"]) == (
            before,
            len(tables["edges"]),
            1,
        )
    assert "Everything fits." in aitia("db", "verify", store=elsewhere)


def _unmoved(rows: list[dict[str, Any]]) -> list[str]:
    """The rows in an order of their own, but for numbers of transactions: each server counts for itself."""
    moved = ("transaction_id", "reasoned_below", "marked_in")
    kept = [{name: str(value) for name, value in row.items() if name not in moved} for row in rows]
    return sorted(json.dumps(row, sort_keys=True) for row in kept)
