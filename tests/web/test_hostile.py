"""Sixty hostile titles, quotes and questions: nothing of them runs in pages, cells or a terminal."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from aitia.model.keys import EdgeId, PaperId, PassageId
from aitia.model.passage import Passage, Quote
from aitia.report import render_page
from aitia.report.dossier import Dossier
from aitia.report.explanation import explain
from aitia.report.export import EXPORTS
from assets.steps.dossier import load_dossier, standing_verdict
from cli.visible import visible, visible_json
from resources.store.session import insert_once
from resources.store.tables import PaperRow, PassageRow, QuestionRow, ReviewRow
from tests.assets.scenes import worlds
from tests.web.hostile import HOSTILE

FOUND = """return [document.documentElement.dataset.ran || '',
    [...document.querySelectorAll('*')]
        .filter(e => [...e.attributes].some(a => a.name.startsWith('on'))).length,
    document.querySelectorAll('img,iframe,object,embed,base,video,math,plaintext').length,
    [...document.querySelectorAll('a[href]')].filter(a => a.protocol === 'javascript:'
        || a.host === 'evil.example').length]"""


def test_there_are_sixty() -> None:
    assert len(set(HOSTILE)) == 60


@pytest.fixture(scope="module")
def dossier(shared_world: Any) -> Dossier:
    """An answered question whose titles, labels, quotes, names, reasons and own text are hostile."""
    with shared_world.bench.store.session() as session:
        made = load_dossier(session, standing_verdict(session, shared_world.question.question_id), "none")
    key, whole, starts = PassageId("passage_hostile"), "", []
    for word in HOSTILE:
        starts.append(len(whole))
        whole += word + " . "
    first, paper, line = made.verdict.sources[0], made.papers[0], made.decisions[0]
    place = Passage(
        passage_id=key,
        paper_id=paper.paper_id,
        section_id="abstract",
        part_index=0,
        text=whole,
        char_offset=0,
    )
    sources, papers, decisions = [], [], []
    for number, (word, start) in enumerate(zip(HOSTILE, starts, strict=True)):
        quote = Quote(passage_id=key, char_start=start, char_end=start + len(word), text=word)
        own = PaperId(f"paper_{number}{word}")
        sources.append(
            first.model_copy(update={
                "edge_id": EdgeId(f"edge_{number}"), "label": word, "title": word, "quote": quote,
                "note": word, "paper_id": own, "doi": word, "cause": word, "effect": word, "estimates": (),
            })
        )  # fmt: skip
        papers.append(
            paper.model_copy(update={
                "paper_id": own, "title": word, "venue": word, "authors": (word,), "reason": word,
                "doi": word, "signals": (word,),
            })
        )  # fmt: skip
        decisions.append(
            line.model_copy(update={
                "claim_id": f"claim_{number}", "quote": word, "cause": word, "effect": word, "reason": word,
                "cause_name": word, "effect_name": word, "edge_id": f"edge_{number}", "cause_node": word,
                "effect_node": word, "passage_id": key, "paper_id": own,
            })
        )  # fmt: skip
    asked = made.verdict.question.model_copy(
        update={"text": " ".join(HOSTILE), "intervention": HOSTILE[0], "outcome": HOSTILE[2]}
    )
    studies = tuple(
        study.model_copy(update={"label": HOSTILE[n], "population": HOSTILE[n + 20]})
        for n, study in enumerate(made.verdict.studies)
    )
    verdict = made.verdict.model_copy(
        update={
            "sources": tuple(sources),
            "excluded": tuple(sources),
            "question": asked,
            "headline": " ".join(HOSTILE),
            "limitations": HOSTILE,
            "changes": HOSTILE,
            "studies": studies,
        }
    )
    searches = tuple(s.model_copy(update={"query": " ".join(HOSTILE)}) for s in made.searches)
    return made.model_copy(
        update={
            "verdict": verdict,
            "papers": tuple(papers),
            "decisions": tuple(decisions),
            "passages": {**made.passages, key: place},
            "searches": searches,
            "further": "\n\n".join(HOSTILE),
        }
    )


def opened(browser: Any, address: str) -> list[Any]:
    """What of a page ran or could: a mark, handlers, what loads, links that act, what it asked for."""
    browser.get_log("performance")
    browser.get(address)
    found: list[Any] = browser.execute_script(FOUND)
    asked = [
        message["params"]["request"]["url"]
        for entry in browser.get_log("performance")
        if (message := json.loads(entry["message"])["message"])["method"] == "Network.requestWillBeSent"
    ]
    return [*found, sorted({url for url in asked if not url.startswith((address, "http://127.0.0.1"))})]


def test_the_texts_do_act_where_they_are_let(browser: Any, tmp_path: Path) -> None:
    page = tmp_path / "open.html"
    page.write_text("<!doctype html><body>" + "".join(HOSTILE[:19]), encoding="utf-8")
    ran, handlers, loading, *_ = opened(browser, page.as_uri())
    assert ran == "1"
    assert handlers > 3
    assert loading >= 3


def test_nothing_of_them_runs_in_a_report(browser: Any, tmp_path: Path, dossier: Dossier) -> None:
    page = tmp_path / "report.html"
    page.write_text(render_page(dossier), encoding="utf-8")
    assert opened(browser, page.as_uri()) == ["", 0, 0, 0, []]
    shown = browser.execute_script("return document.body.innerText")
    assert "<script>" in shown


@pytest.fixture
def site(store_server: Any, tmp_path: Path, serve_site: Callable[[Any], str]) -> Iterator[tuple[str, Any]]:
    """A site over a store whose papers, passages, questions and reviews hold the texts."""
    from resources.embedders.catalogue import make_embedder
    from resources.settings import get_settings

    with worlds(store_server, make_embedder(get_settings()), tmp_path) as make:
        world = make([])
        rows = list(enumerate(HOSTILE))
        papers = [
            {"paper_id": f"pmid:{n}", "pmid": str(n), "title": word, "abstract": word, "venue": word,
             "authors": [word], "title_key": word}
            for n, word in rows
        ]  # fmt: skip
        passages = [
            {"passage_id": f"passage_{n}", "paper_id": f"pmid:{n}", "section_id": "abstract", "part_index": 0,
             "text": word}
            for n, word in rows
        ]  # fmt: skip
        asked = [
            {"question_id": f"question_{n}", "text": f"{word} {n}", "kind": "effect"} for n, word in rows
        ]
        reviews = [
            {"review_id": f"review_{n}", "subject_type": "paper", "subject_id": f"pmid:{n}",
             "decision": "exclude", "reviewer": f"{word} {n}", "note": word}
            for n, word in rows
        ]  # fmt: skip
        with world.bench.store.session() as session:
            for table, found in (
                (PaperRow, papers), (PassageRow, passages), (QuestionRow, asked), (ReviewRow, reviews)
            ):  # fmt: skip
                assert insert_once(session, table, found) == len(HOSTILE)
        yield serve_site(world.bench), world


def test_nothing_of_them_runs_in_the_pages(browser: Any, site: tuple[str, Any]) -> None:
    from urllib.parse import quote

    address, _ = site
    paths = ["/", "/reviews", "/graph", "/search?q=script", "/search?q=evil"]
    paths += [f"/search?q={quote(word)}" for word in HOSTILE[::3]]
    paths += [f"/papers/pmid%3A{number}" for number in range(0, len(HOSTILE), 6)]
    paths += [f"/graph?question={quote(word)}&relation={quote(word)}" for word in HOSTILE[::12]]
    paths += [f"/questions/{quote(word, safe='')}" for word in HOSTILE[::12]]
    found = {path: opened(browser, address + path) for path in paths}
    assert {path: faults for path, faults in found.items() if faults != ["", 0, 0, 0, []]} == {}


def test_no_cell_of_an_export_is_a_formula(dossier: Dossier) -> None:
    for form in ("csv", "grade"):
        for content in EXPORTS[form](dossier).values():
            for row in csv.reader(io.StringIO(content.decode(), newline="")):
                for cell in row:
                    begins = cell.lstrip(" \u00a0\ufeff")[:1]
                    number = cell.replace("-", "", 1).replace(".", "").replace("e-", "").isdigit()
                    assert number or begins not in {"=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"}


@pytest.mark.parametrize("form", ["ris", "bibtex", "rdf", "json"])
def test_other_exports_are_read_back_with_every_title(dossier: Dossier, form: str) -> None:
    (content,) = EXPORTS[form](dossier).values()
    if form == "json":
        titles = [paper["title"] for paper in json.loads(content)["papers"]]
        assert titles == list(HOSTILE)
    elif form == "rdf":
        import pyoxigraph

        store = pyoxigraph.Store()
        store.load(content, format=pyoxigraph.RdfFormat.TURTLE)
        rows = store.query("SELECT ?t { ?p a <urn:aitia:term:Paper>; <http://purl.org/dc/terms/title> ?t }")
        assert len(list(rows)) == len(HOSTILE)  # type: ignore[arg-type]
    elif form == "ris":
        import rispy

        assert len(rispy.loads(content.decode())) == len(HOSTILE)
    else:
        from bibtexparser.entrypoint import parse_string

        library = parse_string(content.decode())
        assert (len(library.entries), library.failed_blocks) == (len(HOSTILE), [])


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[tuple[str, str]] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found |= {(tag, name) for name, _ in attrs} or {(tag, "")}


def test_markdown_of_them_makes_no_element_and_no_link(dossier: Dossier) -> None:
    made = _Tags()
    made.feed(MarkdownIt("commonmark", {"html": True}).enable("table").render(explain(dossier.verdict)))
    text_only = ["h1", "h2", "p", "strong", "em", "ul", "ol", "li", "blockquote", "table", "thead", "tbody"]
    allowed = {(tag, "") for tag in (*text_only, "tr", "th", "td")} | {("ol", "start")}
    assert made.found - allowed == set()


def test_a_terminal_is_told_them_as_text(dossier: Dossier) -> None:
    said = explain(dossier.verdict)
    assert "\x1b" in said
    for shown in (visible(said), visible_json(dossier.model_dump_json())):
        assert not [char for char in shown if char in "\x1b\x07\x9b\u202e"]
