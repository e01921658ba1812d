"""Articles of Evidence Inference as papers, and the outcomes of others that they should leave alone."""

from __future__ import annotations

from bench.reading.evidence_inference import Prompt
from bench.reading.full_texts import article_paper, foreign_outcomes

TEXT = (
    "TITLE: Yoga for pain\n\nABSTRACT.METHODS:\nWe assigned 240 adults.\n\nABSTRACT.RESULTS:\nPain fell.\n\n"
    "BODY.BACKGROUND:\nPain is common.\n\nBODY.PATIENTS AND METHODS:\nAdults took part.\n\n"
    "BODY.RANDOMISATION:\nBy computer.\n\nBODY.RESULTS:\nAll came.\n\n"
    "BODY.SLEEP QUALITY:\nSleep was better.\n\nBODY.COMPETING INTERESTS:\nNone."
)


def _prompt(article: str, outcome: str) -> Prompt:
    return Prompt(article, "yoga", "stretching", outcome, 0, "", 0, (), ())


def test_an_article_becomes_a_paper_whose_subsections_stand_under_their_section() -> None:
    paper = article_paper("1", TEXT)
    assert paper.title == "Yoga for pain"
    assert paper.abstract == "METHODS: We assigned 240 adults.\nRESULTS: Pain fell."
    assert [s.section_id for s in paper.sections] == [
        "background",
        "patients-and-methods",
        "patients-and-methods/randomisation",
        "results",
        "results/sleep-quality",
        "competing-interests",
    ]
    assert paper.sections[4].text == "Sleep was better."


def test_foreign_outcomes_have_a_word_that_the_article_lacks() -> None:
    prompts = [
        _prompt("1", "pain"),
        _prompt("1", "sleep"),
        _prompt("2", "sleep quality"),
        _prompt("3", "falls"),
    ]
    texts = {"1": TEXT, "2": "Falls were rare.", "3": "Neither."}
    found = {prompt.article: outcome for prompt, outcome in foreign_outcomes(prompts, texts)}
    assert found == {"1": "falls", "2": "pain", "3": "pain"}
