"""What README.md and docs/ say is complete and as the code has it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from types import ModuleType
from urllib.parse import unquote

import click
import pytest

from scripts.docs_blocks.answers import QUESTIONS
from scripts.docs_blocks.command_line import commands
from scripts.docs_blocks.dagster import definitions
from scripts.docs_blocks.settings import described_settings, variable
from scripts.docs_blocks.store import tables_table
from tests.loaded import loaded

ROOT = Path(__file__).resolve().parents[1]
PAGES = (ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md")))
SCALES = ("Conclusion", "Likelihood", "ComparisonAnswer", "Direction", "Certainty", "QuestionKind")


def script() -> ModuleType:
    """The script that writes the generated blocks."""
    return loaded("scripts/refresh_docs.py")


def text_of(*names: str) -> str:
    return "\n".join((ROOT / name).read_text(encoding="utf-8") for name in names)


@cache
def everything() -> str:
    return "\n".join(page.read_text(encoding="utf-8") for page in PAGES)


def relative(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", [ROOT / name for name in script().PAGES], ids=relative)
def test_generated_blocks_are_what_the_code_says(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert script().refreshed(text, quick=True) == text, f"{relative(page)} is out of date: run `make docs`"


@pytest.mark.parametrize("page", [ROOT / name for name in script().PAGES], ids=relative)
def test_every_generated_block_is_closed(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text.count("<!-- generated: ") == text.count("<!-- end -->") == len(script().BLOCK.findall(text))


def test_the_readme_shows_an_answer_and_says_what_it_rests_on() -> None:
    readme = text_of("README.md")
    for name, question in QUESTIONS.items():
        block = re.search(rf"generated: ask {name} -->\n(.*?)<!-- end -->", readme, re.DOTALL)
        assert block is not None
        assert question in block[1]
        assert "[extract:" in block[1]
    assert "synopses written for this demonstration" in " ".join(readme.split())


def test_every_command_and_option_is_documented() -> None:
    for typed, command in commands().items():
        assert f"{typed} --help" in everything(), f"`{typed}` is not documented"
        for parameter in command.params:
            if isinstance(parameter, click.Option) and parameter.name not in ("help", "version"):
                assert parameter.opts[-1] in everything(), f"{typed} {parameter.opts[-1]} is not documented"


def test_every_setting_is_documented_and_no_other() -> None:
    from resources.settings import Settings

    described = described_settings()
    assert described == set(Settings.model_fields), "scripts/docs_settings.toml and the settings differ"
    page = text_of("docs/settings.md")
    assert not [name for name in described if f"`{variable(name)}`" not in page]


def test_every_variable_that_the_pages_name_exists() -> None:
    known = {variable(name) for name in described_settings()}
    known |= {"AITIA_SHARED", "AITIA_DAGSTER_URL", "AITIA_DAGSTER_FILES"}
    known |= {"AITIA_PASSWORD", "AITIA_CELERY_BROKER", "AITIA_DAGSTER_CHART"}  # of deploy/
    assert set(re.findall(r"AITIA_[A-Z_]*[A-Z]", everything())) <= known


def test_every_asset_check_schedule_and_sensor_is_documented() -> None:
    from assets.automation.sensors import SCHEDULES, SENSORS
    from validators.suites import SUITES

    page = text_of("docs/dagster.md")
    names = [asset.key.to_user_string() for asset in definitions().ASSETS]
    names += [suite.name for suite in SUITES]
    names += [schedule.name for schedule in SCHEDULES] + [sensor.name for sensor in SENSORS]
    assert not [name for name in names if f"`{name}`" not in page]


def test_every_rule_for_claims_is_documented() -> None:
    from validators.catalogue import CATALOGUE

    page = text_of("docs/evidence.md")
    assert not [rule for rule in CATALOGUE if f"`{rule}`" not in page]


def test_every_source_table_view_and_query_is_documented() -> None:
    from resources.sources.catalogue import SOURCE_NAMES

    sources, store = text_of("docs/sources.md"), text_of("docs/store.md")
    assert not [name for name in SOURCE_NAMES if f"`{name}`" not in sources]
    files = [*(ROOT / "sql" / "views").glob("*.sql"), *(ROOT / "sql" / "queries").glob("*.sql")]
    assert not [file.stem for file in files if f"`{file.stem}`" not in store]
    assert "`edges`" in tables_table()


@pytest.mark.parametrize("scale", SCALES)
def test_every_word_of_a_scale_is_explained(scale: str) -> None:
    from aitia.model import scales as vocabulary

    page = text_of("docs/questions.md")
    words = [word.value for word in getattr(vocabulary, scale)]
    assert not [word for word in words if f"`{word}`" not in page and f"| {word} |" not in page]


def test_every_benchmark_is_documented() -> None:
    page = text_of("docs/benchmarks.md")
    runnable = [
        ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".command")
        for file in (ROOT / "bench").rglob("*.py")
        if re.search(
            r"add_argument\(.*\"--json\"|^\"\"\"Train ", file.read_text(encoding="utf-8"), re.MULTILINE
        )
    ]
    assert runnable
    assert not [name for name in runnable if f"python -m {name}" not in page]


def test_every_figure_is_one_that_a_known_command_writes() -> None:
    import tomllib

    known = {f["name"] for f in tomllib.loads(text_of("scripts/docs_figures.toml"))["figure"]}
    assert {file.stem for file in (ROOT / "docs" / "figures").glob("*.json")} <= known


@pytest.mark.parametrize("page", PAGES, ids=relative)
def test_links_point_at_something(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]{1,300})\)", text):
        if re.match(r"[a-z]{2,10}:", target):
            continue
        name, _, anchor = unquote(target).partition("#")
        place = (page.parent / name).resolve() if name else page
        assert place.exists(), f"{relative(page)} links to {target}"
        if anchor:
            assert anchor in anchors(place), f"{relative(page)} links to {target}"


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as they are made on GitHub."""
    headings = re.findall(r"(?m)^#{1,6} (.+)$", page.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_license_is_the_one_that_the_project_names() -> None:
    assert text_of("LICENSE").startswith("MIT License")
    assert 'license = "MIT"' in text_of("pyproject.toml")
