"""What the close reader gets right on questions that it has not learned from, by who wrote them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from aitia.reading.trained.close import MARK
from aitia.reading.trained.layout import Encoder
from bench.pairs.measures import auroc
from bench.training.close.beside import KINDS as BESIDE
from bench.training.close.rows import SILENT, Question
from bench.training.reader.examples import FLIP
from bench.training.reader.judged import JUDGED
from bench.training.reader.own_passages import ASKED, TWIN
from bench.training.reader.recent import RECENT
from bench.training.reader.retold import RETOLD

if TYPE_CHECKING:
    from bench.training.close.network import CloseNetwork

MEASURED = ("review", "own", TWIN, RETOLD, ASKED, JUDGED, RECENT)


def figures(network: CloseNetwork, encoder: Encoder, held: Sequence[Question]) -> str:
    """Five classes, reported or not and direction on the held-out questions, by who wrote them; each read in
    the order of the arms that it was judged to have."""
    import torch

    from bench.training.close.network import assembled

    turned = np.array([q.natural is False for q in held])
    laid = [q.row(encoder, bool(other)) for q, other in zip(held, turned, strict=True)]
    parts, found = list[Any](), list[bool]()
    for at in range(0, len(laid), 16):
        ids = assembled([row for row, _, _ in laid[at : at + 16]])
        with torch.no_grad():
            scores, says = network(ids)
        parts.append(scores.softmax(1).numpy())
        odds = (says[..., 1:].logsumexp(-1) - says[..., 0]).masked_fill(ids != MARK, -np.inf)
        best = [int((row[:place] == MARK).sum()) for row, place in zip(ids, odds.argmax(1), strict=True)]
        found += [given[n] > SILENT for (_, _, given), n in zip(laid[at : at + 16], best, strict=True)]
    chances, gold = np.concatenate(parts), np.array([q.answer for q in held])
    chances[turned] = chances[turned][:, list(FLIP)]
    lines = []
    for kind in [kind for kind in (*MEASURED, *BESIDE) if any(q.kind == kind for q in held)]:
        of = np.array([q.kind == kind for q in held])
        p, g = chances[of], gold[of]
        if not g.any():
            lines.append(f"{kind}: {(p[:, 0] < 0.5).mean():.3f} of {len(g)} taken to be reported")
            continue
        told, way = (g > 0) & (g < 4), p[:, 1:4].argmax(1) + 1
        both = told & (g < 3) & (way < 3)
        lines.append(
            f"{kind}: five classes {(p.argmax(1) == g).mean():.3f}, AUROC of reported "
            f"{auroc(1 - p[:, 0], (g > 0).astype(np.int64)):.3f}, direction {(way == g)[told].mean():.3f} of "
            f"{told.sum()}, opposite {(way != g)[both].mean():.3f} of {both.sum()}, sentence found "
            f"{np.array(found)[of][g > 0].mean():.3f}"
        )
    return "\n".join(lines)
