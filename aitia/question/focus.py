"""Questions about the evidence itself: how strong it is, whether studies disagree, what else explains it.

"How strong is the evidence that X reduces Y?" is the effect question on X and Y, with the strength in front.
"""

from __future__ import annotations

import re

from aitia.question.specification import Focus

_OF = r"(?:that|whether|if|for|on|about|of|regarding|concerning|linking|behind|supporting)"
_GRADES = (
    r"(?:strong|good|reliable|robust|convincing|solid|certain|trustworthy|high[- ]quality|conclusive|sure)"
)
_WORTH = r"(?:quality|strength|certainty|reliability|level|weight|grade|robustness)"
_MIXED = r"(?:conflicting|contradictory|inconsistent|mixed|contradicting|opposing|disagreeing|discordant)"
_FOUND = r"(?:evidence|findings?|results?|stud(?:y|ies)|trials?|data|research|literature)"
_DIFFER = r"(?:disagree|conflict|differ|contradict each other|agree|vary)"
_CAUSES = (
    r"(?:confounding|confounders?|confounded|reverse causation|reverse causality|bias|chance|other factors)"
)

_PATTERNS: tuple[tuple[Focus, re.Pattern[str]], ...] = tuple(
    (focus, re.compile(pattern, re.IGNORECASE))
    for focus, pattern in (
        (Focus.STRENGTH, rf"^how {_GRADES} is (?:the |our )?(?:\w+ )?evidence {_OF} (?P<rest>.+)$"),
        (
            Focus.STRENGTH,
            rf"^what (?:is|are) the (?:overall )?{_WORTH} of (?:the )?(?:\w+ )?evidence {_OF} (?P<rest>.+)$",
        ),
        (Focus.STRENGTH, rf"^is the evidence {_GRADES} {_OF} (?P<rest>.+)$"),
        (
            Focus.CONFLICT,
            rf"^(?:is|are) there (?:any |some )?{_MIXED} {_FOUND} {_OF} (?P<rest>.+)$",
        ),
        (
            Focus.CONFLICT,
            rf"^(?:do|does) (?:the |any )?(?:\w+ )?{_FOUND} {_DIFFER} (?:on|about|over|in|as to|regarding)? ?"
            r"(?:whether |if |that )?(?P<rest>.+)$",
        ),
        (Focus.CONFLICT, rf"^is the evidence (?:{_MIXED}|consistent) {_OF} (?P<rest>.+)$"),
        (Focus.CONFLICT, rf"^(?:is|are) (?:the )?{_FOUND} {_OF} (?P<rest>.+?) (?:{_MIXED}|consistent)$"),
        (
            Focus.ALTERNATIVES,
            rf"^(?:is|could|can|might|may) (?P<rest>the (?:effect|impact|association|link|relation(?:ship)?) "
            rf"(?:of|between) .+?) (?:be )?(?:explained by |due to |because of )?{_CAUSES}(?: by .*)?$",
        ),
        (
            Focus.ALTERNATIVES,
            r"^what (?:else )?(?:could|can|might|may) (?:confound|explain|bias) (?P<rest>the .+)$",
        ),
        (
            Focus.ALTERNATIVES,
            rf"^what (?:are the )?(?:{_CAUSES}|alternative explanations?) (?:for|of|in) (?P<rest>the .+)$",
        ),
    )
)
_LEADING = re.compile(r"^(?:whether|if|that) ", re.IGNORECASE)
_NOMINAL = re.compile(
    r"^(?P<cause>[^,]{2,200}?) (?:for|in|against|on|and|to) (?P<outcome>[^,]{2,200})$", re.I
)
_EFFECT_OF = re.compile(
    r"^(?:the )?(?:\w+ )?(?:effects?|impact|influence|role|benefits?|associations?|links?|relation(?:ship)?) "
    r"(?:of|between) ",
    re.IGNORECASE,
)


def cut_focus(text: str) -> tuple[Focus | None, str]:
    """What a question asks of the evidence, and the effect that is asked about; (None, text) otherwise."""
    for focus, pattern in _PATTERNS:
        match = pattern.match(text)
        if match:
            return focus, _LEADING.sub("", match["rest"].strip())
    return None, text


def as_effect(text: str) -> str:
    """ "Aspirin for heart attack prevention" as the effect of the one on the other; else the text itself."""
    match = None if _EFFECT_OF.match(text) else _NOMINAL.match(text)
    return f"the effect of {match['cause']} on {match['outcome']}" if match else text
