"""Everyday wordings, put into the plainer ones that the readers of questions know.

"Does PSA screening save lives?" asks about deaths, "what does coffee do to blood pressure?" about an effect.
Only the wording changes: every word of the things that are asked about stays.
"""

from __future__ import annotations

import re

from aitia.model.data import filled, read_table

_TABLE = read_table(__package__, "rewording.toml")
_BODY = frozenset(("wounds", "eyes", "teeth", "limbs", "knees"))
_PEOPLE = [word for word in read_table(__package__, "words.toml")["person"].split() if word not in _BODY]
_PARTS: dict[str, str] = {"person": "|".join(sorted(_PEOPLE, key=len, reverse=True))}
for _name, _text in _TABLE["parts"].items():
    _PARTS[_name] = filled(_text, _PARTS)
_WORDINGS = tuple(
    (re.compile(filled(one["said"], _PARTS), re.IGNORECASE), one["plain"]) for one in _TABLE["wordings"]
)


def reworded(text: str) -> str:
    """The question in plainer words; itself where it has no such wording."""
    for said, plain in _WORDINGS:
        text = said.sub(plain, text, count=1)
    return text
