"""Abductive questions: an event and lettered options of which none, one or several caused it."""

from __future__ import annotations

import re

from aitia.model.errors import QuestionError
from aitia.model.scales import QuestionKind
from aitia.question.draft import Draft
from aitia.question.options import LETTERS, merged_options
from aitia.question.wording import shown

_LABEL = re.compile(r"(?:^|(?<=[\s,;(]))\(?(?P<label>[A-I])(?P<style>[).:])(?= |$|\w)")
_BARE = re.compile(r"(?<=[?.!:;] )(?P<label>[A-I])(?P<style>) (?=\w)")
_EVENT = re.compile(
    r"^(?:which (?:of (?:the following|these) )?(?:events? |options? )?(?:caused|led to|explains?|is the "
    r"(?:most likely )?cause of)"
    r"|what (?:caused|led to|explains?|is the (?:most likely )?cause of)"
    r"|why (?:did|does|do|was|were|is|are|has|have|had)) ",
    re.IGNORECASE,
)
_ASK = 'Ask, for example: "Why did the mill burn? A) a spark B) arson C) none of the others"'
_MARKS = " ,;."


def read_abductive(text: str) -> Draft | None:
    """An event and at least two lettered options, in order: "Why did …? A) … B) … C) … D) …".

    None for another kind of question. Raises QuestionError for an event whose options cannot be told: only
    one, an empty one, letters out of order, or nothing but "none of the others".
    """
    marks = _marks(text)
    asks = _EVENT.match(text) is not None
    if not marks or (len(marks) < 2 and not asks):
        return None
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    options = tuple(text[mark.end() : end].strip(_MARKS + "(") for mark, end in zip(marks, ends, strict=True))
    event = _EVENT.sub("", text[: marks[0].start()].strip(" ?!.:;,(")).strip(" ?!.:;,")
    _refuse(text, event, options)
    return Draft(QuestionKind.ABDUCTIVE, " or ".join(options), event, options=options)


def _marks(text: str) -> list[re.Match[str]]:
    """The labels A, B, C … in order, all written alike; empty where the text has none."""
    for pattern in (_LABEL, _BARE):
        found: list[re.Match[str]] = []
        for mark in pattern.finditer(text):
            if found and mark["style"] != found[0]["style"]:
                continue
            if mark["label"] == "ABCDEFGHI"[len(found) : len(found) + 1]:
                found.append(mark)
        if found and (pattern is _LABEL or len(found) > 1):
            return found
    return []


def _refuse(text: str, event: str, options: tuple[str, ...]) -> None:
    problem = ""
    if not event:
        problem = "it names no event before the options"
    elif len(options) < 2:
        problem = "it offers one option only, or letters that are not A, B, C in order"
    elif len(options) > len(LETTERS):
        problem = f"it offers more than {len(LETTERS)} options"
    elif not all(re.search(r"\w", option) for option in options):
        empty = next(letter for letter, o in zip(LETTERS, options, strict=False) if not re.search(r"\w", o))
        problem = f"option {empty} is empty"
    elif not merged_options(options)[0]:
        problem = "every option says that none of the others holds, and none names an event"
    if problem:
        raise QuestionError(
            f"Cannot tell the options of {shown(text)}: {problem}. {_ASK}",
            {"event": event, "options": " | ".join(options)},
        )
