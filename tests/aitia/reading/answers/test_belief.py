"""What rules and page believe of a direction is put together, and told of the arm that the cause names."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from aitia.model.claim import Claim
from aitia.model.scales import Direction
from aitia.question.reader import read_question
from aitia.reading.answers import answering
from aitia.reading.answers.answering import DOUBTED, NAMED, _by_rules, answer_finding
from aitia.reading.answers.belief import RULES_SHARE, as_told_of, beside_page
from aitia.reading.answers.page import read_page
from aitia.reading.statements.matching import match_claim
from aitia.reading.study.facts import read_study_facts
from aitia.reading.trained.blend import Close
from aitia.text.passages import make_passages
from tests.aitia.reading.answers.aspirin import PLAIN, answers_to, paper_of
from tests.proposals import proposed

WITH_INTERVAL = PLAIN.replace("P = 0.01", "RR 0.56, 95% CI 0.45 to 0.70")


def test_belief_is_the_rules_and_the_pages_by_their_shares() -> None:
    question, paper = read_question("Does aspirin reduce heart attack risk?"), paper_of(PLAIN)
    passages = make_passages(paper)
    facts = read_study_facts(paper, passages)
    rules = _by_rules(question, paper, passages, facts, vouched=False)[0]
    page = read_page(question, paper, passages).answer
    claim = answer_finding(question, paper, passages, facts)[0]
    assert rules.direction_shares is not None
    mean = [
        RULES_SHARE * a + (1 - RULES_SHARE) * b
        for a, b in zip(rules.direction_shares, page.shares, strict=True)
    ]
    assert claim.direction_shares == pytest.approx(mean, abs=1e-3)
    assert claim.answers_question == pytest.approx(
        ((rules.answers_question or 0) * page.reported) ** 0.5, abs=1e-3
    )


def _turned_by_page(more: float, text: str = PLAIN, quoted: str = "") -> tuple[Claim, ...]:
    """What stands when the rules read less with aspirin and the page believes so much in more, quoting the
    rules' sentence or another one."""
    question, paper = read_question("Does aspirin reduce heart attack risk?"), paper_of(text)
    passages = make_passages(paper)
    facts = read_study_facts(paper, passages)
    rules = _by_rules(question, paper, passages, facts, vouched=False)
    assert rules[0].direction is Direction.DECREASES
    page = read_page(question, paper, passages)
    answer = replace(page.answer, shares=(more, 1 - more, 0.0))
    claim = rules[0].model_copy(update={"direction": Direction.INCREASES, "cause": "page"})
    if quoted:
        claim = claim.model_copy(update={"quote": claim.quote.model_copy(update={"text": quoted})})
    return beside_page(question, rules, replace(page, answer=answer), lambda: (claim,))


def test_a_page_that_is_sure_of_the_contrary_overrules_the_rules() -> None:
    (claim, *_) = _turned_by_page(0.99)
    assert (claim.cause, claim.direction) == ("page", Direction.INCREASES)
    assert claim.direction_shares is not None
    assert claim.direction_shares[0] > claim.direction_shares[1]


def test_a_page_that_leans_to_the_contrary_does_not() -> None:
    (claim, *_) = _turned_by_page(0.6)
    assert (claim.cause, claim.direction) == ("aspirin", Direction.DECREASES)


def test_a_page_does_not_overrule_what_a_printed_interval_says() -> None:
    (claim, *_) = _turned_by_page(0.99, WITH_INTERVAL)
    assert claim.estimates
    assert (claim.cause, claim.direction) == ("aspirin", Direction.DECREASES)


def test_a_page_does_not_overrule_by_a_sentence_on_another_outcome() -> None:
    (claim, *_) = _turned_by_page(0.99, PLAIN, "Bleeding was more frequent with aspirin.")
    assert (claim.cause, claim.direction) == ("aspirin", Direction.DECREASES)


@pytest.mark.parametrize(
    ("score", "reported", "closely", "stands"),
    [
        (NAMED, 0.4, True, True),
        (NAMED - 0.01, 0.4, True, False),
        (NAMED - 0.01, 0.4, False, True),
        (NAMED - 0.01, 0.6, True, True),
        (NAMED, DOUBTED - 0.01, True, False),
        (NAMED, DOUBTED - 0.01, False, False),
    ],
)
def test_a_claim_of_the_rules_stands_where_the_page_may_report_it(
    monkeypatch: pytest.MonkeyPatch, score: float, reported: float, closely: bool, stands: bool
) -> None:
    question, paper = read_question("Does aspirin reduce heart attack risk?"), paper_of(PLAIN)
    passages = make_passages(paper)
    facts = read_study_facts(paper, passages)
    page = read_page(question, paper, passages)
    assert page.parts is not None
    close = Close(reported, 0.1, np.full(3, 1 / 3), page.answer.evidence) if closely else None
    doubting = replace(
        page, answer=replace(page.answer, reported=reported), parts=replace(page.parts, close=close)
    )
    rules = _by_rules(question, paper, passages, facts, vouched=False)[0]
    monkeypatch.setattr(answering, "read_page", lambda *_: doubting)
    monkeypatch.setattr(
        answering, "_by_rules", lambda *_: (rules.model_copy(update={"answers_question": score}),)
    )
    assert bool(answer_finding(question, paper, passages, facts)) is stands


def _falls_in_deficiency(more: float, less: float) -> Claim:
    """What is told of vitamin D, of which the paper prints the lack, when the page believes so much."""
    question = read_question("Does vitamin D prevent falls?")
    paper = paper_of(
        "In a cohort of 300 adults, vitamin D deficiency was associated with a higher risk of falls than "
        "sufficient vitamin D (OR 2.1, 95% CI 1.3 to 3.4).",
        "Vitamin D and falls",
    )
    passages = make_passages(paper)
    facts = read_study_facts(paper, passages)
    rules = _by_rules(question, paper, passages, facts, vouched=False)
    assert (rules[0].direction, rules[0].comparator) == (Direction.INCREASES, "vitamin D")
    told_less = rules[0].model_copy(update={"estimates": ()})
    page = read_page(question, paper, passages)
    answer = replace(page.answer, shares=(more, less, 1 - more - less))
    read = told_less.model_copy(
        update={"cause": "page", "comparator": None, "direction": Direction.INCREASES}
    )
    return beside_page(question, (told_less,), replace(page, answer=answer), lambda: (read,))[0]


def test_what_is_told_of_the_lack_is_believed_in_the_order_of_the_question() -> None:
    same = _falls_in_deficiency(0.1, 0.8)
    assert (same.cause, same.direction) != ("page", Direction.INCREASES)
    assert same.direction_shares is not None
    more, less, _ = same.direction_shares
    assert more > 0.6 > less, "the claim tells of the lack: more falls"
    turned = _falls_in_deficiency(0.98, 0.01)
    assert (turned.cause, turned.direction) == ("page", Direction.INCREASES)


def test_a_page_that_tells_of_the_lack_overrules_in_the_order_of_the_question() -> None:
    question, paper = read_question("Does vitamin D prevent falls?"), paper_of("Falls were alike.", "Falls")
    page = read_page(question, paper, make_passages(paper))
    quote = page.lines[0].quote(0, 17)
    rules = proposed(quote, cause="vitamin D", effect="falls", direction=Direction.INCREASES)
    lack = rules.model_copy(
        update={"cause": "low vitamin D", "comparator": "vitamin D", "direction": Direction.INCREASES}
    )
    answer = replace(page.answer, shares=(0.01, 0.98, 0.01))
    (found,) = beside_page(question, (rules,), replace(page, answer=answer), lambda: (lack,))
    assert (found.cause, found.direction) == ("low vitamin D", Direction.INCREASES)
    assert found.direction_shares is not None
    more, less, _ = found.direction_shares
    assert more > 0.6 > less


@pytest.mark.parametrize(
    ("cause", "direction"),
    [
        ("aspirin", Direction.DECREASES),
        ("acetylsalicylic acid", Direction.DECREASES),
        ("warfarin tablets", Direction.INCREASES),
    ],
)
def test_a_cause_that_names_the_comparator_tells_what_that_arm_does(cause: str, direction: Direction) -> None:
    asked = read_question("Is heart attack higher, lower, or the same when comparing aspirin to warfarin?")
    text = PLAIN.replace("placebo", "warfarin")
    (claim, *_) = answers_to(asked.text, paper_of(text))
    assert claim.direction is Direction.DECREASES
    told = as_told_of(asked, claim.model_copy(update={"cause": cause}))
    assert told.direction is direction
    passages = make_passages(paper_of(text))
    swapped = match_claim(asked, told, read_study_facts(paper_of(text), passages)).swapped
    assert swapped is (direction is Direction.INCREASES)
    assert sum(told.direction_shares or ()) == pytest.approx(1, abs=1e-3)
