"""Effect questions: one cause, one outcome, and a causal word between them."""

from __future__ import annotations

import re

from aitia.model.data import patterns_of, read_table
from aitia.model.scales import QuestionKind
from aitia.question.arms import cut_comparator, is_inactive, with_head, without_illness
from aitia.question.causal import (
    FALL_SENSES,
    FALLS,
    NOUN_SENSES,
    Form,
    Sense,
    find_causal,
    find_stated,
    may_be_noun,
    starts_causal,
)
from aitia.question.deeds import read_helped
from aitia.question.draft import Draft
from aitia.question.phrases import treated_outcome

_TABLE = read_table(__package__, "effect.toml")
_PATTERNS = patterns_of(_TABLE)
_PREAMBLE = _PATTERNS["preamble"]
_ASKING = _PATTERNS["asking"]
_MODAL = _PATTERNS["modal"]
_BE = _PATTERNS["be"]
_INNER_MODAL = _PATTERNS["inner_modal"]
_WH = _PATTERNS["wh"]
_GOOD = _TABLE["parts"]["good"]
_EFFECT_OF = _PATTERNS["effect_of"]
_WHAT_EFFECT = _PATTERNS["what_effect"]
_HAS_EFFECT = _PATTERNS["has_effect"]
_MAKES = _PATTERNS["makes"]
_BETWEEN = _PATTERNS["between"]
_ASSOCIATED = _PATTERNS["associated"]
_ASSOCIATE = _PATTERNS["associate"]
_NOUN = _PATTERNS["noun"]
_USEFUL = _PATTERNS["useful"]
_HOW_USEFUL = _PATTERNS["how_useful"]
_BY = _PATTERNS["by"]
_WHEN = _PATTERNS["when"]
_AGAINST = _PATTERNS["against"]
_HAPPENS = _PATTERNS["happens"]
_PART = _PATTERNS["part"]
_MORE = re.compile(r"(?i)^ *(?:many )?more (?=\S)| more(?= (?:in|among|for) |$)")
"""Of "prevent more strokes than B": how many is what is compared."""
_BAD_WORDS = frozenset(("harmful", "bad", "dangerous"))


def read_effect(text: str) -> Draft | None:
    """The draft of an effect question, or None when no causal wording joins a cause and an outcome."""
    text = _ASKING.sub("", _PREAMBLE.sub("", text))
    for read in (_nominal, _helped, _modal, _be, _statement):
        draft = read(text)
        if draft is not None:
            return draft
    return None


def _draft(cause: str, outcome: str, sense: Sense) -> Draft:
    """Cut the comparator out of either side; an active one makes the question a comparison."""
    outcome, second, turned = cut_comparator(outcome)
    outcome = _MORE.sub("", outcome) if second is not None else outcome
    cause, other, _ = cut_comparator(cause)
    comparator, outcome = without_illness(second if second is not None else other, outcome)
    kind = QuestionKind.EFFECT if is_inactive(comparator) else QuestionKind.COMPARISON
    if comparator is not None and kind is QuestionKind.COMPARISON:
        cause, comparator = with_head(cause, comparator), with_head(comparator, cause)
    return Draft(kind, cause, outcome, comparator, sense=Sense.OPEN if turned else sense)


def _tone(match: re.Match[str]) -> Sense:
    tone = (match["tone"] or "").lower()
    return Sense.OPEN if not tone else Sense.BETTER if re.fullmatch(_GOOD, tone) else Sense.WORSE


def _nominal(text: str) -> Draft | None:
    for pattern in (_EFFECT_OF, _WHAT_EFFECT):
        match = pattern.match(text)
        if match:
            return _verbal(match["cause"], match["outcome"], _tone(match))
    match = _HAPPENS.match(text) or _BETWEEN.match(text)
    if match:
        return _draft(match["cause"], match["outcome"], Sense.OPEN)
    match = _HOW_USEFUL.match(text)
    return _useful(match) if match else None


def _helped(text: str) -> Draft | None:
    """ "X helps people (to) do Y", as a question or not."""
    opening = _MODAL.match(text)
    if opening is None and (_WH.match(text) or _BE.match(text)):
        return None
    found = read_helped(text[opening.end() :] if opening else text)
    return _draft(*found) if found else None


def _modal(text: str) -> Draft | None:
    opening = _MODAL.match(text)
    return _clause(text[opening.end() :]) if opening else None


def _clause(rest: str) -> Draft | None:
    """Subject, causal word in its base form, object."""
    match = _HAS_EFFECT.match(rest)
    if match:
        return _draft(match["cause"], match["outcome"], _tone(match))
    match = _MAKES.match(rest)
    if match:
        return _draft(match["cause"], match["outcome"], _how(match["how"]))
    match = FALLS.search(rest)
    if match and rest[: match.start()].strip() and not find_causal(f"{rest[: match.start()]} .", Form.BASE):
        cause = _WHEN.sub("", rest[match.end() :])
        return _draft(cause, rest[: match.start()], FALL_SENSES[match["verb"].lower()])
    match = _ASSOCIATE.match(rest)
    if match:
        return _draft(match["cause"], match["outcome"], Sense.OPEN)
    head, found, tail = rest.partition(" be ")
    word = starts_causal(tail, Form.GERUND) if found else None
    if word and head.strip() and tail[word.end :].strip():
        return _verbal(head, tail[word.end :], word.sense)
    return _passive(rest, " be ") or _active(rest, Form.BASE)


def _how(word: str) -> Sense:
    lowered = word.lower()
    if lowered in ("worse", "better"):
        return Sense.WORSE if lowered == "worse" else Sense.BETTER
    return Sense.MORE if lowered.startswith("more") else Sense.LESS


def _active(rest: str, form: Form) -> Draft | None:
    word = find_causal(rest, form)
    if word is None:
        return None
    cause = re.sub(
        r",? (?:(?:help|helps|helped)(?: to)?|work to)$|,? \w{2,20}ly$|,? to$",
        "",
        rest[: word.start].rstrip(),
        flags=re.IGNORECASE,
    )
    return _verbal(cause, rest[word.end :], word.sense)


def _verbal(cause: str, outcome: str, sense: Sense) -> Draft:
    """An outcome that is itself a deed: "the effect of A on preventing B", "help reduce B"."""
    outcome = re.sub(
        r"^ *(?:the )?(?:prevention|treatment|management) of ", " ", outcome, flags=re.IGNORECASE
    )
    for form in (Form.BASE, Form.GERUND):
        inner_word = starts_causal(re.sub(r"^(?:to|in|with) ", "", outcome.strip()), form)
        if inner_word:
            stripped = re.sub(r"^(?:to|in|with) ", "", outcome.strip())
            if _AGAINST.match(stripped[inner_word.end :]) is None and stripped[inner_word.end :].strip():
                return _draft(cause, stripped[inner_word.end :], inner_word.sense)
    return _draft(cause, outcome, sense)


def _passive(rest: str, link: str) -> Draft | None:
    """ "Y (be) reduced by X"."""
    head, found, tail = rest.partition(link) if link else ("", "", rest)
    if link:
        word = starts_causal(tail, Form.PASSIVE) if found else None
        by = _BY.match(tail[word.end :]) if word else None
        if word and by and head.strip():
            return _draft(tail[word.end + by.end() :], head, word.sense)
        return None
    word = find_causal(rest, Form.PASSIVE)
    by = _BY.match(rest[word.end :]) if word else None
    if word and by:
        return _draft(rest[word.end + by.end() :], rest[: word.start], word.sense)
    return None


def _be(text: str) -> Draft | None:
    opening = _BE.match(text)
    if opening is None:
        return None
    rest = text[opening.end() :]
    match = _ASSOCIATED.match(rest)
    if match:
        sense = Sense.MORE if match["more"] else Sense.LESS if match["less"] else Sense.OPEN
        return _draft(match["cause"], match["outcome"], sense)
    passive = _passive(rest, "")
    if passive is not None:
        return passive
    match = _NOUN.match(rest)
    if match:
        return _draft(match["cause"], match["outcome"], _noun_sense(match["noun"]))
    match = _USEFUL.match(rest)
    if match:
        return _useful(match)
    head, found, tail = rest.partition(" to ")
    word = starts_causal(tail, Form.BASE) if found else None
    if word and tail[word.end :].strip():
        cause = re.sub(
            r" (?:likely|known|able|shown|proven|expected|thought|said)$", "", head, flags=re.IGNORECASE
        )
        return _draft(cause, tail[word.end :], word.sense)
    return _active(rest, Form.GERUND)


def _noun_sense(noun: str) -> Sense:
    return next((sense for stem, sense in NOUN_SENSES.items() if noun.lower().startswith(stem)), Sense.OPEN)


def _useful(match: re.Match[str]) -> Draft:
    how = match["how"].lower()
    sense = Sense.WORSE if how in _BAD_WORDS else Sense.OPEN if how == "safe" else Sense.BETTER
    part = _PART.fullmatch(match["outcome"])
    illness = _TABLE["organs"].get(part["part"].lower()) if part else None
    outcome = f"{illness}{part['who'] or ''}" if part and illness else match["outcome"]
    treats = match.string[: match.start("outcome")].lower().endswith((" in ", " for "))
    outcome = treated_outcome(outcome) if treats and sense is Sense.BETTER else outcome
    return _verbal(match["cause"], outcome, sense)


def _statement(text: str) -> Draft | None:
    """ "X reduces Y", "X may cause Y" and "X is associated with Y", without a question's word order."""
    if _WH.match(text) or _MODAL.match(text) or _BE.match(text):
        return None
    modal = _INNER_MODAL.search(text)
    if modal:
        word = starts_causal(text[modal.end() :], Form.BASE)
        if word and text[modal.end() + word.end :].strip():
            return _verbal(text[: modal.start()], text[modal.end() + word.end :], word.sense)
    match = re.match(
        r"(?P<cause>.{1,900}?) (?:is|are|was|were) (?P<rest>(?:\w{1,20} )?(?:associated|linked|related) "
        r".{1,})$",
        text,
        re.IGNORECASE,
    )
    if match:
        return _be(f"is {match['cause']} {match['rest']}")
    match = re.match(
        r"(?P<outcome>.{1,900}?) (?:is|are|was|were) (?P<rest>\w{2,30} by .{1,})$", text, re.IGNORECASE
    )
    if match:
        return _passive(f"{match['outcome']} {match['rest']}", "")
    word = find_stated(text)
    if word and not text[: word.start].rstrip().lower().endswith((" to", " and", " or", " can")):
        return _verbal(text[: word.start], text[word.end :], word.sense)
    return _active(text, Form.FINITE)


def read_deed(text: str) -> Draft | None:
    """ "X reducing Y", as it stands behind "the evidence for"; None where another verb joins two things."""
    word = None if _MODAL.match(text) or _BE.match(text) else find_stated(text)
    if word is not None and not may_be_noun(text, word):
        return None
    return _active(text, Form.GERUND)
