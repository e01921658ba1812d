"""What reading with a language model costs beside the model: `python -m bench.model_overhead [--json PATH]`.

A local server speaks the real protocol, takes a second for every call and refuses some with 429 and 503.
The bound is all calls that it saw, refused ones included, divided by the concurrency, times the latency.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import time
from collections.abc import Sequence
from pathlib import Path

from bench.kill_runs import count_kills
from bench.model.peers import peer_measures, peer_option
from bench.model.runs import demonstration_tasks, server_process, temporary_store, with_rows
from bench.model.server import ModelServer, running
from bench.report import Measure, emit
from resources.calls.base import ReadingResult
from resources.calls.ledger import MemoryLedger
from resources.engines.base import ReadingEngine, ReadingTask
from resources.engines.caller import Caller
from resources.engines.cloud import CloudEngine
from resources.engines.gemini import GeminiClient
from resources.readers import make_caller, make_engine

# In the first round of calls: a refusal in the last round would measure the wait that the service asked for.
FAULTS = "200,429,200,503,200,429,200,503"


async def _timed(
    engine: ReadingEngine, tasks: Sequence[ReadingTask]
) -> tuple[float, float, list[ReadingResult]]:
    """Seconds until the first result and until the last, and the results."""
    started = time.monotonic()
    first, results = 0.0, []
    async for result in engine.read(tasks):
        first = first or time.monotonic() - started
        results.append(result)
    return first, time.monotonic() - started, results


def measure(papers: int, concurrency: int, latency: float) -> list[Measure]:
    """Read the papers once over the network and once from the ledger."""
    tasks = demonstration_tasks(papers)
    measures = []
    with (
        server_process(latency, FAULTS) as server,
        temporary_store(server.url, engine_concurrency=concurrency) as (settings, store),
    ):
        with_rows(store, tasks)
        engine = make_engine(settings, store)
        _warm()
        first, wall, results = asyncio.run(_timed(engine, tasks))
        seen = server.stats()
        caller = make_caller(settings, store, tasks[0].question.question_id)
        spent = caller.ledger.spent()
        _, replay, again = asyncio.run(_timed(engine, tasks))
        after = server.stats()
    bound = seen["calls"] / concurrency * latency
    whole = math.ceil(seen["calls"] / concurrency) * latency
    extraction = sum(len(result.calls) for result in results)
    tokens = seen["prompt_tokens"] + seen["output_tokens"]
    same = {r.key: r.reading for r in results} == {r.key: r.reading for r in again}
    measures += [
        Measure("wall time, seconds", wall, papers),
        Measure("wall time ÷ bound (calls ÷ concurrency × latency)", wall / bound, seen["calls"]),
        Measure("wall time ÷ bound in whole rounds of calls", wall / whole, seen["calls"]),
        Measure("seconds until the first result", first, papers),
        Measure("calls that the server refused (429, 503)", seen["failed"], seen["calls"]),
        Measure("most calls in flight", seen["most_in_flight"], concurrency),
        Measure("answered extraction calls per abstract", extraction / papers, papers),
        Measure("prompt tokens per abstract", seen["prompt_tokens"] / papers, papers),
        Measure("ledger's tokens − server's tokens", spent.tokens - tokens, tokens),
        Measure("ledger's calls − server's answered calls", spent.calls - seen["answered"], seen["answered"]),
        Measure("calls made when all is read again", after["calls"] - seen["calls"], papers),
        Measure("readings that differ when read again", 0 if same else 1, papers),
        Measure("seconds to read all again from the ledger", replay, papers),
    ]
    return measures


def _warm() -> None:
    """Read one paper elsewhere: libraries and models are loaded once in a process, whatever is read."""
    with running(ModelServer()) as server:
        caller = Caller(GeminiClient("warm", "key", server.url), MemoryLedger())
        engine = CloudEngine("gemini", "warm", lambda _question, _run: caller)
        asyncio.run(_timed(engine, demonstration_tasks(1)))


def main() -> None:
    """Print and store the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--papers", type=int, default=20)
    parser.add_argument("--concurrency", type=int, default=8)
    parser.add_argument("--latency", type=float, default=1.0)
    parser.add_argument(
        "--kills", type=int, default=0, help="random points at which a run is killed (50 in the record)"
    )
    parser.add_argument(
        "--peer",
        type=peer_option,
        action="append",
        default=[],
        metavar="NAME=PYTHON",
        help="a peer in an environment of its own: lightrag=…/bin/python or nano-graphrag=…/bin/python",
    )
    args = parser.parse_args()
    measures = measure(args.papers, args.concurrency, args.latency)
    if args.kills:
        measures += count_kills(args.kills)
    measures += peer_measures(args.peer, args.papers, args.concurrency, args.latency, FAULTS)
    emit(
        measures,
        args.json,
        f"{args.papers} papers, {args.concurrency} calls at once, {args.latency:g} s each",
    )


if __name__ == "__main__":
    main()
