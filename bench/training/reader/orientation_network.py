"""The orientation network in PyTorch: MiniLM over pairs of names, scored as arms and as outcomes."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

import torch
import torch.nn.functional as functional
from safetensors.torch import load_file
from torch import Tensor, nn

from aitia.reading.trained.orientation import Pair
from bench.training.reader.encoder import HEADS, INNER, LAYERS, WIDTH

FROZEN = 2
"""The lowest layers stay as MiniLM has them."""
_NEVER = -1e4
_SAME_WAY = 2.0
"""What the score of outcomes starts from: most questions word the outcome as the paper does."""
_PARTS = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "out": "attention.output.dense",
    "attended": "attention.output.LayerNorm",
    "widen": "intermediate.dense",
    "narrow": "output.dense",
    "norm": "output.LayerNorm",
}


class _Layer(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.attended = nn.LayerNorm(WIDTH, eps=1e-12)
        self.widen, self.narrow = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)

    def forward(self, x: Tensor, mask: Tensor, dropped: float) -> Tensor:
        rows, length, _ = x.shape
        query, key, value = (
            f(x).view(rows, length, HEADS, WIDTH // HEADS).transpose(1, 2)
            for f in (self.query, self.key, self.value)
        )
        seen = functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        own = self.out(seen.transpose(1, 2).reshape(rows, length, WIDTH))
        x = self.attended(x + functional.dropout(own, dropped, self.training))
        inner = self.narrow(functional.gelu(self.widen(x)))
        result: Tensor = self.norm(x + functional.dropout(inner, dropped, self.training))
        return result


class Orientation(nn.Module):
    """`forward` takes vectors of words (pairs × tokens × 384), 1 for tokens of the second part, and 1 for
    tokens that are there; it gives a score of arms and one of outcomes for each pair."""

    def __init__(self) -> None:
        super().__init__()
        self.position, self.kind = nn.Embedding(512, WIDTH), nn.Embedding(2, WIDTH)
        self.begin = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(_Layer() for _ in range(LAYERS))
        self.arm, self.way = nn.Linear(WIDTH, 1), nn.Linear(WIDTH, 1)
        for part in (self.arm, self.way):
            nn.init.zeros_(part.weight)
            nn.init.zeros_(part.bias)
        self.way.bias.data.fill_(_SAME_WAY)

    def start_from(self, weights: Path) -> Tensor:
        """Begin with MiniLM; returns its word vectors, which stay as they are."""
        held = {name.removeprefix("bert."): value for name, value in load_file(weights).items()}

        def put(module: nn.Module, name: str) -> None:
            for part, parameter in module.named_parameters():
                parameter.data.copy_(held[f"{name}.{part}"])

        put(self.position, "embeddings.position_embeddings")
        put(self.kind, "embeddings.token_type_embeddings")
        put(self.begin, "embeddings.LayerNorm")
        for number, layer in enumerate(self.layers):
            for own, name in _PARTS.items():
                put(getattr(layer, own), f"encoder.layer.{number}.{name}")
        for module in (self.position, self.kind, self.begin, *self.layers[:FROZEN]):
            module.requires_grad_(False)
        return held["embeddings.word_embeddings.weight"]

    def body(self) -> list[nn.Parameter]:
        """What changes but for the two scores."""
        return [p for layer in self.layers[FROZEN:] for p in layer.parameters()]

    def heads(self) -> list[nn.Parameter]:
        """The two scores."""
        return [*self.arm.parameters(), *self.way.parameters()]

    def forward(self, words: Tensor, kinds: Tensor, seen: Tensor) -> tuple[Tensor, Tensor]:
        places = torch.arange(words.shape[1], device=words.device)
        x = self.begin(words + self.position(places)[None] + self.kind(kinds))
        mask = ((1 - seen) * _NEVER)[:, None, None, :]
        for number, layer in enumerate(self.layers):
            x = layer(x, mask, 0.0 if number < FROZEN else 0.1)
        mean = (x * seen[..., None]).sum(1) / seen.sum(1, keepdim=True)
        return self.arm(mean)[:, 0], self.way(mean)[:, 0]


def assembled(pairs: Sequence[Pair], words: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """What `forward` takes, from token ids and the table of word vectors."""
    width = max(len(ids) for ids, _ in pairs)
    ids = torch.zeros(len(pairs), width, dtype=torch.long)
    kinds = torch.zeros_like(ids)
    for row, (own, first) in enumerate(pairs):
        ids[row, : len(own)] = torch.tensor(own)
        kinds[row, first : len(own)] = 1
    return words[ids], kinds, (ids > 0).float()


def export(network: Orientation, path: Path) -> None:
    """Write the graph with weights in eight bits; any number of pairs of any length up to 512 tokens."""
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic

    given = (torch.zeros(3, 9, WIDTH), torch.zeros(3, 9, dtype=torch.long), torch.ones(3, 9))
    names = ("words", "kinds", "seen")
    with tempfile.TemporaryDirectory() as folder:
        plain = str(Path(folder) / "orientation.onnx")
        torch.onnx.export(
            network.eval(),
            given,
            plain,
            input_names=list(names),
            output_names=["arm", "way"],
            dynamic_axes={name: {0: "pairs", 1: "tokens"} for name in names},
            opset_version=17,
            dynamo=False,
        )
        graph = onnx.load(plain)
        del graph.graph.value_info[:]  # shapes noted while tracing keep the quantiser from working
        onnx.save(graph, plain)
        quantize_dynamic(
            plain,
            str(path),
            weight_type=QuantType.QInt8,
            per_channel=True,
            op_types_to_quantize=["MatMul", "Gather", "Gemm"],
            extra_options={"MatMulConstBOnly": True},
        )
