"""Causal summaries: what counts as stated, chains over several papers, and what stands apart."""

from collections.abc import Sequence

import numpy as np
import pytest

from aitia.model.keys import PaperId
from aitia.model.paper import Paper
from aitia.summary import Said, statements_of, summarise
from aitia.summary.statements import Link, causes_in
from aitia.summary.wording import as_data, as_markdown
from aitia.text.passages import make_passages
from aitia.words.folding import folded_words


def words(texts: Sequence[str]) -> np.ndarray:
    """A vector a text that counts its words: likeness by words, without a model."""
    place = {w: i for i, w in enumerate(sorted({w for t in texts for w in folded_words(t)}))}
    rows = np.zeros((len(texts), max(1, len(place))), dtype=np.float32)
    for number, text in enumerate(texts):
        for word in folded_words(text):
            rows[number, place[word]] += 1
    return rows


def read(*abstracts: str) -> list[Said]:
    told: list[Said] = []
    for number, abstract in enumerate(abstracts):
        paper = Paper(
            source="test",
            record_id=f"paper {number}",
            paper_id=PaperId(f"paper {number}"),
            title="A title",
            abstract=abstract,
        )
        passages = make_passages(paper)
        texts = {p.passage_id: p.text for p in passages}
        for said in statements_of(paper, passages):
            assert (
                texts[said.quote.passage_id][said.quote.char_start : said.quote.char_end] == said.quote.text
            )
            told.append(said)
    return told


@pytest.mark.parametrize(
    ("sentence", "ends"),
    [
        ("Smoking causes airway inflammation.", [("Smoking", "airway inflammation")]),
        ("Floods were caused by heavy rain.", [("heavy rain", "Floods")]),
        ("The leak led to a fire, and the fire resulted in losses.", [("leak", "fire"), ("fire", "losses")]),
        ("Smoking does not cause floods.", []),
        ("Smoking may cause cough.", []),
        ("Does smoking cause cough?", []),
        ("Whether rain triggers floods is unclear.", []),
    ],
)
def test_causes_are_read_where_they_are_asserted(sentence: str, ends: list[tuple[str, str]]) -> None:
    assert causes_in(sentence) == ends


def test_a_chain_leads_over_papers_with_the_sentence_of_each_step() -> None:
    told = read(
        "Smoking causes airway inflammation. Airway inflammation leads to mucus production.",
        "Mucus production leads to chronic cough. Vitamin C did not reduce chronic cough.",
        "Heavy rainfall causes floods.",
    )
    summary = summarise("Why does smoking lead to chronic cough?", told, words)
    assert "Smoking" in summary.seeds
    chain = summary.causal[0]
    assert [said.effect.lower() for said in chain.steps] == [
        "airway inflammation",
        "mucus production",
        "chronic cough",
    ]
    assert {said.paper for said in chain.steps} == {"paper 0", "paper 1"}
    assert [c.steps[0].cause for c in summary.without_effect] == ["Vitamin C"]
    shown = as_markdown(summary)
    assert "“Smoking causes airway inflammation.” (paper 0)" in shown
    assert "floods" not in shown


def test_steps_bound_how_far_the_summary_goes() -> None:
    told = read("Alpha causes beta. Beta causes gamma. Gamma causes delta. Delta causes epsilon.")
    near = summarise("alpha", told, words, seeds=1, steps=1)
    far = summarise("alpha", told, words, seeds=1, steps=4)
    assert near.nodes == 2
    assert far.nodes == 5
    assert len(far.causal[0].steps) == 4


def test_associations_stand_apart_from_causes() -> None:
    told = read("Coffee intake was associated with more headaches. Coffee intake causes insomnia.")
    summary = summarise("coffee intake and headaches", told, words)
    assert all(said.link is Link.CAUSAL for chain in summary.causal for said in chain.steps)
    assert [chain.steps[0].link for chain in summary.associations] == [Link.ASSOCIATION]


def test_a_circle_of_causes_ends_and_nothing_stated_is_said() -> None:
    told = read("Insomnia causes anxiety. Anxiety causes insomnia.")
    assert summarise("insomnia", told, words).causal
    empty = summarise("insomnia", [], words)
    assert empty.contexts == ()
    assert "state nothing" in as_markdown(empty)
    assert as_data(empty)["causal"] == []


def test_markdown_of_a_document_is_text_in_the_summary() -> None:
    told = read("Ozone [click](http://x) causes cough.")
    shown = as_markdown(summarise("ozone cough", told, words))
    assert "[click]" not in shown
    assert "Ozone" in shown
