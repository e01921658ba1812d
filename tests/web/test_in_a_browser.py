"""What a reader meets in a real browser: headless Chromium, with axe looking for faults of accessibility."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

# Both workers would fill the store that these tests share.
pytestmark = pytest.mark.xdist_group("site")

AXE = Path(__file__).resolve().parents[1] / "vendor" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


@pytest.fixture(scope="module")
def address(shared_world: Any, serve_site: Callable[..., str]) -> str:
    """The site of the shared world, served by its real server."""
    settings = shared_world.bench.settings
    environment = {
        "AITIA_DATABASE_URL": settings.database_url.get_secret_value(),
        "AITIA_DATA_HOME": str(settings.data_home),
        "AITIA_DOCUMENTS": str(shared_world.folder),
        "AITIA_SOURCES": "documents",
    }
    return str(serve_site(shared_world.bench, environment))


def report(world: Any) -> str:
    folder: Path = world.bench.settings.reports_home / world.question.question_id
    return (folder / "report.html").as_uri()


def faults(browser: Any) -> list[str]:
    browser.execute_script(AXE.read_text(encoding="utf-8"))
    look = "axe.run(document, {runOnly: arguments[0]}).then(found => arguments[1](found.violations.map("
    found = browser.execute_async_script(f"{look}v => v.id + ': ' + v.nodes[0].html)))", RULES)
    return list(found)


def media(browser: Any, width: int, scheme: str = "light", kind: str = "") -> None:
    browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"media": kind, "features": [{"name": "prefers-color-scheme", "value": scheme}]},
    )
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


@pytest.mark.parametrize(
    ("width", "scheme", "kind"),
    [(1200, "light", ""), (400, "light", ""), (400, "dark", ""), (800, "light", "print")],
    ids=["wide", "phone", "dark", "print"],
)
def test_a_report_has_no_fault_of_accessibility_and_fits_its_width(
    browser: Any, shared_world: Any, width: int, scheme: str, kind: str
) -> None:
    media(browser, width, scheme, kind)
    browser.get(report(shared_world))
    # The page's own policy runs no script of a page; axe comes in by the driver.
    # On paper nothing is touched: how far targets lie apart is a matter of screens.
    found = [fault for fault in faults(browser) if kind != "print" or not fault.startswith("target-size")]
    assert found == []
    wide = browser.execute_script("return document.documentElement.scrollWidth")
    assert wide <= width


@pytest.mark.parametrize(
    "path", ["/", "/graph", "/reviews", "/search?q=stroke", "/api", "/papers/pmid%3A91000001"]
)
def test_no_page_has_a_fault_of_accessibility(browser: Any, address: str, path: str) -> None:
    media(browser, 1000, "dark" if path == "/graph" else "light")
    browser.get(address + path)
    assert faults(browser) == []


def test_a_number_is_followed_to_its_sentence_and_by_the_keyboard(
    browser: Any, address: str, shared_world: Any
) -> None:
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys

    media(browser, 1000)
    browser.get(f"{address}/questions/{shared_world.question.question_id}")
    assert faults(browser) == []
    link = browser.find_element(By.CSS_SELECTOR, "#studies ~ div a.read")
    shown = link.text
    link.send_keys(Keys.ENTER)
    target = browser.find_element(By.CSS_SELECTOR, "mark:target")
    assert shown.replace(",", "") in target.text.replace(",", "")
    browser.get(address)
    browser.find_element(By.TAG_NAME, "body").send_keys(Keys.TAB)
    assert browser.switch_to.active_element.text == "Skip to the content"


def test_a_question_is_asked_and_its_progress_is_seen(browser: Any, address: str, shared_world: Any) -> None:
    from selenium.common.exceptions import WebDriverException
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import WebDriverWait

    browser.get(address)
    browser.find_element(By.ID, "question").send_keys(shared_world.question.text)
    browser.find_element(By.CSS_SELECTOR, "form.ask button").click()
    WebDriverWait(browser, 180).until(lambda held: "/jobs/" in held.current_url)
    # A page that gives way while it is looked at has no words: the next look finds those of the next.
    patient = WebDriverWait(browser, 600, ignored_exceptions=[WebDriverException])
    patient.until(
        lambda b: "/questions/question_" in b.current_url or b.find_element(By.ID, "status").text == "failed"
    )
    assert "/questions/question_" in browser.current_url
    patient.until(lambda b: shared_world.question.text in b.find_element(By.TAG_NAME, "h1").text)


def test_a_review_is_given_and_undone(browser: Any, address: str, shared_world: Any) -> None:
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import WebDriverWait

    rejected = "SELECT count(*) FROM standing_reviews WHERE decision = 'reject'"
    soon = WebDriverWait(browser, 180)  # a click does not wait for the page that it leads to
    browser.get(f"{address}/graph")
    form = browser.find_element(By.CSS_SELECTOR, "ul.edges form")
    form.find_element(By.NAME, "reviewer").send_keys("A reader")
    form.find_element(By.CSS_SELECTOR, 'button[value="reject"]').click()
    soon.until(lambda held: held.current_url.endswith("/reviews"))
    assert shared_world.value(rejected) == 1
    soon.until(lambda held: held.find_element(By.CSS_SELECTOR, 'button[value="undo"]')).click()
    soon.until(lambda _held: shared_world.value(rejected) == 0)


def test_nothing_is_asked_of_another_host_and_no_script_fails(browser: Any, address: str) -> None:
    import json

    browser.get_log("performance")
    browser.get_log("browser")
    for path in ("/", "/graph", "/reviews"):
        browser.get(address + path)
    asked = [
        message["params"]["request"]["url"]
        for entry in browser.get_log("performance")
        if (message := json.loads(entry["message"])["message"])["method"] == "Network.requestWillBeSent"
    ]
    assert asked
    assert [url for url in asked if not url.startswith(address)] == []
    assert [entry for entry in browser.get_log("browser") if "favicon" not in entry["message"]] == []
