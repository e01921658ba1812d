"""How fast, and in how much memory, hostile input is refused, at every door that lets text in.

python -m bench.refusals [--json PATH] [--only WORD] [--details PATH] [--folder FILES]

Each attack runs in a process of its own, forked after all imports. Counted are the wall time from the call of
the source's `search` to its answer (for a service, the request and the first byte are within it) and the peak
resident memory above what the process held before, with the whole of the processes it started (seen every
5 ms); beside them the time of its own processor, since a busy machine makes every wall time longer. Refused
means: the search is incomplete and says why, and no paper came of the attack.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import select
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path

from rich.console import Console
from rich.table import Table

from aitia.model.errors import SourceError
from aitia.model.paper import PaperRecord
from aitia.model.scales import EvidenceType
from aitia.model.search import SearchOutcome, SearchRequest, SearchStatus
from bench.refusals.attacks import ATTACKS, GIGABYTE, JSON
from bench.refusals.server import BODIES, hostile_service
from bench.report import Measure, emit
from resources.sources.catalogue import make_source
from resources.sources.documents import DocumentsSource
from resources.sources.europe_pmc import EuropePmcSource

SECONDS = 1.0
MEGABYTES = 256.0
_GIVE_UP = 60
_LOOK = 0.005
_FOLDER_SECONDS = 3600
_JSON_CLIENTS = ("europe_pmc", "semantic_scholar", "openalex", "crossref")
_XML_CLIENTS = ("pubmed", "arxiv")
_FULL_TEXT = "europe_pmc full text"
_FETCH = "pubmed fetch"
_GOOD = '{"title": "Zinc for colds", "abstract": "We gave 40 adults zinc or placebo."}\n'


@dataclass(frozen=True)
class Refusal:
    """What one attack did. `seconds` and `megabytes` are None when the process had to be killed."""

    door: str
    attack: str
    seconds: float | None
    megabytes: float | None
    refused: bool
    reason: str
    processor: float | None = None

    @property
    def holds(self) -> bool:
        """Refused, in time and within memory."""
        if self.seconds is None or self.megabytes is None:
            return False
        return self.refused and self.seconds <= SECONDS and self.megabytes <= MEGABYTES


def _request(source: str) -> SearchRequest:
    return SearchRequest(source=source, evidence_type=EvidenceType.RANDOMISED_TRIAL, query="zinc", limit=5)


def search_service(name: str, url: str) -> tuple[bool, str]:
    """Whether a client refuses what a service sends it, and its words."""
    if name == _FULL_TEXT:
        return _full_text(url)
    source = make_source(name.split()[0], urls={name.split()[0]: url})
    return _judged(asyncio.run(source.search(_request(name.split()[0]))))


def _full_text(url: str) -> tuple[bool, str]:
    try:
        record: PaperRecord = asyncio.run(EuropePmcSource(base_url=url).full_text("PMC1"))
    except SourceError as error:
        return True, str(error)
    return False, f"read as {len(record.sections)} sections"


def search_documents(path: Path) -> tuple[bool, str]:
    """Whether the reader of documents refuses a file or a folder; of a folder the one good paper may stay."""
    outcome = asyncio.run(DocumentsSource([path]).search(_request("documents")))
    papers = tuple(r for r in outcome.records if r.title not in ("Zinc for colds", "A paper"))
    return _judged(outcome.model_copy(update={"records": papers}))


def _judged(outcome: SearchOutcome) -> tuple[bool, str]:
    told = outcome.error or "; ".join(outcome.warnings)
    return (
        outcome.status is SearchStatus.INCOMPLETE and not outcome.records,
        told or f"{len(outcome.records)} papers",
    )


def apart(door: str, attack: str, work: Callable[[], tuple[bool, str]], give_up: int = _GIVE_UP) -> Refusal:
    """Run one attack in a forked process, which is killed after a minute, or after `give_up` seconds."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        signal.alarm(give_up)
        with os.fdopen(write, "w") as answer:
            json.dump(_measured(work), answer)
        os._exit(0)
    os.close(write)
    others: dict[str, float] = {}
    while not select.select([read], [], [], _LOOK)[0]:
        _watch(child, others)
    with os.fdopen(read) as answer:
        told = answer.read()
    _, status = os.waitpid(child, 0)
    if not told:
        return Refusal(door, attack, None, None, False, f"the process ended with signal {status & 127}")
    seconds, megabytes, refused, reason, processor = json.loads(told)
    return Refusal(door, attack, seconds, megabytes + sum(others.values()), refused, reason, processor)


def _watch(process: int, peaks: dict[str, float]) -> None:
    """Note the largest memory that each process under a process has held, in MiB."""
    with suppress(OSError, StopIteration):
        for task in Path(f"/proc/{process}/task").iterdir():
            for other in (task / "children").read_text().split():
                # Until it has become another program, a process shows the memory of the one that made it.
                if "refusals" not in Path(f"/proc/{other}/cmdline").read_text():
                    peaks[other] = max(peaks.get(other, 0.0), _status("VmHWM", other))


def _measured(work: Callable[[], tuple[bool, str]]) -> tuple[float, float, bool, str, float]:
    Path("/proc/self/clear_refs").write_text("5")  # the peak of resident memory begins anew
    before, start, used = _status("VmRSS"), time.perf_counter(), time.process_time()
    try:
        refused, reason = work()
    except Exception as error:
        refused, reason = False, f"raised {type(error).__name__}: {error}"
    seconds = time.perf_counter() - start
    return seconds, _status("VmHWM") - before, refused, reason[:300], time.process_time() - used


def _status(name: str, process: str = "self") -> float:
    """A line of a process's memory figures, in MiB."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith(name)).split()[1]) / 1024


def service_attacks(url: str) -> Iterator[tuple[str, str, Callable[[], tuple[bool, str]]]]:
    """Every attack on every client: (client, attack, what to run)."""
    doors = [(name, "json") for name in _JSON_CLIENTS] + [
        (name, "xml") for name in (*_XML_CLIENTS, _FULL_TEXT)
    ]
    for name, kind in doors:
        tail = f"{url}/{kind}/tail/0"
        yield name, "1 GB after the end, gzip", lambda name=name, tail=tail: search_service(name, tail)  # type: ignore[misc]
        for number, attack in enumerate(BODIES[kind]):
            for how in ("plain", "packed"):
                address = f"{url}/{kind}/{how}/{number}"
                label = attack if how == "plain" else f"{attack}, gzip"
                yield name, label, lambda name=name, address=address: search_service(name, address)  # type: ignore[misc]
    for number, attack in enumerate(BODIES["xml"]):
        address = f"{url}/xml/fetch/{number}"
        yield _FETCH, attack, lambda address=address: search_service(_FETCH, address)  # type: ignore[misc]


def document_attacks(home: Path, only: str) -> Iterator[tuple[str, str, Callable[[], tuple[bool, str]]]]:
    """Every attack on every format, plain, packed, and once in a folder beside a good paper."""
    for name, attacks in ATTACKS.items():
        paths = [home / f"{name}{suffix}" for suffix in ("", ".gz")]
        chosen = [path for path in paths if only in f"documents {path.name[1:]}"]
        for path, (attack, payload) in product(chosen, attacks().items() if chosen else ()):
            payload.write(path)
            yield f"documents {path.name[1:]}", attack, lambda path=path: search_documents(path)  # type: ignore[misc]
            path.unlink()
    padded = home / "padded.json.gz"
    if only in "documents padded":
        padded.write_bytes(JSON["external entity"].packed())
        os.truncate(padded, GIGABYTE)
        yield "documents padded", "1 GB of zeros after the end, gzip", lambda: search_documents(padded)
        padded.unlink()
    folder = home / "folder"
    folder.mkdir()
    (folder / "good.jsonl").write_text(_GOOD)
    for name, attacks in ATTACKS.items():
        payload = next(iter(attacks().values()))
        payload.write(folder / f"{name}.gz")
    yield "documents folder", "one of each format", lambda: search_documents(folder)


def folder_measures(files: int) -> list[Measure]:
    """A search of one folder with that many files of a short paper each: is all read, and at what cost."""
    with tempfile.TemporaryDirectory() as home:
        for number in range(files):
            paper = f'{{"title": "Report {number} on zinc and colds", "pmid": "{number + 1}"}}\n'
            (Path(home) / f"{number * 7919 % files:07}.jsonl").write_text(paper)
        done = apart("folder", f"{files} files", lambda: _all_read(Path(home), files), _FOLDER_SECONDS)
    label = f"folder of {files} files"
    return [
        Measure(f"{label}: all read, papers chosen", float(done.refused), files),
        Measure(f"{label}: seconds", done.seconds, files),
        Measure(f"{label}: MB", done.megabytes, files),
    ]


def _all_read(folder: Path, files: int) -> tuple[bool, str]:
    outcome = asyncio.run(DocumentsSource([folder]).search(_request("documents")))
    whole = outcome.status is SearchStatus.COMPLETE and outcome.reported == files
    return whole and len(outcome.records) == min(files, 5), outcome.error or ""


def measures(found: list[Refusal]) -> list[Measure]:
    """Per door the slowest and the largest refusal; over all, how many held."""
    rows = []
    for door in dict.fromkeys(item.door for item in found):
        mine = [item for item in found if item.door == door]
        held = sum(item.holds for item in mine) / len(mine)
        rows.append(Measure(f"{door}: refused within {SECONDS:g} s and {MEGABYTES:g} MB", held, len(mine)))
        rows += _worst(door, mine)
    rows += _worst("all doors", found)
    whole = sum(item.holds for item in found) / len(found)
    rows.append(Measure(f"all doors: refused within {SECONDS:g} s and {MEGABYTES:g} MB", whole, len(found)))
    return rows


def _worst(door: str, mine: list[Refusal]) -> list[Measure]:
    figures = {
        "seconds, slowest": [item.seconds for item in mine],
        "processor seconds, slowest": [item.processor for item in mine],
        "MB, largest": [item.megabytes for item in mine],
    }
    return [
        Measure(f"{door}: {name}", max(known) if len(known) == len(values) else None, len(values))
        for name, values in figures.items()
        for known in [[value for value in values if value is not None]]
    ]


def main() -> int:
    """Command line."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.refusals",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--json", type=Path)
    parser.add_argument("--only", default="", help="doors whose name holds this word")
    parser.add_argument("--details", type=Path, help="every attack with its figures, as JSON")
    parser.add_argument("--folder", type=int, help="instead, a folder with so many files")
    options = parser.parse_args()
    if options.folder:
        emit(folder_measures(options.folder), options.json, title="A large folder")
        return 0
    found: list[Refusal] = []
    with tempfile.TemporaryDirectory() as home, hostile_service() as url:
        search_service("europe_pmc", "http://127.0.0.1:9")  # what the first request loads is no attack's cost
        for attacks in (service_attacks(url), document_attacks(Path(home), options.only)):
            for door, attack, work in attacks:
                if options.only in door:
                    found.append(apart(door, attack, work))
                    print(f"{door}: {attack}: {found[-1].seconds}", file=sys.stderr)
    if not found:
        parser.error(f"no door is named {options.only!r}")
    _show([item for item in found if not item.holds])
    if options.details:
        options.details.write_text(json.dumps([asdict(item) for item in found], indent=1) + "\n")
    emit(measures(found), options.json, title="Refusals")
    return 0


def _show(missed: list[Refusal]) -> None:
    table = Table(title=f"not refused within {SECONDS:g} s and {MEGABYTES:g} MB: {len(missed)}")
    for heading in ("door", "attack", "seconds", "MB", "refused", "reason"):
        table.add_column(heading)
    for item in missed:
        figures = ("" if value is None else f"{value:.2f}" for value in (item.seconds, item.megabytes))
        table.add_row(item.door, item.attack, *figures, str(item.refused), item.reason[:120])
    Console(width=160).print(table)
