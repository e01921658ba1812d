"""Labelled abstracts as pages: where outcome and arms are named, word for word or nearly so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from aitia.reading.trained import network
from bench.training.close.pages import DIRECTIONS, NO_ARM, FoundPage, found_pages

ABSTRACT = (
    "We assigned 240 adults to chair yoga (CY) or to usual care. "
    "Scores of knee pain were lower with CY than with usual care (p = 0.01). Falls were rare."
)
TITLE = "Yoga on a chair for knees"


def _page(tmp_path: Path, **changes: Any) -> FoundPage:
    start = ABSTRACT.index("Scores")
    finding = {
        "intervention": "chair yoga",
        "comparator": "usual care",
        "outcome": "knee pain",
        "direction": "lower",
        "evidence": [[start, ABSTRACT.index(" Falls")]],
        **changes,
    }
    labels = tmp_path / "labels.jsonl"
    labels.write_text(json.dumps({"id": "P1", "findings": [finding]}) + "\n", "utf-8")
    papers = {"P1": {"title": TITLE, "abstract": ABSTRACT}}
    return next(iter(found_pages(network().encoder, labels, papers)))


def _words(page: FoundPage, places: object) -> str:
    encoder = network().encoder
    shift = page.ids[1] - encoder.encode(TITLE, add_special_tokens=False).ids[0]
    names = (encoder.id_to_token(page.ids[place] - shift) for place in sorted(places))  # type: ignore[attr-defined,call-overload]
    return " ".join(names)


def test_what_the_label_names_word_for_word_is_found_where_it_answers(tmp_path: Path) -> None:
    page = _page(tmp_path)
    assert list(page.results.values()) == [False, True, False]
    assert _words(page, page.inside) == "knee pain"
    assert len(page.begins) == 1
    (found,) = page.found
    assert found.direction == DIRECTIONS["lower"]
    first, second = found.arms
    assert first is not None
    assert {_words(page, range(a, b + 1)) for a, b in first} == {"chair yoga", "cy"}
    assert second is not None
    assert [_words(page, range(a, b + 1)) for a, b in second] == ["usual care", "usual care"]


def test_a_name_in_other_words_is_what_shares_most_with_it(tmp_path: Path) -> None:
    page = _page(tmp_path, outcome="knee pain scores", intervention="yoga on chairs")
    assert _words(page, page.inside) == "scores of knee pain"
    first = page.found[0].arms[0]
    assert first is not None
    assert {_words(page, range(a, b + 1)) for a, b in first} == {"yoga on a chair"}


def test_what_the_page_does_not_name_is_not_learned_from(tmp_path: Path) -> None:
    page = _page(tmp_path, outcome="quality of life", intervention="acupuncture")
    assert not page.inside
    assert not page.known
    assert page.found[0].arms[0] is None
    assert page.found[0].places == (min(k for k, told in page.results.items() if told),)


def test_no_comparator_stands_at_the_beginning(tmp_path: Path) -> None:
    for none in ("", "baseline"):
        assert _page(tmp_path, comparator=none).found[0].arms[1] == ((NO_ARM, NO_ARM),)
