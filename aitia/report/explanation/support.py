"""Whether a rephrased explanation says only what the verdict's rows say."""

from __future__ import annotations

import re
from collections.abc import Iterator

from aitia.report.explanation.template import explain
from aitia.verdict.models import Verdict

_NUMBER = re.compile(r"(?<![\w.])[-−–]?\d+(?:[.,·]\d+){0,6}")
_WORD = re.compile(r"[^\W\d_][\w'’-]{0,60}")
_SENTENCE_END = re.compile(r"[.!?:\n*#>“\"(|-]\s*$")
_LIMIT = 200_000
_NUMBER_WORDS = {
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "seven": "7",
    "eight": "8",
    "nine": "9",
    "ten": "10",
    "eleven": "11",
    "twelve": "12",
    "fifteen": "15",
    "twenty": "20",
    "thirty": "30",
    "forty": "40",
    "fifty": "50",
    "hundred": "100",
    "thousand": "1000",
    "million": "1000000",
    "half": "0.5",
    "twice": "2",
    "double": "2",
    "doubles": "2",
    "halves": "0.5",
}


def numbers_supported(text: str, verdict: Verdict) -> tuple[str, ...]:
    """Numbers and names of `text` that do not stand in the verdict's rows, each once, in order.

    Empty means that the text may replace the template's. Numbers count with their sign and digits
    ("0.5" is "0.50", "1,525" is "1525"); number words count too. A name is a word with a capital
    letter inside a sentence, or with a capital or digit beyond its first letter.
    """
    rows = _rows(verdict)
    numbers = set(_numbers(rows))
    words = {word.casefold() for word in _WORD.findall(rows)}
    strange = [shown for shown, value in _shown_numbers(text[:_LIMIT]) if value not in numbers]
    strange += [name for name in _names(text[:_LIMIT]) if not _known(name, words)]
    if len(text) > _LIMIT:
        strange.append(f"text beyond {_LIMIT} characters")
    return tuple(dict.fromkeys(strange))


def _rows(verdict: Verdict) -> str:
    """What may be said: the template's own text and the whole of every quote, title and note."""
    sources = (*verdict.sources, *verdict.excluded)
    quoted = (part for source in sources for part in (source.quote.text, source.title, source.label))
    outcomes = (outcome.outcome for outcome in verdict.outcomes)
    return "\n".join((explain(verdict), verdict.question.model_dump_json(), *quoted, *outcomes))


def _numbers(text: str) -> Iterator[str]:
    return (value for _, value in _shown_numbers(text))


def _shown_numbers(text: str) -> Iterator[tuple[str, str]]:
    for match in _NUMBER.finditer(text):
        yield match.group(), _value(match.group())
    for word in _WORD.findall(text):
        value = _NUMBER_WORDS.get(word.casefold())
        if value is not None:
            yield word, value


def _value(shown: str) -> str:
    digits = shown.replace("−", "-").replace("–", "-").replace("·", ".")
    grouped = re.fullmatch(r"-?\d{1,3}(?:,\d{3}){1,5}(?:\.\d+)?", digits)
    digits = digits.replace(",", "") if grouped else digits.replace(",", ".")
    if "." in digits and digits.count(".") == 1:
        digits = digits.rstrip("0").rstrip(".")
    return digits


def _names(text: str) -> Iterator[str]:
    first = len(text) - len(text.lstrip())
    for match in _WORD.finditer(text):
        word, at = match.group(), match.start()
        inner = any(letter.isupper() or letter.isdigit() for letter in word[1:])
        starts = at <= first or _SENTENCE_END.search(text, max(0, at - 4), at)
        if inner or (word[0].isupper() and not starts):
            yield word


def _known(name: str, words: set[str]) -> bool:
    folded = name.casefold()
    return folded in words or folded.removesuffix("'s").removesuffix("’s") in words or folded in _NUMBER_WORDS
