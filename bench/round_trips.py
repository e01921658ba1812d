"""Out and back again: `python -m bench.round_trips [--graphs 1000] [--bundles 3] [--seed 1] [--json PATH]`.

Random graphs go out as RDF and are read back by a reader that knows nothing of the store: the same edges with
the same names, quotes and places, each quote where its offsets say. Questions on invented drugs are answered,
go out as bundles, into an empty store and out again: the same bytes.
"""

from __future__ import annotations

import argparse
import random
import sys
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyoxigraph

from aitia.model.keys import PaperId, PassageId
from aitia.model.passage import Passage
from aitia.report.dossier import DecisionLine, PaperLine
from aitia.report.export.rdf import graph_of
from assets.steps.bundle import export_bundle, import_bundle
from assets.steps.order import run_steps
from assets.steps.search_plan import RoundConfig
from bench.answers.run import bench_server, bench_settings
from bench.report import Measure, emit
from bench.synthetic import question, write_corpus
from resources.store.server import EmbeddedServer
from resources.workbench import open_workbench

_LETTERS = "abcÄß日Ω🧪 \"'\\<>{}|^`%\n\t\r\u2028\u200b\u202e;.,:#@/&="
_READ = """
PREFIX a: <urn:aitia:term:> PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
PREFIX prov: <http://www.w3.org/ns/prov#> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
SELECT ?edge ?causes ?cause ?effect ?quote ?text ?start ?end ?confidence ?direction ?decision WHERE {
  << ?c ?causes ?e ~ ?edge >> a:quote ?quote ; a:charStart ?start ; a:charEnd ?end ;
    a:confidence ?confidence ; a:direction ?direction ; a:decision ?decision ; prov:wasQuotedFrom ?p .
  ?p a:text ?text . ?c rdfs:label ?cause . ?e rdfs:label ?effect }
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark; 1 where something came back otherwise."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.round_trips", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--graphs", type=int, default=1000, help="random graphs as RDF")
    parser.add_argument("--bundles", type=int, default=3, help="questions as bundles")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="write the figures here")
    options = parser.parse_args(arguments)
    chance = random.Random(options.seed)
    graphs = [random_graph(chance) for _ in range(options.graphs)]
    same = sum(comes_back(*graph) for graph in graphs)
    edges = sum(len(lines) for lines, *_ in graphs)
    bundles = _bundles(options.bundles) if options.bundles else []
    found = [
        Measure("random graphs that come back from RDF as they were", same, len(graphs)),
        Measure("edges in them", edges, edges),
        Measure("bundles that leave an empty store byte by byte as they came", sum(bundles), len(bundles)),
    ]
    emit(found, options.json, "Round trips")
    return 0 if same == len(graphs) and all(bundles) else 1


def random_graph(
    chance: random.Random,
) -> tuple[list[DecisionLine], dict[PassageId, Passage], list[PaperLine]]:
    """Up to 40 edges between up to 12 things, quoted from up to 5 passages of hostile letters."""
    papers = [PaperLine(paper_id=PaperId(_word(chance)), title=_word(chance)) for _ in range(3)]
    passages = {}
    for number in range(chance.randint(1, 5)):
        key = PassageId(f"passage_{number}{_word(chance)}")
        text = "".join(chance.choice(_LETTERS) for _ in range(chance.randint(1, 400)))
        passages[key] = Passage(
            passage_id=key, paper_id=chance.choice(papers).paper_id, section_id=_word(chance),
            part_index=number, text=text, char_offset=0,
        )  # fmt: skip
    things = [_word(chance) for _ in range(chance.randint(1, 12))]
    lines = [
        _line(chance, number, things, chance.choice(list(passages.values())))
        for number in range(chance.randint(0, 40))
    ]
    return lines, passages, papers


def _word(chance: random.Random) -> str:
    return "".join(chance.choice(_LETTERS) for _ in range(chance.randint(1, 12)))


def _line(chance: random.Random, number: int, things: Sequence[str], passage: Passage) -> DecisionLine:
    start = chance.randrange(len(passage.text))
    end = chance.randint(start + 1, min(len(passage.text), start + 300))
    cause, effect = chance.choice(things), chance.choice(things)
    return DecisionLine(
        claim_id=f"claim_{number}", extraction_id="extraction", paper_id=passage.paper_id, cause=cause,
        relation=chance.choice(["increases", "decreases", "improves_on"]), effect=effect,
        direction=chance.choice(["increases", "unclear"]), confidence=chance.random(),
        quote=passage.text[start:end], passage_id=passage.passage_id, char_start=start, char_end=end,
        decision="accepted", edge_id=f"edge_{number}", cause_node=f"n:{cause}", cause_name=cause,
        effect_node=f"n:{effect}", effect_name=effect,
    )  # fmt: skip


def comes_back(
    lines: Sequence[DecisionLine], passages: dict[PassageId, Passage], papers: Sequence[PaperLine]
) -> bool:
    """Whether an independent reader of the Turtle finds the same edges."""
    store = pyoxigraph.Store()
    store.load(graph_of(lines, passages, papers), format=pyoxigraph.RdfFormat.TURTLE)
    rows: Any = store.query(_READ)
    read = set()
    for row in rows:
        start, end = int(row["start"].value), int(row["end"].value)
        if row["text"].value[start:end] != row["quote"].value:
            return False
        words = [row[name].value for name in ("edge", "causes", "cause", "effect", "quote", "direction")]
        read.add((*words, row["decision"].value, start, end, float(row["confidence"].value)))
    wanted = {
        (f"urn:aitia:edge:{line.edge_id}", f"urn:aitia:term:{line.relation}", line.cause_name,
         line.effect_name, line.quote, line.direction, line.decision, line.char_start, line.char_end,
         line.confidence)
        for line in lines
    }  # fmt: skip
    return read == wanted


def _bundles(count: int) -> list[bool]:
    """Whether each question's bundle leaves an empty store as it came."""
    with bench_server() as server:
        home = server.home.parent
        folder = write_corpus(home / "papers", 8 * count, count)
        settings = bench_settings(server, "asked", home / "asked", sources=("documents",))
        made = []
        with open_workbench(settings) as workbench:
            for number in range(count):
                asked = workbench.question(question(number))
                run_steps(workbench, asked, RoundConfig(documents=[str(folder)]), f"run-{number}")
                made.append((asked.question_id, export_bundle(workbench.store, asked.question_id)))
        return [_again(server, home, *one) for one in made]


def _again(server: EmbeddedServer, home: Path, question_id: str, bundle: bytes) -> bool:
    name = f"empty_{uuid.uuid4().hex[:8]}"
    with open_workbench(bench_settings(server, name, home / name)) as workbench:
        import_bundle(workbench, bundle)
        return export_bundle(workbench.store, question_id) == bundle


if __name__ == "__main__":
    sys.exit(main())
