"""The question's characters: what is refused outright, what is folded, and its identity."""

from __future__ import annotations

import re
import unicodedata

from aitia.model.errors import QuestionError
from aitia.model.keys import QuestionId, stable_id

MAX_LENGTH = 2_000
SHOWN = 120

_DASHES = re.compile("[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]")
_FOLD = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\uff1f": "?", "\u00ad": "", "\u200b": ""}
)
_HIDDEN = {"Cc", "Cs", "Cf", "Co", "Cn"}
_END = " ?!.;,:"


def clean(text: str) -> str:
    """The question trimmed, with single spaces; raises QuestionError for what no question consists of.

    Refused: more than 2,000 characters, nothing at all, control, hidden or unassigned characters.
    """
    if len(text) > MAX_LENGTH:
        raise QuestionError(
            f"The question has {len(text):,} characters; at most {MAX_LENGTH:,} are read. "
            f"Shorten it to one cause and one outcome. It begins: {shown(text)}"
        )
    trimmed = " ".join(text.translate(_FOLD_HIDDEN).split())
    if not trimmed:
        raise QuestionError(
            'The question is empty. Ask, for example: "Does vitamin D prevent severe COVID-19?"'
        )
    for position, character in enumerate(trimmed):
        if unicodedata.category(character) in _HIDDEN:
            raise QuestionError(
                f"The question holds a control or hidden character (U+{ord(character):04X}) at position "
                f"{position + 1}. Remove it and ask again: {shown(trimmed)}"
            )
    if not any(character.isalpha() for character in trimmed):
        raise QuestionError(
            f'No words in {shown(trimmed)}. Ask, for example: "Does aspirin reduce heart attack risk?"'
        )
    return trimmed


_FOLD_HIDDEN = str.maketrans({"\u00ad": "", "\u200b": "", "\ufeff": "", "\u2028": " ", "\u2029": " "})


def folded(text: str) -> str:
    """Dash and quotation-mark variants as the plain ones, without the final punctuation."""
    return _DASHES.sub("-", text).translate(_FOLD).rstrip(_END)


def question_id(text: str) -> QuestionId:
    """The same for wordings that differ only in case, white space, dashes or final punctuation."""
    plain = folded(unicodedata.normalize("NFKC", text)).casefold()
    return QuestionId(stable_id("question", " ".join(plain.split()).rstrip(_END)))


def of_tenant(question: QuestionId, tenant: str) -> QuestionId:
    """The id of a tenant's own question; the tenant `default` has the plain one."""
    return question if tenant == "default" else QuestionId(stable_id("question", tenant, question))


def shown(text: str) -> str:
    """The question as a message quotes it: printable, on one line, cut at 120 characters."""
    printable = "".join(c if c.isprintable() else "\ufffd" for c in text[: SHOWN + 1])
    return f'"{printable[:SHOWN]}…"' if len(text) > SHOWN else f'"{printable}"'
