"""`aitia ask` from end to end, offline, on a folder of papers; and the commands that read what it stored."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.places import FAR, QUESTION, ROOT, TRIALS, Place, trial, write

if TYPE_CHECKING:
    from resources.store.server import EmbeddedServer

# Both workers would ask the question that these tests share.
pytestmark = pytest.mark.xdist_group("ask")


@pytest.fixture(scope="module")
def make_place(
    store_server: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[..., Place]]:
    """A maker of places, new ones or copies of one."""
    names: list[str] = []

    def make(of: Place | None = None) -> Place:
        name = f"cli_{uuid.uuid4().hex[:12]}"
        store_server.ensure_database(name, template=of.database if of else "template_aitia")
        names.append(name)
        home = tmp_path_factory.mktemp("place")
        if of:
            shutil.copytree(of.papers.parent, home, dirs_exist_ok=True)
        environment = {key: value for key, value in os.environ.items() if not key.startswith("AITIA_")}
        environment |= {"AITIA_DATABASE_URL": store_server.url(name), "AITIA_DATA_HOME": str(home / "home")}
        return Place(environment, home / "papers")

    yield make
    for name in names:
        store_server.drop_database(name)


@pytest.fixture(scope="module")
def interrupted(make_place: Callable[..., Place]) -> tuple[Place, subprocess.CompletedProcess[str]]:
    """A place where the question was asked, of good lines among bad ones, and Ctrl-C pressed in mid-run."""
    place = make_place()
    other_text = trial(1, "0.91", "0.80 to 1.10")
    title_only = {"pmid": "92000009", "title": "Zeltamine and stroke: a letter"}
    write(place.papers, [*TRIALS, other_text, title_only])
    with (place.papers / "papers.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"pmid": "92000010", "title": \n')
    (place.papers / "latin.jsonl").write_bytes('{"title": "Caf\xe9 and stroke"}\n'.encode("latin-1"))
    packed = gzip.compress(json.dumps(trial(4, "0.80", "0.66 to 0.97")).encode() * 50)
    (place.papers / "cut.jsonl.gz").write_bytes(packed[: len(packed) // 2])
    process = subprocess.Popen(
        place.command("ask", QUESTION, "--documents", str(place.papers)),
        cwd=ROOT,
        env=place.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stderr is not None
    for line in process.stderr:
        if "checking claims" in line or re.search(r"reading \d+ papers", line):
            # As a terminal does: to the whole process group.
            os.killpg(process.pid, signal.SIGINT)
            break
    out, rest = process.communicate(timeout=FAR)
    return place, subprocess.CompletedProcess(process.args, process.returncode, out, rest)


@pytest.fixture(scope="module")
def answered(
    interrupted: tuple[Place, subprocess.CompletedProcess[str]],
) -> tuple[Place, subprocess.CompletedProcess[str]]:
    """The place after the same command went on from there, and what that printed."""
    place, _ = interrupted
    return place, place.ask()


def test_the_answer_is_printed_with_its_figures_and_the_quotes_behind_them(
    answered: tuple[Place, subprocess.CompletedProcess[str]],
) -> None:
    _, done = answered
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"# {QUESTION}")
    assert "RR 0.7" in done.stdout
    assert "> “Zeltamine reduced the risk of stroke compared with placebo (RR 0.78" in done.stdout
    assert "Dagster run" in done.stderr


def test_lines_and_files_that_cannot_be_read_are_named_and_the_good_ones_kept(
    answered: tuple[Place, subprocess.CompletedProcess[str]],
) -> None:
    place, done = answered
    (search,) = place.query("SELECT status, error, warnings FROM searches WHERE source = 'documents' LIMIT 1")
    warnings = "\n".join(search["warnings"])  # type: ignore[arg-type]
    assert "papers.jsonl" in warnings
    assert "line 6" in warnings or "papers.jsonl:6" in warnings
    assert "latin.jsonl" in warnings
    assert "cut.jsonl.gz" in str(search["error"])
    assert search["status"] == "incomplete"
    assert "papers.jsonl" in done.stderr
    assert "incomplete" in done.stdout
    assert place.query("SELECT count(*) AS n FROM papers WHERE pmid LIKE '9200000_'")[0]["n"] == 4


def test_one_id_with_two_texts_is_kept_as_a_conflict(
    answered: tuple[Place, subprocess.CompletedProcess[str]],
) -> None:
    place, _ = answered
    rows = place.query("SELECT kind, paper_id FROM paper_conflicts")
    assert {row["paper_id"] for row in rows} == {"pmid:92000001"}


def test_the_same_question_is_answered_from_the_store_without_a_run(
    answered: tuple[Place, subprocess.CompletedProcess[str]],
) -> None:
    place, first = answered
    before = place.query("SELECT count(*) AS n, max(run_id) AS run FROM verdicts")
    again = place.ask()
    assert again.returncode == 0, again.stderr
    assert again.stdout == first.stdout
    assert "Answered from the store" in again.stderr
    assert "Dagster" not in again.stderr
    as_json = place.ask("--json")
    document = json.loads(as_json.stdout)
    assert as_json.stderr == ""
    assert document["version"] == 1
    assert document["effect"]["measure"] == "RR"
    assert place.query("SELECT count(*) AS n, max(run_id) AS run FROM verdicts") == before


def test_an_answered_question_and_the_help_import_nothing_that_only_a_run_needs(
    answered: tuple[Place, subprocess.CompletedProcess[str]],
) -> None:
    place, _ = answered
    heavy = {
        *("dagster", "great_expectations", "onnxruntime", "tokenizers", "pandas", "scipy", "numpy"),
        *("jinja2", "google", "httpx", "alembic", "aitia.reading", "aitia.evidence.relations"),
        *("sqlmodel", "sqlalchemy.orm", "rich", "resources.store.tables"),
    }
    look = (
        "import json, sys; from cli.main import main\ntry: main(sys.argv[1:])\n"
        "finally: print(json.dumps(sorted(sys.modules)), file=sys.stderr)"
    )
    for arguments in (["ask", QUESTION, "--documents", str(place.papers)], ["--help"]):
        done = subprocess.run(
            [sys.executable, "-c", look, *arguments],
            **{"cwd": ROOT, "env": place.environment, "capture_output": True, "text": True, "check": True},
        )
        loaded = set(json.loads(done.stderr.splitlines()[-1]))
        assert "click" in loaded
        assert not loaded & heavy, arguments
        assert ("Answered from the store" in done.stderr) is (arguments[0] == "ask")
    assert not loaded & {"sqlalchemy", "pydantic", "psycopg", "rich"}, "the help needs no store"


def test_questions_and_show_print_what_is_stored(
    answered: tuple[Place, subprocess.CompletedProcess[str]],
) -> None:
    place, first = answered
    listed = json.loads(place.run("questions", "--json").stdout)
    assert [row["question"] for row in listed] == [QUESTION]
    shown = place.run("show", QUESTION, "--version", "1")
    assert shown.stdout == first.stdout
    missing = place.run("show", QUESTION, "--version", "7")
    assert missing.returncode == 1
    assert "version 7" in missing.stderr


def test_sql_only_reads_stops_in_time_and_limits_rows(
    answered: tuple[Place, subprocess.CompletedProcess[str]],
) -> None:
    place, _ = answered
    refused = place.run("sql", "DELETE FROM edges")
    assert refused.returncode == 1
    assert refused.stderr.startswith("Error: ")
    assert refused.stderr.count("\n") == 1
    late = place.run("sql", "--timeout", "0.5", "SELECT pg_sleep(60)")
    assert late.returncode == 1
    assert "0.5" in late.stderr
    few = place.run("sql", "--json", "--limit", "3", "SELECT generate_series(1, 100) AS n")
    assert [row["n"] for row in json.loads(few.stdout)] == [1, 2, 3]
    assert "--limit" in few.stderr


def empty_folder(folder: Path) -> None:
    folder.mkdir()


def empty_file(folder: Path) -> None:
    folder.mkdir()
    (folder / "papers.jsonl").write_bytes(b"")


def not_utf8(folder: Path) -> None:
    folder.mkdir()
    (folder / "papers.jsonl").write_bytes(b"\xff\xfe\x00\x01" * 40)


def cut_gzip(folder: Path) -> None:
    folder.mkdir()
    (folder / "papers.jsonl.gz").write_bytes(gzip.compress(os.urandom(4000))[:60])


def malformed(folder: Path) -> None:
    folder.mkdir()
    (folder / "papers.jsonl").write_text('{"title": \nnot json\n', encoding="utf-8")


@pytest.mark.parametrize("make", [empty_folder, empty_file, not_utf8, cut_gzip, malformed])
def test_documents_without_one_readable_paper_are_refused_in_one_line(
    answered: tuple[Place, subprocess.CompletedProcess[str]], tmp_path: Path, make: Callable[[Path], None]
) -> None:
    place, _ = answered
    make(tmp_path / "papers")
    done = place.run("ask", "Does zeltamine prevent migraine?", "-q", "-d", str(tmp_path / "papers"))
    assert done.returncode == 1, done.stderr
    assert done.stderr.startswith("Error: ")
    assert done.stderr.count("\n") == 1
    assert str(tmp_path / "papers") in done.stderr
    assert done.stdout == ""


def test_paths_and_sources_that_do_not_exist_are_refused(
    answered: tuple[Place, subprocess.CompletedProcess[str]],
) -> None:
    place, _ = answered
    missing = place.run("ask", QUESTION, "-d", "/no/such/folder")
    assert missing.returncode == 1
    assert "Error: /no/such/folder does not exist" in missing.stderr
    unknown = place.run("ask", QUESTION, "-s", "the library")
    assert unknown.returncode == 2
    assert "unknown source 'the library'" in unknown.stderr


def test_an_interrupted_run_says_so_and_the_same_command_resumes(
    interrupted: tuple[Place, subprocess.CompletedProcess[str]],
    answered: tuple[Place, subprocess.CompletedProcess[str]],
) -> None:
    place, stopped = interrupted
    assert stopped.returncode == 130, stopped.stderr
    assert "Traceback" not in stopped.stderr
    assert stopped.stderr.strip().endswith("the same command resumes.")
    assert stopped.stdout == ""
    _, resumed = answered
    assert resumed.returncode == 0, resumed.stderr
    assert "RR 0.7" in resumed.stdout
    assert place.query("SELECT count(*) AS n FROM verdicts")[0]["n"] == 1


def test_several_questions_are_answered_one_after_another(
    answered: tuple[Place, subprocess.CompletedProcess[str]],
) -> None:
    place, first = answered
    done = place.run("ask", QUESTION, QUESTION, "-d", str(place.papers))
    assert done.stdout == first.stdout * 2
    both = json.loads(place.run("ask", QUESTION, QUESTION, "-d", str(place.papers), "--json").stdout)
    assert [verdict["version"] for verdict in both] == [1, 1]


def test_a_source_that_does_not_answer_takes_nothing_away_and_ends_with_code_3(
    answered: tuple[Place, subprocess.CompletedProcess[str]], make_place: Callable[..., Place]
) -> None:
    of, first = answered
    place = make_place(of)
    place.environment["AITIA_SOURCE_URLS"] = json.dumps({"europe_pmc": "http://127.0.0.1:9"})
    failed = place.run("ask", QUESTION, "-s", "europe_pmc")
    assert failed.returncode == 3, failed.stderr
    headline = first.stdout.splitlines()[2]
    assert headline in failed.stdout
    assert (
        "europe_pmc did not answer in full: the papers that documents gave before still count"
        in failed.stdout
    )
    assert "Warning: None of the sources that were asked answered: europe_pmc failed." in failed.stderr
