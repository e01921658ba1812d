"""`aitia explain` and `aitia import-edges` with what they cannot take."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from aitia.model.errors import DocumentError, QuestionError
from cli.main import cli


def test_a_document_that_is_missing_is_named() -> None:
    done = CliRunner().invoke(cli, ["explain", "Why?", "-d", "/no/such/papers.jsonl"])
    assert done.exit_code == 1
    assert "/no/such/papers.jsonl does not exist" in done.output


def test_documents_must_be_given() -> None:
    assert "Missing option" in CliRunner().invoke(cli, ["explain", "Why?"]).output


@pytest.mark.parametrize("question", ["", "   ", "a" * 3_000, "Why\x00?"])
def test_what_is_no_question_is_refused(question: str, tmp_path: Path) -> None:
    paper = tmp_path / "papers.jsonl"
    paper.write_text('{"title": "T", "abstract": "Rain causes floods."}\n', encoding="utf-8")
    done = CliRunner().invoke(cli, ["explain", question, "-d", str(paper), "-q"])
    assert isinstance(done.exception, QuestionError)


def test_a_file_without_a_paper_is_refused(tmp_path: Path) -> None:
    paper = tmp_path / "papers.jsonl"
    paper.write_text("{broken\n", encoding="utf-8")
    done = CliRunner().invoke(cli, ["explain", "Why do floods happen?", "-d", str(paper), "-q"])
    assert isinstance(done.exception, DocumentError)


def test_a_list_of_edges_needs_a_file_a_source_and_a_licence(tmp_path: Path) -> None:
    done = CliRunner().invoke(cli, ["import-edges", str(tmp_path), "--source", "x", "--licence", "y"])
    assert done.exit_code == 1
    assert "is not a file" in done.output
    assert (
        "Missing option '--licence'" in CliRunner().invoke(cli, ["import-edges", "f", "--source", "x"]).output
    )
