"""Train the network that reads answers and findings: `python -m bench.training.reader.fit`.

About 75 minutes on two free cores. Needs PyTorch (`pip install torch==2.13.0`), which nothing else does. A
tenth of the labelled abstracts is held out: calibration is fitted on it, and its figures are printed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import aitia.reading.trained
from aitia.model.packages import MINILM_PACKAGE, package_folder
from bench.labelled import data_folder
from resources.embedders.minilm import TOKENIZER_SHA256, WEIGHTS_SHA256
from resources.embedders.model_files import checked_file

SEED = 7
SPLIT_SEED = 11
HELD = 0.1
FOLDER = Path(aitia.reading.trained.__file__).parent / "model"


def main(argv: Sequence[str] | None = None) -> int:
    """Learn, write the graph, calibrate it, write the calibration."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.training.reader.fit",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="Reads the data in ../shared/data (or $AITIA_SHARED/data).",
    )
    parser.add_argument(
        "--seed", type=int, default=SEED, help=f"of drawing and starting weights (default: {SEED})"
    )
    parser.add_argument("--scale", type=float, default=1.0, help="of every stage's length (default: 1)")
    parser.add_argument(
        "--out", type=Path, default=FOLDER, help="folder for the artefacts (default: the shipped one)"
    )
    options = parser.parse_args(argv)
    try:
        import torch
    except ImportError:
        print("Training needs PyTorch: pip install torch==2.13.0", file=sys.stderr)
        return 2
    torch.manual_seed(options.seed)
    train(options.seed, options.scale, options.out)
    return 0


def train(seed: int, scale: float, out: Path) -> None:
    """The whole training, from the data to the artefacts; `scale` shortens or lengthens every stage."""
    from tokenizers import Tokenizer

    from aitia.reading.trained.network import Network
    from bench.training.reader import examples, prompts
    from bench.training.reader.blend import fit_order, order_rows
    from bench.training.reader.calibrate import UNFITTED, calibrate
    from bench.training.reader.encoder import ReaderNetwork
    from bench.training.reader.export import export
    from bench.training.reader.learn import learn
    from bench.training.reader.own_questions import read_own_questions, unlabelled, with_own_questions
    from bench.training.reader.stages import stages
    from resources.embedders.names import name_vectors
    from resources.settings import get_settings

    base = package_folder(MINILM_PACKAGE)
    if base is None:
        raise SystemExit(f"The package {MINILM_PACKAGE} is not installed: make install")
    tokens = checked_file(base / "model" / "tokenizer.json", TOKENIZER_SHA256)
    encoder: Any = Tokenizer.from_file(str(tokens))
    encoder.no_truncation()
    encoder.no_padding()
    data = data_folder()
    labelled = examples.label_examples(
        encoder, data / "labels" / "train.jsonl", data / "corpus" / "abstracts.jsonl.gz"
    )
    learned, held = examples.split_held(labelled, HELD, SPLIT_SEED)
    articles = data / "evidence_inference" / "train.jsonl.gz"
    prompted = prompts.not_of(
        {example.key for example in held}, prompts.prompt_examples(encoder, articles, SPLIT_SEED)
    )
    print(
        f"{len(learned)} abstracts and {len(prompted)} pages of articles to learn from, {len(held)} held out"
    )
    embed = name_vectors(get_settings().cache_home / "models")
    order = fit_order(list(order_rows(learned, embed)))
    own = read_own_questions()
    corpus = examples.read_corpus(data / "corpus" / "abstracts.jsonl.gz")
    ours = [
        *with_own_questions(encoder, learned, own),
        *unlabelled(encoder, corpus, own, frozenset(e.key for e in labelled)),
    ]
    count = sum(q.kind == "own" for e in ours for q in e.questions)
    print(f"{len(ours) - len(learned)} more abstracts, {count} questions of our own")
    natural = [examples.in_natural_order(e, encoder, order, embed) for e in ours]
    network = ReaderNetwork().start_from(checked_file(base / "model" / "model.safetensors", WEIGHTS_SHA256))
    bank = [q.asked for e in ours for q in e.questions]
    for name, stage in stages(learned, ours, natural, prompted, seed, scale):
        print(f"stage: {name}, {stage.steps} steps", flush=True)
        learn(network, encoder, bank, stage)
    out.mkdir(parents=True, exist_ok=True)
    export(network, held[0], out / "reader.onnx")
    (out / "tokenizer.json").write_bytes(tokens.read_bytes())
    (out / "held_out.json").write_text(examples.keys_of(held) + "\n", encoding="utf-8")
    shipped = Network(
        (out / "reader.onnx").read_bytes(), tokens.read_bytes(), dict(UNFITTED), {"order": order}
    )
    kept = [
        examples.in_natural_order(e, encoder, order, embed) for e in with_own_questions(encoder, held, own)
    ]
    calibration = calibrate(shipped, kept)
    (out / "calibration.json").write_text(json.dumps(calibration, indent=1) + "\n", encoding="utf-8")
    print(f"wrote {out}: {calibration}; next: python -m bench.training.sentence_reader, then .reader.blend")


if __name__ == "__main__":
    sys.exit(main())
