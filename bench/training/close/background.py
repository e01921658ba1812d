"""Pages whose arms both got a further treatment, made of pages that compare two without it.

Trials of "C plus A" against "C plus B" are asked about C as often as about A, and tell nothing of it; few
labelled pages are such. So in a page that names its arms as the question does a third treatment is put
beside either of them, wherever they are named. Asked about that treatment the page reports nothing; what was
asked of it has the answer that it had.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from aitia.reading.paper.arms import control_words, stems
from aitia.reading.trained.blend import NO_COMPARATOR
from aitia.reading.trained.layout import AskedOutcome, Encoder
from bench.reading.mentions import treatments_named
from bench.training.close.beside import BACKGROUND, BOTH_ARMS, WRITTEN, is_other
from bench.training.reader.examples import Asked, Example, make_asked, make_page, two_arms
from bench.training.reader.lines import as_lines

_WORDED = ("{c} plus {a}", "{a} plus {c}", "{a} and {c}", "{c} with {a}", "{a} added to {c}", "{a}-{c}")
_EVERYBODY = (
    "All patients received {c}.",
    "{c} was given to both groups.",
    "Participants of either group were on {c} throughout.",
)
_MOST_WORDS, _LONGEST = 3, 28
"""Words and characters of a name that is put beside another."""
_TOLD_TOO = 0.3
"""How often a sentence says so besides."""


def with_background(examples: Sequence[Example], encoder: Encoder, rng: random.Random) -> Iterator[Example]:
    """Of each page that can be told so one with a further treatment in both arms, and its questions."""
    names = sorted({arm for example in examples for arm in _own_treatments(example)})
    for example in examples:
        named = next((q for q in example.questions if q.answer > 0 and _both_said(q, example)), None)
        if named is None:
            continue
        further = rng.choice(names)
        if is_other(further, (named.asked.intervention, named.asked.comparator), example.page):
            yield _told_with(further, named, example, encoder, rng)


def _own_treatments(example: Example) -> Iterator[str]:
    for q in example.questions:
        arm = q.asked.intervention
        short = len(arm.split()) <= _MOST_WORDS and len(arm) <= _LONGEST
        compared = q.kind == "finding" and two_arms(q)
        if compared and short and not control_words(arm) and treatments_named(arm):
            yield arm


def _both_said(question: Asked, example: Example) -> bool:
    """Whether the page names both arms in the question's words, neither within the other."""
    one, other = question.asked.intervention, question.asked.comparator
    if question.kind != "finding" or not two_arms(question) or not stems(one) or other == NO_COMPARATOR:
        return False
    if one.lower() in other.lower() or other.lower() in one.lower():
        return False
    return all(_place_of(name).search(example.page.text.whole) for name in (one, other))


def _place_of(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?i)(?<![\w-]){re.escape(name)}(?![\w-])")


def _told_with(further: str, named: Asked, example: Example, encoder: Encoder, rng: random.Random) -> Example:
    worded, old = rng.choice(_WORDED), example.page

    def told(text: str) -> str:
        for name in (named.asked.intervention, named.asked.comparator):
            text = _place_of(name).sub(lambda found: worded.format(a=found.group(), c=further), text)
        return text

    lines = [told(line) for line in old.text.lines]
    if rng.random() < _TOLD_TOO:
        first = min(old.context.kept)
        lines[first] += " " + rng.choice(_EVERYBODY).format(c=further)
    page = make_page(encoder, told(old.text.title), as_lines(lines))
    places = {number: place for place, number in enumerate(page.context.kept)}

    def moved(question: Asked) -> tuple[int, ...]:
        told_by = (old.context.kept[place] for place in question.evidence)
        return tuple(places[number] for number in told_by if number in places)

    kept = [q for q in example.questions if q is named or q.kind in WRITTEN]
    asked = [make_asked(encoder, page, BACKGROUND, q.asked, q.answer, moved(q), q.significant) for q in kept]
    outcomes = [q.asked for q in kept if q.answer > 0]
    about = (_about(further, rng.choice(outcomes), rng) for _ in range(2))
    asked += [make_asked(encoder, page, BOTH_ARMS, one, 0) for one in dict.fromkeys(about)]
    return replace(example, page=page, questions=tuple(asked), own=None, tags=None, known=None)


def _about(further: str, asked: AskedOutcome, rng: random.Random) -> AskedOutcome:
    against = rng.choice((NO_COMPARATOR, NO_COMPARATOR, "placebo", "no treatment"))
    return replace(asked, intervention=further, comparator=against)
