"""`aitia review`: what waits, both its sides, and decisions that are taken back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cli.main import cli

QUESTION = {"question_id": "question_1", "text": "Does zinc shorten colds?"}
ABSTRACT = "Zinc shortened the common cold by a day."


@pytest.fixture
def borderline(store: Any, store_settings: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A store in which one paper is borderline for a question."""
    from resources.store.session import insert_once
    from resources.store.tables import PaperRow, QuestionPaperRow, QuestionRow

    with store.session() as session:
        insert_once(session, QuestionRow, [QUESTION])
        insert_once(
            session,
            PaperRow,
            [{"paper_id": "pmid:1", "title": "Zinc for \x1b[31mcolds", "abstract": ABSTRACT}],
        )
        row = {"question_id": "question_1", "paper_id": "pmid:1", "round_no": 1, "decision": "borderline"}
        insert_once(session, QuestionPaperRow, [row | {"reason": "near the threshold"}])
    monkeypatch.setenv("AITIA_DATABASE_URL", store_settings.database_url.get_secret_value())
    return store


def review(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["review", *arguments])


def test_what_waits_is_listed_and_shown_with_both_sides(borderline: Any) -> None:
    (row,) = json.loads(review("list", "--json").stdout)
    assert (row["subject_type"], row["subject_id"]) == ("paper", "pmid:1")
    shown = review("show", "pmid:1").stdout
    assert QUESTION["text"] in shown
    assert ABSTRACT in shown
    assert "\x1b" not in shown, "a title cannot act on the terminal"
    assert review().stdout == review("list").stdout


def test_a_decision_is_stored_with_name_and_reason_and_taken_back(borderline: Any) -> None:
    done = json.loads(review("accept", "pmid:1", "--reviewer", "Ann", "--reason", "fits", "--json").stdout)
    assert (done["subject_type"], done["decision"], done["reviewer"]) == ("paper", "accept", "Ann")
    assert review("list").stdout == "Nothing waits for a person.\n"
    (said,) = json.loads(review("list", "--decided", "--json").stdout)
    assert (said["decision"], said["note"], said["stands"]) == ("include", "fits", True)
    assert review("undo", "pmid:1", "--reviewer", "Ann").exit_code == 0
    assert len(json.loads(review("list", "--json").stdout)) == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("accept", "pmid:9"), "has the id 'pmid:9'"),
        (("undo", "pmid:1"), "to take back"),
        (("accept", "pmid:1", "--reviewer", " "), "needs the name"),
        (("show", "pmid:9"), "does not wait"),
    ],
)
def test_what_cannot_be_done_is_said(borderline: Any, arguments: tuple[str, ...], said: str) -> None:
    done = review(*arguments)
    assert done.exit_code == 1
    assert said in done.output or said in str(done.exception)


def test_nobody_has_agreed_yet(borderline: Any) -> None:
    assert "No two reviewers" in review("agreement").stdout
    assert json.loads(review("agreement", "--json").stdout) == []
