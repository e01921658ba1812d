"""Somebody is told when a verdict changed: once, on every way, old and new side by side."""

from __future__ import annotations

import json
import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import dagster as dg
import pytest

from aitia.model.errors import SettingsError
from assets.automation.telling import Told, changes_since, tell
from resources.notify import channels
from resources.settings import get_settings

if TYPE_CHECKING:
    from tests.assets.scenes import Paper, World


Hooked = tuple[str, list[dict[str, object]]]


class Mailbox(socketserver.ThreadingTCPServer):
    """A mail server that takes every message."""

    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Letter)
        self.messages: list[str] = []


class Letter(socketserver.StreamRequestHandler):
    """One conversation of SMTP."""

    def handle(self) -> None:
        assert isinstance(self.server, Mailbox)
        self.wfile.write(b"220 here\r\n")
        while line := self.rfile.readline().strip().upper():
            if line == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                lines = []
                while (part := self.rfile.readline()) != b".\r\n":
                    lines.append(part.decode())
                self.server.messages.append("".join(lines))
            self.wfile.write(b"221 bye\r\n" if line == b"QUIT" else b"250 fine\r\n")


@contextmanager
def mailbox() -> Iterator[Mailbox]:
    with Mailbox() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


class Look:
    """Ticks of the sensor, one after another, as the daemon makes them."""

    def __init__(self) -> None:
        self.cursor: str | None = None

    def __call__(self) -> str:
        from assets.automation.sensors import verdict_changes

        with dg.instance_for_test() as instance:
            context = dg.build_sensor_context(instance, cursor=self.cursor)
            found = verdict_changes(context)
            assert isinstance(found, Iterator)
            (skip,) = found
            assert isinstance(skip, dg.SkipReason)
            self.cursor = context.cursor
            return skip.skip_message or ""


def test_a_changed_verdict_is_told_once_by_webhook_and_mail(
    world: World,
    papers: dict[str, Paper],
    webhook: tuple[str, list[dict[str, object]]],
    ways: Callable[..., None],
) -> None:
    address, posted = webhook
    look = Look()
    with mailbox() as box:
        ways(webhook=address, mail="me@example.org", smtp=f"smtp://127.0.0.1:{box.server_address[1]}")
        assert look().startswith("0 verdicts"), "what was concluded before the first look is not news"
        world.write(papers["cohort"])
        world.ask()
        assert look() == "1 verdict changed since the last look"
        assert look().startswith("0 verdicts")
        world.ask()
        assert look().startswith("0 verdicts")
    (facts,) = posted
    assert facts["question"] == world.question.text
    assert facts["old"]["conclusion"] == "established causal"  # type: ignore[index]
    assert facts["new"]["conclusion"] != "established causal"  # type: ignore[index]
    (letter,) = box.messages
    assert "Subject: The verdict changed: Does zeltamine reduce stroke risk?" in letter
    assert "| conclusion | established causal |" in letter


def test_the_log_is_told_the_old_and_the_new_side_by_side(world: World, papers: dict[str, Paper]) -> None:
    now = datetime.now(UTC)
    world.write(papers["cohort"])
    world.ask()
    with world.bench.store.session() as session:
        found = changes_since(session, now.isoformat())
    logged: list[str] = []
    *_, last = tell(found, Told.read(None, now), {}, logged.append, now)
    (line,) = logged
    assert line.startswith(f"The verdict changed: {world.question.text}\n\n|  | before | now |")
    assert "| conclusion | established causal | " in line
    assert list(tell(found, last, {}, logged.append, now))[-1] == last
    assert len(logged) == 1, "told once"


def test_a_way_that_fails_is_tried_again_and_the_other_is_not_told_twice(
    world: World,
    papers: dict[str, Paper],
    webhook: tuple[str, list[dict[str, object]]],
    ways: Callable[..., None],
) -> None:
    address, posted = webhook
    look = Look()
    ways(webhook=address, mail="me@example.org", smtp="smtp://127.0.0.1:9")
    look()
    world.write(papers["cohort"])
    world.ask()
    assert "told in part, the rest at the next tick: the mail server 127.0.0.1" in look()
    with mailbox() as box:
        ways(webhook=address, mail="me@example.org", smtp=f"smtp://127.0.0.1:{box.server_address[1]}")
        look()
        look()
    assert (len(posted), len(box.messages)) == (1, 1)


def test_mail_without_a_server_is_named() -> None:
    with pytest.raises(SettingsError, match="AITIA_NOTIFY_MAIL needs AITIA_SMTP_URL"):
        channels(get_settings(notify_mail="me@example.org", smtp_url=None))


@pytest.fixture
def webhook() -> Iterator[tuple[str, list[dict[str, object]]]]:
    """The address of a webhook, and what is posted to it."""
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

    posted: list[dict[str, object]] = []

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            posted.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *arguments: object) -> None:
            return None

    server = ThreadingHTTPServer(("127.0.0.1", 0), Hook)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/hook", posted
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def ways(world: World, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Sets the environment of the sensor: the world's database, and who is told."""

    def choose(webhook: str, mail: str, smtp: str) -> None:
        address = world.bench.settings.database_url
        assert address is not None
        monkeypatch.setenv("AITIA_DATABASE_URL", address.get_secret_value())
        monkeypatch.setenv("AITIA_NOTIFY_WEBHOOK", webhook)
        monkeypatch.setenv("AITIA_NOTIFY_MAIL", mail)
        monkeypatch.setenv("AITIA_SMTP_URL", smtp)

    return choose
