"""The list of retracted PubMed ids says the same of many records as of one, and its edition is read once."""

from __future__ import annotations

import pytest

from aitia.model.paper import PaperRecord
from resources import retractions


def test_the_edition_is_read_once_for_all_records(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def version(package: str) -> str:
        asked.append(package)
        return "1.2.3"

    monkeypatch.setattr(retractions, "version", version)
    monkeypatch.setattr(retractions, "retracted_pmids", lambda: frozenset({"7"}))
    retractions._edition.cache_clear()
    try:
        records = [
            PaperRecord(source="pubmed", record_id=str(n), title="A", pmid=str(n)) for n in range(5, 9)
        ]
        signals = [retractions.with_list_signal(record).retraction_signals[0] for record in records]
    finally:
        retractions._edition.cache_clear()
    assert asked == [retractions.PACKAGE]
    assert ["1.2.3" in signal.origin for signal in signals] == [True] * 4
    assert len({signal.status for signal in signals}) == 2
