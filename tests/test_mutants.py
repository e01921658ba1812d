"""The small faults that `tests/mutants.py` plants fit the code: a list that does not tests nothing."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from tests.loaded import loaded


def script() -> ModuleType:
    """The script that plants them."""
    return loaded("tests/mutants.py")


def test_every_fault_stands_once_in_its_file_and_has_tests() -> None:
    assert script().misplaced(script().mutations()) == []


def test_no_two_faults_have_one_name() -> None:
    names = [mutation.name for mutation in script().mutations()]
    assert sorted(set(names)) == sorted(names)


def test_a_fault_whose_text_is_gone_is_named(tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text("limit = 1\n")
    (tmp_path / "test_code.py").write_text("")
    fault = script().Mutation("the limit is 2", "code.py", "limit = 1", "limit = 2", ("test_code.py",))
    assert script().misplaced([fault], tmp_path) == []
    (tmp_path / "code.py").write_text("limit = 3\n")
    assert script().misplaced([fault], tmp_path) == ["the limit is 2"]
    twice = script().Mutation("twice", "code.py", "i", "j", ("test_code.py",))
    assert script().misplaced([twice], tmp_path) == ["twice"]


def test_a_planted_fault_is_taken_out_again(tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text("limit = 1\n")
    fault = script().Mutation("the limit is 2", "code.py", "limit = 1", "limit = 2", ("test_code.py",))
    with script().planted(tmp_path, fault):
        assert (tmp_path / "code.py").read_text() == "limit = 2\n"
    assert (tmp_path / "code.py").read_text() == "limit = 1\n"
