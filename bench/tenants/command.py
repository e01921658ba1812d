"""Requests that cross tenants: `python -m bench.tenants [--requests 10000] [--seed 1] [--json PATH]`.

Three tenants ask of common papers, each of drugs of its own and one drug with the others. Then each asks for
what is another's: by every route of the pages and of `/api/v1`, with its own key, a wrong one or none; and in
SQL as the roles of the pages, of `aitia sql` and of an analyst who may read every table. What comes back
must hold no row of another's: no id, question, review or job. Papers and passages are common.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from rich.console import Console
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from aitia.model.errors import AitiaError
from bench.place import throw_away_place
from bench.report import Measure, emit
from bench.tenants.scene import TENANTS, TRIED, Scene, scene
from resources.store.reader import query
from resources.store.session import Store
from resources.store.tenants import proof_of

_FORMS = ("csv", "ris", "bibtex", "json", "rdf", "grade", "bundle")
_SUBJECTS = {"edge_id": "edge", "claim_id": "claim"}
TABLES = (
    "questions", "rounds", "searches", "search_hits", "question_papers", "question_extractions",
    "question_nodes", "graded_relations", "graded_relation_edges", "insights", "verdicts",
    "verdict_relations", "verdict_wordings", "reviews", "model_calls", "extractions", "claims",
    "claim_decisions", "effect_estimates", "edges", "edge_names", "nodes", "alias_links", "change_log",
    "seals", "tenant_keys", "tenant_secret", "claim_ledger", "current_relations", "current_verdicts",
    "decisions_in_force", "evidence_trail", "removed_subjects", "search_record", "standing_edges",
    "standing_reviews", "current_aliases", "prisma_counts",
)  # fmt: skip


@dataclass(frozen=True)
class Tried:
    """One request: by which way, as whom, what of another's came back, and whether anything came back."""

    way: str
    tenant: str
    leaked: tuple[str, ...]
    answered: bool


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark; 1 where anything of another tenant's came back."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.tenants", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--requests", type=int, default=10_000, help="how many requests")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="write the figures here")
    options = parser.parse_args(arguments)
    with throw_away_place(sources=("documents",)) as settings, scene(settings) as made:
        tried = list(attempts(made, options.requests, random.Random(options.seed)))
    for one in [one for one in tried if one.leaked][:20]:
        Console(stderr=True).print(f"{one.tenant} through {one.way}: {one.leaked[:3]}", markup=False)
    emit(measures(tried), options.json, "Requests that cross tenants")
    return 1 if any(one.leaked for one in tried) else 0


def measures(tried: Sequence[Tried]) -> list[Measure]:
    """Rows of others by face, how many requests got an answer at all, and how many ways were gone."""
    found = []
    for face in dict.fromkeys(one.way.partition(":")[0] for one in tried):
        of_face = [one for one in tried if one.way.partition(":")[0] == face]
        rows = sum(len(one.leaked) for one in of_face)
        found.append(Measure(f"{face}: rows of another tenant", rows, len(of_face)))
        answered = sum(one.answered for one in of_face)
        found.append(Measure(f"{face}: answered with something of one's own", answered, len(of_face)))
    ways = Counter(one.way for one in tried)
    return [*found, Measure("routes and kinds of query", len(ways), len(tried))]


def attempts(made: Scene, requests: int, chance: random.Random) -> Iterator[Tried]:
    """So many requests: two of three by the routes in turn, one to the database."""
    for number in range(requests):
        tenant = chance.choice(TENANTS)
        other = chance.choice([name for name in TENANTS if name != tenant])
        if number % 3 < 2:
            turn = (2 * (number // 3) + number % 3) % len(made.routes)
            yield _by_route(made, tenant, other, made.routes[turn], chance)
        else:
            yield _by_query(made, tenant, other, chance)


def _foreign(made: Scene, tenant: str, other: str, kind: str, chance: random.Random) -> str:
    """An id of that kind that is the other's and not one's own."""
    mine = set(made.own[tenant][kind])
    return chance.choice([i for i in made.own[other][kind] if i not in mine] or ["nothing"])


def _by_route(made: Scene, tenant: str, other: str, route: tuple[str, str], chance: random.Random) -> Tried:
    method, pattern = route
    kind = chance.choice(list(TRIED["ids"]))
    subject = _foreign(made, tenant, other, kind, chance)
    given = {
        "question_id": _foreign(made, tenant, other, "question_id", chance), "job_id": made.jobs[other],
        "form": chance.choice(_FORMS), "paper_id:path": "pmid:70000000", "name": "report.css",
    }  # fmt: skip
    path = pattern
    for name, value in given.items():
        path = path.replace("{" + name + "}", value)
    words = ["stroke", "Does reduce stroke", "reviewer", subject, given["question_id"], other]
    asked = {"question": given["question_id"], "q": chance.choice(words), "tenant": other}
    body = {
        "subject_type": _SUBJECTS.get(kind, "alias_link"), "subject_id": subject, "reviewer": "x",
        "decision": chance.choice(["accept", "reject", "undo"]), "question": "Does a reduce b?",
        "token": "0" * 64, "tenant": other, "key": "x",
    }  # fmt: skip
    sent: dict[str, Any] = {"params": asked, "headers": _headers(made, tenant, other, chance)}
    if method == "POST":
        sent["json" if path.startswith("/api/") else "data"] = body
    answer = made.client.request(method, path, follow_redirects=False, **sent)
    leaked = _held(made, tenant, answer.text, [*given.values(), *asked.values(), subject])
    taken = answer.status_code < 400 and method == "POST" and pattern.endswith("/reviews")
    if taken or (answer.status_code == 200 and ("{question_id}" in pattern or "{job_id}" in pattern)):
        leaked += (f"{method} {path} answered {answer.status_code}",)
    if answer.status_code >= 500:
        leaked += (f"{method} {path} failed",)
    face = "routes of /api/v1" if path.startswith("/api/v1") else "pages"
    own = any(i in answer.text for i in made.own[tenant]["question_id"])
    return Tried(f"{face}: {method} {pattern}", tenant, leaked, own)


def _headers(made: Scene, tenant: str, other: str, chance: random.Random) -> dict[str, str]:
    """One's own key, at times a wrong one or none; and another's name where a server might believe it."""
    headers = {"X-Tenant": other, "X-Forwarded-User": other, "Authorization": f"Bearer {made.keys[tenant]}"}
    if chance.random() < 0.1:
        wrong = ["", "Bearer ", f"Bearer {made.keys[other][:-1]}", "Basic x", f"Bearer {other}"]
        headers["Authorization"] = chance.choice(wrong)
    return headers


def _by_query(made: Scene, tenant: str, other: str, chance: random.Random) -> Tried:
    what, table = chance.choice(list(TRIED["queries"])), chance.choice(TABLES)
    filled = {"table": table, "other": other, "proof": proof_of(made.store, tenant)}
    statement = TRIED["queries"][what]
    for name, value in filled.items():
        statement = statement.replace("{" + name + "}", value)
    roles: dict[str, Callable[[], object]] = {
        "the pages' role": lambda: _as_pages(made.pages[tenant], statement),
        "aitia sql": lambda: query(made.opened[tenant], statement, 100_000, 60).rows,
        "aitia sql as an analyst": lambda: (
            query(made.opened[tenant], statement, 100_000, 60, reader_url=made.analyst).rows
        ),
        "psql as an analyst": lambda: _by_hand(made.analyst, tenant, statement),
    }
    role = chance.choice(list(roles))
    try:
        said = str(roles[role]())
    except (AitiaError, psycopg.Error, SQLAlchemyError) as problem:
        said = str(problem)
    own = any(i in said for ids in made.own[tenant].values() for i in ids)
    return Tried(f"{role}: {what} {table}", tenant, _held(made, tenant, said, [statement]), own)


def _held(made: Scene, tenant: str, said: str, asked: Sequence[str]) -> tuple[str, ...]:
    """Marks of others in what came back, without the words that the request itself held."""
    for word in sorted(asked, key=len, reverse=True):
        said = said.replace(word, "")
    return tuple(mark for mark in made.marks[tenant] if mark in said)


def _as_pages(store: Store, statement: str) -> object:
    with store.trial() as session:
        return [str(row) for row in session.execute(text(statement.replace(":", "\\:")))]


def _by_hand(address: str, tenant: str, statement: str) -> object:
    with psycopg.connect(address, options=f"-caitia.tenant={tenant}") as connection:
        return [str(row) for row in connection.execute(statement.encode())]
