"""Debian's Chromium without a screen; a test that needs it skips, with the reason, where it is absent."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.assets.pages import until

_NEEDED = "not installed: apt-get install chromium chromium-driver"


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
