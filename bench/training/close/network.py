"""The close reader in PyTorch: MPNet with products of low rank beside its weights, and a head."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
import torch.nn.functional as functional
from torch import Tensor, nn

from aitia.reading.trained.close import MARK, PAD, CloseRow
from aitia.reading.trained.page_closely import COLUMNS
from resources.close_reader.graph import HEADS, LAYERS, NORMS, PLACES, PRODUCTS, WIDTH, buckets

RANK, FROZEN = 32, 3
"""Rank of the products; the lowest layers that stay as they are."""
_PRECISION = torch.bfloat16 if torch.cpu.get_capabilities().get("avx512_bf16", False) else torch.float32
"""Products in half the precision where the processor has instructions for them; elsewhere they crawl."""
DROPPED = 0.1
"""Share of what each layer adds that is left out in learning."""
_FIRST_POSITION, _MASKED, _EPSILON = 2, -1e4, 1e-5
_ANSWERS = 5


class _Product(nn.Module):
    """A frozen weight and a product of two small matrices beside it."""

    def __init__(self, weight: Tensor, bias: Tensor, rank: int) -> None:
        super().__init__()
        self.register_buffer("weight", weight.to(_PRECISION))
        self.register_buffer("bias", bias.to(_PRECISION))
        self.rank = rank
        if rank:
            self.a = nn.Parameter(torch.randn(rank, weight.shape[1]) / math.sqrt(weight.shape[1]))
            self.c = nn.Parameter(torch.zeros(weight.shape[0], rank))

    def forward(self, x: Tensor) -> Tensor:
        whole = functional.linear(x, self.weight, self.bias)
        if not self.rank:
            return whole
        return whole + functional.linear(functional.linear(x, self.a.to(_PRECISION)), self.c.to(_PRECISION))


class _Layer(nn.Module):
    def __init__(self, held: dict[str, Tensor], number: int, rank: int) -> None:
        super().__init__()
        prefix = f"encoder.layer.{number}."
        for short, name in PRODUCTS.items():
            part = _Product(held[f"{prefix}{name}.weight"], held[f"{prefix}{name}.bias"], rank)
            setattr(self, short, part)
        for short, name in NORMS.items():
            norm = nn.LayerNorm(WIDTH, eps=_EPSILON)
            norm.weight.data.copy_(held[f"{prefix}{name}.weight"])
            norm.bias.data.copy_(held[f"{prefix}{name}.bias"])
            setattr(self, short, norm.requires_grad_(bool(rank)))

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        rows, length, _ = x.shape
        query, key, value = (
            part(x).view(rows, length, HEADS, WIDTH // HEADS).transpose(1, 2)
            for part in (self.q, self.k, self.v)
        )
        shares = (query * (WIDTH // HEADS) ** -0.5 @ key.transpose(2, 3) + bias).softmax(-1)
        attended = self.o((shares @ value).transpose(1, 2).reshape(rows, length, WIDTH))
        x = self.n1((x + self._thinned(attended)).float()).to(_PRECISION)
        more = self.down(functional.gelu(self.up(x)))
        result: Tensor = self.n2((x + self._thinned(more)).float()).to(_PRECISION)
        return result

    def _thinned(self, x: Tensor) -> Tensor:
        return functional.dropout(x, DROPPED, self.training)


class CloseNetwork(nn.Module):
    """`forward` takes ids (rows × length) and gives logits (rows × 5) and what each place says (rows × length
    × 5), which counts at the marks: the answer that its sentence gives, the first: none."""

    def __init__(self, base: dict[str, np.ndarray[Any, Any]], rank: int = RANK, frozen: int = FROZEN) -> None:
        super().__init__()
        held = {name.removeprefix("mpnet."): torch.from_numpy(array) for name, array in base.items()}
        self.register_buffer("words", held["embeddings.word_embeddings.weight"])
        self.register_buffer("places", held["embeddings.position_embeddings.weight"][_FIRST_POSITION:])
        self.register_buffer("distances", held["encoder.relative_attention_bias.weight"])
        self.register_buffer("buckets", torch.from_numpy(buckets(PLACES)))
        self.norm = nn.LayerNorm(WIDTH, eps=_EPSILON)
        self.norm.weight.data.copy_(held["embeddings.LayerNorm.weight"])
        self.norm.bias.data.copy_(held["embeddings.LayerNorm.bias"])
        self.norm.requires_grad_(False)
        self.layers = nn.ModuleList(_Layer(held, n, rank if n >= frozen else 0) for n in range(LAYERS))
        self.frozen = frozen
        self.mix, self.answer = nn.Linear(3 * WIDTH, WIDTH), nn.Linear(WIDTH, _ANSWERS)
        self.says, self.page = nn.Linear(WIDTH, _ANSWERS), nn.Linear(WIDTH, COLUMNS)
        nn.init.normal_(self.answer.weight, std=0.02)
        for part in (self.answer.bias, self.says.weight, self.says.bias):
            nn.init.zeros_(part)

    def body(self) -> list[nn.Parameter]:
        """What changes of the encoder."""
        return [p for p in self.layers.parameters() if p.requires_grad]

    def heads(self) -> list[nn.Parameter]:
        """The head of a question."""
        return [p for part in (self.mix, self.answer, self.says) for p in part.parameters()]

    def page_head(self) -> list[nn.Parameter]:
        """The head of a page without one."""
        return [*self.page.parameters()]

    def learned_of_questions(self) -> dict[str, np.ndarray[Any, Any]]:
        """What was learned of the encoder and the head of a question, by name, as
        `resources.close_reader.learned` keeps it."""
        return self._learned_without("page")

    def learned_of_pages(self) -> dict[str, np.ndarray[Any, Any]]:
        """The same with the head of a page in its place."""
        return self._learned_without("mix", "answer", "says")

    def learning(self) -> dict[str, nn.Parameter]:
        """All that changes in learning, by name."""
        return {name: p for name, p in self.named_parameters() if p.requires_grad}

    def _learned_without(self, *heads: str) -> dict[str, np.ndarray[Any, Any]]:
        learned = self.learning().items()
        return {n: p.detach().float().numpy() for n, p in learned if n.split(".")[0] not in heads}

    def begin_with(self, learned: Mapping[str, np.ndarray[Any, Any]]) -> None:
        """Take what was learned before, by the names of `learned`. Raises KeyError where one is not known."""
        own = dict(self.named_parameters())
        with torch.no_grad():
            for name, array in learned.items():
                own[name].copy_(torch.from_numpy(array))

    def found(self, ids: Tensor) -> Tensor:
        """What every place of pages tells (rows × length × COLUMNS), as `aitia.reading.trained.page_closely`
        reads it."""
        return functional.linear(
            functional.dropout(self.encoded(ids), DROPPED, self.training), *self.page.parameters()
        )

    def encoded(self, ids: Tensor) -> Tensor:
        """States of all places (rows × length × width), in single precision."""
        length = ids.shape[1]
        seen = ids != PAD
        bias = self.distances[self.buckets[:length, :length]].permute(2, 0, 1)[None]
        bias = torch.where(seen[:, None, None, :], bias, torch.full((), _MASKED)).to(_PRECISION)
        with torch.no_grad():
            x = self.norm(self.words[ids] + self.places[:length][None]).to(_PRECISION)
            for layer in self.layers[: self.frozen]:
                x = layer(x, bias)
        for layer in self.layers[self.frozen :]:
            x = layer(x, bias)
        return x.float()

    def forward(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        x = self.encoded(ids)
        there = (ids != PAD)[..., None].float()
        mean = (x * there).sum(1) / there.sum(1)
        says = self.says(x)
        odds = says[..., 1:].logsumexp(-1) - says[..., 0]
        shares = torch.where(ids == MARK, odds, torch.full((), _MASKED)).softmax(1)[..., None]
        mixed = functional.gelu(self.mix(torch.cat([x[:, 0], mean, (shares * x).sum(1)], -1)))
        result: Tensor = self.answer(functional.dropout(mixed, DROPPED, self.training))
        return result + (shares * says).sum(1), says


def assembled(rows: Sequence[CloseRow]) -> Tensor:
    """What `forward` takes."""
    length = max(len(row) for row in rows)
    ids = torch.full((len(rows), length), PAD)
    for number, row in enumerate(rows):
        ids[number, : len(row)] = torch.tensor(row)
    return ids
