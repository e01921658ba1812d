"""The names of a node as linking compares them: normal forms, declared abbreviations, contrasts."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Collection
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from aitia.model.keys import NodeId
from aitia.words.spelling import GREEK, american, singular_of


class AliasNode(BaseModel):
    """A node as linking sees it: its name and the other names that papers gave it."""

    model_config = ConfigDict(frozen=True)

    node_id: NodeId
    type: str
    name: str
    aliases: tuple[str, ...] = ()


_NO_WORD = re.compile(r"[^\w+%/]+")

_PLURAL_OF_CAPITALS = re.compile(r"[A-Z0-9]s$")

_FIELD = re.compile(r"\((?P<short>[^()]{2,60})\)\s*$")

DECLARED = re.compile(r"^(?P<long>[^()]{3,120}?) ?\((?P<short>[^()]{2,12})\)$")


def normalise(name: str) -> str:
    """The form in which two names are compared.

    NFKC; case; Greek letters spelled out; hyphens, dashes and other punctuation as spaces; British to
    American spelling; plural to singular, word by word; a leading article dropped.
    """
    text = unicodedata.normalize("NFKC", name).casefold()
    text = "".join(f" {GREEK[letter]} " if letter in GREEK else letter for letter in text)
    words = _NO_WORD.sub(" ", text.replace("_", " ")).split()
    if len(words) > 1 and words[0] in ("the", "a", "an"):
        words = words[1:]
    return " ".join(singular_of(american(word)) for word in words)


def names_of(node: AliasNode) -> frozenset[str]:
    """All normalised names of a node: its own, its aliases, and both sides of "long form (SHORT)"."""
    return frozenset(normal for name in (node.name, *node.aliases) for normal in _expanded(name))


def contrast(one: str, other: str) -> bool:
    """Whether two names differ in what makes them two things, however alike they are.

    A number, a word of contrast, hypo- against hyper-, or what stands in brackets: "attention (psychology)".
    """
    a, b = (frozenset(normalise(name).split()) for name in (one, other))
    apart = a ^ b
    if any(word in _contrasts() or any(c.isdigit() for c in word) for word in apart):
        return True
    if any(word.startswith("hypo") and f"hyper{word[4:]}" in apart for word in apart):
        return True
    fields = [declared["short"] if (declared := _FIELD.search(name)) else None for name in (one, other)]
    return None not in fields and normalise(fields[0] or "") != normalise(fields[1] or "")


@cache
def _contrasts() -> frozenset[str]:
    listed = tomllib.loads(Path(__file__).with_name("contrasts.toml").read_text(encoding="utf-8"))
    return frozenset(listed["words"].split())


def long_form(name: str) -> str:
    """The normalised long form of "long form (SHORT)", or the normalised name."""
    declared = DECLARED.match(name.strip()[:200])
    return normalise(declared["long"] if declared else name)


def own_names(node: AliasNode) -> frozenset[str]:
    """The normalised names that a node's own name holds: itself, or both sides of "long form (SHORT)"."""
    return frozenset(_expanded(node.name))


def _expanded(name: str) -> Collection[str]:
    normal = normalise(name)
    found = {normal} if normal else set()
    declared = DECLARED.match(name.strip()[:200])
    if declared and abbreviates(declared["short"], declared["long"]):
        found = {normalise(declared["long"]), normalise(declared["short"])} - {""}
    return found


def abbreviates(short: str, long: str) -> bool:
    """Whether the short form's letters occur in the long form in order, starting with its first letter."""
    singular = short[:-1] if _PLURAL_OF_CAPITALS.search(short) else short
    letters = [letter for letter in singular.casefold() if letter.isalnum()]
    if len(letters) < 2 or not any(letter.isupper() for letter in short):
        return False
    rest = iter(long.casefold())
    return long.casefold().startswith(letters[0]) and all(letter in rest for letter in letters)
