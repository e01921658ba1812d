"""A paper read once by the network: the answer to a question and the results of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from aitia.model.passage import Passage
from aitia.reading.paper.arms import control_words, is_a_time, stems
from aitia.reading.paper.document import ReadSentence, read_document
from aitia.reading.trained.answers import UNREAD, Answer, answers_of
from aitia.reading.trained.blend import (
    Parts,
    blended,
    in_order,
    natural_order,
    own_question,
    reported,
    with_close,
    with_words,
)
from aitia.reading.trained.close import (
    CloseReader,
    CloseReading,
    Told,
    read_closely,
    sentences_to_read,
)
from aitia.reading.trained.layout import AskedOutcome, Line
from aitia.reading.trained.marks import Marks, Text, mark, names_of
from aitia.reading.trained.network import Network, Page, network
from aitia.reading.trained.order import Embed
from aitia.reading.trained.results import LACK, PaperNames, names_of_page
from aitia.reading.trained.subject import (
    AN_ARM_ALL_THE_SAME,
    NEVER_SAID,
    OTHER_PEOPLE,
    about,
    is_never_said,
    is_on_other_people,
    is_only_mentioned,
    subject_features,
)
from aitia.reading.trained.windows import shown_of
from aitia.words.names import has_kinds, kinds_in, other_names, same_thing

_NOTHING = PaperNames((), "", "", {})
THE_SAME = 0.95
"""From this likeness on a name stands for another: of 4,500 names of training questions 45 have one of .9."""
LEAST_INITIALS = 3
"""Fewer stand for too many things. Twelve names of training questions have initials that a page uses and does
not explain, and all stand for them there."""
_NO_INITIAL = frozenset({"and", "of"})
_WORD = re.compile(r"[^\W\d_]+")
_KEPT = 8
"""Readings that are kept: of one paper up to five are asked for, some of them again."""
WORTH_A_CLOSE_LOOK = 0.08
"""Below this probability that the page reports what is asked it is not read closely."""


@dataclass(frozen=True)
class LocalModels:
    """What a paper is read with beside the network that ships: vectors of names, without which arms are told
    apart by words alone, and the close reader."""

    names: Embed | None = None
    close: CloseReader | None = None


WORDS_ALONE = LocalModels()


@dataclass(frozen=True)
class PaperReading:
    """What the network makes of one paper; sentence numbers are indices into `lines`.

    `answer` is that to the question asked (UNREAD without one), in the question's order of arms, `parts`
    what it was put together from, and `marks` where the question's words stand.
    """

    page: Page
    lines: tuple[ReadSentence, ...]
    answer: Answer
    marks: Marks | None
    names: PaperNames
    parts: Parts | None = None


def read_with_network(
    title: str,
    passages: Sequence[Passage],
    asked: AskedOutcome | None = None,
    models: LocalModels = WORDS_ALONE,
) -> PaperReading:
    """Read a paper; the last readings are kept, since several are asked for again.

    Raises ModelFileError when the network's files are missing.
    """
    return _read(title, tuple(passages), asked, models)


@lru_cache(maxsize=_KEPT)
def _read(
    title: str, passages: tuple[Passage, ...], asked: AskedOutcome | None, models: LocalModels
) -> PaperReading:
    document = read_document(passages)
    lines, whole = shown_of(title, document, asked)
    net, page = network(), _laid(title, lines)
    if not page.context.kept:
        return PaperReading(page, lines, UNREAD, None, _NOTHING)
    if asked is None:
        names = names_of_page(net, page, lines, net.run(page, ()))
        return PaperReading(page, lines, UNREAD, None, names)
    asked = in_words_of(asked, page.text)
    if _is_class(asked.intervention) or _is_class(asked.comparator):
        own = names_of_page(net, page, lines, net.run(page, ()))
        asked = of_kinds_studied(asked, (own.intervention, own.comparator))
    names, parts = read_asked(net, page, lines, asked, models.names)
    parts = replace(parts, whole=whole)
    told = asked, names.intervention, names.comparator, page.text
    unlikely = (
        NEVER_SAID if is_never_said(*told) else AN_ARM_ALL_THE_SAME if is_only_mentioned(*told) else 1.0
    )
    if models.close and unlikely == 1.0 and reported(parts, net.weights) >= WORTH_A_CLOSE_LOOK:
        parts = with_close(parts, page, asked, close_readings(models.close, page, names, [(asked, parts)])[0])
    else:
        parts = with_words(parts, page, asked, names, models.names)
    marks = mark(page.text, page.context, asked)
    answer = blended(parts, net.weights)
    if unlikely < 1.0:
        answer = replace(answer, reported=answer.reported * unlikely)
    said = Text.of(title, [sentence.text for sentence in document]) if whole else page.text
    if is_on_other_people(asked, said):
        answer = replace(answer, reported=_times_the_odds(answer.reported, OTHER_PEOPLE))
    return PaperReading(page, lines, answer, marks, names, parts)


def _times_the_odds(chance: float, ratio: float) -> float:
    return ratio * chance / (1 - chance + ratio * chance)


def in_words_of(asked: AskedOutcome, text: Text) -> AskedOutcome:
    """The question in the paper's words: a name that the paper never says gives way to the first of its other
    names that stands there word for word ("heart attack": myocardial infarction), or to its initials where
    the paper uses them and does not say what they stand for ("body mass index": BMI)."""
    first, second, outcome = (
        _as_said(name, text) for name in (asked.intervention, asked.comparator, asked.outcome)
    )
    return AskedOutcome(first, second, outcome, asked.population)


def _as_said(name: str, text: Text) -> str:
    said = text.whole.lower()
    if not name or _stands(name, said) or LACK.search(name):
        return name
    known = (other for other in other_names(name) if _stands(other, said))
    same = next((other for other in known if same_thing(name, other) >= THE_SAME), "")
    return same or _initials_said(name, text) or name


def _initials_said(name: str, text: Text) -> str:
    initials = "".join(word[0].upper() for word in _WORD.findall(name) if word.lower() not in _NO_INITIAL)
    if len(initials) < LEAST_INITIALS or initials in text.abbreviations:
        return ""
    return initials if re.search(rf"(?<![\w-]){initials}(?![\w-])", text.whole) else ""


def of_kinds_studied(asked: AskedOutcome, arms: Sequence[str]) -> AskedOutcome:
    """The question with a class that it names as the kind of it that one of the paper's arms is ("statins":
    simvastatin). It stays where an arm is called as the class is, or several kinds are."""
    first, second = (_kind_among(arm, arms) for arm in (asked.intervention, asked.comparator))
    return replace(asked, intervention=first, comparator=second)


def _kind_among(name: str, arms: Sequence[str]) -> str:
    if not _is_class(name) or any(stems(name) & stems(arm) for arm in arms):
        return name
    kinds = [kind for arm in arms for kind in kinds_in(name, arm)]
    return kinds[0] if len(kinds) == 1 else name


def _is_class(name: str) -> bool:
    return has_kinds(name) and not (control_words(name) or LACK.search(name) or is_a_time(name))


def _stands(name: str, said: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name.lower())}(?!\w)", said) is not None


@lru_cache(maxsize=_KEPT)
def _laid(title: str, lines: tuple[ReadSentence, ...]) -> Page:
    """The page, whatever it is asked."""
    return network().page(title, lines)


def read_asked(
    net: Network, page: Page, lines: Sequence[Line], asked: AskedOutcome, embed: Embed | None
) -> tuple[PaperNames, Parts]:
    """The names that a page tells, and what it answers, from one pass with the question in both orders of its
    arms. `lines` are the page's sentences with their roles, one at least.

    Both orders share that pass, and its steps of eight bits, whichever of them is asked: only so is a
    question with its arms exchanged answered exactly the other way.
    """
    either = sorted({asked, asked.turned()}, key=lambda one: (one.intervention, one.comparator))
    output = net.run(page, either)
    names = names_of_page(net, page, lines, output)
    natural = natural_order(net, page, asked, names, output, embed)
    answer = answers_of(net, page, output)[either.index(in_order(asked, natural))]
    if embed is None or "about" not in net.weights:
        return names, Parts(answer, natural)
    features = subject_features(asked, names.intervention, names.comparator, page, embed)
    return names, Parts(answer, natural, about=about(features, net.weights["about"]))


def close_readings(
    reader: CloseReader,
    page: Page,
    names: PaperNames,
    asked: Sequence[tuple[AskedOutcome, Parts]],
) -> list[CloseReading]:
    """What the close reader makes of questions to one page, each with its parts: by the sentences of a longer
    paper that count most in the whole, else by those that the page reader's answer rests on."""
    told = []
    for question, parts in asked:
        paper = names_of(page.text, own_question(question, names))
        first = parts.whole.first() if parts.whole else []
        numbers = first or sentences_to_read(parts.answer.evidence)
        told.append(Told(question, parts.natural >= 0.5, numbers, paper))
    return read_closely(reader, page.text, (names.intervention, names.comparator), told)
