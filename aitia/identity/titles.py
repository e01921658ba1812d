"""When two titles are the same title."""

from __future__ import annotations

import html
import re
import unicodedata

_TAG = re.compile(r"</?[a-zA-Z][a-zA-Z:]{0,20}(?:\s[^<>]{0,200})?/?>")
_STANDING = re.compile(
    r"^\W{0,3}(?:retracted(?:\s(?:article|paper|chapter|publication))?|withdrawn(?:\sarticle)?)\W{1,4}", re.I
)
_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ζ": "zeta", "η": "eta",
    "θ": "theta", "κ": "kappa", "λ": "lambda", "μ": "mu", "π": "pi", "ρ": "rho", "σ": "sigma", "τ": "tau",
    "φ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega",
    "ß": "ss", "æ": "ae", "ø": "o", "œ": "oe", "ł": "l", "đ": "d",
}  # fmt: skip
_SHORTEST = 20
# What `re` takes for a word is what `str.isalnum` holds for, and the underscore.
_NEITHER = re.compile(r"[\W_]+")


def normalise_title(title: str) -> str:
    """A key that spelling variants of one title share: letters and digits only, no case, no accents.

    Markup, a "Retracted:" mark, Greek letters, ampersands, hyphens and spaces do not count; words
    such as "Correction:" or "Retraction:" do, since they name another paper.
    """
    text = _TAG.sub("", html.unescape(title[:5_000]))
    text = unicodedata.normalize("NFKD", text).casefold()
    text = _STANDING.sub("", text.strip())
    if not text.isascii():
        text = "".join(_GREEK.get(c, c) for c in text if not unicodedata.combining(c))
    return letters_and_digits(text.replace("&", "and"))


def letters_and_digits(text: str) -> str:
    """The characters of a text for which `str.isalnum` holds."""
    return _NEITHER.sub("", text)


def is_telling_title(key: str) -> bool:
    """True when a title's key is long enough to stand for one paper ("editorial" is not)."""
    return len(key) >= _SHORTEST


def family_name(author: str) -> str:
    """The first author's family name as a key, from "Smith J", "Smith, John" or "John Smith"."""
    text = unicodedata.normalize("NFKD", author[:200]).casefold()
    text = "".join(_GREEK.get(c, c) for c in text if not unicodedata.combining(c))
    if "," in text:
        return "".join(filter(str.isalnum, text.partition(",")[0]))
    words = re.findall(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", text)
    if not words:
        return ""
    original = re.findall(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", author[:200])
    initials_last = len(words) > 1 and len(original[-1]) <= 3 and original[-1].isupper()
    chosen = words[:-1] if initials_last else words[-1:]
    return "".join(filter(str.isalnum, "".join(chosen)))
