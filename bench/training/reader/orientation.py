"""Learn how a question lies beside a paper's own words: `python -m bench.training.reader.orientation`.

About 12 minutes of one core; needs PyTorch, which nothing else does. A row is a question on a labelled
training abstract that a directional finding on the same sentences answers. Whether both point the same way is
all that is known: order and outcome are right both or turned both. The page network must be there already
(`bench.training.reader.fit`): its names of the arms stand for the labels' in part of the rows, as in use.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from aitia.model.packages import MINILM_PACKAGE, package_folder
from aitia.reading.paper.arms import stems
from aitia.reading.trained.layout import AskedOutcome, Encoder
from aitia.reading.trained.network import Network
from aitia.reading.trained.orientation import Told, arm_pair, outcome_pair
from aitia.reading.trained.results import names_of_page
from bench.labelled import data_folder
from bench.training.reader.examples import Asked, Example, held_out, label_examples, two_arms
from bench.training.reader.lines import as_lines
from bench.training.reader.own_questions import read_own_questions, with_own_questions

if TYPE_CHECKING:
    from torch import Tensor

    from bench.training.reader.orientation_network import Orientation

SEED = 5
EPOCHS, PLANNED, BATCH = 2.0, 7.0, 24
"""The rate falls as if 7 epochs were to come; what is held out gains nothing after the second."""
RATE, HEADS_RATE = 6e-5, 1e-3
WARM_UP, LEAST = 60, 0.03
LABELLED = 0.6
"""In this share of the rows the paper's arms are named as the label does, else as the network does."""
MODEL = Path(__file__).resolve().parents[3] / "aitia" / "reading" / "trained" / "model"


@dataclass(frozen=True)
class Row:
    """A question beside a finding: whether they point the same way. `labelled` and `network` are the paper's
    words with either's names of the arms."""

    key: str
    kind: str
    asked: AskedOutcome
    labelled: Told
    network: Told
    same: bool


def rows_of(network: Network, example: Example) -> Iterator[Row]:
    """The rows of one abstract."""
    page = example.page
    output = network.run(page, ())
    names = names_of_page(network, page, as_lines(page.text.lines), output)
    findings = [q for q in example.questions if q.kind == "finding" and two_arms(q)]
    for question in example.questions:
        if question.kind not in ("review", "own") or question.answer not in (1, 2):
            continue
        finding = finding_of(question, findings)
        if finding is None:
            continue
        title, told = page.text.whole, finding.asked
        sentence = page.text.lines[page.context.kept[question.evidence[0]]]
        labelled = Told(title, told.intervention, told.comparator, told.outcome, sentence)
        read = Told(title, names.intervention, names.comparator, told.outcome, sentence)
        same = question.answer == finding.answer
        yield Row(example.key, question.kind, question.asked, labelled, read, same)


def finding_of(question: Asked, findings: Sequence[Asked]) -> Asked | None:
    """The finding on the same sentences whose outcome shares most words; None where it has no direction."""
    near = [f for f in findings if set(f.evidence) & set(question.evidence)]
    best = max(near, key=lambda f: _shared(f.asked.outcome, question.asked.outcome), default=None)
    return best if best is not None and best.answer in (1, 2) else None


def _shared(one: str, other: str) -> float:
    a, b = stems(one), stems(other)
    return len(a & b) / max(1, len(a | b))


class Learner:
    """The network with what it learns from."""

    def __init__(self, network: Orientation, words: Tensor, encoder: Encoder, seed: int) -> None:
        self.network, self.words, self.encoder = network, words, encoder
        self._rng = random.Random(seed)

    def learn(self, rows: Sequence[Row], epochs: float) -> None:
        """Fit in place."""
        import torch

        body, heads = self.network.body(), self.network.heads()
        optimiser = torch.optim.AdamW([{"params": body}, {"params": heads}], lr=RATE, weight_decay=0.01)
        order, steps, started = list(rows), int(epochs * len(rows) / BATCH), time.monotonic()
        planned = max(steps, int(PLANNED * len(rows) / BATCH))
        self.network.train()
        for step in range(steps):
            at = step % (len(order) // BATCH)
            if at == 0:
                self._rng.shuffle(order)
            share = min(1.0, step / WARM_UP) * max(LEAST, 1 - step / planned)
            for group, rate in zip(optimiser.param_groups, (RATE, HEADS_RATE), strict=True):
                group["lr"] = rate * share
            loss = self._loss(order[at * BATCH : (at + 1) * BATCH])
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_([*body, *heads], 1.0)
            optimiser.step()
            if step % 50 == 49:
                seconds = time.monotonic() - started
                print(f"step {step + 1} of {steps}, {seconds:.0f} s: {float(loss):.3f}", flush=True)
        self.network.eval()

    def _loss(self, rows: Sequence[Row]) -> Tensor:
        """Cross entropy of pointing the same way: order and outcome both straight or both turned."""
        import torch

        told = [r.labelled if self._rng.random() < LABELLED else r.network for r in rows]
        with torch.autocast("cpu", dtype=torch.bfloat16):  # twice as fast where the processor has it
            order, way = self.scores(rows, told)
        first, second = torch.sigmoid(order.float()), torch.sigmoid(way.float())
        same = (first * second + (1 - first) * (1 - second)).clamp(1e-5, 1 - 1e-5)
        wanted = torch.tensor([float(r.same) for r in rows])
        return torch.nn.functional.binary_cross_entropy(same, wanted)

    def scores(self, rows: Sequence[Row], told: Sequence[Told]) -> tuple[Tensor, Tensor]:
        """Order and way of each row."""
        from bench.training.reader.orientation_network import assembled

        arms = [
            arm_pair(self.encoder, arm, r.asked.outcome, t)
            for r, t in zip(rows, told, strict=True)
            for arm in (r.asked.intervention, r.asked.comparator)
        ]
        outcomes = [outcome_pair(self.encoder, r.asked.outcome, t) for r, t in zip(rows, told, strict=True)]
        arm, _ = self.network(*assembled(arms, self.words))
        _, way = self.network(*assembled(outcomes, self.words))
        return arm[0::2] - arm[1::2], way

    def figures(self, rows: Sequence[Row]) -> str:
        """How often the order alone, and order and outcome together, tell which way the question lies."""
        import torch

        parts: list[Any] = []
        with torch.no_grad():
            for at in range(0, len(rows), BATCH):
                some = rows[at : at + BATCH]
                parts.append(torch.stack(self.scores(some, [r.network for r in some]), 1).numpy())
        straight = 1 / (1 + np.exp(-np.concatenate(parts)))
        both = straight[:, 0] * straight[:, 1] + (1 - straight[:, 0]) * (1 - straight[:, 1])
        same = np.array([r.same for r in rows])
        told = []
        for kind in ("review", "own"):
            of = np.array([r.kind == kind for r in rows])
            right = [float(((p >= 0.5) == same)[of].mean()) for p in (straight[:, 0], both)]
            constant = max(float(same[of].mean()), 1 - float(same[of].mean()))
            told.append(
                f"{kind}: order alone {right[0]:.3f}, with outcome {right[1]:.3f}, "
                f"constant {constant:.3f}, n {of.sum()}"
            )
        return "\n".join(told)


def main() -> None:
    """Learn, print the figures on the held-out abstracts, write `orientation.onnx`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--epochs", type=float, default=EPOCHS)
    parser.add_argument("--out", type=Path, default=MODEL, help="folder of the artefact")
    args = parser.parse_args()
    import torch
    from tokenizers import Tokenizer

    from bench.training.reader.orientation_network import Orientation, export
    from resources.embedders.minilm import WEIGHTS_SHA256
    from resources.embedders.model_files import checked_file

    torch.manual_seed(args.seed)
    encoder: Any = Tokenizer.from_file(str(MODEL / "tokenizer.json"))
    encoder.no_truncation()
    encoder.no_padding()
    data = data_folder()
    examples = label_examples(
        encoder, data / "labels" / "train.jsonl", data / "corpus" / "abstracts.jsonl.gz"
    )
    examples = with_own_questions(encoder, examples, read_own_questions())
    graph, tokenizer = ((MODEL / name).read_bytes() for name in ("reader.onnx", "tokenizer.json"))
    calibration = json.loads((MODEL / "calibration.json").read_text("utf-8"))
    reader = Network(graph, tokenizer, calibration, {})
    rows = [row for example in examples for row in rows_of(reader, example)]
    held = held_out()
    base = package_folder(MINILM_PACKAGE)
    if base is None:
        raise SystemExit(f"The package {MINILM_PACKAGE} is not installed: make install")
    network = Orientation()
    words = network.start_from(checked_file(base / "model" / "model.safetensors", WEIGHTS_SHA256))
    learner = Learner(network, words, encoder, args.seed)
    learned = [r for r in rows if r.key not in held]
    print(f"{len(learned)} rows to learn from, {len(rows) - len(learned)} held out", flush=True)
    learner.learn(learned, args.epochs)
    print(learner.figures([r for r in rows if r.key in held]))
    export(network, args.out / "orientation.onnx")


if __name__ == "__main__":
    main()
