"""How papers print estimates, intervals and p values; the names of measures stand in `measures.toml`."""

from __future__ import annotations

import re

from aitia.model.data import read_table
from aitia.model.scales import EffectMeasure
from aitia.reading.numbers.written import NUMBER, SIGNED

MAX_SENTENCE = 4000
"""Characters of a sentence that are read."""
_MEASURES = tuple(
    (EffectMeasure[row["name"]], "|".join(row["patterns"]))
    for row in read_table(__package__, "measures.toml")["measure"]
)
MEASURE = re.compile("|".join(f"(?P<{m.name}>{p})" for m, p in _MEASURES))
MAY_HOLD_INTERVAL = re.compile(r"C\.?I|ci\b|IC|onfidence|redib|CL")
PRINTED = re.compile(r"\d[.·,]\d|[\s=(][.·]\d|\d\s?%|CI\b|\bci\b|onfidence")
MAY_HOLD_ESTIMATE = re.compile(
    r"C\.?I\b|onfidence|redib|atio|isk|dds|ifferen|ffic|ffect|orrel|R\b|MD|IRR|RD|VE\b|Rs\b|[rρd]\s?=|rho|"
    r"hr|or:|rr"
)
_LEVEL = r"(?P<level>\d{2}(?:[.·]\d)?)\s?(?:%|-?\s?per\s?cent)\s{0,2}"
_CI_WORD = (
    r"(?:(?i:confidence|credible|credibility|compatibility)[\s-](?i:intervals?|limits?|"
    r"ranges?)(?:\s?[\[(]\s?(?:CI|CrI|ci)s?\s?[\])])?|"
    r"CrIs?|CIs?|ci|CL|C\.I\.)"
)
_TO = r"\s{0,2}(?:%\s?)?(?:to|and|through|-|–|—|−|,|;|/)\s{0,2}"
INTERVAL = re.compile(
    rf"(?:{_LEVEL}{_CI_WORD}|{_CI_WORD}\s?[\[(]?(?P<level2>\d{{2}})\s?%\s?[\])]?|\bCI95%?|\b{_CI_WORD}|"
    rf"\bIC\s?(?:de\s|del\s)?(?:al\s)?(?:95\s?%)?)"
    rf"[\s:=,;\[({{]{{0,5}}(?:(?:of|was|were|from|range|ranging\sfrom|between|for)\s)?[\[(]?\s?(?P<low>{SIGNED})(?P<u>\s?%)?{_TO}"
    rf"(?P<high>{SIGNED})"
)
BARE_INTERVAL = re.compile(
    rf"(?<![\w.,·/])(?P<point>{SIGNED})\s?(?P<u>%)?\s?[\[(]\s?(?P<low>{SIGNED})\s?%?{_TO}(?P<high>{SIGNED})\s?%?\s?(?:[\])]|[,;])"
)
LISTED_INTERVAL = re.compile(
    rf"[^\d]{{0,25}}(?P<point>{NUMBER})(?P<u>%)?\s?[,;:]\s?(?P<low>{NUMBER})\s?(?:to|-|–|"
    rf"−)\s?(?P<high>{NUMBER})(?!\s?%)"
)
POINT_BEFORE = re.compile(
    rf"(?<![\w.·/])(?P<point>{SIGNED})(?P<u>\s?(?:%(?:\s[a-z]{{1,12}}){{0,2}}\s(?:reduction|decrease|"
    rf"increase|lower|higher|decline)|%|"
    r"percentage\spoints?|per\scent|(?:(?![Pp]\b|vs\b|and\b|to\b|"
    r"or\b)[A-Za-z°µμ][\w/.·²°µμ%^-]{0,14}\s?){1,3})"
    r"(?=[\s,;:\[(]))?[\s,;:\[(]{0,4}\Z",
    re.I,
)
POINT_AFTER = re.compile(
    rf"[^\d;.]{{0,70}}?(?:[=:,]|\bof\b|\bwas\b|\bwere\b|\bis\b|\s|"
    rf"[\[(])\s?(?P<point>{SIGNED})(?![\w]|\s?%\s?(?:CI|confidence)|\s?[-–]\s?(?:year|month|week|day))"
)
P_VALUE = re.compile(
    r"(?<![\w-])[pP](?:\s?[-–]?\s?[vV]alues?)?\s?(?:of\s|was\s|is\s)?\s?(?::\s?)?(?P<op>&lt;|&gt;|"
    r"<\s?or\s?=|>\s?or\s?=|<|>|=|≤|≥|＜|less\sthan|below)"
    rf"\s{{0,2}}(?P<value>(?:{NUMBER})(?:\s?[x×]\s?10\s?[-−–]\s?\d{{1,3}})?)|"
    rf"(?<![\w-])[pP]\s?[=:>]?\s?(?P<ns>NS|n\.s\.)(?!\w)"
)
STATISTIC = re.compile(
    r"(?<![\w-])(?:[tFzZTQU]|[pP](?:[\s-]?[vV]alues?)?|χ2|χ²)\s?(?:[\[(]\s?[\d.,\s]+[\])]\s?)?"
    r"(?:=|<|>|≤|≥|\bof\b|\bwas\b|:)\s?\Z"
)
"""Before the value of a test's statistic or its p, which are no estimate ("HR was lower (P = 0.03)")."""
ADJUSTED = re.compile(r"(?i)(?<!un)\badjust|multivaria|\ba(?:OR|HR|RR|IRR)s?\b|covariate|after controlling")
CRUDE = re.compile(r"(?i)\bunadjusted|\bcrude\b|univaria")
CHANGE = re.compile(
    r"(?i)\b(?:reduc\w{1,6}|decreas\w{1,4}|increas\w{1,4}|lower(?:ed|ing)?|higher|efficacy|fewer|more|less|"
    r"decline|drop|rise)\b"
)
DIFFERENCE = re.compile(r"(?i)\bdifferen(?:ce|ces|tial)\b|\bΔ|\bchange\b")
