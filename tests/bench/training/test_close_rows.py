"""Rows that the close reader learns from: the right answer in either order, and what a draw changes."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, replace
from types import SimpleNamespace

import pytest

from aitia.reading.trained import AskedOutcome, network
from aitia.reading.trained.close import MARK
from aitia.reading.trained.marks import Text, names_of
from bench.training.close import fit
from bench.training.close.beside import BACKGROUND, KINDS
from bench.training.close.fit import _batches, _groups, _some_of
from bench.training.close.rounds import ROUNDS, SHIPPED, Round, evened, shown_in
from bench.training.close.rows import MAYBE, SILENT, Question, questions_of
from bench.training.reader.examples import ANSWERS, Example, held_out, make_asked, make_page
from bench.training.reader.lines import as_lines
from bench.training.reader.own_passages import FILES, TWIN
from bench.training.reader.retold import RETOLD

LINES = [
    "We assigned 240 adults to yoga or to stretching.",
    "Pain was significantly lower with yoga than with stretching (p < 0.001).",
    "Falls were rare.",
]
ASKED = AskedOutcome("yoga", "stretching", "pain")


def _question(**changes: object) -> Question:
    text = Text.of("Yoga for pain", LINES)
    names = names_of(text, ASKED)
    whole = Question(
        "p", "review", ASKED, ANSWERS["lower"], text, ("yoga", "stretching"), (2,), (1,), names, names, True
    )
    return replace(whole, **changes)  # type: ignore[arg-type]


def test_exchanged_arms_exchange_the_answer() -> None:
    encoder = network().encoder
    assert _question().row(encoder, False)[1] == ANSWERS["lower"]
    assert _question().row(encoder, True)[1] == ANSWERS["higher"]
    assert _question(answer=ANSWERS["same"]).row(encoder, True)[1] == ANSWERS["same"]
    assert _question().row(encoder, True)[0] != _question().row(encoder, False)[0]


@pytest.mark.parametrize(("natural", "share"), [(True, 0.2), (False, 0.8), (None, 0.5)])
def test_a_question_is_shown_in_the_papers_order_but_for_a_share(natural: bool | None, share: float) -> None:
    rng, question = random.Random(1), _question(natural=natural)
    drawn = sum(question.turned(rng, 0.2) for _ in range(2_000)) / 2_000
    assert drawn == pytest.approx(share, abs=0.03)


def test_one_arm_is_never_turned() -> None:
    rng = random.Random(1)
    alone = _question(asked=AskedOutcome("yoga", "baseline", "pain"), natural=None)
    assert not any(alone.turned(rng, 0.2) for _ in range(50))


def test_a_sentence_that_answers_is_mostly_shown_where_the_page_reader_misses_it() -> None:
    encoder, rng, question = network().encoder, random.Random(2), _question()
    lower = encoder.encode("lower", add_special_tokens=False).ids[0]
    shown = sum(lower in question.row(encoder, False, rng)[0] for _ in range(300)) / 300
    assert 0.6 < shown < 0.8
    assert lower not in question.row(encoder, False)[0]
    assert lower in question.row(encoder, False, told=True)[0]


def test_a_row_tells_what_each_of_its_sentences_says() -> None:
    encoder, lower = network().encoder, ANSWERS["lower"]
    assert _question(read=(0, 1)).row(encoder, False)[2] == (MAYBE, lower)
    assert _question(read=(0, 1)).row(encoder, True)[2] == (MAYBE, ANSWERS["higher"])
    assert _question(read=(0, 2), told=(), answer=0).row(encoder, False)[2] == (SILENT, SILENT)


def test_a_page_gives_each_of_its_questions_and_one_that_is_made_up() -> None:
    reader = network()
    page = make_page(reader.encoder, "Yoga for pain", as_lines(LINES))
    asked = make_asked(reader.encoder, page, "own", ASKED, ANSWERS["lower"], (1,))
    example = Example("p", page, (asked,))
    other = AskedOutcome("iron", "zinc", "haemoglobin")
    found = list(questions_of(reader, example, {("p", "own", 0): (1, "turned")}, [other], random.Random(1)))
    assert [(q.kind, q.answer) for q in found] == [("own", ANSWERS["lower"]), ("made-up", 0)]
    assert found[0].natural is False
    assert found[0].told == (1,)
    assert 1 in found[0].read
    assert found[1].asked.outcome == "haemoglobin" or found[1].asked.intervention == "iron"


def test_batches_hold_no_more_than_their_tokens() -> None:
    laid = [(tuple(range(n)), 0, ()) for n in (10, 300, 900, 1_000, 1_500)]
    groups = _groups(laid, lambda one: len(one[0]))
    assert [len(group) for group in groups] == [2, 2, 1]
    assert sorted(len(row) for group in groups for row, _, _ in group) == [10, 300, 900, 1_000, 1_500]


@pytest.mark.parametrize(("alone", "kind"), [(1.0, "finding"), (0.0, "finding"), (1.0, "own")])
def test_what_is_worded_as_the_paper_does_is_shown_with_what_answers_alone_as_a_round_says(
    alone: float, kind: str
) -> None:
    encoder, question = network().encoder, _question(kind=kind, read=(0, 1, 2))
    this = Round(1, 0.0, 1e-4, 1, 0.0, alone=alone)
    (batch,) = itertools.islice(_batches(encoder, [question], this, random.Random(1)), 1)
    single = [row.count(MARK) == 1 for row, _, _ in batch]
    assert all(single) if alone and kind == "finding" else not any(single)


@dataclass
class _Number:
    """What the mean of weights asks of a tensor, of one number."""

    value: float

    def detach(self) -> _Number:
        return self

    def clone(self) -> _Number:
        return _Number(self.value)

    def lerp_(self, end: _Number, weight: float) -> None:
        self.value += weight * (end.value - self.value)


def test_the_mean_of_weights_begins_with_the_first_and_takes_in_a_share_of_each() -> None:
    mean: dict[str, _Number] = {}
    weights = _Number(2.0)
    fit._take_in(mean, {"a": weights})
    weights.value = 12.0
    assert mean["a"].value == 2.0
    fit._take_in(mean, {"a": weights})
    assert mean["a"].value == pytest.approx(2.0 + 10 * fit.AVERAGED_BY)


@pytest.mark.parametrize(("share", "kept"), [(1.0, 6.0), (0.25, 3.0), (0.0, 2.0)])
def test_a_round_keeps_its_share_of_what_it_learned(share: float, kept: float) -> None:
    weights = _Number(6.0)
    fit._keep({"a": weights}, {"a": _Number(2.0)}, share)
    assert weights.value == pytest.approx(kept)


def test_a_round_shows_of_each_kind_its_share_and_all_of_the_rest() -> None:
    rows = [_question()] * 10 + [_question(kind="own")] * 20 + [_question(kind="made-up")] * 400
    shown = [q.kind for q in shown_in(rows, replace(ROUNDS[0], shown={"review": 2.0, "made-up": 0.7}))]
    assert (shown.count("review"), shown.count("own")) == (20, 20)
    assert 240 < shown.count("made-up") < 320
    assert shown_in(rows, ROUNDS[0]) == rows


def test_words_that_give_answers_away_are_shown_the_less() -> None:
    def row(number: int, outcome: str, answer: int, kind: str = "own") -> Question:
        asked = replace(ASKED, outcome=outcome)
        return _question(key=f"p{number}", asked=asked, answer=answer, kind=kind)

    usual = [row(n, "pain at rest", 2) for n in range(40)] + [row(n, "survival", 0) for n in range(40)]
    rare = [row(n, "survival", 2) for n in range(4)] + [row(n, "pain at rest", 0) for n in range(4)]
    often = evened([*usual, *rare, row(1, "survival", 2, "finding")])
    assert max(often[:80]) < 1 < 2 < min(often[80:88])
    assert often[88] == 1
    assert sum(often[:88]) / 88 == pytest.approx(1)
    shown = shown_in([*usual, *rare], Round(1, 0.0, 1e-4, 1, 0.3, evened=True))
    assert 2 * len(rare) <= sum(q in rare for q in shown)


@pytest.mark.parametrize("kind", [*FILES, RETOLD, *KINDS])
def test_texts_of_ours_are_shown_by_rounds_that_name_them_alone(kind: str) -> None:
    rows = [_question(kind=kind), _question(kind="finding")]
    for this in (this for this in ROUNDS if kind not in this.shown):
        assert kind not in {q.kind for q in shown_in(rows, replace(this, seed=1, evened=False))}
    naming = [this for this in ROUNDS if kind in this.shown]
    assert naming
    for this in naming:
        assert kind in {q.kind for q in shown_in(rows * 400, replace(this, evened=False))}


def test_twins_that_are_held_are_measured_and_not_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    twins = [_question(key=key, kind=TWIN) for key in ("V05-11", "V06-11", "V09-84")]
    for name in ("label_examples", "with_own_questions", "unlabelled", "prompt_examples"):
        monkeypatch.setattr(fit, name, lambda *_: [])
    monkeypatch.setattr(fit, "read_corpus", lambda _: {})
    monkeypatch.setattr(fit, "passage_examples", lambda *_: twins)
    monkeypatch.setattr(fit, "questions_of", lambda _, example, *__: [example])
    learned, held = fit.questions(1, {TWIN})
    assert [q.key for q in learned] == ["V06-11"]
    assert [q.key for q in held] == ["V05-11", "V09-84"]
    assert fit.questions(1, {"own"}) == ([], [])


def test_articles_of_held_out_abstracts_are_not_learned_from(monkeypatch: pytest.MonkeyPatch) -> None:
    own = min(key for key in held_out() if key.startswith("PMC")).removeprefix("PMC")
    for name in ("label_examples", "with_own_questions", "unlabelled"):
        monkeypatch.setattr(fit, name, lambda *_: [])
    pages = [SimpleNamespace(key=key, questions=()) for key in (own, "no article")]
    monkeypatch.setattr(fit, "prompt_examples", lambda *_: pages)
    monkeypatch.setattr(fit, "read_corpus", lambda _: {})
    monkeypatch.setattr(fit, "questions_of", lambda _, example, *__: [example])
    assert fit.questions(1, {"own"})[0] == pages[1:]


def test_held_out_abstracts_told_otherwise_are_measured_and_not_learned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = [_question(key=f"{key}#a", kind=RETOLD) for key in (min(held_out()), "no paper")]
    for name in ("label_examples", "with_own_questions", "unlabelled", "prompt_examples"):
        monkeypatch.setattr(fit, name, lambda *_: [])
    monkeypatch.setattr(fit, "read_corpus", lambda _: {})
    monkeypatch.setattr(fit, "retold_passages", lambda *_: ({}, {}))
    monkeypatch.setattr(fit, "passage_examples", lambda *_: told)
    monkeypatch.setattr(fit, "questions_of", lambda _, example, *__: [example])
    learned, held = fit.questions(1, {RETOLD})
    assert [q.key for q in learned] == ["no paper#a"]
    assert [q.key for q in held] == [f"{min(held_out())}#a"]


def test_pages_told_with_a_further_treatment_are_held_out_with_their_abstract(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = [_question(key=key, kind=BACKGROUND) for key in (min(held_out()), "no paper")]
    for name in ("label_examples", "with_own_questions", "unlabelled", "prompt_examples"):
        monkeypatch.setattr(fit, name, lambda *_: [])
    monkeypatch.setattr(fit, "read_corpus", lambda _: {})
    monkeypatch.setattr(fit, "questions_beside", lambda *_: ([], []))
    monkeypatch.setattr(fit, "with_background", lambda *_: told)
    monkeypatch.setattr(fit, "questions_of", lambda _, example, *__: [example])
    assert fit.questions(1, {BACKGROUND}) == (told[1:], told[:1])


def test_what_ships_comes_from_all_rounds_but_five_with_that_of_pages_after_the_fourth() -> None:
    assert sorted(SHIPPED) == [n for n in range(1, len(ROUNDS) + 1) if n not in (13, 15, 16, 17, 18, 19)]
    (pages,) = (number for number in SHIPPED if ROUNDS[number - 1].pages)
    assert [n for n in SHIPPED if n != pages] == sorted(n for n in SHIPPED if n != pages)
    assert SHIPPED[SHIPPED.index(pages) - 1] == 4


def test_figures_on_what_was_learned_are_of_as_many_questions_of_each_kind() -> None:
    held = [_question()] * 4 + [_question(kind="own")] * 6
    learned = [_question(key=str(k), kind=kind) for k in range(5) for kind in ("review", "own", "prompt")]
    chosen = _some_of(learned, held)
    assert sorted(q.kind for q in chosen) == ["own"] * 5 + ["review"] * 4
    assert len({(q.key, q.kind) for q in chosen}) == 9


@pytest.mark.parametrize(("this", "easy"), list(zip(ROUNDS, (11, *(0 for _ in ROUNDS[1:])), strict=True)))
def test_a_shorter_round_begins_with_as_large_a_share_of_easy_rows(this: Round, easy: int) -> None:
    encoder = network().encoder
    finding = _question(kind="finding", answer=ANSWERS["same"])
    rows = [finding, *[_question(answer=ANSWERS["unclear"])] * 40]
    batches = itertools.islice(_batches(encoder, rows, replace(this, steps=40), random.Random(1)), 40)
    only_easy = [{answer for _, answer, _ in batch} == {ANSWERS["same"]} for batch in batches]
    assert only_easy.index(False) == easy
    assert sum(only_easy) == easy
