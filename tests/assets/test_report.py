"""The report: every number leads to its sentence, nothing of a paper runs, nothing is fetched."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from bench.crawl import crawl, held_by_rows, outside_requests

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "<svg/onload=alert(1)>",
    "[x](javascript:alert(1))",
    "</mark></title></style><iframe src=//evil.example>",
    "{{ 7*7 }}{% raw %}",
)


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs


def page(world: Any) -> str:
    folder = world.bench.settings.reports_home / world.question.question_id
    return str((folder / "report.html").read_text(encoding="utf-8"))


def sections(html: str) -> list[str]:
    return re.findall(r'<h2 id="([a-z-]+)"', html)


def test_every_number_of_a_report_leads_to_where_it_stands(answered: Any) -> None:
    found = crawl(page(answered))
    assert found.faults == []
    assert found.read >= 20
    assert found.computed >= 10
    assert found.rows >= 10


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (">0.70</a>", ">0.71</a>"),
        ('class="read" href="#q-', 'class="read" href="#x-'),
        ('<p class="answer">', '<p class="answer">3 studies '),
        ('<mark id="q-', '<mark data-id="q-'),
    ],
    ids=["another number", "a link to nowhere", "a number without a link", "no mark"],
)
def test_the_crawler_finds_what_is_wrong(answered: Any, before: str, after: str) -> None:
    html = page(answered)
    assert before in html
    assert crawl(html.replace(before, after)).faults


def test_the_report_holds_what_a_methodologist_looks_for(answered: Any) -> None:
    html = page(answered)
    expected = ["findings", "forest", "studies", "bias", "missing", "flow", "searches", "changes", "sources"]
    assert [name for name in sections(html) if name in expected] == expected
    assert {"how", "passages", "screening"} <= set(sections(html))
    assert html.index('class="answer"') < html.index("<h2")
    assert "major bleeding" in html
    assert re.search(r"Retraction status: (unknown|none)", html)


def test_tables_name_their_headers_and_pictures_say_what_they_show(answered: Any) -> None:
    html = page(answered)
    assert re.search(r"<th(?!ead| scope=)", html) is None
    for picture in re.findall(r"<svg[^>]*>", html):
        assert 'aria-hidden="true"' in picture or "aria-label" in picture


def test_what_the_page_shows_is_what_the_rows_of_the_store_hold(answered: Any) -> None:
    html = page(answered)
    texts = {row["passage_id"]: row["text"] for row in answered.sql("SELECT passage_id, text FROM passages")}
    assert held_by_rows(html, texts) == []
    changed = {key: text.replace("0.70", "0.71") for key, text in texts.items()}
    assert any("does not stand in the row" in fault for fault in held_by_rows(html, changed))


def test_names_with_digits_are_names_and_studies_lead_to_their_rows(
    make_world: Callable[..., Any], first_papers: list[dict[str, Any]]
) -> None:
    renamed = [
        {key: re.sub("stroke", "COVID-19", value, flags=re.I) if isinstance(value, str) else value
         for key, value in paper.items()}
        for paper in first_papers
    ]  # fmt: skip
    world = make_world(renamed, "Does zeltamine reduce COVID-19 risk?")
    world.ask()
    html = page(world)
    assert ">19</a>" not in html
    assert "<cite>COVID-19</cite>" in html.partition('class="answer"')[2].partition("</p>")[0]
    assert re.search(r'class="\w+" href="[^"]+">20\d\d</a>', html) is None
    assert crawl(html).faults == []


def test_a_retracted_paper_a_change_and_a_statement_on_bias_are_told(
    world: Any, papers: dict[str, Any]
) -> None:
    world.retract(papers["first"])
    blind = papers["fourth"]["abstract"].replace("Results:", "The trial was double-blind. Results:")
    kept = [papers[name] for name in ("first", "second", "third", "cohort", "harm")]
    world.write(*kept, papers["fourth"] | {"abstract": blind})
    world.ask()
    html = page(world)
    assert "Sentences left out, and why" in html
    assert "“double-blind”" in html.partition('id="bias"')[2].partition("</section>")[0]
    assert "retracted" in html.partition('id="sources"')[2]
    assert '<th scope="row"><cite>2</cite></th>' in html.partition('id="versions"')[2]
    assert crawl(html).faults == []


def test_hostile_titles_and_sentences_run_nothing(
    make_world: Callable[..., Any], first_papers: list[dict[str, Any]]
) -> None:
    hostile = [
        paper | {"title": f"{paper['title']} {HOSTILE[place % len(HOSTILE)]}",
                 "abstract": f"{paper['abstract']} {HOSTILE[place % len(HOSTILE)]}"}
        for place, paper in enumerate(first_papers)
    ]  # fmt: skip
    world = make_world(hostile)
    world.ask()
    html = page(world)
    tags = _Tags()
    tags.feed(html)
    assert not set(tags.tags) & {"script", "img", "iframe", "object", "embed", "form", "input"}
    assert not [name for name, _ in tags.attributes if name.startswith("on")]
    assert not [value for name, value in tags.attributes if name == "href" and not str(value).startswith("#")]
    assert crawl(html).faults == []


def test_opening_a_report_fetches_nothing(answered: Any) -> None:
    html = page(answered)
    assert outside_requests(html) == []
    assert "default-src 'none'" in html
    assert "@import" not in html
    assert "url(" not in html


def test_a_question_without_any_evidence_has_a_report_too(make_world: Callable[..., Any]) -> None:
    world = make_world([], "Does zeltamine reduce warts?")
    world.ask()
    html = page(world)
    assert "No sentence of any paper was accepted" in html
    assert crawl(html).faults == []


def test_what_dagster_shows_of_the_report_are_the_verdict_both_pictures_and_where_the_pages_are(
    world: Any,
) -> None:
    from dagster import MarkdownMetadataValue, PathMetadataValue, UrlMetadataValue

    from assets.steps.step import materialised

    shown = materialised(world.bench, world.ask()["report"]).metadata
    assert shown is not None
    for name in ("verdict", "forest plot", "PRISMA flow"):
        assert isinstance(shown[name], MarkdownMetadataValue), name
    for name in ("forest plot", "PRISMA flow"):
        assert str(shown[name].value).startswith(f"![{name}](data:image/svg+xml;base64,")
    report, linked = shown["report"], shown["page"]
    assert isinstance(report, PathMetadataValue)
    assert page(world) == Path(report.path or "").read_text(encoding="utf-8")
    assert isinstance(linked, UrlMetadataValue)
    assert linked.url == f"http://127.0.0.1:8100/questions/{world.question.question_id}"


def test_a_question_whose_page_could_not_be_written_is_not_settled(
    world: Any, papers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk under the reports: the run fails, and the next one writes the page instead of finding
    that nothing is owed."""
    from assets.steps import report
    from resources.store import standing

    def full(_files: object) -> None:
        raise OSError(28, "No space left on device")

    def settled() -> bool:
        with world.bench.store.session() as session:
            found = standing.settled_from(session, world.question.question_id)
            return found is not None and bool(found.state)

    before = page(world)
    world.write(*papers.values())
    with monkeypatch.context() as patch:
        patch.setattr(report, "replace_files", full)
        with pytest.raises(OSError, match="No space left"):
            world.ask()
    assert not settled()
    world.ask()
    assert settled()
    assert page(world) != before
