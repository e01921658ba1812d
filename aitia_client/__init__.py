"""A verdict as an object and its tables as data frames, in three lines.

    from aitia_client import Aitia
    answer = Aitia().ask("Does aspirin reduce heart attack risk?")
    answer.estimates

`Aitia()` works on this machine's store; `Aitia("https://host:8100", key="…")` asks a server of `aitia serve`.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
import time
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import httpx

from aitia.model.errors import AitiaError
from aitia.report.dossier import Dossier
from aitia.report.export import EXPORTS
from aitia.verdict import Verdict

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["Aitia", "Answer"]

_ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Answer:
    """A verdict with all that it rests on. Tables are those of `aitia export --format csv` and `grade`."""

    dossier: Dossier

    @property
    def verdict(self) -> Verdict:
        """The verdict as an object."""
        return self.dossier.verdict

    @cached_property
    def studies(self) -> DataFrame:
        """One row per study on the question's own outcome."""
        return self._table("csv", "studies.csv")

    @cached_property
    def estimates(self) -> DataFrame:
        """One row per estimate; `yi` and `vi` on the scale of pooling."""
        return self._table("csv", "estimates.csv")

    @cached_property
    def decisions(self) -> DataFrame:
        """One row per proposed claim, with what the rules decided."""
        return self._table("csv", "decisions.csv")

    @cached_property
    def searches(self) -> DataFrame:
        """One row per search as sent."""
        return self._table("csv", "searches.csv")

    @cached_property
    def findings(self) -> DataFrame:
        """One row per outcome: effect, absolute effect, certainty, GRADE domains."""
        return self._table("grade", "grade.csv")

    def __repr__(self) -> str:
        return f"<Answer {self.verdict.headline!r}>"

    def _table(self, form: str, name: str) -> DataFrame:
        import pandas

        return pandas.read_csv(io.BytesIO(EXPORTS[form](self.dossier)[name]))


class Aitia:
    """Where questions are asked: this machine's store, or a server at `url` with a `key`."""

    def __init__(self, url: str | None = None, key: str | None = None, timeout: float = 600.0) -> None:
        self._timeout = timeout
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._server = httpx.Client(base_url=url, headers=headers, timeout=60.0) if url else None

    def ask(self, question: str) -> Answer:
        """Answer a question, from the store where nothing changed. Raises AitiaError in one line."""
        return self._ask_server(question) if self._server else self._ask_here(question)

    def show(self, question: str) -> Answer:
        """The standing verdict of a question (its text or its id), without asking."""
        if self._server:
            return self._fetch(question if question.startswith("question_") else self._named(question))
        from assets.steps.dossier import load_dossier, standing_verdict
        from resources.settings import get_settings
        from resources.workbench import open_workbench

        with open_workbench(get_settings()) as workbench:
            known = question if question.startswith("question_") else workbench.question(question).question_id
            with workbench.store.session() as session:
                return Answer(load_dossier(session, standing_verdict(session, known)))

    def _ask_here(self, question: str) -> Answer:
        command = [sys.executable, "-m", "cli.main", "ask", "--quiet", "--json", "--", question]
        done = subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, timeout=self._timeout)
        if done.returncode not in (0, 3):
            raise AitiaError(
                done.stderr.strip().removeprefix("Error: ") or "the question could not be answered"
            )
        return self.show(str(json.loads(done.stdout)["question_id"]))

    def _ask_server(self, question: str) -> Answer:
        started = self._json("POST", "/api/v1/questions", {"question": question})
        until = time.monotonic() + self._timeout
        while time.monotonic() < until:
            job = self._json("GET", f"/api/v1/jobs/{started['job_id']}")
            if job["status"] == "done":
                return self._fetch(str(job["question_id"]))
            if job["status"] == "failed":
                raise AitiaError("; ".join(str(line) for line in job["lines"][-1:]) or "the question failed")
            time.sleep(0.5)
        raise AitiaError(f"No answer within {self._timeout:g} seconds; it goes on: ask again later.")

    def _named(self, question: str) -> str:
        found = self._json("GET", "/api/v1/questions")
        for row in found:
            if row["question"] == question:
                return str(row["question_id"])
        raise AitiaError(f"{question!r} was not asked of this server.")

    def _fetch(self, question_id: str) -> Answer:
        content = self._json("GET", f"/api/v1/questions/{question_id}")
        return Answer(
            Dossier.model_validate({k: v for k, v in content.items() if k not in ("$schema", "format")})
        )

    def _json(self, method: str, path: str, body: object = None) -> dict:  # type: ignore[type-arg]
        assert self._server is not None
        answer = self._server.request(method, path, json=body)
        if answer.status_code >= 400:
            said = (
                answer.json().get("error", answer.text)
                if "json" in answer.headers.get("content-type", "")
                else ""
            )
            raise AitiaError(f"The server refused ({answer.status_code}): {said or answer.reason_phrase}")
        return answer.json()  # type: ignore[no-any-return]
