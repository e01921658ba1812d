"""The whole name of an outcome, where a reader marked a part of it or more than it."""

from __future__ import annotations

import re

from aitia.model.data import words_of
from aitia.reading.statements.direction_cues import is_cue
from aitia.reading.statements.direction_phrases import phrase_after
from aitia.reading.trained.results import NAME_WORDS
from aitia.text.splitting import Span

_GLUED = re.compile(r"(?:\([A-Za-z0-9]{1,6}\)|[\w-])[\w-]{0,12}")
_TELLS = re.compile(
    r"\s(?:(?:fell|rose|grew|dropped|declined|decreased|increased|improved|worsened|differed|remained)\b"
    r"|(?:and|or|with|but)\s(?:an?\s)?(?:lower|higher|fewer|less|more|reduced|increased|greater|longer|shorter"
    r"|better|worse)\b).*",
    re.I | re.S,
)
_NEXT = re.compile(r" ([a-z]{3,24})\b(?![\w-])")
_NO_PART = words_of(NAME_WORDS, "no_part")
_HEADS = re.compile(rf"(?i)(?:^|\s)(?:{'|'.join(NAME_WORDS['heads'])})s?$")
_OF = re.compile(r"\s(?:to|of|for|in need of)\s(?:the\s|an?\s)?", re.I)
_COMPOSITE = re.compile(r"(?i)(?:^|\s)composite$")
_PARTS = re.compile(
    r"(?i)\sof\s[^.;:()]{3,100}?(?=\s(?:was|were|is|are|did|had|has|occurred|between|with|in|by|for|among|compared|at|"
    r"after|over|than)\b|[.;:()]|$)"
)
_MOST_WORDS = 2


def whole_name(text: str, place: Span) -> Span:
    """Where a name stands as a whole: with the bracket inside it ("25(OH)D"), the nouns that it goes on with
    ("healthy older people"), what its head is of ("admission to the intensive care unit") and the parts of a
    composite, and without the word of change behind it ("events fell").
    """
    start, end = place
    told = _TELLS.search(text, start, end)
    if told is not None and told.start() > start:
        return start, told.start()
    glued = (
        _GLUED.match(text, end)
        if text[end : end + 1] in tuple("(-") or text[end : end + 1].isalnum()
        else None
    )
    end = glued.end() if glued else end
    for _ in range(_MOST_WORDS):
        following = _NEXT.match(text, end)
        if following is None or not _goes_on(following[1]):
            break
        end = following.end()
    parts = _PARTS.match(text, end) if _COMPOSITE.search(text[start:end]) else None
    if parts is not None:
        return start, parts.end()
    of = _OF.match(text, end) if _HEADS.search(text[start:end]) else None
    named = phrase_after(text, of.end(), 0) if of else None
    return start, named[1] if named else end


def _goes_on(word: str) -> bool:
    """Whether a name may go on with a word: no function word, no word of change, no form of a verb."""
    return word not in _NO_PART and not word.endswith(("ed", "ing", "ly")) and not is_cue(word)
