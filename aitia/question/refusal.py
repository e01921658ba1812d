"""Errors for questions that cannot be read: what was understood, what is missing, how to rephrase."""

from __future__ import annotations

import re

from aitia.model.errors import QuestionError
from aitia.model.scales import QuestionKind
from aitia.question.conditions import names_people
from aitia.question.phrases import is_named
from aitia.question.wording import shown

_EXAMPLE = 'Ask about one cause and one outcome, for example "Does aspirin reduce heart attack risk?"'
_DESCRIPTIVE = re.compile(
    r"^(?:who|when|where|define|describe|list|name|explain|summari[sz]e|tell|what (?:is|are|was|were|does|"
    r"do)|how (?:many|common|often|"
    r"old|long|is|are|was|were|do|does|to)|which|whose)\b",
    re.IGNORECASE,
)
_CAUSELESS = re.compile(
    r"^(?:what|which \w{1,30}) (?:causes?|leads? to|prevents?|reduces?|increases?|affects?|triggers?|"
    r"treats?|cures?|improves?) (?P<outcome>.{2,})$"
    r"|^what (?:is|are) the (?:\w{1,20} ){0,2}(?:causes?|treatments?|cures?|risk factors?) (?:of|for) "
    r"(?P<outcome2>.{2,})$"
    r"|^how (?:can|do|could) (?:i|we|you|one|people) (?:prevent|reduce|treat|cure|avoid|lower) "
    r"(?P<outcome3>.{2,})$",
    re.IGNORECASE,
)
_OUTCOMELESS = re.compile(
    r"^what (?:does|do) (?P<cause>.{2,200}?) (?:cause|do|prevent|treat)$"
    r"|^what (?:is|are) the (?:\w{1,20} ){0,2}(?:effects?|side effects|harms|risks|benefits|dangers) of "
    r"(?P<cause2>.{2,200})$"
    r"|^(?:does|do|can|could|may|will) (?P<cause4>.{2,200}?) (?:reduce|increase|prevent|cause|affect|"
    r"improve|lower|raise|lead to)$"
    r"|^should .{1,200}? (?:take|use|get|have|receive|be given) (?P<cause5>.{2,200})$"
    r"|^(?:is|are|does|do) (?P<cause3>.{2,200}?) (?:work|help|safe|effective|harmful|dangerous|healthy|"
    r"unhealthy|good|bad)(?: for (?:you|me|us|people))?$",
    re.IGNORECASE,
)


_PEOPLE_ALONE = re.compile(
    r"(?:(?:the|very|old|older|young|younger|adult|pregnant|healthy|sick|ill|obese|premature|preterm) ){0,2}"
    r"(?:people|persons|patients|adults|women|men|children|kids|infants|"
    r"babies|newborns|adolescents|elderly|seniors|individuals)"
    r"(?: (?:over|under|aged|older than|younger than) \d{1,3}(?: years?)?)?",
    re.IGNORECASE,
)
"""Who is asked about, and not what of them: no outcome ("how well does it work in the elderly?")."""


_FOR_WHOM = re.compile(
    r"^(?:(?:do|does|did|can|could|will|would) .{2,400}? (?:more|less|fewer|better|worse)"
    r"(?: [\w-]{2,20}){0,2}|(?:is|are|was|were) .{2,400}? (?P<rank>more|less) (?:effective|useful|helpful|"
    r"beneficial|harmful|dangerous|toxic)) (?:in|for|among) (?P<who>[^,]{2,80}?) "
    r"than (?P<link>(?:in|for|among) )?(?P<others>[^,]{2,80})$",
    re.IGNORECASE,
)
"""For whom, or for what, something does more: that compares people or illnesses, not treatments."""
_AFTER_NAMES = re.compile(r" (?:for|in|at|after|during) ", re.IGNORECASE)
_TWO_QUESTIONS = re.compile(r" or (?:does|do|did|is|are|was|were|can|could|will|would) \w", re.IGNORECASE)


def refuse_wording(typed: str, rest: str) -> QuestionError:
    """No causal wording joins two things: say which half was found, or what the question looks like."""
    match = _CAUSELESS.match(rest)
    if match:
        outcome = (match["outcome"] or match["outcome2"] or match["outcome3"]).strip()
        return _half(typed, "outcome", outcome, f'Name a possible cause: "Does … affect {outcome[:80]}?"')
    match = _OUTCOMELESS.match(rest)
    if match:
        cause = next(filter(None, match.groups())).strip()
        return _half(typed, "intervention", cause, f'Name an outcome: "Does {cause[:80]} reduce … ?"')
    if _DESCRIPTIVE.match(rest):
        wording = "descriptive"
        reason = (
            "it asks what something is, who, when or how many, not what an intervention or exposure does "
            "to an outcome"
        )
    else:
        wording = "not causal"
        reason = (
            'no causal wording was found in it ("reduce", "prevent", "cause", "effect of … on", '
            '"higher or lower … comparing")'
        )
    return QuestionError(
        f"Cannot read {shown(typed)} as a causal question: {reason}. {_EXAMPLE}", {"wording": wording}
    )


def refuse_for_whom(typed: str, rest: str) -> QuestionError | None:
    """The error for a question about the people for whom something does more; None for others."""
    match = _FOR_WHOM.match(rest)
    if match is None or not (names_people(match["who"]) or (match["rank"] and match["link"])):
        return None
    if not match["link"] and not names_people(_AFTER_NAMES.split(match["others"])[0]):
        return None
    return QuestionError(
        f"Cannot read {shown(typed)}: it asks for whom something does more, which no verdict compares. "
        f'Ask about each by itself: "… in {match["who"]}?"',
        {"wording": "for whom"},
    )


def refuse_incomplete(
    typed: str, kind: QuestionKind, intervention: str, outcome: str, comparator: str | None
) -> QuestionError | None:
    """The error for a draft that lacks a part, None when it has all of them."""
    if _TWO_QUESTIONS.search(outcome):
        return QuestionError(
            f"Cannot read {shown(typed)}: it asks two questions. Ask them one by one: each gets its answer",
            {"wording": "two questions"},
        )
    parts = {"intervention": intervention, "outcome": outcome, "comparator": comparator}
    understood = {name: value for name, value in parts.items() if value and is_named(value)}
    if _PEOPLE_ALONE.fullmatch(outcome):
        understood.pop("outcome", None)
    missing = [name for name, value in parts.items() if value is not None and name not in understood]
    same = intervention.lower() == outcome.lower() or (comparator or "\0").lower() == intervention.lower()
    if not missing and not same:
        return None
    said = ", ".join(f'{name} "{value[:80]}"' for name, value in understood.items()) or "nothing"
    lacks = (
        "cause and outcome (or both arms) are the same"
        if not missing
        else f"no {' and no '.join(missing)} was found"
    )
    return QuestionError(
        f"Cannot read {shown(typed)} as {_article(kind)} question: {lacks}; understood: {said}. {_EXAMPLE}",
        {"kind": kind.value, **understood},
    )


def _half(typed: str, found: str, value: str, advice: str) -> QuestionError:
    lacking = "cause" if found == "outcome" else "outcome"
    return QuestionError(
        f'Cannot read {shown(typed)}: the {found} "{value[:80]}" was understood, but it names no {lacking}. '
        f"{advice}",
        {found: value},
    )


def _article(kind: QuestionKind) -> str:
    return f"an {kind.value}" if kind.value[0] in "aeiou" else f"a {kind.value}"
