"""Labelled training abstracts told otherwise by us, to learn from: their results come out differently.

`own_retold.txt.gz` holds three versions of an abstract, each as the sentences that we wrote in place of
the paper's (which are not in the file: all else is taken from the corpus), and what each answers to three
questions: the label's two (the second is its near miss) and one of ours, or four of ours where the abstract
has no label. In the original and the three
versions together each question is answered higher, lower, no difference, and not at all; so neither its words
nor what is plausible give the answer away, and none of it can be known by heart. The form of a version:

    @ PMC0000001                              the abstract
    Q3: arm | arm | outcome | population | s  a question of ours, and its order of arms (s, t, - as neither)
    o Q3 lower 7                              what the original answers, and in which sentences
    == a                                      a version
    [t] A title.                              in place of the paper's; `-` where it is left out
    [7] A sentence.                           in place of the seventh; `-` where it is left out
    [7+] A sentence.                          after the seventh, with the number 107
    Q1 higher 7,107                           what this version answers, and where
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aitia.reading.trained.layout import AskedOutcome
from bench.labelled import read_jsonl
from bench.training.reader.examples import ANSWERS
from bench.training.reader.lies import STRAIGHT, TURNED
from bench.training.reader.own_passages import Passage, PassageQuestion, abstracts

RETOLD = "retold"
PATH = Path(__file__).with_name("own_retold.txt.gz")
ORIGINAL = "o"
"""The version that the paper wrote."""
INSERTED = 100
"""What is added to the number of the sentence after which one of ours stands."""
_REVIEW, _NONE, _LEFT_OUT = "review", "not reported", "-"
_PARTS = ("intervention", "comparator", "outcome", "population")
_ORDERS = {"s": STRAIGHT, "t": TURNED, "-": ""}
_ABSTRACT = re.compile(r"@ (\S+)")
_QUESTION = re.compile(r"Q([1-4]): ([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\| ?([st-])")
_VERSION = re.compile(r"== ([abc])")
_SENTENCE = re.compile(r"\[(t|\d+\+?)\] (.+)")
_ANSWER = re.compile(r"(?:o )?Q([1-4]) (higher|lower|same|not reported)(?: ([\d,]+))?")

Answers = dict[int, tuple[str, tuple[int, ...]]]
"""By question: the answer and the numbers of the sentences that give it."""


@dataclass
class Version:
    """The sentences of a version by their places as the file gives them, and what it answers."""

    sentences: list[tuple[str, str]] = field(default_factory=list)
    answers: Answers = field(default_factory=dict)


@dataclass
class Retold:
    """An abstract's versions by letter, the original's without sentences; our questions by number, each with
    its order."""

    asked: dict[int, tuple[AskedOutcome, str]] = field(default_factory=dict)
    versions: dict[str, Version] = field(default_factory=lambda: {ORIGINAL: Version()})


def read_retold(path: Path = PATH) -> dict[str, Retold]:
    """The versions by abstract. Raises ValueError with the line that is none of the form."""
    found: dict[str, Retold] = {}
    with gzip.open(path, "rt", encoding="utf-8") as file:
        key = letter = ""
        for number, line in enumerate((line.rstrip() for line in file), 1):
            try:
                key, letter = _take(found, line, key, letter)
            except (KeyError, ValueError):
                raise ValueError(f"{path.name}, line {number}: no part of a version: {line[:60]}") from None
    return found


def _take(found: dict[str, Retold], line: str, key: str, letter: str) -> tuple[str, str]:
    """Take a line in; the abstract and the version that the next one belongs to."""
    if named := _ABSTRACT.fullmatch(line):
        found[named[1]] = Retold()
        return named[1], ORIGINAL
    if asked := _QUESTION.fullmatch(line):
        parts = (part.strip() for part in asked.groups()[1:5])
        found[key].asked[int(asked[1])] = AskedOutcome(*parts), _ORDERS[asked[6]]
    elif version := _VERSION.fullmatch(line):
        found[key].versions[version[1]] = Version()
        return key, version[1]
    elif said := _SENTENCE.fullmatch(line):
        found[key].versions[letter].sentences.append((said[1], said[2]))
    elif told := _ANSWER.fullmatch(line):
        places = tuple(int(place) for place in (told[3] or "").split(",") if place)
        if bool(places) == (told[2] == _NONE):
            raise ValueError
        found[key].versions[letter].answers[int(told[1])] = told[2], places
    elif line:
        raise ValueError
    return key, letter


def paper_of(key: str) -> str:
    """The abstract that a version tells otherwise."""
    return key.partition("#")[0]


def told_otherwise(original: Passage, sentences: Sequence[tuple[str, str]]) -> Passage:
    """The abstract with sentences of ours. Raises ValueError for a place that it does not have."""
    title, own, after = original.title, dict(original.sentences), dict[int, str]()
    for place, text in sentences:
        if place == "t":
            title = "" if text == _LEFT_OUT else text
            continue
        number = int(place.rstrip("+"))
        if number not in original.sentences:
            raise ValueError(f"no sentence {number}: {original.title[:60]}")
        if place.endswith("+"):
            after[number] = text
        elif text == _LEFT_OUT:
            del own[number]
        else:
            own[number] = text
    held: dict[int, str] = {}
    for number in original.sentences:
        held |= {n: s for n, s in ((number, own.get(number)), (INSERTED + number, after.get(number))) if s}
    return Passage(title, held)


def retold_passages(
    labels: Path,
    corpus: Path,
    retold: Mapping[str, Retold],
    judged: Mapping[tuple[str, str, int], tuple[int, str]],
) -> tuple[dict[str, Passage], dict[str, list[PassageQuestion]]]:
    """Every version as a passage with its questions, by `abstract#version`; the labels' questions have the
    order of arms that was judged for the original."""
    texts, asked = dict[str, Passage](), dict[str, list[PassageQuestion]]()
    originals = abstracts(corpus, list(retold))
    of_labels = {row["id"]: dict(_label_questions(row, judged)) for row in read_jsonl(labels)}
    for key, told in retold.items():
        questions = of_labels.get(key, {}) | told.asked
        for letter, version in told.versions.items():
            name = f"{key}#{letter}"
            texts[name] = told_otherwise(originals[key], version.sentences)
            asked[name] = [
                PassageQuestion(places, questions[n][0], ANSWERS[answer], questions[n][1])
                for n, (answer, places) in sorted(version.answers.items())
            ]
    return texts, asked


def _label_questions(
    row: dict[str, Any], judged: Mapping[tuple[str, str, int], tuple[int, str]]
) -> Iterator[tuple[int, tuple[AskedOutcome, str]]]:
    """The label's question as the first, its near miss as the second, each with its order of arms."""
    for place, question in enumerate(row["questions"]):
        asked = AskedOutcome(*(question[part] for part in _PARTS))
        order = judged.get((row["id"], _REVIEW, place), (0, ""))[1]
        yield (2 if question["answer"] == _NONE else 1), (asked, order)
