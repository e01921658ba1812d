"""Is a paper the report of a randomised trial? From its title and abstract only."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from aitia.reading.linear import buckets, sigmoid, text_scale, words
from aitia.reading.models import load_arrays

MODEL = "trial_classifier"
TEXT_LIMIT = 20_000

_ANYWHERE = tuple(
    re.compile(p)
    for p in (
        r"randomi[sz]ed (?:controlled |clinical |double|placebo|to|trial|into)",
        r"randomly (?:assign|allocat|divided|selected|received)",
        r"were randomi[sz]ed",
        r"double[- ]?blind|double[- ]masked|single[- ]blind",
        r"placebo",
        r"cross-?over",
        r"meta-?analy|systematic review|we review|reviewed|medline"
        r"|randomi[sz]ed (?:controlled |clinical )?trials\b",
        r"\b(?:retrospective|case[- ]control|cohort|cross-sectional|case report|survey)\b",
        r"\b(?:rats?|mice|mouse|rabbits?|dogs?|pigs?|in vitro)\b",
        r"\bvs\b|versus|compared with|comparison",
        r"\bcontrol group\b",
        r"\b(?:patients|subjects|volunteers|women)\b",
        r"protocol|will be",
        r"random(?:ly)? (?:sampl|select|effects|mutag|prime)",
        r"\bp ?[<=]",
        r"\barms?\b",
        r"allocat|assigned|divided into",
        r"non-?randomi|not randomi|quasi",
        r"(?:this|design:|\ba|the) [^.]{0,60}random",
    )
)
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


def trial_features(title: str, abstract: str) -> set[str]:
    """Words in the title, words and word pairs anywhere."""
    found: set[str] = set()
    for text, prefix in ((title, "T"), (abstract, "A")):
        tokens = words(text[:TEXT_LIMIT])
        found.update(prefix + w for w in tokens)
        found.update("B" + w for w in tokens)
        found.update(f"B{a}_{b}" for a, b in pairwise(tokens))
    return found


def trial_cues(title: str, abstract: str) -> NDArray[np.float64]:
    """0/1 answers of hand-written cues: allocation, blinding, reviews, animals, missing abstract."""
    low_title, low = title[:TEXT_LIMIT].lower(), abstract[:TEXT_LIMIT].lower()
    both = f"{low_title} . {low}"
    mentions = low.count("random")
    cues = [mentions > 0, mentions > 1, len(low) < 50, len(low) < 600]
    cues += [p.search(both) is not None for p in _ANYWHERE]
    cues += [p.search(low_title) is not None for p in _IN_TITLE]
    return np.array(cues, dtype=np.float64)


def trial_probability(title: str, abstract: str) -> float:
    """Probability (0 to 1) that the paper reports a randomised trial; 0.5 is the trained threshold.

    Texts beyond 20,000 characters are cut. An empty title and abstract give a low probability.
    """
    model = load_arrays(MODEL)
    weights = model["weights"]
    columns = buckets(trial_features(title, abstract), len(weights))
    columns = columns[weights[columns] != 0]
    text = float(weights[columns].astype(np.float64).sum()) * text_scale(len(columns))
    return sigmoid(text + float(trial_cues(title, abstract) @ model["cue_weights"]) + float(model["bias"][0]))
