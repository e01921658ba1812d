"""Pairwise and landscape questions."""

from __future__ import annotations

import re

from aitia.domains import adapters
from aitia.model.scales import Direction, QuestionKind
from aitia.question.causal import Form, Sense, starts_causal
from aitia.question.draft import Draft
from aitia.question.phrases import is_named

_PAIR = re.compile(
    r"^(?:is |does )?(?:the pair )?\((?P<cause>[^(),]{1,200}(?:\([^()]{1,60}\))?), "
    r"?(?P<outcome>[^(),]{1,200}(?:\([^()]{1,60}\))?)\)"
    r"(?: (?:causal|a causal pair|causally related))?$",
    re.IGNORECASE,
)
_CAUSE_OF = re.compile(
    r"^(?:is|are|was|were) (?P<cause>[^,?]{1,200}?) (?:an? |the |one of the )?"
    r"(?:known |possible |likely |direct |true )?causes? of (?P<outcome>[^,?]{1,200})$",
    re.IGNORECASE,
)
_ARROW = re.compile(r"^(?P<cause>[^<>→]{1,200}?) ?(?:->|→|=>|-->) ?(?P<outcome>[^<>→]{1,200})$")
_LANDSCAPE = re.compile(r"^(?:which|what) (?P<rest>.{3,})$", re.IGNORECASE)
_RELATIONS = {Sense.MORE: Direction.INCREASES, Sense.LESS: Direction.DECREASES}


def read_pairwise(text: str) -> Draft | None:
    """ "(raloxifene, melanoma)", "raloxifene -> melanoma" or "Is raloxifene a cause of melanoma?"."""
    asked = _CAUSE_OF.match(text)
    match = _PAIR.match(text) or _ARROW.match(text) or asked
    if match is None or not is_named(match["cause"]) or not is_named(match["outcome"]):
        return None
    cause, outcome = match["cause"].strip(), match["outcome"].strip()
    return Draft(QuestionKind.PAIRWISE, cause, outcome, sense=Sense.MORE if asked else Sense.OPEN)


def read_landscape(text: str) -> Draft | None:
    """ "Which papers improve on X?" of a domain that has that noun and that relation."""
    match = _LANDSCAPE.match(text)
    if match is None:
        return None
    rest = match["rest"]
    for adapter in adapters().values():
        for noun in sorted(adapter.landscape_nouns, key=len, reverse=True):
            if not re.match(rf"{re.escape(noun)}\b", rest, re.IGNORECASE):
                continue
            tail = re.sub(
                r"^ ?(?:that |which |have |has |can |could |may )?",
                "",
                rest[len(noun) :],
                flags=re.IGNORECASE,
            )
            for verb, relation in sorted(adapter.landscape_verbs.items(), key=lambda item: -len(item[0])):
                found = re.match(rf"{re.escape(verb)}(?:e?s)?\b ?(?=\S)", tail, re.IGNORECASE)
                if found:
                    return Draft(
                        QuestionKind.LANDSCAPE,
                        noun,
                        tail[found.end() :],
                        domain=adapter.name,
                        relation=relation,
                    )
            for form in (Form.BASE, Form.FINITE):
                word = starts_causal(tail, form)
                stated = (
                    adapter.directed_relations.get(_RELATIONS[word.sense])
                    if word and word.sense in _RELATIONS
                    else None
                )
                if word and stated:
                    return Draft(
                        QuestionKind.LANDSCAPE,
                        noun,
                        tail[word.end :],
                        sense=word.sense,
                        domain=adapter.name,
                        relation=stated,
                    )
    return None
