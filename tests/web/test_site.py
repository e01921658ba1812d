"""The pages and the interface: what they show, what they refuse, and that nothing of a paper runs."""

from __future__ import annotations

import re
import select
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from web.guard import Forms, Rates

# Both workers would fill the store that these tests share.
pytestmark = pytest.mark.xdist_group("site")

PAGES = ("/", "/graph", "/reviews", "/search?q=stroke", "/api")


def token_of(client: Any, path: str = "/") -> str:
    found = re.search(r'name="token" value="([0-9a-f]{64})"', client.get(path).text)
    assert found is not None
    return found[1]


def test_the_pages_lead_from_a_question_to_the_sentence_of_a_number(
    make_client: Callable[..., Any], shared_world: Any
) -> None:
    from bench.crawl import crawl

    client = make_client()
    home = client.get("/").text
    question_id = shared_world.question.question_id
    assert f'href="/questions/{question_id}"' in home
    shown = client.get(f"/questions/{question_id}").text
    assert crawl(shown).faults == []
    assert crawl(shown).read >= 20
    paper = client.get("/papers/pmid%3A91000001").text
    assert re.search(r'<mark id="q-[0-9a-f]+">Zeltamine reduced', paper)


@pytest.mark.parametrize("path", PAGES)
def test_every_page_answers_with_a_strict_policy_and_asks_no_other_host(
    make_client: Callable[..., Any], path: str
) -> None:
    answer = make_client().get(path)
    assert answer.status_code == 200
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert "unsafe" not in answer.headers["content-security-policy"]
    loads = re.findall(r'(?:src|href)="([^"]+)"', answer.text)
    assert [load for load in loads if not load.startswith(("/", "#"))] == []
    assert "<script>" not in answer.text
    assert 'style="' not in answer.text


def test_the_graph_filters_and_counts_what_it_does_not_draw(make_client: Callable[..., Any]) -> None:
    client = make_client()
    whole = client.get("/graph").text
    assert "<svg" in whole
    assert "major bleeding" in whole
    some = client.get("/graph?relation=increases").text
    assert "major bleeding" in some
    assert some.count("<li id=") < whole.count("<li id=")
    for nothing in (
        "/graph?since=2999",
        "/graph?relation=mediates",
        "/graph?certainty=nonsense",
        "/graph?question=x",
    ):
        assert "No edge matches" in client.get(nothing).text
    assert client.get("/graph?since=abc&until=99999").status_code == 200


def test_a_hundred_nodes_are_drawn_and_the_rest_are_counted() -> None:
    from web.graph import draw

    sums = [
        {"source_node_id": f"a{n}", "source": f"a{n}", "target_node_id": f"b{n % 7}", "target": "b<script>",
         "relationship_type": "increases", "edges": 1, "best_edge": f"e{n}"}
        for n in range(500)
    ]  # fmt: skip
    drawing = draw(sums)
    assert (drawing.nodes, drawing.all_nodes, drawing.all_edges) == (100, 507, 500)
    assert "<script>" not in drawing.picture
    assert draw([]).nodes == 0


def test_a_review_is_made_and_taken_back(make_client: Callable[..., Any], shared_world: Any) -> None:
    client = make_client()
    edge = shared_world.edges_of({"pmid": "91000012"})[0]
    form = {
        "token": token_of(client, "/graph"),
        "subject_type": "edge",
        "subject_id": edge,
        "reviewer": "R <b>",
    }
    assert (
        client.post("/reviews", data=form | {"decision": "reject"}, follow_redirects=False).status_code == 303
    )
    assert edge not in {row["id"] for row in shared_world.sql("SELECT id FROM standing_edges")}
    page = client.get("/reviews").text
    assert f"<code>{edge}</code> by R &lt;b&gt;" in page
    assert (
        client.post("/reviews", data=form | {"decision": "undo"}, follow_redirects=False).status_code == 303
    )
    assert edge in {row["id"] for row in shared_world.sql("SELECT id FROM standing_edges")}
    assert client.post("/reviews", data=form | {"decision": "undo"}).status_code == 404
    assert client.post("/reviews", data=form | {"decision": "explode"}).status_code == 400
    assert (
        client.post("/reviews", data=form | {"subject_id": "edge_0", "decision": "accept"}).status_code == 400
    )


@pytest.mark.parametrize("path", ["/ask", "/reviews", "/key"])
def test_a_form_from_elsewhere_is_refused(
    make_client: Callable[..., Any], path: str, shared_world: Any
) -> None:
    client = make_client()
    good = token_of(client)
    before = shared_world.value("SELECT count(*) FROM reviews")
    form = {"question": "Does x reduce y?", "subject_type": "edge", "subject_id": "e", "decision": "accept",
            "reviewer": "r", "key": "k"}  # fmt: skip
    for token, headers in ((None, {}), ("0" * 64, {}), (good, {"sec-fetch-site": "cross-site"})):
        told = form | ({"token": token} if token else {})
        assert client.post(path, data=told, headers=headers).status_code == 403
    client.cookies.clear()
    assert client.post(path, data=form | {"token": good}).status_code == 403
    assert shared_world.value("SELECT count(*) FROM reviews") == before


def test_tokens_belong_to_a_session() -> None:
    forms = Forms()
    assert forms.holds("a", forms.token("a"))
    assert not forms.holds("b", forms.token("a"))
    assert not forms.holds(None, forms.token("a"))
    assert not Forms().holds("a", forms.token("a"))


def test_a_large_body_is_refused_before_it_is_read(make_client: Callable[..., Any]) -> None:
    client = make_client()

    def endless() -> Any:
        for _ in range(1000):
            yield b"x" * 10_000

    assert client.post("/api/v1/questions", content=b"x" * 2_000_000).status_code == 413
    assert client.post("/api/v1/questions", content=endless()).status_code == 413
    assert client.post("/ask", headers={"content-length": "1000000000"}, content=b"").status_code == 413


@pytest.mark.parametrize("path", ["/api/v1/questions", "/ask", "/reviews"])
def test_a_body_of_a_gigabyte_is_refused_while_it_streams(
    serve_site: Callable[..., str], shared_world: Any, path: str
) -> None:
    host, _, port = serve_site(shared_world.bench).removeprefix("http://").partition(":")
    head = f"POST {path} HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n"
    head += "Content-Type: application/x-www-form-urlencoded\r\n\r\n"
    piece = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    sent = 0
    with socket.create_connection((host, int(port)), timeout=30) as line:
        line.sendall(head.encode())
        with suppress(OSError):
            while sent < 10**9 and not select.select([line], [], [], 0)[0]:
                line.sendall(piece)
                sent += 0x10000
        answer = line.recv(4096)
    assert answer.startswith(b"HTTP/1.1 413")
    assert sent < 50_000_000


def test_too_many_requests_are_told_to_wait(make_client: Callable[..., Any]) -> None:
    now = [0.0]
    client = make_client(rates=Rates(1.0, 3, lambda: now[0]))
    assert [client.get("/api/v1/questions").status_code for _ in range(5)] == [200, 200, 200, 429, 429]
    now[0] = 1.5
    assert client.get("/api/v1/questions").status_code == 200


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/questions/question_0", 404), ("/papers/nothing", 404), ("/jobs/0", 404),
        ("/static/../app.py", 404),        ("/static/app.py", 404), ("/nowhere", 404),
        ("/api/v1/questions/question_0", 404), ("/api/v1/jobs/0", 404),
        ("/api/v1/questions/question_0/export/json", 404), ("/api/v1/questions/question_0/export/exe", 422),
        ("/api/v1/search", 422),
    ],
)  # fmt: skip
def test_what_is_not_there_is_said_to_be_so(make_client: Callable[..., Any], path: str, code: int) -> None:
    answer = make_client().get(path)
    assert answer.status_code == code
    assert "Traceback" not in answer.text


def test_another_host_name_is_not_answered(make_client: Callable[..., Any]) -> None:
    assert make_client().get("/", headers={"host": "evil.example"}).status_code == 400


def test_the_interface_gives_verdict_evidence_exports_and_search(
    make_client: Callable[..., Any], shared_world: Any
) -> None:
    client = make_client()
    question_id = shared_world.question.question_id
    verdict = client.get(f"/api/v1/questions/{question_id}").json()
    assert verdict["verdict"]["fingerprint"] == shared_world.verdict()["fingerprint"]
    evidence = client.get(f"/api/v1/questions/{question_id}/evidence").json()
    assert {item["edge_id"] for item in evidence} <= {
        row["id"] for row in shared_world.sql("SELECT id FROM edges")
    }
    for form in ("csv", "ris", "bibtex", "json", "rdf", "grade", "bundle"):
        assert client.get(f"/api/v1/questions/{question_id}/export/{form}").status_code == 200
    found = client.get("/api/v1/search", params={"q": "zeltamine bleeding"}).json()
    assert found["papers"]
    assert found["edges"]
    assert (
        client.get("/api/v1/search", params={"q": "zeltamine 100%_'; DROP TABLE papers"}).json()["papers"]
        == []
    )
    spec = client.get("/api/v1/openapi.json").json()
    assert "/api/v1/questions/{question_id}/evidence" in spec["paths"]


def test_a_question_that_cannot_be_read_says_what_was_understood(make_client: Callable[..., Any]) -> None:
    answer = make_client().post("/api/v1/questions", json={"question": "hello"})
    assert answer.status_code == 422
    assert answer.json()["error"]
