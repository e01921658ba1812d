"""What the steps of a question last reported, kept so that a run in which nothing changed repeats no work.

Reports are kept in a file of the data home when a run has come to its end, with a mark of all that they
follow from: what the searches gave, the settings, the program, the report's files, and every row that the
question's runs wrote or read. They are used again while all of that is as it was and the change log holds
nothing that touches the question. Deleting the files costs time only.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from aitia.model.keys import content_hash
from aitia.model.search import SearchOutcome
from aitia.question import Question
from assets.steps.rounds import inputs_of
from assets.steps.step import StepReport
from resources.files import replace_files
from resources.sources.files import mark_of
from resources.store import changes, standing
from resources.store.reasoning_sql import statement
from resources.workbench import Workbench

Step = Callable[[Workbench, Question, str], StepReport]

_ROOT = Path(__file__).resolve().parents[2]
_ROOMS = ("aitia", "assets", "resources", "validators", "sql")
_DONE = ("new_papers", "embedded", "newly_read", "full_texts_fetched", "new", "graded")
"""Counts of work that a run did; where a report is used again none was."""
_MOST_RUNS = 4
_WAIT_MS = 500


@dataclass
class KeptRun:
    """The reports of the last run of a question that came to its end, and what they follow from.

    `offered` is a hash of what its searches returned, `told` what it said of them.
    """

    mark: str
    run_id: str
    reports: Mapping[str, StepReport]
    offered: str = ""
    told: tuple[str, ...] = ()


@dataclass
class _Run:
    """What a run in this process knows: its own reports, and the kept ones once it has looked."""

    reports: dict[str, StepReport] = field(default_factory=dict)
    offered: str = ""
    told: tuple[str, ...] = ()
    looked: bool = False
    kept: KeptRun | None = None


_RUNS: dict[str, _Run] = {}


def reported(workbench: Workbench, question: Question, run_id: str, step: Step) -> StepReport:
    """What the step reports: as kept where nothing that it follows from has changed, else of its work."""
    run, name = _run(run_id), step.__name__
    kept = unchanged(workbench, question, run_id)
    if kept and name in kept.reports:
        report = kept.reports[name]
    else:
        report = step(workbench, question, run_id)
        run.looked = False  # what it wrote decides whether the next step finds all as it was
    run.reports[name] = report
    return report


def finished(workbench: Workbench, question: Question, run_id: str, last: Step) -> StepReport:
    """As `reported` for the step that ends a run; what the run reported is kept then."""
    kept = unchanged(workbench, question, run_id)
    if kept is None or last.__name__ not in kept.reports:
        report = reported(workbench, question, run_id, last)
        _keep(workbench, question, run_id)
        return report
    del _RUNS[run_id]
    with workbench.store.session() as session:
        settled = standing.settled_from(session, question.question_id)
        assert settled is not None
        # Live services were asked on this day: it is noted as `last` notes it.
        inputs = inputs_of(workbench, *standing.question_places(session, question.question_id))
        changes.settle(session, question.question_id, inputs, settled.state)
    workbench.tell(f"nothing has changed since run {kept.run_id}; the verdict stands")
    return kept.reports[last.__name__]


def unchanged(workbench: Workbench, question: Question, run_id: str) -> KeptRun | None:
    """The kept run, where everything is as that one left it; looked for again after a step that worked."""
    run = _run(run_id)
    if not run.looked:
        run.looked, run.kept = True, _standing(workbench, question)
    return run.kept


def begin(run_id: str) -> None:
    """Forget what an earlier run of this id found, as in a run that is taken up again."""
    _RUNS.pop(run_id, None)


def offered_mark(outcomes: Sequence[SearchOutcome]) -> str:
    """A hash of all that the searches returned, with their errors and warnings."""
    return content_hash(*(outcome.model_dump_json() for outcome in outcomes))


def note_offered(run_id: str, step: str, report: StepReport, offered: str, told: Sequence[str]) -> None:
    """Say what the searches of the run returned and what `step` made of it, to be kept with the rest."""
    run = _run(run_id)
    run.offered, run.told, run.looked = offered, tuple(told), False
    run.reports[step] = report


def _keep(workbench: Workbench, question: Question, run_id: str) -> None:
    """Keep the reports of a run that came to its end; where they cannot be written the next run works."""
    run = _RUNS.pop(run_id, _Run())
    if workbench.settings.engine != "local" or not run.reports:
        return
    with workbench.store.reading() as session:
        mark = _mark(workbench, session, question)
    if not mark:
        return
    reports = {name: asdict(report) for name, report in run.reports.items()}
    content = {
        "mark": mark,
        "run_id": run_id,
        "reports": reports,
        "offered": run.offered,
        "told": run.told,
    }
    with suppress(OSError):
        replace_files({_file(workbench, question): json.dumps(content).encode("utf-8")})


def _standing(workbench: Workbench, question: Question) -> KeptRun | None:
    """The kept run while it stands; None too where looking fails or would wait: then the run works."""
    kept = _load(_file(workbench, question)) if workbench.settings.engine == "local" else None
    if kept is None:
        return None
    try:
        with workbench.store.reading() as session, session.begin_nested():
            # A table that is locked or away is the concern of the step that needs it, not of a look.
            session.exec_driver_sql(f"SET LOCAL lock_timeout = '{_WAIT_MS}ms'")
            if kept.mark != _mark(workbench, session, question):
                return None
            if changes.is_touched(session, question.question_id):
                return None
    except DBAPIError:
        return None
    return kept


def _mark(workbench: Workbench, session: changes.Reader, question: Question) -> str:
    """A mark of all that the standing verdict follows from; empty where a run has begun to change it."""
    question_id = question.question_id
    settled = standing.settled_from(session, question_id)
    if settled is None or not settled.state:
        return ""
    inputs = inputs_of(workbench, *standing.question_places(session, question_id)).split()[0]
    if settled.inputs.split()[0] != inputs:
        return ""
    stands = session.execute(text(statement("mark_what_stands")), {"question_id": question_id}).scalar_one()
    written = _files_mark(workbench.settings.reports_home / question_id)
    settings = workbench.settings.model_dump_json()
    return content_hash(
        settled.state, inputs, stands, written, settings, _program(), question.model_dump_json()
    )


def _files_mark(folder: Path) -> str:
    """A mark of a question's report as it lies on the disk."""
    return mark_of(sorted(folder.glob("*.*")))


@cache
def _program() -> str:
    """A mark of the code and statements of this installation."""
    files = (file for room in _ROOMS for file in (_ROOT / room).rglob("*"))
    return mark_of(sorted(file for file in files if file.is_file() and file.parent.name != "__pycache__"))


def _file(workbench: Workbench, question: Question) -> Path:
    return workbench.settings.data_home / "kept" / f"{question.question_id}.json"


def _load(file: Path) -> KeptRun | None:
    """The kept run of a file; None where there is none, or one that this program cannot read."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        reports = {name: _again(StepReport(**values)) for name, values in found["reports"].items()}
        return KeptRun(found["mark"], found["run_id"], reports, found["offered"], tuple(found["told"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _again(report: StepReport) -> StepReport:
    """The report as that of a step that found everything done."""
    counts = {name: 0 if name in _DONE else value for name, value in report.counts.items()}
    if "unchanged" in counts:
        counts["unchanged"] = counts["relations"]
    return replace(report, content=tuple(report.content), counts=counts)


def _run(run_id: str) -> _Run:
    while len(_RUNS) > _MOST_RUNS and run_id not in _RUNS:
        del _RUNS[next(iter(_RUNS))]
    return _RUNS.setdefault(run_id, _Run())
