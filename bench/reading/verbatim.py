"""Measure: the strict verbatim check against mutations and against other renderings of true quotes."""

from __future__ import annotations

import html
import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from aitia.text.quotes import locate
from bench.labelled import read_jsonl
from bench.report import Measure

COUNT = 2_000
SEED = 20

Change = Callable[[str, random.Random], str | None]

_SENTENCE = re.compile(r"(?<!\S)[A-Z][^\n]{60,260}?[.](?=\s)")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_NEGATION = re.compile(r"\b(?:not|no|without|never|nor) ")
_VERB = re.compile(r"\b(?:was|were|is|are|did|has|have) ")
_HYPHENATED = re.compile(r"\b[a-z]{4}(?=[a-z]{4})")
_SIGNS = {"<": ">", ">": "<", "≤": "≥", "≥": "≤", "=": "<"}


def _swap_sign(quote: str, rng: random.Random) -> str | None:
    places = [i for i, c in enumerate(quote) if c in _SIGNS]
    if not places:
        return None
    i = rng.choice(places)
    return quote[:i] + _SIGNS[quote[i]] + quote[i + 1 :]


def _change_digit(quote: str, rng: random.Random) -> str | None:
    places = [i for i, c in enumerate(quote) if c.isascii() and c.isdigit()]
    if not places:
        return None
    i = rng.choice(places)
    return quote[:i] + str((int(quote[i]) + rng.randint(1, 9)) % 10) + quote[i + 1 :]


def _minus(quote: str, rng: random.Random) -> str | None:
    places = [m.start() for m in _NUMBER.finditer(quote) if quote[: m.start()].endswith((" ", "("))]
    if not places:
        return None
    i = rng.choice(places)
    return quote[:i] + "-" + quote[i:]


def _move_point(quote: str, rng: random.Random) -> str | None:
    places = [m.start() for m in re.finditer(r"(?<=\d)\.(?=\d)", quote)]
    if not places:
        return None
    i = rng.choice(places)
    return quote[:i] + quote[i + 1 :]


def _drop(marks: str) -> Change:
    def change(quote: str, rng: random.Random) -> str | None:
        places = [i for i, c in enumerate(quote) if c in marks]
        if not places:
            return None
        i = rng.choice(places)
        return quote[:i] + quote[i + 1 :]

    return change


def _plus_minus(quote: str, rng: random.Random) -> str | None:
    return quote.replace("±", rng.choice(["+", "-", ""]), 1) if "±" in quote else None


def _negate(quote: str, rng: random.Random) -> str | None:
    negation = _NEGATION.search(quote)
    if negation and rng.random() < 0.5:
        return quote[: negation.start()] + quote[negation.end() :]
    verb = _VERB.search(quote)
    return quote[: verb.end()] + "not " + quote[verb.end() :] if verb else None


def _cut_word(quote: str, rng: random.Random) -> str | None:
    if rng.random() < 0.5:
        return quote[1:] if quote[:2].isalpha() else None
    shorter = quote.rstrip(".")[:-1]
    return shorter if quote.rstrip(".")[-2:].isalpha() else None


def _bracket(quote: str, rng: random.Random) -> str | None:
    words = quote.split(" ")
    i = rng.randrange(1, len(words))
    return " ".join([*words[:i], rng.choice(["[sic]", "[the drug]", "(significantly)"]), *words[i:]])


def _elide(quote: str, rng: random.Random) -> str | None:
    words = quote.split(" ")
    i = rng.randrange(2, len(words) - 2)
    mark = rng.choice([["..."], ["…"], ["[…]"], []])
    return " ".join([*words[:i], *mark, *words[i + rng.randint(1, 2) :]])


def _swap_words(quote: str, rng: random.Random) -> str | None:
    words = quote.split(" ")
    i = rng.randrange(len(words) - 1)
    if words[i].lower() == words[i + 1].lower():
        return None
    words[i], words[i + 1] = words[i + 1], words[i]
    return " ".join(words)


MUTATIONS: dict[str, Change] = {
    "inequality turned": _swap_sign,
    "digit changed": _change_digit,
    "minus added": _minus,
    "decimal point lost": _move_point,
    "percent sign lost": _drop("%"),
    "hyphen or minus lost": _drop("-−–"),
    "plus-minus changed": _plus_minus,
    "negation added or lost": _negate,
    "cut inside a word": _cut_word,
    "bracket inserted": _bracket,
    "words left out": _elide,
    "words exchanged": _swap_words,
}


def _ligatures(quote: str, _rng: random.Random) -> str | None:
    changed = quote.replace("ffi", "ﬃ").replace("fi", "ﬁ").replace("fl", "ﬂ").replace("ff", "ﬀ")
    return changed if changed != quote else None


def _entities(quote: str, rng: random.Random) -> str | None:
    named = (
        html.escape(quote, quote=False).replace("±", "&plusmn;").replace("≤", "&le;").replace("−", "&minus;")
    )
    i = rng.randrange(len(quote))
    return named if named != quote else quote[:i] + f"&#{ord(quote[i])};" + quote[i + 1 :]


def _spaces(quote: str, rng: random.Random) -> str | None:
    return re.sub(" ", lambda _: rng.choice([" ", " ", "\u2009", "\u00a0", "\u202f", "  ", "\n"]), quote)


def _soft_hyphens(quote: str, _rng: random.Random) -> str | None:
    return _HYPHENATED.sub(lambda m: m[0] + "\u00ad", quote)


def _line_break(quote: str, rng: random.Random) -> str | None:
    places = [m.end() for m in _HYPHENATED.finditer(quote)]
    if not places:
        return None
    i = rng.choice(places)
    return quote[:i] + "-\n" + quote[i:]


def _dashes(quote: str, rng: random.Random) -> str | None:
    if "-" not in quote:
        return None
    return re.sub("-", lambda _: rng.choice(["–", "‐", "‑", "−"]), quote)


def _unchanged(quote: str, _rng: random.Random) -> str | None:
    return quote


RENDERINGS: dict[str, Change] = {
    "as printed": _unchanged,
    "ligatures": _ligatures,
    "entities": _entities,
    "thin and wide spaces": _spaces,
    "soft hyphens": _soft_hyphens,
    "hyphen at a line break": _line_break,
    "dash variants": _dashes,
}


def verbatim_measures(path: Path) -> tuple[list[Measure], str]:
    """How many mutations are accepted and how many true quotes refused (both should be none).

    A changed string that happens to stand in the text by itself is not counted as a mutation, except a cut
    inside a word, which stands there but must be refused.
    """
    texts = [str(r.get("text") or r.get("abstract") or r.get("markdown") or "") for r in read_jsonl(path)]
    texts = [t[:60_000] for t in texts if _SENTENCE.search(t)]
    rng = random.Random(SEED)
    accepted, made = _attack(texts, rng)
    refused, asked = _render(texts, rng)
    misattributed = _elsewhere(texts, rng)
    measures = [Measure("mutations accepted", float(sum(accepted.values())), sum(made.values()))]
    measures += [Measure(f"  {k}", float(accepted.get(k, 0)), n) for k, n in sorted(made.items())]
    measures.append(Measure("quotes accepted in another paper", float(misattributed[0]), misattributed[1]))
    measures.append(Measure("true quotes refused", float(sum(refused.values())), sum(asked.values())))
    measures += [Measure(f"  {k}", float(refused.get(k, 0)), n) for k, n in sorted(asked.items())]
    return measures, f"{len(texts)} texts"


def _quote(texts: Sequence[str], rng: random.Random) -> tuple[str, str]:
    while True:
        text = rng.choice(texts)
        found = _SENTENCE.search(text, rng.randrange(max(1, len(text) - 300)))
        if found and found[0].count(" ") > 6:
            return found[0], text


def _attack(texts: Sequence[str], rng: random.Random) -> tuple[dict[str, int], dict[str, int]]:
    accepted: dict[str, int] = {}
    made: dict[str, int] = {}
    names = sorted(MUTATIONS)
    while sum(made.values()) < COUNT:
        quote, text = _quote(texts, rng)
        name = rng.choice(names)
        mutant = MUTATIONS[name](quote, rng)
        if mutant is None or mutant == quote or (name != "cut inside a word" and mutant in text):
            continue
        if name == "cut inside a word" and _stands_alone(mutant, text):
            continue
        made[name] = made.get(name, 0) + 1
        if locate(mutant, text) is not None:
            accepted[name] = accepted.get(name, 0) + 1
    return accepted, made


def _stands_alone(mutant: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(mutant)}(?!\w)", text) is not None


def _render(texts: Sequence[str], rng: random.Random) -> tuple[dict[str, int], dict[str, int]]:
    refused: dict[str, int] = {}
    asked: dict[str, int] = {}
    names = sorted(RENDERINGS)
    while sum(asked.values()) < COUNT:
        quote, text = _quote(texts, rng)
        name = rng.choice(names)
        other = RENDERINGS[name](quote, rng)
        if other is None:
            continue
        asked[name] = asked.get(name, 0) + 1
        turned = rng.random() < 0.5
        found = locate(quote, text.replace(quote, other)) if turned else locate(other, text)
        if found is None:
            refused[name] = refused.get(name, 0) + 1
    return refused, asked


def _elsewhere(texts: Sequence[str], rng: random.Random, count: int = 300) -> tuple[int, int]:
    accepted = made = 0
    while made < count and len(texts) > 1:
        quote, _ = _quote(texts, rng)
        other = rng.choice(texts)
        if quote in other:
            continue
        made += 1
        accepted += locate(quote, other) is not None
    return accepted, made
