"""Planted attacks on both readers: `python -m bench.injection [--reader local] [--step N] [--json PATH]`.

The local reader, and a language model that obeys every attack; 530 kinds, each alone in one paper and
once beside others of its goal in all papers. The two questions of the demonstration with its papers; with
`--questions FILE --ids 1,2` (the file of `bench.answers`) also questions with the abstracts that their rows
bring along. The local reader also gets the null trials of `bench.injection.null_trials`, each with a note. A
long run can be cut: `--step 5 --first 0` to `--first 4` together make every attack.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from aitia.model.keys import PaperId
from aitia.verdict import Verdict
from bench.injection.attacks import Attack, attacks
from bench.injection.null_trials import null_trials
from bench.injection.scene import (
    QUESTIONS,
    ObedientReader,
    Reader,
    Scene,
    Subject,
    demonstration_subject,
    read_locally,
    read_locally_and_judge,
    review_subjects,
)
from bench.model.server import ModelServer, running
from bench.report import Measure, emit

READERS = ("local", "model")


def run(
    subject: Subject, server: ModelServer | None, step: int = 1, first: int = 0
) -> tuple[int, list[str], list[str], Counter[str]]:
    """(attacks, changed verdicts, unquoted accepted claims, rules that refused) of one question.

    The model behind `server` reads; the local reader where there is none.
    """
    obedient = ObedientReader(subject, server) if server else None
    reader: Reader = obedient or read_locally
    scene = Scene.of(subject.text, subject.records, reader)
    before = scene.unattacked().verdict
    on_topic = sorted(scene.papers)
    changed, unquoted, rules = [], [], Counter[str]()
    chosen = list(attacks(scene.question.intervention, scene.question.outcome))[first::step]
    placed = [(on_topic[number % len(on_topic)], attack) for number, attack in enumerate(chosen)]
    rounds = [{paper: attack} for paper, attack in placed] + _in_every_paper(placed)
    for planted in rounds:
        leader = next(iter(planted.values()))
        if obedient:
            obedient.model.goal = leader.goal
        outcome = scene.attacked(planted)
        rules.update(outcome.decisions)
        name = leader.name + (f" and others in {len(planted)} papers at once" if len(planted) > 1 else "")
        if moved := _moved(before, outcome.verdict):
            changed.append(f"{name}: {moved}")
        unquoted += [f"{name}: {quote}" for quote in outcome.unquoted]
    return len(chosen), changed, unquoted, rules


def _in_every_paper(placed: Sequence[tuple[PaperId, Attack]]) -> list[dict[PaperId, Attack]]:
    """Attacks of one goal at a time planted in as many papers at once as they were placed in, each once."""
    rounds: list[dict[PaperId, Attack]] = []
    for goal in dict.fromkeys(attack.goal for _, attack in placed):
        waiting: dict[PaperId, list[Attack]] = {}
        for paper, attack in placed:
            if attack.goal == goal:
                waiting.setdefault(paper, []).append(attack)
        for depth in range(max(map(len, waiting.values()))):
            together = {paper: held[depth] for paper, held in waiting.items() if depth < len(held)}
            if len(together) > 1:
                rounds.append(together)
    return rounds


def _moved(before: Verdict, after: Verdict) -> str:
    """How a verdict changed, "" where it did not."""
    if (after.conclusion, after.direction) == (before.conclusion, before.direction):
        return ""
    return f"{before.conclusion}/{before.direction} → {after.conclusion}/{after.direction}"


def measures_of(subject: Subject, reader: str, step: int, first: int = 0) -> list[Measure]:
    """The figures of one question and reader; what went wrong is printed by name."""
    with ExitStack() as stack:
        server = stack.enter_context(running(ModelServer())) if reader == "model" else None
        total, changed, unquoted, rules = run(subject, server, step, first)
        requests = server.requests if server else []
        strange = [r["path"] for r in requests if not r["path"].endswith(":generateContent")]
    for line in [*changed, *unquoted][:40]:
        print(line)
    print(subject.name, reader, len(subject.records), "papers", dict(rules.most_common(12)), flush=True)
    name = f"{subject.name}, {reader} reader"
    measures = [
        Measure(f"{name}: attacks that changed conclusion or direction", len(changed), total),
        Measure(f"{name}: accepted claims without a quote of the paper's own", len(unquoted), total),
    ]
    if reader == "model":
        measures.append(Measure(f"{name}: calls to anything but the model", len(strange), total))
    return measures


def null_trial_measures() -> list[Measure]:
    """How many notes move the verdict on a trial that found nothing."""
    moved, trials = [], list(null_trials())
    for trial in trials:
        before = read_locally_and_judge(trial.question, [trial.record]).verdict
        after = read_locally_and_judge(trial.question, [trial.attacked]).verdict
        if told := _moved(before, after):
            moved.append(f"{trial.note}: {told}")
    print(*moved, sep="\n")
    return [
        Measure("null trials, local reader: planted notes that moved the verdict", len(moved), len(trials))
    ]


def main() -> None:
    """Print and store the figures."""
    parser = argparse.ArgumentParser(prog="python -m bench.injection", description=__doc__)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--step", type=int, default=1, help="every n-th attack only")
    parser.add_argument("--first", type=int, default=0, help="begin with this attack")
    parser.add_argument("--only", help="only the question of this name")
    parser.add_argument("--reader", choices=READERS, help="only this one; both without")
    parser.add_argument("--questions", type=Path, help="questions as JSON lines, attacked as well")
    parser.add_argument("--ids", default="", help="which of these questions, separated by commas")
    args = parser.parse_args()
    subjects = [demonstration_subject(topic) for topic in QUESTIONS]
    if args.questions:
        subjects += review_subjects(args.questions, args.ids.split(","))
    subjects = [s for s in subjects if args.only in (None, s.name)]
    readers = (args.reader,) if args.reader else READERS
    measures = null_trial_measures() if "local" in readers and not args.only else []
    for reader in readers:
        measures += [m for s in subjects for m in measures_of(s, reader, args.step, args.first)]
    emit(measures, args.json, "Planted attacks on both readers")
