"""The network in PyTorch: MiniLM as a page encoder that questions look into, with its heads."""

from __future__ import annotations

import math
from pathlib import Path

import torch
import torch.nn.functional as functional
from safetensors.torch import load_file
from torch import Tensor, nn

from aitia.reading.trained.marks import FIRST_ARM, SECOND_ARM, THE_OUTCOME

WIDTH, HEADS, LAYERS, INNER = 384, 12, 6, 1536
HINT = 3.0
"""What a mark adds to the attention of four heads each: outcome, first arm, second arm."""
_HINTED = (THE_OUTCOME, FIRST_ARM, SECOND_ARM)
_NEVER = -1e4


class Layer(nn.Module):
    """One transformer layer: the context sees itself, a question itself and the context."""

    def __init__(self) -> None:
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.norm_attended = nn.LayerNorm(WIDTH, eps=1e-12)
        self.widen, self.narrow = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)

    def forward(
        self, context: Tensor, question: Tensor, seen: Tensor, seen_asked: Tensor
    ) -> tuple[Tensor, Tensor]:
        rows, split, _ = context.shape
        both = torch.cat([context, question], 1)
        query, key, value = (
            f(both).view(rows, both.shape[1], HEADS, WIDTH // HEADS).transpose(1, 2)
            for f in (self.query, self.key, self.value)
        )
        own = functional.scaled_dot_product_attention(
            query[:, :, :split], key[:, :, :split], value[:, :, :split], attn_mask=seen
        )
        asked = functional.scaled_dot_product_attention(query[:, :, split:], key, value, attn_mask=seen_asked)
        attended = self.out(torch.cat([own, asked], 2).transpose(1, 2).reshape(both.shape))
        both = self.norm_attended(both + attended)
        both = self.norm(both + self.narrow(functional.gelu(self.widen(both))))
        return both[:, :split], both[:, split:]


class ReaderNetwork(nn.Module):
    """Inputs and outputs as in `aitia.reading.trained.network`, with a batch dimension in front."""

    def __init__(self) -> None:
        super().__init__()
        self.word, self.position, self.kind = (nn.Embedding(n, WIDTH) for n in (30_522, 512, 2))
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.result, self.tags = nn.Linear(WIDTH, 1), nn.Linear(WIDTH, 3)
        self.asking, self.saying = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, WIDTH)
        self.hint = nn.Linear(3, 1, bias=False)
        self.mix, self.answer, self.significant = (
            nn.Linear(2 * WIDTH + 6, WIDTH),
            nn.Linear(WIDTH, 5),
            nn.Linear(WIDTH, 1),
        )
        self.hint.weight.data.copy_(torch.tensor([[3.0, 0.5, 0.5]]))

    def heads(self) -> list[nn.Parameter]:
        """The parameters that start from nothing."""
        parts = (
            self.result,
            self.tags,
            self.asking,
            self.saying,
            self.hint,
            self.mix,
            self.answer,
            self.significant,
        )
        return [p for part in parts for p in part.parameters()]

    def start_from(self, weights: Path) -> ReaderNetwork:
        """Begin with MiniLM; its word vectors stay as they are."""
        held = {k.removeprefix("bert."): v for k, v in load_file(weights).items()}

        def put(module: nn.Module, name: str) -> None:
            own = dict(module.named_parameters())
            for part, parameter in own.items():
                parameter.data.copy_(held[f"{name}.{part}"])

        put(self.word, "embeddings.word_embeddings")
        put(self.position, "embeddings.position_embeddings")
        put(self.kind, "embeddings.token_type_embeddings")
        put(self.norm, "embeddings.LayerNorm")
        names = {
            "query": "attention.self.query", "key": "attention.self.key", "value": "attention.self.value",
            "out": "attention.output.dense", "norm_attended": "attention.output.LayerNorm",
            "widen": "intermediate.dense", "narrow": "output.dense", "norm": "output.LayerNorm",
        }  # fmt: skip
        for number, layer in enumerate(self.layers):
            for own_name, name in names.items():
                put(getattr(layer, own_name), f"encoder.layer.{number}.{name}")
        self.word.weight.requires_grad_(False)
        return self

    def forward(
        self,
        context: Tensor,
        sentence_at: Tensor,
        question: Tensor,
        segment: Tensor,
        position: Tensor,
        question_at: Tensor,
        marks: Tensor,
        shares: Tensor,
    ) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        rows, width = context.shape
        seen = torch.where(context > 0, 0.0, _NEVER)[:, None, None, :]
        seen_asked = self._seen_asked(seen, segment, marks)
        places = torch.arange(width, device=context.device)[None].expand(rows, width)
        page = self.norm(self.word(context) + self.position(places) + self.kind(torch.zeros_like(context)))
        asked = self.norm(
            self.word(question) + self.position(position) + self.kind(torch.ones_like(question))
        )
        for layer in self.layers:
            page, asked = layer(page, asked, seen, seen_asked)
        said, wanted = _at(page, sentence_at), _at(asked, question_at)
        evidence = self.asking(wanted) @ self.saying(said).transpose(1, 2) / math.sqrt(WIDTH)
        evidence = evidence + self.hint(shares)[..., 0]
        evidence = torch.where((sentence_at >= 0)[:, None, :], evidence, torch.full_like(evidence, _NEVER))
        weights = torch.softmax(evidence, -1)
        told, most = (weights[..., None] * shares).sum(2), shares.amax(2)
        mixed = functional.gelu(self.mix(torch.cat([wanted, weights @ said, told, most], -1)))
        return (
            self.result(said)[..., 0],
            self.tags(page),
            evidence,
            self.answer(mixed),
            self.significant(mixed)[..., 0],
        )

    def _seen_asked(self, seen: Tensor, segment: Tensor, marks: Tensor) -> Tensor:
        """What a question's tokens see, with the hints of its marks on twelve heads in three groups."""
        rows, room = segment.shape
        width = marks.shape[2]
        kinds = torch.tensor(_HINTED)
        hints = (marks[:, :, None, :] == kinds[None, None, :, None]).float() * HINT
        owner = (segment - 1).clamp(min=0)[:, :, None, None].expand(rows, room, 3, width)
        hints = torch.gather(hints, 1, owner).permute(0, 2, 1, 3)
        hints = hints[:, :, None].expand(rows, 3, HEADS // 3, room, width).reshape(rows, HEADS, room, width)
        same = torch.where(segment[:, :, None] == segment[:, None, :], 0.0, _NEVER)
        return torch.cat([seen + hints, same[:, None].expand(rows, HEADS, room, room)], 3)


def _at(vectors: Tensor, places: Tensor) -> Tensor:
    return torch.gather(vectors, 1, places.clamp(min=0)[:, :, None].expand(-1, -1, WIDTH))
