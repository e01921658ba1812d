"""Debian's Chromium without a screen; a test that needs it skips, with the reason, where it is absent."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

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
