"""A local server that speaks the protocols of language models, with the faults that real ones have.

`python -m bench.model.server --latency 1` prints its address and serves until its input is closed.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from zlib import crc32

from bench.model.honest import Answerer, Lines, read_honestly

_LINE = re.compile(r"^\[(\d{1,6})\] \(([^)]{0,80})\) (.*)$", re.MULTILINE)


@dataclass
class _Batch:
    """A batch under way: done once it was looked at `looks` times."""

    name: str
    display_name: str
    answers: list[dict[str, Any]]
    looks: int

    def shown(self, with_answers: bool) -> dict[str, Any]:
        """As Gemini's operations show it."""
        done = self.looks <= 0
        told: dict[str, Any] = {
            "displayName": self.display_name,
            "state": "BATCH_STATE_SUCCEEDED" if done else "BATCH_STATE_RUNNING",
        }
        if done and with_answers:
            told["output"] = {"inlinedResponses": {"inlinedResponses": self.answers}}
        return {"name": self.name, "metadata": told, "done": done}


@dataclass
class ModelServer:
    """What the server does and what it saw.

    `faults` are used up one per call, `always` holds after them: a status (429, 503, 401, 404, …) or a word:
    hang, safety, empty, truncated, invalid, garbage. Tokens are characters ÷ 4.
    """

    answer: Answerer = read_honestly
    latency: float = 0.0
    faults: list[int | str] = field(default_factory=list)
    always: int | str | None = None
    headers: dict[str, str] = field(default_factory=dict)
    key: str | None = None
    url: str = ""
    requests: list[dict[str, Any]] = field(default_factory=list)
    answered: list[str] = field(default_factory=list)
    sent: int = 0
    failed: int = 0
    in_flight: int = 0
    most_in_flight: int = 0
    prompt_tokens: int = 0
    output_tokens: int = 0
    batches: list[_Batch] = field(default_factory=list)
    looks: int = 1
    lock: threading.Lock = field(default_factory=threading.Lock)

    def serve(self, path: str, body: dict[str, Any], key: str | None) -> tuple[int, bytes, dict[str, str]]:
        """Status, body and headers of one call."""
        with self.lock:
            self.requests.append({"path": path, "at": time.monotonic(), "body": body})
            self.in_flight += 1
            self.most_in_flight = max(self.most_in_flight, self.in_flight)
            fault = self.faults.pop(0) if self.faults else self.always
        try:
            due = time.monotonic() + (30 if fault == "hang" else self.latency)
            if self.key is not None and key != self.key:
                fault = 401
            reply = self._bad(fault) if isinstance(fault, int) else self._good(path, body, fault)
            # Making up an answer is part of the latency, not something that comes on top of it.
            time.sleep(max(0.0, due - time.monotonic()))
            return reply
        finally:
            with self.lock:
                self.in_flight -= 1

    def _bad(self, fault: int) -> tuple[int, bytes, dict[str, str]]:
        with self.lock:
            self.failed += 1
        return fault, _error(fault), self.headers if fault in (429, 503) else {}

    def batch(self, path: str, body: dict[str, Any]) -> tuple[int, bytes, dict[str, str]]:
        """Take a batch; its answers are made at once and given out after `looks` looks."""
        with self.lock:
            self.requests.append({"path": path, "at": time.monotonic(), "body": body})
            number = len(self.batches)
        batch = body["batch"]
        answers = []
        for item in batch["inputConfig"]["requests"]["requests"]:
            status, raw, _ = self._good("generateContent", item["request"], None)
            answers.append(
                {"response": json.loads(raw), "metadata": item["metadata"]} if status == 200 else {}
            )
        with self.lock:
            self.batches.append(_Batch(f"batches/b{number}", batch["displayName"], answers, self.looks))
        return 200, json.dumps(self.batches[number].shown(with_answers=False)).encode(), {}

    def look(self, path: str) -> dict[str, Any]:
        """One batch, or all of them without their answers."""
        with self.lock:
            if path.endswith("/batches"):
                return {"operations": [batch.shown(with_answers=False) for batch in self.batches]}
            batch = next(batch for batch in self.batches if path.endswith(batch.name))
            batch.looks -= 1
            return batch.shown(with_answers=True)

    def _good(self, path: str, body: dict[str, Any], fault: str | None) -> tuple[int, bytes, dict[str, str]]:
        if path.endswith(":batchEmbedContents"):
            return (
                200,
                json.dumps({"embeddings": [_embedded(item) for item in body["requests"]]}).encode(),
                {},
            )
        gemini = "generateContent" in path
        prompt = _gemini_prompt(body) if gemini else _chat_prompt(body)
        lines: Lines = [(int(n), section, text) for n, section, text in _LINE.findall(prompt)]
        text = "I cannot" if fault == "invalid" else self.answer(lines, prompt)
        text = text[: len(text) // 2] if fault == "truncated" else text
        tokens = len(prompt) // 4, 0 if fault in ("safety", "empty") else len(text) // 4
        with self.lock:
            self.answered.append(prompt)
            self.prompt_tokens += tokens[0]
            self.output_tokens += tokens[1]
        if fault == "garbage":
            return 200, b"\x00\xff<html>busy</html>", {}
        shape = _gemini_body if gemini else _chat_body
        return 200, json.dumps(shape(text, fault, tokens)).encode(), {}

    def stats(self) -> dict[str, int]:
        """The server's own count."""
        counted = {"calls": len(self.requests), "answered": len(self.answered), "failed": self.failed}
        counted["sent"] = self.sent
        tokens = {"prompt_tokens": self.prompt_tokens, "output_tokens": self.output_tokens}
        return counted | tokens | {"most_in_flight": self.most_in_flight}


def _embedded(item: dict[str, Any]) -> dict[str, list[float]]:
    """A bag of words in as many numbers as were asked for."""
    values = [0.0] * int(item["outputDimensionality"])
    for word in re.findall(r"[a-z]{3,20}", str(item["content"]["parts"][0]["text"])[:8_000].lower()):
        values[crc32(word.encode()) % len(values)] += 1.0
    return {"values": values}


def _gemini_prompt(body: dict[str, Any]) -> str:
    system = "".join(part["text"] for part in body.get("systemInstruction", {}).get("parts", []))
    user = "".join(part["text"] for content in body["contents"] for part in content["parts"])
    return f"{system}\n{user}"


def _chat_prompt(body: dict[str, Any]) -> str:
    return "\n".join(message["content"] for message in body["messages"])


def _gemini_body(text: str, fault: str | None, tokens: tuple[int, int]) -> dict[str, Any]:
    usage = {"promptTokenCount": tokens[0], "candidatesTokenCount": tokens[1], "totalTokenCount": sum(tokens)}
    usage |= {"cachedContentTokenCount": tokens[0] // 2} if fault == "cached" else {}
    body: dict[str, Any] = {"usageMetadata": usage, "modelVersion": "local", "responseId": "1"}
    if fault == "empty":
        return body
    reason = {"safety": "SAFETY", "truncated": "MAX_TOKENS"}.get(fault or "", "STOP")
    parts = [] if fault == "safety" else [{"text": text}]
    return {
        "candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": reason, "index": 0}],
        **body,
    }


def _chat_body(text: str, fault: str | None, tokens: tuple[int, int]) -> dict[str, Any]:
    reason = {"safety": "content_filter", "truncated": "length"}.get(fault or "", "stop")
    choices = [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": reason}]
    usage = {"prompt_tokens": tokens[0], "completion_tokens": tokens[1], "total_tokens": sum(tokens)}
    return {"id": "1", "choices": [] if fault == "empty" else choices, "usage": usage}


def _error(code: int) -> bytes:
    names = {429: "RESOURCE_EXHAUSTED", 503: "UNAVAILABLE", 401: "UNAUTHENTICATED", 404: "NOT_FOUND"}
    told = {"code": code, "message": f"fault {code}", "status": names.get(code, "INTERNAL")}
    return json.dumps({"error": told}).encode()


class _Quiet(ThreadingHTTPServer):
    """A server that says nothing of clients that go away."""

    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, *_: object) -> None:
        return


@contextmanager
def running(server: ModelServer) -> Iterator[ModelServer]:
    """Serve on a free port of this machine while the block runs; `url` is set."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            return

        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            shown = server.look(path) if "/batches" in path else server.stats()
            self._send(200, json.dumps(shown).encode(), {})

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            key = self.headers.get("x-goog-api-key") or self.headers.get("authorization")
            batch = self.path.endswith(":batchGenerateContent")
            reply = server.batch(self.path, body) if batch else server.serve(self.path, body, key)
            self._send(*reply)
            if reply[0] == 200:
                with server.lock:
                    server.sent += 1

        def _send(self, code: int, raw: bytes, headers: dict[str, str]) -> None:
            try:
                self.send_response(code)
                for name, value in {"content-type": "application/json", **headers}.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(raw)))
                self.end_headers()
                self.wfile.write(raw)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True

    http = _Quiet(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    server.url = f"http://127.0.0.1:{http.server_port}"
    try:
        yield server
    finally:
        http.shutdown()
        http.server_close()
        thread.join()


def main() -> None:
    """Serve until standard input is closed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--latency", type=float, default=1.0)
    parser.add_argument("--faults", default="", help="statuses of the first calls, e.g. 200,429,200,503")
    parser.add_argument("--retry-after", default="")
    args = parser.parse_args()
    plan: list[int | str] = [int(f) if f != "200" else "" for f in args.faults.split(",") if f]
    headers = {"Retry-After": args.retry_after} if args.retry_after else {}
    with running(ModelServer(latency=args.latency, faults=plan, headers=headers)) as server:
        print(server.url, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
