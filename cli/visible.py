"""Text that others wrote, as a terminal may have it: what would act on the terminal is shown instead."""

from __future__ import annotations

import re

# C0 without tab and line feed, DEL and C1, marks and overrides of direction, separators of lines, the byte
# order mark, tags, and halves of characters.
_ACTING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)


def visible(text: str) -> str:
    """The text with what acts on a terminal written as its escape, such as \\x1b or \\u202e."""
    return _ACTING.sub(lambda found: _escape(ord(found[0])), text)


def visible_json(text: str) -> str:
    """The same JSON value, with such characters as JSON's own escapes."""
    return _ACTING.sub(lambda found: _json_escape(ord(found[0])), text)


def _escape(code: int) -> str:
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _json_escape(code: int) -> str:
    if code < 0x10000:
        return f"\\u{code:04x}"
    high, low = divmod(code - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"
