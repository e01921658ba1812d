"""The loss of the network and the loop that learns."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
import torch.nn.functional as functional
from torch import Tensor

from aitia.reading.trained.layout import AskedOutcome, Encoder
from bench.training.reader.batches import Batch, epoch
from bench.training.reader.encoder import ReaderNetwork
from bench.training.reader.examples import Example

SMOOTHING = 0.03
WEIGHTS = {"answer": 1.0, "evidence": 0.5, "own": 0.4, "tags": 0.4, "significant": 0.2}
"""What each part of the loss counts."""
_EVERY = 25


def losses(outputs: Sequence[Tensor], wanted: dict[str, Tensor]) -> dict[str, Tensor]:
    """The parts of the loss, each a mean over what is known."""
    own, tags, evidence, answer, significant = outputs
    cross = functional.cross_entropy(
        answer.flatten(0, 1), wanted["answer"].flatten(), ignore_index=-100, label_smoothing=SMOOTHING
    )
    told = wanted["evidence"].sum(-1) > 0
    gold = wanted["evidence"] / wanted["evidence"].sum(-1, keepdim=True).clamp(min=1)
    pointed = -(gold * torch.log_softmax(evidence, -1)).sum(-1)
    binary = functional.binary_cross_entropy_with_logits
    known = (wanted["significant"] >= 0).float()
    return {
        "answer": cross,
        "evidence": pointed[told].mean() if bool(told.any()) else torch.zeros(()),
        "own": _mean(binary(own, wanted["own"], reduction="none"), wanted["own_known"]),
        "tags": _mean(
            binary(tags, wanted["tags"], reduction="none", pos_weight=torch.tensor(2.0)), wanted["tags_known"]
        ),
        "significant": _mean(
            binary(significant, wanted["significant"].clamp(min=0), reduction="none"), known
        ),
    }


def _mean(values: Tensor, known: Tensor) -> Tensor:
    return (values * known).sum() / known.sum().clamp(min=1)


@dataclass(frozen=True)
class Stage:
    """A stretch of learning: `steps` batches of what `examples` gives for an epoch's number.

    The rate rises to `rate` and falls in a straight line that would reach nothing at `planned` steps; new
    heads learn `faster` times as fast. `both`: questions come in both orders of the arms.
    """

    examples: Callable[[int], Sequence[Example]]
    steps: int
    planned: int
    rate: float
    faster: float
    warm_up: float
    both: bool
    seed: int


def learn(network: ReaderNetwork, encoder: Encoder, bank: Sequence[AskedOutcome], stage: Stage) -> None:
    """Fit the network in place; `bank` are the questions that near misses are made from."""
    heads = network.heads()
    inside = {id(p) for p in heads}
    body = [p for p in network.parameters() if p.requires_grad and id(p) not in inside]
    rates = (stage.rate, stage.rate * stage.faster)
    optimiser = torch.optim.AdamW(
        [{"params": body, "lr": rates[0]}, {"params": heads, "lr": rates[1]}],
        weight_decay=0.01,
        betas=(0.9, 0.98),
    )
    step, number, started, shown = 0, 0, time.monotonic(), dict[str, float]()
    network.train()
    while step < stage.steps:
        for batch in epoch(encoder, stage.examples(number), bank, stage.seed + number, stage.both):
            for group, rate in zip(optimiser.param_groups, rates, strict=True):
                group["lr"] = rate * _schedule(step, stage)
            parts = _step(network, optimiser, batch, [*body, *heads])
            shown = {k: 0.98 * shown.get(k, v) + 0.02 * v for k, v in parts.items()}
            step += 1
            if step % _EVERY == 0:
                told = "  ".join(f"{k} {v:.3f}" for k, v in shown.items())
                print(f"step {step} of {stage.steps}, {time.monotonic() - started:.0f} s: {told}", flush=True)
            if step >= stage.steps:
                break
        number += 1
    network.eval()


def _step(
    network: ReaderNetwork,
    optimiser: torch.optim.Optimizer,
    batch: Batch,
    parameters: Sequence[torch.nn.Parameter],
) -> dict[str, float]:
    with torch.autocast("cpu", dtype=torch.bfloat16):  # twice as fast where the processor has it
        outputs = network(**batch.given)
    parts = losses([scores.float() for scores in outputs], batch.wanted)
    loss = sum((WEIGHTS[name] * value for name, value in parts.items()), torch.zeros(()))
    loss.backward()
    torch.nn.utils.clip_grad_norm_(parameters, 1.0)
    optimiser.step()
    optimiser.zero_grad(set_to_none=True)
    return {name: float(value) for name, value in parts.items()}


def _schedule(step: int, stage: Stage) -> float:
    """Warm up, then fall in a straight line; never quite to nothing."""
    warm = max(1, round(stage.warm_up * stage.planned))
    if step < warm:
        return (step + 1) / warm
    return max(0.02, (stage.planned - step) / max(1, stage.planned - warm))
