"""A database that stops, or a disk that fills, in mid-run: one message, and asked again the run goes on."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.disks import unmount

if TYPE_CHECKING:
    from resources.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
QUESTION = "Does zeltamine reduce stroke risk?"
BALLAST = "ballast"
_PROGRESS = re.compile(r" *\d+\.\d s  ")
_STORED = """
SELECT (SELECT count(*) FROM papers) AS papers, (SELECT count(*) FROM passages) AS passages,
       (SELECT count(*) FROM claims) AS claims, (SELECT count(*) FROM edges) AS edges,
       (SELECT count(*) FROM studies) AS studies, (SELECT count(*) FROM search_hits) AS hits,
       (SELECT count(*) FROM verdicts) AS verdicts, (SELECT max(fingerprint) FROM verdicts) AS fingerprint
"""
pytestmark = pytest.mark.xdist_group("mid_run")


def papers(folder: Path) -> Path:
    """Trials of an invented drug; long enough that to store them takes new pages of the disk."""
    clinics = " ".join(f"Clinic {n} counted its admissions for stroke in every month." for n in range(60))
    lines = [
        {
            "pmid": str(93000000 + n),
            "title": f"Zeltamine for the prevention of stroke: randomised trial number {n}",
            "abstract": f"Background: {clinics} Methods: We randomly assigned {4000 + n} adults to zeltamine "
            "or placebo. Results: Zeltamine reduced the risk of stroke compared with placebo "
            f"(RR 0.7{n}, 95% CI 0.5{n} to 0.9{n}). Conclusions: Zeltamine reduced stroke in adults.",
            "publication_types": ["Randomized Controlled Trial"],
            "year": 2010 + n,
        }
        for n in range(4)
    ]
    folder.mkdir()
    (folder / "papers.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return folder


def in_place(home: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("AITIA_")}
    return kept | {"AITIA_DATA_HOME": str(home), "AITIA_DURABLE": "false"}


def ask(
    environment: Mapping[str, str], folder: Path, at: str = "", act: Callable[[], None] = lambda: None
) -> tuple[int, str, list[str]]:
    """Ask in a process of its own, and act once its progress says `at`; its code, output and other lines."""
    done = False
    with subprocess.Popen(
        [sys.executable, "-m", "cli.main", "ask", QUESTION, "-d", str(folder)],
        cwd=ROOT,
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        said = []
        for line in process.stderr:
            said.append(line)
            if at and at in line and not done:
                act()
                done = True
        output = process.stdout.read()
    assert done is bool(at), "".join(said)
    return (
        process.returncode,
        output,
        [line for line in said if not line[:5].strip().replace(".", "").isdigit()],
    )


def stop(home: Path) -> None:
    """What an administrator's stop does to the server."""
    pid = int((home / "postgres" / "data" / "postmaster.pid").read_text(encoding="ascii").split()[0])
    os.kill(pid, signal.SIGINT)


@pytest.fixture
def home() -> Iterator[Path]:
    """A data home that the server's account can reach; its server is stopped at the end."""
    from resources.store.server import EmbeddedServer

    folder = Path(tempfile.mkdtemp(prefix="aitia-test-"))
    folder.chmod(0o755)
    yield folder
    EmbeddedServer(folder / "disturbed" / "postgres", durable=False).stop()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def small_disk(home: Path) -> Iterator[Path]:
    """A data home on a small disk of its own."""
    from resources.store.server import EmbeddedServer

    disk = home / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=320m,mode=755", "tmpfs", str(disk)],
        capture_output=True,
        text=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip(f"a small disk cannot be mounted here: {mounted.stderr.strip()}")
    yield disk
    EmbeddedServer(disk / "postgres", durable=False).stop()
    unmount(disk)


def fill(disk: Path) -> None:
    with (disk / BALLAST).open("wb", buffering=0) as ballast:
        try:
            while True:
                ballast.write(b"\0" * 65536)
        except OSError:
            return


def one_message(lines: list[str]) -> str:
    (message,) = [line for line in lines if line.strip()]
    assert message.startswith("Error: ")
    assert "Traceback" not in message
    return message


def store_in(home: Path) -> str:
    """The address of the database of a data home."""
    from resources.store.server import EmbeddedServer

    return EmbeddedServer(home / "postgres", durable=False).url("aitia")


def standing(address: str) -> dict[str, object]:
    """What is stored, without what differs from run to run."""
    import psycopg
    from psycopg.rows import dict_row

    with psycopg.connect(address, row_factory=dict_row) as connection:
        row = connection.execute(_STORED).fetchone()
    assert row is not None
    return row


def undisturbed(settings: Settings, folder: Path) -> None:
    """Answer the question in this process, from the same papers."""
    from aitia.question import read_question
    from assets.steps.order import run_steps
    from assets.steps.search_plan import RoundConfig
    from resources.workbench import open_workbench

    with open_workbench(settings) as workbench:
        run_steps(workbench, read_question(QUESTION), RoundConfig(documents=[str(folder)]), "run")


def test_a_run_goes_on_after_a_stopped_database_as_if_nothing_had_happened(
    home: Path, tmp_path: Path, store_settings: Settings
) -> None:
    folder, environment = papers(tmp_path / "papers"), in_place(home / "disturbed")
    server = home / "disturbed"
    code, output, lines = ask(environment, folder, "checking claims", lambda: stop(server))
    assert (code, output) == (1, "")
    message = one_message(lines)
    assert "database was lost" in message
    assert "aitia db start" in message
    assert "run the same command again" in message
    assert (server / "dagster" / "ask.log").stat().st_size > 0, "what Dagster said of it is kept"
    code, output, _ = ask(environment, folder)
    assert code == 0
    undisturbed(store_settings, folder)
    assert store_settings.database_url is not None
    calm = store_settings.database_url.get_secret_value()
    shown = ask(in_place(tmp_path) | {"AITIA_DATABASE_URL": calm}, folder)
    assert shown[:2] == (0, output)
    assert "Answered from the store" in "".join(shown[2])
    assert standing(calm) == standing(store_in(server))


def test_a_run_goes_on_once_a_full_disk_has_room_again(small_disk: Path, tmp_path: Path) -> None:
    folder, environment = papers(tmp_path / "papers"), in_place(small_disk)
    code, output, lines = ask(environment, folder, "searching documents", lambda: fill(small_disk))
    assert (code, output) == (1, "")
    message = one_message(lines)
    assert "full" in message
    assert "free some space" in message.casefold()
    (small_disk / BALLAST).unlink()
    code, output, _ = ask(environment, folder)
    assert code == 0
    assert output.startswith(f"# {QUESTION}")
    stored = standing(store_in(small_disk))
    assert (stored["papers"], stored["verdicts"]) == (4, 1)
