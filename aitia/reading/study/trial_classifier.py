"""Is a paper the report of a randomised trial? From its title and abstract only."""

from __future__ import annotations

import re
import zlib
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from aitia.reading.models import load_arrays
from aitia.reading.models.linear import sigmoid, text_scale, words

MODEL = "trial_classifier"
TEXT_LIMIT = 20_000

_ANYWHERE = tuple(
    (tuple(needles.split("|")), re.compile(p))
    for needles, p in (
        ("randomi", r"randomi[sz]ed (?:controlled |clinical |double|placebo|to|trial|into)"),
        ("randomly", r"randomly (?:assign|allocat|divided|selected|received)"),
        ("were randomi", r"were randomi[sz]ed"),
        ("blind|masked", r"double[- ]?blind|double[- ]masked|single[- ]blind"),
        ("placebo", r"placebo"),
        ("cross", r"cross-?over"),
        (
            "analy|review|medline|trials",
            r"meta-?analy|systematic review|we review|reviewed|medline"
            r"|randomi[sz]ed (?:controlled |clinical )?trials\b",
        ),
        (
            "retrospective|control|cohort|sectional|report|survey",
            r"\b(?:retrospective|case[- ]control|cohort|cross-sectional|case report|survey)\b",
        ),
        ("rat|mice|mouse|rabbit|dog|pig|vitro", r"\b(?:rats?|mice|mouse|rabbits?|dogs?|pigs?|in vitro)\b"),
        ("vs|versus|compar", r"\bvs\b|versus|compared with|comparison"),
        ("control group", r"\bcontrol group\b"),
        ("patients|subjects|volunteers|women", r"\b(?:patients|subjects|volunteers|women)\b"),
        ("protocol|will be", r"protocol|will be"),
        ("random", r"random(?:ly)? (?:sampl|select|effects|mutag|prime)"),
        ("<|=", r"\bp ?[<=]"),
        ("arm", r"\barms?\b"),
        ("allocat|assigned|divided into", r"allocat|assigned|divided into"),
        ("random|quasi", r"non-?randomi|not randomi|quasi"),
        ("random", r"(?:this|design:|\ba|the) [^.]{0,60}random"),
    )
)
"""Each cue with letters of which at least one must stand in the text: looking for those first is quick."""
_IN_TITLE = tuple(
    re.compile(p)
    for p in (
        r"trial",
        r"random",
        r"placebo|double",
        r"versus|\bvs|compar",
        r"effects? of|efficacy",
        r"review|meta",
        r"letter|comment|reply",
    )
)


def trial_columns(title: str, abstract: str, size: int) -> NDArray[np.int64]:
    """The distinct columns of the words in the title, and of the words and word pairs anywhere.

    The same as hashing "T" + word, "B" + word and "B" + word + "_" + word with `bucket`; a CRC goes on from
    the first word of a pair, so every word is read once.
    """
    found: set[int] = set()
    for text, prefix in ((title, b"T"), (abstract, b"A")):
        tokens = words(text[:TEXT_LIMIT])
        letters = {w: w.encode("utf-8") for w in tokens}
        heads = {w: zlib.crc32(b"B" + raw) for w, raw in letters.items()}
        found.update(heads.values())
        found.update([zlib.crc32(prefix + raw) for raw in letters.values()])
        tails = {w: b"_" + raw for w, raw in letters.items()}
        found.update([zlib.crc32(tails[b], heads[a]) for a, b in set(pairwise(tokens))])
    return np.unique(np.fromiter(found, dtype=np.int64, count=len(found)) % size)


def trial_cues(title: str, abstract: str) -> NDArray[np.float64]:
    """0/1 answers of hand-written cues: allocation, blinding, reviews, animals, missing abstract."""
    low_title, low = title[:TEXT_LIMIT].lower(), abstract[:TEXT_LIMIT].lower()
    both = f"{low_title} . {low}"
    mentions = low.count("random")
    cues = [mentions > 0, mentions > 1, len(low) < 50, len(low) < 600]
    cues += [any(n in both for n in needles) and p.search(both) is not None for needles, p in _ANYWHERE]
    cues += [p.search(low_title) is not None for p in _IN_TITLE]
    return np.array(cues, dtype=np.float64)


def trial_probability(title: str, abstract: str) -> float:
    """Probability (0 to 1) that the paper reports a randomised trial; 0.5 is the trained threshold.

    Texts beyond 20,000 characters are cut. An empty title and abstract give a low probability.
    """
    model = load_arrays(MODEL)
    weights = model["weights"]
    columns = trial_columns(title, abstract, len(weights))
    columns = columns[weights[columns] != 0]
    text = float(weights[columns].astype(np.float64).sum()) * text_scale(len(columns))
    return sigmoid(text + float(trial_cues(title, abstract) @ model["cue_weights"]) + float(model["bias"][0]))
