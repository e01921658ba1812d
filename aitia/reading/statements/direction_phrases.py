"""The phrases around a word of change: what is named before it, behind it, and in comparison."""

from __future__ import annotations

import re

Span = tuple[int, int]
MAX_CLAUSE = 900
_CLAUSE_CUT = re.compile(
    r";\s|,\s(?:but|whereas|while|although|though|and (?:was|were|had|did|the|there|no|a)\b)\s?|"
    r"\s(?:whereas|while|but|although)\s|"
    r"\s[—–]\s|\.\s"
)
ARM_LINK = re.compile(
    r"^\s?(?:(?:more|less)\s)?(?:\w+ly\s|\([^)]{0,80}\)\s?|level\w*\s)?(?:in|with|for|among|after|following|by|on|under|when|"
    r"at|within|using|favou?ring)\s"
    r"(?:(?:the|a|an|those|patients|subjects|participants|women|men|children|people|infants|adults|"
    r"individuals|animals|mice|rats|receiving|given|treated|"
    r"taking|assigned to|allocated to|randomi[sz]ed to|in|with|who received|who were given|on|use of|"
    r"those receiving|to|who took|exposed to|of)\s){0,5}",
    re.I,
)
COMPARATOR = re.compile(
    r"[,(]?\s?\b(?:than|(?:as |when )?compared (?:with|to)|versus|vs\.?|relative to|in comparison (?:with|"
    r"to)|as opposed to|over)\s"
    r"(?:(?:in|with|for|among|that|those|after|by|did|the|those in|those of|those receiving|patients|"
    r"receiving|on|of|at|to|was|an?|group)\s){0,4}",
    re.I,
)
_NP_END = re.compile(
    r"\s?[(\[;:]|,\s|\.\s|\.\Z|\s(?:when|where|which|who|that|if|because|as well as|whether|during|"
    r"from \d|by \d|from a|to \d|"
    r"and (?:was|were|had|did|no|a|could|may|might|can|has|have|increase[sd]|reduce[sd]|decrease[sd]|"
    r"improve[sd]|raise[sd]?|lowers|lowered|leads?|led|prevents|prevented|cause[sd]|lower|higher|fewer|"
    r"shorter)|"
    r"in (?:the )?(?:patients|participants|women|men|children|adults|people|both|either|this|these|all)|"
    r"among|at \d|after \d|over \d|within|"
    r"for \d|between|versus|vs\.?|but|while|whereas|although|than|compared|relative to|as compared|was|"
    r"were|is|are|did|does|at (?:one|two|three|four|six|"
    r"twelve|the end|week|month|day|follow)|with (?:no|a mean|an? \w+ ratio|odds|hazard))\b",
    re.I,
)
_LEAD = re.compile(
    r"^(?:.{0,120}\b(?:(?:found|find|show\w*|suggest\w*|indicat\w*|conclude\w*|demonstrat\w*|confirm\w*|"
    r"observed|reported|evidence|likely|support\w*)\s(?:\w+\s)?that|whether|conclu\w+,|conclusion,|"
    r"summary,|overall,|however,|moreover,|"
    r"furthermore,|in addition,|additionally,|finally,|thus,|"
    r"therefore,|respectively,)\s|(?:in|after|at|among|during|by|for|of|compared with|when|as|on|"
    r"within)\s[^,]{2,90},\s)",
    re.I,
)
_TRIM_LEFT = re.compile(
    r"^(?:(?:the|a|an|both|and|or|all|there|was|were|is|we|found|observed|showed|also|either|that|this|"
    r"these|our|mean|median|average|overall|significant|"
    r"significantly|any|of|in|its|their|levels of|level of|use of|treatment with|administration of|"
    r"therapy with|supplementation with|receiving|addition of|"
    r"patients receiving|patients treated with|patients given|effects? of|with|use|on|rate of|rates of|"
    r"risk of|risks of|incidence of|the incidence of|"
    r"frequency of|odds of|likelihood of|rate|number of|numbers of|proportion of|percentage of|"
    r"occurrence of|to|for|by|results of|prevalence of)\s){1,6}",
    re.I,
)
_TRIM_RIGHT = re.compile(
    r"(?:\s(?:was|were|is|are|and|or|the|(?-i:a)|an|significantly|substantially|modestly|dramatically|"
    r"greatly|consistently|effectively|moderately|rapidly|clinically|statistically|also|of|in|to|with|has|"
    r"have|had|"
    r"been|by|did|does|do|not|may|might|can|could|would|"
    r"will|should|be|both|more|alone|treatment group|group|groups|arm|arms|recipients|on|between|for|that|"
    r"who|which|levels?|only|slightly|markedly|further|"
    r"found|observed|seen|noted|reported|shown|independently|strongly|therapy|there|tended|appears?|"
    r"seems?|failed|as))+\Z",
    re.I,
)
_EMPTY = re.compile(
    r"(?:it|they|we|this|these|that|there|he|she|which|who|both|all|results?|one|those|groups?|"
    r"treatments?|patients|the two groups|"
    r"findings|study|data|however|respectively|overall|two|three|age|sex|significan\w+|p|no|not|time|"
    r"baseline|also|and|or|a|"
    r"the|in|of|two groups|three groups|rate|rates|risk|"
    r"number|incidence|levels?|values?|difference|differences|evidence|effect|effects|changes?|"
    r"either group|both groups|each group|other groups?)\Z",
    re.I,
)


def phrase_before(left: str, start: int) -> Span | None:
    """The noun phrase that ends the left context."""
    lead = _LEAD.match(left)
    begin = lead.end() if lead and lead.end() < len(left) - 2 else 0
    cut = max(left.rfind(", ", begin), left.rfind(": ", begin))
    if cut > begin and len(left) - cut > 6 and not re.search(r",\s(?:and|or)\s", left[begin:]):
        begin = cut + 2
    return trimmed(left, begin, len(left), start)


def phrase_after(clause: str, begin: int, start: int) -> Span | None:
    """The noun phrase that begins at `begin`, without "the risk of" in front of it."""
    skip = re.match(
        r"[\s,]{0,3}(?:(?:risk|rate|odds|incidence|likelihood|chance|probability)s?\s(?:of|for)\s)?",
        clause[begin:],
        re.I,
    )
    begin += skip.end() if skip else 0
    cut = _NP_END.search(clause, begin + 1)
    limit = min(cut.start() if cut else len(clause), begin + 140)
    return trimmed(clause, begin, limit, start)


def comparator_after(clause: str, begin: int, start: int) -> Span | None:
    """What is named behind the next "than", "versus" or the like."""
    match = COMPARATOR.search(clause, begin)
    return phrase_after(clause, match.end(), start) if match else None


def trimmed(text: str, begin: int, end: int, start: int) -> Span | None:
    """Trim a phrase to its words; None when nothing that names a thing is left."""
    piece = text[begin:end].replace("_", " ")
    lead = _TRIM_LEFT.match(piece.lstrip() + " ")
    indent = len(piece) - len(piece.lstrip())
    cut = min(indent + (lead.end() if lead else 0), len(piece))
    if not re.search(r"[^\W\d_]{2}", piece[cut:]):
        cut = indent
    tail = _TRIM_RIGHT.search(piece.rstrip(" ,.;:-"))
    stop = tail.start() if tail and tail.start() > cut else len(piece.rstrip(" ,.;:-"))
    words = piece[cut:stop].rstrip(" ,.;:-")
    stop = cut + len(words)
    if len(words) < 2 or len(words) > 140 or _EMPTY.match(words) or not re.search(r"[^\W\d_]{2}", words):
        return None
    return start + begin + cut, start + begin + stop


def clauses(text: str) -> list[Span]:
    """Clauses by punctuation and contrast words; brackets are not cut."""
    masked = mask_brackets(text)
    spans: list[Span] = []
    begin = 0
    for match in _CLAUSE_CUT.finditer(masked):
        if match.start() - begin > 25:
            spans.append((begin, match.start()))
            begin = match.end()
    spans.append((begin, len(text)))
    return [(a, min(b, a + MAX_CLAUSE)) for a, b in spans if b - a > 8]


def mask_brackets(text: str) -> str:
    """The text with bracketed stretches blanked, same length; unclosed brackets are left."""
    return re.sub(r"\([^()]{0,300}\)|\[[^\[\]]{0,300}\]", lambda m: "_" * len(m[0]), text)
