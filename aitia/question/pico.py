"""Questions whose parts carry the letters or names of PICO, as guideline authors write them."""

from __future__ import annotations

import re

_LETTER_AFTER = re.compile(r" ?\((?:P|I|C|O|PICO)\)")
_LABEL = re.compile(
    r"(?:^|[;,|.] ?)(?:and )?(?P<label>population|patients?|intervention|exposure|comparator|comparison|"
    r"control|outcomes?|[PICO]) ?[:=] ?",
    re.IGNORECASE,
)
_LETTERS = {"exposure": "i"}


def without_labels(text: str) -> str:
    """ "P: adults; I: yoga; C: rest; O: pain" as "effect of yoga versus rest on pain in adults"; letters in
    brackets behind the parts are left out. Other questions as they are."""
    text = _LETTER_AFTER.sub("", text)
    places = list(_LABEL.finditer(text))
    if not places or places[0].start() > 0:
        return text
    ends = [*(place.start() for place in places[1:]), len(text)]
    parts: dict[str, str] = {}
    for place, end in zip(places, ends, strict=True):
        name = place["label"].lower()
        letter = _LETTERS.get(name, name[0])
        if letter in parts:
            return text
        parts[letter] = text[place.end() : end].strip(" ;,.|")
    if not parts.get("i") or not parts.get("o"):
        return text
    against = f" versus {parts['c']}" if parts.get("c") else ""
    among = f" in {parts['p']}" if parts.get("p") else ""
    return f"effect of {parts['i']}{against} on {parts['o']}{among}"
