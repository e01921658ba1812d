"""Everyday wordings, put into the plainer ones that the readers of questions know.

"Does PSA screening save lives?" asks about deaths, "what does coffee do to blood pressure?" about an effect.
Only the wording changes: every word of the things that are asked about stays.
"""

from __future__ import annotations

import re

from aitia.model.data import filled, read_table

_TABLE = read_table(__package__, "rewording.toml")


def _parts() -> dict[str, str]:
    """The patterns' parts: people, organs and those of the table, each of which may hold earlier ones."""
    people = read_table(__package__, "words.toml")["person"].split()
    organs = read_table(__package__, "effect.toml")["organs"]
    parts = {
        "person": "|".join(sorted(people, key=len, reverse=True)),
        "organ": rf"(?:(?:the|your|my|our|their) )?(?:{'|'.join(sorted(organs, key=len, reverse=True))})",
    }
    for name, text in _TABLE["parts"].items():
        parts[name] = filled(text, parts)
    return parts


_PARTS = _parts()
_WORDINGS = tuple(
    (re.compile(filled(one["said"], _PARTS), re.IGNORECASE), one["plain"]) for one in _TABLE["wordings"]
)


def reworded(text: str) -> str:
    """The question in plainer words; itself where it has no such wording."""
    for said, plain in _WORDINGS:
        text = said.sub(plain, text, count=1)
    return text
