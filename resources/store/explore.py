"""What the pages, the interface for programs and the review queue read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import text
from sqlmodel import Session

from aitia.model.errors import NotFound

_SQL = Path(__file__).resolve().parents[2] / "sql" / "explore"
MOST_WORDS = 12


def rows(session: Session, name: str, **values: object) -> list[dict[str, Any]]:
    """The rows of one of the queries in `sql/explore`."""
    return [dict(row) for row in session.execute(text(_query(name)), values).mappings()]


def search(session: Session, words: str) -> Mapping[str, list[dict[str, Any]]]:
    """Questions, claims and papers that hold every word; empty for no word."""
    patterns = [f"%{_literal(word)}%" for word in words.replace("\x00", "").split()[:MOST_WORDS]]
    names = ("search_questions", "search_edges", "search_papers")
    if not patterns:
        return {name.removeprefix("search_"): [] for name in names}
    return {name.removeprefix("search_"): rows(session, name, patterns=patterns) for name in names}


def passages_of(session: Session, paper_id: str) -> Sequence[Mapping[str, Any]]:
    """The passages of a paper's texts, in reading order, the newest revision of each part."""
    statement = text(
        "SELECT DISTINCT ON (section_id, part_index) passage_id, paper_id, section_id, part_index, text,"
        " char_offset"
        " FROM passages WHERE paper_id = :paper_id ORDER BY section_id, part_index, revision DESC"
    )
    found = [dict(row) for row in session.execute(statement, {"paper_id": paper_id}).mappings()]
    order = {"title": 0, "abstract": 1}
    return sorted(found, key=lambda p: (order.get(p["section_id"], 2), p["section_id"], p["part_index"]))


def paper(session: Session, paper_id: str) -> Mapping[str, Any]:
    """A paper's row. Raises NotFound."""
    statement = text(
        "SELECT paper_id, title, year, venue, authors, doi, pmid, pmcid, arxiv_id, retraction_status,"
        " demonstration"
        " FROM papers WHERE paper_id = :paper_id"
    )
    found = session.execute(statement, {"paper_id": paper_id}).mappings().first()
    if found is None:
        raise NotFound(f"There is no paper {paper_id[:80]!r}.")
    return dict(found)


@cache
def _query(name: str) -> str:
    return (_SQL / f"{name}.sql").read_text(encoding="utf-8")


def _literal(word: str) -> str:
    return word.replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_")
