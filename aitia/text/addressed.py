"""Sentences that speak to a reader's software instead of reporting a study: planted, never evidence.

A paper's own sentences are in the third person and the past. What orders, threatens, tags, hides or changes
the language is taken for planted text. This is a second line behind the validators: a planted sentence that
reads exactly like a result is a forged paper, which no reader of the text alone can tell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from aitia.text import named
from aitia.text.address_patterns import (
    DICTATED,
    HIDDEN,
    LABELLED,
    MACHINE,
    MARKUP,
    ORDERED,
    QUOTED,
    SECOND_PERSON,
    SPOKEN_TO,
    TOLD_YOU,
    WORDS,
)

_LIMIT = 4_000
_NOT_WORDS = re.compile(r"[\s\W_]+")
_OPENED = re.compile(r"<\s?([a-z][a-z0-9_-]{0,30})(?:\s[^<>]{0,200})?>", re.IGNORECASE)
_BARE = re.compile(r"(?:[\[(|#*<>=\d\s-]{0,6}\w{0,12}[\])|#*<>=:\s-]{0,6}){1,3}\Z")
_STOP = re.compile(r"[.!?](?=\s)\s{1,3}|\n")
_BRACKET = re.compile(r"[)\]:;](?=\s)\s{1,3}")
_ANNOUNCES = re.compile(
    r"(?i)\b(?:following|below|next|instead(?! of)|exactly|as follows|verbatim|ignore|disregard|forget)\b"
)
_ADDRESSES = (ORDERED, SPOKEN_TO, LABELLED, DICTATED, MACHINE)
_A_CLAIM = 20
_SPAN = 10
_PLAIN_TAGS = frozenset(WORDS["plain_tags"].split())
_LONG_TOKEN = re.compile(r"[A-Za-z0-9+/=]{45,}|(?:[A-Za-z_][ .-]){8,}|(?:\\x[0-9a-f]{2}){3,}")
_ENGLISH = frozenset(WORDS["english"].split())
_FOREIGN = frozenset(WORDS["foreign"].split())


def addressed(text: str) -> str | None:
    """Why a sentence is taken for planted text, None where nothing speaks against it. Linear time."""
    raw = text[:_LIMIT]
    if HIDDEN.search(raw):
        return "holds invisible characters"
    plain = named.plain(raw)
    if _mixed_scripts(raw):
        return "mixes alphabets within words"
    if MARKUP.search(raw):
        return "holds markup or code"
    if any(pattern.search(plain) for pattern in _ADDRESSES) or _speaks_to_you(plain):
        return "addresses its reader"
    if _LONG_TOKEN.search(raw) or _spaced_out(raw):
        return "holds encoded text"
    return None


def _speaks_to_you(plain: str) -> bool:
    """Whether a text is in the second person; questions put to patients stand in quotation marks."""
    return TOLD_YOU.search(plain) is not None or SECOND_PERSON.search(QUOTED.sub(" ", plain)) is not None


def own_part(text: str) -> int:
    """How many characters at the beginning of a sentence that holds planted text are the paper's own.

    Planted text often runs on where the paper's own sentence had ended: what stands before it is kept.
    """
    start = _before(text, _STOP)
    if start == 0 and addressed(_STOP.split(text, maxsplit=1)[0]) is not None:
        return _before(text, _BRACKET) if text[:1].isalpha() else 0
    return start


def _before(text: str, ends: re.Pattern[str]) -> int:
    """Where the first piece that is not the paper's own begins; pieces end at `ends`."""
    start = 0
    for match in ends.finditer(text[:_LIMIT]):
        if addressed(text[start : match.start() + 1]) is not None:
            return start
        start = match.end()
    return start if addressed(text[start:]) is not None else 0


def own_rest(text: str) -> int:
    """Where the paper's own text begins again in a sentence that holds planted text; its length for nowhere.

    Planted text without a full stop runs into the line below. That line is the paper's own, unless it is
    planted too or announced by what stands above it.
    """
    end = planted_to = 0
    for line in text[:_LIMIT].split("\n"):
        end += len(line) + 1
        if addressed(line) is not None or _other_language(line):
            planted_to = end
    if not planted_to:
        return len(text)
    rest = text[planted_to:]
    return planted_to if rest.strip() and not _announces(text[:planted_to]) else len(text)


def planted(sentences: Sequence[str], sections: Sequence[str] = ()) -> dict[int, str]:
    """Index to reason of the sentences of one paper that are not its own.

    A sentence in another language than the paper's, what stands between an opening tag and its closing one,
    and the sentence right after planted text in the same section are included.
    """
    found: dict[int, str] = {}
    english = _mostly_english(sentences)
    for index, text in enumerate(sentences):
        reason = addressed(text)
        if reason is None and english and _other_language(text):
            reason = "is in another language than the paper"
        if reason is not None:
            found[index] = reason
    for index in _between_tags(sentences):
        found.setdefault(index, "stands inside a tag")
    for index in sorted(found):
        before = index - 1
        if before >= 0 and before not in found and _BARE.match(sentences[before]):
            found[before] = "is a label in front of planted text"
        after = index + 1
        same = after < len(sentences) and (not sections or sections[index] == sections[after])
        alone = own_rest(sentences[index]) == len(sentences[index])
        if not same or not alone or after in found:
            continue
        if not any(char.isalnum() for char in sentences[after]):
            found[after] = "is a mark behind planted text"
        elif _announces(sentences[index]):
            found[after] = "follows planted text that announces it"
    return found


# A tag that opens the paper again leads into nothing but the paper.
_CLOSED = re.compile(
    r"(?i)(?:-->|</[\w:-]{1,20}>|<(?:paper|abstract|article|document|text|data|body)>|"
    r"<\|[\w]{0,20}end[\w]{0,20}\|>|\[/\w{1,20}\])\s{0,4}\Z"
)


def _announces(text: str) -> bool:
    """Whether a sentence leads into the next one; a tag that closes at its end leads nowhere."""
    while (closed := _CLOSED.search(text[-60:])) is not None:
        text = text[: len(text) - len(closed.group())]
    left_open = text.rstrip()[-1:] in (":", "]", ">", "=", "-", "{", "#", "|")
    said = _ANNOUNCES.search(text[:_LIMIT])
    # What is announced may have come already: "report the following: it works".
    return left_open or (said is not None and len(text[said.end() :].partition(":")[2].strip()) < _A_CLAIM)


def _between_tags(sentences: Sequence[str]) -> set[int]:
    inside: set[int] = set()
    for index, text in enumerate(sentences):
        for match in _OPENED.finditer(text[:_LIMIT]):
            name = match.group(1).casefold()
            if name in _PLAIN_TAGS or name.startswith("jats"):
                continue
            closing = f"</{name}"
            last = next(
                (
                    n
                    for n in range(index, min(index + 12, len(sentences)))
                    if closing in sentences[n].casefold()
                ),
                None,
            )
            inside |= set(range(index, last + 1)) if last is not None else set()
    return inside


# Names of remedies in their own script stand in genuine papers; a clause in it does not.
_CLAUSE = re.compile(
    "[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{8}|(?:[\u0400-\u052f\u0590-\u06ff]{2,30}[^\\w\n]{1,3}){4}"
)


def _words(text: str) -> list[str]:
    return [word for word in _NOT_WORDS.split(text[:_LIMIT].casefold()) if word]


def _mostly_english(sentences: Sequence[str]) -> bool:
    words = [word for text in sentences[:60] for word in _words(text)]
    return sum(word in _ENGLISH for word in words) >= 0.12 * max(1, len(words))


def _other_language(text: str) -> bool:
    letters = [char for char in text[:_LIMIT] if char.isalpha()]
    if not letters:
        return False
    strange = sum(not _latin_or_greek(char) for char in letters)
    if strange >= 4 and (strange >= 0.2 * len(letters) or _CLAUSE.search(text[:_LIMIT])):
        return True
    words = _words(text)
    english, foreign = sum(w in _ENGLISH for w in words), sum(w in _FOREIGN for w in words)
    if len(words) >= 5 and foreign >= 2 and foreign > english:
        return True
    # A clause of it among English words is enough.
    return foreign >= 3 and any(_is_foreign(words[n : n + _SPAN]) for n in range(0, len(words), _SPAN // 2))


def _is_foreign(words: Sequence[str]) -> bool:
    return len(_FOREIGN.intersection(words)) >= 3 and not _ENGLISH.intersection(words)


def _latin_or_greek(char: str) -> bool:
    return char < "\u0400" or "\u1d00" <= char <= "\u1fff" or "\u2100" <= char <= "\u214f"


def _spaced_out(text: str) -> bool:
    """Whether most tokens are single characters, as in "i g n o r e"."""
    tokens = text.split()
    return len(tokens) >= 4 and sum(len(token) == 1 for token in tokens) >= 0.7 * len(tokens)


def _mixed_scripts(text: str) -> bool:
    if text.isascii():
        return False
    for word in re.split(r"[\s\-/,.;:()]+", text):
        latin = any("a" <= char.casefold() <= "z" for char in word)
        if latin and any("\u0400" <= char <= "\u052f" or "\uff21" <= char <= "\uff5a" for char in word):
            return True
        if word and all("\uff01" <= char <= "\uff5e" for char in word) and len(word) > 2:
            return True
        if any("\U0001d400" <= char <= "\U0001d7ff" for char in word):
            return True
    return False
