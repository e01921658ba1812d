"""Questions being answered: each in a process of its own, whose progress lines are kept."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import uuid
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_MOST_LINES = 500
_MOST_JOBS = 1000


@dataclass
class Job:
    """One question that is asked: `running`, `done` or `failed`, with its progress lines."""

    job_id: str
    tenant: str
    question: str
    question_id: str
    lines: list[str] = field(default_factory=list)
    status: str = "running"


@dataclass
class Jobs:
    """The questions asked since the server started, at most `most` at a time."""

    environment: dict[str, str]
    most: int = 2
    _jobs: dict[str, Job] = field(default_factory=dict)
    _running: dict[str, subprocess.Popen[str]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def start(self, tenant: str, question: str, question_id: str) -> Job | None:
        """Begin to answer; the job of the same question where one runs, None while too many run."""
        with self._lock:
            for job in self._jobs.values():
                if (job.tenant, job.question_id, job.status) == (tenant, question_id, "running"):
                    return job
            if len(self._running) >= self.most:
                return None
            job = Job(uuid.uuid4().hex, tenant, question, question_id)
            command = [sys.executable, "-m", "cli.main", "ask", "--json", "--progress", "--", question]
            self._running[job.job_id] = subprocess.Popen(
                command,
                cwd=ROOT,
                env={**os.environ, **self.environment, "AITIA_TENANT": tenant},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                errors="replace",
            )
            self._jobs[job.job_id] = job
            while len(self._jobs) > _MOST_JOBS:
                del self._jobs[next(iter(self._jobs))]
        threading.Thread(target=self._follow, args=(job,), daemon=True).start()
        return job

    def of(self, tenant: str, job_id: str) -> Job | None:
        """A tenant's job."""
        job = self._jobs.get(job_id)
        return job if job and job.tenant == tenant else None

    def close(self) -> None:
        """End what still runs; what was stored is kept."""
        for process in list(self._running.values()):
            process.terminate()

    def _follow(self, job: Job) -> None:
        process = self._running[job.job_id]
        assert process.stderr is not None
        with process.stderr:
            for line in process.stderr:
                if len(job.lines) < _MOST_LINES and line.strip():
                    job.lines.append(line.rstrip()[:500])
        code = process.wait()
        with self._lock:
            self._running.pop(job.job_id, None)
        job.status = "done" if code in (0, 3) else "failed"
