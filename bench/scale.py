"""What each step costs as the papers grow: `python -m bench.scale [--papers 1000,10000,100000]`.

The papers are one file of JSON lines: four trials of an invented drug for each question (`--questions`, 3),
and papers on plants. Each size has a server and a process of its own, so that its memory is its own. The
last question is asked for the first time, then with nothing changed, then with one paper added to the file:
processor seconds of this process for every step, and of the server for each asking. `--sensors 100,1000`
adds the looks of the sensors over so many questions, on the synthetic store of `bench.store_scale`.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from assets.steps.order import AFTER_PLAN, run_steps
from assets.steps.rounds import is_settled, round_is_open
from assets.steps.search_plan import RoundConfig, plan_round
from bench.place import throw_away_place
from bench.report import Measure, emit
from bench.store_scale import round_measures, synthetic_store, touched_measures
from bench.synthetic import TRIALS, add_trial, question, write_corpus
from resources.store.embedded.postmaster import read_pid_file
from resources.workbench import Workbench, open_workbench

ROOT = Path(__file__).resolve().parents[1]
_RUN = "bench"
_NOTHING = "nothing changed: processor seconds to see it"
_ADDED = "one paper added"
_LOOKS = 9
Seconds = dict[str, float]


def asked_once(workbench: Workbench, text: str, run: str) -> Seconds:
    """One round, step by step: processor seconds of this process by step."""
    asked, spent = workbench.question(text), {}
    began = time.process_time()
    plan_round(workbench, asked, RoundConfig(), run)
    spent["search_plan"] = time.process_time() - began
    for name, step in AFTER_PLAN.items():
        began = time.process_time()
        report = step(workbench, asked, run)
        spent[name] = time.process_time() - began
        if report.nothing_new:
            break
    return spent


def measured(papers: int, questions: int) -> list[Measure]:
    """All askings at one size, in this process."""
    found: list[Measure] = []
    with throw_away_place(sources=("documents",)) as place:
        folder = write_corpus(place.data_home / "papers", papers, questions)
        settings = place.model_copy(update={"documents": (folder,)})
        with open_workbench(settings) as workbench:
            for number in range(questions):
                text = question(number)
                steps, server = _with_server(workbench, text, f"{_RUN}-{number}")
                _further_rounds(workbench, text)
            found += _by_step("first asking", steps, server, questions)
            found.append(Measure("peak memory so far, MB", _peak(), 1))
            found.append(Measure(_NOTHING, _seconds_to_see_nothing(workbench, text), _LOOKS))
            add_trial(folder, questions - 1, TRIALS)
            steps, server = _with_server(workbench, text, f"{_RUN}-again")
            found += _by_step(_ADDED, steps, server, 1)
            found.append(Measure("peak memory, MB", _peak(), 1))
    return found


def _seconds_to_see_nothing(workbench: Workbench, text: str) -> float:
    """Median over several looks, since one takes some milliseconds."""
    looks = []
    for _ in range(_LOOKS):
        began = time.process_time()
        settled = is_settled(workbench, workbench.question(text), [], [])
        looks.append(time.process_time() - began)
        if not settled:
            raise RuntimeError(f"{text!r} was answered and is not settled: the measurement means nothing")
    return statistics.median(looks)


def _further_rounds(workbench: Workbench, text: str) -> None:
    asked = workbench.question(text)
    while round_is_open(workbench, asked):
        run_steps(workbench, asked, RoundConfig(next_round=True), f"{_RUN}-further")


def _with_server(workbench: Workbench, text: str, run: str) -> tuple[Seconds, float]:
    before = _server_seconds(workbench)
    return asked_once(workbench, text, run), _server_seconds(workbench) - before


def _by_step(name: str, steps: Mapping[str, float], server: float, n: int) -> list[Measure]:
    return [
        *(Measure(f"{name}, {step}: processor seconds", spent, n) for step, spent in steps.items()),
        Measure(f"{name}, all steps: processor seconds", sum(steps.values()), n),
        Measure(f"{name}: processor seconds of the server", server, n),
    ]


def _server_seconds(workbench: Workbench) -> float:
    """Processor seconds of the server and of all that it has started, ended or not."""
    noted = read_pid_file(workbench.settings.server_home / "data")
    assert noted is not None
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        if stat.parent.name == str(noted.pid):
            ticks += sum(int(field) for field in fields[11:15])
        elif fields[1] == str(noted.pid):
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def in_own_process(papers: int, questions: int) -> list[Measure]:
    """`measured` in a process of its own, so that memory of one size does not count for the next."""
    command = [sys.executable, "-m", "bench.scale", "--one", str(papers), "--questions", str(questions)]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    rows = [Measure(**row) for row in json.loads(done.stdout.splitlines()[-1])]
    return [Measure(f"{papers:,} papers: {row.measure}", row.value, row.n) for row in rows]


def growth(measures: Sequence[Measure], sizes: Sequence[int]) -> list[Measure]:
    """The largest size by the smallest, of what may cost at most 1.3 times as much."""
    values = {row.measure: row.value for row in measures}
    found = []
    for name in (
        "one paper added, all steps: processor seconds",
        "nothing changed: processor seconds to see it",
    ):
        small, large = (values[f"{size:,} papers: {name}"] for size in (min(sizes), max(sizes)))
        if small and large:
            found.append(Measure(f"{max(sizes):,} ÷ {min(sizes):,} papers: {name}", large / small, 1))
    return found


def ticks(papers: int, questions: int) -> list[Measure]:
    """The sensors' looks on a synthetic store of so many papers and questions."""
    with synthetic_store(papers, questions) as (settings, store):
        found = touched_measures(store, questions) + round_measures(settings, store)
    name = f"{papers:,} papers, {questions:,} questions"
    return [Measure(f"{name}: {row.measure}", row.value, row.n) for row in found]


def _numbers(given: str) -> list[int]:
    return [int(part) for part in given.split(",") if part]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--papers", type=_numbers, default=[1_000, 10_000, 100_000])
    parser.add_argument("--questions", type=int, default=3, help="questions asked at each size")
    parser.add_argument("--sensors", type=_numbers, default=[], help="questions of synthetic stores")
    parser.add_argument("--one", type=int, help="measure one size in this process and print JSON")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    if given.one is not None:
        print(json.dumps([asdict(row) for row in measured(given.one, given.questions)]))
        return
    measures = [row for size in given.papers for row in in_own_process(size, given.questions)]
    measures += growth(measures, given.papers)
    for questions in given.sensors:
        measures += ticks(max(given.papers), questions)
    emit(measures, given.json, "What a step costs as the papers grow")


if __name__ == "__main__":
    main()
