"""Files of papers, and a request for them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from aitia.model.scales import EvidenceType
from aitia.model.search import SearchRequest

ABSTRACT = "We gave 40 adults fish oil or placebo for a year. Relapse was rarer with fish oil (RR 0.70)."


def jsonl(path: Path, *rows: Any) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def paper(n: int, **fields: Any) -> dict[str, Any]:
    return {
        "title": f"Fish oil and relapse, report {n}",
        "abstract": f"{ABSTRACT} Report {n}.",
        "pmid": str(n),
        **fields,
    }


def request(terms: tuple[str, ...] = (), limit: int = 200) -> SearchRequest:
    return SearchRequest(
        source="documents",
        evidence_type=EvidenceType.RANDOMISED_TRIAL,
        query="fish oil",
        terms=terms,
        limit=limit,
    )
