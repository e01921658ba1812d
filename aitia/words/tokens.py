"""Words of scientific text, reduced so that their forms meet."""

from __future__ import annotations

import re
import unicodedata

from aitia.words.stemmer import stem

FIGURE_OR_WORD = re.compile(r"[A-Za-zα-ωΑ-Ω]+\d{1,2}(?![\d.])|[A-Za-zα-ωΑ-Ω]+|\d+(?:[.,·]\d+)*|[%<>=≤≥±+−]")
"""A word (Greek letters too, a short number at its end), a number, or a sign of comparison."""
_WORD = re.compile(r"[a-z0-9]+")

_STOPWORDS = """
a about above after again against all also an and any are as at be because been before being below
between both but by can could did do does doing down during each few for from further had has have
having he her here him his how i if in into is it its itself just may me might more most must my no
nor not of off on once only or other our out over own per same she should so some such than that the
their them then there these they this those through to too under until up upon us very via was we
were what when where whether which while who whom why will with within without would you your versus
vs compared comparing comparison compare higher lower
"""
STOPWORDS = frozenset(_STOPWORDS.split())


def tokenise(text: str) -> list[str]:
    """Lower-case stems in order, stop words left out: "COVID-19 trials" gives covid, 19, trial."""
    plain = plain_text(text)
    return [stem(word) for word in _WORD.findall(plain.lower()) if word not in STOPWORDS]


def plain_text(text: str) -> str:
    """Without accents; dashes stay separators and Greek letters become their names."""
    if text.isascii():
        return text
    replaced = text.translate(_REPLACED)
    return unicodedata.normalize("NFKD", replaced).encode("ascii", "ignore").decode("ascii")


_REPLACED = {
    **{ord(dash): "-" for dash in "‐‑‒–—―−"},
    **{ord(space): " " for space in "\u00a0\u2009\u200a\u202f\u2007\u2002\u2003"},
    ord("α"): "alpha",
    ord("β"): "beta",
    ord("γ"): "gamma",
    ord("δ"): "delta",
    ord("κ"): "kappa",
    ord("μ"): "mu",
    ord("µ"): "mu",
    ord("ω"): "omega",
    ord("’"): "'",
}
