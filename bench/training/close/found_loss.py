"""What the close reader loses on pages without a question."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import torch
import torch.nn.functional as functional
from torch import Tensor

from aitia.reading.trained.close import PAD
from aitia.reading.trained.page_closely import (
    ASKS,
    BEGINS,
    DIRECTION,
    ENDS,
    INSIDE,
    KEY_WIDTH,
    RESULT,
    TOLD,
)
from bench.training.close.network import CloseNetwork, assembled
from bench.training.close.pages import FoundPage

INSIDE_COUNTS, ARMS_COUNT, DIRECTION_COUNTS = 3.0, 0.3, 0.7
_OUT = -1e4


def found_loss(network: CloseNetwork, pages: Sequence[FoundPage]) -> Tensor:
    """The sum of what is lost on result sentences, outcomes' names, arms' names and directions."""
    ids = assembled([page.ids for page in pages])
    told = network.found(ids)
    lost = _binary(told[..., RESULT], [page.results for page in pages])
    lost = lost + INSIDE_COUNTS * _binary(
        told[..., INSIDE], [{t: t in p.inside for t in p.known} for p in pages]
    )
    lost = lost + _binary(told[..., BEGINS], [{t: t in p.begins for t in p.known} for p in pages])
    ways, wanted, arms = list[Tensor](), list[int](), list[Tensor]()
    for row, page in enumerate(pages):
        absent = (ids[row] == PAD)[None]
        keys = told[row, :, TOLD].view(-1, ENDS, KEY_WIDTH)
        for finding in page.found:
            state = told[row, list(finding.places)].mean(0)
            ways.append(state[DIRECTION])
            wanted.append(finding.direction)
            asks = state[ASKS].view(ENDS, KEY_WIDTH)
            scores = torch.einsum("ed,led->el", asks, keys) / math.sqrt(KEY_WIDTH)
            chances = scores.masked_fill(absent, _OUT).log_softmax(-1)
            for arm, mentions in enumerate(finding.arms):
                if mentions is not None:
                    for end in (0, 1):
                        places = sorted({m[end] for m in mentions})
                        arms.append(-chances[2 * arm + end, places].logsumexp(0))
    if ways:
        lost = lost + DIRECTION_COUNTS * functional.cross_entropy(torch.stack(ways), torch.tensor(wanted))
    if arms:
        lost = lost + ARMS_COUNT * torch.stack(arms).mean()
    return lost


def _binary(logits: Tensor, wanted: Sequence[Mapping[int, bool]]) -> Tensor:
    places = [(row, place) for row, own in enumerate(wanted) for place in own]
    if not places:
        return logits.sum() * 0
    rows, columns = zip(*places, strict=True)
    given = torch.tensor([float(wanted[row][place]) for row, place in places])
    return functional.binary_cross_entropy_with_logits(logits[list(rows), list(columns)], given)
