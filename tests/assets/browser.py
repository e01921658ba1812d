"""Debian's Chromium without a screen; a test that needs it skips, with the reason, where it is absent."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.assets.pages import Pages, until

_NEEDED = "not installed: apt-get install chromium chromium-driver"


# Opens the Markdown of that name in the table of metadata.
_SHOW = """
    for (const button of document.querySelectorAll('button, a, [role=button]')) {
        if (!button.innerText.includes('Show Markdown')) continue;
        let row = button;
        while (row && row.innerText.trim() === button.innerText.trim()) row = row.parentElement;
        if (row && row.innerText.includes(arguments[0])) { button.click(); return true; }
    }
    return false;"""
# The address of a picture that the browser has drawn, by its name; null while it has not.
_DRAWN = """
    const drawn = [...document.images].filter((image) => image.naturalWidth > 100);
    return drawn.find((image) => image.alt === arguments[0])?.src ?? null;"""


@contextmanager
def chromium(profile: Path) -> Iterator[Any]:
    """A browser without a screen, 1,600 by 1,200 pixels, with a profile of its own; closed in the end."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="the package selenium is not installed")
    browser, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if browser is None or driver is None:
        pytest.skip(f"{'chromium' if browser is None else 'chromedriver'} is {_NEEDED}")
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for argument in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--window-size=1600,1200",
        f"--user-data-dir={profile}",
    ):
        options.add_argument(argument)
    opened = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    try:
        yield opened
    finally:
        opened.quit()


def shown(browser: Any, selector: str) -> Any:
    """The first element of that selector, once the page shows it."""
    return until(lambda: browser.find_elements("css selector", selector), 120)[0]


def press(browser: Any, words: str) -> None:
    """Click the button that says so, once it can be clicked."""

    # In one step of the page's own: between two steps it may draw the button anew.
    script = """
        const wanted = [...document.querySelectorAll('button, a, [role=button]')].find(
            (found) => found.innerText.includes(arguments[0]) && !found.disabled);
        if (wanted) wanted.click();
        return Boolean(wanted);"""
    until(lambda: browser.execute_script(script, words), 120)


def says(browser: Any, words: str) -> None:
    """Wait until the page shows these words."""
    until(lambda: words in browser.execute_script("return document.body.innerText"), 120)


def put_away(browser: Any) -> None:
    """Show nothing: a page of a run draws itself anew as long as it stands open."""
    browser.get("about:blank")


def type_in_launchpad(browser: Any, pages: Pages, place: dict[str, str], config: dict[str, Any]) -> None:
    """Type a configuration of the job `ask` into the launchpad and launch it."""
    browser.get(
        f"http://127.0.0.1:{pages.port}/locations/{place['repositoryLocationName']}/jobs/ask/playground"
    )
    editor = shown(browser, ".CodeMirror")
    filled = json.dumps({"ops": {"ask_question": {"config": config}}})
    browser.execute_script("arguments[0].CodeMirror.setValue(arguments[1])", editor, filled)
    press(browser, "Launch Run")
    until(lambda: "/runs/" in browser.current_url, 120)
    put_away(browser)


def picture(browser: Any, name: str) -> str:
    """The address of the picture of that name among a run's metadata, once it is opened and drawn."""
    until(lambda: browser.execute_script(_SHOW, name), 120)
    address: str = until(lambda: browser.execute_script(_DRAWN, name), 120)
    return address
