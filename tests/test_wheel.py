"""The built wheel runs by itself: installed in an environment of its own, in another folder."""

from __future__ import annotations

import json
import os
import site
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from resources.settings import Settings

ROOT = Path(__file__).resolve().parents[1]
QUESTION = "Does zeltamine reduce stroke risk?"
PAPER = {
    "pmid": "94000001",
    "title": "Zeltamine for the prevention of stroke: a randomised trial",
    "abstract": (
        "Methods: We randomly assigned 4100 adults to zeltamine or placebo. Results: Zeltamine reduced "
        "the risk of stroke compared with placebo (RR 0.70, 95% CI 0.55 to 0.89)."
    ),
    "publication_types": ["Randomized Controlled Trial"],
    "year": 2020,
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as it is built from this folder."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--no-index",
    ]
    done = subprocess.run(
        [*build, "--wheel-dir", str(folder), str(ROOT)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_holds_what_runs_and_neither_benchmarks_nor_tests(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {"definitions.py", "workspace.yaml", "dagster_home/dagster.yaml"} <= names
    here = {str(path.relative_to(ROOT)) for path in (ROOT / "sql").rglob("*") if path.is_file()}
    assert {name for name in here if "__pycache__" not in name} <= names
    assert not [name for name in names if name.split("/")[0] in ("bench", "tests", "scripts", "docs")]


@pytest.mark.timeout(1200)
def test_the_installed_wheel_answers_a_question_from_another_folder(
    wheel: Path, tmp_path: Path, store_settings: Settings
) -> None:
    address = store_settings.database_url
    assert address is not None
    home = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    python = home / "bin" / "python"
    libraries = next(home.glob("lib/python*/site-packages"))
    # The packages that the wheel needs are those of this environment; a path file does not bring along
    # the editable install that lies among them.
    (libraries / "shared.pth").write_text("\n".join(site.getsitepackages()), encoding="utf-8")
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps"]
    subprocess.run([*install, "--no-index", "--no-warn-script-location", str(wheel)], check=True)

    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "papers.jsonl").write_text(json.dumps(PAPER) + "\n", encoding="utf-8")
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("AITIA_", "PYTHON", "DAGSTER_"))}
    environment |= {
        "AITIA_DATABASE_URL": address.get_secret_value(),
        "AITIA_DATA_HOME": str(tmp_path / "data"),
    }

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            arguments,
            cwd=elsewhere,
            env=environment,
            capture_output=True,
            text=True,
            timeout=900,
            check=False,
        )

    find = "from importlib.util import find_spec as f; print(f('aitia').origin, f('definitions').origin)"
    where = run(str(python), "-c", find)
    assert where.stdout.count(str(libraries)) == 2, where.stderr
    asked = run(str(home / "bin" / "aitia"), "ask", QUESTION, "--documents", "papers.jsonl")
    assert asked.returncode == 0, asked.stderr
    assert "RR 0.70" in asked.stdout
    assert "Dagster run" in asked.stderr
